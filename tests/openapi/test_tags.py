"""How tags nest, which do not form groups, and the messages for broken references."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from sphinx_navapi.diagnostics import similar_words
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.tags import MAX_LEVELS, TagHierarchy, described


def document(
    folder: Path,
    tags: list[dict[str, Any]],
    used: list[list[str]],
    version: str = "3.2.0",
    **root: Any,
) -> OpenApiDocument:
    """A document with an operation for each of *used*, which has these tags."""
    ok = {"200": {"description": "OK"}}
    paths = {f"/{n}": {"get": {"tags": each, "responses": ok}} for n, each in enumerate(used)}
    info = {"title": "T", "version": "1"}
    value = {"openapi": version, "info": info, "tags": tags, "paths": paths, **root}
    (folder / "api.yaml").write_text(yaml.safe_dump(value, sort_keys=False), "utf-8")
    found = load_document(folder / "api.yaml", "api.yaml", folder).document
    assert found is not None
    return found


def trails(hierarchy: TagHierarchy, found: OpenApiDocument) -> list[list[str]]:
    return [[step.label for step in hierarchy.trail(each)] for each in found.operations]


TREE = [
    {"name": "shop", "summary": "Shop", "kind": "nav"},
    {"name": "books", "parent": "shop", "x-displayName": "Books", "summary": "All books"},
    {"name": "novels", "parent": "books"},
    {"name": "beta", "kind": "badge", "summary": "Beta"},
    {"name": "partners", "kind": "audience"},
    {"name": "rest", "kind": "something else", "parent": "partners"},
]


def test_parents_and_kinds(tmp_path: Path) -> None:
    used = [["novels"], ["beta", "books", "shop"], ["partners"], ["rest"], ["unknown"], []]
    found = document(tmp_path, TREE, used)
    assert trails(TagHierarchy(found), found) == [
        ["Shop", "Books", "novels"],
        ["Shop", "Books"],
        [],
        ["rest"],
        ["unknown"],
        [],
    ]
    badges = [each.extension.get("badges") for each in found.operations]
    assert badges == [None, ["Beta"], ["partners"], None, None, None]


def test_earlier_versions_have_neither(tmp_path: Path) -> None:
    found = document(tmp_path, TREE, [["novels"], ["beta", "books"]], "3.1.0")
    assert trails(TagHierarchy(found), found) == [["novels"], ["beta"]]
    assert found.tag_labels["shop"] == "shop"
    assert found.operations[1].extension == {}


def test_tag_groups(tmp_path: Path) -> None:
    groups = [{"name": "Reading", "tags": ["books", "films"]}, {"name": "All", "tags": ["books"]}]
    tags = [{"name": "novels", "parent": "books"}, {"name": "books"}, {"name": "films"}]
    used = [["novels"], ["films"], ["books"], ["other"]]
    found = document(tmp_path, tags, used, **{"x-tagGroups": groups})
    hierarchy = TagHierarchy(found)
    assert trails(hierarchy, found) == [
        ["Reading", "books", "novels"],
        ["Reading", "films"],
        ["Reading", "books"],
        ["other"],
    ]
    # In the order of the list: books, films; omitted tags are last.
    ranks = [[step.rank for step in hierarchy.trail(each)] for each in found.operations]
    assert ranks[0][:2] < ranks[1] < ranks[3]
    (problem,) = hierarchy.problems
    assert (problem.pointer, problem.level) == ("/x-tagGroups", "info")
    assert "`other`" in problem.message


@pytest.mark.parametrize(
    ("tags", "groups", "expected"),
    [
        ([{"name": "a", "parent": "a"}], None, [("/tags/0/parent", "(`a` in `a`)")]),
        (
            [{"name": n, "parent": p} for n, p in ("ab", "bc", "cb", "da")],
            None,
            [("/tags/1/parent", "(`b` in `c` in `b`); `b` is shown at the top")],
        ),
        ([{"name": "a", "parent": "bokks"}], None, [("/tags/0/parent", "(declare it)")]),
        (
            [{"name": "a", "parent": "bokks"}, {"name": "books"}],
            None,
            [("/tags/0/parent", "did you mean `books`?")],
        ),
        ([{"name": "a", "parent": 7}], None, [("/tags/0/parent", "must be the name of a tag")]),
        ([{"name": "a"}], {"name": "A"}, [("/x-tagGroups", "must be a list")]),
        (
            [{"name": "a"}],
            [{"name": "A"}, {"name": " ", "tags": []}, 3],
            [(f"/x-tagGroups/{number}", "ignored") for number in range(3)],
        ),
        (
            [{"name": "a"}],
            [{"name": "A", "tags": ["a", "b", "c", 3]}],
            [("/x-tagGroups", "lists the tags `b`, `c`, which no operation uses")],
        ),
    ],
)
def test_problems(
    tmp_path: Path, tags: list[Any], groups: Any, expected: list[tuple[str, str]]
) -> None:
    root = {"x-tagGroups": groups} if groups is not None else {}
    found = document(tmp_path, tags, [["a"]], **root)
    hierarchy = TagHierarchy(found)
    problems = hierarchy.problems
    assert [problem.pointer for problem in problems] == [pointer for pointer, _ in expected]
    for problem, (_, part) in zip(problems, expected, strict=True):
        assert part in problem.message
    assert trails(hierarchy, found)[0][-1] == "a"


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        (None, ""),
        (" \n", ""),
        ("Pets.", "Pets."),
        ('<SchemaDefinition schemaRef="#/components/schemas/Pet" />\n', ""),
        ('Pets:\n\n<SchemaDefinition schemaRef="#/a" />', "Pets:\n\n"),
    ],
)
def test_descriptions(description: Any, expected: str) -> None:
    assert described({"name": "a", "description": description}) == expected


def test_a_very_deep_hierarchy(tmp_path: Path) -> None:
    count = 3000
    tags = [{"name": "t0"}] + [{"name": f"t{n}", "parent": f"t{n - 1}"} for n in range(1, count)]
    found = document(tmp_path, tags, [[f"t{count - 1}"], ["t3"]])
    hierarchy = TagHierarchy(found)
    deep, flat = trails(hierarchy, found)
    assert deep == [*(f"t{n}" for n in range(MAX_LEVELS - 1)), f"t{count - 1}"]
    assert flat == ["t0", "t1", "t2", "t3"]
    assert [problem.pointer for problem in hierarchy.problems] == [f"/tags/{MAX_LEVELS}/parent"]


def test_many_parents_that_do_not_exist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    monkeypatch.setattr(similar_words, "is_near", lambda *words: compared.extend(words))
    tags = [{"name": f"t{n}", "parent": f"p{n}"} for n in range(400)]
    problems = TagHierarchy(document(tmp_path, tags, [])).problems
    assert len(problems) == 400
    assert 0 < len(compared) / 2 <= 100_000
