"""What a build reports of parts that no page shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from write_files import write_files

from sphinx_navapi.diagnostics import Level
from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.openapi.load import LoadResult, load_document
from sphinx_navapi.openapi.operation import read_operation

GET = "{responses: {'200': {description: OK}}}"


def load(folder: Path, text: str, **files: str) -> LoadResult:
    """The document *text* after two lines."""
    head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"
    write_files(folder, {"api.yaml": head + text, **files})
    return load_document(folder / "api.yaml", "api.yaml", folder)


def said(result: LoadResult) -> list[tuple[str, str]]:
    return [(str(found.place), found.message) for found in result.diagnostics]


@pytest.mark.parametrize(
    ("part", "column", "message"),
    [
        ("tags: one", 1, "`tags` must be a list, not text; it was ignored"),
        ("tags: [one]", 8, "`tags/0` must be a mapping, not text; it was ignored"),
        ("tags: [{description: D}]", 8, "`name` is missing; the tag was ignored"),
        ("tags: [{name: a, external-docs: {}}]", 18,
         "unknown field `external-docs`: did you mean `externalDocs`?"),
        ("tags: [{name: a}, {name: a}]", 19,
         "the tag `a` is declared twice: the first one is used"),
        ("security: {key: []}", 1, "`security` must be a list, not a mapping; it was ignored"),
        ("security: [key]", 12, "`security/0` must be a mapping, not text; it was ignored"),
        ("security: [{key: []}]", 13,
         "there is no security scheme `key` below `components/securitySchemes`"),
        ("servers: [{description: D}]", 11, "`url` is missing; the server was ignored"),
        ("servers: {url: 'https://a.example'}", 1,
         "`servers` must be a list, not a mapping; it was ignored"),
        ("externalDocs: {url: 5}", 16,
         "`url` must be text, not a number; the external documentation was ignored"),
        ("webhook: {}", 1, "unknown field `webhook`: did you mean `webhooks`?"),
        ("components: {parameters: {P: {name: p, schema: {}}}}", 27,
         "`in` is missing; the parameter was ignored"),
        ("components: {parameters: {P: {name: p, in: body, schema: {}}}}", 40,
         ("`in` must be one of `path`, `query`, `querystring`, `header`, `cookie`, not `body`;"
          " the parameter was ignored")),
        ("components: {responses: {R: {description: true}}}", 30,
         "`description` must be text, not `true`; it was ignored"),
        ("components: {responses: {R: {description: D, content: [a/b]}}}", 46,
         "`content` must be a mapping, not a list; it was ignored"),
        ("components: {responses: {R: none}}", 26,
         "`R` must be a mapping, not text; it was ignored"),
        ("components: {schemas: {S: {allOf: {type: object}}}}", 28,
         "`allOf` must be a list, not a mapping; it was ignored"),
        ("components: {schemas: {S: {anyOf: true}}}", 28,
         "`anyOf` must be a list, not `true`; it was ignored"),
        ("components: {schemas: {S: {items: text}}}", 28,
         "`items` must be a mapping or a list, not text; it was ignored"),
        ("servers: [{url: 'https://{a}.example', variables: {a: {}}}]", 52,
         "`default` is missing; its name stays in URLs"),
        ("servers: [{url: 'https://{a}.example', variables: {a: {enum: [b]}}}]", 52,
         "`default` is missing; the first value of `enum` is used"),
        ("servers: [{url: 'https://{a}.example', variables: {a: {default: [b]}}}]", 56,
         "`default` must be text, not a list; it was ignored"),
        ("servers: [{url: 'https://{a}.example', variables: {a: b}}]", 52,
         "`a` must be a mapping, not text; it was ignored"),
        ("components: {securitySchemes: {k: {type: mutualTLS}}}\nsecurity: [{k: null}]", 13,
         "`k` must be a list of scopes, not null; it was read as none"),
        ("components: {securitySchemes: {k: {type: mutualTLS}}}\nsecurity: [{k: read}]", 13,
         "`k` must be a list of scopes, not text; it was read as none"),
        ("components: {callbacks: {C: {'{$reqest.body#/url}': {}}}}", 30,
         "`{$reqest.body#/url}` has the unknown word `reqest`: did you mean `request`?"),
        ("components: {callbacks: {C: {'a/{$request.bdoy#/url}?b': {}}}}", 30,
         "`a/{$request.bdoy#/url}?b` has the unknown word `bdoy`: did you mean `body`?"),
        ("components: {examples: {E: raw}}", 25, "`E` must be a mapping, not text; it was ignored"),
    ],
)  # fmt: skip
def test_parts_without_effect(tmp_path: Path, part: str, column: int, message: str) -> None:
    result = load(tmp_path, f"{part}\npaths: {{/a: {{get: {GET}}}}}\n")
    assert said(result) == [(f"api.yaml:{3 + part.count(chr(10))}:{column}", message)]
    assert result.document is not None
    assert len(result.document.operations) == 1
    problems = check_document(tmp_path / "api.yaml", tmp_path)
    found = [each for each in problems if each.message == message]
    assert [(each.severity, each.code in ("openapi_invalid", "")) for each in found] == [
        ("error", False)
    ]
    # Nothing is said twice.
    places = [str(each.place) for each in problems]
    assert len(places) == len(set(places))


@pytest.mark.parametrize(
    "part",
    [
        "security: []",
        "components: {schemas: {S: {properties: {b: true}, items: [{}], x-any: 5}}}",
        "components: {responses: {R: {description: D, content: {a/b: {examples: [1], x-a: 5}}}}}",
        "components: {headers: {H: {schema: {}, name: H, in: header}}}",
        "components: {callbacks: {C: {'{$request.query.q}': {}, 'https://a.example/{$url}': {}}}}",
        "components: {callbacks: {C: {'{$callback_url}/invoices/{$request.body.id}': {}}}}",
        "x-tags: 5",
        "components: {x-anything: [5]}",
    ],
)
def test_what_is_read_is_not_reported(tmp_path: Path, part: str) -> None:
    assert said(load(tmp_path, f"{part}\npaths: {{/a: {{get: {GET}}}}}\n")) == []


def test_parameters_of_a_path(tmp_path: Path) -> None:
    text = f"paths:\n  /a:\n    parameters: [{{in: query}}, text]\n    get: {GET}\n"
    assert said(load(tmp_path, text)) == [
        ("api.yaml:5:18", "`name` is missing; the parameter was ignored"),
        ("api.yaml:5:31", "`parameters/1` must be a mapping, not text; it was ignored"),
    ]


@pytest.mark.parametrize(
    "part", ["tags:", "components: {schemas: {S: {properties: {a: , b: true}}}}", "servers:"]
)
def test_null_is_not_a_value(tmp_path: Path, part: str) -> None:
    """It is as if it were not there: no warning."""
    result = load(tmp_path, f"{part}\npaths: {{/a: {{get: {GET}}}}}\n")
    (found,) = result.diagnostics
    assert found.level is Level.INFO
    (problem,) = check_document(tmp_path / "api.yaml", tmp_path)
    assert problem.severity == "error"


def test_an_invalid_operation_is_one_message(tmp_path: Path) -> None:
    text = "paths: {/a: {get: text}}\n"
    ((place, message),) = said(load(tmp_path, text))
    assert place == "api.yaml:3:14"
    assert "was skipped" in message


def test_parts_in_other_files(tmp_path: Path) -> None:
    text = f"paths: {{/a: {{get: {GET}}}}}\ncomponents: {{parameters: {{$ref: p.yaml}}}}\n"
    result = load(tmp_path, text, **{"p.yaml": "P: {name: p, in: query, desciption: D}\n"})
    assert said(result) == [
        ("p.yaml:1:25", "unknown field `desciption`: did you mean `description`?")
    ]


@pytest.mark.parametrize("name", ["api.yaml", "api.json"])
def test_duplicate_paths(tmp_path: Path, name: str) -> None:
    if name == "api.json":
        text = '{"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {\n"/a": {},'
        text += '\n"/a": {}}}'
    else:
        text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/a: {},\n  /a: {}}\n"
    write_files(tmp_path, {name: text})
    cache = tmp_path / "cache"
    for _ in range(2):  # the second from the cache
        result = load_document(tmp_path / name, name, tmp_path, cache_dir=cache)
        (found,) = result.diagnostics
        assert found.message == "duplicate key `/a`: the earlier value is discarded"
        assert (found.place.line, str(found.subtype)) == (
            3 + (name == "api.yaml"),
            "openapi_invalid",
        )
    (problem,) = check_document(tmp_path / name, tmp_path)
    assert (problem.code, problem.severity) == ("repeated-key", "error")


def test_duplicate_keys_of_other_files(tmp_path: Path) -> None:
    text = f"paths: {{/a: {{get: {GET}}}}}\ncomponents: {{schemas: {{$ref: s.json}}}}\n"
    result = load(tmp_path, text, **{"s.json": '{"S": {"type": "object",\n "type" : "string"}}'})
    assert said(result) == [("s.json:2:2", "duplicate key `type`: the earlier value is discarded")]


@pytest.mark.parametrize(
    ("text", "repeats"),
    [
        (r'{"a": "x\":", "b": "y\":"}', False),
        ('{"a" : 1, "b": 2, "b": 3}', True),
        ('{"a\\\\": 1, "b": 2, "b": 3}', True),
        ('{"a": ":", "b": [{"a": 1}, {"a": 2}]}', False),
        ('{"a": {"b": 1}, "a": {"b": 1}}', True),
    ],
)
def test_keys_are_counted(tmp_path: Path, text: str, repeats: bool) -> None:
    full = f'{{"openapi": "3.1.0", "x-any": {text}, "paths": {{}}}}'
    write_files(tmp_path, {"api.json": full})
    found = load_document(tmp_path / "api.json", "api.json", tmp_path).diagnostics
    assert [each.rule for each in found] == ["repeated-key"] * repeats


@pytest.mark.parametrize("scopes", ["", "null", "read", "{}"])
@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_a_requirement_without_a_list_of_scopes(tmp_path: Path, scopes: str, version: str) -> None:
    text = (
        f"openapi: {version}\ninfo: {{title: T, version: '1'}}\npaths:\n  /a:\n    get:\n"
        f"      security: [{{key: {scopes}}}, {{}}]\n"
        "      responses: {'200': {description: OK}}\n"
        "components: {securitySchemes: {key: {type: http, scheme: basic}}}\n"
    )
    write_files(tmp_path, {"api.yaml": text})
    result = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path)
    ((place, message),) = said(result)
    assert place == "api.yaml:6:19"
    assert "it was read as none" in message
    assert result.document is not None
    view = read_operation(result.document, result.document.operations[0])
    assert [[(each.scheme, each.scopes) for each in one] for one in view.security] == [
        [("key", ())],
        [],
    ]
