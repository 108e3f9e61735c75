"""Example values as XML, by the XML Objects of their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from sphinx_navapi.openapi.schema import SchemaBook
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.styles import scalar_text

#: What XML 1.0 cannot hold at all.
_NO_XML_CHARACTER = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NO_NAME_CHARACTER = re.compile(r"[^\w.:-]")

#: Values nested deeper are left out.
_DEEPEST = 50


def write_xml(value: Any, pointer: str | None, book: SchemaBook, direction: Direction) -> str:
    """*value* as an XML document, indented by two spaces.

    :param pointer: of its schema, whose ``xml`` names elements and attributes and wraps
        lists (XML Object); the root is named after the component, or ``root``.
    """
    writer = _Writer(book, direction)
    name = "root"
    if pointer is not None:
        name = book.view(pointer, direction).component or name
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    if isinstance(value, (list, tuple)):
        # A document has one root, wrapped or not.
        items = book.view(pointer, direction).items if pointer is not None else None
        tag = _qualified(writer.xml(pointer), name)
        inner = writer.entries(value, items, writer.xml(items).get("name") or "item", 1)
        lines += [f"<{tag}>", *inner, f"</{tag}>"]
    else:
        lines += writer.element(name, value, pointer, 0)
    return "\n".join(lines)


class _Writer:
    def __init__(self, book: SchemaBook, direction: Direction) -> None:
        self.book = book
        self.direction = direction

    def xml(self, pointer: str | None) -> Mapping[str, Any]:
        """The XML Object of a schema."""
        if pointer is None:
            return {}
        found = self.book.reader.facts(pointer).first("xml")
        return found if isinstance(found, Mapping) else {}

    def element(self, name: str, value: Any, pointer: str | None, depth: int) -> Iterator[str]:
        xml = self.xml(pointer)
        tag = _qualified(xml, name)
        pad = "  " * depth
        namespace = xml.get("namespace")
        attributes = ""
        if isinstance(namespace, str):
            prefix = xml.get("prefix")
            colon = f":{_name(prefix)}" if isinstance(prefix, str) and prefix else ""
            attributes = f" xmlns{colon}={quoteattr(_text(namespace))}"
        if not isinstance(value, Mapping):
            text = escape(_text(scalar_text(value)))
            yield (
                f"{pad}<{tag}{attributes}>{text}</{tag}>" if text else f"{pad}<{tag}{attributes}/>"
            )
            return
        children: list[str] = []
        schemas = {}
        if pointer is not None:
            view = self.book.view(pointer, self.direction)
            schemas = {child.name: child.schema for child in view.properties}
        for key, item in value.items():
            schema = schemas.get(key)
            kind = self.xml(schema)
            if kind.get("attribute") is True or kind.get("nodeType") == "attribute":
                quoted = quoteattr(_text(scalar_text(item)))
                attributes += f" {_qualified(kind, key)}={quoted}"
            elif depth < _DEEPEST:
                children += self.property(key, item, schema, depth + 1)
        if not children:
            yield f"{pad}<{tag}{attributes}/>"
            return
        yield f"{pad}<{tag}{attributes}>"
        yield from children
        yield f"{pad}</{tag}>"

    def property(self, name: str, value: Any, pointer: str | None, depth: int) -> Iterator[str]:
        if not isinstance(value, (list, tuple)):
            yield from self.element(name, value, pointer, depth)
            return
        xml = self.xml(pointer)
        items = self.book.view(pointer, self.direction).items if pointer is not None else None
        if xml.get("wrapped") is True:
            tag = _qualified(xml, name)
            yield f"{'  ' * depth}<{tag}>"
            yield from self.entries(value, items, name, depth + 1)
            yield f"{'  ' * depth}</{tag}>"
        else:
            # Not wrapped, the list has no element: its own name stands for its items.
            yield from self.entries(value, items, _plain(xml.get("name")) or name, depth)

    def entries(self, values: Any, items: str | None, name: str, depth: int) -> Iterator[str]:
        for item in values:
            if isinstance(item, (list, tuple)):
                yield from self.property(name, item, items, depth)
            else:
                yield from self.element(name, item, items, depth)


def _qualified(xml: Mapping[str, Any], name: str) -> str:
    own = _name(_plain(xml.get("name")) or name)
    prefix = _plain(xml.get("prefix"))
    return f"{_name(prefix)}:{own}" if prefix else own


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _name(text: str) -> str:
    """*text* as a name: other characters as ``_``, and one before a digit."""
    name = _NO_NAME_CHARACTER.sub("_", text)
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"


def _text(text: str) -> str:
    return _NO_XML_CHARACTER.sub("\ufffd", text)
