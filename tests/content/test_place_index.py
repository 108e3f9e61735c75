from __future__ import annotations

import json

from sphinx_navapi.content.search_index import SearchPage, place_index
from sphinx_navapi.content.search_terms import SearchUnit, unit_terms


def test_the_files_of_a_place() -> None:
    """As read by `navapi-finder.js`: the page ``b`` and its section are units 1 and 2."""
    top = SearchUnit("", "", "Red fish", unit_terms(texts=["Red fish"]))
    section = SearchUnit("part", "Blue", "", unit_terms(heading="Blue", texts=["a fish"]))
    pages = [
        SearchPage(docname="a", title="Fish"),
        SearchPage(docname="b", title="B", trail="Sea", units=(top, section)),
    ]
    index = place_index(pages, {"a"})
    assert index.prefixes == ("",)
    assert json.loads(index.files["pages"]) == {
        "trails": ["", "Sea"],
        "pages": [["a", "Fish", 0, -1], ["b", "B", 1, 0, [["part", "Blue"]]]],
    }
    # Differences from the previous number, -1 at first: in unit 0 "A", in unit 1 "B", in 1 and 2
    # "BA".
    assert json.loads(index.files["words-"]) == {
        "b": ".tB", "blue": ".hC", "fish": ".tA.lB.xC", "red": ".lB",
    }  # fmt: skip
    assert json.loads(index.files["text-0"]) == {"b": ["Red fish", ""]}


def test_a_gap_of_more_than_31_has_several_digits() -> None:
    pages = [SearchPage(docname=f"p{n:03}", title="rare" if n == 100 else "x") for n in range(101)]
    # 100 = 4 + 3 * 32, lowest digit first, marked as not the last.
    words = json.loads(place_index(pages, ()).files["words-"])
    assert words["rare"] == ".tkD"
