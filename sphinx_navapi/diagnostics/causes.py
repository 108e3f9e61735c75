"""Merging messages with the same cause into one, with a count and the first places."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

#: Number of places, and of folders, that a message lists.
_SHOWN = 3

#: Placeholders in a summary: the number of messages, and the folders of their places.
COUNT = "{count}"
FOLDERS = "{folders}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A common reason for several diagnostics.

    :ivar key: equal for all diagnostics with the same cause.
    :ivar summary: one message for all of them, with `COUNT` and `FOLDERS`; ``""``: the first
        message.
    :ivar example: appended to the summary for the first message.
    :ivar follows: this is only a consequence of another message of the cause, if there is one.
    :ivar many: from this number on, different messages are replaced by their summary.
    """

    key: str
    summary: str = ""
    example: str = ""
    follows: bool = False
    many: int = 4


def missing_folder(root: Path, path: str) -> Cause | None:
    """The cause "a folder of *path*, a file below *root*, does not exist"; ``None`` if all
    exist.
    """
    parts = PurePosixPath(posixpath.normpath(path.lstrip("/"))).parts[:-1]
    for count in range(1, len(parts) + 1):
        folder = "/".join(parts[:count])
        try:
            if (root / folder).is_dir():
                continue
        except (OSError, ValueError):
            return None
        summary = (
            f"{COUNT} files are missing because the folder {folder} does not exist:"
            " create it or correct"
        )
        return Cause(key=f"folder:{folder}", summary=f"{summary} their paths")
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A message. :ivar text: without its place; *place*: as text."""

    text: str
    place: str
    cause: Cause


@dataclass(slots=True)
class _Group:
    own: list[int] = field(default_factory=list)
    followers: list[int] = field(default_factory=list)


def merge_causes(found: Sequence[Report]) -> Iterator[tuple[int, str]]:
    """The messages to print: the index of the message whose place is used, and the text.

    In the order of the first message of each cause.
    """
    groups: dict[str, _Group] = {}
    for index, report in enumerate(found):
        group = groups.setdefault(report.cause.key, _Group())
        (group.followers if report.cause.follows else group.own).append(index)
    for group in groups.values():
        if not group.own:
            yield from _tell(found, group.followers)
            continue
        note = ""
        if group.followers:
            places = _places(found[index] for index in group.followers)
            note = f"; {_times(len(group.followers), 'entry')} ignored as a result ({places})"
        for index, text in _tell(found, group.own):
            yield index, text + note
            note = ""


def _tell(found: Sequence[Report], indexes: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The messages at *indexes*: as their summary, as the first of them, or each."""
    by_summary: dict[str, list[int]] = {}
    for index in indexes:
        by_summary.setdefault(found[index].cause.summary, []).append(index)
    for summary, same in by_summary.items():
        reports = [found[index] for index in same]
        if summary and len(same) >= reports[0].cause.many:
            text = summary.replace(COUNT, str(len(same))) + reports[0].cause.example
            text = text.replace(FOLDERS, _folders([each.place for each in reports]))
            yield same[0], f"{text} ({_places(reports)})"
        else:
            yield from _tell_each(found, same)


def _tell_each(found: Sequence[Report], indexes: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Each distinct message at *indexes* once, with the places of all that are equal to it."""
    by_text: dict[str, list[Report]] = {}
    first: dict[str, int] = {}
    for index in indexes:
        # Without a summary, the first message represents the cause.
        text = found[index].text if found[index].cause.summary else found[indexes[0]].text
        by_text.setdefault(text, []).append(found[index])
        first.setdefault(text, index)
    for text, reports in by_text.items():
        # A component that a page uses twice has one place, which the message has already.
        is_one = len(reports) == 1 or (
            reports[0].place and len({each.place for each in reports}) == 1
        )
        more = "" if is_one else f" ({_times(len(reports), 'place')}: {_places(reports)})"
        yield first[text], text + more


def _places(reports: Iterable[Report]) -> str:
    places = list(dict.fromkeys(each.place for each in reports if each.place))
    more = len(places) - _SHOWN
    return ", ".join(places[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _folders(files: Sequence[str]) -> str:
    """The folders of *files* that differ first, each with its number of files."""
    folders = [posixpath.dirname(file) for file in files]
    depth = len(PurePosixPath(posixpath.commonpath(folders)).parts) + 1
    return list_folders(Counter("/".join(folder.split("/")[:depth]) for folder in folders))


def list_folders(counts: Counter[str]) -> str:
    """Folders with their numbers of files, the largest first."""
    shown = [f"{name or 'the top folder'} ({n})" for name, n in counts.most_common(_SHOWN)]
    more = len(counts) - _SHOWN
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _times(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun} is" if noun == "entry" else f"1 {noun}"
    return f"{count} entries are" if noun == "entry" else f"{count} {noun}s"
