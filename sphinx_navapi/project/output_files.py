"""Files written to an output folder: only those that have changed, and no others are left.

Files that the project itself puts there are left alone.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_navapi.formats.kept_values import key_of
from sphinx_navapi.formats.lenient import as_mapping

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.config.confvals import NavApiConfig


def memory_file(app: Sphinx, kind: str) -> Path:
    """The file for what a build remembers for the next one by the same builder to its folder."""
    name = hashlib.sha256(str(app.outdir).encode()).hexdigest()[:12]
    return Path(app.doctreedir) / "navapi" / f"{kind}-{app.builder.name}-{name}.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What the last finished build wrote to an output folder.

    :ivar digests: of each page, by docname; empty if another edition wrote them.
    :ivar pages: files of documents, as paths below the folder.
    :ivar files: our other files.
    """

    digests: Mapping[str, str] = field(default_factory=dict)
    pages: frozenset[str] = frozenset()
    files: frozenset[str] = frozenset()


#: Files at the root of the output that other extensions, or handlers in ``conf.py``, may write.
_OTHERS_WRITE = ("404.html", "llms-full.txt", "llms.txt", "sitemap.xml", "skill.md")


class OutputFiles:
    """Files other than pages: those no longer needed are removed at the end of the build.

    Created before the build writes anything.

    :param memory: the file that records what files were made from; disposable.
    :ivar names: paths below the output folder, with ``/``.
    """

    def __init__(self, outdir: Path, memory: Path | None = None) -> None:
        self._outdir = outdir
        self._memory = memory
        self._at_start = {name: self._state(name) for name in _OTHERS_WRITE}
        self.names: set[str] = set()

    def is_taken(self, name: str) -> bool:
        """Whether others have written the file *name* in this build."""
        if name in self.names or name not in self._at_start:
            return False
        return self._state(name) not in (None, self._at_start[name])

    def make(self, group: str, parts: Iterable[object], write: Callable[[str], None]) -> None:
        """Call *write* to put files, or keep those that were made from the same *parts*.

        They must still be as they were put. While they are written, nothing is recorded for the
        *group*: those of an interrupted build are made again.
        """
        key, known = key_of(parts), as_mapping(self._known.get(group))
        before = as_mapping(known.get("files"))
        if known.get("key") == key and all(self._state(n) == was for n, was in before.items()):
            self.names.update(before)
            return
        if self._known.pop(group, None) is not None:
            self._save()
        others, self.names = self.names, set()
        write(key)
        files = {name: self._state(name) for name in sorted(self.names)}
        self.names |= others
        self._known[group] = {"key": key, "files": files}
        self._save()

    @cached_property
    def _known(self) -> dict[str, Any]:
        try:
            text = self._memory.read_text("utf-8") if self._memory is not None else "{}"
            return dict(as_mapping(json.loads(text)))
        except (OSError, ValueError):
            return {}

    def _save(self) -> None:
        if self._memory is not None:
            write_if_changed(self._memory, json.dumps(self._known))

    def _state(self, name: str) -> list[int] | None:
        """Size and time of a file, ``None`` if it is missing."""
        try:
            stat = (self._outdir / name).stat()
        except OSError:
            return None
        return [stat.st_size, stat.st_mtime_ns]

    def put(self, name: str, content: str | bytes) -> None:
        """Write *content*, unless the file already has it."""
        self.note(name)
        write_if_changed(self._outdir / name, content)

    def put_or_remove(self, name: str, content: str | None) -> None:
        """Write the file, or delete it if there is no *content*."""
        if content is None:
            (self._outdir / name).unlink(missing_ok=True)
        else:
            self.put(name, content)

    def note(self, name: str) -> None:
        """Keep the file *name*, which was written elsewhere or is still up to date."""
        self.names.add(name)


def write_if_changed(path: Path, content: str | bytes) -> None:
    """Write *content* to *path*, creating its folder; an unchanged file keeps its modification
    time.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        if path.read_bytes() == data:
            return
    except OSError:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def remove_files(outdir: Path, names: Iterable[str]) -> None:
    """Delete the files *names* below *outdir*, and folders left empty."""
    for name in sorted(names):
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts:
            continue
        path = outdir / name
        if path.is_file() or path.is_symlink():
            path.unlink()
            remove_empty(path.parent, outdir)


def remove_empty(folder: Path, top: Path) -> None:
    """Delete *folder* and its parents, below *top*, while they are empty."""
    while folder != top and folder.is_relative_to(top):
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


#: Extensions that write ``404.html``, the sitemap and ``llms.txt`` themselves.
NOT_FOUND_EXTENSION = "notfound.extension"
SITEMAP_EXTENSION = "sphinx_sitemap"
LLMS_EXTENSIONS = frozenset({"sphinx_llm.txt", "sphinx_llms_txt"})


def writes_llms(app: Sphinx, confvals: NavApiConfig) -> bool:
    """Whether ``llms.txt`` lists the Markdown files of the pages."""
    is_on = confvals.markdown_files and confvals.llms_txt and app.builder.name != "singlehtml"
    return is_on and LLMS_EXTENSIONS.isdisjoint(app.extensions)


def written_files(builder: Builder, config: Config, confvals: NavApiConfig) -> frozenset[str]:
    """The files at the root of a site that are made from its pages and that readers may want."""
    extensions = frozenset(config.extensions)
    is_single = builder.name == "singlehtml"
    names: set[str] = set()
    if extensions & LLMS_EXTENSIONS or (
        confvals.markdown_files and confvals.llms_txt and not is_single
    ):
        names |= {"llms.txt", "llms-full.txt"}
    if SITEMAP_EXTENSION in extensions or (
        confvals.sitemap and config.html_baseurl and not is_single
    ):
        names.add("sitemap.xml")
    return frozenset(names)


def shown_sources(app: Sphinx, confvals: NavApiConfig) -> bool:
    """Whether generated pages, which have no source, have their Markdown in its place.

    Another extension that writes ``llms.txt`` reads the sources that Sphinx copies.
    """
    others = not LLMS_EXTENSIONS.isdisjoint(app.extensions)
    return others and confvals.markdown_files and app.config.html_copy_source


def source_copy(env: BuildEnvironment, docname: str) -> str:
    """Where Sphinx copies the source of the page *docname*, relative to the output folder."""
    name = os.fspath(env.doc2path(docname, False)).replace(os.sep, "/")
    link_suffix = env.config.html_sourcelink_suffix
    suffix = "" if link_suffix and name.endswith(link_suffix) else link_suffix
    return f"_sources/{name}{suffix}"


def document_url(env: BuildEnvironment, document: str) -> str | None:
    """URL of the copy of *document*, relative to the site's root; ``None`` if there is none."""
    # Names are strings in some versions of Sphinx, paths in others.
    for name, (_pages, file) in env.dlfiles.items():
        if Path(name).as_posix() == document:
            return f"_downloads/{quote(str(file))}"
    return None


def is_taken(app: Sphinx, files: OutputFiles, name: str) -> bool:
    """Whether the project or another extension puts a file *name* at the root of the output."""
    return has_extra_file(app, name) or files.is_taken(name)


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
