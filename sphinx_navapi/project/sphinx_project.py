"""A Sphinx project that includes generated documents, whose source texts are stubs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from sphinx.project import Project
from sphinx.util.logging import suppress_logging

from sphinx_navapi.edition import edition
from sphinx_navapi.project.output_files import remove_empty, write_if_changed
from sphinx_navapi.project.sphinx_internals import document_paths, set_document_paths

if TYPE_CHECKING:
    from sphinx_navapi.plan.site_plan import Page, SitePlan
    from sphinx_navapi.project.site import Site

#: Suffix of stubs, and of their virtual paths in Sphinx.
STUB_SUFFIX = ".navapi"


class LocatedDocname(str):
    """A docname for a report about a position in a file other than the page's own.

    :ivar file: that file, an absolute path.
    """

    __slots__ = ("file",)

    file: str

    def __new__(cls, docname: str, file: str) -> Self:
        """*docname*, reported as *file*."""
        made = super().__new__(cls, docname)
        made.file = file
        return made


class NavApiProject(Project):
    """A project whose documents are page files and stubs.

    Another extension may have added its documents in the same way: see `extend`.

    :ivar site: the site of this build; never pickled.
    :ivar output: the writers of its pages, for builders that write a site; never pickled. Its type
        is known only to `html.output`.
    """

    def __init__(self, base: Project, site: Site, stub_dir: Path) -> None:
        vars(self).update(vars(base))
        self.site: Site | None = site
        self.output: object = None
        self._stub_dir = stub_dir
        self._stubs: frozenset[str] = frozenset()
        # Sphinx asks for each of them several times.
        self._stub_paths: dict[str, tuple[Any, Any]] = {}
        self._is_document: Callable[[str, str], bool] = lambda _docname, _suffix: True
        self._shown_files: Mapping[str, str] = {}

    @classmethod
    def extend(cls, base: Project, site: Site, stub_dir: Path) -> NavApiProject:
        """*base* with the documents of *site*, still of a class that another extension set."""
        kind = type(base)
        if not issubclass(cls, kind):
            joined: type[NavApiProject] = type(cls.__name__, (cls, kind), {})
            return joined(base, site, stub_dir)
        return cls(base, site, stub_dir)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a plain project: the env is pickled for every chunk read in parallel."""
        return _plain_project, (
            self.srcdir,
            self.source_suffix,
            self.docnames,
            *document_paths(self),
        )

    def set_documents(self, stubs: Iterable[str], is_document: Callable[[str, str], bool]) -> None:
        """Set the docnames of generated documents, and which files (docname, suffix) are
        documents.
        """
        self._stubs = frozenset(stubs)
        self._is_document = is_document

    def show_files(self, files: Mapping[str, str]) -> None:
        """Override the files of the docnames in *files*, with absolute paths."""
        self._shown_files = files

    def discover(
        self, exclude_paths: Iterable[str] = (), include_paths: Iterable[str] = ("**",)
    ) -> set[str]:
        """Page files and stubs; a page file takes precedence over a stub with the same docname."""
        super().discover(exclude_paths, include_paths)
        self._stub_paths.clear()
        paths, docnames = document_paths(self)
        for docname, path in list(paths.items()):
            # Sphinx's own are relative; others are what another extension adds.
            suffix = path.name[len(Path(docname).name) :]
            if not path.is_absolute() and not self._is_document(docname, suffix):
                self.docnames.discard(docname)
                del paths[docname]
                docnames.pop(path, None)
        for docname in sorted(self._stubs - self.docnames):
            stub = Path(docname + STUB_SUFFIX)
            self.docnames.add(docname)
            paths[docname], docnames[stub] = stub, docname
        return self.docnames

    def path2doc(self, filename: str | os.PathLike[str]) -> str | None:
        """The document of *filename*, which may be the path of a stub."""
        path = Path(filename)
        if path.suffix == STUB_SUFFIX and path.is_absolute():
            try:
                return path.relative_to(self._stub_dir).with_suffix("").as_posix()
            except ValueError:
                pass
        return super().path2doc(filename)

    def doc2path(self, docname: str, absolute: bool) -> Any:
        """The file of *docname*; if relative, a stub's path is virtual (as if below the source).

        The return type is private to Sphinx. As there, *absolute* may be any value.
        """
        absolute = bool(absolute)
        if docname in self._shown_files:
            docname = LocatedDocname(docname, self._shown_files[docname])
        if isinstance(docname, LocatedDocname):
            file = type(super().doc2path(docname, False))(docname.file)
            inside = not absolute and file.is_relative_to(self.srcdir)
            return file.relative_to(self.srcdir) if inside else file
        known = self._stub_paths.get(docname)
        if known is not None:
            return known[absolute]
        path = super().doc2path(docname, False)
        if path.suffix == STUB_SUFFIX:
            # Called several times in each build, and creating paths is slow.
            paths = path, type(path)(f"{self._stub_dir}/{path}")
            self._stub_paths[docname] = paths
            return paths[absolute]
        return super().doc2path(docname, True) if absolute else path


def _plain_project(
    srcdir: str,
    source_suffix: Iterable[str],
    docnames: set[str],
    docname_to_path: Mapping[str, Path],
    path_to_docname: Mapping[Path, str],
) -> Project:
    project = Project(srcdir, source_suffix)
    project.docnames = docnames
    set_document_paths(project, docname_to_path, path_to_docname)
    return project


def documents_elsewhere(project: Project) -> dict[str, str]:
    """The documents outside the source directory that another extension's *project* adds.

    :returns: docname to absolute path.
    """
    if type(project) is Project:
        return {}
    # It reports its problems when Sphinx asks.
    with suppress_logging():
        project.discover(("**",), ())
    paths, _docnames = document_paths(project)
    return {name: str(path) for name, path in paths.items() if path.is_absolute()}


def generate_stubs(plan: SitePlan) -> dict[str, str]:
    """The stub text of every generated page of *plan*, by docname."""
    return {docname: write_stub(page) for docname, page in plan.pages.items() if page.generated}


def write_stub(page: Page) -> str:
    """The stub of *page*: one ``key: JSON value`` per line."""
    lines: dict[str, object] = {
        "navapi": edition(),
        "kind": page.kind.name,
        "title": page.title,
        "directory": page.directory,
        **page.subject,
        "fingerprint": page.fingerprint,
    }
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in lines.items())


def write_stubs(directory: Path, stubs: Mapping[str, str]) -> None:
    """Make *directory* contain exactly *stubs*, docname to text.

    A stub is written only if its text differs: its modification time is what Sphinx compares.
    """
    for docname, text in stubs.items():
        write_if_changed(directory / (docname + STUB_SUFFIX), text)
    for docname in sorted(set(_docnames(directory)) - stubs.keys()):
        path = directory / (docname + STUB_SUFFIX)
        path.unlink()
        remove_empty(path.parent, directory)


def _docnames(directory: Path) -> Iterator[str]:
    """The docnames of all stubs below *directory*."""
    # Strings, because `Path.rglob` takes five times as long.
    for folder, _folders, files in os.walk(directory):
        prefix = Path(folder).relative_to(directory).as_posix()
        for name in files:
            if name.endswith(STUB_SUFFIX):
                stem = name.removesuffix(STUB_SUFFIX)
                yield stem if prefix == "." else f"{prefix}/{stem}"
