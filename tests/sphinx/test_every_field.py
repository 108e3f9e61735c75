"""Each field of OpenAPI is shown, or the documentation says why not.

`every_field` has the fields of the specification as data, and for each version a document with all
of them; the documentation's table lists where each is shown.
"""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from case_files import read_yaml
from openapi_spec_validator import schemas
from warm_python import run_module

FOLDER = Path(__file__).parent / "every_field"
TABLE = Path(__file__).parents[2] / "docs" / "reference" / "openapi-fields.md"
VERSIONS = ("3.0", "3.1", "3.2")

#: Objects whose fields are listed elsewhere, or whose keys are free.
OTHERS = {"Schema Object", "Callback Object", "Security Requirement Object"}

#: Of two mutually exclusive fields, the one that is in another version's document.
EXCLUDED = {("3.1", "License Object", "url"), ("3.2", "License Object", "url")}

#: The names of pages in the table, and their kind in ``site.json``.
KINDS = {"operation page": "operation", "schema page": "schema", "overview": "overview"}


class Spec(NamedTuple):
    """A field. :ivar holds: the object that it contains, ``""`` for a value. :ivar shape: how."""

    since: str
    holds: str
    shape: str


class Found(NamedTuple):
    """A field of a document with its value."""

    owner: str
    field: str
    value: Any


@cache
def fields() -> dict[str, dict[str, Spec]]:
    """The fields of each object."""
    listed = read_yaml(FOLDER / "fields.yaml")
    return {
        name: {field: _spec(str(written)) for field, written in own.items()}
        for name, own in listed.items()
    }


def _spec(written: str) -> Spec:
    since, _, holds = written.partition(" ")
    shape = {"[": "list", "{": "map"}.get(holds[:1], "one")
    return Spec(since, holds.strip("[]{}"), shape)


@cache
def table() -> dict[tuple[str, str], tuple[str, str]]:
    """The rows of the documentation: the first version with a field, and where it is shown."""
    rows: dict[tuple[str, str], tuple[str, str]] = {}
    owner = ""
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith("## "):
            owner = line[3:]
        row = re.fullmatch(r"\| `([^`]+)` \| (3\.\d) \| (.+) \|", line)
        if row is not None:
            rows[owner, row[1]] = (row[2], row[3])
    return rows


def document(version: str) -> dict[str, Any]:
    """The document that has every field of *version*."""
    found: dict[str, Any] = read_yaml(FOLDER / f"{version}.yaml")
    return found


def walk(owner: str, value: Any) -> Iterator[Found]:
    """The fields of *value*, an object called *owner*, and of all objects in it."""
    if owner == "Schema Object":
        yield from _in_schema(value)
    elif owner == "Callback Object":
        for item in value.values() if "$ref" not in value else ():
            yield from walk("Path Item Object", item)
        yield from walk("Reference Object", value) if "$ref" in value else ()
    elif owner != "Security Requirement Object":
        if "$ref" in value and owner not in ("Path Item Object", "Reference Object"):
            owner = "Reference Object"
        for field, inner in value.items():
            spec = fields()[owner].get(field)
            assert spec is not None, f"{owner} has no field {field}"
            yield Found(owner, field, None if spec.holds else inner)
            parts = {"list": list, "map": dict.values, "one": lambda one: [one]}[spec.shape](inner)
            for part in parts if spec.holds else ():
                yield from walk(spec.holds, part)
            if field == "responses" and "default" in inner:
                yield Found("Responses Object", "default", None)


def _in_schema(schema: Any) -> Iterator[Found]:
    objects = {
        "discriminator": "Discriminator Object", "xml": "XML Object",
        "externalDocs": "External Documentation Object",
    }  # fmt: skip
    for key, inner in schema.items() if isinstance(schema, dict) else ():
        if key in objects:
            yield from walk(objects[key], inner)
        elif isinstance(inner, dict | list):
            for part in inner if isinstance(inner, list) else [inner]:
                yield from _in_schema(part)


def leaves(value: Any) -> Iterator[str]:
    """The texts, numbers and truth values in *value*; for objects also their keys."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(key)
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    elif value is not None:
        yield str(value)


class Pages:
    """The texts of the pages of a document, by kind."""

    def __init__(self, out: Path, directory: str) -> None:
        site = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))
        self._texts: dict[str, str] = {}
        for docname, page in site["pages"].items():
            if docname.startswith(f"{directory}/"):
                text = _text((out / page["url"]).read_text("utf-8"))
                self._texts[page["kind"]] = self._texts.get(page["kind"], "") + text

    def say(self, pattern: str, kinds: set[str]) -> bool:
        """Whether a page of *kinds* contains *pattern*."""
        return any(re.search(pattern, self._texts.get(kind, "")) for kind in kinds)


def _text(page: str) -> str:
    """The main part of a page: its source without entities, its code, and its words."""
    main = page[page.index("<main") : page.index("</main>")]
    code, words = (html.unescape(re.sub(r"<[^>]+>", between, main)) for between in ("", " "))
    return f"{html.unescape(main)}\n{code}\n{' '.join(words.split())}\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One build of all documents."""
    folder = tmp_path_factory.mktemp("fields")
    groups = [
        {"group": version, "openapi": {"source": f"{version}.yaml", "directory": f"v{version}"}}
        for version in VERSIONS
    ]
    for version in VERSIONS:
        shutil.copy(FOLDER / f"{version}.yaml", folder)
    (folder / "docs.json").write_text(json.dumps({"navigation": {"groups": groups}}))
    (folder / "conf.py").write_text('extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n')
    (folder / "index.rst").write_text("Fields\n======\n")
    done = run_module("sphinx", "-qW", "-b", "html", folder, folder / "out")
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "out"


def test_the_table_has_each_field() -> None:
    listed = {(owner, field): spec.since for owner, own in fields().items()
              for field, spec in own.items()}  # fmt: skip
    assert {key: since for key, (since, _) in table().items()} == listed


@pytest.mark.parametrize("version", VERSIONS)
def test_the_document_has_each_field(version: str) -> None:
    wanted = {
        (owner, field)
        for owner, own in fields().items()
        for field, spec in own.items()
        if spec.since <= version and (version, owner, field) not in EXCLUDED
    }
    found = {(each.owner, each.field) for each in walk("OpenAPI Object", document(version))}
    assert found == wanted


@pytest.mark.parametrize("version", VERSIONS)
def test_each_value_is_shown(version: str, site: Path) -> None:
    said = read_yaml(FOLDER / "said.yaml")
    pages = Pages(site, f"v{version}")
    missing = []
    for owner, field, value in walk("OpenAPI Object", document(version)):
        where = table()[owner, field][1]
        if where.startswith("—"):
            assert len(where) > 20, f"{owner}.{field} is not shown: say why"
            continue
        kinds = {kind for words, kind in KINDS.items() if words in where.lower()}
        kinds = kinds or set(KINDS.values())
        words = said.get(owner, {}).get(field)
        for leaf in leaves(value):
            pattern = words.get(leaf) if isinstance(words, dict) else words
            if not pages.say(re.escape(leaf) if pattern is None else pattern, kinds):
                missing.append(f"{owner}.{field}: {leaf}")
    assert not missing, "\n".join(missing)


#: The names of objects in the published schemas, if they differ by more than case.
PUBLISHED = {
    "XML": "XML Object", "ImplicitOAuthFlow": "OAuth Flow Object",
    "ExternalDocumentation": "External Documentation Object",
    "PasswordOAuthFlow": "OAuth Flow Object", "ClientCredentialsFlow": "OAuth Flow Object",
    "AuthorizationCodeOAuthFlow": "OAuth Flow Object", "OAuthFlows": "OAuth Flows Object",
    "oauth-flows": "OAuth Flows Object", "APIKeySecurityScheme": "Security Scheme Object",
    "HTTPSecurityScheme": "Security Scheme Object",
    "OAuth2SecurityScheme": "Security Scheme Object",
    "OpenIdConnectSecurityScheme": "Security Scheme Object",
}  # fmt: skip

#: Fields in the schemas that are not in the text of the specification: in 3.0 those of parameters
#: in headers, in 3.1 a mistake, and in all a list of objects in one of their definitions.
SLIPS = {("Header Object", "allowEmptyValue"), ("Header Object", "allowReserved"),
         ("Link Object", "body")}  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS)
def test_the_published_schema_has_no_other_fields(version: str) -> None:
    name = f"openapi_v{version.replace('.', '')}_schema_validator"
    schema = getattr(schemas, name).schema
    definitions = {"OpenAPI": schema, **(schema.get("definitions") or schema["$defs"])}
    seen = set()
    for called, definition in definitions.items():
        spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", called).replace("-", " ").title()
        owner = PUBLISHED.get(
            called, "OpenAPI Object" if called == "OpenAPI" else f"{spaced} Object"
        )
        if owner in OTHERS or owner not in fields():
            continue
        seen.add(owner)
        published = {(owner, field) for field in definition.get("properties", {})}
        listed = {(owner, f) for f, spec in fields()[owner].items() if spec.since <= version}
        assert published - SLIPS <= listed
    assert len(seen) > 20
