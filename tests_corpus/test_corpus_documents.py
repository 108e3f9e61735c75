"""Real documents: every operation is found and validated, every position is right."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from benchmark_modules import load as load_benchmark
from shared_corpus import CORPUS

from sphinx_navapi.formats.data_file import escape_pointer, read_data
from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.openapi.check.findings import Severity
from sphinx_navapi.openapi.document import METHODS, OpenApiDocument
from sphinx_navapi.openapi.load import LoadResult, load_document

FACTS: dict[str, dict[str, Any]] = json.loads((CORPUS / "facts.json").read_text())["openapi"]
DOCUMENTS = sorted(name for name, facts in FACTS.items() if facts["swagger"] is None)
SWAGGER = sorted(FACTS.keys() - set(DOCUMENTS))

#: Documents with broken references in operations according to their manifest, and their number.
BROKEN = {"invalid-operation.yaml": 3}

#: Limits of the large documents: CPU seconds and MB, on one core of a slow machine.
BOUNDS = {"github.json": (2.0, 200), "openai.yaml": (2.0, 150), "digitalocean.yaml": (2.0, 150)}


@cache
def load(name: str) -> LoadResult:
    folder = CORPUS / "openapi"
    return load_document(folder / name, name, folder)


def loaded(name: str) -> OpenApiDocument:
    document = load(name).document
    assert document is not None
    return document


def referred_webhooks(name: str) -> int:
    """Operations of webhooks that are references, which the facts do not count."""
    raw = read_data(CORPUS / "openapi" / name, name).value
    count = 0
    for item in raw.get("webhooks", {}).values():
        if "$ref" in item:
            target = raw
            for step in item["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            count += sum(method in METHODS for method in target)
    return count


def test_every_document_is_here() -> None:
    files = {
        str(path.relative_to(CORPUS / "openapi"))
        for path in (CORPUS / "openapi").rglob("*")
        if path.is_file()
    }
    assert files == FACTS.keys()
    assert len(DOCUMENTS) == 37


@pytest.mark.parametrize("name", DOCUMENTS)
def test_operations_are_those_that_were_counted(name: str) -> None:
    facts, document = FACTS[name], loaded(name)
    by_method: dict[str, int] = {}
    for operation in document.operations:
        by_method[operation.key.method] = by_method.get(operation.key.method, 0) + 1
    webhooks = by_method.pop("WEBHOOK", 0)
    # If a schema is missing, the rest of the page is still right.
    assert document.skipped == {}
    assert by_method == facts["operations_by_method"]
    assert webhooks == facts["webhook_operations"] + referred_webhooks(name)
    assert len({operation.key for operation in document.operations}) == len(document.operations)
    hidden = sum(operation.hidden for operation in document.operations)
    assert hidden == facts["x_hidden"]
    if not document.root.get("webhooks"):
        of_paths = document.operations
        assert sum(not operation.tags for operation in of_paths) == facts["without_tag"]
        assert sum(operation.deprecated for operation in of_paths) == facts["deprecated"]
        assert (
            sum(operation.operation_id is None for operation in of_paths)
            == facts["without_operation_id"]
        )


@pytest.mark.parametrize("name", SWAGGER)
def test_swagger_is_refused(name: str) -> None:
    result = load(name)
    assert result.document is None
    assert [str(found.subtype) for found in result.diagnostics] == ["openapi_2"]


#: Warnings by document and subtype; all others have none. Their examples are judged elsewhere.
DIAGNOSTICS = {
    "digitalocean.yaml": {"openapi_invalid": 1},  # the server URL `https://`
    "openai.yaml": {"openapi_invalid": 2},  # `min_items` and `max_items`
    "scalar-galaxy-3.1.yaml": {"openapi_invalid": 1},  # `examples` of a schema are a map
    "all-components.yaml": {"unresolved_ref": 1, "openapi_invalid": 1},  # a security scheme
    "invalid-operation.yaml": {"unresolved_ref": 6, "openapi_invalid": 1},  # `description: false`
    "stripe.yaml": {"openapi_invalid": 1},  # `description: |-` on two lines
    "readme/webhooks-3.1.json": {"duplicate_operation": 1},
    "redoc-webhooks-3.1.yaml": {"duplicate_operation": 1},
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_diagnostics(name: str) -> None:
    found: dict[str, int] = {}
    for diagnostic in load(name).diagnostics:
        if diagnostic.subtype != "invalid_example":
            found[str(diagnostic.subtype)] = found.get(str(diagnostic.subtype), 0) + 1
        assert diagnostic.place.file == name
        assert diagnostic.place.line is not None
    assert found == DIAGNOSTICS.get(name, {})


@pytest.mark.parametrize("name", BROKEN)
def test_every_operation_with_a_broken_reference_is_reported(name: str) -> None:
    text = (CORPUS / "openapi" / name).read_text("utf-8").splitlines()
    starts = [number for number, line in enumerate(text, 1) if "operationId" in line]
    starts = [number for number in starts if text[number - 1].startswith("      operationId")]
    end = text.index("components:") + 1
    told = [found.place.line or 0 for found in load(name).diagnostics]
    lines = zip(starts, [*starts[1:], end], strict=True)
    assert sum(any(a < line < b for line in told) for a, b in lines) == BROKEN[name]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_reference_leads_to_what_it_names(name: str) -> None:
    """Walked without any knowledge of where references may be."""
    document = loaded(name)
    broken = sum(
        document.resolve(ref.removeprefix("#")).value is None for ref in references(document.root)
    )
    assert broken == DIAGNOSTICS.get(name, {}).get("unresolved_ref", 0)


def references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from references(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str):
                yield value
            elif key not in ("example", "examples", "value") and not key.startswith("x-"):
                yield from references(value)


@pytest.mark.parametrize("name", sorted(name for name in FACTS if name.endswith(".yaml")))
def test_positions_of_yaml_agree_with_its_own_composer(name: str) -> None:
    path = CORPUS / "openapi" / name
    text = path.read_text(encoding="utf-8")
    data = read_data(path, name)
    checked = 0
    pending = [("", yaml.compose(text, Loader=yaml.CSafeLoader))]
    while pending and checked < 3_000:
        pointer, node = pending.pop()
        place = data.place(pointer)
        assert (place.line, place.column) == (
            node.start_mark.line + 1,
            node.start_mark.column + 1,
        ), pointer
        checked += 1
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inner = f"{pointer}/{escape_pointer(key.value)}"
                key_place = data.key_place(inner)
                assert key_place.line == key.start_mark.line + 1
                pending.append((inner, value))
        elif isinstance(node, yaml.SequenceNode):
            pending += [(f"{pointer}/{index}", item) for index, item in enumerate(node.value)]


@pytest.mark.parametrize("name", sorted(name for name in FACTS if name.endswith(".json")))
def test_json_is_read_as_the_standard_library_reads_it(name: str) -> None:
    path = CORPUS / "openapi" / name
    assert read_data(path, name).value == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_check_agrees_with_the_build(name: str) -> None:
    """If everything is built, there are no errors of the build; if something is skipped, there
    are.
    """
    if FACTS[name]["bytes"] > 2_000_000:
        pytest.skip("takes seconds; the large documents have a test of their own")
    problems = check_document(CORPUS / "openapi" / name, CORPUS / "openapi")
    skipped = [p for p in problems if p.code == "invalid_operation"]
    assert skipped == []
    assert any(p.code == "unresolved_ref" for p in problems) == (
        "unresolved_ref" in DIAGNOSTICS.get(name, {})
    )
    assert all(problem.place.line is not None for problem in problems)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("github.json", []),
        ("stripe.yaml", [("repeated-key", 20725)]),  # `description: |-` on two lines
    ],
)
def test_errors_of_large_documents(name: str, expected: list[tuple[str, int]]) -> None:
    problems = check_document(CORPUS / "openapi" / name, CORPUS / "openapi")
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    assert [(error.code, error.place.line) for error in errors] == expected


@pytest.mark.parametrize("name", BOUNDS)
def test_large_documents_in_time_and_memory(name: str, tmp_path: Path) -> None:
    code = """
import resource, sys
from pathlib import Path
from sphinx_navapi.openapi.load import load_document
path, cache = Path(sys.argv[1]), Path(sys.argv[2])
result = load_document(path, path.name, path.parent, cache_dir=cache)
used = resource.getrusage(resource.RUSAGE_SELF)
(peak,) = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(len(result.document.operations), used.ru_utime + used.ru_stime, int(peak.split()[1]) / 1024)
"""
    seconds, megabytes = BOUNDS[name]
    times = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", code, str(CORPUS / "openapi" / name), str(tmp_path)],
            capture_output=True,
            text=True,
            check=True,
        )
        count, taken, memory = map(float, done.stdout.split())
        assert count == FACTS[name]["operations"] + FACTS[name]["webhook_operations"]
        assert taken < seconds
        assert memory < megabytes
        times.append(taken)
    assert times[1] < times[0] / 2  # from the cache


def test_figures_of_the_document_that_generated_ones_resemble() -> None:
    generated = load_benchmark("generated")
    text = (CORPUS / "openapi" / "github.json").read_text("utf-8")
    assert generated.shape(json.loads(text)) == pytest.approx(generated.GITHUB, rel=0.01)
