"""Alerts, tasks and notes in descriptions, as HTML, nodes and text."""

from __future__ import annotations

import pytest
from docutils import nodes

from sphinx_navapi.content.nodes.description import description_nodes, inline_nodes
from sphinx_navapi.formats.commonmark import (
    fits_row,
    plain_text,
    render_html,
    render_inline_html,
)


def callout(kind: str, title: str, content: str) -> str:
    return (
        f'<div class="admonition {kind}"><p class="admonition-title">{title}</p>\n{content}\n</div>'
    )


@pytest.mark.parametrize(
    ("text", "html"),
    [
        *(
            pytest.param(
                f"> [!{kind}]\n> a", callout(kind.lower(), kind.title(), "<p>a</p>"), id=kind
            )
            for kind in ("NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION")
        ),
        pytest.param(
            "> [!note]  \n>\n> - a\n>   - b\n\nc",
            callout("note", "Note", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>")
            + "\n<p>c</p>",
            id="lists",
        ),
        pytest.param(
            "- a\n\n  > [!TIP]\n  > b",
            f"<ul>\n<li>\n<p>a</p>\n{callout('tip', 'Tip', '<p>b</p>')}\n</li>\n</ul>",
            id="in a list",
        ),
        pytest.param(
            "> [!TIP]\n> a<br>b <i class='admonition-title'>c</i>",
            callout("tip", "Tip", "<p>a<br>b <i>c</i></p>"),
            id="with HTML",
        ),
        pytest.param(
            "> [!OTHER]\n> a", "<blockquote>\n<p>[!OTHER]\na</p>\n</blockquote>", id="other"
        ),
        pytest.param(
            "> [!NOTE]\n> **a `b`**\n>\n> c",
            callout("note", "a <code>b</code>", "<p>c</p>"),
            id="own title",
        ),
        pytest.param(
            "> [!NOTE]\n> **a**", callout("note", "Note", "<p><strong>a</strong></p>"), id="bold"
        ),
        pytest.param(
            "- {% admonition type='x' type=\"success\" %}\n  a\n  {% /admonition %}\n- b",
            f"<ul>\n<li>\n{callout('tip', 'Check', '<p>a</p>')}\n</li>\n"
            "<li>\n<p>b</p>\n</li>\n</ul>",
            id="Markdoc in a list",
        ),
        pytest.param(
            'a\n{% admonition type="danger" name="b & c" %}d{% /admonition %}',
            "<p>a</p>\n" + callout("danger", "b &amp; c", "<p>d</p>").replace("danger", "caution"),
            id="title and kind",
        ),
        pytest.param(
            "- [ ] a\n- [x] b",
            '<ul>\n<li><input type="checkbox" disabled> a</li>\n'
            '<li><input type="checkbox" checked disabled> b</li>\n</ul>',
            id="tasks",
        ),
        pytest.param(
            "- [x] <b>a</b><input>",
            '<ul>\n<li><input type="checkbox" checked disabled> <b>a</b></li>\n</ul>',
            id="tasks with HTML",
        ),
        pytest.param(
            "a[^x] b[^x] [^y]\n\n[^x]: c",
            "<p>a<sup>1</sup> b<sup>1</sup> [^y]</p>\n<hr />\n<ol>\n<li>\n<p>c</p>\n</li>\n</ol>",
            id="notes",
        ),
        pytest.param("~~a `b`~~", "<p><s>a <code>b</code></s></p>", id="struck"),
    ],
)
def test_html(text: str, html: str) -> None:
    assert render_html(text) == html


def test_titles_in_the_language_of_the_page() -> None:
    words = {"note": "Hinweis", "info": "Zur <Info>"}
    text = "> [!NOTE]\n> a\n\n<Info>b</Info>"
    assert 'title">Hinweis</p>' in render_html(text, words.__getitem__)
    assert 'title">Zur &lt;Info&gt;</p>' in render_html(text, words.__getitem__)
    (note, info) = description_nodes(text, words.__getitem__)
    assert [note[0].astext(), info[0].astext()] == ["Hinweis", "Zur <Info>"]  # type: ignore[index]


@pytest.mark.parametrize("html", ["", "<b></b>"], ids=["from tokens", "from HTML"])
def test_nodes(html: str) -> None:
    text = f"> [!WARNING]\n> a\n>\n> - [x] b\n\n~~c~~{html}\n\nd[^1]\n\n[^1]: e"
    (callout, struck, *_rest, notes) = description_nodes(text)
    assert isinstance(callout, nodes.admonition)
    assert callout["classes"] == ["warning"]
    assert [part.tagname for part in callout.children] == ["title", "paragraph", "bullet_list"]
    (box,) = callout.findall(nodes.raw)
    assert 'checked="checked"' in box.astext()
    (inline,) = struck.findall(nodes.inline)
    assert inline.astext() == "c"
    assert isinstance(notes, nodes.enumerated_list)


def test_one_line() -> None:
    text = "> [!TIP]\n> a ~~b~~\n>\n> - [x] c\n\nd[^1]\n\n[^1]: e"
    assert plain_text(text) == "a b [x] c d e"
    assert "a <s>b</s>" in render_inline_html(text)
    assert "\x01" not in render_inline_html(text)
    assert "".join(node.astext() for node in inline_nodes(text)).startswith(
        "Tip: a ~~b~~: [x] c d1"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", True),
        ("*a* `b`\nc", True),
        ("# a", True),
        ("<p>a</p>", True),
        ("a\n\nb", False),
        ("> [!NOTE]\n> a", False),
        ("- a\n- b", False),
        ("```\na\n```", False),
    ],
)
def test_what_fits_a_row(text: str, expected: bool) -> None:
    assert fits_row(text) is expected
