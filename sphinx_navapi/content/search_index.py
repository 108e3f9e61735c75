"""The search index of our theme, in files that are fetched when a query needs them.

A place of the site (its pages of one language and version) has three kinds of files:

- ``pages``: addresses, titles and sections. Each page gets the next number, followed by its
  sections.
- ``words-PREFIX``: terms with a common prefix. A term has the numbers of the units that contain it,
  by position in the unit: a character of `PLACES` between dots, then the gaps between numbers (the
  first one from -1, minus one) in base 32 digits, lowest first, encoded as base 64 letters of which
  the upper half means that more digits follow.
- ``text-NUMBER``: excerpts for results. The file of a page does not depend on other pages.

Anchors of fields are in further files (`html/search_fields.py`).
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sphinx_navapi.content.search_terms import (
    LEAD,
    NAME,
    PLACES,
    SAID,
    TEXT,
    TITLE,
    SearchUnit,
    text_terms,
)

#: The function that each file calls: from the disk, browsers can only load scripts.
CALLED: Final = "navapiFound"

#: Maximum size of a file of words before it is split; pages per file of texts.
_WORDS_SIZE: Final = 60_000
_TEXTS: Final = 32

_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

#: In long texts, stop words such as "the" are skipped.
_LONG: Final = frozenset((LEAD, TEXT, SAID))


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """A page as seen by search.

    :ivar method: lower case; ``schema`` for a schema, ``""`` for a text.
    :ivar path: of the operation; the name of a schema.
    :ivar trail: labels around it.
    :ivar weight: a factor of its score.
    :ivar units: the page itself, then its sections.
    """

    docname: str
    title: str
    method: str = ""
    path: str = ""
    operation_id: str = ""
    trail: str = ""
    description: str = ""
    is_deprecated: bool = False
    weight: float = 1
    units: tuple[SearchUnit, ...] = ()


@dataclass(frozen=True, slots=True)
class PlaceIndex:
    """The index of a place.

    :ivar files: values as JSON by name, without suffix.
    :ivar prefixes: of the files of words; with a trailing ``$``: of only that term.
    """

    files: Mapping[str, str]
    prefixes: tuple[str, ...]


def place_index(pages: Sequence[SearchPage], stop: Collection[str]) -> PlaceIndex:
    """The index of *pages*. :param stop: stop words."""
    files = {"pages": _dump(_page_rows(pages))}
    words = _words(pages, frozenset(stop))
    parted = dict(_parted("", sorted(words)))
    for prefix, some in parted.items():
        files[f"words-{_file_part(prefix)}"] = _dump({term: words[term] for term in some})
    for number, texts in _texts(pages).items():
        files[f"text-{number}"] = _dump(texts)
    return PlaceIndex(files, tuple(parted))


def _page_rows(pages: Sequence[SearchPage]) -> dict[str, object]:
    trails: dict[str, int] = {}
    rows, files = [], _text_files(len(pages))
    for page in pages:
        row: list[object] = [
            page.docname, page.title, trails.setdefault(page.trail, len(trails)),
            _text_file(page, files),
            [[unit.anchor, unit.heading] for unit in page.units[1:]], page.method, page.path,
            page.operation_id, int(page.is_deprecated),
            page.weight if page.weight != 1 else 0,
        ]  # fmt: skip
        # Fields that most pages lack come last.
        while len(row) > 4 and not row[-1]:
            row.pop()
        rows.append(row)
    return {"trails": list(trails), "pages": rows}


def _words(pages: Sequence[SearchPage], stop: frozenset[str]) -> dict[str, str]:
    by_term: dict[str, list[int]] = {}
    number = 0
    for page in pages:
        for position, unit in enumerate(page.units or (None,)):
            taken: set[str] = set()
            terms_by_place = sorted(
                _unit_terms(page, unit, is_page=not position),
                key=lambda each: PLACES.index(each[0]),
            )
            for place, terms in terms_by_place:
                code = number * len(PLACES) + PLACES.index(place)
                for term in terms:
                    if term in taken or (place in _LONG and term in stop):
                        continue
                    taken.add(term)
                    by_term.setdefault(term, []).append(code)
            number += 1
    return {term: _encoded(codes) for term, codes in by_term.items()}


def _unit_terms(
    page: SearchPage, unit: SearchUnit | None, *, is_page: bool
) -> Iterator[tuple[str, Sequence[str]]]:
    if is_page:
        yield TITLE, text_terms(page.title)
        yield NAME, text_terms(f"{page.path} {page.operation_id} {page.method}")
        yield LEAD, text_terms(f"{page.description} {page.docname.removesuffix('/index')}")
    for place, terms in unit.terms if unit is not None else ():
        yield place, terms.split(" ")


def _encoded(codes: Sequence[int]) -> str:
    """The numbers of a term by place. :param codes: ascending by number."""
    count = len(PLACES)
    gaps: dict[int, list[str]] = {}
    last: dict[int, int] = {}
    for code in codes:
        number, place = divmod(code, count)
        gap = number - last.get(place, -1) - 1
        last[place] = number
        gaps.setdefault(place, []).append(_GAPS[gap] if gap < len(_GAPS) else _gap(gap))
    return "".join(f".{PLACES[place]}{''.join(gaps[place])}" for place in sorted(gaps))


def _gap(value: int) -> str:
    text = ""
    while True:
        value, digit = divmod(value, 32)
        text += _DIGITS[digit + 32 if value else digit]
        if not value:
            return text


_GAPS: Final = tuple(map(_gap, range(1024)))


def _parted(prefix: str, terms: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """*terms* split into files: by the next character while there are too many for one."""
    # A constant size per term, so that a single page does not change the partition.
    if sum(map(len, terms)) + _PER_TERM * len(terms) <= _WORDS_SIZE:
        yield prefix, terms
        return
    at = len(prefix)
    groups: dict[str, list[str]] = {}
    for term in terms:
        groups.setdefault(term[: at + 1], []).append(term)
    for group, some in groups.items():
        if group == prefix:
            yield f"{prefix}$", some
        else:
            yield from _parted(group, some)


_PER_TERM: Final = 30


def _file_part(prefix: str) -> str:
    """*prefix* for the name of a file, portable across file systems."""
    return _UNSAFE.sub(lambda match: f"-{ord(match[0]):x}.", prefix)


_UNSAFE: Final = re.compile("[^a-z0-9_]")


def _texts(pages: Sequence[SearchPage]) -> Mapping[int, dict[str, list[str]]]:
    files = _text_files(len(pages))
    by_number: dict[int, dict[str, list[str]]] = {}
    for page in pages:
        number = _text_file(page, files)
        if number >= 0:
            by_number.setdefault(number, {})[page.docname] = _excerpts(page)
    return dict(sorted(by_number.items()))


def _excerpts(page: SearchPage) -> list[str]:
    texts = [unit.excerpt for unit in page.units]
    if page.description and texts:
        texts[0] = f"{page.description} {texts[0]}".rstrip()
    return texts


def _text_files(count: int) -> int:
    """Number of files for the texts of *count* pages: a power of two."""
    return 1 << max(0, (count - 1) // _TEXTS).bit_length()


def _text_file(page: SearchPage, files: int) -> int:
    """The number of the file with the texts of *page*, -1 if it has none."""
    if not any(_excerpts(page)):
        return -1
    return zlib.crc32(page.docname.encode()) & (files - 1)


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
