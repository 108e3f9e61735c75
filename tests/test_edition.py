"""Values kept between builds belong to one edition, which is never changed by hand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sphinx_navapi import edition as module
from sphinx_navapi.edition import edition, edition_number


@pytest.fixture(autouse=True)
def _no_memory():
    edition.cache_clear()
    yield
    edition.cache_clear()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a part of the package that replaces it."""
    folder = tmp_path / "package"
    shutil.copytree(Path(module.__file__).parent / "request" / "snippets", folder)
    monkeypatch.setattr(module, "__file__", str(folder / "edition.py"))
    return folder


def test_edition_is_the_same_at_every_call(package: Path) -> None:
    before = edition()
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "new.pyc").touch()
    edition.cache_clear()
    assert edition() == before
    assert edition_number() > 0


@pytest.mark.parametrize("name", ["ruby.py", "new.css"])
def test_edition_changes_with_each_file(package: Path, name: str) -> None:
    before = edition()
    with (package / name).open("a") as file:
        file.write(" ")
    edition.cache_clear()
    assert edition() != before


@pytest.mark.parametrize("name", ["sphinx", "myst-parser", "docutils", "pygments"])
def test_edition_changes_with_what_makes_pages(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before = edition()
    edition.cache_clear()
    known = module.version
    monkeypatch.setattr(module, "version", lambda n: "99.9" if n == name else known(n))
    assert edition() != before
