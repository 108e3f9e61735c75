"""Searching a site in another theme, with Sphinx's own index: ``searchindex.js``.

The scores are those of Sphinx's ``searchtools.js`` for titles, index entries and words; domain
objects are skipped, as operations are index entries too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.built_site.pages import SiteFiles
from sphinx_navapi.built_site.queries import stemmer, words_of

INDEX_FILE: Final = "searchindex.js"

#: Scores, as in ``searchtools.js``.
_TITLE, _PARTIAL_TITLE, _TERM, _PARTIAL_TERM, _ENTRY = 15, 7, 5, 2, 100

#: Maximum number of words: each is compared with all terms of the index.
_MOST_WORDS: Final = 8


@dataclass(frozen=True, slots=True)
class SphinxHit:
    """A matching page. :ivar anchor: of a section, ``""`` for the page itself."""

    docname: str
    title: str
    anchor: str
    heading: str
    score: float


class SphinxIndex:
    """The index of one state of a site.

    :raises ValueError: the file is not an index. :raises OSError: it cannot be read.
    """

    def __init__(self, files: SiteFiles) -> None:
        file = files.find(INDEX_FILE)
        if file is None:
            raise ValueError("no index")
        text = file.path.read_text("utf-8")
        value = json.loads(text[text.index("(") + 1 : text.rindex(")")])
        if not isinstance(value, dict):
            raise ValueError("no index")
        self._docnames: Sequence[str] = value["docnames"]
        self._names: Sequence[str] = value["titles"]
        self._headings = _places(value.get("alltitles", {}))
        self._entries = _places(value.get("indexentries", {}))
        self._terms: Mapping[str, Any] = value["terms"]
        self._title_terms: Mapping[str, Any] = value["titleterms"]
        # The index does not say which of them was used for its terms.
        self._stems: tuple[Callable[[str], str], ...] = (stemmer("english"), stemmer("porter"))

    def search(self, query: str) -> list[SphinxHit]:
        """The results of *query*, best first, without duplicate pages."""
        best: dict[int, SphinxHit] = {}
        for hit, page in (*self._named(query), *self._with_words(query)):
            known = best.get(page)
            if known is None or known.score < hit.score:
                best[page] = hit
        return sorted(best.values(), key=lambda hit: (-hit.score, hit.title.lower(), hit.docname))

    def _named(self, query: str) -> Iterator[tuple[SphinxHit, int]]:
        """Pages and sections whose title or index entry is similar to *query*."""
        phrase = " ".join(query.lower().split())
        for score, places in ((_TITLE, self._headings), (_ENTRY, self._entries)):
            for name, targets in places.items():
                if not phrase or phrase not in name.lower() or len(phrase) * 2 < len(name):
                    continue
                for page, anchor in targets:
                    is_title = score == _TITLE and self._names[page] == name
                    worth = score * len(phrase) / len(name) + is_title
                    heading = name if anchor and score == _TITLE else ""
                    yield self._hit(page, anchor if heading else "", heading, worth), page

    def _with_words(self, query: str) -> Iterator[tuple[SphinxHit, int]]:
        """Pages that have all words of *query*."""
        words = [word.lower() for word in words_of(query)][:_MOST_WORDS]
        each = [scores for word in words if (scores := self._pages_with(word)) or len(word) > 2]
        for page in frozenset(each[0]).intersection(*each[1:]) if each else ():
            yield self._hit(page, "", "", max(scores[page] for scores in each)), page

    def _pages_with(self, word: str) -> dict[int, float]:
        forms = {word, *(stem(word) for stem in self._stems)}
        scores: dict[int, float] = {}
        for terms, whole, part in (
            (self._terms, _TERM, _PARTIAL_TERM),
            (self._title_terms, _TITLE, _PARTIAL_TITLE),
        ):
            for term, pages in terms.items():
                if term.lower() in forms:
                    score = whole
                elif len(word) > 2 and word in term:
                    score = part
                else:
                    continue
                for page in pages if isinstance(pages, list) else [pages]:
                    scores[page] = max(scores.get(page, 0), score)
        return scores

    def _hit(self, page: int, anchor: str, heading: str, score: float) -> SphinxHit:
        return SphinxHit(self._docnames[page], self._names[page], anchor, heading, score)


def _places(index: Mapping[str, Any]) -> dict[str, list[tuple[int, str]]]:
    """Pages and anchors by name; rows have more fields in some versions of Sphinx."""
    return {
        _TAG.sub("", name): [(row[0], row[1] or "") for row in rows] for name, rows in index.items()
    }


_TAG = re.compile(r"<[^>]*>")
