"""Search words that do not depend on pages: stop words, synonyms, and the interface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import snowballstemmer

from sphinx_navapi.content.search_terms import text_terms
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.locale.interface import InterfaceWords, message

if TYPE_CHECKING:
    from sphinx.builders import Builder

#: Texts of the search dialog beyond those in each page.
_SHOWN: Final = {
    "results": message("Results"),
    "none": message("Nothing found"),
    "hint": message("Check the spelling, or try fewer or different words."),
    "recent": message("Recently opened"),
    "others": message("Other versions and languages"),
    "p": message("Parameters"),
    "b": message("Request body"),
    "r": message("Responses"),
}

#: Stop words of questions, in addition to Sphinx's list.
_OF_QUESTIONS: Final = "can could do does how i my need should want what when where which who why"


#: English synonyms in titles of operations; they match each other with a low weight.
RELATED: Final = (
    ("create", "add", "new", "make", "post"),
    ("delete", "remove"),
    ("update", "edit", "change", "modify", "set", "patch"),
    ("get", "fetch", "retrieve", "read", "show"),
    ("run", "start", "trigger", "execute"),
    ("cancel", "stop", "abort"),
)


def search_words(words: InterfaceWords) -> dict[str, str]:
    """The texts of the search dialog in a language."""
    return {name: words(text) for name, text in _SHOWN.items()}


def stop_words(builder: Builder) -> frozenset[str]:
    """Stop words in the language of the project."""
    language = getattr(getattr(builder, "indexer", None), "lang", None)
    given = getattr(language, "stopwords", ())
    found = {term for word in given if isinstance(word, str) for term in text_terms(word)}
    return frozenset(found) | set(_OF_QUESTIONS.split())


def stemmer_name(builder: Builder) -> str:
    """The Snowball name of the stemmer for the project's language, ``""`` if it has none.

    Versions of Sphinx use different ones for English.
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


#: Words that the English stemmers reduce differently, and no stemming leaves unchanged.
_PROBES: Final = ("generously", "dying", "skies", "replied")


def synonyms(settings: Mapping[str, Any]) -> list[list[str]]:
    """``search.synonyms``: groups of equivalent words, as terms."""
    groups = as_mapping(settings.get("search")).get("synonyms")
    found = (list(_members(group)) for group in groups) if isinstance(groups, list) else ()
    return [group for group in found if len(group) > 1]


def _members(group: object) -> Iterator[str]:
    for member in group if isinstance(group, list) else ():
        terms = text_terms(member) if isinstance(member, str) else []
        if terms:
            yield " ".join(terms)
