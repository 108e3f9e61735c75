"""Sphinx's own search: pages that it leaves out or favors, and incremental builds.

The index of an incremental build is made equal to that of a full one.

Sphinx loads the index of the last build and removes the pages that it builds again, but not words
that are then on no page. They would stay forever, so that the output would depend on earlier
builds. It also drops index entries of directives on pages that it does not build again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import snowballstemmer
from sphinx.search import languages
from sphinx.util.index_entries import split_index_msg

from sphinx_navapi.content.search_terms import text_terms
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.locale.interface import InterfaceWords, message
from sphinx_navapi.project.environment import env_site, writes_site
from sphinx_navapi.project.reporting import report_internals
from sphinx_navapi.project.sphinx_internals import indexed_entries, indexed_words, word_stemmer

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_navapi.project.site import Site

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
    language_words = getattr(language, "stopwords", ())
    terms = {term for word in language_words if isinstance(word, str) for term in text_terms(word)}
    return frozenset(terms) | set(_OF_QUESTIONS.split())


def stop_words_of(language: str) -> frozenset[str]:
    """Stop words in *language*, in which a part of the site is written; none if unknown."""
    language_class = languages.get(language.replace("-", "_")) or languages.get(
        language.partition("-")[0]
    )
    if isinstance(language_class, str):
        module, _, name = language_class.rpartition(".")
        language_class = getattr(import_module(module), name)
    words = getattr(language_class, "stopwords", ())
    return frozenset(term for word in words for term in text_terms(word))


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
    term_groups = (list(_members(group)) for group in groups) if isinstance(groups, list) else ()
    return [group for group in term_groups if len(group) > 1]


def _members(group: object) -> Iterator[str]:
    for member in group if isinstance(group, list) else ():
        terms = text_terms(member) if isinstance(member, str) else []
        if terms:
            yield " ".join(terms)


def setup(app: Sphinx, site: Site) -> None:
    """Complete the index after the pages are written, before it is."""
    app.connect("doctree-resolved", _stem_once)
    app.connect("html-collect-pages", forget_words)
    if site.configured and writes_site(app.builder):
        app.connect("html-page-context", partial(_add_script, site), priority=450)


#: Number of words whose stems are cached: 2 MB.
_WORDS: Final = 20_000


def _stem_once(app: Sphinx, *event: object) -> None:
    """Compute the stem of a word once, not for each page: 11 % of the build of 90 operations."""
    language: Any = getattr(getattr(app.builder, "indexer", None), "lang", None)
    if language is not None and not hasattr(language.stem, "cache_info"):
        language.stem = lru_cache(maxsize=_WORDS)(language.stem)


def _add_script(site: Site, app: Sphinx, pagename: str, *event: object) -> None:
    if pagename == "search":
        add_page_script(app, "navapi-excerpts.js", **search_boosts(site))


def forget_words(app: Sphinx) -> Iterator[Any]:
    """``html-collect-pages``: remove words that are on no page; adds no page itself."""
    report_internals(app, indexed=True)
    _forget_pages(app)
    for words in indexed_words(app.builder):
        for word in [word for word, docnames in words.items() if not docnames]:
            del words[word]
    _join_synonyms(app)
    _remember_index_entries(app)
    return iter(())


def _forget_pages(app: Sphinx) -> None:
    """Remove pages that are not searchable, with their titles and objects."""
    site = env_site(app.env)
    indexer = getattr(app.builder, "indexer", None)
    pages = site.plan.pages.values() if site is not None else ()
    hidden = {page.docname for page in pages if not page.search_weight}
    if hidden and indexer is not None:
        indexer.prune(app.env.found_docs - hidden)


def search_boosts(site: Site) -> dict[str, str]:
    """Attributes of the script of Sphinx's search page: factors of scores by docname."""
    weights = {name: page.search_weight for name, page in site.plan.pages.items()}
    boosts = {name: weight for name, weight in weights.items() if weight not in (0, 1)}
    return {"data-boosts": json.dumps(boosts)} if boosts else {}


def _remember_index_entries(app: Sphinx) -> None:
    """Give the indexer the index entries of all pages, in the form in which it collects them."""
    indexed = indexed_entries(app.builder)
    if indexed is None:
        return
    known, titles = indexed
    collected = app.env.domains.index_domain.entries
    entries = {
        docname: known[docname] if docname in known else sorted(_entries(collected[docname]))
        for docname in sorted(titles)
        if docname in known or docname in collected
    }
    known.clear()
    known.update(entries)


def _entries(collected: Iterable[tuple[Any, ...]]) -> set[tuple[str, str, str]]:
    entries = set()
    for kind, value, target, main, *_key in collected:
        try:
            words = split_index_msg(kind, value)
        except ValueError:
            continue
        entries |= {(word, target or "", main) for word in words}
    return entries


def _join_synonyms(app: Sphinx) -> None:
    """Make words of ``search.synonyms`` find what others of their group find, in Sphinx's search
    too.

    Pages are written again when the setting changes, and their words are collected again. Phrases
    are not supported by Sphinx's index, which consists of words.
    """
    site = env_site(app.env)
    stem = word_stemmer(app.builder)
    if site is None or stem is None:
        return
    for group in synonyms(site.plan.settings):
        stems = {stem(member) for member in group if " " not in member}
        for words in indexed_words(app.builder):
            pages = set().union(*(words.get(word, set()) for word in stems))
            if pages:
                words.update({word: set(pages) for word in stems})
