"""The extension's configuration values: declared once, validated once.

Registration with Sphinx, validation and the reference table are all derived from the fields of
`NavApiConfig`; code reads that value, never ``app.config``.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import relative_name, unescape_pointer

_NAME = r"\{([A-Za-z][\w.+:-]*)\}"
_FENCE = re.compile(
    rf"[ \t]*(?:(?:[-*+]|\d{{1,9}}[.)]|>)[ \t]*)*(`{{3,}}|~{{3,}})[ \t]*(?:{_NAME})?"
)
_CODE = re.compile(rf"\\.|(?:{_NAME})?(?<!`)(`+)(?!`).*?(?<!`)\2(?!`)")


def myst_names(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The names of directives and roles in *text*, outside of code.

    Each with the line and the column of its brace, from 1.
    """
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not line[match.end() :].strip():
                fence = ""
        elif match and "`" not in line[match.end() :]:
            fence = match[1]
            if match[2]:
                yield match[2], (number, match.start(2))
        else:
            for code in _CODE.finditer(line):
                if code[1]:
                    yield code[1], (number, code.start(1))


#: Extensions in ``conf.py`` that imply Markdown documents.
MARKDOWN_EXTENSIONS = frozenset({"myst_parser", "myst_nb"})

#: Suffixes that this extension registers itself if a project has a site.
MARKDOWN_SUFFIXES = (".md", ".mdx")

#: MyST's extensions for what code hosts add to Markdown.
CODE_HOST_EXTENSIONS = ("alert", "strikethrough", "tasklist")


#: The dialects of ``.md`` files: Markdown with components, as in ``.mdx`` files, and MyST.
HOSTED, MYST = "hosted", "myst"


#: The search of a theme itself, and that of our theme in its place.
THEME_SEARCH, OUR_SEARCH = "theme", "navapi"


def markdown_dialect(setting: object, extensions: object, confdir: Path) -> str | None:
    """How ``.md`` files are read: `HOSTED` or `MYST`; ``None``: those in the navigation as `HOSTED`
    if they have no markup of MyST.

    :param setting: ``navapi_markdown``.
    :param extensions: those of the project: it has written its pages in MyST if it loads that.
    """
    if setting in (HOSTED, MYST):
        return str(setting)
    if not (confdir / "conf.py").is_file():
        return HOSTED
    return MYST if means_markdown(extensions) else None


def means_markdown(extensions: object) -> bool:
    """Whether a project that loads *extensions* uses Markdown files as documents."""
    names = extensions if isinstance(extensions, list | tuple | set | frozenset) else ()
    return any(isinstance(name, str) and name in MARKDOWN_EXTENSIONS for name in names)


class ConfLines:
    """Finds where the file *path* sets its values. Parses the file on first use."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, ast.expr] | None = None

    def find(self, name: str, pointer: str = "") -> int | None:
        """The line of the part at *pointer* of the value of *name*, or the nearest known line.

        ``None`` if the file does not set it at its top level, or is not valid Python.
        """
        if self._values is None:
            self._values = _top_level_values(self._path)
        value = self._values.get(name)
        if value is None:
            return None
        line = value.lineno
        for segment in pointer.split("/")[1:]:
            member = _step(self._written(value), unescape_pointer(segment))
            if member is None:
                break
            value, line = member
        return line

    def _written(self, value: ast.expr) -> ast.expr:
        """*value*, or the value assigned to the variable that it names."""
        if isinstance(value, ast.Name) and self._values is not None:
            return self._values.get(value.id, value)
        return value


def conf_places(conf_file: Path, srcdir: Path) -> Callable[[str], Place]:
    """A function that returns the place where *conf_file* sets a name."""
    lines, file = ConfLines(conf_file), relative_name(conf_file, srcdir)
    return lambda name: Place(file=file, line=lines.find(name))


def _top_level_values(path: Path) -> dict[str, ast.expr]:
    try:
        module = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    values: dict[str, ast.expr] = {}
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        else:
            continue
        for target in targets:
            if isinstance(target, ast.Name) and statement.value is not None:
                values[target.id] = statement.value
    return values


def _step(value: ast.expr, key: str) -> tuple[ast.expr, int] | None:
    """The member *key* of a dict or list display, with its line; ``None`` if there is none."""
    if isinstance(value, ast.Dict):
        for name, member in zip(value.keys, value.values, strict=True):
            if isinstance(name, ast.Constant) and str(name.value) == key:
                return member, name.lineno
    elif isinstance(value, ast.List | ast.Tuple) and key.isdecimal() and int(key) < len(value.elts):
        member = value.elts[int(key)]
        return member, member.lineno
    return None


#: Prefix of all configuration values.
PREFIX = "navapi_"

#: Maximum depth of nested properties on a page: beyond that, pages explode in size.
MAX_SCHEMA_DEPTH = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfVal:
    """A configuration value of ``conf.py``.

    :ivar rebuild: as in `sphinx.config`: ``env`` reads all pages again, ``html`` writes them.
    :ivar types: the types that Sphinx itself accepts.
    :ivar accepts: whether a value is valid.
    :ivar expected: description of a valid value.
    """

    name: str
    default: Any
    types: tuple[type, ...]
    rebuild: str
    accepts: Callable[[Any], bool]
    expected: str
    help: str


def _confval(
    default: Any = MISSING,
    *,
    factory: Any = MISSING,
    types: tuple[type, ...],
    rebuild: str,
    accepts: Callable[[Any], bool],
    expected: str,
    text: str,
) -> Any:
    """A field of `NavApiConfig` with everything known about its value.

    :param factory: creates the default, if it is mutable.
    """
    metadata = {
        "types": types,
        "rebuild": rebuild,
        "accepts": accepts,
        "expected": expected,
        "help": text,
    }
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata)
    return field(default=default, metadata=metadata)


def _true_or_false(default: bool, *, rebuild: str, text: str) -> Any:
    return _confval(
        default,
        types=(bool,),
        rebuild=rebuild,
        accepts=lambda value: isinstance(value, bool),
        expected="True or False",
        text=text,
    )


def _output(text: str) -> Any:
    """A setting for what pages show or what is written beside them, with its usual options."""
    return _true_or_false(True, rebuild="html", text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class NavApiConfig:
    """The configuration values, all valid. :ivar config: as set, file or mapping."""

    config: str | Mapping[str, Any] = _confval(
        "docs.json",
        types=(str, dict),
        # The plan decides which pages are read again.
        rebuild="",
        accepts=lambda value: (
            isinstance(value, Mapping) or (isinstance(value, str) and bool(value.strip()))
        ),
        expected="the path of a file, relative to conf.py, or a dict",
        text="The site configuration: a file, relative to conf.py, or the same object as a dict.",
    )
    reference_matching: str = _confval(
        "exact",
        types=(str,),
        rebuild="",
        accepts=lambda value: value in ("exact", "lenient"),
        expected='"exact" or "lenient"',
        text="Whether an operation reference must match the document's method and path exactly,"
        " or may differ in the case of the method and a trailing slash.",
    )
    adapt_theme: bool = _output(
        "Add tabs, anchors, selectors, sidebar and breadcrumbs to other themes."
    )
    search: str = _confval(
        THEME_SEARCH,
        types=(str,),
        rebuild="html",
        accepts=lambda value: value in (THEME_SEARCH, OUR_SEARCH),
        expected=f'"{THEME_SEARCH}" or "{OUR_SEARCH}"',
        text="The search of other themes: their own, or that of the theme `navapi`, which their"
        " search box then opens.",
    )
    markdown_files: bool = _output(
        "Also write pages as Markdown: `<page>.md` for operations, schemas, Markdown and MDX."
    )
    llms_txt: bool = _output(
        "Write `llms.txt`, which lists the Markdown files, and `llms-full.txt`, which contains"
        " them; requires `navapi_markdown_files`."
    )
    sitemap: bool = _output(
        "Write `sitemap.xml` if `html_baseurl` is set, unless the project or another extension"
        " provides one."
    )
    not_found_page: bool = _output(
        "Write `404.html`, unless the project or another extension provides one."
    )
    markdown: str | None = _confval(
        None,
        types=(str,),
        rebuild="env",
        accepts=lambda value: value in (None, HOSTED, MYST),
        expected='"hosted" or "myst"',
        text="How `.md` files are read: like `.mdx` files, with components, or by MyST. By default,"
        " by MyST if `conf.py` loads it. Otherwise like `.mdx` files: without a `conf.py` all of"
        " them, and with one those in the navigation without directives or roles.",
    )
    documents: Mapping[str, str | Sequence[str]] = _confval(
        factory=dict,
        types=(dict,),
        # Their content decides what is read again, as with files.
        rebuild="",
        accepts=lambda value: isinstance(value, Mapping),
        expected='a dict such as {"api": "myproject.main:app"}',
        text="OpenAPI documents generated by code, by name: a Python object or a command.",
    )
    functions: Mapping[str, str] = _confval(
        factory=dict,
        types=(dict,),
        rebuild="",
        accepts=lambda value: (
            isinstance(value, Mapping)
            and all(isinstance(each, str) for item in value.items() for each in item)
        ),
        expected='a dict such as {"client.list_books": "GET /books", "client.books.*": "api"}',
        text="The operation of a documented Python function; for all functions below a name ending"
        " in `.*`, the document with their operationIds.",
    )
    remote_documents: bool = _true_or_false(
        True,
        rebuild="",
        text="Whether OpenAPI documents at https URLs may be fetched during the build.",
    )
    schema_depth: int = _confval(
        3,
        types=(int,),
        rebuild="env",
        accepts=lambda value: (
            isinstance(value, int)
            and not isinstance(value, bool)
            and 1 <= value <= MAX_SCHEMA_DEPTH
        ),
        expected=f"a number from 1 to {MAX_SCHEMA_DEPTH}",
        text="Levels of nested properties shown on a page; deeper ones link to their own page.",
    )
    book_languages: Sequence[str] = _confval(
        (),
        types=(list, tuple),
        rebuild="",
        accepts=lambda value: (
            isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
        ),
        expected='a list such as ["python", "curl"]',
        text="The languages of samples in PDF, ePub and manual pages; by default only the first of"
        " each operation.",
    )

    @classmethod
    def from_values(
        cls, get: Callable[[str], Any], place: Callable[[str], Place] | None = None
    ) -> tuple[NavApiConfig, list[Diagnostic]]:
        """The configuration and its problems: an invalid value is replaced by the default.

        :param get: returns the value set for a full name, such as ``navapi_config``.
        :param place: returns where the value of a full name is set.
        """
        values: dict[str, Any] = {}
        diagnostics: list[Diagnostic] = []
        for confval in CONFVALS:
            value = get(confval.name)
            if confval.accepts(value):
                values[confval.name.removeprefix(PREFIX)] = value
                continue
            default = confval.default
            instead = "" if default is None else f", and the default {default!r} is used"
            diagnostics.append(
                Diagnostic(
                    subtype=Subtype.CONFIG,
                    message=f"{confval.name}: {show(value)} is ignored{instead}:"
                    f" set it to {confval.expected}",
                    place=place(confval.name) if place else Place(file="conf.py"),
                )
            )
        return cls(**values), diagnostics


def _declare(entry: Field[Any]) -> ConfVal:
    metadata = entry.metadata
    return ConfVal(
        name=PREFIX + entry.name,
        default=entry.default if entry.default_factory is MISSING else entry.default_factory(),
        types=metadata["types"],
        rebuild=metadata["rebuild"],
        accepts=metadata["accepts"],
        expected=metadata["expected"],
        help=metadata["help"],
    )


def find_unknown_confvals(
    names: Iterable[str], place: Callable[[str], Place]
) -> Iterator[Diagnostic]:
    """One warning per name in ``conf.py`` that looks like a value of ours but is not.

    :param names: set by the file. :param place: returns where it sets one.
    """
    known = [confval.name for confval in CONFVALS]
    for name in names:
        if not name.startswith(PREFIX) or name in known:
            continue
        meant = nearest_word(name, known)
        advice = f"did you mean {meant}?" if meant else f"use one of {', '.join(known)}"
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f"the configuration value {name} is unknown and ignored: {advice}",
            place=place(name),
        )


#: All configuration values, in the order of the reference.
CONFVALS = tuple(_declare(entry) for entry in fields(NavApiConfig))


#: The file, and its older form, which `mint_json` reads.
DOCS_JSON: Final = "docs.json"
MINT_JSON: Final = "mint.json"


def site_file_of(value: str, srcdir: Path, confdir: Path) -> Path:
    """The file of ``navapi_config``, which may not exist.

    It is read beside the sources, else beside ``conf.py``: with ``sphinx-build -c``, one
    ``conf.py`` may build several versions of the sources, each with its own navigation.
    """
    beside_sources = site_file(srcdir / value)
    return beside_sources if os.path.lexists(beside_sources) else site_file(confdir / value)


def site_file(path: Path) -> Path:
    """*path*, or if that is a ``docs.json`` that does not exist, a ``mint.json`` in its folder."""
    older = path.with_name(MINT_JSON)
    return older if path.name == DOCS_JSON and not path.is_file() and older.is_file() else path
