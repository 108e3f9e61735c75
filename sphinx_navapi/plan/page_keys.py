"""Problems in the metadata of a page file: misspelled keys and invalid values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.value_problems import ValueProblem, inert_key, misspelt_key, show
from sphinx_navapi.config.value_types import (
    AnyValue,
    ChoiceValue,
    FactorValue,
    FlagValue,
    LinkValue,
    TextValue,
    ValueType,
    wrong_type,
)
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.causes import Cause
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.front_matter import PageHead
from sphinx_navapi.openapi.document import METHODS
from sphinx_navapi.plan.metadata import number_of
from sphinx_navapi.plan.page_operation import is_page_operation

_ANY: Final = AnyValue()
_FLAG: Final = FlagValue()

#: Known keys with the types of their values. Keys for operations and addresses are checked where
#: they are read.
PAGE_KEYS: Final[Mapping[str, ValueType]] = {
    **dict.fromkeys(
        (
            "icon", "openapi", "asyncapi", "openapi-schema", "api", "url", "keywords",
            "contentType", "authors", "createdDate", "lastUpdatedDate", "related",
        ),
        _ANY,
    ),
    **dict.fromkeys(("title", "sidebarTitle", "description", "tag"), TextValue()),
    **dict.fromkeys(
        (
            "timestamp", "deprecated", "rss", "hidden", "noindex", "searchable",
            "hideFooterPagination",
        ),
        _FLAG,
    ),
    "boost": FactorValue(),
    "canonical": LinkValue(absolute=True),
    "mode": ChoiceValue(("wide", "center", "custom", "frame")),
    "playground": ChoiceValue(("interactive", "simple", "none", "auth")),
    "authMethod": ChoiceValue(("bearer", "basic", "key", "cookie", "none", "cobo")),
}  # fmt: skip

_INERT: Final = {key.name: key for key in hosted_keys.PAGE}

#: Words that hosted services use for the default.
_DEFAULT_WORDS: Final[Mapping[str, frozenset[str]]] = {"mode": frozenset({"default"})}

#: Keys of Sphinx, MyST, docutils and other tools that resemble ours.
_OF_OTHER_TOOLS: Final = frozenset(
    {
        "apis", "author", "date", "hide", "iconType", "icons", "id", "keyword", "meta", "model",
        "name", "order", "public", "slug", "subtitle", "tags", "titles", "type", "urls", "version",
    }
)  # fmt: skip


def find_head_problems(head: PageHead, path: str) -> Iterator[Diagnostic]:
    """One warning per misspelled key or invalid value. :param path: of the page file."""
    for key, value in head.metadata.items():
        kind = PAGE_KEYS.get(key)
        if key in _INERT:
            yield _diagnose(head, path, inert_key(key, key, _INERT[key].help))
        elif kind is None:
            others = [name for name in PAGE_KEYS if name not in head.metadata]
            meant = None if key in _OF_OTHER_TOOLS or ":" in key else nearest_word(key, others)
            if meant is not None:
                yield _diagnose(head, path, misspelt_key(key, key, meant))
        elif key == "api" and value and not is_page_operation(value):
            yield _diagnose(head, path, ValueProblem(key, _not_an_operation(value)))
        elif key == "mode" and value in hosted_keys.MODES:
            text = f"mode: {show(value)} has no effect: it belongs to the hosted service"
            found = ValueProblem(key, text, level=Level.INFO, subtype=Subtype.INERT_KEY)
            yield _diagnose(head, path, found)
        elif value not in (None, "") and not _is_usable(key, kind, value):
            yield _diagnose(head, path, ValueProblem(key, f"{key}: {wrong_type(value, kind)}"))


def _not_an_operation(value: Any) -> str:
    words = value.split() if isinstance(value, str) else []
    near = nearest_word(words[0].upper(), map(str.upper, METHODS)) if words else None
    written = " ".join([near, *words[1:]]) if near and words[1:] else "GET https://…"
    return (
        f"api: {show(value)} is not a method and a URL, so the page shows no operation: use"
        f' "{written}"'
    )


def _is_usable(key: str, kind: ValueType, value: Any) -> bool:
    if isinstance(kind, FlagValue) and isinstance(value, str):
        # Fields of reStructuredText only contain strings.
        return value.strip().lower() in {"true", "false"}
    if isinstance(kind, FactorValue):
        return number_of({key: value}, key) is not None
    if isinstance(kind, TextValue) and isinstance(value, int | float):
        # Read as text, except for booleans.
        return not isinstance(value, bool)
    return kind.accepts(value) or value in _DEFAULT_WORDS.get(key, ())


def _diagnose(head: PageHead, path: str, problem: ValueProblem) -> Diagnostic:
    line = head.lines.get(problem.pointer)
    inert = problem.subtype is Subtype.INERT_KEY
    return Diagnostic(
        subtype=problem.subtype if inert else Subtype.PAGE_METADATA,
        message=problem.text,
        place=Place(file=path, line=line, column=1 if line else None),
        level=problem.level,
        cause=Cause(key=f"{problem.subtype}:{problem.text}") if inert else None,
    )
