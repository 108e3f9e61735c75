"""Every problem of a document, in plain sentences with line and column."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from full_run import first

from sphinx_navapi.diagnostics import Place
from sphinx_navapi.openapi.check.check import DocumentProblem, check_document
from sphinx_navapi.openapi.check.findings import Severity
from sphinx_navapi.openapi.check.report import format_problems
from sphinx_navapi.openapi.load import load_document

INFO = "info: {title: T, version: '1'}\n"
RESPONSES = "responses: {'200': {description: OK}}"
GOOD = f"openapi: 3.1.0\n{INFO}paths: {{/a: {{get: {{{RESPONSES}}}}}}}\n"


def check(folder: Path, text: str, name: str = "api.yaml") -> list[DocumentProblem]:
    (folder / name).write_text(text, encoding="utf-8")
    return check_document(folder / name, folder)


def lines(problems: list[DocumentProblem]) -> list[str]:
    """The problems in the format of compilers, without the folder."""
    return [line.rpartition("/api.yaml:")[2] for line in format_problems(problems).splitlines()]


def of_get(body: str, version: str = "3.0.3", path: str = "/a", rest: str = "") -> str:
    """A document whose sixth line, from the seventh column, is in the operation ``GET``."""
    return (
        f"openapi: {version}\n{INFO}paths:\n  {path}:\n    get:\n      {body}\n"
        "      responses: {'200': {description: OK}}\n" + rest
    )


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
def test_a_good_document_has_no_problems(tmp_path: Path, version: str) -> None:
    text = GOOD.replace("3.1.0", version)
    assert check(tmp_path, text) == []
    assert format_problems([]) == ""


LINKED = (
    f"{INFO}paths:\n  '/a/{{id}}':\n    get:\n      operationId: getA\n"
    "      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n"
    "      responses: {'200': {description: OK, links: {next: {operationRef: "
    "'#/paths/~1a~1%7Bid%7D/get', parameters: {id: 7}, server: {url: 'https://b.example'}}}}}\n"
)


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.1.1", "3.2.0"])
def test_a_link_may_name_a_server(tmp_path: Path, version: str) -> None:
    """The published schema of 3.1 has an error there, and one at ``parameters``."""
    text = f"openapi: {version}\n{LINKED}"
    assert lines(check(tmp_path, text)) == []
    # It is validated nevertheless.
    wrong = text.replace("{url: 'https://b.example'}", "{url: 'https://b.example', urls: x}")
    (problem,) = lines(check(tmp_path, wrong))
    assert "unknown field `urls`" in problem
    (problem,) = lines(check(tmp_path, text.replace("server:", "body:")))
    assert "unknown field `body`" in problem


@pytest.mark.parametrize(
    "name",
    [
        "#/components/securitySchemes/key", "#/x-schemes/My%20key", "./common.yaml#/key",
        "https://x.example/schemes.json#/key", "urn:example:key", "key",
    ],
)  # fmt: skip
def test_security_by_uri(tmp_path: Path, name: str) -> None:
    rest = (
        "components: {securitySchemes: {key: {type: http, scheme: basic}}}\n"
        "x-schemes: {My key: {type: http, scheme: basic}}\n"
    )
    body = f"security: [{{'{name}': []}}]"
    assert lines(check(tmp_path, of_get(body, version="3.2.0", rest=rest))) == []
    # Before 3.2 it is a name, and no scheme has that name.
    found = lines(check(tmp_path, of_get(body, version="3.1.0", rest=rest)))
    assert len(found) == (name != "key")


def test_security_by_uri_that_leads_nowhere(tmp_path: Path) -> None:
    body = "security: [{'#/components/securitySchemes/other': []}]"
    (problem,) = lines(check(tmp_path, of_get(body, version="3.2.0")))
    assert "the security scheme cannot be resolved" in problem


# ---------------------------------------------------------------- the specification's schema

SENTENCES: dict[str, tuple[str, list[str]]] = {
    "a missing title": (
        "openapi: 3.0.3\ninfo: {version: '1'}\npaths: {}\n",
        ["2:1: error: `title` is missing [specification]"],
    ),
    "a number for text": (
        "openapi: 3.0.3\ninfo: {title: T, version: 1.0}\npaths: {}\n",
        ["2:18: error: `version`: must be text, not a number [specification]"],
    ),
    "a field in another case": (
        of_get("operationID: x"),
        ["6:7: error: unknown field `operationID`: did you mean `operationId`? [specification]"],
    ),
    "a field with a slip": (
        of_get("descripton: x"),
        ["6:7: error: unknown field `descripton`: did you mean `description`? [specification]"],
    ),
    "a field that is none": (
        of_get("color: red"),
        ["6:7: error: unknown field `color`: remove it, or start its name with `x-` "],
    ),
    "one word in a union": (
        of_get("parameters: [{name: a, in: query, schema: {type: strng}}]"),
        [
            "6:50: error: `type` must be one of",
        ],
    ),
    "a status code that is none": (
        of_get("summary: S").replace("'200'", "ok"),
        ["7:19: error: `ok` is not a status code: use `200`, `2XX` or `default` [specification]"],
    ),
    "no responses at all": (
        GOOD.replace("{'200': {description: OK}}", "{}").replace("3.1.0", "3.0.3"),
        ["3:20: error: `responses`: must not be empty [specification]"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), SENTENCES.values(), ids=SENTENCES)
def test_findings_are_sentences(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = lines(check(tmp_path, text))
    assert len(found) == len(expected)
    for line, beginning in zip(found, expected, strict=True):
        assert line.startswith(beginning)


@pytest.mark.parametrize("version", ["3.1.0", "3.2.0"])
def test_schemas_of_3_1_are_judged_by_json_schema(tmp_path: Path, version: str) -> None:
    rest = "components:\n  schemas:\n    A:\n      type: strng\n"
    rest += "      properties: {b: {minimum: x}}\n"
    found = lines(check(tmp_path, of_get("summary: S", version, rest=rest)))
    assert len(found) == 2
    assert found[0].startswith("11:7: error: `type` must be one of")
    assert found[1].startswith("12:24: error: `minimum` must be a number, not text")


def test_unknown_fields_of_3_1_are_said_once(tmp_path: Path) -> None:
    """Not repeated for everything around them."""
    found = lines(check(tmp_path, of_get("operationID: x", "3.1.0")))
    assert found == [
        "6:7: error: unknown field `operationID`: did you mean `operationId`? [specification]"
    ]


# ---------------------------------------------------------------- operations that the build skips


def test_what_the_build_skips_is_an_error(tmp_path: Path) -> None:
    text = f"""\
openapi: 3.0.3
{INFO}paths:
  /a:
    get: {{summary: no responses}}
    POST: {{responses: {{'200': {{description: OK}}}}}}
  /b:
    get:
      parameters: [{{$ref: '#/components/parameters/Gone'}}]
      responses: {{'200': {{description: OK}}}}
"""
    problems = check(tmp_path, text)
    errors = {(p.place.line, p.code) for p in problems if p.severity is Severity.ERROR}
    assert {(5, "invalid_operation"), (6, "invalid_operation"), (9, "unresolved_ref")} <= errors
    document = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path).document
    assert document is not None
    for key, reason in document.skipped.items():
        assert any(str(key) in p.message and reason in p.message for p in problems)


def test_the_same_problem_is_said_once(tmp_path: Path) -> None:
    text = f"openapi: 3.0.3\n{INFO}paths: {{/a: {{get: {{summary: S}}}}}}\n"
    (found,) = lines(check(tmp_path, text))
    assert found.startswith(
        "3:14: error: GET /a is invalid and was skipped: `responses` is missing"
    )


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("swagger: '2.0'", "openapi_2", "1:10"),
        ("openapi: 4.0.0", "openapi_invalid", "1:10"),
        ("a: [", "openapi_invalid", "1:5"),
        ("", "openapi_invalid", "1:1"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, text: str, code: str, place: str) -> None:
    (problem,) = check(tmp_path, text)
    assert (problem.code, problem.severity) == (code, Severity.ERROR)
    assert f"{problem.place.line}:{problem.place.column}" == place


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (problem,) = check_document(tmp_path / "no.yaml", tmp_path)
    assert problem.code == "openapi_not_found"


def test_a_version_without_quotes_is_a_warning(tmp_path: Path) -> None:
    problems = check(tmp_path, GOOD.replace("3.1.0", "3.1"))
    assert [(p.code, p.severity) for p in problems] == [("version", Severity.WARNING)]


# ---------------------------------------------------------------- security schemes


#: A scheme, the key that is wrong or has a wrong value, and what was meant.
SCHEMES: dict[str, tuple[str, str, str]] = {
    "a type in lower case": ("{type: apikey, in: header, name: X}", "type", "apiKey"),
    "a place": ("{type: apiKey, in: headers, name: X}", "in", "header"),
    "a flow": (
        "{type: oauth2, flows: {clientCredential: {tokenUrl: 'https://a.example', scopes: {}}}}",
        "clientCredential",
        "clientCredentials",
    ),
    "a field of a flow": (
        "{type: oauth2, flows: {password: {tokenUrl: '/t', scopes: {}, refreshURL: '/r'}}}",
        "refreshURL",
        "refreshUrl",
    ),
}


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
@pytest.mark.parametrize(("scheme", "key", "meant"), SCHEMES.values(), ids=SCHEMES)
def test_a_mistake_in_a_scheme_is_said_once(
    tmp_path: Path, scheme: str, key: str, meant: str, version: str
) -> None:
    """By the build, too, and without advice to remove what is right."""
    rest = f"components: {{securitySchemes: {{k: {scheme}}}}}\n"
    (problem,) = check(tmp_path, of_get("security: [{k: []}]", version, rest=rest))
    assert (problem.place.line, problem.place.column) == (8, rest.index(f"{key}:") + 1)
    assert f"did you mean `{meant}`?" in problem.message
    loaded = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path)
    assert [each.message for each in loaded.diagnostics] == [problem.message]


def test_a_field_of_another_type_of_scheme(tmp_path: Path) -> None:
    rest = "components: {securitySchemes: {k: {type: mutualTLS, name: X}}}\n"
    (problem,) = check(tmp_path, of_get("summary: S", "3.1.0", rest=rest))
    assert "unknown field `name`" in problem.message


@pytest.mark.parametrize(
    ("scheme", "found"),
    [
        ("{type: oauth2, flows: {password: {tokenUrl: 'https://a.example', scopes: {read: R}}}}",
         [(29, "did you mean `read`?")]),
        ("{type: openIdConnect, openIdConnectUrl: 'https://a.example'}", []),
    ],
)  # fmt: skip
def test_scopes_that_no_flow_declares(
    tmp_path: Path, scheme: str, found: list[tuple[int, str]]
) -> None:
    rest = f"components: {{securitySchemes: {{k: {scheme}}}}}\n"
    problems = check(tmp_path, of_get("security: [{k: [read, reed]}]", "3.1.0", rest=rest))
    assert [(each.place.column, each.message.partition(": ")[2]) for each in problems] == found


def test_scopes_of_all_operations_are_reported_once(tmp_path: Path) -> None:
    text = GOOD.replace(RESPONSES + "}", RESPONSES + f"}}, put: {{{RESPONSES}}}")
    text += (
        "security: [{k: [write]}]\ncomponents: {securitySchemes: {k: {type: oauth2, flows:"
        " {password: {tokenUrl: 'https://a.example', scopes: {}}}}}}\n"
    )
    (problem,) = check(tmp_path, text)
    assert (problem.code, problem.severity) == ("security", Severity.WARNING)


# ---------------------------------------------------------------- servers


SERVERS: dict[str, tuple[Severity, str] | None] = {
    "https://a.example/{v": (Severity.ERROR, "brace"),
    "htps://a.example": (Severity.ERROR, "`https://a.example`"),
    "htps://a.example/v}": (Severity.ERROR, "`https://a.example/v}`"),
    "https:/a.example": (Severity.ERROR, "host"),
    "https//a.example": (Severity.ERROR, "host"),
    "a.example/v1": (Severity.WARNING, "`https://a.example/v1`"),
    "a.example:8080/v1": (Severity.WARNING, "`https://a.example:8080/v1`"),
    "localhost:8000": (Severity.WARNING, "`https://localhost:8000`"),
    "/v1": None,
    "v1": None,
    "v1.0/a": None,
    "./a.b": None,
    "index.php/v1": None,
    "//a.example": None,
    "HTTPS://a.example": None,
    "wss://a.example": None,
    "grpc://a.example": None,
    "http+unix://a": None,
}


@pytest.mark.parametrize(("url", "expected"), SERVERS.items(), ids=SERVERS)
def test_server_urls(tmp_path: Path, url: str, expected: tuple[Severity, str] | None) -> None:
    """The build reports them, too."""
    problems = check(tmp_path, f"{GOOD}servers: [{{url: '{url}'}}]\n")
    loaded = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path)
    assert [each.message for each in loaded.diagnostics] == [each.message for each in problems]
    if expected is None:
        assert problems == []
        return
    (problem,) = problems
    assert (problem.code, problem.severity) == ("server-url", expected[0])
    assert expected[1] in problem.message
    assert (problem.place.line, problem.place.column) == (4, 12)


# ---------------------------------------------------------------- rules

RULES: dict[str, tuple[str, str, str]] = {
    "an undeclared path parameter": (
        of_get("summary: S", path="/a/{id}"),
        "path-parameter",
        "5:5: error: GET /a/{id}: `{id}` of the path is not declared",
    ),
    "a path parameter that the path lacks": (
        of_get("parameters: [{name: id, in: path, required: true, schema: {type: string}}]"),
        "path-parameter",
        "6:20: error: GET /a: the path has no `{id}`",
    ),
    "a path parameter that is not required": (
        of_get("parameters: [{name: id, in: path, schema: {}}]", "3.1.0", "/a/{id}"),
        "path-parameter",
        "6:20: error: the path parameter `id` must have `required: true`",
    ),
    "a brace alone": (of_get("summary: S", path="/a/{id"), "path-template", "4:3: error: `/a/{id`"),
    "a parameter without schema": (
        of_get("parameters: [{name: a, in: query}]", "3.1.0"),
        "parameter-schema",
        "6:20: error: the parameter `a` needs `schema` or `content`",
    ),
    "a parameter twice": (
        of_get("parameters: [{name: a, in: query, schema: {}}, {name: a, in: query, schema: {}}]"),
        "repeated-parameter",
        "6:54: error: the query parameter `a` is listed twice",
    ),
    "a scheme that is not declared": (
        of_get("security: [{key: []}]"),
        "security",
        "6:19: error: there is no security scheme `key`",
    ),
    "a tag twice": (
        of_get("summary: S", rest="tags: [{name: a}, {name: a}]\n"),
        "repeated-tag",
        "8:19: error: the tag `a` is declared twice",
    ),
    "a tag below one that is not declared": (
        of_get("summary: S", "3.2.0", rest="tags: [{name: books, parent: shop}]\n"),
        "tag-parent",
        "8:22: error: the tag `books` has the parent `shop`, which is not declared in `tags`",
    ),
    "a default that does not fit": (
        of_get("parameters: [{name: a, in: query, schema: {type: integer, default: x}}]"),
        "default",
        "6:65: warning: the default does not match its schema: the type must be integer, not",
    ),
    "a link to no operation": (
        of_get("summary: S", rest="components: {links: {l: {operationId: x}}}\n"),
        "link",
        "8:26: warning: the link cannot be resolved: no operation has `operationId: x`",
    ),
    "webhooks too early": (
        of_get("summary: S", rest="webhooks: {w: {post: {responses: {}}}}\n"),
        "version",
        "8:1: warning: `webhooks` require OpenAPI 3.1",
    ),
}


@pytest.mark.parametrize(("text", "code", "expected"), RULES.values(), ids=RULES)
def test_rules(tmp_path: Path, text: str, code: str, expected: str) -> None:
    problems = [p for p in check(tmp_path, text) if p.code == code]
    (line,) = lines(problems)
    assert line.startswith(expected)


def test_one_mistake_is_one_problem(tmp_path: Path) -> None:
    parameter = "{name: id, in: path, required: false, schema: {}}"
    found = check(tmp_path, of_get(f"parameters: [{parameter}]", "3.1.0", "/a/{id}"))
    assert [each.code for each in found] == ["path-parameter"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("paths:\n  /a:\ncomponents: {links: {l: {operationId: x}}}\n", 4),
        ("path: {/a: {get: {operationId: x}}}\ncomponents: {links: {l: {operationId: x}}}\n", 3),
        (
            "paths: {}\ncomponents: {schemas: {A: {type: array, item: {}}}}\n",
            4,
        ),
    ],
    ids=["a path without a value", "misspelled paths", "misspelled items"],
)
def test_an_effect_is_not_reported(tmp_path: Path, text: str, line: int) -> None:
    head = "openapi: 3.0.3\ninfo: {title: T, version: '1'}\n"
    assert [each.place.line for each in check(tmp_path, head + text)] == [line]


def test_webhooks_are_valid_in_the_version_that_is_suggested(tmp_path: Path) -> None:
    text, code, _ = RULES["webhooks too early"]
    (problem,) = [p for p in check(tmp_path, text) if p.code == code]
    version = problem.message.partition("write `")[2].rstrip("`")
    assert version == "openapi: 3.1.0"
    written = re.sub(r"^openapi: .+$", version, text, flags=re.MULTILINE)
    assert [p for p in check(tmp_path, written) if p.code == code] == []


def test_keys_that_stand_twice(tmp_path: Path) -> None:
    text = GOOD + f"paths: {{/b: {{get: {{{RESPONSES}}}}}}}\n"
    (line,) = lines(check(tmp_path, text))
    assert line.startswith("4:1: error: duplicate key `paths`")


def test_operation_ids_are_unique(tmp_path: Path) -> None:
    body = f"{{operationId: same, {RESPONSES}}}"
    text = f"openapi: 3.1.0\n{INFO}paths:\n  /a: {{get: {body}}}\n"
    text += f"webhooks: {{w: {{put: {body}}}}}\n"
    (line,) = lines(check(tmp_path, text))
    assert line.startswith("5:22: error: WEBHOOK w: `operationId: same` is also used by GET /a")


def test_paths_that_are_alike(tmp_path: Path) -> None:
    def problems(first: str, second: str, method: str = "get") -> list[str]:
        body = ""
        for path, verb in ((first, "get"), (second, method)):
            name = path.strip("/{}")
            given = f"parameters: [{{name: {name}, in: path, required: true, schema: {{}}}}], "
            body += f"  {path}: {{{verb}: {{{given if '{' in path else ''}{RESPONSES}}}}}\n"
        return lines(check(tmp_path, f"openapi: 3.1.0\n{INFO}paths:\n{body}"))

    assert problems("/{a}", "/{b}")[0].startswith("5:3: error: `/{b}` and `/{a}` are the same path")
    assert problems("/{a}", "/{b}", "put")[0].startswith("5:3: warning: `/{b}` and `/{a}`")
    assert problems("/a", "/a/")[0].startswith("5:3: warning: `/a/` and `/a` differ only in")
    assert problems("/a", "/A")[0].startswith("5:3: warning: `/A` and `/a` differ only in")
    assert problems("/a", "/b") == []


# ---------------------------------------------------------------- odd input


@pytest.mark.parametrize("version", first(1, ["3.2.0", "3.1.0", "3.0.3"]))
@pytest.mark.parametrize(
    "value", first(7, [None, 5, "x", [5], {"a": 5}, {"$ref": "#/nope"}, True, [], {}])
)
@pytest.mark.parametrize(
    "path",
    [
        "info", "servers", "tags", "security", "paths", "webhooks", "components",
        "components/schemas", "components/schemas/A", "components/parameters/A",
        "components/schemas/A/properties", "components/securitySchemes", "paths/~1a",
        "paths/~1a/parameters", "paths/~1a/get", "paths/~1a/get/parameters",
        "paths/~1a/get/responses", "paths/~1a/get/responses/200", "paths/~1a/get/tags",
        "paths/~1a/get/responses/200/content", "paths/~1a/get/responses/200/links/l",
        "paths/~1a/get/security", "paths/~1a/get/x-navapi", "paths/~1a/get/callbacks/c",
        "paths/~1a/get/responses/200/content/a~1b/schema/discriminator",
        "paths/~1a/get/responses/200/content/a~1b/examples",
    ],
)  # fmt: skip
def test_no_input_is_a_traceback(tmp_path: Path, path: str, value: Any, version: str) -> None:
    root: dict[str, Any] = {
        "openapi": version,
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {"responses": {"200": {"description": "OK"}}}}},
    }
    holder: Any = root
    *steps, last = [step.replace("~1", "/") for step in path.split("/")]
    for step in steps:
        holder = holder.setdefault(step, {})
    holder[last] = value
    (tmp_path / "api.json").write_text(json.dumps(root))
    problems = check_document(tmp_path / "api.json", tmp_path)
    assert all(problem.place.file.endswith("api.json") for problem in problems)
    assert all("\n" not in problem.message for problem in problems)


# ---------------------------------------------------------------- files and formats


def test_files_are_named_from_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in files that a document refers to, found from the folder of the site."""
    site = tmp_path / "docs"
    (site / "specs").mkdir(parents=True)
    (site / "docs.json").write_text("{}")
    (site / "parts.yaml").write_text("A: {$ref: '#/gone'}\n")
    text = GOOD + "components: {schemas: {A: {$ref: '../parts.yaml#/A'}}}\n"
    (site / "specs" / "api.yaml").write_text(text)
    monkeypatch.chdir(tmp_path)
    (problem,) = check_document(Path("docs/specs/api.yaml"))
    assert problem.place.file == "docs/parts.yaml"
    monkeypatch.chdir(site / "specs")
    (problem,) = check_document(Path("api.yaml"))
    assert problem.place.file == (site / "parts.yaml").as_posix()


def problem(message: str = "is wrong", line: int | None = 3) -> DocumentProblem:
    place = Place(file="a,b:c.yaml", line=line, column=None if line is None else 5, pointer="/x")
    return DocumentProblem(place=place, severity=Severity.ERROR, code="rule", message=message)


def test_text() -> None:
    assert format_problems([problem(), problem(line=None)]) == (
        "a,b:c.yaml:3:5: error: is wrong [rule]\na,b:c.yaml: error: is wrong [rule]\n"
    )


def test_json() -> None:
    assert json.loads(format_problems([problem()], "json")) == [
        {
            "file": "a,b:c.yaml", "line": 3, "column": 5, "pointer": "/x",
            "severity": "error", "code": "rule", "message": "is wrong",
        }
    ]  # fmt: skip
    assert json.loads(format_problems([], "json")) == []


def test_github() -> None:
    assert format_problems([problem("50 %\r\nof: it, \u2028")], "github") == (
        "::error file=a%2Cb%3Ac.yaml,line=3,col=5::50 %25 of: it, [rule]\n"
    )
    assert format_problems([problem(line=None)], "github") == (
        "::error file=a%2Cb%3Ac.yaml::is wrong [rule]\n"
    )


def test_keywords_of_json_schema_2019_are_warnings(tmp_path: Path) -> None:
    rest = "components: {schemas: {A: {$recursiveAnchor: true, type: object}}}\n"
    (line,) = lines(check(tmp_path, of_get("summary: S", "3.1.0", rest=rest)))
    assert line.startswith("8:28: warning: `$recursiveAnchor` is a JSON Schema 2019-09 keyword")
    assert line.endswith("use `$dynamicAnchor` [version]")
