"""Texts and links that know where they are from."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import pytest
from view_documents import make_document

from sphinx_navapi.openapi.facts import Link, Text, external_docs, resolved_text, short_address


def test_a_text_keeps_its_pointer_between_processes() -> None:
    text = Text("Some *pets*.", "/info/description")
    for again in (pickle.loads(pickle.dumps(text)), deepcopy(text)):
        assert (again, again.pointer) == ("Some *pets*.", "/info/description")


@pytest.mark.parametrize(
    ("value", "label", "pointer"),
    [
        (
            {"url": "https://a.example", "description": "more"},
            "mehr",
            "/o/externalDocs/description",
        ),
        ({"url": "https://a.example", "description": " "}, "Manual: a.example", None),
        ({"url": "https://a.example/"}, "Manual: a.example", None),
        (
            {"url": "https://a.example", "description": "https://a.example"},
            "Manual: a.example",
            None,
        ),
    ],
)
def test_only_labels_of_the_document_are_translated(
    value: Any, label: str, pointer: str | None
) -> None:
    link = external_docs(value, "/o")
    assert link is not None
    assert link.shown_label({"more": "mehr"}.__getitem__, "Manual") == label
    assert getattr(link.label, "pointer", None) == pointer


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://www.a.example:8080/b/c/?d=1#e", "a.example:8080/b/c"),
        ("HTTP://user:secret@a.example", "a.example"),
        ("/guides/intro", "/guides/intro"),
        ("mailto:desk@a.example", "mailto:desk@a.example"),
        ("https://[broken", "https://[broken"),
        (f"https://a.example/{'long/' * 20}end", "a.example/…/end"),
    ],
)
def test_addresses_say_where_they_lead(url: str, shown: str) -> None:
    assert short_address(url) == shown
    assert Link(url).shown_label(str) == shown


@pytest.mark.parametrize("value", [None, {}, {"url": ""}, {"url": 1}, [], "https://a.example"])
def test_no_link(value: Any) -> None:
    assert external_docs(value, "") is None


def test_a_text_beside_a_reference_is_first() -> None:
    document = make_document({"Pet": {"description": "theirs"}, "X": {}})
    document.root["info"] = {"$ref": "#/components/schemas/Pet", "description": "mine"}
    found = resolved_text(document.resolve("/info"), "description")
    assert found is not None
    assert (found, found.pointer) == ("mine", "/components/schemas/Pet/description")
    assert resolved_text(document.resolve("/info"), "summary") is None
    assert Link("https://a.example", found).shown_label(str.upper) == "MINE"
