"""Components in descriptions: what readers see in HTML and in text."""

from __future__ import annotations

import pytest
from work import LINEAR, growth

from sphinx_navapi.content.nodes.description import description_nodes
from sphinx_navapi.formats.commonmark import plain_text, render_html, render_inline_html
from sphinx_navapi.formats.description_components import write_components

CALLOUT = '<div class="admonition {}"><p class="admonition-title">{}</p>\n{}\n</div>'
LISTED = f"<p>A</p>\n{CALLOUT.format('note', 'Mind', '<ul>%<li>b</li>%</ul>')}\n<p>C</p>".replace(
    "%", "\n"
)
CELLS = "<tr>\n<{0}>{1}</{0}>\n<{0}>{2}</{0}>\n</tr>"
TABLE = "<table>\n<thead>\n{}\n</thead>\n<tbody>\n{}\n</tbody>\n</table>".format(
    CELLS.format("th", "a", "b"), CELLS.format("td", "c", "d")
)

STEPS = "<ol>\n<li>\n{}\n</li>\n<li>\n{}\n</li>\n</ol>"
DETAILS = "<details>\n<summary>{}</summary>\n{}\n</details>"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (
            "<Warning>Take *care*.</Warning>",
            CALLOUT.format("warning", "Warning", "<p>Take <em>care</em>.</p>"),
        ),
        ("A\n<Note title='Mind'>\n    - b\n</Note>\nC", LISTED),
        (
            '<Steps><Step title="One">Do</Step><Step title="Two">\n  Go\n</Step></Steps>',
            STEPS.format(
                "<p><strong>One</strong></p>\n<p>Do</p>", "<p><strong>Two</strong></p>\n<p>Go</p>"
            ),
        ),
        (
            '<Accordion title="A & B"><Expandable title="C">d</Expandable></Accordion>',
            DETAILS.format("A &amp; B", DETAILS.format("C", "<p>d</p>")),
        ),
        (
            '<Card title="T" href="/a">b</Card>',
            '<p><a href="/a"><strong>T</strong></a></p>\n<p>b</p>',
        ),
        ('<Card title="T" href="javascript:a">b</Card>', "<p><strong>T</strong></p>\n<p>b</p>"),
        (
            "<CodeGroup>\n```sh A tool\nb\n```\n</CodeGroup>",
            "<p><strong>A tool</strong></p>\n<pre><code>b\n</code></pre>",
        ),
        (
            '<Tabs><Tab title="A">b</Tab></Tabs>',
            "<p><strong>A</strong></p>\n<p>b</p>",
        ),
        ("`<Tip>x</Tip>` <Tip>", "<p><code>&lt;Tip&gt;x&lt;/Tip&gt;</code> &lt;Tip&gt;</p>"),
        ("| a | b |\n|---|---|\n| <Tip>c</Tip> | d |", TABLE),
        ("```\n<Note>x</Note>\n```", "<pre><code>&lt;Note&gt;x&lt;/Note&gt;\n</code></pre>"),
        ("refs/<Branch>", "<p>refs/&lt;Branch&gt;</p>"),
        ("A\n\n<SecurityDefinitions />\n\nB", "<p>A</p>\n<p>B</p>"),
        ('<SchemaDefinition schemaRef="#/components/schemas/A" />', ""),
    ],
    ids=[
        "callout",
        "title and list",
        "steps",
        "accordions",
        "card",
        "card with a script",
        "code group",
        "tabs",
        "code",
        "table",
        "fence",
        "placeholder",
        "security definitions",
        "schema definition",
    ],
)
def test_components_in_descriptions(text, html):
    assert render_html(text) == html


def test_everywhere_alike():
    text = "Before.\n\n<Info>Take *care*.</Info>"
    assert plain_text(text) == "Before. Take care."
    assert render_inline_html(text) == "Before. Take <em>care</em>."
    (_, callout) = description_nodes(text)
    assert callout.tagname == "admonition"
    assert callout.astext() == "Info\n\nTake care."


def test_nested_callouts():
    text = "<Note>\na\n\n<Warning>\nb\n</Warning>\n</Note>"
    assert "\n> > b" in write_components(text)


@pytest.mark.parametrize("text", ["<Note>", "<Note>a</Note>", "<Note "])
def test_work_is_linear(text):
    assert growth(lambda size: write_components(text * size), 100) < LINEAR
    write_components(text * 6000)
