"""Words of search that are not of a page: those that say nothing, synonyms, and the interface's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import snowballstemmer

from sphinx_navapi.content.search_terms import text_terms
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.locale.interface import InterfaceWords, message

if TYPE_CHECKING:
    from sphinx.builders import Builder

#: What the dialog says beside the words that each page has for it.
_SHOWN: Final = {
    "results": message("Results"),
    "none": message("Nothing found"),
    "hint": message("Check the spelling, or try fewer or other words."),
    "recent": message("Recently opened"),
    "others": message("Other versions and languages"),
    "p": message("Parameters"),
    "b": message("Request body"),
    "r": message("Responses"),
}

#: Beside those of Sphinx's word list: what questions are made of.
_OF_QUESTIONS: Final = "can could do does how i my need should want what when where which who why"


#: English words that titles of operations use for the same thing; they find each other weakly.
RELATED: Final = (
    ("create", "add", "new", "make", "post"),
    ("delete", "remove"),
    ("update", "edit", "change", "modify", "set", "patch"),
    ("get", "fetch", "retrieve", "read", "show"),
    ("run", "start", "trigger", "execute"),
    ("cancel", "stop", "abort"),
)


def search_words(words: InterfaceWords) -> dict[str, str]:
    """The words of the dialog in a language."""
    return {name: words(text) for name, text in _SHOWN.items()}


def stop_words(builder: Builder) -> frozenset[str]:
    """Terms that say nothing, in the language of the project."""
    language = getattr(getattr(builder, "indexer", None), "lang", None)
    given = getattr(language, "stopwords", ())
    found = {term for word in given if isinstance(word, str) for term in text_terms(word)}
    return frozenset(found) | set(_OF_QUESTIONS.split())


def stemmer_name(builder: Builder) -> str:
    """What Snowball calls the stemmer of the project's language, ``""`` where it has none.

    Releases of Sphinx differ in which one they use for English.
    """
    language = getattr(getattr(builder, "indexer", None), "lang", None)
    stem = getattr(language, "stem", None)
    known = snowballstemmer.algorithms()
    for name in (str(getattr(language, "language_name", "")).lower(), "english", "porter"):
        if callable(stem) and name in known:
            made = snowballstemmer.stemmer(name)
            if all(made.stemWord(word) == stem(word) for word in _PROBES):
                return str(name)
    return ""


#: Words that the stemmers of English cut in different ways, and a stemmer of none leaves whole.
_PROBES: Final = ("generously", "dying", "skies", "replied")


def synonyms(settings: Mapping[str, Any]) -> list[list[str]]:
    """``search.synonyms``: groups of words that stand for each other, as terms."""
    groups = as_mapping(settings.get("search")).get("synonyms")
    found = (list(_members(group)) for group in groups) if isinstance(groups, list) else ()
    return [group for group in found if len(group) > 1]


def _members(group: object) -> Iterator[str]:
    for member in group if isinstance(group, list) else ():
        terms = text_terms(member) if isinstance(member, str) else []
        if terms:
            yield " ".join(terms)
