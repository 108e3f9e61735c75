"""Parsing queries and comparing terms, by the rules of ``navapi-finder.js``.

That script does the same in the browser, with the same names; change both together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final

import snowballstemmer

#: Maximum number of words considered: each may read all files of an index.
_MOST_WORDS: Final = 16

_WORD = re.compile(r"\w+")
#: As in a browser: ``\w`` and ``\d`` are ASCII.
_PART = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z0-9]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+")
_VERSION = re.compile("v[0-9]+")
_NAME = re.compile("[A-Z_0-9]")
_PATH_QUERY = re.compile(r"(?:([a-z]+) )?(?:https?://[^/]*)?(/\S*)")
_PLACEHOLDER = re.compile(r"\{[^}]*\}|:[A-Za-z0-9_]+")


@dataclass(frozen=True, slots=True)
class TermChoice:
    """Terms that must all occur.

    :ivar quality: how well they match the query.
    :ivar is_parts: whether they are the parts of an identifier, which is itself the preceding
        choice.
    """

    terms: tuple[str, ...]
    quality: float
    is_parts: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A word of the query.

    :ivar idle: a stop word, such as "the". :ivar word: ``""`` if they are several.
    """

    choices: tuple[TermChoice, ...]
    idle: bool
    word: str = ""


@dataclass(frozen=True, slots=True)
class AskedVerb:
    """What a verb of the query asks for.

    :ivar methods: of operations. :ivar ends: of their paths, see `features.search_files.Verb`.
    """

    slot: Slot
    methods: tuple[str, ...]
    ends: str


def stemmer(name: str) -> Callable[[str], str]:
    """The Snowball stemmer *name*; one that changes nothing if it does not exist."""
    if name not in snowballstemmer.algorithms():
        return lambda word: word
    made, lock = snowballstemmer.stemmer(name), Lock()

    @lru_cache(maxsize=200_000)
    def stem(word: str) -> str:
        # A stemmer is not thread-safe: it stores the word while working on it.
        with lock:
            return str(made.stemWord(word))

    return stem


def words_of(query: str) -> list[str]:
    """The words of *query*, without accents."""
    split = unicodedata.normalize("NFKD", query)
    text = "".join(each for each in split if unicodedata.category(each)[0] != "M")
    return _WORD.findall(text)


def choices_of(word: str) -> list[TermChoice]:
    """The terms that find *word*: itself, and its parts."""
    if _UNSPACED.search(word):
        return [TermChoice(tuple(_pairs(word)), 1)]
    whole = word.lower().strip("_")
    parts = tuple(part.lower() for part in _PART.findall(word) if len(part) > 1)
    choices = [TermChoice((whole,), 1)] if whole else []
    if len(parts) > 1:
        choices.append(TermChoice(parts, 0.8, is_parts=True))
    return choices


def _pairs(word: str) -> Iterator[str]:
    at = 0
    for match in _UNSPACED.finditer(word):
        if match.start() > at:
            yield word[at : match.start()].lower()
        run, at = match[0], match.end()
        for i in range(max(1, len(run) - 1)):
            yield run[i : i + 2]
    if at < len(word):
        yield word[at:].lower()


def slots_of(query: str, common: Mapping[str, Any], stem: Callable[[str], str]) -> list[Slot]:
    """The slots of *query* to find. :param common: ``stop``, ``synonyms`` and ``related``."""
    words = words_of(query)[:_MOST_WORDS]
    plain = [word.lower() for word in words]
    slots: list[Slot] = []
    at = 0
    while at < len(words):
        choices, length = choices_of(words[at]), 1
        for groups, quality in ((common["synonyms"], 0.9), (common["related"], 0.35)):
            for group in groups:
                for member in group:
                    parts = tuple(member.split(" "))
                    if not _begins_with(plain[at:], parts, stem):
                        continue
                    if len(parts) > length:
                        length = len(parts)
                        choices = [TermChoice(parts, 1)]
                    choices += [
                        TermChoice(tuple(other.split(" ")), quality)
                        for other in group
                        if other != member
                    ]
        if choices:
            word = plain[at] if length == 1 else ""
            slots.append(Slot(tuple(choices), plain[at] in common["stop"] and length == 1, word))
        at += length
    return slots


def verb_of(slots: Sequence[Slot], common: Mapping[str, Any]) -> AskedVerb | None:
    """The first verb among *slots*, if there are others."""
    if len(slots) < 2:
        return None
    for slot in slots:
        for methods, ends, words in common.get("verbs", ()):
            if slot.word and any(
                slot.word.startswith(each[:-1]) if each[-1] == "*" else slot.word == each
                for each in words
            ):
                return AskedVerb(slot, tuple(methods), ends)
    return None


def asked_stems(
    slots: Iterable[Slot], verb: AskedVerb | None, stem: Callable[[str], str]
) -> frozenset[str]:
    """The stems of the words of *slots* besides *verb*."""
    return frozenset(
        stem(term)
        for slot in slots
        if verb is None or slot is not verb.slot
        for choice in slot.choices
        if choice.quality >= 0.8
        for term in choice.terms
    )


def path_fit(path: str, stems: frozenset[str], stem: Callable[[str], str]) -> float:
    """The share of the words of *path* that are *stems* for."""
    names = [
        word
        for part in path.split("/")
        if part and "{" not in part and not _VERSION.fullmatch(part)
        for word in words_of(part.replace("_", " "))
    ]
    return sum(stem(name.lower()) in stems for name in names) / len(names) if names else 0


def may_name_schema(query: str) -> bool:
    """Whether *query* may ask for a schema: it says so, or has a name that is no mere word."""
    return any(word == "schema" or _NAME.search(word) for word in words_of(query))


def _begins_with(words: Sequence[str], parts: Sequence[str], stem: Callable[[str], str]) -> bool:
    """Whether *words* begin with *parts*: the very last word, after others, without stemming."""
    as_written = len(parts) == len(words) and len(parts) > 1
    for i, part in enumerate(parts):
        word = words[i] if i < len(words) else ""
        if word != part and (as_written or stem(word) != stem(part)):
            return False
    return True


def is_near(a: str, b: str) -> bool:
    """Whether *a* becomes *b* by inserting, removing, replacing or swapping one letter."""
    if abs(len(a) - len(b)) > 1:
        return False
    start, shorter = 0, min(len(a), len(b))
    while start < shorter and a[start] == b[start]:
        start += 1
    end = 0
    while end < shorter - start and a[-1 - end] == b[-1 - end]:
        end += 1
    left, right = a[start : len(a) - end], b[start : len(b) - end]
    return (len(left) < 2 and len(right) < 2) or (
        len(left) == len(right) == 2 and left[0] == right[1] and left[1] == right[0]
    )


def exactly(query: str) -> Callable[[Sequence[Any]], float]:
    """How well the row of a page matches *query* as a whole: by title, operationId or path."""
    is_named = may_name_schema(query)
    text = " ".join(query.lower().split())
    match = _PATH_QUERY.fullmatch(text)
    path = _plain_path(re.sub(r"[?#].*", "", match[2])) if match is not None else ""
    method = match[1] if match is not None else None

    def score(row: Sequence[Any]) -> float:
        if path:
            return _path_score(path, method, row)
        if not is_named and _at(row, 5, "") == "schema":
            return 0
        own = (str(_at(row, 7, "")).lower(), str(_at(row, 6, "")).lower())
        if text and text in own:
            return 1e4
        return 50 if text == row[1].lower() else 0

    return score


def _path_score(path: str, method: str | None, row: Sequence[Any]) -> float:
    own = _plain_path(_at(row, 6, ""))
    if not own.startswith("/") or (method and method != _at(row, 5, None)):
        return 0
    if own == path:
        return 1e4
    pattern, parts = own.split("/"), path.split("/")
    if len(pattern) == len(parts) and all(
        part == expected or expected == "{}" for part, expected in zip(parts, pattern, strict=True)
    ):
        return 5e3
    return 100 / len(own) if own.startswith(path) else 0


def _plain_path(path: str) -> str:
    return _PLACEHOLDER.sub("{}", path.lower()).rstrip("/")


def _at(row: Sequence[Any], index: int, default: Any) -> Any:
    """A field of *row*; trailing empty fields are omitted."""
    return row[index] if index < len(row) else default
