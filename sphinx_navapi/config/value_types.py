"""Types of configuration values: each validates a value, describes itself and gives its JSON
Schema.

The validator, ``navapi schema`` and the reference table are all derived from tables of these.
"""

# ruff: noqa: D102  (methods are documented once, on ValueType)

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Protocol
from urllib.parse import urlsplit

from sphinx_navapi.config.value_problems import (
    ValueProblem,
    inert_key,
    key_without_effect,
    same_meaning,
    show,
    unknown_key,
)
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer


class ValueType(Protocol):
    """A type of value: `clean` keeps what is usable and reports the rest."""

    @property
    def label(self) -> str:
        """What to write, as text: ``a string``, ``true or false``."""

    def accepts(self, value: Any) -> bool:
        """Whether *value* is of this type at its outermost level."""

    def clean(self, value: Any) -> tuple[Any, list[ValueProblem]]:
        """The usable part of an accepted *value*, and problems with the rest."""

    def schema(self) -> dict[str, Any]:
        """JSON Schema (draft 7)."""


class SimpleValue:
    """A type whose values are kept entirely or not at all."""

    def clean(self, value: Any) -> tuple[Any, list[ValueProblem]]:
        return value, []


@dataclass(frozen=True, slots=True)
class TextValue(SimpleValue):
    """A string that is not blank."""

    label: str = "a string"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and bool(value.strip())

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": r"\S"}


@dataclass(frozen=True, slots=True)
class MarkdownValue(TextValue):
    """A string with Markdown, whose links readers can follow."""


@dataclass(frozen=True, slots=True)
class FlagValue(SimpleValue):
    """True or false."""

    label: str = "true or false"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class NumberValue(SimpleValue):
    """A whole number from *least* to *most*."""

    least: int
    most: int

    @property
    def label(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def accepts(self, value: Any) -> bool:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return is_whole and self.least <= value <= self.most

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class FactorValue(SimpleValue):
    """A number to multiply with."""

    label: str = "a number above 0, such as 2 or 0.5"

    def accepts(self, value: Any) -> bool:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and 0 < value <= _MOST_TIMES

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "exclusiveMinimum": 0, "maximum": _MOST_TIMES}


#: Larger factors mean nothing more.
_MOST_TIMES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class AnyValue(SimpleValue):
    """Any value, kept as it is."""

    label: str = "any value"

    def accepts(self, value: Any) -> bool:
        return True

    def schema(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True, slots=True)
class ChoiceValue(SimpleValue):
    """One of a list of words.

    :ivar any_case: case-insensitive.
    :ivar others: synonyms of *words*.
    """

    words: tuple[str, ...]
    any_case: bool = False
    others: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return _either([f'"{word}"' for word in self.words])

    def accepts(self, value: Any) -> bool:
        if self.any_case and isinstance(value, str):
            value = value.strip().lower()
        return isinstance(value, str) and value in (*self.words, *self.others)

    def schema(self) -> dict[str, Any]:
        if not self.any_case:
            return {"enum": [*self.words, *self.others]}
        # JavaScript regular expressions have no escape for "#".
        words = "|".join(
            re.escape(word).replace(r"\#", "#") for word in (*self.words, *self.others)
        )
        either = re.sub("[a-z]", lambda letter: f"[{letter[0]}{letter[0].upper()}]", words)
        return {"type": "string", "pattern": rf"^\s*({either})\s*$", "examples": list(self.words)}


@dataclass(frozen=True, slots=True)
class LinkValue(SimpleValue):
    """An address that a page may link to.

    :ivar absolute: it must have a scheme.
    :ivar followed: readers can follow it; otherwise a program uses it.
    """

    absolute: bool = False
    followed: bool = True

    @property
    def label(self) -> str:
        if self.absolute:
            return "a URL that starts with https:, http: or mailto:"
        return "a URL (https:, http: or mailto:) or a path of the site"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and is_link(value, absolute=self.absolute)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": _ABSOLUTE if self.absolute else _ANY_LINK}


#: What `is_link` accepts, as closely as a pattern can express it.
_ABSOLUTE: Final = r"^\s*([Hh][Tt][Tt][Pp][Ss]?://[^/?#\s]|[Mm][Aa][Ii][Ll][Tt][Oo]:)"
_ANY_LINK: Final = rf"{_ABSOLUTE}|^\s*(?![A-Za-z][A-Za-z0-9+.-]*:|//|\\)\S"


def is_link(text: str, *, absolute: bool = False) -> bool:
    """Whether *text* is safe as the ``href`` of a link: no scheme that runs or reads anything."""
    text = text.strip()
    if not text or any(char < " " for char in text):
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    if parts.scheme in {"http", "https"}:
        return bool(parts.netloc)
    if parts.scheme:
        return parts.scheme == "mailto"
    return not absolute and not text.startswith(("//", "\\"))


@dataclass(frozen=True, slots=True)
class _Container:
    """Values of one type; entries that are not of type *item* are dropped. :ivar filled: not
    empty.
    """

    item: ValueType
    filled: bool = False

    #: The Python type, and its name in messages, followed by that of *item*.
    holder: ClassVar[type]
    words: ClassVar[str]

    @property
    def label(self) -> str:
        return f"{self.words} {self.item.label}"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.holder)

    def usable(
        self, entries: Iterable[tuple[Any, Any]]
    ) -> tuple[list[tuple[Any, Any]], list[ValueProblem]]:
        """The *entries* (index or key, value) of type *item*, and problems with the others."""
        kept, problems = [], []
        for key, entry in entries:
            usable, item_problems = check(self.item, entry, f"/{escape_pointer(str(key))}")
            problems += item_problems
            if usable is not UNUSABLE:
                kept.append((key, usable))
        return kept, problems


class ListOf(_Container):
    """An array."""

    __slots__ = ()
    holder = list
    words = "a list, each entry"

    def clean(self, value: Any) -> tuple[Any, list[ValueProblem]]:
        kept, problems = self.usable(enumerate(value))
        if self.filled and not value:
            text = f"the list is empty and is ignored: add {self.item.label}"
            problems.append(ValueProblem("", text))
        return [entry for _, entry in kept], problems

    def schema(self) -> dict[str, Any]:
        # `items` applies to arrays and `required` to objects: an object is a part in another file.
        schema = {"type": ["array", "object"], "items": self.item.schema(), "required": ["$ref"]}
        return {**schema, "minItems": 1} if self.filled else schema


class ObjectOf(_Container):
    """An object with arbitrary keys."""

    __slots__ = ()
    holder = dict
    words = "an object, each value"

    def clean(self, value: Any) -> tuple[Any, list[ValueProblem]]:
        kept, problems = self.usable(value.items())
        return dict(kept), problems

    def schema(self) -> dict[str, Any]:
        return {
            "type": "object",
            "properties": {"$ref": _REF},
            "additionalProperties": self.item.schema(),
        }


@dataclass(frozen=True, slots=True)
class Key:
    """A key of an object.

    :ivar help: one sentence for the reference table and for editors.
    :ivar effect: whether it has an effect. If not, *help* is "Has no effect: REASON." A key without
        effect is reported as an info, and the first build lists those that a site has.
    """

    name: str
    type: ValueType
    help: str
    required: bool = False
    effect: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """An object with known keys.

    :ivar open: unknown keys are kept, because templates or other tools may read them, with a note
        that they have no effect here. Otherwise they are dropped.
    :ivar rest: type of the values of unknown keys, if any key is allowed.
    """

    fields: tuple[Key, ...]
    open: bool = False
    label: str = "an object"
    rest: ValueType | None = None

    def accepts(self, value: Any) -> bool:
        return isinstance(value, dict)

    def clean(self, value: Any) -> tuple[Any, list[ValueProblem]]:
        known = {field.name: field for field in self.fields}
        rest = Key("", self.rest or AnyValue(), "")
        useful = [field.name for field in self.fields if field.effect]
        unset = [name for name in useful if name not in value]
        kept: dict[str, Any] = {}
        problems: list[ValueProblem] = []
        missing = [field for field in self.fields if field.required and field.name not in value]
        unknown = {} if self.rest is not None else _without(value, known)
        meant = _meant_keys(unknown, missing, unset)
        for key, entry in value.items():
            pointer = "/" + escape_pointer(key)
            if key not in known and self.rest is None:
                if self.open:
                    kept[key] = entry
                    problems.append(key_without_effect(key, pointer, unset, meant.get(key)))
                else:
                    problems.append(unknown_key(key, pointer, useful, meant.get(key)))
                continue
            usable, value_problems = check_key(known.get(key, rest), entry, pointer)
            problems += value_problems
            if usable is not UNUSABLE:
                kept[key] = usable
        problems += [
            ValueProblem("", f'"{field.name}" is missing: add {field.type.label}')
            for field in missing
            if field.name not in meant.values()
        ]
        return kept, problems

    def schema(self) -> dict[str, Any]:
        schema = record_schema(self.fields)
        if self.rest is not None:
            schema["additionalProperties"] = self.rest.schema()
        return schema


def _without(value: dict[str, Any], known: Container[str]) -> dict[str, Any]:
    return {key: entry for key, entry in value.items() if key not in known}


def _meant_keys(
    unknown: dict[str, Any], missing: Sequence[Key], unset: Sequence[str]
) -> dict[str, str]:
    """The name of the *missing* key for which each of *unknown* was probably written.

    One mistake is one message: a missing key that was written under another name is not reported
    as well. Similar names come first, then values of the right type, in order.

    :param unset: all valid keys that are not set: a name similar to one of them is no other key.
    """
    if not unknown or not missing:
        return {}
    near = {key: same_meaning(key, unset) or nearest_word(key, unset) for key in unknown}
    names = {field.name for field in missing}
    meant = {key: word for key, word in near.items() if word in names}
    for field in missing:
        fitting = (
            key
            for key, entry in unknown.items()
            if near[key] is None and key not in meant and field.type.accepts(entry)
        )
        key = next(fitting, None) if field.name not in meant.values() else None
        if key is not None:
            meant[key] = field.name
    return meant


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value of any of several types."""

    types: tuple[ValueType, ...]

    @property
    def label(self) -> str:
        single = _either([kind.label for kind in self.types if not isinstance(kind, ListOf)])
        return _either(
            [
                "a list of these"
                if isinstance(kind, ListOf) and kind.item.label == single
                else kind.label
                for kind in self.types
            ]
        )

    def accepts(self, value: Any) -> bool:
        return any(kind.accepts(value) for kind in self.types)

    def clean(self, value: Any) -> tuple[Any, list[ValueProblem]]:
        return next(kind for kind in self.types if kind.accepts(value)).clean(value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [kind.schema() for kind in self.types]}


@dataclass(frozen=True, slots=True)
class DefinedValue(SimpleValue):
    """A type defined once in the JSON Schema, as *name*; breaks recursion."""

    name: str
    label: str
    json_type: type = dict

    def accepts(self, value: Any) -> bool:
        return isinstance(value, self.json_type)

    def schema(self) -> dict[str, Any]:
        return {"$ref": f"#/definitions/{self.name}"}


class _Unusable:
    """Type of `UNUSABLE`."""


#: What `check` returns if nothing of a value can be kept.
UNUSABLE = _Unusable()


def check(kind: ValueType, value: Any, pointer: str) -> tuple[Any, list[ValueProblem]]:
    """The usable part of *value* (or `UNUSABLE`), and its problems, with pointers below
    *pointer*.
    """
    if not kind.accepts(value):
        return UNUSABLE, [ValueProblem(pointer, wrong_type(value, kind))]
    usable, problems = kind.clean(value)
    return usable, [replace(p, pointer=pointer + p.pointer) for p in problems]


def check_key(key: Key, value: Any, pointer: str) -> tuple[Any, list[ValueProblem]]:
    """The usable part of the *value* of *key* as for `check`, and its problems: one is that the key
    has no effect.
    """
    usable, problems = check(key.type, value, pointer)
    if not (key.effect or problems):
        problems = [inert_key(key.name, pointer, key.help)]
    return usable, problems


def wrong_type(value: Any, kind: ValueType) -> str:
    """Error message for a *value* that is not of type *kind*: what is there and what to use."""
    words = list(_words_of(kind)) if isinstance(value, str) else []
    meant = nearest_word(value.strip(), words) if words else None
    guess = f'; did you mean "{meant}"?' if meant is not None else ""
    return f"{show(value)} is ignored: use {kind.label}{guess}"


def _words_of(kind: ValueType) -> Iterator[str]:
    """The words that *kind* allows."""
    if isinstance(kind, ChoiceValue):
        yield from kind.words
    elif isinstance(kind, OneOf):
        for part in kind.types:
            yield from _words_of(part)


def record_schema(fields: Sequence[Key]) -> dict[str, Any]:
    """JSON Schema of an object with *fields* and no other keys, or of a part in another file."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            **{field.name: {"description": field.help, **field.type.schema()} for field in fields},
            "$ref": _REF,
        },
        "additionalProperties": False,
    }
    required = [field.name for field in fields if field.required]
    if required:
        schema["anyOf"] = [{"required": required}, {"required": ["$ref"]}]
    return schema


def record_in(kind: ValueType) -> Record | None:
    """The object type that *kind* is or contains, if any."""
    if isinstance(kind, Record):
        return kind
    if isinstance(kind, ListOf):
        return record_in(kind.item)
    if isinstance(kind, OneOf):
        return next((record for part in kind.types if (record := record_in(part))), None)
    return None


#: A part of the configuration in another file.
_REF: Final = {"type": "string", "description": "Path of a file that has this part."}


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


#: A host name with an optional port; no IP literal in brackets, no user.
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?")


@dataclass(frozen=True, slots=True)
class PatternValue(SimpleValue):
    """A string that fully matches a pattern.

    :ivar pattern: in the common subset of Python and JSON Schema regular expressions.
    :ivar digits: an integer is also accepted.
    """

    label: str
    pattern: str
    digits: bool = False

    def accepts(self, value: Any) -> bool:
        if self.digits and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        return isinstance(value, str) and re.fullmatch(self.pattern, value, re.ASCII) is not None

    def schema(self) -> dict[str, Any]:
        kind: Any = ["string", "integer"] if self.digits else "string"
        return {"type": kind, "pattern": f"^(?:{self.pattern})$"}


@dataclass(frozen=True, slots=True)
class ServerValue(SimpleValue):
    """A server reached by https: its origin or just its host.

    :ivar has_path: a path may follow, as behind a reverse proxy.
    """

    label: str = 'an https origin such as "https://stats.example.com"'
    has_path: bool = False

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, str):
            return False
        if self.has_path and re.fullmatch(r"[\w.:/~-]+", value, re.ASCII):
            value = "/".join(value.split("/")[: 3 if "://" in value else 1])
        return https_origin(value) is not None

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 1}


def https_origin(text: str) -> str | None:
    """The origin in *text*, with or without ``https://``; ``None`` if it has a path."""
    text = text.strip().rstrip("/")
    host = text.removeprefix("https://")
    return f"https://{host.lower()}" if _HOST.fullmatch(host) else None


@dataclass(frozen=True, slots=True)
class ScriptUrlValue(SimpleValue):
    """The https URL of a script.

    :ivar refused: suffixes that are not allowed.
    """

    label: str = "an https URL of a script"
    refused: tuple[str, ...] = ()

    def accepts(self, value: Any) -> bool:
        if not isinstance(value, str) or re.search(r"[\s\\<>\"'`;,]", value):
            return False
        try:
            parts = urlsplit(value)
        except ValueError:
            return False
        is_whole = parts.scheme == "https" and _HOST.fullmatch(parts.netloc) is not None
        return is_whole and not parts.path.lower().endswith(self.refused or ("\0",))

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": "^https://"}


@dataclass(frozen=True, slots=True)
class BaseUrlValue(SimpleValue):
    """The address of an API: absolute, without query and fragment."""

    label: ClassVar[str] = "a URL that starts with https:// or http://"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and is_base_url(value)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "string",
            "pattern": r"^\s*[Hh][Tt][Tt][Pp][Ss]?://[^\s/\\<>\"^`|{}@?#:][^\s\\<>\"^`|{}@?#]*\s*$",
        }


def is_base_url(text: str) -> bool:
    """Whether requests can be sent below the address *text*."""
    text = text.strip()
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        return False
    is_whole = not (parts.query or parts.fragment or re.search(r"[\s\\<>\"^`|{}@]", text))
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and is_whole
