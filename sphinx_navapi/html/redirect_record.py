"""Which pages that lead on are ours: ``redirects.json`` says so, by the digest of each.

The record lies beside the pages, so that every builder that writes to the folder reads the
same, with whatever doctree directory. It tells of bytes, not of the release that wrote them:
after an upgrade they still count as ours. A page that is not in it (the record is lost), or that
is no longer as it was written (someone edited it, a page of the site has taken its place), is not
ours: it is neither overwritten nor deleted. Where it is what would be written anyway it is ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath

from sphinx_navapi.build.output_files import write_if_changed

#: Where the record is, below the output folder.
RECORD = "_navapi/redirects.json"


@dataclass(frozen=True, slots=True)
class RedirectRecord:
    """The pages that the last builds to a folder wrote, with any builder.

    :ivar digests: SHA-256 of the bytes, hexadecimal, by path below the folder.
    """

    digests: Mapping[str, str] = field(default_factory=dict)

    def is_ours(self, outdir: Path, name: str) -> bool:
        """Whether the file *name* below *outdir* is there, and as we wrote it."""
        digest = self.digests.get(name)
        return digest is not None and _digest(outdir, name) == digest

    def write(self, outdir: Path, name: str, content: bytes) -> bool:
        """Write a page; false where something that is not ours has the path."""
        path = outdir / name
        try:
            if path.exists() and not self.is_ours(outdir, name):
                return path.read_bytes() == content
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.parent.resolve().is_relative_to(outdir.resolve()):
                return False
            write_if_changed(path, content)
        except (OSError, UnicodeError):
            # A folder of that name, a file in place of a folder, a name that is too long.
            return False
        return True


def read_record(path: Path) -> RedirectRecord:
    """The record in the file *path*; empty where there is none that can be read."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return RedirectRecord()
    pages = found.get("pages") if isinstance(found, dict) else None
    return RedirectRecord(
        {
            name: digest
            for name, page in (pages.items() if isinstance(pages, dict) else ())
            if isinstance(page, dict) and isinstance(digest := page.get("sha256"), str)
        }
    )


def _digest(outdir: Path, name: str) -> str | None:
    """Of a file in *outdir*; ``None`` for none, and for one elsewhere that *name* leads to."""
    parts = PurePosixPath(name)
    try:
        path = (outdir / parts).resolve()
        if parts.is_absolute() or not path.is_relative_to(outdir.resolve()):
            return None
        return sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
