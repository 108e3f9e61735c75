"""The extension's configuration values: declared once, checked once.

Registration with Sphinx, validation and the reference table all follow from the
fields of `NavApiConfig`; code reads that value and never ``app.config``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any

from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word

#: What the names of all configuration values begin with.
PREFIX = "navapi_"

#: Levels of nested properties that a page may be asked to show: beyond, pages explode.
MAX_SCHEMA_DEPTH = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfVal:
    """A configuration value of ``conf.py``.

    :ivar rebuild: as in `sphinx.config`: ``env`` reads all pages again, ``html`` writes them.
    :ivar types: what Sphinx itself checks against.
    :ivar accepts: whether a value is usable.
    :ivar expected: what to write, in words.
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
    """A field of `NavApiConfig` with all that there is to say of its value.

    :param factory: makes the default where that can be changed.
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
    """Of something that pages show or that is written beside them, unless one says otherwise."""
    return _true_or_false(True, rebuild="html", text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class NavApiConfig:
    """The configuration values, each usable. :ivar config: as set, file or mapping."""

    config: str | Mapping[str, Any] = _confval(
        "docs.json",
        types=(str, dict),
        # The plan decides what must be read again, page by page.
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
        text="Whether an operation reference must equal the document's method and path to the"
        " letter, or may differ in the method's case and a trailing slash.",
    )
    adapt_theme: bool = _output(
        "Put tabs, anchors, selectors, sidebar and breadcrumbs into a theme that is not ours."
    )
    markdown_files: bool = _output(
        "Write pages as Markdown, too: `<page>.md` for operations, schemas, Markdown and MDX."
    )
    llms_txt: bool = _output(
        "Write `llms.txt`, which lists the Markdown files, and `llms-full.txt`, which holds them;"
        " without those there is none."
    )
    sitemap: bool = _output(
        "Write `sitemap.xml`, where `html_baseurl` is set and neither the project nor another"
        " extension has one."
    )
    not_found_page: bool = _output(
        "Write `404.html`, where neither the project nor another extension has one."
    )
    documents: Mapping[str, str | Sequence[str]] = _confval(
        factory=dict,
        types=(dict,),
        # What they say decides what is read again, as with files.
        rebuild="",
        accepts=lambda value: isinstance(value, Mapping),
        expected='a dict such as {"api": "myproject.main:app"}',
        text="OpenAPI documents that code writes, by name: a Python object or a command.",
    )
    remote_documents: bool = _true_or_false(
        True,
        rebuild="",
        text="Whether an OpenAPI document at an https URL may be fetched during the build.",
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
        text="Levels of nested properties that a page shows; deeper ones link to their own page.",
    )

    @classmethod
    def from_values(
        cls, get: Callable[[str], Any], place: Callable[[str], Place] | None = None
    ) -> tuple[NavApiConfig, list[Diagnostic]]:
        """The configuration, and what was wrong: a bad value gives way to the default.

        :param get: the value set for a full name, such as ``navapi_config``.
        :param place: where the value of a full name is set.
        """
        values: dict[str, Any] = {}
        diagnostics: list[Diagnostic] = []
        for confval in CONFVALS:
            value = get(confval.name)
            if confval.accepts(value):
                values[confval.name.removeprefix(PREFIX)] = value
                continue
            diagnostics.append(
                Diagnostic(
                    subtype=Subtype.CONFIG,
                    message=f"{confval.name}: {show(value)} is ignored, and the default"
                    f" {confval.default!r} is used: set it to {confval.expected}",
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
    """One warning per name of ``conf.py`` that looks like a value of ours and is none.

    :param names: that the file sets. :param place: where it sets one.
    """
    known = [confval.name for confval in CONFVALS]
    for name in names:
        if not name.startswith(PREFIX) or name in known:
            continue
        meant = nearest_word(name, known)
        advice = f"did you mean {meant}?" if meant else f"there are {', '.join(known)}"
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f"the configuration value {name} is unknown and ignored: {advice}",
            place=place(name),
        )


#: All configuration values, in the order of the reference.
CONFVALS = tuple(_declare(entry) for entry in fields(NavApiConfig))
