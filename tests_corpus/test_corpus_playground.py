"""The playground's data of every operation of real documents: complete, small, and sufficient.

A request is built from the data alone, as in a browser, and compared with the sample beside it.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import jsonschema
import pytest
from sample_requests import sample_request
from shared_corpus import DOCUMENTS, load, views_of

from sphinx_navapi.html.playground import script_json
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.request.encoding import json_text, percent_encode, well_formed
from sphinx_navapi.request.playground import playground_data
from sphinx_navapi.request.playground_schema import LARGEST_SCHEMA, hint_schema
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.relay_manifest import relay_manifest, relayed_operation
from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.sample_request import API_KEY, BASIC, CREDENTIALS, TOKEN, Fill
from sphinx_navapi.request.styles import (
    expand_path,
    expand_server,
    header_safe,
    is_json,
    join_url,
    path_names,
    scalar_text,
    write_content,
    write_cookies,
    write_form,
    write_header,
    write_path,
    write_query,
    write_querystring,
)

SETTINGS = PlaygroundSettings(sends_optional=True)

#: Size in bytes of the data of one operation: the median of a document, and the maximum.
LARGEST_MEDIAN, LARGEST = 4_000, 16_000


@cache
def operations(name: str) -> tuple[ExampleMaker, tuple[OperationView, ...]]:
    maker = ExampleMaker(SchemaRegistry(load(name)))
    return maker, tuple(view for view in views_of(name) if not view.incoming)


@pytest.mark.parametrize("fill", Fill)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_data_is_enough_for_the_sample(name, fill):
    maker, views = operations(name)
    for view in views:
        data = json.loads(script_json(playground_data(view, maker, fill=fill, settings=SETTINGS)))
        assert request_of(data) == sample_request(view, maker, fill=fill), str(view.key)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_pages_stay_small(name):
    maker, views = operations(name)
    sizes = sorted(len(script_json(playground_data(view, maker)).encode()) for view in views)
    if sizes:
        median = sizes[len(sizes) // 2]
        print(f"{name}: {len(sizes)} operations, median {median}, largest {sizes[-1]} bytes")
        assert median <= LARGEST_MEDIAN
        assert sizes[-1] <= LARGEST


@pytest.mark.parametrize("name", DOCUMENTS)
def test_hints_fit_the_examples_that_are_made(name):
    """A hint is never stricter than the document: examples generated from a schema are valid."""
    maker, views = operations(name)
    for view in views:
        for media in playground_data(view, maker, fill=Fill.ALL).get("body", {}).get("media", ()):
            if "schema" not in media or media["kind"] != "json":
                continue
            shown = next(m for m in view.body.content if m.media_type == media["type"])
            schema = hint_schema(maker.registry.reader, shown.schema, view.request_direction)
            assert len(json.dumps(schema, separators=(",", ":"))) <= LARGEST_SCHEMA * 1.2
            jsonschema.Draft202012Validator.check_schema(schema)
            example = maker.media_examples(shown, view.request_direction)[0]
            if example.made and maker.satisfies(
                example.value, shown.schema, view.request_direction
            ):
                jsonschema.Draft202012Validator(schema).validate(json.loads(media["text"]))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_manifest_knows_every_operation(name):
    maker, views = operations(name)
    manifest = relay_manifest(map(relayed_operation, views))
    if not views:
        assert manifest is None
        return
    text = json_text(manifest)
    assert json.loads(text) == manifest
    assert len(text) / len(views) <= 600
    for view in views:
        data = playground_data(view, maker)
        entry = manifest["operations"][data["operation"]]
        servers = manifest["servers"][entry["servers"]]
        assert [server["url"] for server in servers] == [s["url"] for s in data["servers"]]


# -- a request from the data alone ----------------------------------------------------------------


def request_of(data: dict[str, Any]) -> HttpRequest:
    """The request that the form initially sends."""
    written: dict[str, str] = {}
    queries: list[str] = []
    fields: dict[str, tuple[str, str]] = {}
    cookies: list[tuple[str, str]] = []
    for parameter in data.get("parameters", ()):
        if parameter.get("sent"):
            write_parameter(parameter, written, queries, fields, cookies)
    basic = authorize(data, queries, fields, cookies)
    if "accept" in data:
        fields.setdefault("accept", ("Accept", data["accept"]))
    body = body_of(data.get("body", {}))
    if body.get("type") is not None:
        fields["content-type"] = ("Content-Type", body["type"])
    missing = {n: percent_encode(n) for n in path_names(data["path"]) if n not in written}
    server = data["servers"][0]
    defaults = {v["name"]: v.get("default", "") for v in server.get("variables", ())}
    path = expand_path(data["path"], {**missing, **written})
    order = {"accept": 0, "authorization": 1, "content-type": 3}
    return HttpRequest(
        method=data["method"],
        url=join_url(expand_server(server["url"], defaults), path, queries),
        headers=tuple(sorted(fields.values(), key=lambda pair: order.get(pair[0].lower(), 2))),
        cookies=tuple(cookies),
        body=body.get("text"),
        parts=body.get("parts", ()),
        file=body.get("file"),
        basic=basic,
    )


def write_parameter(parameter, written, queries, fields, cookies):
    name, place, style = parameter["name"], parameter["in"], parameter["style"]
    value, content = json.loads(parameter["value"]), parameter.get("contentType")
    explode, reserved = parameter.get("explode", False), parameter.get("allowReserved", False)
    if place == "querystring":
        queries.append(write_querystring(value, content or ""))
        return
    if content and value is not None:
        is_done = is_json(content) and isinstance(value, str) and value.lstrip()[:1] in ("{", "[")
        value = value if is_done else write_content(value, content, ascii_only=place == "header")
    options = {"style": style, "explode": explode}
    if place == "path":
        written[name] = write_path(name, value, **options, allow_reserved=reserved)
    elif place == "query":
        queries.append(write_query(name, value, **options, allow_reserved=reserved))
    elif place == "header":
        if can_set(name):
            fields[name.lower()] = (name, write_header(value, explode=explode))
    else:
        cookies += write_cookies(name, value, **options)


def can_set(name):
    own = {"connection", "content-length", "expect", "host", "keep-alive", "te", "trailer",
           "transfer-encoding", "upgrade"}  # fmt: skip
    is_name = name and all(c.isalnum() or c in "!#$%&'*+.^_`|~-" for c in name) and name.isascii()
    return is_name and name.lower() not in own


def authorize(data, queries, fields, cookies):
    alternatives, basic = data.get("security", ()), None
    known = {"apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"}
    names = alternatives[data.get("alternative", 0)] if alternatives else ()
    if any(data["schemes"][name].get("type") not in known for name in names):
        return None  # no alternative whose schemes are all known
    for name in names:
        scheme = data["schemes"][name]
        kind = scheme.get("scheme", "").lower()
        if scheme["type"] == "http" and kind == "basic":
            basic = BASIC
        elif scheme["type"] == "apiKey" and "name" in scheme:
            key = scheme["name"]
            if scheme.get("in") == "query":
                queries[:] = [q for q in queries if not q.startswith(f"{percent_encode(key)}=")]
                queries.append(write_query(key, API_KEY))
            elif scheme.get("in") == "cookie":
                cookies[:] = [pair for pair in cookies if pair[0] != percent_encode(key)]
                cookies.append((percent_encode(key), API_KEY))
            elif can_set(key):
                fields[key.lower()] = (key, API_KEY)
        elif scheme["type"] == "http" and kind not in ("", "bearer"):
            value = f"{header_safe(scheme['scheme'])} {CREDENTIALS}"
            fields["authorization"] = ("Authorization", value)
        elif scheme["type"] in ("http", "oauth2", "openIdConnect"):
            fields["authorization"] = ("Authorization", f"Bearer {TOKEN}")
    if basic:
        fields.pop("authorization", None)
    return basic


def body_of(body):
    if "sent" not in body:
        return {}
    media = body["media"][body["sent"]]
    kind, sends = media["kind"], media["sends"]
    if kind == "binary":
        return {"type": sends, "file": media["filename"]}
    if kind in ("json", "text"):
        return {"type": sends, "text": media.get("text", "")}
    sent = [field for field in media.get("fields", ()) if field.get("sent")]
    if kind == "form":
        texts = filter(None, map(form_field, sent))
        return {"type": sends, "text": "&".join(texts)}
    parts = tuple(part for field in sent for part in parts_of(field))
    essence = sends.partition(";")[0].strip().lower()
    if essence == "multipart/form-data" or any(part.filename for part in parts):
        return {"parts": parts}
    boundary = "navapi-boundary"
    texts = [
        f"--{boundary}\r\nContent-Type: {part.content_type or 'text/plain'}\r\n\r\n{part.text}\r\n"
        for part in parts
    ]
    return {
        "type": f"{essence}; boundary={boundary}",
        "text": "".join(texts) + f"--{boundary}--\r\n",
    }


def form_field(field):
    name, value = field["name"], json.loads(field["value"])
    if "style" in field:
        return write_query(
            name, value, style=field["style"], explode=field.get("explode", False),
            allow_reserved=field.get("allowReserved", False),
        )  # fmt: skip
    if "contentType" in field:
        is_text = is_json(field["contentType"]) and value is not None
        return write_query(name, json_text(value) if is_text else value)
    return write_form([(name, value)])


def parts_of(field):
    name, kind = field["name"], field.get("contentType", "")
    if field.get("file"):
        yield Part(name=name, text="", filename=field["filename"], content_type=kind)
        return
    value = json.loads(field["value"])
    if "style" in field:
        # As in a query, but without escapes in a part.
        query = write_query(
            name, value, style=field["style"], explode=field.get("explode", False)
        )  # fmt: skip
        for key, text in parse_qsl(query, keep_blank_values=True):
            yield Part(name=key, text=text)
        return
    for item in value if isinstance(value, list) else [value]:
        if item is None:
            continue
        if isinstance(item, dict | list):
            yield Part(name=name, text=json_text(item), content_type=kind or "application/json")
            continue
        text = json_text(item) if is_json(kind) else scalar_text(item)
        is_plain = not kind or kind.partition(";")[0].strip().lower() == "text/plain"
        yield Part(name=name, text=well_formed(text), content_type=None if is_plain else kind)
