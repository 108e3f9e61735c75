"""Since when the parts of a document exist, and in which version they changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, NamedTuple

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping


class VersionedChange(NamedTuple):
    """A change of an operation, by the version that brought it.

    :ivar rule: id of a rule of `changes.rules`; :ivar level: its effect here.
    :ivar place: in the operation, from the outside in; names are in backticks.
    :ivar words: names and values of the rule's sentence.
    :ivar old: pointer in the version before, :ivar new: in the document.
    """

    version: str
    rule: str
    level: str
    place: tuple[str, ...]
    words: tuple[tuple[str, str], ...]
    old: str | None
    new: str | None


#: Versions by JSON pointer.
Versions = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class History:
    """The history of a document. What the first version already has is in none of the maps.

    :ivar versions: labels, oldest first; the last one is that of the document itself.
    :ivar added: the first version that has a part, by its pointer in the document (a property), by
        method and path (an operation), or by these and its place (`part_key`).
    :ivar deprecated: the version that deprecated it, likewise.
    :ivar changed: the last version in which it changed, likewise.
    :ivar values: by pointer of a schema: the first version of each later value of its enum.
    :ivar changes: by method and path of an operation, newest first; one that the document no longer
        has has only its removal.
    """

    versions: tuple[str, ...] = ()
    added: Versions = field(default_factory=dict)
    deprecated: Versions = field(default_factory=dict)
    changed: Versions = field(default_factory=dict)
    values: Mapping[str, Versions] = field(default_factory=dict)
    changes: Mapping[str, tuple[VersionedChange, ...]] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """Changes with it."""
        return digest_of(history_values(self))

    def stamp(self, key: str) -> str:
        """Changes with what is known of the parts of an operation, a component or a path.

        :param key: method and path, or a pointer.
        """
        return self._stamps.get(group_of(key), "")

    @cached_property
    def _stamps(self) -> Mapping[str, str]:
        parts: dict[str, list[object]] = {}
        for versions in (self.added, self.deprecated, self.changed, self.values, self.changes):
            for key, version in versions.items():
                parts.setdefault(group_of(key), []).append((key, version))
        return {group: digest_of(part) for group, part in parts.items()}


#: Of a document without earlier versions.
NO_HISTORY = History()


def history_values(history: History) -> dict[str, Any]:
    """*history* as values of JSON; `read_history_values` reads them."""
    return {each.name: getattr(history, each.name) for each in fields(history)}


def read_history_values(value: object) -> History | None:
    """The inverse of `history_values`; ``None`` if *value* is damaged."""
    try:
        members = {**as_mapping(value)}
        members["versions"] = tuple(members["versions"])
        members["changes"] = {
            key: tuple(map(_read_change, changes)) for key, changes in members["changes"].items()
        }
        return History(**members)
    except (KeyError, TypeError, AttributeError, ValueError):
        return None


def _read_change(value: list[Any]) -> VersionedChange:
    version, rule, level, place, words, old, new = value
    changed_words = tuple((name, word) for name, word in words)
    return VersionedChange(version, rule, level, tuple(place), changed_words, old, new)


def part_key(operation: str, place: str) -> str:
    """The key of a parameter, or of a response, of the *operation* with a method and path.

    :param place: in words, as in a change: ``response `404```.
    """
    return f"{operation}\n{place}"


def group_of(key: str) -> str:
    """What the part with a *key* is in: an operation, a component, or else a path, by pointer."""
    if not key.startswith("/"):
        return key.partition("\n")[0]
    steps = key.split("/", 4)
    return "/".join(steps[: 4 if steps[1] == "components" else 3])
