"""Each theme that has an adapter is one folder, registered in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_navapi.html import themes
from sphinx_navapi.html.themes import THEMES, adapter_for

FOLDER = Path(themes.__file__).parent
PACKAGE = FOLDER.parents[1]


def test_every_folder_is_registered() -> None:
    assert [path.name for path in sorted(FOLDER.iterdir()) if (path / "__init__.py").is_file()] == (
        list(THEMES)
    )


@pytest.mark.parametrize("theme", THEMES)
def test_an_adapter_has_what_a_build_installs(theme: str) -> None:
    adapter = adapter_for([theme])
    assert adapter.folders[0] == FOLDER / theme
    assert any((folder / "templates" / "navapi-page.html").is_file() for folder in adapter.folders)
    assert adapter.styles
    # A theme that inherits from it is adapted in the same way.
    assert adapter_for(["child", theme, "basic"]) is adapter
    assert adapter_for(["child", "basic"]).folders == ()


def test_only_its_folder_and_the_registry_name_a_theme() -> None:
    name = re.compile("|".join(THEMES).replace("_", "[-_ ]"), re.IGNORECASE)
    own = {(theme,) for theme in THEMES}
    for path in PACKAGE.rglob("*"):
        if path.suffix not in {".py", ".css", ".js", ".html", ".jinja"}:
            continue
        if path != FOLDER / "__init__.py" and path.relative_to(PACKAGE).parts[2:3] not in own:
            assert not name.search(path.read_text("utf-8")), path


@pytest.mark.parametrize("theme", THEMES)
def test_the_documentation_says_where_it_shows_what(theme: str) -> None:
    text = (PACKAGE.parent / "docs" / "themes.md").read_text("utf-8")
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")]
    assert theme in {row.replace("-", "_") for row in rows}
