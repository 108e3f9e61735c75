"""What is wrong with values of the configuration, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.diagnostics import Level
from sphinx_navapi.diagnostics.similar_words import nearest_word


@dataclass(frozen=True, slots=True)
class ValueProblem:
    """What is wrong with a value.

    :ivar pointer: JSON pointer below the value that was checked.
    :ivar text: what is there and what to write instead, without the place.
    :ivar key: the key is at fault, not its value.
    :ivar level: info where nothing is lost by it.
    """

    pointer: str
    text: str
    key: bool = False
    level: Level = Level.WARNING


def readable(text: str) -> str:
    """*text* without what no file can hold: lone surrogates and control characters."""
    if text.isprintable():
        return text
    return _UNREADABLE.sub("", text)


#: Beside tab and line breaks, no control character belongs in a text.
_UNREADABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def show(value: Any) -> str:
    """*value* in a message: short, one line, as JSON writes it."""
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


def unknown_key(key: str, pointer: str, valid: Sequence[str]) -> ValueProblem:
    """The problem of a *key* that is none of *valid*, naming the nearest."""
    elsewhere = {
        "directory": 'write it inside "openapi": {"source": …, "directory": …}',
        "drilldown": 'it holds for the whole site: write "interaction": {"drilldown": …}',
    }
    if key in elsewhere and "openapi" in valid:
        advice = elsewhere[key]
        return ValueProblem(
            pointer, f"the key {show(key)} is unknown here and ignored: {advice}", key=True
        )
    near, likely = nearest(key, valid)
    advice = (
        f'did you mean "{near}"?' if likely else f'remove it (the nearest valid key is "{near}")'
    )
    return ValueProblem(pointer, f"the key {show(key)} is unknown and ignored: {advice}", key=True)


def key_without_effect(key: str, pointer: str, others: Iterable[str]) -> ValueProblem:
    """The problem of a *key* that is kept and means nothing here.

    :param others: keys that mean something and are not there: one of them may be meant.
    """
    meant = nearest_word(key, others)
    if meant is None:
        text = f"the key {show(key)} is unknown and has no effect"
        return ValueProblem(pointer, text, key=True, level=Level.INFO)
    text = f'the key {show(key)} is unknown and ignored: did you mean "{meant}"?'
    return ValueProblem(pointer, text, key=True)


def nearest(word: str, words: Sequence[str]) -> tuple[str, bool]:
    """The one of *words* that looks most like *word*, and whether it is likely to be meant."""
    from difflib import SequenceMatcher  # slow to import, and needed for mistakes only

    # Longer words are no keys; comparing them costs the square of their length.
    lowered = word[:80].lower()
    ratios = [SequenceMatcher(None, lowered, other.lower()).ratio() for other in words]
    best = max(range(len(words)), key=ratios.__getitem__)
    meant = nearest_word(lowered, words)
    return (meant, True) if meant is not None else (words[best], False)
