"""A project as the command line sees it: ``docs.json``, and ``conf.py`` if there is one.

Sphinx reads ``conf.py`` during a build; `navapi explain` needs a few of its values without a build,
so it executes the file the way Sphinx does.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sphinx_navapi.config.confvals import (
    CONFVALS,
    DOCS_JSON,
    NavApiConfig,
    conf_places,
    find_unknown_confvals,
    site_file,
)
from sphinx_navapi.config.markdown import MARKDOWN_SUFFIXES
from sphinx_navapi.config.site_config import SiteConfig, read_site_config
from sphinx_navapi.diagnostics import Diagnostic
from sphinx_navapi.plan.code_sources import code_documents
from sphinx_navapi.plan.inputs import PlanInputs
from sphinx_navapi.plan.project_inputs import (
    ProjectValues,
    find_site_config,
    make_inputs,
)

if TYPE_CHECKING:
    from sphinx_navapi.openapi.code_documents import CodeDocuments

#: Default output directory, below the source directory.
DEFAULT_OUT = Path("_build", "html")

#: Files that are not pages in a site without a ``conf.py``.
DEFAULT_EXCLUDE_PATTERNS = (
    "_build",
    "Thumbs.db",
    ".DS_Store",
    ".*",
    "**/.*",
    "node_modules",
    "**/node_modules",
    "snippets",
    "_snippets",
)

#: Top-level files about a repository, which are pages only if the navigation lists them.
_ABOUT_REPOSITORY = (
    "AGENTS",
    "CHANGELOG",
    "CLAUDE",
    "CODE_OF_CONDUCT",
    "CONTRIBUTING",
    "LICENSE",
    "README",
    "SECURITY",
)

#: Suffixes of files that would be pages.
_PAGE_SUFFIXES = (".md", ".mdx", ".rst")

#: Extensions of a project without ``conf.py``; loading MyST makes Markdown files documents.
DEFAULT_EXTENSIONS = ("myst_parser", "sphinx_navapi")


class ProjectError(Exception):
    """The project cannot be used; ``str()`` is one line.

    :ivar usage: the command line is wrong, not the project.
    """

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFiles:
    """A source directory.

    :ivar values: of ``conf.py`` with ``-D`` applied, or the defaults.
    :ivar search_path: for modules, as ``conf.py`` leaves it.
    """

    srcdir: Path
    has_conf: bool
    values: Mapping[str, Any] = field(default_factory=dict)
    search_path: tuple[str, ...] = ()


def open_project(srcdir: Path, overrides: Sequence[str] = ()) -> ProjectFiles:
    """The project in *srcdir*.

    :param overrides: ``NAME=VALUE``, as after ``-D``.
    :raises ProjectError: there is nothing to build, or ``conf.py`` fails.
    """
    has_conf = has_conf_file(srcdir)
    search_path: tuple[str, ...] = ()
    if has_conf:
        values, search_path = _run_conf(srcdir / "conf.py")
    else:
        values = default_values(srcdir)
    for name, value in parse_overrides(overrides).items():
        # As in Sphinx, a dotted name sets one key of a dict.
        whole, dot, key = name.partition(".")
        if dot and isinstance(values.get(whole, {}), dict):
            values[whole] = {**values.get(whole, {}), key: value}
        else:
            values[name] = value
    return ProjectFiles(srcdir=srcdir, has_conf=has_conf, values=values, search_path=search_path)


def has_conf_file(srcdir: Path) -> bool:
    """Whether *srcdir* has a ``conf.py``.

    :raises ProjectError: it is not a folder, or not a project.
    """
    if not srcdir.is_dir():
        raise ProjectError(f"{srcdir} is not a folder", usage=True)
    has_conf = (srcdir / "conf.py").is_file()
    if not has_conf and not has_project(srcdir):
        raise _no_site(srcdir)
    return has_conf


def _no_site(srcdir: Path) -> ProjectError:
    return ProjectError(
        f"{srcdir} has no docs.json: create it with navapi init {srcdir}, or use the folder"
        " that has one",
        usage=True,
    )


def has_project(folder: Path) -> bool:
    """Whether *folder* is a project: it has a ``docs.json`` (or ``mint.json``) or a ``conf.py``."""
    return any(path.is_file() for path in (site_file(folder / DOCS_JSON), folder / "conf.py"))


def default_values(srcdir: Path) -> dict[str, Any]:
    """Configuration values of a project with a ``docs.json`` and no ``conf.py``."""
    config = read_site_config(srcdir / DOCS_JSON, srcdir).value
    name = config.get("name")
    return {
        "extensions": list(DEFAULT_EXTENSIONS),
        "project": name if isinstance(name, str) and name.strip() else srcdir.resolve().name,
        "html_theme": "navapi",
        # Text is shown as written: ``--flag`` and ``1...2`` are not typography.
        "smartquotes": "0",
        "exclude_patterns": _exclude_patterns(config.get("navigation")),
        # Pages of such sites have their title in front matter and start at the second heading
        # level, and contain examples such as {"a": …} that are not valid JSON, and need not be.
        # Struck text, which MyST writes for HTML only, has its marks in other formats.
        "suppress_warnings": ["myst.header", "myst.strikethrough", "misc.highlighting_failure"],
    }


def new_project_values(srcdir: Path) -> dict[str, Any]:
    """Configuration values of a folder that has neither ``conf.py`` nor ``docs.json`` yet."""
    return {"project": srcdir.resolve().name, "exclude_patterns": _exclude_patterns(None)}


def _exclude_patterns(navigation: object) -> list[str]:
    """The patterns of files that are not pages, except those listed in *navigation*."""
    named = {name.strip("/") for name in _names(navigation)}
    folders = {name.partition("/")[0] for name in named if "/" in name}
    patterns = [pattern for pattern in DEFAULT_EXCLUDE_PATTERNS if pattern not in folders]
    for name in _ABOUT_REPOSITORY:
        files = [f"{name}{suffix}" for suffix in _PAGE_SUFFIXES]
        if named.isdisjoint({name, *files}):
            patterns += files
    return patterns


def _names(value: object) -> Iterator[str]:
    """All strings in *value*, including page paths."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            yield found
        elif isinstance(found, Mapping):
            waiting += found.values()
        elif isinstance(found, list | tuple):
            waiting += found


def parse_overrides(overrides: Sequence[str]) -> dict[str, Any]:
    """Values given as ``NAME=VALUE``, lists separated by commas, as sphinx-build reads them.

    :raises ProjectError: one of them has no ``=``.
    """
    values: dict[str, Any] = {}
    defaults = {confval.name: confval for confval in CONFVALS}
    for override in overrides:
        name, separator, text = override.partition("=")
        if not separator or not name.strip():
            raise ProjectError(f"-D needs NAME=VALUE, not {override}", usage=True)
        name = name.strip()
        value: Any = text
        if name in _LISTS:
            value = [part for part in text.split(",") if part]
        elif name in defaults and defaults[name].types == (bool,):
            value = {"0": False, "1": True, "False": False, "True": True}.get(text, text)
        elif name in defaults and defaults[name].types == (int,):
            value = int(text) if text.lstrip("-").isdecimal() else text
        values[name] = value
    return values


_LISTS = frozenset(
    {
        "exclude_patterns",
        "extensions",
        "html_extra_path",
        "html_static_path",
        "include_patterns",
        "source_suffix",
        "templates_path",
    }
)


def _run_conf(path: Path) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The names that ``conf.py`` defines, and the module search path afterwards.

    :raises ProjectError: it cannot be read, or it fails.
    """
    namespace: dict[str, Any] = {
        "__file__": str(path.resolve()),
        "__name__": "conf",
        "tags": _Tags(),
    }
    try:
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
        with _inside(path.parent):
            exec(code, namespace)  # noqa: S102 - the project's own configuration, as Sphinx runs it
            search_path = tuple(sys.path)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        line = _line_in(error, path)
        place = f"{path.name}:{line}" if line else path.name
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise ProjectError(f"{place}: {' '.join(reason.split())}") from error
    values = {name: value for name, value in namespace.items() if not name.startswith("__")}
    return values, search_path


def _line_in(error: BaseException, path: Path) -> int | None:
    """The last line of *path* in the traceback of *error*, or the position of a syntax error."""
    if isinstance(error, SyntaxError):
        return error.lineno
    line = None
    traceback = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == str(path):
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


class _Tags:
    """The ``tags`` object in ``conf.py``; no tag is set, as there is no builder."""

    def __contains__(self, name: object) -> bool:
        return False

    def has(self, name: str) -> bool:
        return False

    def add(self, name: str) -> None:
        """Ignore the tag."""

    def remove(self, name: str) -> None:
        """Ignore the tag."""


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Change to *folder*, and restore the module search path afterwards."""
    before, search_path = Path.cwd(), list(sys.path)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        sys.path[:] = search_path


def read_config(project: ProjectFiles, config: NavApiConfig) -> SiteConfig:
    """The site configuration of *project*.

    :raises ProjectError: the file does not exist.
    """
    try:
        return find_site_config(config, project.srcdir, project.srcdir)
    except FileNotFoundError:
        if config.config == DOCS_JSON:
            raise _no_site(project.srcdir) from None
        raise ProjectError(
            f"there is no site configuration {config.config}: add it, or correct navapi_config",
            usage=True,
        ) from None


@contextlib.contextmanager
def plan_inputs(project: ProjectFiles) -> Iterator[tuple[PlanInputs, list[Diagnostic]]]:
    """The input of the plan of *project*, and the problems of its values.

    The same as for `navapi build`. Fetched documents are kept in a folder that is removed at the
    end of the context.

    :raises ProjectError: there is no site configuration.
    """
    values = {**_DEFAULTS, **project.values}
    values["root_doc"] = _root_doc(project.values)
    confvals, diagnostics = NavApiConfig.from_values(
        values.__getitem__, conf_places(project.srcdir / "conf.py", project.srcdir)
    )
    places = conf_places(project.srcdir / "conf.py", project.srcdir)
    diagnostics += find_unknown_confvals(project.values, places)
    with TemporaryDirectory(prefix="navapi-") as folder:
        code, problems = _code_documents(project, confvals, Path(folder))
        inputs = make_inputs(
            ProjectValues(
                srcdir=project.srcdir,
                outdir=project.srcdir / DEFAULT_OUT,
                confval=values.__getitem__,
                source_suffixes=_source_suffixes(values),
                asset_paths=(
                    *_names(values["html_extra_path"]),
                    *_names(values["html_static_path"]),
                ),
                folders=False,
            ),
            confvals,
            read_config(project, confvals),
            cache_dir=Path(folder),
            schema_links=_links(confvals.schema_depth),
            code=code,
        )
        yield inputs, [*diagnostics, *problems]


@contextlib.contextmanager
def project_code(project: ProjectFiles) -> Iterator[CodeDocuments | None]:
    """The documents generated by code of *project*, for the duration of the context."""
    values = {**_DEFAULTS, **project.values}
    confvals, _problems = NavApiConfig.from_values(values.__getitem__)
    with TemporaryDirectory(prefix="navapi-") as folder:
        yield _code_documents(project, confvals, Path(folder))[0]


def _code_documents(
    project: ProjectFiles, confvals: NavApiConfig, cache_dir: Path
) -> tuple[CodeDocuments | None, list[Diagnostic]]:
    return code_documents(
        confvals.documents,
        project.srcdir.resolve() / "conf.py",
        project.srcdir,
        search_path=project.search_path,
        cache_dir=cache_dir,
    )


#: Defaults of confvals that a project does not set, Sphinx's and ours.
_DEFAULTS: Mapping[str, Any] = {
    "exclude_patterns": [],
    "extensions": [],
    "html_extra_path": [],
    "html_static_path": [],
    "include_patterns": ["**"],
    "source_encoding": "utf-8-sig",
    "source_suffix": ".rst",
    "templates_path": [],
    **{confval.name: confval.default for confval in CONFVALS},
}


def _links(max_depth: int) -> Any:
    from sphinx_navapi.plan.schema_links import book_links

    return partial(book_links, max_depth=max_depth)


def _source_suffixes(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Suffixes that Sphinx knows in a build, in its order: those of parsers come last."""
    written = values["source_suffix"]
    suffixes = list(written) if isinstance(written, Mapping | list | tuple) else [written]
    return tuple(s for s in (*suffixes, *MARKDOWN_SUFFIXES) if isinstance(s, str) and s)


def _root_doc(values: Mapping[str, Any]) -> str:
    value = values.get("root_doc", values.get("master_doc", "index"))
    return value if isinstance(value, str) and value else "index"
