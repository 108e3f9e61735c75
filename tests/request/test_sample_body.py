"""Example values, written in media types."""

import json

import pytest

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import MISSING, EncodingView, MediaTypeView, ParameterView
from sphinx_navapi.request.request import Part
from sphinx_navapi.request.sample_body import BodySample, concrete_type, file_name, write_body
from tests.support.normal_documents import normal


def write(media_type, value, schema=None, *, version=(3, 1), **media):
    root = {"components": {"schemas": {"It": schema}}} if schema is not None else {}
    document = OpenApiDocument(
        name="a.yaml", version=version, root=normal(root, version), operations=()
    )
    pointer = "/components/schemas/It" if schema is not None else None
    view = MediaTypeView(media_type=media_type, pointer="/x", schema=pointer, **media)
    return write_body(view, value, SchemaRegistry(document))


@pytest.mark.parametrize(
    ("value", "schema", "text"),
    [
        ({"b": 1, "a": "é"}, None, '{\n  "b": 1,\n  "a": "é"\n}'),
        ({"id": 9007199254740993}, None, '{\n  "id": 9007199254740993\n}'),
        ([], None, "[]"),
        (None, None, "null"),
        (MISSING, None, "{}"),
        ("text", {"type": "string"}, '"text"'),
        ('{"a": 1}', {"type": "string"}, '"{\\"a\\": 1}"'),
        ('{"a":  1}', {"type": "object"}, '{"a":  1}'),
        ('{"a":  1}', None, '{"a":  1}'),
        ('{"a"', {"type": "object"}, '"{\\"a\\""'),
        ("12", {"type": "integer"}, "12"),
        ("abc", {"type": "integer"}, '"abc"'),
        ("\ud800", None, '"\\ud800"'),
    ],
)
def test_json(value, schema, text):
    for media_type in ("application/json", "application/merge-patch+json; charset=utf-8"):
        assert write(media_type, value, schema) == BodySample(content_type=media_type, text=text)


@pytest.mark.parametrize(
    ("media_type", "value", "text"),
    [
        ("text/plain", "a\nb", "a\nb"),
        ("text/plain", 12, "12"),
        ("text/csv", MISSING, ""),
        ("application/xml", "<a/>", "<a/>"),
        ("application/yaml", {"a": 1}, '{\n  "a": 1\n}'),
        ("application/jsonl", [{"a": 1}, {"a": 2}], '{"a":1}\n{"a":2}\n'),
        ("application/x-ndjson", {"a": 1}, '{"a":1}\n'),
        ("application/json-seq", [1], "\x1e1\n"),
        # Text is the body as it is sent, not one JSON string.
        ("application/x-ndjson", '{"a": 1}\n{"a": 2}', '{"a": 1}\n{"a": 2}'),
        ("application/ndjson; charset=utf-8", '{"a":1}\n', '{"a":1}\n'),
        ("application/json-seq", "\x1e1\n", "\x1e1\n"),
        ("application/jsonl", ["a", "b"], '"a"\n"b"\n'),
        ("application/vnd.x.diff", "--- a", "--- a"),
    ],
)
def test_text_types(media_type, value, text):
    assert write(media_type, value) == BodySample(content_type=media_type, text=text)


def test_objects_of_xml_types_are_xml():
    schema = {"type": "object", "properties": {"a": {"type": "string", "xml": {"attribute": True}}}}
    assert '<It a="b"/>' in write("application/xml", {"a": "b"}, schema).text


@pytest.mark.parametrize(
    ("media_type", "value", "expected"),
    [
        ("*/*", {"a": 1}, "application/json"),
        ("application/*", [1], "application/json"),
        ("*/*", "x", "application/octet-stream"),
        ("image/*", MISSING, "image/png"),
        ("text/*", "x", "text/plain"),
        ("application/json", "x", "application/json"),
        ("text/plain\r\nX: y", "x", "text/plain  X: y"),
    ],
)
def test_ranges_become_concrete_types(media_type, value, expected):
    assert concrete_type(media_type, value) == expected


@pytest.mark.parametrize(
    ("media_type", "file"),
    [
        ("application/octet-stream", "file.bin"),
        ("image/jpeg", "file.jpg"),
        ("application/pdf", "file.pdf"),
        ("application/vnd.ms-excel", "file.bin"),
        ("image/*", "file.png"),
    ],
)
def test_binary_bodies_are_files(media_type, file):
    body = write(media_type, "<binary data>")
    assert (body.file, body.text, body.parts) == (file, None, ())


FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("value", "encoding", "text"),
    [
        ({"a": "b c", "d": "é&="}, (), "a=b%20c&d=%C3%A9%26%3D"),
        ({"a": [1, 2], "b": True, "c": None, "d": ""}, (), "a=1&a=2&b=true&d="),
        ({"a": {"b": [1]}}, (), "a=%7B%22b%22%3A%5B1%5D%7D"),
        (
            {"a": {"b": {"c": 1}}, "d": 2},
            (EncodingView(property_name="a", style="deepObject"),),
            "a%5Bb%5D%5Bc%5D=1&d=2",
        ),
        ({"a": [1, 2]}, (EncodingView(property_name="a", explode=False),), "a=1,2"),
        (
            {"a": ["x y", "z"]},
            (EncodingView(property_name="a", style="pipeDelimited", explode=False),),
            "a=x%20y%7Cz",
        ),
        (
            {"a": [1, 2]},
            (EncodingView(property_name="a", content_type="application/json"),),
            "a=%5B1%2C2%5D",
        ),
        (
            {"a": "b/c?"},
            (EncodingView(property_name="a", allow_reserved=True),),
            "a=b/c?",
        ),
        ("a=b&c", (), "a=b&c"),
        (MISSING, (), ""),
    ],
)
def test_forms_by_their_encoding(value, encoding, text):
    assert write(FORM, value, encoding=encoding) == BodySample(content_type=FORM, text=text)


MULTIPART_SCHEMA = {
    "type": "object",
    "required": ["file"],
    "properties": {
        "file": {"type": "string", "format": "binary"},
        "image": {"type": "string", "contentMediaType": "image/png"},
        "encoded": {
            "type": "string",
            "contentMediaType": "image/png",
            "contentEncoding": "base64",
        },
        "files": {"type": "array", "items": {"type": "string", "format": "binary"}},
        "tags": {"type": "array", "items": {"type": "string"}},
        "meta": {"type": "object"},
        "title": {"type": "string"},
    },
}


@pytest.mark.parametrize(
    ("value", "encoding", "parts"),
    [
        ({"title": "a b"}, (), (Part(name="title", text="a b"),)),
        (
            {"tags": ["a", "b"], "count": 3, "none": None},
            (),
            (
                Part(name="tags", text="a"),
                Part(name="tags", text="b"),
                Part(name="count", text="3"),
            ),
        ),
        (
            {"meta": {"a": 9007199254740993}},
            (),
            (Part(name="meta", text='{"a":9007199254740993}', content_type="application/json"),),
        ),
        (
            {"image": "x", "encoded": "aGk="},
            (EncodingView(property_name="image", content_type="image/jpeg, image/gif"),),
            (
                Part(name="image", text="", filename="image.jpg", content_type="image/jpeg"),
                Part(name="encoded", text="aGk="),
            ),
        ),
        (
            {"files": ["x"]},
            (),
            (
                Part(
                    name="files",
                    text="",
                    filename="files.bin",
                    content_type="application/octet-stream",
                ),
            ),
        ),
        (
            {"title": "a"},
            (EncodingView(property_name="title", content_type="application/json"),),
            (Part(name="title", text='"a"', content_type="application/json"),),
        ),
        (
            {"title": "a"},
            (EncodingView(property_name="title", content_type="text/plain"),),
            (Part(name="title", text="a"),),
        ),
    ],
)
def test_multipart(value, encoding, parts):
    body = write("multipart/form-data", value, MULTIPART_SCHEMA, encoding=encoding)
    file = Part(name="file", text="", filename="file.bin", content_type="application/octet-stream")
    assert body == BodySample(parts=(*parts, file))


def test_multipart_without_parts_is_not_a_body():
    assert write("multipart/form-data", {}) == BodySample()


def test_multipart_that_is_not_a_form_is_text_with_its_boundary():
    body = write("multipart/mixed", {"a": "x", "b": {"c": "--navapi-boundary"}})
    assert body.content_type == "multipart/mixed; boundary=navapi-boundary0"
    pieces = body.text.split("--navapi-boundary0")
    assert pieces[1] == "\r\nContent-Type: text/plain\r\n\r\nx\r\n"
    assert json.loads(pieces[2].partition("\r\n\r\n")[2]) == {"c": "--navapi-boundary"}
    assert pieces[3] == "--\r\n"


@pytest.mark.parametrize(
    ("name", "media_type", "expected"),
    [
        ("photo", "image/png", "photo.png"),
        ("../../etc/passwd", "application/octet-stream", "etc-passwd.bin"),
        ('a"b;c', "text/csv; charset=utf-8", "a-b-c.csv"),
        ("é", "x/y", "file.bin"),
    ],
)
def test_file_names_are_safe(name, media_type, expected):
    assert file_name(name, media_type) == expected


HEADERS = (
    ParameterView(name="X-A", pointer="/h", place="header", required=True, style="simple"),
    ParameterView(name="X-B", pointer="/h", place="header", style="simple"),
    ParameterView(name="Content-Type", pointer="/h", place="header", required=True, style="simple"),
)


@pytest.mark.parametrize(
    ("encoding", "value", "parts"),
    [
        ({"explode": False}, ["a b", "c"], [("f", "a b,c")]),
        ({"explode": True}, ["a b", "c"], [("f", "a b"), ("f", "c")]),
        ({"style": "pipeDelimited", "explode": False}, ["a b", "c"], [("f", "a b|c")]),
        ({"style": "spaceDelimited", "explode": False}, ["a", "c"], [("f", "a c")]),
        ({"explode": True}, {"x": 1, "y": None, "": "z"}, [("x", "1"), ("", "z")]),
        ({"explode": False}, {"x": 1, "y": "é"}, [("f", "x,1,y,é")]),
        ({"style": "deepObject"}, {"x": {"y": ["&"]}}, [("f[x][y][0]", "&")]),
        ({"explode": False}, [], []),
        ({"explode": False}, None, []),
        ({"content_type": "application/json"}, "a\r\nb", [("f", "a\r\nb")]),
    ],
)
def test_parts_in_a_style(encoding, value, parts):
    """As in a query, but nothing is encoded; a type beside the style is ignored."""
    view = EncodingView(property_name="f", is_styled=True, **encoding)
    body = write("multipart/form-data", {"f": value}, encoding=(view,))
    assert body.parts == tuple(Part(name=name, text=text) for name, text in parts)


def test_header_fields_of_parts():
    schema = {"type": "object", "properties": {"file": {"format": "binary"}}}
    encoding = tuple(
        EncodingView(property_name=name, headers=HEADERS) for name in ("a", "b", "file")
    )
    value = {"a": "x", "b": {"c": 1}, "file": "", "plain": "y"}
    body = write("multipart/form-data", value, schema, encoding=encoding)
    assert [part.headers for part in body.parts] == [(("X-A", "X-A"),)] * 3 + [()]
    mixed = write("multipart/mixed", {"a": "x"}, encoding=encoding)
    assert "Content-Type: text/plain\r\nX-A: X-A\r\n\r\nx\r\n" in (mixed.text or "")


def test_a_style_wins_over_a_type_in_forms():
    form = "application/x-www-form-urlencoded"
    for is_styled, text in ((True, "f=a%2Cb"), (False, "f=%5B%22a%22%2C%22b%22%5D")):
        view = EncodingView(
            property_name="f", content_type="application/json", explode=False, is_styled=is_styled
        )
        written = write(form, {"f": ["a", "b"]}, encoding=(view,)).text
        assert (written or "").replace("f=a,b", "f=a%2Cb") == text
