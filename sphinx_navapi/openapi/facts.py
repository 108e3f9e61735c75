"""Texts, links and facts of a document, as values that know where they are from.

Facts are a line of a page; our own words in them are fields of `Wording`, by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.locale.wording import fill
from sphinx_navapi.openapi.history import NO_HISTORY, History

if TYPE_CHECKING:
    from sphinx_navapi.locale.wording import Wording
    from sphinx_navapi.openapi.document import Resolved
    from sphinx_navapi.openapi.schema.label_words import Phrase

#: A fact as text: its label, and its values, which are code or phrases.
FactWords = tuple[str, tuple["str | Phrase", ...]]


class Text(str):
    """A text of the document, CommonMark unless it is a title.

    :ivar pointer: its pointer, or one nearby.
    """

    __slots__ = ("pointer",)

    pointer: str

    def __new__(cls, text: str, pointer: str) -> Self:
        """*text*, which is at *pointer*."""
        made = super().__new__(cls, text)
        made.pointer = pointer
        return made

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]  # of `__new__` above
        """The arguments that copies are created with."""
        return str(self), self.pointer


def text_at(text: str | None, pointer: str) -> Text | None:
    """*text*, which is at *pointer*; ``None`` if it is empty."""
    return Text(text, pointer) if text else None


def text_of(value: Mapping[str, Any], key: str, pointer: str) -> Text | None:
    """The text *key* of the object *value*, which is at *pointer*."""
    return text_at(as_text(value.get(key)), f"{pointer}/{key}")


def resolved_text(resolved: Resolved, key: str) -> Text | None:
    """The text *key* of an object, or that beside the reference to it (3.1)."""
    text = as_text(resolved.siblings.get(key)) or as_text(as_mapping(resolved.value).get(key))
    return text_at(text, f"{resolved.pointer}/{key}")


@dataclass(frozen=True, slots=True)
class Link:
    """A link from the document. :ivar label: ``""`` if the document has none."""

    url: str
    label: str = ""

    def shown_label(self, translate: Callable[[str], str], kind: str = "") -> str:
        """Its label, translated if it is from the document.

        :param kind: what it leads to, shown with the short address if there is no label.
        """
        if self.label:
            return translate(self.label) if isinstance(self.label, Text) else self.label
        address = short_address(self.url)
        return f"{kind}: {address}" if kind else address


#: Characters of a path that are shown: beyond them only its last segment.
_PATH: Final = 40


def short_address(url: str) -> str:
    """Host and path of a web address, which say where it leads; other addresses unchanged."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return url
    path = parts.path.rstrip("/")
    if len(path) > _PATH:
        path = f"/…/{path.rpartition('/')[2][-_PATH:]}"
    return parts.netloc.rpartition("@")[2].removeprefix("www.") + path


def external_docs(value: Any, owner: str) -> Link | None:
    """The link of an External Documentation Object. :param owner: pointer of its owner."""
    url = as_text(as_mapping(value).get("url"))
    if url is None:
        return None
    label = text_of(value, "description", f"{owner}/externalDocs")
    return Link(url, label if label and label.strip() and label != url else "")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact in a row besides the type: *values* are code.

    :ivar word: field of `Wording` before the values; alone if there are no values.
    :ivar of_items: it applies to each item of an array.
    """

    word: str
    values: tuple[str, ...] = ()
    of_items: bool = False

    def words(self, words: Wording) -> FactWords:
        """Label and values in a language."""
        label = str(getattr(words, self.word))
        return (f"{words.items}: {label}" if self.of_items else label), self.values


@dataclass(frozen=True, slots=True)
class DescribedFact(Fact):
    """A fact with a description in the document."""

    text: Text | None = None


@dataclass(frozen=True, slots=True)
class NamedFact:
    """A fact whose name is from the document: *values* are code."""

    name: str
    values: tuple[str, ...]

    def words(self, words: Wording) -> FactWords:
        """Name and values, which are not translated."""
        return self.name, self.values


@dataclass(frozen=True, slots=True)
class Style:
    """A fact: how a value is serialized in a request."""

    style: str
    explode: bool

    def words(self, words: Wording) -> FactWords:
        """Label and value in a language."""
        return words.style, (f"{self.style}, {words.exploded}" if self.explode else self.style,)


#: A fact of a server, a message or a channel.
StatedFact = Fact | NamedFact


@dataclass(frozen=True, slots=True)
class AddedValues(Fact):
    """A fact: the permitted values that *version* added."""

    version: str = ""

    def words(self, words: Wording) -> FactWords:
        """Label and values in a language."""
        return fill(words.values_added_in, version=self.version), self.values


def history_facts(history: History, key: str, places: Iterable[str] = ()) -> Iterator[Fact]:
    """What is told of the part of a document with a *key* of its *history*.

    :param places: of the schemas that apply there: what changed in one changed for the row.
    """
    if history is NO_HISTORY:
        return
    added = history.added.get(key)
    if added:
        yield Fact("added_in", (added,))
    everywhere = dict.fromkeys((key, *places))
    for word, versions in (("changed_in", history.changed), ("deprecated_in", history.deprecated)):
        changed = next((versions[each] for each in everywhere if each in versions), None)
        if changed and changed != added:
            yield Fact(word, (changed,))
    new: dict[str, list[str]] = {}
    for each in everywhere:
        for value, version in history.values.get(each, {}).items():
            new.setdefault(version, []).append(value)
    for version, values in new.items():
        if version != added:
            yield AddedValues("values_added_in", tuple(values), version=version)
