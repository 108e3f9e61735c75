"""The files that ``navapi init`` writes: a ``docs.json``, and whatever else its folder lacks.

A folder with a ``mint.json`` lacks nothing else: its ``docs.json`` has the same settings.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import entry_points
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.config.confvals import DOCS_JSON, MINT_JSON
from sphinx_navapi.config.older_settings import in_newer_names
from sphinx_navapi.config.site_config import read_site_config
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.plan.conf_file import ProjectError, new_project_values, open_project
from sphinx_navapi.plan.documents import has_root_key
from sphinx_navapi.plan.source_pages import SourceTree, scan_tree

#: Likely file names of an API's main document, best first.
_LIKELY: Final = ("openapi", "swagger", "api")

#: Maximum number of documents to offer; a folder of test data may have thousands.
_MOST_DOCUMENTS: Final = 20

#: Path of the sample API's document, and docname of its guide.
SAMPLE_DOCUMENT: Final = "openapi.yaml"
_SAMPLE_GUIDE: Final = "first-request"

#: Sphinx's own themes that a site can have; others are registered by their packages.
_SPHINX_THEMES: Final = frozenset({
    "agogo", "basic", "bizstyle", "classic", "default", "epub", "haiku", "nature", "nonav",
    "pyramid", "scrolls", "sphinxdoc", "traditional",
})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder before it has a ``docs.json``.

    :ivar has_conf: it has a ``conf.py``.
    :ivar extensions: those in ``conf.py``; ``None`` if it sets none.
    :ivar name: name of the project: from ``conf.py``, else that of the folder.
    :ivar theme: its HTML theme: ours without a ``conf.py``, ``""`` if that sets none.
    :ivar root_doc: the docname of its first page.
    :ivar documents: OpenAPI documents in it, the likeliest first: paths with ``/``.
    :ivar pages: docnames of its pages, sorted.
    :ivar has_older_settings: it has a ``mint.json``.
    """

    srcdir: Path
    has_conf: bool
    extensions: tuple[str, ...] | None
    name: str
    theme: str
    root_doc: str
    documents: tuple[str, ...]
    pages: tuple[str, ...]
    has_older_settings: bool

    @property
    def is_empty(self) -> bool:
        """Whether it has nothing that a site could show."""
        return not (self.has_conf or self.documents or self.pages or self.has_older_settings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The user's answers.

    :ivar document: an OpenAPI document, by its path in the folder; ``None`` for none.
    :ivar has_sample: *document* and a first guide are those of a small sample API.
    """

    name: str
    document: str | None
    theme: str
    has_sample: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewProject:
    """The changes to make.

    :ivar files: file to text; none of them exists yet.
    :ivar conf_lines: to be added to the existing ``conf.py``.
    """

    files: dict[Path, str]
    conf_lines: tuple[str, ...]


def look_at(srcdir: Path) -> Folder:
    """The state of *srcdir*, which need not exist.

    :raises ProjectError: it is a file, has a ``docs.json``, or its ``conf.py`` fails.
    """
    if srcdir.exists() and not srcdir.is_dir():
        raise ProjectError(f"{srcdir} is not a folder", usage=True)
    if (srcdir / DOCS_JSON).exists():
        raise ProjectError(
            f"{srcdir / DOCS_JSON} already exists, so nothing was written; preview the site with:"
            f" navapi dev {srcdir}"
        )
    has_conf = (srcdir / "conf.py").is_file()
    values = dict(open_project(srcdir).values) if has_conf else new_project_values(srcdir)
    patterns = _texts(values.get("exclude_patterns"))
    tree = scan_tree(srcdir, exclude_patterns=patterns)
    names = islice(_documents_of(srcdir, tree, ("openapi",)), _MOST_DOCUMENTS)
    root = values.get("root_doc", values.get("master_doc"))
    return Folder(
        srcdir=srcdir,
        has_conf=has_conf,
        extensions=tuple(_texts(values["extensions"])) if "extensions" in values else None,
        name=_text(values.get("project")) or srcdir.resolve().name,
        theme=_text(values.get("html_theme")) or ("" if has_conf else "navapi"),
        root_doc=_text(root) or "index",
        documents=tuple(sorted(names, key=_likeliness)),
        pages=tuple(tree.pages),
        has_older_settings=(srcdir / MINT_JSON).is_file(),
    )


def find_documents(folder: Path, keys: Iterable[str]) -> list[str]:
    """The files in *folder* that have one of *keys* at their root, by their paths in it."""
    patterns = new_project_values(folder)["exclude_patterns"]
    tree = scan_tree(folder, exclude_patterns=patterns)
    return sorted(_documents_of(folder, tree, keys))


def _documents_of(folder: Path, tree: SourceTree, keys: Iterable[str]) -> Iterator[str]:
    """The files of *tree* that have one of *keys*."""
    for name in tree.data:
        if any(has_root_key(folder / name, name, key) for key in keys):
            yield name


def from_older_settings(folder: Folder) -> NewProject:
    """The ``docs.json`` with the settings of the ``mint.json`` in *folder*.

    :raises ProjectError: the file cannot be read.
    """
    config = read_site_config(folder.srcdir / MINT_JSON, folder.srcdir)
    if config.unusable is not None:
        raise ProjectError(f"{config.unusable.place}: {config.unusable.message}")
    text = _json(in_newer_names(config.value))
    lines = _conf_lines(folder, folder.theme) if folder.has_conf else ()
    return NewProject(files={folder.srcdir / DOCS_JSON: text}, conf_lines=lines)


def check_document(folder: Folder, written: str) -> str:
    """The path in *folder* of the document *written*.

    :raises ProjectError: it is not an OpenAPI document, or is outside the folder.
    """
    try:
        path = Path(folder.srcdir, written).resolve().relative_to(folder.srcdir.resolve())
    except ValueError:
        raise ProjectError(
            f"{written} is outside {folder.srcdir}: copy it there, or have navapi_documents in"
            " conf.py generate it",
            usage=True,
        ) from None
    name = path.as_posix()
    if not has_root_key(folder.srcdir / path, name, "openapi"):
        near = f"; found there: {', '.join(folder.documents)}" if folder.documents else ""
        raise ProjectError(
            f"{written} is not an OpenAPI document in {folder.srcdir}{near}", usage=True
        )
    return name


def installed_themes() -> list[str]:
    """The names of the HTML themes that Sphinx finds."""
    registered = {each.name for each in entry_points(group="sphinx.html_themes")}
    return sorted({*registered, *_SPHINX_THEMES, "navapi"})


def check_theme(folder: Folder, theme: str, supported: Collection[str] = ()) -> str:
    """The HTML theme *theme* if it is installed, or already that of the folder.

    :param supported: themes whose package has the theme's name. For any other name, that package
        could be anybody's, so no command installs it.
    :raises ProjectError: it is not; the message says how to install it, and which others are there.
    """
    registered = {each.name for each in entry_points(group="sphinx.html_themes")}
    known = set(installed_themes())
    name = theme.replace("-", "_")
    if theme == folder.theme or theme in known:
        return theme
    if name in known:
        raise ProjectError(f"there is no theme {theme}: it is called {name}", usage=True)
    installed = ", ".join(sorted(registered | {"navapi"}))
    near = nearest_word(theme, sorted({*known, *supported}))
    if name in supported:
        package = name.replace("_", "-")
        advice = f"install it with pip install {package}, or choose from {installed}"
    elif near:
        advice = f"did you mean {near}?"
    else:
        advice = f"install the package that has it, or choose from {installed}"
    raise ProjectError(f"there is no theme {theme}: {advice}", usage=True)


def plan_project(folder: Folder, answers: Answers) -> NewProject:
    """The files that *folder* lacks, and the lines for its ``conf.py``."""
    files: dict[Path, str] = {}
    conf_lines: tuple[str, ...] = ()
    config = {"name": answers.name, "navigation": {"groups": list(_groups(folder, answers))}}
    files[folder.srcdir / DOCS_JSON] = _json(config)
    if folder.has_conf:
        conf_lines = _conf_lines(folder, answers.theme)
    else:
        files[folder.srcdir / "conf.py"] = (
            f"project = {json.dumps(answers.name, ensure_ascii=False)}\n"
            'extensions = ["sphinx_navapi"]\n'
            f"html_theme = {json.dumps(answers.theme)}\n"
            'exclude_patterns = ["_build", "node_modules", ".venv"]\n'
        )
        if folder.root_doc not in folder.pages:
            files[folder.srcdir / f"{folder.root_doc}.md"] = (
                f"# {answers.name}\n\nThis page is `{folder.root_doc}.md`. `docs.json` lists"
                " the pages of the site.\n"
            )
    if answers.has_sample:
        files[folder.srcdir / SAMPLE_DOCUMENT] = _sample("openapi.yaml")
        files[folder.srcdir / f"{_SAMPLE_GUIDE}.md"] = _sample("first-request.md")
    return NewProject(files=files, conf_lines=conf_lines)


def _sample(name: str) -> str:
    return (Path(__file__).parent / "sample" / name).read_text("utf-8")


def _conf_lines(folder: Folder, theme: str) -> tuple[str, ...]:
    lines: list[str] = []
    if folder.extensions is None:
        lines.append('extensions = ["sphinx_navapi"]')
    elif "sphinx_navapi" not in folder.extensions:
        lines.append('extensions.append("sphinx_navapi")')
    if theme != folder.theme:
        lines.append(f"html_theme = {json.dumps(theme)}")
    return tuple(lines)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _groups(folder: Folder, answers: Answers) -> Iterator[dict[str, Any]]:
    """The groups of the navigation: pages by folder or existing toctrees, then the API."""
    if folder.has_conf:
        yield {"group": "", "toctree": folder.root_doc}
    else:
        by_folder: dict[str, list[str]] = {"": [folder.root_doc]}
        for page in folder.pages:
            if page != folder.root_doc:
                first, _, rest = page.partition("/")
                by_folder.setdefault(first if rest else "", []).append(page)
        if answers.has_sample:
            by_folder[""].append(_SAMPLE_GUIDE)
        for name, pages in by_folder.items():
            label = name.replace("-", " ").replace("_", " ").strip().capitalize()
            yield {"group": label or "Guide", "pages": pages}
    if answers.document is not None:
        yield {"group": "API reference", "openapi": answers.document}


def _likeliness(name: str) -> tuple[int, int, str]:
    stem = Path(name).stem.lower()
    rank = next((at for at, word in enumerate(_LIKELY) if stem.startswith(word)), len(_LIKELY))
    return name.count("/"), rank, name


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else []
