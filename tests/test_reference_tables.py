"""The reference of docs.json has a row for each key that is declared, with what it does."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any

from sphinx_navapi.config.element_kinds import ElementKind
from sphinx_navapi.config.elements import all_element_fields
from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.value_types import table_rows

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "reference" / "docs-json.md"


def load_tables() -> Any:
    path = DOCS / "_extensions" / "reference_tables.py"
    spec = importlib.util.spec_from_file_location("reference_tables", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLES = load_tables()


def rows_of(directive: str) -> list[tuple[str, str, str]]:
    """The rows of all tables of the page that are called *directive*."""
    found: list[tuple[str, str, str]] = []
    for name in re.findall(
        rf"^```\{{{directive}\}} ?(\S*)$", PAGE.read_text("utf-8"), re.MULTILINE
    ):
        kind = {"settings-table": TABLES.SettingsTable, "element-table": TABLES.ElementTable}
        table = object.__new__(kind[directive])
        table.arguments = [name] if name else []
        found += table.rows()
    return found


def test_each_setting_has_a_row() -> None:
    declared = [f"`{key}`" for key, _, _ in table_rows(SETTINGS)]
    apart = {f"`{name}`" for name in TABLES.SettingsTable.apart}
    shown = [key for key, _, _ in rows_of("settings-table")]
    assert sorted(shown) == sorted(set(declared) - apart)
    assert {"`contextual.options`", "`feedback.post`", "`metadata.timestamp`"} <= set(shown)


def test_each_kind_of_element_has_a_table() -> None:
    named = set(re.findall(r"^```\{element-table\} (\S+)$", PAGE.read_text("utf-8"), re.MULTILINE))
    kinds = {kind for kind in all_element_fields() if kind != ElementKind.ROOT.value}
    assert kinds <= named


def test_each_row_says_what_the_key_does() -> None:
    rows = rows_of("settings-table") + rows_of("element-table")
    assert rows
    for key, value, meaning in rows:
        assert value, key
        assert meaning.removesuffix(" **Required.**").endswith("."), key
