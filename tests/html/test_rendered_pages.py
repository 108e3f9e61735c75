"""Corrections in a rendered page."""

from __future__ import annotations

import pytest

from sphinx_navapi.html.rendered_pages import absolute_links, one_of_each


def meta(name: str, content: str, more: str = "") -> str:
    return f'<meta {more}name="{name}" content="{content}">'


A, B = meta("viewport", "a"), meta("viewport", "b")
COMMENT, SCRIPT = f"<!-- {A} -->", f"<script>'{A}'</script>"
GERMAN = meta("description", "a", 'lang="de" ')


@pytest.mark.parametrize(
    ("head", "left"),
    [
        (
            meta("description", "a") + '\n<meta content="b" name="description"/>\n',
            meta("description", "a"),
        ),
        (
            "<meta property='og:title' content=a>" + meta("og:title", "b"),
            "<meta property='og:title' content=a>",
        ),
        (
            "<meta property=og:title content=a>" + meta("og:title", "b"),
            "<meta property=og:title content=a>",
        ),
        (meta("description", "a > b") + meta("description", "c"), meta("description", "a > b")),
        # Browsers follow the last one.
        (f"{A}\n<META NAME='viewport' CONTENT=b>", "<META NAME='viewport' CONTENT=b>"),
        (f"{A}<link>{B}<link>{A}", f"<link><link>{A}"),
        (f"{COMMENT}{A}", f"{COMMENT}{A}"),
        (f"{SCRIPT}{A}", f"{SCRIPT}{A}"),
        # Several of these are allowed.
        (
            meta("og:image", "a") + meta("og:image", "b"),
            meta("og:image", "a") + meta("og:image", "b"),
        ),
        (meta("description", "a") + GERMAN, meta("description", "a") + GERMAN),
        (meta("twitter:title", "name=viewport") + A, meta("twitter:title", "name=viewport") + A),
    ],
)
def test_one_of_each(head, left):
    body = f"</head><body>{meta('description', 'z')}</body>"
    found = one_of_each(f"<head><title>t</title>{head}{body}")
    assert found.replace("\n", "") == f"<head><title>t</title>{left}{body}"


def test_a_page_without_a_head_stays_as_it_is():
    text = '<meta name="viewport" content="a"><meta name="viewport" content="b">'
    assert one_of_each(text) == text


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("<a href=page.html>", '<a href="/x/page.html">'),
        ('<a href="../page/?a=1&amp;b=2#c">', '<a href="/page/?a=1&amp;b=2#c">'),
        ("<img src='./a b.png' alt='src=x.png'>", "<img src=\"/x/a b.png\" alt='src=x.png'>"),
        ('<script src="a.js">"<a href=b>"</script>', '<script src="/x/a.js">"<a href=b>"</script>'),
        ('<form action="search.html" data-x>', '<form action="/x/search.html" data-x>'),
        *(
            (f'<a href="{kept}">', f'<a href="{kept}">')
            for kept in ("#top", "/a", "//h/a", "https://h/", "mailto:a@b", "data:,x", "")
        ),
        ("<!-- <a href=b> -->", "<!-- <a href=b> -->"),
        ("<p>href=b</p>", "<p>href=b</p>"),
    ],
)
def test_absolute_links(tag, expected):
    assert absolute_links(f"<p>{tag}</p>", "/x/404.html") == f"<p>{expected}</p>"
