"""The index of a site's search, read from the files that the build wrote for the browser.

Their format is that of ``content/search_index.py``. A file is read when a query needs it and cached
until the site is built again.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from sphinx_navapi.built_site.pages import SiteFile, SiteFiles
from sphinx_navapi.built_site.queries import stemmer

_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES: Final = {digit: value for value, digit in enumerate(_DIGITS)}
_UNSAFE: Final = re.compile("[^a-z0-9_]")

#: The last character that a term can contain.
_LAST: Final = "\U0010ffff"

FIRST_FILE: Final = "_navapi/search.js"


class SearchIndexError(ValueError):
    """A file of the index is missing or invalid."""


class WordFile:
    """Terms with a common prefix, with the numbers of the units that contain them."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self._terms = terms
        self._sorted = sorted(terms)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sorted)

    def __contains__(self, term: object) -> bool:
        return term in self._terms

    def code(self, term: str) -> str:
        """The positions of *term*, encoded."""
        return self._terms[term]

    def beginning_with(self, prefix: str) -> Sequence[str]:
        """The terms that start with *prefix*."""
        start = bisect_left(self._sorted, prefix)
        return self._sorted[start : bisect_left(self._sorted, prefix + _LAST)]


class IndexedPlace:
    """The pages of one language and version.

    :ivar language: code, and :ivar version: label; ``""`` for none.
    :ivar first: the number of each page. :ivar page_of: the page of each number.
    """

    def __init__(self, index: SiteIndex, place: Mapping[str, Any]) -> None:
        self._index = index
        self.folder = str(place["folder"])
        self.language, _, self.version = str(place["key"]).partition("/")
        self.language_name = str(place.get("language", ""))
        self._prefixes: tuple[str, ...] = tuple(place["words"])
        self._words: dict[str, WordFile] = {}

    @cached_property
    def _pages(self) -> Mapping[str, Any]:
        pages = self._index.read(f"{self.folder}/pages")
        return pages if isinstance(pages, dict) else {}

    @property
    def rows(self) -> Sequence[Sequence[Any]]:
        """The pages: docname, title, trail, file of texts, sections, method, path, and so on."""
        rows: Sequence[Sequence[Any]] = self._pages["pages"]
        return rows

    def trail(self, row: Sequence[Any]) -> str:
        """The labels around the page of *row*."""
        return str(self._pages["trails"][row[2]])

    @cached_property
    def numbers(self) -> tuple[list[int], list[int]]:
        """The number of each page, and the page of each number."""
        first: list[int] = []
        page_of: list[int] = []
        for page, row in enumerate(self.rows):
            first.append(len(page_of))
            page_of += [page] * (1 + (len(row[4]) if len(row) > 4 else 0))
        return first, page_of

    def words_for(self, word: str) -> list[WordFile]:
        """The files that may contain terms like *word*; all for ``""``."""
        return [self._file(prefix) for prefix in self._prefixes if _may_have(prefix, word)]

    def has_term(self, term: str) -> bool:
        """Whether the index contains exactly *term*."""
        return any(term in file for file in self.words_for(term))

    def _file(self, prefix: str) -> WordFile:
        known = self._words.get(prefix)
        if known is None:
            part = _UNSAFE.sub(lambda match: f"-{ord(match[0]):x}.", prefix)
            known = WordFile(self._index.read(f"{self.folder}/words-{part}"))
            self._words[prefix] = known
        return known

    def text(self, row: Sequence[Any], unit: int) -> str:
        """The start of the text of a page or section. :param unit: 0 for the page itself."""
        if row[3] < 0:
            return ""
        texts = self._index.read(f"{self.folder}/text-{row[3]}").get(row[0], [])
        return str(texts[unit]) if unit < len(texts) else ""


def _may_have(prefix: str, word: str) -> bool:
    """Whether terms starting with *prefix* may be forms of *word*, or start with it."""
    bare = prefix.replace("$", "")
    # A stem may share only its first letters with the word.
    return word[: max(3, len(bare))].startswith(bare) or bare.startswith(word)


class SiteIndex:
    """The index of one state of a site.

    :ivar common: ``stop``, ``synonyms``, ``related`` and ``verbs`` of the first file.
    :raises SearchIndexError: there is none.
    """

    def __init__(self, files: SiteFiles) -> None:
        self._files = files
        value = self._read(FIRST_FILE)
        if not isinstance(value, dict):
            raise SearchIndexError("not an index")
        self.common: dict[str, Any] = {
            "stop": frozenset(value["stop"]),
            "synonyms": value["synonyms"],
            "related": value["related"],
            "verbs": value.get("verbs", ()),
        }
        self.stem = stemmer(str(value.get("stemmer", "")))
        self.places = [IndexedPlace(self, place) for place in value["places"]]

    def read(self, key: str) -> Any:
        """The value of the file *key*. :raises SearchIndexError: it is missing."""
        return self._read(f"_navapi/search/{key}.js")

    def _read(self, name: str) -> Any:
        file = self._files.find(name)
        if file is None:
            raise SearchIndexError(name)
        try:
            return called_with(file.path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise SearchIndexError(name) from error


def called_with(script: str) -> Any:
    """The second argument of the function call in *script*. :raises ValueError: it is not a
    call.
    """
    start = script.index("(") + 1
    decoder = json.JSONDecoder()
    _key, end = decoder.raw_decode(script, start)
    if script[end] != ",":
        raise ValueError("not a file of the index")
    value, _end = decoder.raw_decode(script, end + 1)
    return value


def current_index(
    files: SiteFiles, known: tuple[SiteFile, SiteIndex] | None
) -> tuple[SiteFile, SiteIndex] | None:
    """The index and the file that identifies it, ``None`` for a site without one.

    :param known: the previous result; returned again as long as that file is unchanged.
    """
    file = files.find(FIRST_FILE)
    if file is None:
        return None
    if known is not None and known[0].key == file.key:
        return known
    try:
        return file, SiteIndex(files)
    except (SearchIndexError, KeyError, TypeError):
        return None


def decode(code: str) -> list[tuple[str, list[int]]]:
    """Numbers of a term by position in the numbered unit."""
    pairs = []
    for part in code.split(".")[1:]:
        numbers = []
        last, gap, shift = -1, 0, 0
        for each in part[1:]:
            digit = _VALUES[each]
            gap += (digit & 31) << shift
            if digit > 31:
                shift += 5
                continue
            last += gap + 1
            numbers.append(last)
            gap = shift = 0
        pairs.append((part[0], numbers))
    return pairs
