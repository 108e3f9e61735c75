"""Files in the output that are the project's own, not ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: Extensions that write ``404.html``, the sitemap and ``llms.txt`` themselves.
NOT_FOUND_EXTENSION = "notfound.extension"
SITEMAP_EXTENSION = "sphinx_sitemap"
LLMS_EXTENSIONS = frozenset({"sphinx_llm.txt", "sphinx_llms_txt"})


def document_url(env: BuildEnvironment, document: str) -> str | None:
    """URL of the copy of *document*, relative to the site's root; ``None`` if there is none."""
    # Names are strings in some versions of Sphinx, paths in others.
    for name, (_pages, file) in env.dlfiles.items():
        if Path(name).as_posix() == document:
            return f"_downloads/{quote(str(file))}"
    return None


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
