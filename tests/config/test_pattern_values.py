"""Formats of identifiers, servers and scripts: what is accepted, and what would reach a policy."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.config.value_types import (
    PatternValue,
    ScriptUrlValue,
    ServerValue,
    https_origin,
)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("stats.example.com", "https://stats.example.com"),
        (" https://Stats.example.com/ ", "https://stats.example.com"),
        ("https://a.example:8443", "https://a.example:8443"),
        ("a", "https://a"),
        ("http://a.example", None),
        ("https://a.example/x", None),
        ("https://a.example?x", None),
        ("https://u@a.example", None),
        ("https://[::1]", None),
        ("https://a.example:123456", None),
        ("a.example; script-src *", None),
        ("*.example", None),
        ("https://a.example.", None),
        ("-a.example", None),
        ("", None),
        ("https://", None),
        ("https://https://a.example", None),
    ],
)
def test_origins(text: str, origin: str | None) -> None:
    assert https_origin(text) == origin
    assert ServerValue().accepts(text) == (origin is not None)


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        ("https://a.example/ingest", True),
        ("a.example/ingest/", True),
        ("https://a.example", True),
        ("https://a.example/a b", False),
        ("https://a.example/a;b", False),
        ("https://a.example/a?b", False),
        ("http://a.example/ingest", False),
        ("/ingest", False),
        (5, False),
    ],
)
def test_servers_behind_a_path(value: object, is_one: bool) -> None:
    assert ServerValue(has_path=True).accepts(value) is is_one


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        ("https://a.example/b/c.js?d=e&f", True),
        ("https://a.example", True),
        ("https://a.example/b.SVG", False),
        ("https://a.example/b.svg?c", False),
        ("https://a.example/b.zip.js", True),
        ("http://a.example/b.js", False),
        ("//a.example/b.js", False),
        ("/b.js", False),
        ("https://u:p@a.example/b.js", False),
        ("https://a.example/'b.js", False),
        ("https://a.example/b;c.js", False),
        ("https://[a.example/b.js", False),
        ("javascript:alert(1)", False),
        (None, False),
    ],
)
def test_addresses_of_scripts(value: object, is_one: bool) -> None:
    assert ScriptUrlValue(refused=(".svg", ".zip")).accepts(value) is is_one


@pytest.mark.parametrize(
    ("value", "digits", "is_one"),
    [
        ("12", False, True),
        ("12\n", False, False),
        ("12x", False, False),
        ("١٢", False, False),
        (12, True, True),
        (12, False, False),
        (True, True, False),
        (-1, True, False),
        (1.5, True, False),
        (["12"], True, False),
    ],
)
def test_texts_of_a_form(value: Any, digits: bool, is_one: bool) -> None:
    kind = PatternValue("digits", r"\d+", digits)
    assert kind.accepts(value) is is_one
    assert kind.schema()["pattern"] == r"^(?:\d+)$"
