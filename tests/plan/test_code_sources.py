"""The values and names allowed in `navapi_documents`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.diagnostics import Place, Subtype
from sphinx_navapi.plan.conf_file import code_documents

CONF = """\
navapi_documents = {
    "api": "main:app",
    "other": 3,
}
"""


def read(folder: Path, value: dict[Any, Any]) -> tuple[Any, list[Any]]:
    (folder / "conf.py").write_text(CONF, "utf-8")
    return code_documents(
        value, folder / "conf.py", folder, search_path=[], cache_dir=folder / "cache"
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("api", "main:app"),
        ("v2/openapi.json", "my_project.api.main:create_app()"),
        ("bücher", "main:state.app"),
        ("api", ["python", "../manage.py", "spectacular"]),
        ("api", ("make", "openapi")),
    ],
)
def test_what_can_be_used(tmp_path: Path, name: str, code: Any) -> None:
    documents, problems = read(tmp_path, {name: code})
    assert problems == []
    assert list(documents.places) == [name]


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        ("my api", "main:app", "the name is ignored"),
        ("../api", "main:app", "the name is ignored"),
        ("https://api", "main:app", "the name is ignored"),
        ("", "main:app", "the name is ignored"),
        (3, "main:app", "the name is ignored"),
        ("api", "main", 'write "module:object"'),
        ("api", "python manage.py spectacular", "a list of a program and its arguments"),
        ("api", "main:app; print()", 'write "module:object"'),
        ("api", [], "or a list of strings"),
        ("api", ["", "x"], "or a list of strings"),
        ("api", ["python", 3], "or a list of strings"),
        ("api", ["a\0b"], "or a list of strings"),
        ("api", None, "use a string such as"),
    ],
)
def test_what_cannot(tmp_path: Path, name: Any, code: Any, message: str) -> None:
    documents, (problem,) = read(tmp_path, {name: code})
    assert documents is None
    assert problem.subtype is Subtype.CONFIG
    assert message in problem.message


def test_a_bad_entry_does_not_cost_the_others(tmp_path: Path) -> None:
    documents, (problem,) = read(tmp_path, {"api": "main:app", "other": 3})
    assert documents.places == {"api": Place(file="conf.py", line=2)}
    assert problem.place == Place(file="conf.py", line=3)


def test_without_documents_there_is_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, {}) == (None, [])
