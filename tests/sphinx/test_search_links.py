"""Titles of linked pages in the search index of our theme."""

from __future__ import annotations

import json
from typing import Any

import pytest

PAGE = """\
# Start

{intro}

## About {{doc}}`guide/lamps`

Last words.
"""
LAMPS = "(l)=\n# All about *lamps*\n\n(kinds)=\n## Kinds of bulbs\n\nText.\n"


def texts(built: Any) -> dict[str, list[str]]:
    """The excerpts of each page."""
    script = built.text("_navapi/search/all/text-0.js")
    found: dict[str, list[str]] = json.loads(script.partition(",")[2].rstrip()[:-1])
    return found


@pytest.fixture
def write(project):
    def write(text: str, lamps: str = LAMPS, **files: str):
        pages = ["index", "guide/lamps"]
        project.write(
            {
                "docs.json": {"navigation": {"pages": pages}},
                "index.md": PAGE.format(intro=text),
                "guide/lamps.md": lamps,
            }
        )
        return project.build(
            html_theme="navapi", extensions=["myst_parser", "sphinx_design", "sphinx_navapi"],
            numfig=True,
        )  # fmt: skip

    return write


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("See {doc}`guide/lamps`.", "See All about lamps."),
        ("See {doc}`the lamps <guide/lamps>`.", "See the lamps."),
        ("See {ref}`kinds`, {any}`l`.", "See Kinds of bulbs, All about lamps."),
        ("See [](guide/lamps.md) or [these](guide/lamps.md).", "See All about lamps or these."),
        ("{any}`guide/lamps`, {doc}`/guide/lamps`", "All about lamps, All about lamps"),
        ("A <b>bold</b> {py:func}`open` {kbd}`Ctrl`.", "A bold open() Ctrl."),
        ("```{card} First\n:link: guide/lamps\n:link-type: doc\nScrew.\n```", "First Screw."),
    ],
)  # fmt: skip
def test_links_are_shown_as_on_the_page(write, text, shown):
    built = write(text)
    assert built.warnings == []
    assert texts(built)["index"] == [shown, "Last words."]
    assert '["about-guide-lamps","About All about lamps"]' in built.text(
        "_navapi/search/all/pages.js"
    )


def test_a_link_without_a_target_is_its_text(write):
    built = write("See {ref}`nowhere` and {doc}`no/page` and {ref}`kinds`.")
    assert texts(built)["index"][0] == "See nowhere and no/page and Kinds of bulbs."
    # Reported once, by the page.
    assert len(built.warnings) == 2


def test_titles_are_words_of_the_page(write):
    built = write("See {doc}`guide/lamps` here.")
    words = json.loads(built.text("_navapi/search/all/words-.js").partition(",")[2].rstrip()[:-1])
    # Units: the first page and its section, and the first one of the start.
    assert words["lamps"] == ".tA.hD.xC"
    assert "guide" in words
    # Only that of the page's own name.
    assert words["guide"] == ".lA"
    built = write("See {doc}`guide/lamps` here.", LAMPS.replace("*lamps*", "torches"))
    assert built.read == ["guide/lamps"]
    assert texts(built)["index"][0] == "See All about torches here."
    assert '"torches":' in built.text("_navapi/search/all/words-.js")


def test_a_long_text_is_cut_without_losing_titles(write):
    word = "{doc}`guide/lamps` word "
    built = write(word * 200)
    excerpt = texts(built)["index"][0]
    assert excerpt.startswith("All about lamps word All about lamps word")
    assert excerpt.endswith("…")
    assert "\\0" not in json.dumps(texts(built))
    assert "u0000" not in json.dumps(texts(built))
