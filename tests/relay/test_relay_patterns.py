"""No expression keeps the relay busy: those of the packages that read requests are bounded."""

from __future__ import annotations

import importlib
import pkgutil
import re
from re import _parser as parser  # type: ignore[attr-defined] # as the package's own parser

import pytest

import sphinx_navapi.mcp
import sphinx_navapi.relay
import sphinx_navapi.server
from sphinx_navapi.openapi.schema.pattern_backtracking import ways_through

MODULES = [
    found.name
    for package in (sphinx_navapi.mcp, sphinx_navapi.relay, sphinx_navapi.server)
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]


def is_bounded(expression: re.Pattern[str]) -> bool:
    return ways_through(parser.parse(expression.pattern, expression.flags)) is not None


@pytest.mark.parametrize("name", MODULES)
def test_expressions_are_bounded(name: str) -> None:
    values = vars(importlib.import_module(name)).items()
    expressions = {key: value for key, value in values if isinstance(value, re.Pattern)}
    texts = {key: each for key, each in expressions.items() if isinstance(each.pattern, str)}
    assert [key for key, each in texts.items() if not is_bounded(each)] == []


def test_what_is_not_bounded() -> None:
    """Two ways for each semicolon: twenty of them take a second, sixty take years."""
    assert not is_bounded(re.compile(r"json\s*(?:;\s*(?:charset=utf-8)?\s*)*"))
    assert is_bounded(re.compile(r"json(?:;[^;]*)*"))
