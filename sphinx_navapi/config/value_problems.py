"""Problems with configuration values, and their wording."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.diagnostics import Level, Subtype
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
    subtype: Subtype = Subtype.CONFIG


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
    """The problem of an unknown *key*, suggesting the one of *valid* that it is a typo of.

    :param meant: the valid key that was probably meant, if its name is not similar.
    """
    if meant is not None:
        return misspelt_key(key, pointer, meant)
    if key == "drilldown" and "openapi" in valid:
        advice = 'it applies to the whole site: use "interaction": {"drilldown": …}'
        return ValueProblem(
            pointer, f"the key {show(key)} is unknown here and ignored: {advice}", key=True
        )
    near = same_meaning(key, valid) or nearest_word(key, valid) or _written_out(key, valid)
    if near is not None:
        return misspelt_key(key, pointer, near)
    text = f"the key {show(key)} is unknown and ignored: remove it"
    return ValueProblem(pointer, text, key=True)


#: Names that keys of other tools have for the same value.
_SYNONYMS = (("name", "title", "text", "label"), ("url", "link", "to", "href"))


def same_meaning(key: str, keys: Iterable[str]) -> str | None:
    """The one of *keys* that means the same as *key*."""
    others = {each for group in _SYNONYMS if key in group for each in group}
    return next((each for each in keys if each in others), None)


def _written_out(key: str, keys: Iterable[str]) -> str | None:
    """The only one of *keys* of which *key* is an abbreviation: ``dir``, ``desc``."""
    longer = [each for each in keys if each.startswith(key)]
    return longer[0] if 2 < len(key) < 5 and len(longer) == 1 else None


def key_without_effect(
    key: str, pointer: str, others: Iterable[str], meant: str | None = None
) -> ValueProblem:
    """The problem of a *key* that is kept but has no effect.

    :param others: keys with a meaning that are not set: one of them may be intended.
    :param meant: the key that was probably meant, if its name is not similar.
    """
    others = list(others)
    meant = meant or same_meaning(key, others) or nearest_word(key, others)
    if meant is None:
        text = f"the key {show(key)} is unknown and has no effect"
        return ValueProblem(pointer, text, key=True, level=Level.INFO)
    return misspelt_key(key, pointer, meant)


def inert_key(key: str, pointer: str, why: str) -> ValueProblem:
    """The problem of a known *key* without effect. :param why: a sentence."""
    text = f"the key {show(key)} {why[0].lower()}{why[1:].rstrip('.')}"
    return ValueProblem(pointer, text, key=True, level=Level.INFO, subtype=Subtype.INERT_KEY)


def misspelt_key(key: str, pointer: str, meant: str) -> ValueProblem:
    """The problem of an unknown *key* that is a typo of *meant*."""
    text = f'the key {show(key)} is unknown and ignored: did you mean "{meant}"?'
    return ValueProblem(pointer, text, key=True)
