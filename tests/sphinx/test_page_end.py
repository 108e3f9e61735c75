"""``metadata.timestamp`` of docs.json: the date of a page's last change, below it."""

from __future__ import annotations

import os
from typing import Any

import pytest
from bs4 import BeautifulSoup

#: Noon of 2 January 2020, as modification time: there is no repository.
NOON = 1577966400


@pytest.fixture
def site(project):
    def change(**settings: Any) -> None:
        navigation = {"pages": ["index", "own", "off"]}
        project.write({"docs.json": {"navigation": navigation, **settings}})

    project.write(
        {
            "index.md": "# Home\n",
            "own.md": "---\ntimestamp: true\n---\n# Own\n",
            "off.md": "---\ntimestamp: false\n---\n# Off\n",
        }
    )
    for name in ("index", "own", "off"):
        os.utime(project.src / f"{name}.md", (NOON, NOON))
    project.conf["html_theme"] = "navapi"
    project.change = change
    change()
    return project


def note_of(built: Any, name: str) -> str:
    page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
    return "|".join(note.text for note in page.select(".navapi-updated"))


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_where_it_is_asked_for(site, theme: str) -> None:
    site.conf["html_theme"] = theme
    built = site.build()
    assert built.warnings == []
    assert [note_of(built, name) for name in ("index", "own", "off")] == [
        "", "Updated on January 2, 2020", "",
    ]  # fmt: skip
    site.change(metadata={"timestamp": True})
    again = site.build()
    assert again.read == []
    assert [note_of(again, name) for name in ("index", "own", "off", "search")] == [
        "Updated on January 2, 2020", "Updated on January 2, 2020", "", "",
    ]  # fmt: skip
    assert '<time datetime="2020-01-02">' in again.text("index.html")


def test_in_the_language_of_the_page(site) -> None:
    site.conf["language"] = "de"
    assert note_of(site.build(), "own") == "Aktualisiert am 2. Januar 2020"


def test_a_value_that_is_none(site) -> None:
    site.change(metadata={"timestamp": "yes"})
    built = site.build()
    [warning] = built.warnings
    assert "[navapi.config]" in warning
    assert note_of(built, "index") == ""
