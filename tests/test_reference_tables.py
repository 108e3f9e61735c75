"""The reference of docs.json has a row for each declared key, with its effect."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.config.elements import all_element_fields
from sphinx_navapi.config.json_schema import table_rows
from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.config.navigation_parser import parse_navigation
from sphinx_navapi.config.settings import SETTINGS

DOCS = Path(__file__).parents[1] / "docs"
HOSTED = Path(__file__).parent / "config" / "cases" / "hosted_keys.txt"
PAGE = DOCS / "reference" / "docs-json.md"


def load_tables() -> Any:
    path = DOCS / "tables.py"
    spec = importlib.util.spec_from_file_location("reference_tables", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLES = load_tables()


def rows_of(kind: str) -> list[tuple[str, str, str]]:
    """The rows of all tables of the page of this *kind*."""
    comments = re.findall(rf"^<!-- table: ({kind}\b.*) -->$", PAGE.read_text("utf-8"), re.MULTILINE)
    return [row for words in comments for row in TABLES.rows_of(words)]


@pytest.mark.parametrize("path", [pytest.param(p, id=p.name) for p in TABLES.pages()])
def test_tables_in_pages_are_as_declared(path: Path) -> None:
    """Otherwise: `python docs/tables.py`."""
    text = path.read_text("utf-8")
    assert TABLES.with_tables(text) == text
    # Each comment is understood.
    assert len(re.findall("<!-- table:", text)) == len(re.findall("<!-- end of table -->", text))


def test_an_old_table_is_noticed() -> None:
    text = PAGE.read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| `changes_from`"))
    assert TABLES.with_tables(text.replace(f"{row}\n", "")) == text


def test_the_page_has_the_keys_as_text() -> None:
    text = PAGE.read_text("utf-8")
    for key in ("changes_from", "overview", "overlays", "baseUrl", "history"):
        assert f"\n| `{key}` | " in text, key


def test_each_setting_has_a_row() -> None:
    declared = [f"`{key}`" for key, _, _ in table_rows(SETTINGS)]
    apart = {f"`{name}`" for name in TABLES.APART}
    shown = [key for key, _, _ in rows_of("setting")]
    assert sorted(shown) == sorted(set(declared) - apart)
    assert len(shown) == len(set(shown))
    assert {"`contextual.options`", "`feedback.post`", "`metadata.timestamp`"} <= set(shown)


def test_each_key_of_hosted_sites_has_a_row() -> None:
    lines = HOSTED.read_text("utf-8").splitlines()
    keys = [line for line in lines if line and not line.startswith("#")]
    assert len(keys) > 100
    rows = {key.strip("`"): meaning for key, _, meaning in rows_of("setting")}
    assert [key for key in keys if key not in rows] == []
    # Keys whose rows say that they have no effect.
    inert = {key for key in keys if "no effect" in rows[key].lower()}
    assert {"styling.latex", "api.url"} <= inert
    assert not inert & {"banner.type", "seo.metatags", "integrations.ga4.measurementId"}


#: Also for the navigation: each key documented there is a field, or is reported as the page says.
REPORTED = {
    "global.tabs": {"global": {"tabs": []}},
    "global.dropdowns": {"global": {"dropdowns": []}},
    "global.languages": {"global": {"languages": []}},
    "global.versions": {"global": {"versions": []}},
    "global.products": {"global": {"products": []}},
}


@pytest.mark.parametrize("key", REPORTED)
def test_what_the_navigation_does_not_have_is_named(key: str) -> None:
    _, problems = parse_navigation(REPORTED[key])
    assert [problem.pointer.rpartition("/")[2] for problem in problems] == [key.rpartition(".")[2]]
    _, _, after = PAGE.read_text("utf-8").partition("\n## Not in the navigation\n")
    assert f"`{key}`" in after.partition("\n## ")[0]


def test_each_kind_of_element_has_a_table() -> None:
    named = set(
        re.findall(r"^<!-- table: element (\S+) -->$", PAGE.read_text("utf-8"), re.MULTILINE)
    )
    kinds = {kind for kind in all_element_fields() if kind != ElementKind.ROOT.value}
    assert kinds <= named


def test_each_row_says_what_the_key_does() -> None:
    rows = rows_of("setting") + rows_of("element")
    assert rows
    for key, value, meaning in rows:
        assert value, key
        assert meaning.removesuffix(" **Required.**").endswith("."), key
