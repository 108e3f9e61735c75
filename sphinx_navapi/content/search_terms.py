"""The search terms of a page's parts, as stored in the index of our theme.

`navapi-finder.js` parses queries by the same rules; change both together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from sphinx_navapi.content.search_words import BlockWords

#: Positions of a term, the highest weight first; a term only counts at its highest position.
PLACES: Final = "tnhpblxrs"
TITLE, NAME, HEADING, PARAMETER, BODY, LEAD, TEXT, RESPONSE, SAID = PLACES

#: Position of the names in a block of an operation page; others are the page's own.
_OF_BLOCK: Final = {
    "parameters": PARAMETER, "body": BODY, "responses": RESPONSE, "security": PARAMETER,
    "schema": BODY, "callbacks": BODY,
}  # fmt: skip

#: Longer ones are keys, hashes and URLs.
_LONGEST: Final = 40

_LINK = re.compile("\0")
_WORD = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z\d]+|[^\W_A-Za-z\d]+")
#: Scripts without spaces between words.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+")


#: Stands for the title of a link's target, which is only known once all pages are read.
LINK: Final = "\0"


@dataclass(frozen=True, slots=True)
class SearchLink:
    """A link that shows the title of its target.

    :ivar domain: of Sphinx, and :ivar kind: of the reference in it.
    :ivar anchor: in the target, if it is a page. :ivar text: what is shown if there is no title.
    """

    domain: str
    kind: str
    target: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class SearchUnit:
    """A page up to its first section, or a section: the target of a result.

    :ivar anchor: ``""``: the top of the page. :ivar heading: likewise.
    :ivar excerpt: the start of its text.
    :ivar terms: for some of `PLACES` their terms, separated by spaces.
    :ivar links: a link for each `LINK` in the heading, then those in the text.
    """

    anchor: str
    heading: str
    excerpt: str
    terms: tuple[tuple[str, str], ...]
    links: tuple[SearchLink, ...] = ()

    def with_titles(self, title_of: Callable[[SearchLink], str]) -> SearchUnit:
        """The unit with titles in place of its links, also among its terms."""
        if not self.links:
            return self
        titles = list(map(title_of, self.links))
        left = iter(titles)
        heading, excerpt = (
            _LINK.sub(lambda _match: next(left), text) for text in (self.heading, self.excerpt)
        )
        count = self.heading.count(LINK)
        found = ((HEADING, titles[:count]), (TEXT, titles[count:]))
        more = ((place, " ".join(text_terms(" ".join(each)))) for place, each in found)
        return SearchUnit(
            self.anchor, heading, excerpt, (*self.terms, *(pair for pair in more if pair[1]))
        )


def unit_terms(
    *,
    heading: str = "",
    texts: Iterable[str] = (),
    blocks: Iterable[tuple[str, BlockWords]] = (),
) -> tuple[tuple[str, str], ...]:
    """The terms of a unit.

    :param heading: of a section; at the top of a page the first of *texts* is its summary.
    :param blocks: kind and words.
    """
    found: dict[str, dict[str, None]] = {place: {} for place in PLACES}
    found[HEADING] = _unique(heading)
    for position, text in enumerate(texts):
        found[TEXT if position or heading else LEAD] |= _unique(text)
    for kind, words in blocks:
        place = _OF_BLOCK.get(kind, NAME)
        for name in words.names:
            found[place] |= _unique(name)
        for text in words.said:
            found[SAID] |= _unique(text)
    taken: set[str] = set()
    terms = []
    for place in PLACES:
        fresh = [term for term in found[place] if term not in taken]
        taken.update(fresh)
        if fresh:
            terms.append((place, " ".join(fresh)))
    return tuple(terms)


def _unique(text: str) -> dict[str, None]:
    return dict.fromkeys(text_terms(text))


def text_terms(text: str) -> list[str]:
    """The terms of *text* in order.

    ``createAlert`` gives ``createalert``, ``create`` and ``alert``; scripts without spaces give
    each pair of adjacent characters; accents and case are ignored.
    """
    if not text.isascii():
        split = unicodedata.normalize("NFKD", text)
        text = "".join(each for each in split if unicodedata.category(each)[0] != "M")
    terms: list[str] = []
    for word in _WORD.findall(text):
        if not word.isascii() and _UNSPACED.search(word):
            terms += _pairs(word)
            continue
        if len(word) <= _LONGEST:
            terms.append(word.lower().strip("_"))
        if word.islower() and "_" not in word:
            continue
        parts = _PART.findall(word)
        if len(parts) > 1:
            terms += [part.lower() for part in parts if 1 < len(part) <= _LONGEST]
    return [term for term in terms if term]


def _pairs(word: str) -> list[str]:
    found, at = [], 0
    for match in _UNSPACED.finditer(word):
        found += text_terms(word[at : match.start()])
        run, at = match[0], match.end()
        found += [run[i : i + 2] for i in range(max(1, len(run) - 1))]
    return found + text_terms(word[at:])
