"""Example values as XML, following the XML Objects of their schemas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.example.choices import read_value_schema
from sphinx_navapi.openapi.schema.composition import component_name
from sphinx_navapi.openapi.schema.json_values import bare_text
from sphinx_navapi.openapi.schema.level import Pointers
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction

#: Characters not allowed in XML 1.0.
_NO_CHARACTER = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NO_NAME_CHARACTER = re.compile(r"[^\w.-]")

#: Values nested deeper are omitted.
_DEEPEST = 40


def write_xml(
    value: Any, pointer: str | None, registry: SchemaRegistry, direction: Direction
) -> str:
    """*value* as an XML document, indented by two spaces.

    :param pointer: of its schema, whose ``xml`` names elements and attributes and wraps lists; the
        root has its name, else that of the component, else ``root``.

    XML Object of OpenAPI 3.0 and 3.1 (``attribute``, ``wrapped``) and of 3.2 (``nodeType``).
    """
    writer = _XmlWriter(registry, direction)
    pointers = () if pointer is None else (pointer,)
    name = "root"
    if pointer is not None:
        name = component_name(registry.reader.unwrap(pointer).target) or name
    # A document has one root, whether its list is wrapped or not.
    lines = writer.element(name, value, pointers, 0, list_too=True)
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *lines])


class _XmlWriter:
    def __init__(self, registry: SchemaRegistry, direction: Direction) -> None:
        self.registry = registry
        self.direction = direction

    def xml(self, pointers: Pointers) -> Mapping[str, Any]:
        """The XML Object of the schemas of one value."""
        for pointer in pointers:
            xml = self.registry.reader.level(pointer).first("xml")
            if isinstance(xml, dict):
                return xml
        return {}

    def children(self, pointers: Pointers, value: Mapping[str, Any]) -> dict[str, Pointers]:
        """The schemas of the properties of *value*, those of alternatives included."""
        schema = read_value_schema(self.registry.reader, pointers)
        schemas_of = dict(schema.level.properties)
        for choice in schema.choices:
            if all(name in schemas_of for name in value):
                break
            for option in choice.options:
                more = self.registry.reader.level(*option).properties
                for name, schemas in more.items():
                    schemas_of.setdefault(name, schemas)
        return schemas_of

    def element(
        self, name: str, value: Any, pointers: Pointers, depth: int, *, list_too: bool = False
    ) -> Iterator[str]:
        """The element of one value; for a list its items if *list_too*."""
        xml = self.xml(pointers)
        tag = _qualified(xml, name)
        pad = "  " * depth
        opening = f"{pad}<{tag}{_namespace(xml)}"
        if isinstance(value, dict):
            attributes, inner, text = self._parts(value, pointers, depth)
            opening += attributes
        elif isinstance(value, list) and list_too:
            items = self.registry.reader.level(*pointers).items
            inner, text = list(self._items(value, items, name, depth + 1)), ""
        else:
            inner, text = [], _content(value, xml)
        if inner:
            yield f"{opening}>{text}"
            yield from inner
            yield f"{pad}</{tag}>"
        else:
            yield f"{opening}>{text}</{tag}>" if text else f"{opening}/>"

    def _parts(
        self, value: Mapping[str, Any], pointers: Pointers, depth: int
    ) -> tuple[str, list[str], str]:
        """Attributes, elements and text of an object."""
        attributes, text = "", ""
        inner: list[str] = []
        children = self.children(pointers, value)
        for name, item in value.items():
            schemas = children.get(name, ())
            xml = self.xml(schemas)
            node = xml.get("nodeType")
            if xml.get("attribute") is True or node == "attribute":
                quoted = quoteattr(_clean(bare_text(item)))
                attributes += f" {_qualified(xml, name)}={quoted}"
            elif node in ("text", "cdata"):
                text += _content(item, xml)
            elif depth < _DEEPEST:
                inner += self._property(name, item, schemas, depth + 1)
        return attributes, inner, text

    def _property(self, name: str, value: Any, pointers: Pointers, depth: int) -> Iterator[str]:
        if not isinstance(value, list):
            yield from self.element(name, value, pointers, depth)
            return
        xml = self.xml(pointers)
        items = self.registry.reader.level(*pointers).items
        own = as_text(xml.get("name")) or name
        if xml.get("wrapped") is True or xml.get("nodeType") == "element":
            pad, tag = "  " * depth, _qualified(xml, name)
            yield f"{pad}<{tag}{_namespace(xml)}>"
            yield from self._items(value, items, own, depth + 1)
            yield f"{pad}</{tag}>"
        else:
            yield from self._items(value, items, own, depth)

    def _items(self, values: list[Any], pointers: Pointers, name: str, depth: int) -> Iterator[str]:
        """The items of a list; they have its name unless they have their own."""
        for item in values if depth < _DEEPEST else ():
            yield from self.element(name, item, pointers, depth, list_too=True)


def _namespace(xml: Mapping[str, Any]) -> str:
    namespace, prefix = as_text(xml.get("namespace")), as_text(xml.get("prefix"))
    if namespace is None:
        return ""
    return f" xmlns{f':{_name(prefix)}' if prefix else ''}={quoteattr(_clean(namespace))}"


def _qualified(xml: Mapping[str, Any], name: str) -> str:
    own = _name(as_text(as_mapping(xml).get("name")) or name)
    prefix = as_text(xml.get("prefix"))
    return f"{_name(prefix)}:{own}" if prefix else own


def _name(text: str) -> str:
    """*text* as an XML name: invalid characters become ``_``, also inserted before a leading
    digit.
    """
    name = _NO_NAME_CHARACTER.sub("_", text)
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"


def _content(value: Any, xml: Mapping[str, Any]) -> str:
    text = "" if value is None else _clean(bare_text(value))
    if xml.get("nodeType") == "cdata":
        return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"
    return escape(text)


def _clean(text: str) -> str:
    return _NO_CHARACTER.sub("\ufffd", text)
