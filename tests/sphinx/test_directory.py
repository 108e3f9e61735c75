"""``directory`` in the navigation: a group's own page lists the group."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from full_run import first

FILES = {
    "index.md": "# Home\n",
    "loans.md": "# Loans\n\nText.\n\n## Fees\n\nMore.\n",
    "renew.md": "---\ndescription: Four weeks more.\n---\n\n# Renew\n",
    "desk.md": "# At the desk\n",
    "late.md": "# Late\n",
    "old.md": "# Old\n",
}


def write(project: Any, layout: str | None, inner: str | None = None, **more: Any) -> None:
    desk = {"group": "Desk", "root": "desk", "description": "Ask us.", "pages": ["late"], **more}
    group: dict[str, Any] = {
        "group": "Loans",
        "root": "loans",
        "pages": ["renew", "https://a.example/x", desk, {"group": "Old", "hidden": True,
                                                         "pages": ["old"]}],
    }  # fmt: skip
    if inner is not None:
        group["directory"] = inner
    navigation: dict[str, Any] = {"pages": ["index"], "groups": [group]}
    if layout is not None:
        navigation["directory"] = layout
    project.write({**FILES, "docs.json": {"navigation": navigation}})


def article(built: Any, name: str) -> BeautifulSoup:
    page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
    (found,) = page.select("article.body, article[role=main], div.body, .bd-article")[:1]
    return found


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_cards(project, theme: str) -> None:
    project.conf["html_theme"] = theme
    write(project, "card")
    built = project.build()
    assert built.warnings == []
    cards = [
        (card.select_one(".sd-card-title").text.strip(), card.select_one("a")["href"],
         [text.text for text in card.select(".sd-card-text")])
        for card in article(built, "loans").select(".sd-card")
    ]  # fmt: skip
    assert cards == [
        ("Renew", "renew.html", ["Four weeks more."]),
        ("a.example/x", "https://a.example/x", []),
        ("Desk", "desk.html", ["Ask us."]),
    ]
    assert [a["href"] for a in article(built, "desk").select(".sd-card a")] == ["late.html"]
    assert "sphinx-design" in built.text("loans.html")
    assert not article(built, "renew").select(".sd-card")


def test_accordion(project) -> None:
    project.conf["html_theme"] = "navapi"
    write(project, None, "accordion")
    built = project.build()
    loans = article(built, "loans")
    (details,) = loans.select("details")
    assert "Desk" in details.select_one("summary").text
    assert [a["href"] for a in details.select("a.reference")] == ["desk.html", "late.html"]
    listed = [a["href"] for a in loans.select(".navapi-pages a")]
    assert listed == ["renew.html", "https://a.example/x", "desk.html", "late.html"]


@pytest.mark.parametrize(("layout", "inner"), [(None, None), ("none", None), ("card", "none")])
def test_no_listing(project, layout: str | None, inner: str | None) -> None:
    write(project, layout, inner)
    built = project.build()
    assert built.warnings == []
    assert not article(built, "loans").select(".sd-card, details")


def test_an_inner_element_overrides_it(project) -> None:
    write(project, "card", directory="none")
    built = project.build()
    assert article(built, "loans").select(".sd-card")
    assert not article(built, "desk").select(".sd-card")


def test_later_builds_show_changes(project) -> None:
    write(project, None)
    project.build()
    write(project, "card")
    project.write({"renew.md": "# Renewing\n"})
    built = project.build()
    assert "Renewing" in article(built, "loans").select_one(".sd-card").text
    write(project, None)
    assert not article(project.build(), "loans").select(".sd-card")


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "singlehtml", "dirhtml"]))
def test_other_builders(project, builder: str) -> None:
    write(project, "card")
    assert project.build(builder).warnings == []
