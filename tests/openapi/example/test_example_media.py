"""Examples of bodies: given ones first, otherwise generated, in the format of their media type."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from view_documents import at, make_registry

from sphinx_navapi.openapi.example.example import BINARY, ExampleMaker
from sphinx_navapi.openapi.example.xml import write_xml
from sphinx_navapi.openapi.view import Direction, ExampleView, MediaTypeView

REQUEST = Direction.REQUEST
THING = {"type": "object", "properties": {"name": {"type": "string"}}}


def examples(
    media_type: str, schema: Any = None, *, items: Any = None, given: tuple[ExampleView, ...] = ()
) -> tuple[ExampleView, ...]:
    registry = make_registry({"X": schema, "Y": items})
    media = MediaTypeView(
        media_type=media_type,
        pointer="/m",
        schema=None if schema is None else at("X"),
        item_schema=None if items is None else at("Y"),
        examples=given,
    )
    return ExampleMaker(registry).media_examples(media, REQUEST)


@pytest.mark.parametrize(
    ("media_type", "schema", "value"),
    [
        ("application/json", THING, {"name": "Example"}),
        ("application/vnd.a+json; charset=utf-8", {"type": "string"}, "string"),
        ("application/x-www-form-urlencoded", THING, {"name": "Example"}),
        ("multipart/form-data", THING, {"name": "Example"}),
        ("text/plain", {"type": "string"}, "An example text"),
        ("text/plain", {"type": "string", "example": "mine"}, "mine"),
        ("text/csv", {"type": "string"}, "id,name\n1,Example"),
        ("application/octet-stream", {"type": "string", "format": "binary"}, BINARY),
        ("image/png", {}, BINARY),
        ("application/jsonl", THING, [{"name": "Example"}]),
        ("text/event-stream", THING, 'data: {"name": "Example"}\n\n'),
        ("*/*", THING, {"name": "Example"}),
    ],
)
def test_made(media_type: str, schema: Any, value: Any) -> None:
    assert examples(media_type, schema) == (ExampleView(value=value, made=True),)


def test_items_of_a_stream() -> None:
    event = {"type": "object", "properties": {"event": {"const": "add"}, "data": THING}}
    (one,) = examples("text/event-stream", items=event)
    assert one.value == 'event: add\ndata: {"name": "Example"}\n\n'
    (one,) = examples("application/jsonl", items=THING)
    assert one.value == [{"name": "Example"}]


def test_without_a_schema() -> None:
    assert examples("application/json") == ()
    assert examples("application/zip") == (ExampleView(value=BINARY, made=True),)


def test_given_examples_win() -> None:
    given = (ExampleView(name="a", value=None), ExampleView(external_value="https://e.example"))
    assert examples("application/json", THING, given=given) == given


def test_a_given_object_is_written_as_xml() -> None:
    (one,) = examples("application/xml", THING, given=(ExampleView(name="a", value={"name": "n"}),))
    assert (one.name, one.made) == ("a", False)
    assert ET.fromstring(one.value).findtext("name") == "n"


def xml(schema: Any, value: Any, **others: Any) -> str:
    registry = make_registry({"X": schema, **others})
    text = write_xml(value, at("X"), registry, REQUEST)
    ET.fromstring(text)
    return text.partition("\n")[2]


@pytest.mark.parametrize(
    ("schema", "value", "text"),
    [
        pytest.param(THING, {"name": "a<b&c"},
                     "<X>\n  <name>a&lt;b&amp;c</name>\n</X>", id="element"),
        pytest.param({"properties": {"id": {"xml": {"attribute": True}}}}, {"id": 'q"<'},
                     "<X id='q\"&lt;'/>", id="attribute"),
        pytest.param({"properties": {"id": {"xml": {"nodeType": "attribute", "name": "key"}}}},
                     {"id": 1}, '<X key="1"/>', id="attribute-3.2"),
        pytest.param({"xml": {"name": "thing", "prefix": "t", "namespace": "urn:t"}}, {},
                     '<t:thing xmlns:t="urn:t"/>', id="namespace"),
        pytest.param({"properties": {"tags": {"type": "array", "items": {"type": "string"}}}},
                     {"tags": ["a", "b"]},
                     "<X>\n  <tags>a</tags>\n  <tags>b</tags>\n</X>", id="list"),
        pytest.param({"properties": {"tags": {"type": "array", "xml": {"wrapped": True},
                                              "items": {"xml": {"name": "tag"}}}}},
                     {"tags": ["a"]},
                     "<X>\n  <tags>\n    <tag>a</tag>\n  </tags>\n</X>", id="wrapped"),
        pytest.param({"properties": {"tags": {"type": "array",
                                              "xml": {"name": "list", "wrapped": True}}}},
                     {"tags": ["a"]},
                     "<X>\n  <list>\n    <list>a</list>\n  </list>\n</X>", id="wrapped-and-named"),
        pytest.param({"type": "array", "items": {"xml": {"name": "tag"}}}, ["a"],
                     "<X>\n  <tag>a</tag>\n</X>", id="list-at-the-root"),
        pytest.param({"properties": {"t": {"xml": {"nodeType": "text"}}}}, {"t": "words"},
                     "<X>words</X>", id="text"),
        pytest.param({"properties": {"t": {"xml": {"nodeType": "cdata"}}}}, {"t": "a]]>b"},
                     "<X><![CDATA[a]]]]><![CDATA[>b]]></X>", id="cdata"),
        pytest.param({}, {"1 bad/name": True}, "<X>\n  <_1_bad_name>true</_1_bad_name>\n</X>",
                     id="names"),
        pytest.param({}, None, "<X/>", id="null"),
        pytest.param({"oneOf": [THING, {"properties": {"n": {"xml": {"name": "no"}}}}]}, {"n": 1},
                     "<X>\n  <no>1</no>\n</X>", id="alternatives"),
        pytest.param({"xml": 5, "properties": {"a": {"xml": {"name": 7}}}}, {"a": "\x00"},
                     "<X>\n  <a>\ufffd</a>\n</X>", id="malformed"),
    ],
)  # fmt: skip
def test_xml(schema: Any, value: Any, text: str) -> None:
    assert xml(schema, value) == text


def test_xml_without_schema() -> None:
    text = write_xml({"a": [1, [2]]}, None, make_registry({}), REQUEST)
    assert text.endswith("<root>\n  <a>1</a>\n  <a>\n    <a>2</a>\n  </a>\n</root>")
