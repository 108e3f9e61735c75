"""What the metadata of a page adds around its text: authors, dates, related pages, neighbors."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from sphinx_navapi.plan.metadata import CREATED, authors_of, day_of, related_of

HEAD = """---
createdDate: "2026-01-02"
lastUpdatedDate: "2026-08-13T10:00:00Z"
authors: [Ada, {name: "Grace <H>"}]
hideFooterPagination: true
related:
  - guides/two
  - "/three#fees"
  - Prices & fees: three
  - https://a.example/x
  - Elsewhere: https://a.example/y
  - javascript:alert(1)
  - gone
---

# One
"""
FILES = {
    "docs.json": {"navigation": {"pages": ["index", "guides/one", "guides/two", "three"]}},
    "index.md": "# Home\n",
    "guides/one.md": HEAD,
    "guides/two.md": "---\nrelated: false\n---\n\n# Two\n",
    "three.rst": ":related: guides/two\n:createdDate: May\n\nThree\n=====\n\n.. _fees:\n\nFees.\n",
}


def soup_of(built: Any, name: str) -> BeautifulSoup:
    return BeautifulSoup(built.text(f"{name}.html"), "html.parser")


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_a_page_with_all_of_them(project, theme: str) -> None:
    project.conf["html_theme"] = theme
    project.write(FILES)
    built = project.build()
    one, three = soup_of(built, "guides/one"), soup_of(built, "three")
    links = [(link["href"], link.text) for link in one.select(".navapi-related a")]
    assert links == [
        ("two.html", "Two"),
        ("../three.html#fees", "Three"),
        ("../three.html", "Prices & fees"),
        ("https://a.example/x", "https://a.example/x"),
        ("https://a.example/y", "Elsewhere"),
    ]
    (note,) = one.select(".navapi-updated")
    assert note.text == "Ada, Grace <H> · Updated on August 13, 2026"
    metas = one.select("meta[content]")
    tags = {tag.get("name") or tag.get("property"): tag["content"] for tag in metas}
    assert tags["article:published_time"] == "2026-01-02"
    assert tags["article:modified_time"] == "2026-08-13"
    assert len(one.select('meta[name="author"]')) == 2
    assert not one.select('link[rel="next"], link[rel="prev"], .navapi-prev-next a')
    assert three.select('link[rel="prev"]')
    assert [link["href"] for link in three.select(".navapi-related a")] == ["guides/two.html"]
    assert not soup_of(built, "guides/two").select(".navapi-related, .navapi-updated")
    wrong_day, dead = (warning.partition("WARNING: ")[2] for warning in built.warnings)
    assert wrong_day.startswith('createdDate: "May" is ignored: use a date such as "2026-08-13"')
    assert dead.startswith("related: no page or file exists at 'gone', so the link leads nowhere")


def test_a_change_of_a_related_title_is_shown(project) -> None:
    project.write(FILES)
    project.build()
    project.write({"guides/two.md": "# Second\n"})
    built = project.build()
    assert soup_of(built, "guides/one").select_one(".navapi-related a").text == "Second"


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-08-13", "2026-08-13"),
        (" 2026-08-13T23:59:59+02:00 ", "2026-08-13"),
        ("13.8.2026", None),
        ("", None),
        (None, None),
        (True, None),
        ([1], None),
    ],
)
def test_days(value: object, day: str | None) -> None:
    assert day_of({CREATED: value}, CREATED) == day


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("Ada", ["Ada"]),
        ([" Ada\n Byron ", 3, None, {}, {"name": "Grace", "orcid": "0"}, {"name": 1}],
         ["Ada Byron", "Grace"]),
        (None, []),
        ({"name": "Ada"}, ["Ada"]),
    ],
)  # fmt: skip
def test_authors(value: object, names: list[str]) -> None:
    assert authors_of({"authors": value}) == names


@pytest.mark.parametrize("value", [None, False, True, 3, [], [[]], {"a": 1}, [{"a": []}, ""]])
def test_odd_lists_of_related_pages_are_empty(value: object) -> None:
    assert list(related_of({"related": value})) == []
