"""Cases from files, for `pytest.mark.parametrize`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from markdown_it.utils import read_fixture_file


def text_cases(*paths: Path) -> list[Any]:
    """A text and the expected result, with a title, in the format of markdown-it's fixtures.

    The line break before the final ``.`` of a text is not part of it; trailing blanks are.
    """
    return [
        pytest.param(source[:-1], expected[:-1], id=title)
        for path in paths
        for _line, title, source, expected in read_fixture_file(path)
    ]


def value_cases(path: Path) -> dict[str, list[Any]]:
    """The tables of a YAML file by name; rows of a mapping are its entries."""
    tables = read_yaml(path)
    return {
        name: list(table.items()) if isinstance(table, dict) else [tuple(row) for row in table]
        for name, table in tables.items()
    }


def read_yaml(path: Path) -> Any:
    """The value in a file, by PyYAML's parser in C if there is one, in a tenth of the time."""
    text = path.read_text("utf-8")
    # That parser refuses lone surrogates.
    if r"\ud" in text.lower() or not yaml.__with_libyaml__:
        return yaml.safe_load(text)
    return yaml.load(text, yaml.CSafeLoader)
