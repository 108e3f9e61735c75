"""Files that the project itself puts into the output, which must not be removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def has_extra_file(app: Sphinx, name: str) -> bool:
    """Whether the project itself puts a file *name* at the root of the output."""
    entries = [Path(app.confdir) / entry for entry in app.config.html_extra_path]
    return any(
        entry.name == name if entry.is_file() else (entry / name).is_file() for entry in entries
    )


def stale_files(app: Sphinx, names: Iterable[str]) -> Iterator[str]:
    """The *names* that the project itself does not put there now."""
    confdir, config = Path(app.confdir), app.config
    for name in names:
        static = name.removeprefix("_static/")
        own = [confdir / entry / name for entry in config.html_extra_path]
        if static != name:
            own += [confdir / entry / static for entry in config.html_static_path]
            named = [config.html_logo, config.html_favicon, *config.html_static_path]
            own += [confdir / entry for entry in named if entry and Path(entry).name == static]
        if not any(path.is_file() for path in own):
            yield name
