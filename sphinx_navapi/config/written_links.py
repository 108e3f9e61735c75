"""The links in ``docs.json``, found by the declared types of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.config.elements import FIELDS, GLOBAL_ANCHOR_FIELDS
from sphinx_navapi.config.navigation import NavigationElement, walk
from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.value_types import (
    Key,
    LinkValue,
    ListOf,
    MarkdownValue,
    ObjectOf,
    OneOf,
    Record,
    ValueType,
)
from sphinx_navapi.formats.commonmark import all_addresses
from sphinx_navapi.formats.data_file import escape_pointer

#: A link, and the pointer of the value that contains it.
WrittenLink = tuple[str, str]

#: In the URLs of the page menu: a placeholder for something of the current page.
_PLACEHOLDER: Final = "$"


def written_links(
    config: Mapping[str, Any], navigation: NavigationElement
) -> Iterator[WrittenLink]:
    """The links that readers can follow, in document order.

    :param config: the object of ``docs.json``; invalid values are skipped.
    :param navigation: its navigation, in which an ignored ``href`` is not an attribute.
    """
    yield from _links_below(SETTINGS, config, "")
    for element in walk(navigation):
        yield from _links_below(FIELDS[element.kind], element.attributes, element.pointer)
    for anchor in navigation.global_anchors:
        yield from _links_below(GLOBAL_ANCHOR_FIELDS, anchor.attributes, anchor.pointer)


def _links_below(
    keys: Iterable[Key], value: Mapping[str, Any], pointer: str
) -> Iterator[WrittenLink]:
    for key in keys:
        if key.name in value:
            yield from _links(key.type, value[key.name], f"{pointer}/{key.name}")


def _links(kind: ValueType, value: Any, pointer: str) -> Iterator[WrittenLink]:
    if isinstance(kind, OneOf):
        kind = next((each for each in kind.types if each.accepts(value)), kind)
    match kind, value:
        case LinkValue(followed=True), str() if kind.accepts(value) and _PLACEHOLDER not in value:
            yield value.strip(), pointer
        case MarkdownValue(), str():
            yield from ((href, pointer) for href in all_addresses(value))
        case ListOf(), list():
            for index, entry in enumerate(value):
                yield from _links(kind.item, entry, f"{pointer}/{index}")
        case ObjectOf(), Mapping():
            for name, entry in value.items():
                yield from _links(kind.item, entry, f"{pointer}/{escape_pointer(str(name))}")
        case Record(), Mapping() if all(key.name in value for key in kind.fields if key.required):
            # Without a required key, nothing is shown.
            yield from _links_below(kind.fields, value, pointer)
