"""The list of a page's headings in themes that parse and rewrite it on each page."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from html import escape
from typing import Any

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st

from sphinx_navapi.html.themes.pydata_sphinx_theme import page_toc
from sphinx_navapi.html.themes.pydata_sphinx_theme.page_toc import known_toc

Context = dict[str, Any]
Heading = tuple[str, str]

#: The lists that the theme's function has parsed.
parsed_lists: list[str] = []


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_toc, "_written", OrderedDict())
    parsed_lists.clear()


def theme_toc(context: Context) -> Callable[..., Any]:
    """What the theme does, in short."""

    @cache
    def generate(kind: str = "html") -> Any:
        parsed_lists.append(context["toc"])
        soup = BeautifulSoup(context["toc"], "html.parser")
        for level, part in enumerate(soup("ul")):
            part["class"] = ["nav", "shown"] if level <= context["theme_show_toc_level"] else "nav"
        for item in soup("li"):
            item["class"] = ["nav-item"]
        for found in soup("a"):
            found["class"] = [*found["class"], "nav-link"]
        below = soup.select_one("ul ul")
        if kind == "raw" or len(soup.select("ul:not(ul ul) > li")) > 1:
            return soup
        return "" if below is None else below

    return generate


def link(target: str, text: str) -> str:
    return f'<a class="reference internal" href="#{target}">{text}</a>'


def toc(title: str, *headings: Heading) -> str:
    """Sphinx's list for a page with one title."""
    items = "".join(f"<li>{link(*each)}</li>\n" for each in headings)
    below = f"<ul>\n{items}</ul>\n" if items else ""
    return f"<ul>\n<li>{link('', title)}{below}</li>\n</ul>\n"


def page(html: str, **more: Any) -> tuple[Any, Any]:
    """The theme's element for a list, and what we return for it."""
    contexts: list[Context] = [{"toc": html, "theme_show_toc_level": 1, **more} for _ in range(2)]
    wanted = theme_toc(contexts[0])()
    del parsed_lists[-1:]
    return wanted, known_toc(theme_toc(contexts[1]), contexts[1])()


FIRST = toc("List users", ("parameters", "Parameters"), ("responses", "Responses"))


def test_a_list_of_the_same_structure_is_not_parsed_again() -> None:
    for html in (
        FIRST,
        toc("Get", ("parameters", "Parameters"), ("responses", "Responses")),
        toc("A &amp; b", ("id1", "List&lt;User&gt;"), ("löwe", 'The "löwe" &amp; it\'s')),
    ):
        wanted, found = page(html)
        assert str(found) == str(wanted)
        assert len(found) == len(wanted)
    assert parsed_lists == [FIRST]


@given(st.lists(st.tuples(st.text("äöü-1", min_size=1), st.text(min_size=1)), max_size=3))
def test_any_list_is_as_the_theme_writes_it(headings: list[Heading]) -> None:
    page(toc("Title", *[(f"x{number}", f"X {number}") for number in range(len(headings))]))
    shown = [(target, escape(text, quote=False)) for target, text in headings]
    wanted, found = page(toc("Another title", *shown))
    assert str(found) == str(wanted)
    assert (found == "") == (wanted == "")


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (toc("One", ("a1", "A one"), ("b2", "B two"), ("c3", "C three")), "one more heading"),
        (f"{FIRST}{FIRST}", "two titles"),
        (FIRST.replace('"#"', '"#top"'), "a title with a target"),
        (toc("One", ("a1", "<code>A</code> one"), ("b2", "B two")), "an element in a link"),
        (toc("One", ("a1", "A&#64;one"), ("b2", "B two")), "written by its character"),
        (toc("One", ("a1", "A one"), ("b2", "  ")), "written with one space"),
        (toc("One", ("a1", "A one"), ("b&amp;2", "B two")), "an unusual target"),
    ],
)
def test_another_structure_is_parsed(html: str, reason: str) -> None:
    page(FIRST)
    wanted, found = page(html)
    assert parsed_lists == [FIRST, html], reason
    assert str(found) == str(wanted)


def test_a_page_with_only_a_title_has_no_list() -> None:
    assert [page(toc(title))[1] for title in ("One", "Two")] == ["", ""]
    assert parsed_lists == [toc("One")]


def test_the_options_of_a_page_count() -> None:
    page(FIRST)
    wanted, found = page(FIRST, theme_show_toc_level=0)
    assert str(found) == str(wanted) != str(page(FIRST)[1])
    assert len(parsed_lists) == 2


def test_a_heading_like_the_themes_classes_is_not_a_pattern() -> None:
    nav = toc("One", ("nav", "Navigate"), ("b2", "B two"))
    wanted = page(nav)[0]
    # The theme's classes are not those of this heading.
    for html in (nav, FIRST, toc("Two", ("x1", "X one"), ("y2", "Y two")), nav):
        wanted, found = page(html)
        assert str(found) == str(wanted)
    assert parsed_lists == [nav, nav, FIRST]


def test_templates_can_look_into_the_element() -> None:
    page(FIRST)
    wanted, found = page(toc("Get", ("a1", "A one"), ("b2", "B two")))
    assert parsed_lists == [FIRST]
    assert bool(found) is bool(wanted)
    assert [a["href"] for a in found.find_all("a")] == ["#a1", "#b2"]
    assert found.name == "ul"
    assert found["class"] == wanted["class"]
    assert list(map(str, found)) == list(map(str, wanted))
    assert list(map(str, found("a"))) == list(map(str, wanted("a")))
    assert found == wanted
    assert hash(found) == hash(wanted)
    assert found.li in found
    # And change it, as they can change the theme's.
    for element in (wanted, found):
        element.li.decompose()
        element["class"] = ["mine"]
        del element.li["class"]
    assert str(found) == str(wanted)
    assert "A one" not in str(found)
    assert len(found) == len(wanted)


def test_it_is_the_list_of_the_first_call() -> None:
    page(FIRST)
    context = {"toc": FIRST, "theme_show_toc_level": 1, "title": "Get"}
    known = known_toc(theme_toc(context), context)
    first = known()
    del context["toc"]
    assert known() is first
    assert first.a["href"] == "#parameters"
    assert context == {"theme_show_toc_level": 1, "title": "Get"}


def test_other_kinds_are_the_themes() -> None:
    context = {"toc": FIRST, "theme_show_toc_level": 1}
    theme = theme_toc(context)
    known = known_toc(theme, context)
    assert known("raw") is theme("raw")
    assert known(kind="raw") is theme(kind="raw")


def test_another_function_stays() -> None:
    context: Context = {"toc": FIRST, "theme_show_toc_level": 1}
    level = 2

    @cache
    def depends() -> Any:
        return BeautifulSoup(context["toc"], "html.parser")(limit=level)

    for other in (depends, theme_toc(context).__wrapped__, str, len):
        assert known_toc(other, context) is other


def test_few_structures_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_toc, "_MOST", 2)
    lists = [toc("One", *[(f"a{i}", f"A {i}") for i in range(10, 10 + n)]) for n in (1, 2, 3)]
    for html in (lists[0], lists[1], lists[0], lists[2], lists[0], lists[1]):
        page(html)
    assert parsed_lists == [lists[0], lists[1], lists[2], lists[1]]
