"""References to the wrong kind of object: reported, and the rest of the operation is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from write_files import write_files

from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.openapi.load import LoadResult, load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.view import OperationView

#: A component of each kind, and three that have no sign of their kind.
COMPONENTS = """\
components:
  schemas:
    Place: {type: object, description: A place, properties: {town: {type: string}}}
    Any: {}
    Said: {description: Only a text}
    Misplaced: {description: OK, content: {a/b: {schema: {type: string}}}}
    MisplacedToo: {name: q, in: query, schema: {type: string}}
  parameters: {Page: {name: page, in: query, schema: {type: integer}}}
  headers: {Rate: {schema: {type: integer}}}
  requestBodies: {Body: {content: {a/b: {schema: {type: string}}}}}
  responses: {Ok: {description: Fine}, Full: {description: F, content: {a/b: {}}}}
  examples: {One: {value: {town: Oslo}}}
  links: {Next: {operationId: next}}
  callbacks: {Called: {'{$request.body#/url}': {post: {responses: {}}}}}
  pathItems: {Item: {get: {responses: {'200': {description: OK}}}}}
  securitySchemes: {key: {type: apiKey, name: k, in: header}}
"""

#: Files without `openapi`: the kind is only known from the object.
FILES = {
    "schema.yaml": "{type: object, description: A place, properties: {town: {type: string}}}",
    "composed.yaml": "{allOf: [{type: object}], description: A place}",
    "parameter.yaml": "{name: page, in: query, schema: {type: integer}}",
    "older.yaml": "{name: page, in: query, type: integer}",
    "response.yaml": "{description: Fine, content: {a/b: {schema: {type: string}}}}",
    "said.yaml": "{description: Fine}",
    "header.yaml": "{schema: {type: integer}}",
    "item.yaml": "{get: {responses: {'200': {description: OK}}}}",
    "operation.yaml": "{responses: {'200': {description: OK}}}",
    "whole.yaml": "{openapi: 3.1.0, info: {title: W, version: '1'}, paths: {}}",
    "list.yaml": "[1, 2]",
    "text.yaml": "just text",
    "raw.json": '{"type": "object", "in": "query", "name": "an example may be anything"}',
    "empty.yaml": "{}",
}


def load(folder: Path, operation: str, rest: str = COMPONENTS) -> LoadResult:
    """A document with *operation*, in line 5 from column 11."""
    text = (
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n"
        f"    post: {operation}\n{rest}"
    )
    write_files(folder, {"api.yaml": text, **FILES})
    return load_document(folder / "api.yaml", "api.yaml", folder)


def view_of(result: LoadResult) -> OperationView:
    assert result.document is not None
    (operation,) = (op for op in result.document.operations if op.key.path == "/a")
    return read_operation(result.document, operation)


#: Where a reference may be, and the kind of object that is expected there.
POSITIONS = {
    "Parameter": "{parameters: [{$ref: '%s'}], responses: {'200': {description: OK}}}",
    "Request Body": "{requestBody: {$ref: '%s'}, responses: {'200': {description: OK}}}",
    "Response": "{responses: {'200': {$ref: '%s'}}}",
    "Header": "{responses: {'200': {description: OK, headers: {X-R: {$ref: '%s'}}}}}",
    "Link": "{responses: {'200': {description: OK, links: {next: {$ref: '%s'}}}}}",
    "Media Type": "{responses: {'200': {description: OK, content: {a/b: {$ref: '%s'}}}}}",
    "Schema": "{responses: {'200': {description: OK, content: {a/b: {schema: {$ref: '%s'}}}}}}",
    "Example": "{responses: {'200': {description: OK, content: {a/b: {examples: "
    "{one: {$ref: '%s'}}}}}}}",
    "Callback": "{callbacks: {called: {$ref: '%s'}}, responses: {'200': {description: OK}}}",
    "Path Item": "{callbacks: {called: {'{$url}': {$ref: '%s'}}}, "
    "responses: {'200': {description: OK}}}",
    "Responses": "{responses: {$ref: '%s'}}",
}

#: Objects whose kind cannot be told.
OPEN = ["empty.yaml"]

#: Objects of that kind, and those whose kind cannot be told.
RIGHT = {
    "Parameter": ["parameters/Page", "schemas/MisplacedToo", "parameter.yaml", "older.yaml"],
    "Request Body": ["requestBodies/Body", "schemas/Misplaced", "response.yaml"],
    "Response": ["responses/Ok", "responses/Full", "schemas/Misplaced", "schemas/Said",
                 "response.yaml", "said.yaml"],
    "Header": ["headers/Rate", "header.yaml"],
    "Link": ["links/Next"],
    "Media Type": ["header.yaml"],
    "Schema": ["schemas/Place", "schemas/Any", "schemas/Said", "schema.yaml", "composed.yaml"],
    "Example": ["examples/One", "raw.json", "schema.yaml", "list.yaml", "text.yaml"],
    "Callback": ["callbacks/Called"],
    "Path Item": ["pathItems/Item", "item.yaml"],
    "Responses": [],
}  # fmt: skip

WRONG = [
    "schemas/Place", "parameters/Page", "headers/Rate", "requestBodies/Body", "responses/Ok",
    "examples/One", "links/Next", "callbacks/Called", "pathItems/Item", "securitySchemes/key",
    "schema.yaml", "composed.yaml", "parameter.yaml", "item.yaml", "operation.yaml", "whole.yaml",
]  # fmt: skip


def written(name: str) -> str:
    return f"#/components/{name}" if "/" in name else name


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in RIGHT.items() for name in [*names, *OPEN]]
)
def test_a_right_or_unknown_kind_is_not_reported(tmp_path: Path, kind: str, name: str) -> None:
    result = load(tmp_path, POSITIONS[kind].replace("%s", written(name)))
    assert "unresolved_ref" not in [str(found.subtype) for found in result.diagnostics]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (kind, name)
        for kind in POSITIONS
        for name in WRONG
        if name not in RIGHT[kind] and not (kind == "Example" and "/" not in name)
    ],
)
def test_a_wrong_kind_is_reported_once_and_the_operation_kept(
    tmp_path: Path, kind: str, name: str
) -> None:
    body = POSITIONS[kind].replace("%s", written(name))
    result = load(tmp_path, body)
    (found,) = result.diagnostics
    article = "an" if kind == "Example" else "a"
    assert f"`{written(name)}` points to a" in found.message
    assert f"but {article} {kind} Object is expected" in found.message
    assert str(found.subtype) == "unresolved_ref"
    assert str(found.place) == f"api.yaml:5:{11 + body.index('$ref') + len('$ref: ')}"
    view = view_of(result)
    assert (view.parameters, view.body) == ((), None)


def test_the_other_parts_of_the_operation_stay(tmp_path: Path) -> None:
    wrong = "{$ref: '#/components/schemas/Place'}"
    result = load(
        tmp_path,
        f"{{parameters: [{wrong}, {{$ref: '#/components/parameters/Page'}}], requestBody: {wrong},"
        f" responses: {{'200': {wrong}, '404': {{description: Gone}}}}}}",
    )
    view = view_of(result)
    assert [parameter.name for parameter in view.parameters] == ["page"]
    assert [response.status for response in view.responses] == ["200", "404"]
    assert [str(found.subtype) for found in result.diagnostics] == ["unresolved_ref"] * 3
    problems = check_document(tmp_path / "api.yaml", tmp_path)
    found = [each.message for each in problems if each.severity == "error"]
    assert {each.message for each in result.diagnostics} <= set(found)


@pytest.mark.parametrize(
    ("reference", "advice"),
    [
        ("parameters: [{$ref: '#/components/schemas/Page'}]",
         "did you mean `#/components/parameters/Page`?"),
        ("parameters: [{$ref: '#/components/schemas/Place'}]", "use it as `schema`"),
        ("requestBody: {$ref: '#/components/schemas/Place'}",
         "use it as the `schema` of a media type in `content`"),
    ],
)  # fmt: skip
def test_what_to_write(tmp_path: Path, reference: str, advice: str) -> None:
    rest = (
        "components:\n  schemas: {Page: {type: integer}, Place: {type: object}}\n"
        "  parameters: {Page: {name: page, in: query, schema: {type: integer}}}\n"
    )
    result = load(tmp_path, f"{{{reference}, responses: {{'200': {{description: OK}}}}}}", rest)
    (found,) = result.diagnostics
    assert found.message.endswith(advice)


@pytest.mark.parametrize(
    ("kind", "name", "what"),
    [
        ("Parameter", "list.yaml", "a list"),
        ("Response", "text.yaml", "text"),
        ("Schema", "list.yaml", "a list"),
        ("Schema", "#/components/schemas/Place/type", "text"),
        ("Response", "#/components/schemas/Place/properties/town", "a Schema Object"),
        ("Schema", "#/components/responses/Full/content/a~1b", "a Media Type Object"),
        ("Schema", "#", "an OpenAPI Object"),
    ],
)
def test_positions_inside_others(tmp_path: Path, kind: str, name: str, what: str) -> None:
    (found,) = load(tmp_path, POSITIONS[kind].replace("%s", name)).diagnostics
    assert f"points to {what}, but" in found.message


def test_a_chain_is_reported_where_it_turns_wrong(tmp_path: Path) -> None:
    rest = (
        "components:\n  responses: {R: {$ref: '#/components/schemas/S'}}\n"
        "  schemas: {S: {type: string}}\n"
    )
    result = load(tmp_path, "{responses: {'200': {$ref: '#/components/responses/R'}}}", rest)
    (found,) = result.diagnostics
    assert str(found.place) == "api.yaml:7:25"
    assert [response.status for response in view_of(result).responses] == ["200"]


def test_a_path_of_the_wrong_kind_keeps_its_own_operations(tmp_path: Path) -> None:
    text = (
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n"
        "  /b: {$ref: '#/components/schemas/Place'}\n"
        "  /c: {$ref: '#/components/schemas/Place', get: {responses: {}}}\n"
    )
    write_files(tmp_path, {"api.yaml": text + COMPONENTS})
    result = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path)
    assert result.document is not None
    assert [str(op.key) for op in result.document.operations] == ["GET /c"]
    assert [found.place.line for found in result.diagnostics] == [4, 5]


def test_a_map_of_a_wrong_kind(tmp_path: Path) -> None:
    content = "content: {$ref: '#/components/schemas/Place'}"
    body = f"{{responses: {{'200': {{description: OK, {content}}}}}}}"
    result = load(tmp_path, body)
    (found,) = result.diagnostics
    assert "points to a Schema Object, but a map of objects is expected" in found.message
    assert view_of(result).responses[0].content == ()


def test_a_discriminator_that_selects_a_response(tmp_path: Path) -> None:
    rest = COMPONENTS.replace(
        "    Any: {}\n",
        "    Any: {oneOf: [], discriminator: {propertyName: k, mapping:"
        " {r: '#/components/responses/Ok'}}}\n",
    )
    (found,) = load(tmp_path, "{responses: {'200': {description: OK}}}", rest).diagnostics
    assert "points to a Response Object, but a Schema Object is expected" in found.message


def test_a_recursive_schema_with_an_identifier(tmp_path: Path) -> None:
    """``#`` is the schema resource, not the document (JSON Schema 2020-12, 8.2.1)."""
    rest = (
        "components: {schemas: {T: {$id: 'https://a.example/t', properties: {t: {$ref: '#'},"
        " u: {$ref: '#'}}}}}\n"
    )
    result = load(tmp_path, "{responses: {'200': {description: OK}}}", rest)
    assert result.diagnostics == ()
    assert result.document is not None
    for name in "tu":
        found = result.document.resolve(f"/components/schemas/T/properties/{name}")
        assert found.pointer == "/components/schemas/T"


def test_a_missing_path_parameter_is_not_a_second_problem(tmp_path: Path) -> None:
    text = (
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a/{id}:\n    get:\n"
        "      parameters: [{$ref: '#/components/schemas/Place'}]\n"
        "      responses: {'200': {description: OK}}\n"
        "components: {schemas: {Place: {type: string}}}\n"
    )
    write_files(tmp_path, {"api.yaml": text})
    codes = [problem.code for problem in check_document(tmp_path / "api.yaml", tmp_path)]
    assert codes == ["unresolved_ref"]


def test_a_link_to_something_that_is_not_an_operation(tmp_path: Path) -> None:
    links = "links: {next: {operationRef: '#/components/schemas/Place'}}"
    load(tmp_path, f"{{responses: {{'200': {{description: OK, {links}}}}}}}")
    messages = [found.message for found in check_document(tmp_path / "api.yaml", tmp_path)]
    assert (
        "the link cannot be resolved: `#/components/schemas/Place` is not an operation" in messages
    )


# ---------------------------------------------------------------- whole lists and other objects


def test_any_object_and_list_may_be_in_another_file(tmp_path: Path) -> None:
    text = """\
openapi: 3.0.3
info: {$ref: parts/info.yaml}
servers: {$ref: parts/servers.yaml}
tags: {$ref: parts/tags.yaml}
security: {$ref: parts/security.yaml}
externalDocs: {$ref: 'parts/info.yaml#/x-docs'}
paths:
  /a:
    get:
      servers: [{$ref: 'parts/servers.yaml#/0'}]
      parameters: {$ref: parts/parameters.yaml}
      responses: {'200': {description: OK}}
components: {$ref: parts/components.yaml}
"""
    write_files(
        tmp_path,
        {
            "api.yaml": text,
            "parts/info.yaml": "{title: T, version: '1', x-docs: {url: 'https://d.example'}}",
            "parts/servers.yaml": "[{url: 'https://a.example'}]",
            "parts/tags.yaml": "[{name: one, description: First}, {$ref: 'more.yaml#/two'}]",
            "parts/more.yaml": "two: {name: two}",
            "parts/security.yaml": "[{key: []}]",
            "parts/parameters.yaml": "[{$ref: 'more-parameters.yaml#/q'}]",
            "parts/more-parameters.yaml": "q: {name: q, in: query, schema: {type: string}}",
            "parts/components.yaml": "securitySchemes: {key: {type: http, scheme: basic}}",
        },
    )
    assert check_document(tmp_path / "api.yaml", tmp_path) == []
    document = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path).document
    assert document is not None
    assert document.root["info"]["title"] == "T"
    assert document.root["externalDocs"] == {"url": "https://d.example"}
    assert document.root["tags"] == [{"name": "one", "description": "First"}, {"name": "two"}]
    view = read_operation(document, document.operations[0])
    assert [server.url for server in view.servers] == ["https://a.example"]
    assert [parameter.name for parameter in view.parameters] == ["q"]
    assert view.security[0][0].type == "http"


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ("{$ref: one.yaml}", "`one.yaml` points to something that is not a list"),
        ("{$ref: gone.yaml}", "there is no file gone.yaml"),
        ("[{$ref: '#/components/schemas/S'}]", "a Schema Object, but a Tag Object is expected"),
    ],
)
def test_tags_that_cannot_be_read_are_reported(tmp_path: Path, tags: str, says: str) -> None:
    text = (
        f"openapi: 3.1.0\ninfo: {{title: T, version: '1'}}\ntags: {tags}\n"
        "paths: {/a: {get: {responses: {'200': {description: OK}}}}}\n"
        "components: {schemas: {S: {type: string}}}\n"
    )
    write_files(tmp_path, {"api.yaml": text, "one.yaml": "name: one\n"})
    result = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path)
    (found,) = result.diagnostics
    assert says in found.message
    assert found.place.line == 3
    assert result.document is not None
    assert len(result.document.operations) == 1


def test_a_list_that_contains_its_owner(tmp_path: Path) -> None:
    text = (
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n"
        "  /a: &item {parameters: {$ref: '#/x-list'}, get: {responses: {}}}\nx-list: [*item]\n"
    )
    write_files(tmp_path, {"api.yaml": text})
    (found,) = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path).diagnostics
    assert "points to a list that contains the reference itself" in found.message


def test_problems_in_a_map_of_another_file_have_their_place_there(tmp_path: Path) -> None:
    files = {
        "api.yaml": "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {$ref: paths.yaml}\n",
        "paths.yaml": "/a:\n  get:\n    responses:\n      '200': {$ref: '#/~1a/get/parameters/0'}\n"
        "    parameters: [{name: q, in: query, schema: {$ref: gone.yaml}}]\n",
    }
    write_files(tmp_path, files)
    result = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path)
    assert [str(found.place) for found in result.diagnostics] == [
        "paths.yaml:4:21",
        "paths.yaml:5:54",
    ]
