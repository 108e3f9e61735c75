"""Files as OpenAPI documents: versions, other files, hostile files, and the cache."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.diagnostics import Diagnostic
from sphinx_navapi.openapi.load import LoadResult, load_document

OPERATION = {"summary": "All", "responses": {"200": {"description": "OK"}}}


def document(**fields: Any) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": OPERATION}},
        **fields,
    }


def load(folder: Path, content: Any, name: str = "api.yaml") -> LoadResult:
    """The result of loading a file with *content*: text, or a value written as JSON."""
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / name).write_text(text, encoding="utf-8")
    return load_document(folder / name, name, folder)


def summary(found: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(str(one.subtype), str(one.place)) for one in found]


# ---------------------------------------------------------------- versions


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("3.0.0", (3, 0)),
        ("3.0.4", (3, 0)),
        ("3.1.0", (3, 1)),
        ("3.1.1", (3, 1)),
        ("3.2.0", (3, 2)),
        ("3.1", (3, 1)),
        ("3.1.0-rc1", (3, 1)),
    ],
)
def test_versions_that_can_be_read(tmp_path: Path, version: str, expected: tuple[int, int]) -> None:
    result = load(tmp_path, document(openapi=version))
    assert result.diagnostics == ()
    assert result.document is not None
    assert result.document.version == expected
    assert [str(op.key) for op in result.document.operations] == ["GET /a"]
    assert result.document.operations[0].key.document == "api.yaml"


@pytest.mark.parametrize(
    "version", ["3", "3.3.0", "4.0.0", "1.2", "", "three", 3, True, None, ["3.1.0"], {"a": 1}]
)
def test_versions_that_cannot(tmp_path: Path, version: object) -> None:
    result = load(tmp_path, document(openapi=version))
    assert result.document is None
    assert summary(result.diagnostics) == [("openapi_invalid", "api.yaml:1:13")]
    assert "3.1.0" in result.diagnostics[0].message


def test_a_version_that_is_read_as_a_number(tmp_path: Path) -> None:
    text = "# first line\nopenapi: 3.1\npaths: {/a: {get: {}}}\n"
    result = load(tmp_path, text)
    assert result.document is not None
    assert result.document.version == (3, 1)
    assert len(result.document.operations) == 1
    assert summary(result.diagnostics) == [("openapi_invalid", "api.yaml:2:1")]
    assert "quote it, `openapi: '3.1.0'`" in result.diagnostics[0].message


def check_refused(tmp_path: Path, text: str, subtype: str, words: str) -> None:
    """The file is not a document, for one reason, which is reported on its first line."""
    result = load(tmp_path, text)
    assert result.document is None
    assert [str(one.subtype) for one in result.diagnostics] == [subtype]
    assert words in result.diagnostics[0].message
    assert result.diagnostics[0].place.line == 1


@pytest.mark.parametrize("text", ['{"swagger": "2.0"}', "swagger: 2.0", "openapi: '2.0'"])
def test_swagger_says_how_to_convert(tmp_path: Path, text: str) -> None:
    check_refused(tmp_path, text, "openapi_2", "swagger2openapi")


@pytest.mark.parametrize(
    "text",
    ["asyncapi: 3.0.0", "swagger: '1.2'", "- a", "just text", "", "12", "null", "{}", "info: {}"],
)
def test_other_files_are_not_openapi_documents(tmp_path: Path, text: str) -> None:
    check_refused(tmp_path, text, "openapi_invalid", "api.yaml")


def test_a_file_that_does_not_exist(tmp_path: Path) -> None:
    result = load_document(tmp_path / "no.json", "specs/no.json", tmp_path)
    assert result.document is None
    assert summary(result.diagnostics) == [("openapi_not_found", "specs/no.json")]
    assert "specs/no.json" in result.diagnostics[0].message


@pytest.mark.parametrize("section", ["paths", "webhooks"])
def test_sections_of_the_wrong_type(tmp_path: Path, section: str) -> None:
    result = load(tmp_path, document(**{section: ["/a"]}))
    assert result.document is not None
    assert [str(one.subtype) for one in result.diagnostics] == ["openapi_invalid"]
    assert f"`{section}` must be a mapping" in result.diagnostics[0].message


# ---------------------------------------------------------------- hostile files

HOSTILE = {
    "alias bomb": "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    + "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)),
    "nesting": "openapi: 3.1.0\nx: " + "[" * 100_000,
    "no yaml": "openapi: '3.1.0\npaths: {",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_yaml_is_a_diagnostic_with_a_line(tmp_path: Path, text: str) -> None:
    result = load(tmp_path, text)
    assert result.document is None
    (found,) = result.diagnostics
    assert str(found.subtype) == "openapi_invalid"
    assert found.place.file == "api.yaml"
    assert found.place.line is not None
    assert "\n" not in found.message
    assert "api.yaml" in found.message


@pytest.mark.parametrize(
    ("odd", "name", "line", "says"),
    [
        ("x: &p\n  a: *p\n", "api.yaml", 2, "a cycle"),
        ("x: *nothing\n", "api.yaml", 1, "no anchor &nothing"),
        ("? [a]\n: b\n", "api.yaml", 1, "a key that is a mapping or a list"),
        ("x: {{ template }}\n", "api.yaml", 1, "quote text"),
        (f"x: {'[' * 300}{']' * 300}\n", "api.yaml", 1, "nested more than 200 levels"),
        ("x: !include a.yaml\ny: !include b.yaml\n", "api.yaml", 1, "unknown YAML tag !include"),
        ('"x": NaN,', "api.json", 1, "NaN is not a number in JSON"),
        ('"x": [1e999, -Infinity],', "api.json", 1, "(and 1 more like it)"),
        (f'"x": {"9" * 5000},', "api.json", 1, "is not a number"),
        (f'"x": {"[" * 300}{"]" * 300},', "api.json", 1, "nested more than 200 levels"),
        ('"x": ' + '{"a":' * 90_000 + "1" + "}" * 90_000 + ",", "api.json", 1, "nested more"),
    ],
)
def test_one_odd_value_costs_no_page(
    tmp_path: Path, odd: str, name: str, line: int, says: str
) -> None:
    rest = json.dumps(document(paths={"/a": {"get": OPERATION}}))
    lines = (f"{key}: {json.dumps(value)}\n" for key, value in json.loads(rest).items())
    text = f"{{{odd}{rest[1:]}" if name.endswith("json") else odd + "".join(lines)
    result = load(tmp_path, text, name)
    assert result.document is not None
    assert [str(one.key) for one in result.document.operations] == ["GET /a"]
    (found,) = result.diagnostics
    assert (str(found.subtype), found.place.line) == ("openapi_invalid", line)
    assert says in found.message
    assert found.message.startswith(f"{name}: ")


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_hostile_json_is_a_diagnostic_with_a_line(tmp_path: Path, opening: str) -> None:
    result = load(tmp_path, f'{{"openapi": "3.1.0",\n"x": {opening * 100_000}', "api.json")
    assert result.document is None
    assert summary(result.diagnostics)[0][0] == "openapi_invalid"
    assert result.diagnostics[0].place.line == 2


def test_odd_keys_are_ordinary_keys(tmp_path: Path) -> None:
    text = """\
openapi: 3.0.3
info: {title: T, version: 1.0}
paths:
  /a:
    get:
      responses:
        200: {description: OK}
        default: {description: no}
components:
  schemas:
    no: {type: string}
    2024-01-01: {type: object, properties: {__proto__: {type: string}, yes: {}, 1.0: {}}}
    __proto__: {type: string}
"""
    result = load(tmp_path, text)
    assert result.diagnostics == ()
    assert result.document is not None
    assert len(result.document.operations) == 1
    root = result.document.root
    assert list(root["components"]["schemas"]) == ["no", "2024-01-01", "__proto__"]
    properties = root["components"]["schemas"]["2024-01-01"]["properties"]
    assert list(properties) == ["__proto__", "yes", "1.0"]
    assert list(root["paths"]["/a"]["get"]["responses"]) == ["200", "default"]
    json.dumps(root, allow_nan=False)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is Linux's")
def test_a_large_document_in_memory(tmp_path: Path) -> None:
    """50 MB of operations: read within 500 MB."""
    described = {"description": "word " * 1_000, "responses": {"200": {"description": "OK"}}}
    text = json.dumps(document(paths={f"/p{n}": {"get": described} for n in range(10_000)}))
    assert len(text) > 50_000_000
    (tmp_path / "big.json").write_text(text, encoding="utf-8")
    code = """
import sys
from pathlib import Path
from sphinx_navapi.openapi.load import load_document
folder = Path(sys.argv[1])
result = load_document(folder / "big.json", "big.json", folder, cache_dir=folder / "cache")
count = len(result.document.operations) if result.document else -1
(peak,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(count, int(peak.split()[1]) / 1024)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    count, megabytes = map(float, done.stdout.split())
    assert count == 10_000
    assert megabytes < 500


# ---------------------------------------------------------------- cache


def load_cached(folder: Path, name: str = "api.yaml") -> LoadResult:
    return load_document(folder / name, name, folder, cache_dir=folder / ".cache")


@pytest.fixture
def split(tmp_path: Path) -> Path:
    """A folder with a document that uses another file and lacks a third."""
    (tmp_path / "api.yaml").write_text(
        """\
openapi: 3.1.0
tags: [{name: pets, x-group: Animals}]
paths:
  /pets:
    get:
      tags: [pets]
      x-navapi: {href: pets, metadata: {title: Pets}}
      responses:
        '200':
          description: OK
          content: {application/json: {schema: {$ref: 'pet.yaml#/Pet'}}}
          links: {next: {$ref: 'gone.yaml'}}
    post: 5
webhooks: {fed: {post: {summary: Fed}}}
""",
        encoding="utf-8",
    )
    (tmp_path / "pet.yaml").write_text("Pet: {type: string}\n", encoding="utf-8")
    return tmp_path


def entries(folder: Path) -> list[Path]:
    return sorted((folder / ".cache").iterdir())


def test_a_cached_document_is_the_same(split: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_cached(split)
    assert [str(one.subtype) for one in first.diagnostics] == [
        "unresolved_ref",
        "invalid_operation",
    ]
    assert len(entries(split)) == 1

    def parsed_again(*_: object) -> None:
        raise AssertionError("the document was parsed again")

    monkeypatch.setattr("sphinx_navapi.openapi.load.parse_document", parsed_again)
    second = load_cached(split)
    assert second.document == first.document
    assert second.document is not first.document
    assert second.diagnostics == first.diagnostics
    assert second.document is not None
    assert list(second.document.files) == ["api.yaml", "pet.yaml"]
    assert str(second.document.place("/x-navapi-files/pet.yaml/Pet/type")) == "pet.yaml:1:13"


@pytest.mark.parametrize("changed", ["api.yaml", "pet.yaml", "gone.yaml"])
def test_every_file_involved_makes_the_cache_stale(split: Path, changed: str) -> None:
    first = load_cached(split).document
    path = split / changed
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(text.replace("string", "integer") + "\nx-new: 1\n", encoding="utf-8")
    second = load_cached(split).document
    assert first is not None
    assert second is not None
    assert second.digest != first.digest
    assert load_document(path.parent / "api.yaml", "api.yaml", split).document == second
    assert len(entries(split)) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-1],
        lambda content: content[:40],
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: b"navapi 0 0.0.0 other\n" + content,
        lambda content: b"\x80\x04}." * 20,
    ],
)
def test_a_damaged_cache_is_written_again(split: Path, damage: Any) -> None:
    first = load_cached(split).document
    (entry,) = entries(split)
    sound = entry.read_bytes()
    entry.write_bytes(damage(sound))
    assert load_cached(split).document == first
    assert entry.read_bytes() == sound


def test_a_cache_that_cannot_be_written_costs_nothing(split: Path) -> None:
    (split / ".cache").write_text("a file where the folder should be")
    assert load_cached(split).document is not None


def test_documents_of_one_name_and_other_folders_do_not_share(tmp_path: Path) -> None:
    """A document from a URL may not use files that a local one with the same name may use."""
    (tmp_path / "other.yaml").write_text("Pet: {type: string}\n", encoding="utf-8")
    text = "openapi: 3.1.0\ncomponents: {schemas: {Pet: {$ref: 'other.yaml#/Pet'}}}\n"
    (tmp_path / "api.yaml").write_text(text, encoding="utf-8")
    cache_dir = tmp_path / ".cache"
    local = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path, cache_dir=cache_dir)
    remote = load_document(tmp_path / "api.yaml", "api.yaml", None, cache_dir=cache_dir)
    assert local.diagnostics == ()
    assert summary(remote.diagnostics) == [("unresolved_ref", "api.yaml:2:36")]


def test_the_collector_runs_again_afterwards(tmp_path: Path) -> None:
    assert gc.isenabled()
    load(tmp_path, document())
    assert gc.isenabled()
    load(tmp_path, "a: [")
    assert gc.isenabled()


def test_loading_imports_no_validator(split: Path) -> None:
    code = """
import sys
from pathlib import Path
from sphinx_navapi.openapi.load import load_document
folder = Path(sys.argv[1])
result = load_document(folder / "api.yaml", "api.yaml", folder, cache_dir=folder / ".cache")
assert result.document is not None
print([name for name in ("jsonschema", "openapi_spec_validator") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(split)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
