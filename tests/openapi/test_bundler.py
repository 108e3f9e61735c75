"""References of every kind, bundled into one root."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from write_files import write_files

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import LoadResult, load_document
from sphinx_navapi.openapi.operation import read_operation

HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"


def write(folder: Path, files: dict[str, str]) -> None:
    write_files(folder, files)


def load(folder: Path, text: str, files: dict[str, str] | None = None) -> LoadResult:
    write(folder, {"api.yaml": HEAD + text, **(files or {})})
    return load_document(folder / "api.yaml", "api.yaml", folder)


def schema(document: OpenApiDocument | None, name: str = "A") -> Any:
    """The component schema *name* after following its references."""
    assert document is not None
    return document.resolve(f"/components/schemas/{name}").value


def components(body: str) -> str:
    return f"components:\n  schemas:\n    B: {{type: integer}}\n    A: {body}\n"


# ---------------------------------------------------------------- inside the document


@pytest.mark.parametrize(
    "ref",
    [
        "#/components/schemas/B",
        "#/components/schemas/%42",
        "api.yaml#/components/schemas/B",
        "./api.yaml#/components/schemas/B",
        "x/../api.yaml#/components/schemas/B",
    ],
)
def test_pointers_into_the_document(tmp_path: Path, ref: str) -> None:
    result = load(tmp_path, components(f"{{$ref: '{ref}'}}"))
    assert result.diagnostics == ()
    assert result.document is not None
    assert result.document.root["components"]["schemas"]["A"] == {"$ref": "#/components/schemas/B"}
    assert schema(result.document) == {"type": "integer"}


@pytest.mark.parametrize(
    "ref",
    [
        "#/paths/~1users~1{id}/get/x-shape",
        "#/paths/~1users~1%7Bid%7D/get/x-shape",
        "#/paths/%2Fusers%2F%7Bid%7D/get/x-shape".replace("%2F", "~1"),
    ],
)
def test_percent_encoded_pointers(tmp_path: Path, ref: str) -> None:
    text = "paths:\n  /users/{id}: {get: {x-shape: {type: integer}, responses: {}}}\n"
    result = load(tmp_path, text + components(f"{{$ref: '{ref}'}}"))
    assert result.diagnostics == ()
    assert schema(result.document) == {"type": "integer"}


def test_a_key_that_holds_a_percent_sign(tmp_path: Path) -> None:
    result = load(
        tmp_path,
        "components:\n  schemas:\n    'a%41': {type: integer}\n"
        "    A: {$ref: '#/components/schemas/a%41'}\n",
    )
    assert result.diagnostics == ()
    assert schema(result.document) == {"type": "integer"}


@pytest.mark.parametrize("body", ["$anchor: b", "$dynamicAnchor: b", "$id: '#b'"])
def test_anchors(tmp_path: Path, body: str) -> None:
    text = f"components:\n  schemas:\n    B: {{type: integer, {body}}}\n    A: {{$ref: '#b'}}\n"
    result = load(tmp_path, text)
    assert result.diagnostics == ()
    assert schema(result.document)["type"] == "integer"


def test_identifiers_are_not_addresses(tmp_path: Path) -> None:
    """A document with a URL of its own is found by it; nothing is fetched."""
    text = """\
$self: https://api.example.com/openapi
components:
  schemas:
    B: {$id: 'https://example.com/b', type: integer, $defs: {in: {type: 'null'}},
        properties: {x: {$ref: '#/$defs/in'}}}
    A: {$ref: 'https://example.com/b'}
    C: {$ref: 'https://example.com/b#/$defs/in'}
    D: {$ref: 'https://api.example.com/openapi#/components/schemas/B'}
"""
    result = load(tmp_path, text)
    assert result.diagnostics == ()
    assert schema(result.document)["type"] == "integer"
    assert schema(result.document, "C") == {"type": "null"}
    assert schema(result.document, "D")["type"] == "integer"
    assert schema(result.document, "B/properties/x") == {"type": "null"}


def test_pointers_through_other_references(tmp_path: Path) -> None:
    text = """\
components:
  schemas:
    Pet: {properties: {owner: {$ref: '#/components/schemas/Person'}}}
    Person: {properties: {name: {type: string}}}
    A: {$ref: '#/components/schemas/Pet/properties/owner/properties/name'}
"""
    result = load(tmp_path, text)
    assert result.diagnostics == ()
    assert result.document is not None
    found = result.document.resolve("/components/schemas/A")
    assert found.value == {"type": "string"}
    assert found.pointer == "/components/schemas/Person/properties/name"


def test_siblings_of_a_reference_stay(tmp_path: Path) -> None:
    body = "{$ref: '#/components/schemas/B', description: mine}"
    result = load(tmp_path, components(body))
    assert result.document is not None
    found = result.document.resolve("/components/schemas/A")
    assert found.value == {"type": "integer"}
    assert found.siblings == {"description": "mine"}


def test_recursive_schemas_are_not_problem(tmp_path: Path) -> None:
    text = components("{properties: {next: {$ref: '#/components/schemas/A'}}}")
    result = load(tmp_path, text)
    assert result.diagnostics == ()
    assert "properties" in schema(result.document, "A/properties/next")


# ---------------------------------------------------------------- values that are data


@pytest.mark.parametrize(
    "body",
    [
        "{example: {$ref: nowhere}}",
        "{examples: [{$ref: nowhere}]}",
        "{default: {$ref: nowhere}}",
        "{enum: [{$ref: nowhere}]}",
        "{const: {$ref: nowhere}}",
        "{x-any: {$ref: nowhere}}",
        "{properties: {$ref: {type: string}}}",
        "{properties: {example: {type: string}, default: {type: string}}}",
    ],
)
def test_a_ref_key_that_is_not_a_reference(tmp_path: Path, body: str) -> None:
    result = load(tmp_path, components(body))
    assert result.diagnostics == ()
    if "nowhere" in body:
        assert "nowhere" in str(schema(result.document))


def test_examples_values_are_data_and_their_names_free(tmp_path: Path) -> None:
    text = """\
paths:
  /a:
    get:
      responses:
        '200':
          description: OK
          headers: {x-rate: {$ref: '#/components/headers/x-rate'}}
          content:
            application/json:
              example: {$ref: nowhere}
              examples:
                x-one: {value: {$ref: nowhere}}
                two: {$ref: '#/components/examples/two'}
                gone: {$ref: '#/components/examples/gone'}
components:
  headers: {x-rate: {schema: {type: integer}}}
  examples: {two: {value: 2}}
"""
    result = load(tmp_path, text)
    (found,) = result.diagnostics
    assert str(found.place) == "api.yaml:16:30"
    assert result.document is not None
    assert len(result.document.operations) == 1
    content = "/paths/~1a/get/responses/200/content/application~1json"
    assert result.document.resolve(f"{content}/examples/two").value == {"value": 2}
    assert result.document.resolve(f"{content}/examples/gone").value is None


def test_properties_named_like_keywords_are_schemas(tmp_path: Path) -> None:
    body = "{properties: {example: {$ref: '#/components/schemas/B'}, x-y: {$ref: '#/nope'}}}"
    result = load(tmp_path, components(body))
    assert len(result.diagnostics) == 1
    assert schema(result.document, "A/properties/example") == {"type": "integer"}
    assert schema(result.document, "A/properties/x-y") is None


# ---------------------------------------------------------------- other files


def test_other_files_are_bundled_with_their_own_references(tmp_path: Path) -> None:
    files = {
        "models/pet.yaml": """\
Pet:
  properties:
    tag: {$ref: 'more/tag.json'}
    kind: {$ref: '#/Kind'}
    mate: {$ref: 'pet.yaml#/Pet'}
    error: {$ref: '../api.yaml#/components/schemas/B'}
Kind: {type: string}
Unused: {$ref: 'http://example.com/'}
""",
        "models/more/tag.json": '{"type": "object", "properties": {"self": {"$ref": "#"}}}',
    }
    result = load(tmp_path, components("{$ref: 'models/pet.yaml#/Pet'}"), files)
    assert result.diagnostics == ()
    document = result.document
    assert document is not None
    assert set(document.files) == {"api.yaml", "models/more/tag.json", "models/pet.yaml"}
    base = "#/components/schemas"
    assert document.root["components"]["schemas"]["A"] == {"$ref": f"{base}/Pet"}
    properties = schema(document)["properties"]
    assert properties == {
        "tag": {"$ref": f"{base}/tag"},
        "kind": {"$ref": f"{base}/Kind"},
        "mate": {"$ref": f"{base}/Pet"},
        "error": {"$ref": "#/components/schemas/B"},
    }
    inner = document.resolve(properties["tag"]["$ref"] + "/properties/self")
    assert inner.value["type"] == "object"
    assert str(document.place(f"{base}/Kind")) == "models/pet.yaml:7:7"


def test_path_items_and_operations_in_other_files(tmp_path: Path) -> None:
    files = {
        "paths/pets.yaml": """\
parameters: [{$ref: '../parts.yaml#/limit'}]
get: {operationId: list, responses: {'200': {$ref: '../parts.yaml#/ok'}}}
post: {$ref: '../parts.yaml#/create'}
""",
        "parts.yaml": """\
limit: {name: limit, in: query, schema: {type: integer}}
ok: {description: OK}
create: {operationId: create, responses: {'201': {$ref: '#/ok'}}}
""",
    }
    result = load(tmp_path, "paths:\n  /pets: {$ref: paths/pets.yaml}\n", files)
    assert result.diagnostics == ()
    document = result.document
    assert document is not None
    first, second = document.operations
    assert (str(first.key), first.operation_id) == ("GET /pets", "list")
    assert (str(second.key), second.operation_id) == ("POST /pets", "create")
    assert document.at(first.path_pointer)["parameters"]
    assert document.at(second.pointer)["operationId"] == "create"
    assert document.resolve(f"{second.pointer}/responses/201").value == {"description": "OK"}
    assert document.resolve(f"{first.path_pointer}/parameters/0").value["name"] == "limit"


def test_whole_maps_in_other_files(tmp_path: Path) -> None:
    """Not in the specification, but tools that split documents write it."""
    files = {"schemas/_index.yaml": "Pet: {$ref: pet.yaml}\n", "schemas/pet.yaml": "type: string\n"}
    text = "paths: {$ref: paths.yaml}\ncomponents: {schemas: {$ref: schemas/_index.yaml}}\n"
    files["paths.yaml"] = "/a: {get: {responses: {'200': {description: OK}}}}\n"
    result = load(tmp_path, text, files)
    assert result.diagnostics == ()
    assert schema(result.document, "Pet") == {"type": "string"}
    assert result.document is not None
    assert [str(op.key) for op in result.document.operations] == ["GET /a"]


def test_members_beside_a_referred_path_item(tmp_path: Path) -> None:
    text = """\
paths:
  /a:
    $ref: '#/components/pathItems/Base'
    post: {responses: {}}
    x-hidden: true
components: {pathItems: {Base: {get: {responses: {}}}}}
"""
    result = load(tmp_path, text)
    assert result.document is not None
    assert [(str(op.key), op.hidden) for op in result.document.operations] == [
        ("GET /a", True),
        ("POST /a", True),
    ]


@pytest.mark.parametrize(
    ("mapped", "expected"),
    [
        ("B", "#/components/schemas/B"),
        ("'#/components/schemas/B'", "#/components/schemas/B"),
        ("other.yaml", "#/components/schemas/other"),
        ("Missing", "#/x-navapi-unresolved/Missing"),
        ("7", "#/x-navapi-unresolved/7"),
    ],
)
def test_discriminator_mappings(tmp_path: Path, mapped: str, expected: str) -> None:
    body = f"{{discriminator: {{propertyName: k, mapping: {{b: {mapped}}}}}}}"
    result = load(tmp_path, components(body), {"other.yaml": "type: string\n"})
    assert schema(result.document)["discriminator"]["mapping"] == {"b": expected}
    assert len(result.diagnostics) == ("unresolved" in expected)


def test_a_name_in_another_file_is_one_of_the_document(tmp_path: Path) -> None:
    text = "components: {schemas: {%s: {discriminator: {propertyName: k, mapping: {b: B}}}}}\n"
    files = {"other.yaml": text % "C" + "  \n"}
    result = load(tmp_path, components("{$ref: 'other.yaml#/components/schemas/C'}"), files)
    assert schema(result.document)["discriminator"]["mapping"] == {"b": "#/components/schemas/B"}


def test_references_of_links_to_operations(tmp_path: Path) -> None:
    text = """\
paths:
  /users/{id}: {get: {responses: {}}}
components:
  links:
    user: {operationRef: '#/paths/~1users~1%7Bid%7D/get'}
    elsewhere: {operationRef: 'https://example.com/#/paths/~1a/get'}
"""
    result = load(tmp_path, text)
    assert result.diagnostics == ()
    assert result.document is not None
    links = result.document.root["components"]["links"]
    assert links["user"]["operationRef"] == "#/paths/~1users~1{id}/get"
    assert links["elsewhere"]["operationRef"] == "https://example.com/#/paths/~1a/get"


# ---------------------------------------------------------------- unresolved references

SECRET = "secret: {type: string}\n"


@pytest.mark.parametrize(
    ("ref", "says"),
    [
        ("http://127.0.0.1:9/x.yaml", "host"),
        ("https://example.com/x.yaml#/A", "host"),
        ("//example.com/x.yaml", "host"),
        ("file:///etc/passwd", "outside"),
        ("FILE:///etc/passwd", "outside"),
        ("ftp://example.com/", "host"),
        ("../secret.yaml#/secret", "is outside the source directory"),
        ("%2e%2e/secret.yaml#/secret", "is outside the source directory"),
        ("/etc/passwd", "is outside the source directory"),
        ("link.yaml#/secret", "is outside the source directory"),
        ("linked/secret.yaml#/secret", "is outside the source directory"),
        ("missing.yaml", "there is no file missing.yaml; correct its path"),
        ("apy.yaml", "there is no file apy.yaml; did you mean api.yaml?"),
        ("gone/x.yaml", "there is no file gone/x.yaml; there is no folder gone"),
        ("#/components/schema/B", "; did you mean `#/components/schemas/B`?"),
        ("#/component/schemas/B", "; did you mean `#/components/schemas/B`?"),
        ("#components/schemas/B", "did you mean `#/components/schemas/B`?"),
        ("B", "there is no file B; did you mean `#/components/schemas/B`?"),
        ("bad.yaml", "cannot be used"),
        ("folder", "cannot be used"),
        ("a%00b.yaml", "is not the path of a file"),
        ("#/components/schemas/Nope", "there is no /components/schemas/Nope in the document"),
        ("#/components/schemas/B/type/0", "cannot be resolved"),
        ("#nope", "any `$anchor`"),
        ("", "is empty"),
        (" ", "is empty"),
        ("#/components/schemas/A", "refers to itself"),
    ],
)
def test_references_that_lead_nowhere(tmp_path: Path, ref: str, says: str) -> None:
    source = tmp_path / "source"
    write(
        source,
        {
            "bad.yaml": "a: [",
            "folder/x.yaml": "",
            "api.yaml": HEAD + components(f"{{$ref: '{ref}'}}"),
        },
    )
    write(tmp_path, {"secret.yaml": SECRET, "away/secret.yaml": SECRET})
    (source / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (source / "linked").symlink_to(tmp_path / "away")
    result = load_document(source / "api.yaml", "api.yaml", source)
    assert result.document is not None
    (found,) = result.diagnostics
    assert str(found.subtype) == "unresolved_ref"
    assert says in found.message
    assert f"`{ref}`" in found.message
    assert str(found.place) == "api.yaml:6:15"
    assert schema(result.document) is None
    assert "'string'" not in str(result.document.root)  # the content of the secret


@pytest.mark.parametrize("ref", ["5", "null", "true", "[a]", "{a: b}"])
def test_references_that_are_not_text(tmp_path: Path, ref: str) -> None:
    result = load(tmp_path, components(f"{{$ref: {ref}}}"))
    (found,) = result.diagnostics
    assert "must be a string" in found.message
    assert schema(result.document) is None


def test_references_in_a_circle(tmp_path: Path) -> None:
    text = """\
components:
  schemas:
    A: {$ref: '#/components/schemas/B'}
    B: {$ref: '#/components/schemas/C'}
    C: {$ref: '#/components/schemas/A'}
    D: {type: array, items: {$ref: '#/components/schemas/A'}}
"""
    result = load(tmp_path, text)
    assert [found.place.line for found in result.diagnostics] == [5, 6, 7, 8]
    assert {str(found.subtype) for found in result.diagnostics} == {"unresolved_ref"}
    assert schema(result.document, "D/items") is None


def test_links_inside_the_source_directory_are_fine(tmp_path: Path) -> None:
    write(tmp_path, {"real/b.yaml": "type: integer\n"})
    (tmp_path / "link.yaml").symlink_to(tmp_path / "real" / "b.yaml")
    result = load(tmp_path, components("{$ref: link.yaml}"))
    assert result.diagnostics == ()
    assert schema(result.document) == {"type": "integer"}


def test_a_document_may_not_plant_the_keys_of_the_bundle(tmp_path: Path) -> None:
    text = "x-navapi-files: {a: {type: string}}\nx-navapi-unresolved: {'#~1nope': {}, '': {}}\n"
    result = load(tmp_path, text + components("{$ref: '#/nope'}"))
    assert schema(result.document) is None
    assert result.document is not None
    assert "x-navapi-files" not in result.document.root


def test_a_url_document_has_no_files(tmp_path: Path) -> None:
    write(tmp_path, {"api.yaml": HEAD + components("{$ref: b.yaml}"), "b.yaml": "type: string"})
    result = load_document(tmp_path / "api.yaml", "https://example.com/api.yaml", None)
    (found,) = result.diagnostics
    assert str(found.place) == "https://example.com/api.yaml:6:15"
    assert "bundle it into a single file" in found.message


def test_problems_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    files = {"b.yaml": "B: {$ref: '#/x'}\nA: {$ref: '#/y'}\n"}
    text = components("{oneOf: [{$ref: 'b.yaml#/A'}, {$ref: 'b.yaml#/B'}, {$ref: '#/z'}]}")
    found = [str(one.place) for one in load(tmp_path, text, files).diagnostics]
    assert found == ["api.yaml:6:66", "b.yaml:1:11", "b.yaml:2:11"]


# ---------------------------------------------------------------- endless references


@pytest.mark.parametrize("inner", ["#/components/schemas/A/b", "#/components/schemas/A/b/c"])
def test_a_pointer_through_itself(tmp_path: Path, inner: str) -> None:
    result = load(tmp_path, components(f"{{$ref: '{inner}'}}"))
    assert [str(found.subtype) for found in result.diagnostics] == ["unresolved_ref"]
    assert schema(result.document) is None


@pytest.mark.parametrize(
    "ref", ["#/components", "#", "#/components/schemas", "#/components/schemas/A/properties"]
)
def test_a_map_that_would_hold_itself(tmp_path: Path, ref: str) -> None:
    result = load(tmp_path, components(f"{{properties: {{$ref: '{ref}', x: {{}}}}}}"))
    (found,) = result.diagnostics
    assert "contains the reference itself" in found.message
    assert result.document is not None
    assert result.document.root == result.document.root  # would be endless, but not circular
    assert list(schema(result.document)["properties"]) == ["x"]


def test_maps_that_expand_to_too_much(tmp_path: Path) -> None:
    """Each contains the previous one twice: forty of them are 10^12 values."""
    lines = ["components:", "  schemas:", "    S0: {properties: {a: {}}}"]
    for number in range(1, 41):
        before = f"{{properties: {{$ref: '#/components/schemas/S{number - 1}/properties'}}}}"
        lines.append(f"    S{number}: {{properties: {{x: {before}, y: {before}}}}}")
    result = load(tmp_path, "\n".join(lines) + "\n")
    assert result.document is None
    (found,) = result.diagnostics
    assert str(found.subtype) == "openapi_invalid"
    assert "expand" in found.message


def test_a_path_item_that_refers_to_all(tmp_path: Path) -> None:
    text = "paths:\n  /a: {$ref: '#', get: {responses: {}}}\n"
    result = load(tmp_path, text)
    assert result.document is not None
    assert [str(op.key) for op in result.document.operations] == ["GET /a"]
    assert result.document.root == result.document.root


def test_messages_are_one_line(tmp_path: Path) -> None:
    result = load(tmp_path, components('{$ref: "a\\nb\\tc.yaml"}'))
    (found,) = result.diagnostics
    assert found.message.startswith("the reference `a b c.yaml` cannot be resolved")


# ---------------------------------------------------------------- base URIs


def load_at(folder: Path, files: dict[str, str]) -> LoadResult:
    write(folder, files)
    return load_document(folder / "api.yaml", "api.yaml", folder)


@pytest.mark.parametrize(
    "ref",
    [
        "https://example.com/api/openapi#/components/schemas/B",
        "openapi#/components/schemas/B",
        "/api/openapi#/components/schemas/B",
        "https://example.com/api/shared/types#/components/schemas/C",
        "shared/types#/components/schemas/C",
        "shared/types.yaml#/components/schemas/C",
    ],
)
def test_references_to_what_documents_call_themselves(tmp_path: Path, ref: str) -> None:
    head = "openapi: 3.2.0\n$self: https://example.com/api/"
    info = "info: {title: T, version: '1'}\n"
    result = load_at(
        tmp_path,
        {
            "api.yaml": f"{head}openapi\n{info}{components(f'{{$ref: {ref!r}}}')}",
            # Back to the first document, which is only found by its URI.
            "shared/types.yaml": f"{head}shared/types\ncomponents:\n  schemas:\n"
            "    C: {$ref: '../openapi#/components/schemas/B'}\n",
        },
    )
    assert result.diagnostics == ()
    assert schema(result.document) == {"type": "integer"}


def test_a_uri_of_another_host_is_not_looked_for_among_files(tmp_path: Path) -> None:
    body = components("{$ref: 'https://elsewhere.example/api/b.yaml'}")
    files = {"api.yaml": f"{HEAD}$self: https://example.com/api/api.yaml\n{body}", "b.yaml": "{}"}
    (problem,) = load_at(tmp_path, files).diagnostics
    assert problem.subtype == "unresolved_ref"


@pytest.mark.parametrize(
    ("identifier", "ref"),
    [
        ("https://schemas.example/one/a.json", "b.json"),
        ("https://schemas.example/one/a.json", "./b.json"),
        ("https://schemas.example/two/a.json", "../one/b.json"),
        ("https://schemas.example/two/a.json", "/one/b.json#"),
        ("urn:example:a", "https://schemas.example/one/b.json"),
    ],
)
def test_references_are_relative_to_the_id_around_them(
    tmp_path: Path, identifier: str, ref: str
) -> None:
    result = load(
        tmp_path,
        "components:\n  schemas:\n"
        "    B: {$id: 'https://schemas.example/one/b.json', type: integer}\n"
        f"    A: {{$id: '{identifier}', properties: {{p: {{$ref: '{ref}'}}}}}}\n",
    )
    assert result.diagnostics == ()
    assert schema(result.document)["properties"]["p"] == {"$ref": "#/components/schemas/B"}


def test_an_id_may_be_relative_to_the_one_around_it(tmp_path: Path) -> None:
    result = load(
        tmp_path,
        "components:\n  schemas:\n"
        "    B: {$id: 'https://schemas.example/x/', $defs: {i: {$id: 'in/i', type: integer}}}\n"
        "    A: {$id: 'https://schemas.example/x/in/a', properties: {p: {$ref: i}}}\n",
    )
    assert result.diagnostics == ()
    assert schema(result.document)["properties"]["p"] == {"$ref": "#/components/schemas/B/$defs/i"}


def test_one_reference_means_what_its_place_says(tmp_path: Path) -> None:
    one = "{$id: 'https://s.example/%s/a', properties: {p: {$ref: b}}}"
    result = load(
        tmp_path,
        "components:\n  schemas:\n"
        "    B: {$id: 'https://s.example/one/b', type: integer}\n"
        "    C: {$id: 'https://s.example/two/b', type: string}\n"
        f"    A: {one % 'one'}\n    D: {one % 'two'}\n",
    )
    assert result.diagnostics == ()
    for name, expected in (("A", "B"), ("D", "C")):
        found = schema(result.document, name)["properties"]["p"]
        assert found == {"$ref": f"#/components/schemas/{expected}"}


def test_security_schemes_by_uri(tmp_path: Path) -> None:
    operation = "{responses: {'200': {description: D}}, security: %s}"
    key = "{type: apiKey, in: header, name: X}"
    result = load_at(
        tmp_path,
        {
            "api.yaml": "openapi: 3.2.0\n$self: https://example.com/api\n"
            "info: {title: T, version: '1'}\n"
            "security: [{'schemes.yaml#/components/securitySchemes/far': []}]\n"
            "paths:\n  /a:\n"
            "    get: {responses: {'200': {description: D}}}\n"
            "    put: "
            + operation % "[{'https://example.com/schemes#/components/securitySchemes/far': [s]}]"
            + "\n    post: "
            + operation % "[{'#/components/securitySchemes/near': []}, {'a/b': []}, {gone/x: []}]"
            + "\n  /b: {$ref: 'schemes.yaml#/components/pathItems/b'}\n"
            f"components: {{securitySchemes: {{near: {key}, a/b: {key}}}}}\n",
            "schemes.yaml": f"components:\n  securitySchemes: {{far: {key}, other: {key}}}\n"
            "  pathItems:\n    b: {get: "
            + operation % "[{'#/components/securitySchemes/other': []}]"
            + "}\n",
        },
    )
    assert result.document is not None
    named = {
        str(operation.key): [
            (one.scheme, one.type, [scope for scope, _ in one.scopes])
            for alternative in read_operation(result.document, operation).security
            for one in alternative
        ]
        for operation in result.document.operations
    }
    assert named == {
        "GET /a": [("far", "apiKey", [])],
        "PUT /a": [("far", "apiKey", ["s"])],
        "POST /a": [
            ("#/components/securitySchemes/near", "apiKey", []),
            ("a/b", "apiKey", []),
            ("gone/x", "", []),
        ],
        "GET /b": [("other", "apiKey", [])],
    }
