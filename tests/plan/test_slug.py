from __future__ import annotations

import pytest

from sphinx_navapi.plan.slug import MAX_SEGMENT_BYTES, folder, schema_segment, slug, title_from_name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("List users", "list-users"),
        ("List  users", "list-users"),
        ("List\tusers\u00a0now", "list-users-now"),
        ("List\nusers", "listusers"),
        ("Capture (partial or full), v2.1", "capture-partial-or-full-v21"),
        ("get-/v1/users/{id}/", "get-v1users"),
        ("{id} tip", "tip"),
        ("a{b c}d", "a-d"),
        ("Créer l'étape", "créer-létape"),
        ("レシピ一覧", "レシピ一覧"),
        ("हिन्दी", "हिन्दी"),
        ("x² ½ №", "x"),
        ("٣ items", "٣-items"),
        ("snake_case~ok", "snake_case~ok"),
        ("--a---b--", "a-b"),
        ("???", ""),
        ("", ""),
        ("a\ud800b", "ab"),
        ("İstanbul", "i̇stanbul"),
    ],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text) == expected


def test_long_names_fit_a_file_system() -> None:
    assert len(slug("ä" * 500).encode()) <= MAX_SEGMENT_BYTES
    assert slug("word " * 100).endswith("word") or not slug("word " * 100).endswith("-")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/Rest//V2/", "rest/v2"),
        ("v1.0/API", "v1.0/api"),
        ("../../etc", "etc"),
        ("./a/../b", "a/b"),
        ("a\\b", "ab"),
        ("a\x00b/c?d#e", "ab/cde"),
        ("/", ""),
        ("\ud800", ""),
    ],
)
def test_folder(path: str, expected: str) -> None:
    assert folder(path) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Pet", "Pet"),
        ("v1.Pet_a-b~", "v1.Pet_a-b~"),
        ("Page«Pet»", "PagePet"),
        ("../x", "x"),
        ("..", "schema"),
        ("", "schema"),
    ],
)
def test_schema_segment(name: str, expected: str) -> None:
    assert schema_segment(name) == expected


@pytest.mark.parametrize(
    ("name", "title"),
    [("get-v1_users", "Get v1 users"), ("étapes", "Étapes"), ("aPI", "API"), ("", "")],
)
def test_title_from_name(name: str, title: str) -> None:
    assert title_from_name(name) == title
