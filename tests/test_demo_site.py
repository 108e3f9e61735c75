"""The demo site is valid by the judgement of others, and shows everything that there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from babel.messages.pofile import read_po
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

from sphinx_navapi.config.element_kinds import CONTENT_KEYS
from sphinx_navapi.config.elements import all_element_fields

DEMO = Path(__file__).parent.parent / "demo_site"
OBSERVATIONS = DEMO / "openapi" / "observations.json"
FLEET = DEMO / "openapi" / "fleet.yaml"


@cache
def read(path: Path) -> Any:
    text = path.read_text("utf-8")
    return json.loads(text) if path.suffix == ".json" else yaml.load(text, yaml.BaseLoader)


@cache
def navigation() -> dict[str, Any]:
    def resolve(value: Any) -> Any:
        if isinstance(value, dict):
            if "$ref" in value:
                return resolve(read(DEMO / value["$ref"]))
            return {key: resolve(part) for key, part in value.items()}
        return [resolve(part) for part in value] if isinstance(value, list) else value

    found = resolve(read(DEMO / "docs.json")["navigation"])
    assert isinstance(found, dict)
    return found


def walk(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


def page_entries() -> Iterator[str]:
    for element in walk(navigation()):
        yield from (entry for entry in element.get("pages", ()) if isinstance(entry, str))
        if "root" in element:
            yield element["root"]


def page_files() -> set[str]:
    return {
        path.relative_to(DEMO).with_suffix("").as_posix()
        for suffix in ("md", "mdx", "rst")
        for path in DEMO.rglob(f"*.{suffix}")
        # Snippets are parts of pages.
        if not {"_build", "snippets"} & set(path.parts)
    }


def test_observations_are_valid_openapi_31() -> None:
    validator = OpenAPIV31SpecValidator(read(OBSERVATIONS), base_uri=OBSERVATIONS.as_uri())
    assert [error.message for error in validator.iter_errors()] == []


def test_fleet_is_valid_openapi_30() -> None:
    # The validator needs numbers and booleans; PyYAML's own loader reads them, and this
    # document holds nothing that YAML 1.1 would take for a date.
    document = yaml.safe_load(FLEET.read_text("utf-8"))
    validator = OpenAPIV30SpecValidator(document, base_uri=FLEET.as_uri())
    assert [error.message for error in validator.iter_errors()] == []


def examples() -> Iterator[Any]:
    """Every example of observations.json together with the schema that it is an example of."""
    for holder in walk(read(OBSERVATIONS)):
        schema = holder.get("schema")
        if isinstance(schema, dict):
            if "example" in holder:
                yield schema, holder["example"]
            named = holder.get("examples")
            if isinstance(named, dict):
                yield from ((schema, entry["value"]) for entry in named.values())
        if isinstance(holder.get("examples"), list):
            yield from ((holder, value) for value in holder["examples"])


def test_examples_fit_their_schemas() -> None:
    document = read(OBSERVATIONS)
    checked = 0
    for schema, value in examples():
        root = {**schema, "components": document["components"]}
        errors = list(Draft202012Validator(root).iter_errors(value))
        assert not errors, (value, errors[0].message)
        checked += 1
    assert checked > 30


def test_navigation_names_pages_that_exist_and_all_of_them() -> None:
    named = {entry for entry in page_entries() if " " not in entry and "://" not in entry}
    # The page of a document is made by the build.
    assert named - page_files() == {"fleet/index"}
    assert page_files() <= named


def test_navigation_names_operations_that_exist() -> None:
    document = read(OBSERVATIONS)
    references = {entry for entry in page_entries() if " " in entry}
    for reference in references:
        kind, name = reference.split(" ", 1)
        if kind == "webhook":
            assert name in document["webhooks"]
            continue
        item = document["paths"][name]
        if "$ref" in item:
            item = document["components"]["pathItems"][item["$ref"].rpartition("/")[2]]
        assert kind.lower() in item


def test_german_catalogue_translates_texts_of_the_document() -> None:
    catalogue = DEMO / "locales" / "de" / "LC_MESSAGES" / "observations.po"
    with catalogue.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    texts = {
        found
        for holder in walk(read(OBSERVATIONS))
        for part in holder.values()
        for value in (part if isinstance(part, list) else [part])
        if isinstance(value, str)
        # The page about the document shows its description in parts.
        for found in (value, value.strip())
    }
    assert {message.id for message in messages} <= texts
    assert all(message.string for message in messages)
    assert len(messages) > 50


@pytest.mark.parametrize("kind", [kind for kind in all_element_fields() if kind != "navigation"])
def test_navigation_shows_every_kind_of_element(kind: str) -> None:
    key = {"globalAnchor": "global"}.get(kind, kind)
    assert any(key in element for element in walk(navigation()))


@pytest.mark.parametrize("key", CONTENT_KEYS)
def test_navigation_shows_every_key_that_holds_content(key: str) -> None:
    assert any(element.get(key) for element in walk(navigation()))


@pytest.mark.parametrize(
    "field",
    ["icon", "tag", "description", "color", "hidden", "expanded", "root", "default", "href"],
)
def test_navigation_shows_every_field(field: str) -> None:
    assert any(field in element for element in walk(navigation()))


SECURITY = [
    {"type": "apiKey", "in": "header"},
    {"type": "apiKey", "in": "query"},
    {"type": "apiKey", "in": "cookie"},
    {"type": "http", "scheme": "basic"},
    {"type": "http", "scheme": "bearer"},
    {"type": "oauth2"},
    {"type": "openIdConnect"},
    {"type": "mutualTLS"},
]


@pytest.mark.parametrize("wanted", SECURITY, ids=lambda wanted: "-".join(wanted.values()))
def test_documents_show_every_kind_of_security(wanted: dict[str, str]) -> None:
    schemes = [
        scheme
        for path in (OBSERVATIONS, FLEET)
        for scheme in read(path)["components"]["securitySchemes"].values()
    ]
    assert any(wanted.items() <= scheme.items() for scheme in schemes)


def test_documents_show_every_style_and_place_of_parameters() -> None:
    styles = set()
    for path in (OBSERVATIONS, FLEET):
        for holder in walk(read(path)):
            if "in" in holder and "name" in holder and "schema" in holder:
                styles.add((holder["in"], holder.get("style")))
    assert {
        ("path", "simple"),
        ("path", "label"),
        ("path", "matrix"),
        ("query", "form"),
        ("query", "spaceDelimited"),
        ("query", "pipeDelimited"),
        ("query", "deepObject"),
        ("header", "simple"),
        ("cookie", None),
    } <= styles


KEYWORDS = """
    oneOf anyOf allOf not discriminator prefixItems patternProperties propertyNames const
    dependentRequired unevaluatedProperties additionalProperties contentEncoding
    contentMediaType if readOnly writeOnly deprecated nullable default examples example
    x-enum-descriptions x-enum-varnames x-codeSamples x-hidden x-excluded x-mint x-navapi
    x-displayName callbacks webhooks links encoding externalDocs xml exclusiveMinimum
""".split()  # noqa: SIM905 (they read better in lines)


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_documents_show_every_construct(keyword: str) -> None:
    assert any(keyword in holder for path in (OBSERVATIONS, FLEET) for holder in walk(read(path)))
