"""Files with the entries of closed groups of the sidebar, shared by all pages of the site.

With thousands of entries a page carries the open branch alone. The theme's script
fetches the entries of a group when it is opened; from the disk, where it cannot,
the group's link to its first page stays.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def write_fragments(folder: Path, fragments: Iterable[tuple[str, str]]) -> None:
    """Make *folder* hold a file ``NAME.html`` for each of *fragments*, and no other ones.

    A file is written only if its text changed; without fragments there is no folder.
    """
    stale = {path.name for path in folder.glob("*.html")}
    for name, html in fragments:
        path = folder / f"{name}.html"
        stale.discard(path.name)
        data = html.encode()
        if not path.is_file() or path.read_bytes() != data:
            folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for file in sorted(stale):
        (folder / file).unlink()
