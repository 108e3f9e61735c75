"""One mistake costs at most the part that it is in, an operation at the most, and is reported once,
at its line.

By the build as by the check. What is a mistake is decided by the specification's own schema.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from asyncapi_documents import CHAT_YAML, LIGHTS_YAML
from full_run import amount
from one_mistake import Mistake, lines_of, load, make_mistake, reports, shown, without, write
from openapi_spec_validator import schemas
from whole_documents import VERSIONS, write_document

from sphinx_navapi.diagnostics import Subtype

#: Number of mistakes in each document.
MISTAKES = amount(150, 6)

_IN_OPERATION = re.compile(
    r"/(paths|webhooks|channels)/[^/]+(/additionalOperations)?/[^/]+|/operations/[^/]+"
)

_REFERRED = re.compile(rf"/components/[^/]+|({_IN_OPERATION.pattern})(/operationId)?")

SCHEMAS = {
    "3.0": schemas.openapi_v30_schema_validator,
    "3.1": schemas.openapi_v31_schema_validator,
    "3.2": schemas.openapi_v32_schema_validator,
}


def mistakes(root: Any, seed: str) -> Iterator[Mistake]:
    """Mistakes in *root*, each alone in it."""
    for number in range(MISTAKES):
        mistake = make_mistake(root, random.Random(f"{seed} {number}"))
        if mistake is not None:
            yield mistake


def check(folder: Path, mistake: Mistake, *, is_mistake: bool) -> None:
    """What holds for every mistake. :param is_mistake: the specification does not allow it."""
    path, text = write(folder, mistake.value)
    result = load(path)
    built = [(each.place.line, each.message) for each in result.diagnostics]
    facts = shown(result)
    checked = reports(path)
    rest = shown(load(write(folder, without(mistake.root, mistake.at))[0]))
    lines = lines_of(text, mistake.pointer)
    skipped = [] if result.document is None else [str(key) for key in result.document.skipped]
    # Only an operation that has the mistake in itself is invalid as a whole.
    assert len(skipped) <= bool(_IN_OPERATION.match(mistake.pointer))
    assert not {fact for fact in rest - facts if fact[0] not in skipped}, "lost"
    # What is missing has no place but that of the first reference to it.
    is_at_reference = mistake.kind == "missing key" and _REFERRED.fullmatch(mistake.at)
    for found in (built, checked):
        assert len(found) <= 1, found
        assert is_at_reference or all(line in lines for line, _ in found), (found, lines)
    assert len(checked) == 1 or not is_mistake
    if mistake.kind != "missing key":
        assert len(built) == 1


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("seed", range(amount(12, 2)))
def test_openapi(tmp_path: Path, version: str, seed: int) -> None:
    root = write_document(str(seed), version)
    path, _ = write(tmp_path, root)
    assert reports(path) == []
    is_valid = SCHEMAS[version[:3]].is_valid
    for mistake in mistakes(root, f"{version} {seed}"):
        is_mistake = mistake.kind != "missing key" or not is_valid(mistake.value)
        try:
            check(tmp_path, mistake, is_mistake=is_mistake)
        except Exception as error:
            error.add_note(mistake.words)
            raise


@pytest.mark.parametrize("version", VERSIONS)
def test_components_that_are_missing(tmp_path: Path, version: str) -> None:
    """All of them, or all of one kind: what refers to them is wrong for one reason."""
    root = write_document("1", version)
    for pointer in ("/components", *(f"/components/{name}" for name in root["components"])):
        path, _ = write(tmp_path, without(root, pointer))
        assert len(load(path).diagnostics) == 1, pointer
        assert len(reports(path)) == 1, pointer


@pytest.mark.parametrize("version", VERSIONS)
def test_two_mistakes_in_one_operation(tmp_path: Path, version: str) -> None:
    """Each is reported at its place, also if the operation is skipped."""
    root = write_document("2", version)
    judged = 0
    for number in range(amount(600, 50)):
        draw = random.Random(f"{version} {number}")
        first = make_mistake(root, draw)
        second = first and make_mistake(first.value, draw)
        if first is None or second is None or "missing key" in (first.kind, second.kind):
            continue
        holders = [each.pointer.rpartition("/")[0] for each in (first, second)]
        places = [_IN_OPERATION.match(each) for each in holders]
        if not (places[0] and places[1] and places[0][0] == places[1][0]):
            continue
        if holders[0].startswith(holders[1]) or holders[1].startswith(holders[0]):
            continue
        path, text = write(tmp_path, second.value)
        lines = [lines_of(text, each.pointer) for each in (first, second)]
        built = [each.place.line for each in load(path).diagnostics]
        for found in (built, [line for line, _ in reports(path)]):
            words = (first.words, second.words, found)
            assert len(found) == 2, words
            assert all(any(line in each for line in found) for each in lines), words
        judged += 1
    assert judged > 1


@pytest.mark.parametrize("text", [LIGHTS_YAML, CHAT_YAML], ids=["3.0", "2.6"])
def test_asyncapi(tmp_path: Path, text: str) -> None:
    root = yaml.safe_load(text.replace("$ref: 'parts.yaml#/heard'", "name: heard"))
    path, _ = write(tmp_path, root)
    assert reports(path) == []
    for mistake in mistakes(root, text[:20]):
        try:
            check(tmp_path, mistake, is_mistake=mistake.kind != "missing key")
        except Exception as error:
            error.add_note(mistake.words)
            raise


def test_swagger(tmp_path: Path) -> None:
    """It is refused as a whole."""
    root = write_document("0", "3.0.3")
    del root["openapi"]
    for mistake in mistakes(root, "swagger"):
        path, _ = write(tmp_path, {"swagger": "2.0", **mistake.value})
        (found,) = load(path).diagnostics
        assert found.subtype is Subtype.OPENAPI_2
