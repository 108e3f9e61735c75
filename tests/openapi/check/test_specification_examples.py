"""Small documents that OpenAPI 3.1 allows, and others that it forbids, based on its text."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.openapi.check.findings import Severity

HEAD = "openapi: 3.1.0\ninfo: {title: API, version: '1'}\n"
NO_PATHS = f"{HEAD}paths: {{}}\n"


def parameter(text: str) -> str:
    return f"{HEAD}paths:\n  /a:\n    parameters:\n    - {text}\n"


def variable(text: str) -> str:
    return f"{NO_PATHS}servers:\n- url: https://{{h}}.example\n  variables:\n    h: {text}\n"


def scheme(text: str) -> str:
    return f"{HEAD}components:\n  securitySchemes:\n    s: {text}\n"


def schema(text: str) -> str:
    return f"{HEAD}components:\n  schemas:\n    s: {text}\n"


def header(text: str) -> str:
    return f"{HEAD}components:\n  headers:\n    h: {text}\n"


ALLOWED = {
    "paths alone": NO_PATHS,
    "webhooks alone": f"{HEAD}webhooks: {{}}\n",
    "components alone": f"{HEAD}components: {{}}\n",
    "a summary of the document": HEAD.replace("title: API", "title: API, summary: S")
    + "paths: {}\n",
    "a licence by its identifier": "openapi: 3.1.0\ninfo: {title: A, version: '1',"
    " license: {name: Apache, identifier: Apache-2.0}}\npaths: {}\n",
    "a dialect of schemas": f"{NO_PATHS}jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\n",
    "path items as components": f"{HEAD}components:\n  pathItems:\n    p: {{get: {{}}}}\n",
    "an operation without responses": f"{HEAD}paths: {{/a: {{get: {{}}}}}}\n",
    "an empty path item": f"{HEAD}paths: {{'/a/{{b}}': {{}}}}\n",
    "a server with a relative URL": f"{NO_PATHS}servers: [{{url: /v1}}]\n",
    "a server variable": f"{NO_PATHS}servers:\n- url: https://{{h}}.example\n"
    "  variables: {h: {default: a, enum: [a, b]}}\n",
    "an extension at the root": f"{NO_PATHS}x-any: [1, {{a: b}}]\n",
    "a list of types": schema("{type: [string, 'null']}"),
    "a boolean schema": schema("true"),
    "a keyword of its own": schema("{type: string, ours: 1}"),
    "a reference with a description": schema("{$ref: '#/components/schemas/s2', description: D}")
    + "    s2: {}\n",
    "a parameter with content": parameter(
        "{name: a, in: query, content: {application/json: {schema: {}}}}"
    ),
    "every style of a query": "".join(
        [parameter("{name: a, in: query, style: form, schema: {type: array}}")]
        + [
            f"    - {{name: {style}, in: query, style: {style}, schema: {{type: object}}}}\n"
            for style in ("spaceDelimited", "pipeDelimited", "deepObject")
        ]
    ),
    "mutual TLS": scheme("{type: mutualTLS}"),
    "roles of a scheme that is no OAuth2": scheme("{type: http, scheme: bearer}")
    + "security: [{s: [admin]}]\npaths: {}\n",
    "no security as an alternative": scheme("{type: http, scheme: basic}")
    + "security: [{}, {s: []}]\npaths: {}\n",
    "a header in its only style": header("{style: simple, schema: {type: string}}"),
    "a status code of a range": HEAD + "paths: {/a: {get: {responses: {4XX: {description: D}}}}}\n",
}

FORBIDDEN = {
    "no paths, webhooks or components": (HEAD, 1),
    "no info": ("openapi: 3.1.0\npaths: {}\n", 1),
    "no title": ("openapi: 3.1.0\ninfo: {version: '1'}\npaths: {}\n", 2),
    "an unknown field at the root": (f"{NO_PATHS}overlays: {{}}\n", 4),
    "servers that are no list": (f"{NO_PATHS}servers: {{url: /v1}}\n", 4),
    "a server without a URL": (f"{NO_PATHS}servers: [{{description: D}}]\n", 4),
    "a server variable without a default": (
        variable("{enum: [a]}"), 7,
    ),
    "a server variable with an empty enum": (
        variable("{default: a, enum: []}"), 7,
    ),
    "a licence by two ways": (
        HEAD.replace("'1'}", "'1',\n  license: {name: M, identifier: MIT, url: 'https://l'}}")
        + "paths: {}\n",
        3,
    ),
    "a path without a slash": (f"{HEAD}paths:\n  a: {{}}\n", 4),
    "an unknown type": (schema("{type: text}"), 5),
    "a parameter in no place": (parameter("{name: a, schema: {}}"), 6),
    "a parameter with neither schema nor content": (parameter("{name: a, in: query}"), 6),
    "a parameter with both": (
        parameter("{name: a, in: query, schema: {}, content: {a/b: {}}}"), 6,
    ),
    "a path parameter that is optional": (
        parameter("{name: b, in: path, schema: {}}").replace("/a:", "/a/{b}:"), 6,
    ),
    "a style of another place": (parameter("{name: a, in: header, style: form, schema: {}}"), 6),
    "a header with a style of queries": (header("{style: form, schema: {}}"), 5),
    "an API key without a name": (scheme("{type: apiKey, in: header}"), 5),
    "an HTTP scheme without a scheme": (scheme("{type: http}"), 5),
    "OAuth2 without flows": (scheme("{type: oauth2}"), 5),
    "a flow without scopes": (
        scheme("{type: oauth2, flows: {clientCredentials: {tokenUrl: /t}}}"), 5,
    ),
    "an unknown type of scheme": (scheme("{type: token}"), 5),
    "a response without a description": (
        f"{HEAD}paths:\n  /a:\n    get:\n      responses:\n        '200': {{}}\n", 7,
    ),
    "a status that is none": (
        f"{HEAD}paths:\n  /a:\n    get:\n      responses:\n        ok: {{description: D}}\n", 7,
    ),
    "a component with a name that is none": (f"{HEAD}components:\n  schemas:\n    a b: {{}}\n", 5),
    "two operations of one id": (
        f"{HEAD}paths:\n  /a:\n    get: {{operationId: x}}\n    put: {{operationId: x}}\n", 6,
    ),
}  # fmt: skip


def errors(text: str, folder: Path) -> list[int | None]:
    path = folder / "api.yaml"
    path.write_text(text, "utf-8")
    problems = check_document(path, folder)
    return [each.place.line for each in problems if each.severity is Severity.ERROR]


@pytest.mark.parametrize("title", ALLOWED)
def test_allowed(title: str, tmp_path: Path) -> None:
    assert errors(ALLOWED[title], tmp_path) == []


@pytest.mark.parametrize("title", FORBIDDEN)
def test_forbidden(title: str, tmp_path: Path) -> None:
    text, line = FORBIDDEN[title]
    assert errors(text, tmp_path) == [line]
