"""Operations and requests with everything that a sender has to write."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playground_site import document
from sample_cases import HOSTILE, LINES
from security_schemes import CREDENTIALS

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.request.request import HttpRequest, Part

#: The initial content of the form: the values of the sample.
SAMPLE_VALUES = """(data) => {
  const { parseJson } = globalThis.navapiPlayground;
  const valueOf = (text) => text === undefined ? undefined : parseJson(text);
  const parameters = (data.parameters ?? []).flatMap(({ sent, value }, index) =>
    sent ? [{ index, value: valueOf(value) }] : []);
  const index = data.body?.sent;
  let body = null;
  if (typeof index === "number") {
    const media = data.body.media[index];
    const like = data.body.media[media.like ?? index];
    if (media.kind === "binary") body = { media: index, file: { name: media.filename } };
    else if (media.fields || ["form", "multipart"].includes(media.kind)) {
      const fields = (media.fields ?? []).filter(({ sent }) => sent);
      body = { media: index, fields: fields.map((field) => field.file
        ? { name: field.name, value: "", filename: field.filename, contentType: field.contentType }
        : { name: field.name, value: valueOf(field.value) }) };
    } else body = { media: index, text: like.text };
  }
  const credentials = (data.security?.[data.alternative ?? 0] ?? []).map((scheme) => ({ scheme }));
  return { parameters, body, credentials };
}"""
WRITE_ALL = f"""(all) => all.map((data) =>
  JSON.stringify(globalThis.navapiPlayground.writeRequest(data, ({SAMPLE_VALUES})(data))))"""


def as_json(request: HttpRequest) -> dict[str, Any]:
    """*request* in the format of the scripts."""
    return {
        "method": request.method,
        "url": request.url,
        "headers": [list(pair) for pair in request.headers],
        "cookies": [list(pair) for pair in request.cookies],
        "body": request.body,
        "parts": [
            {
                "name": part.name,
                "text": part.text,
                "filename": part.filename,
                "contentType": part.content_type,
                "headers": [list(field) for field in part.headers],
            }
            for part in request.parts
        ],
        "file": request.file,
        "basic": list(request.basic) if request.basic else None,
    }


def parameter(name: str, place: str, example: Any, **more: Any) -> dict[str, Any]:
    """A required parameter of any type."""
    return {"name": name, "in": place, "required": True, "schema": {}, "example": example, **more}


def styled_parameters() -> list[dict[str, Any]]:
    """Parameters in every place, in every style."""
    found = [
        parameter(f"{style}{explode}{number}", place, value, style=style, explode=explode)
        for place, style in [
            ("path", "simple"),
            ("path", "label"),
            ("path", "matrix"),
            ("query", "form"),
            ("query", "deepObject"),
            ("query", "pipeDelimited"),
            ("cookie", "form"),
            ("header", "simple"),
        ]
        for explode in (False, True)
        for number, value in enumerate(
            ["a/b ü", [1, "x,y", None], {"R": 1.5, "__proto__": {"a": [True]}}]
        )
    ]
    content = [
        {
            "name": f"json-{place}-{number}",
            "in": place,
            "required": True,
            "content": {"application/json": {"schema": {}, "example": value}},
        }
        for place in ("path", "query", "header", "cookie")
        for number, value in enumerate(
            [{"z": 9007199254740993, "é": "\u2028"}, "text", '{"a":  1}', 5]
        )
    ]
    return [
        *found,
        *content,
        parameter("reserved", "query", ":/?#[]@!$&'()*+,;= %2F", allowReserved=True),
        parameter("Host", "header", "evil"),
        parameter("Accept", "header", "text/csv"),
        parameter("bad name", "header", "x"),
        parameter("key", "query", "replaced"),
        parameter("session", "cookie", "replaced"),
        {"name": "optional", "in": "query", "schema": {"type": "string"}},
    ]


def body(media_type: str, example: Any, schema: Any = None, **more: Any) -> dict[str, Any]:
    """A Media Type Object below its type."""
    return {media_type: {"example": example, "schema": {} if schema is None else schema, **more}}


BINARY = {"type": "string", "format": "binary"}
UPLOAD = {
    "type": "object",
    "required": ["photo", "name"],
    "properties": {
        "name": {"type": "string"},
        "photo": BINARY,
        "more": {"type": "array", "items": BINARY},
        "meta": {"type": "object"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "csv": {"type": "string"},
        "n": {"type": "integer"},
    },
}
FIELDS = {
    "name": "x&y é\ud800",
    "tags": ["a b", "c"],
    "meta": {"a": 9007199254740993, "b": None},
    "csv": "a,b\n",
    "n": 123456789012345678901,
    "none": None,
    "extra=": True,
}
ENCODING = {
    "tags": {"style": "pipeDelimited", "explode": False},
    "meta": {"style": "deepObject", "explode": True},
    "csv": {"contentType": "application/json"},
    "n": {"style": "form", "allowReserved": True},
}
BODIES = [
    body(
        "application/json",
        {"b": [1.10, {"__proto__": 1}], "a": {}, "n": 9007199254740993, "s": "\u2028é"},
    ),
    body("application/json", '{"already":   "json"}'),
    body("application/vnd.api+json; charset=utf-8", "text", {"type": "string"}),
    body("text/plain", "line\r\nline"),
    body("application/xml", {"a": 1}),
    body("application/x-ndjson", [{"a": 1}, {"b": 2}]),
    body("application/octet-stream", None, BINARY),
    body("image/*", None, BINARY),
    body("*/*", {"a": 1}),
    body("application/x-www-form-urlencoded", FIELDS),
    body("application/x-www-form-urlencoded", FIELDS, encoding=ENCODING),
    body("application/x-www-form-urlencoded", "a=b&c=d"),
    body("multipart/form-data", FIELDS, UPLOAD),
    body(
        "multipart/form-data",
        {"photo": "", "csv": "x", **FIELDS},
        UPLOAD,
        encoding={
            "photo": {"contentType": "image/png, image/jpeg"},
            "csv": {"contentType": "text/csv"},
            "meta": {"contentType": "application/vnd.x+json"},
            "name": {"contentType": "text/plain"},
        },
    ),
    body(
        "multipart/form-data",
        {"photo": "", **FIELDS},
        UPLOAD,
        encoding={
            **ENCODING,
            "csv": {"contentType": "application/json", "explode": True},
            "name": {
                "headers": {
                    "X-Required": {"required": True, "schema": {"type": "integer"}},
                    "X-Given": {"example": ["a", "b\r\nc"]},
                    "X-Other": {"schema": {"type": "string"}},
                    "Content-Type": {"example": "no"},
                    "no name": {"example": "no"},
                }
            },
            "photo": {"headers": {"Content-Language": {"example": "en"}}},
        },
    ),
    body(
        "multipart/form-data",
        FIELDS,
        UPLOAD,
        encoding={
            "tags": {"style": "spaceDelimited"},
            "meta": {"style": "form"},
            "name": {"style": "form"},
        },
    ),
    body("multipart/mixed", {"name": "--navapi-boundary", "meta": {"a": 1}}),
    body("multipart/mixed", {"name": "x"}, UPLOAD),
]
SCHEMES = {
    **CREDENTIALS,
    "basic": {"type": "http", "scheme": "Basic"},
    "oauth": {"type": "oauth2", "flows": {}},
    "openid": {"type": "openIdConnect", "openIdConnectUrl": "https://x.org"},
    "tls": {"type": "mutualTLS"},
}
SECURITY: list[Any] = [
    *([{name: []}] for name in SCHEMES),
    [{"query": [], "cookie": [], "header": [], "bearer": []}],
    [{"unknown": []}, {"basic": [], "oauth": []}],
    [],
]


def made_document() -> dict[str, Any]:
    """Operations with everything that a request can contain."""
    parameters = styled_parameters()
    path = "/all/" + "/".join(f"{{{p['name']}}}" for p in parameters if p["in"] == "path")
    answer = {"200": {"description": "", "content": {"application/json": {}}}}
    paths: dict[str, Any] = {
        f"{path}?fixed=1": {
            "get": {
                "parameters": parameters,
                "responses": answer,
                "security": [{"query": [], "cookie": []}],
            }
        },
        "/missing/{name}#fragment": {
            "trace": {"responses": answer},
            "options": {"responses": answer},
        },
    }
    for number, content in enumerate(BODIES):
        paths[f"/body/{number}"] = {
            "post": {"requestBody": {"required": True, "content": content}, "responses": {}}
        }
    for number, security in enumerate(SECURITY):
        paths[f"/auth/{number}"] = {"get": {"security": security, "responses": answer}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "All", "version": "1"},
        "servers": [
            {
                "url": "https://{region}.bücher.example/v1/",
                "variables": {"region": {"default": "EU", "enum": ["EU", "us"]}},
            }
        ],
        "components": {"securitySchemes": SCHEMES},
        "paths": paths,
    }


def documents(folder: Path) -> Iterator[OpenApiDocument]:
    """The documents of the demo site, of the playground's tests and the generated one."""
    for name, root in [
        ("a.json", made_document()),
        ("b.json", document("http://127.0.0.1:1", "http://x")),
    ]:
        (folder / name).write_text(json.dumps(root), "utf-8")
        loaded = load_document(folder / name, name, folder).document
        assert loaded is not None
        yield loaded
    demo = Path(__file__).parents[2] / "demo_site"
    for path in sorted(demo.glob("openapi/*.*")):
        loaded = load_document(path, path.name, demo).document
        if loaded is not None:
            yield loaded


def odd_requests() -> Iterator[HttpRequest]:
    """Every method with every kind of body, with hostile texts."""
    texts = [*HOSTILE.values(), *LINES.values()]
    parts = (
        (Part(name="a", text=f"{texts[0]}\n"), Part(name="b", text="", filename="b.bin")),
        (Part(name="a", text="1", content_type="text/csv"),),
        (
            Part(name="a", text="1", content_type="text/plain"),
            Part(name='"é', text="", filename="é"),
        ),
        (Part(name="a", text="", filename='a ";\\.txt', content_type="text/plain"),),
        (
            Part(name="a", text="\r\n", headers=(("X-A", '"é";\\'), ("X-B", "b"))),
            Part(name="b", text="{}", content_type="application/json", headers=(("X-A", ""),)),
        ),
        (Part(name="a", text="", filename="a.txt", headers=(("X-A", "b"),)),),
        (Part(name="a=", text="--navapi-form-boundary"), Part(name="a=", text="x")),
    )
    bodies: list[dict[str, Any]] = [
        {},
        {"body": ""},
        {"body": '{\n  "a": 1\n}'},
        {"file": "a 'b\".bin"},
        *({"parts": these} for these in parts),
    ]
    kinds = [
        (),
        (("content-type", "text/plain"), ("Content-Language", "en")),
        (("__proto__", "ü"),),
    ]
    methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "QUERY", "x'Y"]
    urls = ["https://x.org", "http://x.org/a/../b?c=[1]", "https://x.org/%2E"]
    for number, (method, given, headers) in enumerate(itertools.product(methods, bodies, kinds)):
        yield HttpRequest(
            method=method,
            url=urls[number % 3],
            headers=headers,
            cookies=(("a", "b"), ("c", "")) if number % 4 == 0 else (),
            basic=("u\"'ü", "p:$x") if number % 5 == 0 else ("a", "b") if number % 5 == 1 else None,
            **given,
        )
    for text in texts:
        for body_text in (text, f"{text}\n{text}", f"  {text}\n\n {text}", f"{text}\n"):
            yield HttpRequest(
                method="POST",
                url="https://x.org/",
                headers=(("X-A", text), (text, "b"), ("x-a", "c")),
                body=body_text,
                cookies=((text, text),),
            )
