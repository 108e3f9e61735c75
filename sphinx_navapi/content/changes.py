"""The content of a page of changes: by level, then by subject."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from sphinx_navapi.changes.change import Change, SharedChange, shared_changes
from sphinx_navapi.changes.rules import REQUEST, RESPONSE, RULES, ChangeLevel
from sphinx_navapi.locale.interface import message
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.history import History, VersionedChange

#: Id and title of the section of each level, in order.
_SECTIONS: Final = {
    ChangeLevel.BREAKING: ("breaking-changes", message("Breaking changes")),
    ChangeLevel.WARNING: ("warnings", message("May break clients")),
    ChangeLevel.INFO: ("other-changes", message("Other changes")),
}

#: Shown if nothing changed.
NO_CHANGES: Final = message("No changes")

#: Maximum number of operations listed for one change.
MOST_OPERATIONS: Final = 8


#: Translates a text.
Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeItem:
    """One change. :ivar place: within the block's subject; names are in backticks."""

    place: tuple[str, ...]
    rule: str
    words: tuple[tuple[str, str], ...]

    def say(self, translate: Translate | None) -> str:
        """The place and the change; names and values are in backticks."""
        text = RULES[self.rule].say(self.words, translate)
        places = [_say_place(word, translate) for word in self.place]
        return _capital(f"{' · '.join(places)}: {text}" if places else text)

    def messages(self) -> Iterator[str]:
        """The texts that `say` translates."""
        for word in self.place:
            yield from _place_messages(word)
        yield RULES[self.rule].text


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBlock:
    """The changes of one level with the same subject.

    :ivar subject: a component of several operations; ``""`` for one operation, or the document.
    :ivar operations: the first `MOST_OPERATIONS`; *more* is the number of others.
    """

    subject: str
    operations: tuple[OperationKey, ...]
    more: int
    items: tuple[ChangeItem, ...]

    def say_subject(self, translate: Translate | None) -> str:
        """The subject; names are in backticks."""
        return _capital(_say_place(self.subject, translate))

    def messages(self) -> Iterator[str]:
        """All translatable texts of the block."""
        yield from _place_messages(self.subject)
        for item in self.items:
            yield from item.messages()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSection:
    """The changes of one level, or of one version.

    :ivar title: in English, a message of the interface; or the version.
    """

    level: ChangeLevel
    anchor: str
    title: str
    blocks: tuple[ChangeBlock, ...]


def change_sections(changes: Iterable[SharedChange]) -> tuple[ChangeSection, ...]:
    """The non-empty sections, breaking changes first."""
    levels: dict[ChangeLevel, list[SharedChange]] = {}
    for shared in changes:
        levels.setdefault(shared.change.level, []).append(shared)
    return tuple(
        ChangeSection(level=level, anchor=anchor, title=title, blocks=_blocks(levels[level]))
        for level, (anchor, title) in _SECTIONS.items()
        if level in levels
    )


def released_sections(
    history: History, document: str, is_shown: Callable[[OperationKey], bool]
) -> Iterator[ChangeSection]:
    """A section for each version of *document* that changed something, newest first.

    :param is_shown: whether the changes of an operation are shown.
    """
    versions: dict[str, list[Change]] = {version: [] for version in reversed(history.versions)}
    for name, changes in history.changes.items():
        method, _, path = name.partition(" ")
        key = OperationKey(document=document, method=method, path=path)
        if not is_shown(key):
            continue
        for each in changes:
            versions[each.version].append(
                Change(
                    rule=each.rule,
                    level=ChangeLevel(each.level),
                    operation=key,
                    place=each.place,
                    words=each.words,
                    old=each.old,
                    new=each.new,
                )
            )
    for index, (version, changed) in enumerate(versions.items()):
        if changed:
            yield ChangeSection(
                level=ChangeLevel.INFO,
                anchor=f"version-{len(versions) - index}",
                title=version,
                blocks=_blocks(shared_changes(changed)),
            )


def history_items(
    changes: Iterable[VersionedChange],
) -> Iterator[tuple[str, tuple[ChangeItem, ...]]]:
    """The versions in *changes* of an operation, in order, each with what it changed."""
    for version, of_version in groupby(changes, key=lambda change: change.version):
        yield (
            version,
            tuple(ChangeItem(place=c.place, rule=c.rule, words=c.words) for c in of_version),
        )


def _subject(shared: SharedChange) -> str:
    return shared.place[0] if shared.place and len(shared.operations) > 1 else ""


def _blocks(changes: Iterable[SharedChange]) -> tuple[ChangeBlock, ...]:
    """*changes* by subject."""
    blocks: dict[tuple[object, ...], list[SharedChange]] = {}
    for shared in changes:
        blocks.setdefault((_subject(shared), shared.operations), []).append(shared)
    return tuple(map(_block, blocks.values()))


def _block(changes: list[SharedChange]) -> ChangeBlock:
    subject, operations = _subject(changes[0]), changes[0].operations
    return ChangeBlock(
        subject=subject,
        operations=operations[:MOST_OPERATIONS],
        more=max(len(operations) - MOST_OPERATIONS, 0),
        items=tuple(
            ChangeItem(
                place=_place(shared, subject),
                rule=shared.change.rule,
                words=shared.change.words,
            )
            for shared in changes
        ),
    )


def _place(shared: SharedChange, subject: str) -> tuple[str, ...]:
    """The position within *subject*: the same change of a component may break requests only."""
    if not subject:
        return shared.place
    kind = shared.change.rule.partition("-")[0]
    return (*((kind,) if kind in (REQUEST, RESPONSE) else ()), *shared.place[1:])


def _say_place(word: str, translate: Translate | None) -> str:
    """A step of a place: its kind, translated, and its name, which is not."""
    kind, mark, name = word.partition("`")
    if translate is None or not kind.strip():
        return word
    return f"{translate(kind.strip())} {mark}{name}".rstrip()


def _place_messages(word: str) -> Iterator[str]:
    kind = word.partition("`")[0].strip()
    if kind:
        yield kind


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
