"""Searching the pages of a built site like its search dialog: ``navapi-finder.js`` for programs.

The same index, weights and order; the shared handling of words is in `queries`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sphinx_navapi.built_site.queries import (
    AskedVerb,
    Slot,
    asked_stems,
    exactly,
    is_near,
    may_name_schema,
    path_fit,
    slots_of,
    verb_of,
    words_of,
)
from sphinx_navapi.built_site.search_index import IndexedPlace, SiteIndex, WordFile, decode

#: Weight of a term by its position (`content.search_terms.PLACES`).
_WEIGHTS: Final = {
    "t": 10, "n": 6, "h": 7, "p": 5, "b": 5, "l": 4, "x": 2.5, "r": 2.2, "s": 1.6,
}  # fmt: skip

_TITLE, _NAMES = "t", "tn"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchHit:
    """A matching page, or a section of it.

    :ivar anchor: of the section, ``""`` for the page itself; :ivar heading: likewise.
    :ivar method: lower case, ``schema`` or ``""``; :ivar path: of the operation.
    """

    docname: str
    title: str
    anchor: str
    heading: str
    trail: str
    method: str
    path: str
    place: IndexedPlace
    row: Sequence[Any]
    unit: int
    score: float
    exact: float
    is_whole: bool
    is_sure: bool

    @property
    def worth(self) -> float:
        """The sort key of hits."""
        return self.exact + self.score

    def excerpt(self) -> str:
        """The start of the text at the hit."""
        return self.place.text(self.row, self.unit)


@dataclass(slots=True)
class _Match:
    score: float
    at: str
    is_own: bool = True


@dataclass(slots=True)
class _PageFinding:
    """The matches in a page.

    :ivar did: position of the query's verb in it. :ivar units: score by part.
    """

    sum: float = 0
    titles: int = 0
    seen: float = 0
    whole: int = 0
    did: str = ""
    units: dict[int, float] = field(default_factory=dict)


#: Quality of the parts of an identifier if the index contains the identifier itself.
_PARTS_BESIDE_WHOLE: Final = 0.2

#: Factor of a page by its kind, except operations: their own pages come before texts that mention
#: them, schemas after what uses them, and pages that list operations contain the words of all.
_KINDS: Final = {"": 1, "schema": 0.4, "overview": 0.8, "webhook": 1}

#: Factor of schemas if the query may have the name of one.
_NAMED: Final = 0.8

#: Factors of an operation if its method is, or is not, one of the verb in the query.
_ASKED, _NOT_ASKED = 1.1, 0.7

#: Factor of an operation whose path ends unlike those that the verb asks for.
_OTHER_END: Final = 0.85


def search(index: SiteIndex, places: Sequence[IndexedPlace], query: str) -> list[SearchHit]:
    """The results of *query* in *places*, best first."""
    hits = [hit for place in places for hit in _search_place(index, place, query)]
    hits.sort(key=lambda hit: (-hit.worth, len(hit.path), hit.docname))
    # Pages with only the least important words are dropped if others match all.
    least = max((0.0, *(hit.score for hit in hits[:20]))) / 12
    return [hit for hit in hits if hit.exact or hit.score > least]


def is_enough(hits: Sequence[SearchHit]) -> bool:
    """Whether *hits* answer the query, so that other languages or versions are not searched."""
    return len(hits) > 4 and any(hit.is_whole for hit in hits)


def is_sure(hits: Sequence[SearchHit]) -> bool:
    """Whether every word of the query is in one of *hits*, as it is written."""
    return any(hit.is_whole and hit.is_sure for hit in hits)


def near_places(index: SiteIndex, language: str, version: str) -> list[IndexedPlace]:
    """The places of *language* and *version*, including those without; ``""`` is any."""
    return [
        place
        for place in index.places
        if (not place.language or not language or place.language == language)
        and (not place.version or not version or place.version == version)
    ]


def _search_place(index: SiteIndex, place: IndexedPlace, query: str) -> list[SearchHit]:
    rows = place.rows
    slots = slots_of(query, index.common, index.stem)
    verb = verb_of(slots, index.common)
    if verb is not None and verb.slot.idle:
        # Stop words may be verbs ("all", "show").
        active = replace(verb.slot, idle=False)
        slots = [active if slot is verb.slot else slot for slot in slots]
        verb = replace(verb, slot=active)
    if any(not slot.idle for slot in slots):
        few = len(slots) < 3
        slots = [slot for slot in slots if not slot.idle or few]
    stems, is_named = asked_stems(slots, verb, index.stem), may_name_schema(query)
    pages: dict[int, _PageFinding] = {}
    total, verb_worth, sure = 0.0, 0.0, True
    for slot in slots:
        is_verb = verb is not None and slot is verb.slot
        worth, is_near_only = _add_slot(index, place, slot, pages, is_verb=is_verb)
        total += worth
        if is_verb:
            verb_worth = worth
        elif not slot.idle and is_near_only:
            sure = False
    needed = sum(not slot.idle for slot in slots)
    exact_of = exactly(query)
    hits = []
    for page, finding in pages.items():
        row = rows[page]
        named = [word for word in words_of(row[1]) if word.lower() not in index.common["stop"]]
        share = min(1, finding.titles / (len(named) or 1))
        method = row[5] if len(row) > 5 else ""
        kind = _NAMED if method == "schema" and is_named else _KINDS.get(method, 1.15)
        path = row[6] if len(row) > 6 else ""
        if path.startswith("/"):
            kind *= 1 + 0.3 * path_fit(path, stems, index.stem)
            if verb is not None:
                kind *= _verb_factor(verb, finding, method, path, verb_worth)
        deprecated = 0.8 if len(row) > 8 and row[8] else 1
        weight = deprecated * (row[9] if len(row) > 9 else 1)
        score = finding.sum * (finding.seen / total) ** 2 * (0.75 + 0.5 * share) * kind * weight
        whole, exact = finding.whole == needed, exact_of(row)
        # A page with all words in its title is the result itself, not one of its sections.
        is_titled = exact > 0 or 0 < needed == finding.titles
        hits.append(
            _hit(place, page, score, exact, whole, sure, {} if is_titled else finding.units)
        )
    for page, row in enumerate(rows):
        if page not in pages and (exact := exact_of(row)):
            hits.append(_hit(place, page, 0, exact, True, True, {}))
    return hits


def _verb_factor(
    verb: AskedVerb, finding: _PageFinding, method: str, path: str, worth: float
) -> float:
    """The factor of an operation for the *verb* of the query, of which *finding* gets its share."""
    is_done = method in verb.methods
    factor: float = 1
    if is_done and verb.ends and finding.did != _TITLE:
        # As if the verb were in the title. Others, such as "cancel", are in texts.
        if not finding.did:
            finding.seen += worth
            finding.whole += 1
        finding.sum += _WEIGHTS["n"] * worth
    if finding.did != _TITLE:
        factor *= _ASKED if is_done else _NOT_ASKED
    if verb.ends and verb.ends != ("one" if path.endswith("}") else "many"):
        factor *= _OTHER_END
    return factor


def _add_slot(
    index: SiteIndex,
    place: IndexedPlace,
    slot: Slot,
    pages: dict[int, _PageFinding],
    *,
    is_verb: bool,
) -> tuple[float, bool]:
    """Add the matches of *slot* to *pages*; its weight, and whether they are only similar."""
    best, rarity, is_near_only = _slot_matches(index, place, slot)
    if rarity is None:
        is_near_only = True
        rarity = math.log(1 + len(place.rows)) / 2
    worth = rarity * (0.15 if slot.idle else 1)
    page_of = place.numbers[1]
    tops: dict[int, _Match] = {}
    for unit, match in best.items():
        page = page_of[unit]
        if page not in tops or tops[page].score < match.score:
            tops[page] = match
    for page, match in tops.items():
        finding = pages.setdefault(page, _PageFinding())
        finding.sum += match.score * worth
        finding.seen += worth
        if not slot.idle:
            finding.whole += 1
            finding.titles += match.at == _TITLE and match.is_own
        if is_verb:
            finding.did = match.at
    for unit, match in best.items():
        # The title applies to each section.
        if match.at not in _NAMES:
            units = pages[page_of[unit]].units
            units[unit] = units.get(unit, 0) + match.score * worth
    return worth, is_near_only


def _slot_matches(
    index: SiteIndex, place: IndexedPlace, slot: Slot
) -> tuple[dict[int, _Match], float | None, bool]:
    """The best match of *slot* by number, how rare it is (``None`` if nothing was found), and
    whether all terms are only similar.
    """
    is_near_only = True
    best: dict[int, _Match] = {}
    rarity: float | None = None
    is_whole_known = False
    for choice in slot.choices:
        each = [_matches(index, place, term) for term in choice.terms]
        quality = _PARTS_BESIDE_WHOLE if choice.is_parts and is_whole_known else choice.quality
        is_whole_known = place.has_term(choice.terms[0])
        if not each[0][0] and len(each) == 1 and len(slot.choices) > 1:
            continue
        if all(matches and not near for matches, _, near in each):
            is_near_only = False
        for unit, first in each[0][0].items():
            if any(unit not in matches for matches, _, _ in each[1:]):
                continue
            score = first.score
            for matches, _, _ in each[1:]:
                score += matches[unit].score
            score *= quality / len(each)
            if unit not in best or score > best[unit].score:
                best[unit] = _Match(score, first.at, choice.quality >= 0.8)
        # Rarity depends on the reader's own word, not on synonyms.
        if rarity is None and best:
            rarity = max(rare for _, rare, _ in each)
    return best, rarity, is_near_only


def _matches(
    index: SiteIndex, place: IndexedPlace, word: str
) -> tuple[dict[int, _Match], float, bool]:
    """The matches of *word* by number, how rare it is, and whether they are only similar."""
    is_near_only = False
    like = _terms_like(index, place.words_for(word), word)
    if not like and len(word) > 3 and not any(each in "0123456789" for each in word):
        like, is_near_only = _terms_near(index, place.words_for(""), word), True
    matches: dict[int, _Match] = {}
    page_of = place.numbers[1]
    sure: set[int] = set()
    every: set[int] = set()
    for code, quality in like:
        for at, units in decode(code):
            score = _WEIGHTS.get(at, 1) * quality
            for unit in units:
                every.add(page_of[unit])
                if quality >= 0.9:
                    sure.add(page_of[unit])
                known = matches.get(unit)
                if known is None or known.score < score:
                    matches[unit] = _Match(score, at)
    rarity = math.log(1 + len(place.rows) / (len(sure) or len(every) or 1))
    return matches, rarity, is_near_only


def _terms_like(index: SiteIndex, files: Sequence[WordFile], word: str) -> list[tuple[str, float]]:
    """Codes of the terms that match *word*, with the quality."""
    like = []
    root, length = index.stem(word), len(word)
    for file in files:
        for term in file.beginning_with(word[:3]):
            if term == word:
                quality = 1.0
            elif len(term) > 2 and index.stem(term) == root:
                quality = 0.9
            elif length > 1 and term.startswith(word):
                quality = 0.4 + 0.4 * length / len(term)
            else:
                continue
            like.append((file.code(term), quality))
    return like


def _terms_near(index: SiteIndex, files: Sequence[WordFile], word: str) -> list[tuple[str, float]]:
    """Codes of the terms that differ from *word* by a letter, with the quality."""
    near: list[tuple[str, str, float]] = []
    length = len(word)
    for file in files:
        for term in file:
            if is_near(word, term):
                near.append((term, file.code(term), 0.7))
            elif (
                length > 5
                and len(term) > length
                and (is_near(word, term[:length]) or is_near(word, term[: length + 1]))
            ):
                near.append((term, file.code(term), 0.5))
    # If there are several, those with the same first letter are preferred.
    same = [entry for entry in near if entry[0][0] == word[0]]
    several = len({index.stem(term) for term, _, _ in near}) > 1
    return [(code, quality) for _, code, quality in (same if several and same else near)]


def _hit(
    place: IndexedPlace,
    page: int,
    score: float,
    exact: float,
    is_whole: bool,
    is_sure: bool,
    units: Mapping[int, float],
) -> SearchHit:
    row, first = place.rows[page], place.numbers[0][page]
    unit, most = first, units.get(first, 0)
    for other, amount in units.items():
        if amount > most or (amount == most and other < unit):
            unit, most = other, amount
    sections = row[4] if len(row) > 4 else []
    anchor, heading = sections[unit - first - 1] if unit > first else ("", "")
    return SearchHit(
        docname=row[0],
        title=row[1],
        anchor=anchor,
        heading=heading,
        trail=place.trail(row),
        method=row[5] if len(row) > 5 else "",
        path=row[6] if len(row) > 6 else "",
        place=place,
        row=row,
        unit=unit - first,
        score=score,
        exact=exact,
        is_whole=is_whole,
        is_sure=is_sure,
    )
