"""YAML text as values, and the offsets of its parts.

Values are built directly from PyYAML's events: the composer of its C loader recurses (100,000
levels crash the process), its constructors use YAML 1.1 (``no`` is a boolean there, ``2024-01-01``
a date), and one pass over events is several times faster than either. Scalars follow the core
schema of YAML 1.2.2, section 10.3; keys are always strings as written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import yaml

from sphinx_navapi.formats.data_text import (
    MAX_DEPTH,
    Entry,
    Fault,
    Faults,
    RepeatedKeys,
    TextError,
)
from sphinx_navapi.formats.numbers import read_float, read_integer

#: Maximum number of values in a text; about two seconds of reading.
MAX_VALUES: Final = 1_000_000

#: Maximum number of values that aliases may add to those written.
MAX_ALIASED: Final = 1_000_000

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_CONSTANTS: Final[dict[str, bool | None]] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_SPECIAL_START: Final = frozenset("~nNtTfF+-.0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
#: Maximum depth of a text, skipped levels included: libyaml's cost is quadratic in the depth, and
#: the one that PyYAML 6.0.4 brings refuses texts of 1,000 levels. Below that, all of them agree.
_MOST_LEVELS: Final = 900

_TOO_MANY: Final = f"more than {MAX_VALUES:,} values: convert it to JSON, which is faster to read"
_SECOND_DOCUMENT: Final = "more than one YAML document: only the first is read"
_TOO_DEEP: Final = f"nested more than {MAX_DEPTH} levels deep"
_UNREADABLE: Final = f"nested more than {_MOST_LEVELS} levels deep, so nothing in it is read"
_RESOLVED_TAGS: Final = frozenset(
    f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float")
)

#: Tags that are redundant, or that YAML 1.1 has for what JSON writes as text.
_KNOWN_TAGS: Final = _RESOLVED_TAGS | {
    "!",
    *(
        f"tag:yaml.org,2002:{name}"
        for name in ("str", "map", "seq", "binary", "timestamp", "set", "omap", "pairs", "merge")
    ),
}


class _Anchored(NamedTuple):
    """The target of an anchor. :ivar text: of a scalar, as written."""

    value: Any
    text: str | None
    size: int
    height: int
    inside: Any


class _Collection:
    """A mapping or list being built."""

    __slots__ = (
        "anchor", "entries", "height", "is_map", "items", "key", "key_offset", "members",
        "merged", "merging", "offset", "size",
    )  # fmt: skip

    def __init__(self, is_map: bool, anchor: str | None, offset: int) -> None:
        self.is_map = is_map
        self.anchor = anchor
        self.offset = offset
        self.members: dict[str, Any] = {}
        self.items: list[Any] = []
        self.entries: dict[str, Entry] = {}
        self.merged: list[tuple[Any, Any]] = []
        self.merging = False
        self.key: str | None = None
        self.key_offset = -1
        self.size = 1
        self.height = 1

    def step(self) -> str:
        """The key or index of the part being built."""
        return self.key or "" if self.is_map else str(len(self.items))


def parse_yaml(text: str) -> tuple[Any, tuple[Fault, ...], RepeatedKeys]:
    """The value of *text*, with the last member of a duplicate key, the parts that were cut, and
    offset and path of every duplicate key.

    Cut are keys that are not scalars, what nests too deeply, unknown or recursive aliases, and all
    YAML documents but the first. Tags are ignored.

    :raises TextError: not YAML, too large, or an alias bomb.
    """
    builder = _Builder(text, track=False)
    return builder.build().value, builder.faults.in_order(), builder.repeated


def yaml_root(text: str) -> Entry:
    """The position of the whole value; `yaml_entries` looks inside."""
    builder = _Builder(text, track=True)
    root = builder.build()
    return Entry(builder.root_offset, builder.root_offset, root.inside)


def yaml_entries(inside: Any) -> dict[str, Entry]:
    """The members of a mapping or list, by key or index."""
    entries: dict[str, Entry] = inside
    return entries


def resolve_plain(text: str) -> Any:
    """The value of a plain scalar by the core schema.

    Infinity and NaN stay text: JSON, and therefore OpenAPI, has no such values.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _SPECIAL_START:
        return text
    if _INTEGER.match(text):
        return read_integer(text) if len(text) < 4000 else text
    if _BASED.match(text):
        return read_integer(text, 0) if len(text) < 4000 else text
    if _FLOAT.match(text):
        number = read_float(text)
        return number if math.isfinite(number) else text
    return text


class _Builder:
    """One pass over the events of a text."""

    def __init__(self, text: str, *, track: bool) -> None:
        self.text = text
        self.track = track
        self.root_offset = 0
        self.anchors: dict[str, _Anchored] = {}
        self.open_anchors: set[str] = set()
        self.aliased = 0
        self.stack: list[_Collection] = []
        self.keys: dict[str, str] = {}
        self.repeated: list[tuple[int, list[str]]] = []
        self.faults = Faults()
        self.left_out = 0
        self.depth_left_out = 0

    def build(self) -> _Anchored:
        try:
            return self._build()
        except yaml.MarkedYAMLError as error:
            problem, offset = _say(error, self.text)
            if error.problem == "exceeded maximum nesting depth":
                raise TextError(_UNREADABLE, offset) from None
            raise TextError(f"not YAML: {problem}", min(offset, len(self.text))) from None
        except yaml.reader.ReaderError as error:
            offset = error.position if isinstance(error.position, int) else 0
            raise TextError(f"not YAML: {error.reason}", offset) from None
        except (yaml.YAMLError, UnicodeEncodeError) as error:
            raise TextError(f"not YAML: {error}", 0) from None

    def _events(self) -> Iterator[Any]:
        loader = _LOADER(self.text)
        try:
            while loader.check_event():
                yield loader.get_event()
        finally:
            loader.dispose()

    def _build(self) -> _Anchored:
        scalar, alias = yaml.ScalarEvent, yaml.AliasEvent
        map_start, list_start = yaml.MappingStartEvent, yaml.SequenceStartEvent
        map_end, list_end = yaml.MappingEndEvent, yaml.SequenceEndEvent
        stack = self.stack
        documents = count = 0
        root = _Anchored(None, "", 1, 0, None)
        for event in self._events():
            kind = type(event)
            if self.left_out:
                count += 1
                self._leave_out(event)
                continue
            if kind is scalar:
                count += 1
                if stack and stack[-1].is_map and stack[-1].key is None:
                    self._take_key(event.value, event)
                    continue
                done = self._scalar(event)
            elif kind is alias:
                count += 1
                done = self._alias(event)
                if stack and stack[-1].is_map and stack[-1].key is None:
                    self._take_alias(done.text, event)
                    continue
            elif kind is map_start or kind is list_start:
                count += 1
                if self._open(event, kind is map_start):
                    continue
                done = _Anchored({} if kind is map_start else [], None, 1, 1, {})
            elif kind is map_end or kind is list_end:
                done = self._close()
            elif kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self.faults.add(_SECOND_DOCUMENT, _offset(event))
                    break
                continue
            else:
                continue
            if count > MAX_VALUES:
                raise TextError(_TOO_MANY, _offset(event))
            if stack:
                self._add(done, event)
            else:
                root = done
                if kind is scalar:
                    self.root_offset = _offset(event)
        return root

    def _take_alias(self, text: str | None, event: Any) -> None:
        """Use an alias as a key: *text*, unless the alias does not refer to a scalar."""
        if text is None:
            self._refuse_key(event, parts=1)  # its value
        else:
            self._take_key(text, event)

    def _take_key(self, text: str, event: Any) -> None:
        frame = self.stack[-1]
        frame.key = self.keys.setdefault(text, text)
        if self.track:
            frame.key_offset = _offset(event)
        if text in frame.members:
            self.repeated.append((_offset(event), [open_.step() for open_ in self.stack]))
        if type(event) is yaml.ScalarEvent:
            frame.merging = text == "<<" and event.implicit[0]
            if event.anchor is not None:
                self.anchors[event.anchor] = _Anchored(resolve_plain(text), text, 1, 0, None)

    def _scalar(self, event: Any) -> _Anchored:
        text: str = event.value
        value: Any = text
        if event.implicit[0]:
            if event.tag is None:
                value = resolve_plain(text)
        elif event.tag in _RESOLVED_TAGS:
            value = resolve_plain(text)
        elif event.tag is not None:
            self._pass_tag(event)
        done = _Anchored(value, text, 1, 0, None)
        if event.anchor is not None:
            self.anchors[event.anchor] = done
        return done

    def _alias(self, event: Any) -> _Anchored:
        name = event.anchor
        if name in self.open_anchors:
            return self._nothing(event, f"*{name} is inside &{name}, which is a cycle")
        done = self.anchors.get(name)
        if done is None:
            return self._nothing(event, f"*{name} has no anchor &{name} before it")
        self.aliased += done.size
        if self.aliased > MAX_ALIASED:
            raise TextError(f"aliases expand to more than {MAX_ALIASED:,} values", _offset(event))
        if len(self.stack) + done.height > MAX_DEPTH:
            return self._nothing(event, _TOO_DEEP)
        return done

    def _nothing(self, event: Any, message: str) -> _Anchored:
        """The placeholder for an alias that cannot be resolved."""
        self.faults.add(f"{message}: read as null", _offset(event))
        return _Anchored(None, "", 1, 0, None)

    def _open(self, event: Any, is_map: bool) -> bool:
        """Begin a mapping or list; ``False`` if it is skipped with its content."""
        stack = self.stack
        if stack and stack[-1].is_map and stack[-1].key is None:
            self._refuse_key(event, parts=2)  # the key and its value
            self._leave_out(event)
            return True
        if len(stack) >= MAX_DEPTH:
            self.faults.add(f"{_TOO_DEEP}: deeper values were ignored", _offset(event))
            self.left_out = 1
            self._leave_out(event)
            return False
        if event.tag is not None:
            self._pass_tag(event)
        if event.anchor is not None:
            self.open_anchors.add(event.anchor)
        stack.append(_Collection(is_map, event.anchor, _offset(event) if self.track else 0))
        return True

    def _refuse_key(self, event: Any, parts: int) -> None:
        self.faults.add(
            "a key that is a mapping or a list was ignored: quote text that begins with { or [",
            _offset(event),
        )
        self.left_out = parts

    def _leave_out(self, event: Any) -> None:
        """Skip an event of a skipped part: a number of nodes with their content."""
        kind = type(event)
        if kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
            self.depth_left_out += 1
        elif kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
            self.depth_left_out -= 1
        if not self.depth_left_out:
            self.left_out -= 1
        if len(self.stack) + self.depth_left_out > _MOST_LEVELS:
            raise TextError(_UNREADABLE, _offset(event))

    def _pass_tag(self, event: Any) -> None:
        """Record a tag that is not supported."""
        if event.tag in _KNOWN_TAGS:
            return
        self.faults.add(
            f"unknown YAML tag {event.tag} ignored; its value is read as plain YAML; to include"
            " another file, use `$ref`",
            _offset(event),
            kind="tag",
        )

    def _close(self) -> _Anchored:
        frame = self.stack.pop()
        value: Any = frame.items
        if frame.is_map:
            value = frame.members
            if frame.merged:
                value = self._merge(frame)
        done = _Anchored(value, None, frame.size, frame.height, frame.entries)
        if frame.anchor is not None:
            self.open_anchors.discard(frame.anchor)
            self.anchors[frame.anchor] = done
        self.root_offset = frame.offset
        return done

    def _merge(self, frame: _Collection) -> dict[str, Any]:
        """The members of *frame*, overriding those of ``<<`` (YAML 1.1, merge key)."""
        members: dict[str, Any] = {}
        entries: dict[str, Entry] = {}
        for value, inside in frame.merged:
            for key, member in value.items():
                if key not in members:
                    members[key] = member
                    if self.track and key in inside:
                        entries[key] = inside[key]
        frame.entries = {**entries, **frame.entries}
        return {**members, **frame.members}

    def _add(self, done: _Anchored, event: Any) -> None:
        """Add *done* to the innermost open mapping or list."""
        frame = self.stack[-1]
        frame.size += done.size
        if done.height >= frame.height:
            frame.height = done.height + 1
        if not frame.is_map:
            if self.track:
                offset = self._value_offset(event)
                frame.entries[str(len(frame.items))] = Entry(offset, offset, done.inside)
            frame.items.append(done.value)
            return
        key = frame.key
        assert key is not None  # a value follows its key
        frame.key = None
        if frame.merging:
            frame.merging = False
            merged = _mappings(done)
            if merged is not None:
                frame.merged += merged
                return
        frame.members[key] = done.value
        if self.track:
            frame.entries[key] = Entry(frame.key_offset, self._value_offset(event), done.inside)

    def _value_offset(self, event: Any) -> int:
        if type(event) in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
            return self.root_offset  # of the container that was closed last
        return _offset(event)


def _mappings(done: _Anchored) -> list[tuple[Any, Any]] | None:
    """The mappings that a merge key refers to, ``None`` if it refers to something else."""
    if isinstance(done.value, dict):
        return [(done.value, done.inside)]
    if isinstance(done.value, list) and all(isinstance(item, dict) for item in done.value):
        entries = done.inside or {}
        return [
            (item, (entries[str(index)].inside if str(index) in entries else {}))
            for index, item in enumerate(done.value)
        ]
    return None


def _offset(event: Any) -> int:
    return int(event.start_mark.index)


#: YAML errors about unclosed parts, their wording, and what to add. The start of the part is more
#: useful than the position where the parser gave up, which is often the end of the file.
_UNCLOSED = {
    "while parsing a flow sequence": ("the list that begins with [ here is not closed", "]"),
    "while parsing a flow mapping": ("the mapping that begins with { here is not closed", "}"),
    "while scanning a quoted scalar": (
        "the quotation mark here is not closed",
        "another quotation mark",
    ),
}

_QUOTE = "put the text in quotation marks"
_IS_PAIR = re.compile(r"^\s*[-#]|:(?:\s|$)")
_NOT_ALLOWED = "mapping values are not allowed"

#: Parts of other errors, of both parsers of PyYAML, and what to write.
_ADVICE = (
    (_NOT_ALLOWED, "quote a text that contains `: `"),
    ("could not find expected ':'", "write `key: value`, with a space after the colon"),
    ("cannot start any token", f"{_QUOTE} if it begins with this character"),
    ("parsing a block node", f"{_QUOTE} if it begins with this character"),
    ("scanning a directive", f"{_QUOTE} if it begins with this character"),
    ("scanning an alias", f"{_QUOTE} if it begins with *"),
    ("scanning an anchor", f"{_QUOTE} if it begins with &"),
    ("escape", r"in double quotation marks, a backslash is written twice: \\"),
    ("<document start>", "remove what follows the end of the value"),
)


def _say(error: yaml.MarkedYAMLError, text: str) -> tuple[str, int]:
    """The subject of *error* in *text* with what to write, and its offset."""
    problem = error.problem or error.context or "unknown problem"
    mark, begin = error.problem_mark or error.context_mark, error.context_mark
    offset = mark.index if mark is not None else 0
    unclosed = _UNCLOSED.get(error.context or "")
    if unclosed is not None and begin is not None:
        wording, missing = unclosed
        return f"{wording} ({problem}): add {missing}", begin.index
    start = text.rfind("\n", 0, offset) + 1
    before, _, _ = text[start:].partition("\n")
    indentation = before[: len(before) - len(before.lstrip())]
    if "\t" in indentation or text.startswith("\t", offset):
        return f"{problem}: use spaces instead of the tab", offset
    if problem.startswith(_NOT_ALLOWED):
        above = text[:start].rstrip()
        last = above.rpartition("\n")[2]
        if last and not _IS_PAIR.search(last):
            advice = "write `key: value`, with a space after the colon"
            return f"this line is not part of a mapping: {advice}", len(above) - len(last)
    advice = next((a for part, a in _ADVICE if part in f"{error.context} {problem}"), "")
    if advice == _ADVICE[0][1] and indentation:
        advice += ", or indent this line like the others of its level"
    elif not advice and (error.context or "").startswith("while parsing a block"):
        advice = (
            "indent the keys or items of one level alike"
            if not text[start:offset].strip()
            else "quote the whole text, with the other kind of quotation marks than those in it"
        )
    return (f"{problem}: {advice}" if advice else problem), offset
