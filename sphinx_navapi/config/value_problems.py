"""Problems with configuration values, and their wording."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.diagnostics import Level
from sphinx_navapi.diagnostics.similar_words import nearest_word


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """A problem with a value.

    :ivar pointer: JSON pointer below the value that was checked.
    :ivar text: what is there and what to write instead, without the place.
    :ivar key: the key is wrong, not its value.
    :ivar level: info if nothing is lost.
    """

    pointer: str
    text: str
    key: bool = False
    level: Level = Level.WARNING


def readable(text: str) -> str:
    """*text* without characters that cannot be in a file: lone surrogates and control
    characters.
    """
    if text.isprintable():
        return text
    return _UNREADABLE.sub("", text)


#: Control characters, except tab and line breaks.
_UNREADABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def show(value: Any) -> str:
    """*value* for a message: short, one line, as JSON."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            text = " ".join(readable(value).split())
            return f'"{text}"' if len(text) <= 60 else f'"{text[:57]}…"'
        case int() | float():
            return str(value)[:60]
        case list():
            return "a list"
        case dict():
            return "an object"
    return f"a {type(value).__name__}"


def unknown_key(
    key: str, pointer: str, valid: Sequence[str], meant: str | None = None
) -> ValueProblem:
    """The problem of an unknown *key*, suggesting the most similar of *valid*.

    :param meant: the valid key that was probably meant, if its name is not similar.
    """
    if meant is not None:
        return _misspelt(key, pointer, meant)
    elsewhere = {
        "directory": 'use "openapi": {"source": …, "directory": …}',
        "drilldown": 'it applies to the whole site: use "interaction": {"drilldown": …}',
    }
    if key in elsewhere and "openapi" in valid:
        advice = elsewhere[key]
        return ValueProblem(
            pointer, f"the key {show(key)} is unknown here and ignored: {advice}", key=True
        )
    near, likely = nearest(key, valid)
    if likely:
        return _misspelt(key, pointer, near)
    advice = f'remove it (the nearest valid key is "{near}")'
    return ValueProblem(pointer, f"the key {show(key)} is unknown and ignored: {advice}", key=True)


def key_without_effect(
    key: str, pointer: str, others: Iterable[str], meant: str | None = None
) -> ValueProblem:
    """The problem of a *key* that is kept but has no effect.

    :param others: keys with a meaning that are not set: one of them may be intended.
    :param meant: the key that was probably meant, if its name is not similar.
    """
    meant = meant or nearest_word(key, others)
    if meant is None:
        text = f"the key {show(key)} is unknown and has no effect"
        return ValueProblem(pointer, text, key=True, level=Level.INFO)
    return _misspelt(key, pointer, meant)


def _misspelt(key: str, pointer: str, meant: str) -> ValueProblem:
    text = f'the key {show(key)} is unknown and ignored: did you mean "{meant}"?'
    return ValueProblem(pointer, text, key=True)


def nearest(word: str, words: Sequence[str]) -> tuple[str, bool]:
    """The one of *words* most similar to *word*, and whether it was probably intended."""
    from difflib import SequenceMatcher  # slow to import, and only needed for mistakes

    # Longer words are not keys, and the cost of comparing is quadratic.
    lowered = word[:80].lower()
    ratios = [SequenceMatcher(None, lowered, other.lower()).ratio() for other in words]
    best = max(range(len(words)), key=ratios.__getitem__)
    meant = nearest_word(lowered, words)
    return (meant, True) if meant is not None else (words[best], False)
