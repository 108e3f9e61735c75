"""Generated MDX pages through parser, transforms and writer: nothing raises, no unsafe output.

The output is parsed by another HTML parser, which knows nothing about the page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from full_run import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sphinx.testing.util import SphinxTestApp

PARTS = [
    "<", ">", "/>", "</", "{", "}", "{/*", "*/}", "<!--", "-->", "`", "```", "~~~", "$$", "\\",
    "'", '"', "=", " ", "  ", "    ", "\n", "\n", "\n\n", "\n\n", "\t", "- ", "1. ", "> ", "# ",
    "## ", "|", "|-|-|", "---", "*", "**", "_", "[", "](/index)", "](javascript:alert(1))", "![",
    "word", "[^1]", "[^1]: ", "import A from '/snippets/a.mdx'\n", "export const b = 'c'\n",
    "export const D = ({x, children}) => <b>{x}{children}</b>\n", "<A/>", "<A>", "</A>", "{b}",
    "<D x='1'>", "</D>", "<Snippet file='a.mdx'/>", "<Note>", "</Note>", "<Note>\n", "\n</Note>\n",
    "<Card title='t' href='javascript:alert(1)'>", "<Card title='t' img='data:text/html,x'>",
    "<Tabs>", "<Tab title='a' icon='javascript:x'>", "</Tab>", "</Tabs>", "<Steps>", "<Step>",
    "<Step title='s'>", "</Step>", "</Steps>", "<CodeGroup>", "</CodeGroup>", "```js t\nx\n```\n",
    "<Accordion title={1}>", "</Accordion>", "<AccordionGroup>", "</AccordionGroup>", "<Frame>",
    "<Frame caption='[x](javascript:x)' hint='h'>", "</Frame>", "<ParamField path='p' type='t'>",
    "<ParamField body='x' required default={null}/>", "</ParamField>", "<Expandable title='e'>",
    "</Expandable>", "<ResponseField name='r'>", "</ResponseField>",
    "<Update label='l' tags={['a']}>",
    "</Update>", "<Icon icon='<script>' color='red;x:url(y)' size={9e9}/>", "<Badge color='\"'>",
    "</Badge>",
    "<Tooltip tip='<b>' href='javascript:x'>", "</Tooltip>", "<RequestExample>",
    "</RequestExample>",
    "<ResponseExample>", "</ResponseExample>", "<Tree>", "<Tree.Folder name='f'>",
    "<Tree.File name='g'/>",
    "</Tree.Folder>", "</Tree>", "<Latex>", "\\frac{a}", "</Latex>", "<View title='v'>", "</View>",
    "<Visibility for='humans'>", "</Visibility>", "<Prompt>", "</Prompt>", "<Color>", "</Color>",
    "<Color.Item value='url(x)'/>", "<Panel>", "</Panel>", "<Tile href='javascript:x'>", "</Tile>",
    "<Banner>", "</Banner>", "<Columns>", "<Column>", "</Column>", "</Columns>",
    "</Card>", "<CardGroup cols={2}>", "</CardGroup>", "<Callout title={<b>x</b>}>", "</Callout>",
    "<Foo onClick={() => 1}>", "</Foo>", "<div onclick='x()'>", "</div>", "<p>", "</p>", "<ul>",
    "<li>", "</li>", "</ul>", "<table>", "<tr>", "<td colSpan={3} rowSpan={2}>", "<th>", "</td>",
    "</th>", "</tr>", "</table>", "<br/>", "<img src='javascript:alert(1)' onerror='x()'/>",
    "<img src='/a.png' alt='b'/>", "<style>", "</style>", "<script>alert(1)</script>", "<script>",
    "<svg onload='x()'>", "<path d='M0'/>", "</svg>", "<a href='java\nscript:alert(1)'>",
    "<a href='/index'>", "</a>", "<span style={{color: 'red'}}>", "</span>", "<b>", "</b>", "<kbd>",
    "</kbd>", "<mark onmouseover='x'>", "</mark>", "<iframe src='javascript:alert(1)'>",
    "</iframe>", "<pre>", "</pre>", "<h2>", "</h2>", "<details>", "<summary>", "</summary>",
    "</details>", "{'<script>alert(1)</script>'}", '{"*x*"}', "&lt;script&gt;", "&#x3c;script>",
    "\ufdd0", "{\ufdd00}", "{\ufdd10}", "\x00", "\u2028", "é", "日", "\r\n",
]  # fmt: skip

#: Elements that pages may contain as HTML or that writers of Sphinx and themes create.
ALLOWED = frozenset(
    {
        "a", "abbr", "aside", "audio", "b", "blockquote", "br", "caption", "code", "col",
        "colgroup", "dd", "del", "details", "div", "dl", "dt", "em", "figure", "figcaption", "h1",
        "h2", "h3", "h4", "h5", "h6", "hr", "i", "iframe", "img", "input", "ins", "kbd", "label",
        "li", "mark", "ol", "p", "path", "pre", "s", "section", "span", "strong", "sub", "sup",
        "summary", "svg", "table", "tbody", "td", "th", "thead", "tr", "ul", "video", "button",
        "navapi-icon",
    }
)  # fmt: skip

_SCRIPT = re.compile(r"^[\s\x00-\x20]*(?:javascript|vbscript|data:text)", re.IGNORECASE)


@pytest.fixture(scope="module")
def write(tmp_path_factory) -> Callable[[str], tuple[nodes.document, str]]:
    """From a page's text to its doctree, and the HTML of its body."""
    folder = tmp_path_factory.mktemp("fuzz") / "src"
    (folder / "snippets").mkdir(parents=True)
    (folder / "conf.py").touch()
    (folder / "docs.json").write_text('{"navigation": {"pages": ["index"]}}')
    (folder / "index.mdx").write_text("# Start\n\nText.\n")
    (folder / "snippets" / "a.mdx").write_text("Included {x} **text**.\n\n- <Note>a</Note>\n")
    app = SphinxTestApp(
        "html",
        srcdir=folder,
        confoverrides={"extensions": ["sphinx_navapi"], "html_theme": "alabaster"},
        warning=io.StringIO(),
        exception_on_warning=False,
    )
    app.build()

    def written(text: str) -> tuple[nodes.document, str]:
        (folder / "index.mdx").write_text(text, "utf-8", newline="")
        app.env.clear_doc("index")
        app.env._pickled_doctree_cache.pop("index", None)
        app.builder.read_doc("index")
        document = app.env.get_doctree("index")
        app.builder.prepare_writing({"index"})
        tree = app.env.get_doctree("index")
        app.env.apply_post_transforms(tree, "index")
        tree.settings = app.builder.docsettings
        visitor = app.builder.create_translator(tree, app.builder)
        tree.walkabout(visitor)
        return document, "".join(visitor.body)

    yield written
    app.cleanup()


def unsafe_markup(html: str) -> list[str]:
    """Parts of *html* that a browser could execute, or that are on no list."""
    found = []
    for tag in BeautifulSoup(html, "html.parser").find_all():
        if tag.name not in ALLOWED:
            found.append(f"<{tag.name}>")
        for name, value in tag.attrs.items():
            text = value if isinstance(value, str) else " ".join(value)
            if name.startswith("on") or name in {"srcdoc", "formaction"}:
                found.append(f"{tag.name} {name}")
            if name in {"href", "src", "data", "xlink:href"} and _SCRIPT.match(text):
                found.append(f"{tag.name} {name}={text}")
    return found


@given(st.lists(st.sampled_from(PARTS), max_size=50).map("".join))
@settings(
    max_examples=amount(150, 15),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_page_is_written_and_safe(write, source):
    _, html = write(source)
    assert unsafe_markup(html) == []


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<img src='x' onError={() => alert(1)} />",
        "<a href=\"javascript:alert(1)\">x</a> <a href='&#106;avascript:alert(1)'>x</a>",
        "[x](javascript:alert(1)) [y](&#x6A;avascript:alert(1)) ![z](javascript:alert(1))",
        "<svg><script>alert(1)</script><a xlinkHref='javascript:alert(1)'>x</a></svg>",
        "<svg><use href='data:image/svg+xml,<svg/>'/><animate attributeName='href' to='x'/></svg>",
        "<iframe src='data:text/html,<script>alert(1)</script>'></iframe>",
        "<iframe srcDoc='<script>alert(1)</script>'></iframe>",
        "<div dangerouslySetInnerHTML={{__html: '<script>alert(1)</script>'}} />",
        "{'<script>alert(1)</script>'} <b>{`<img src=x onerror=alert(1)>`}</b>",
        "<Card title='<script>alert(1)</script>' href='java&#10;script:alert(1)'>x</Card>",
        "<Note title={<script>alert(1)</script>}>x</Note>",
        "<span style={{background: 'url(javascript:alert(1))'}}>x</span>",
        "<table><tr><td onclick='x'><script>y</script></td></tr></table>",
        "<object data='javascript:alert(1)'></object><embed src='javascript:alert(1)' />",
        "<math><mtext><script>alert(1)</script></mtext></math>",
        "<pre><script>alert(1)</script></pre>",
        "<form action='javascript:a(1)'><button formAction='javascript:a(1)'>x</button></form>",
        "export const X = ({u}) => <a href={u}>l</a>\n\n<X u='javascript:alert(1)'/>",
        "{\ufdd00} <b>x</b> {\"{\ufdd00}\"}",
    ],
)  # fmt: skip
def test_nothing_of_a_page_is_executed(write, source):
    _, html = write(source)
    allowed = {"object", "embed", "math", "mtext", "use", "animate"}
    found = [each for each in unsafe_markup(html) if each.strip("<>") not in allowed]
    assert found == []
    assert "url(" not in html


@pytest.mark.parametrize(
    ("source", "end"),
    [
        ("<Note>" * 300 + "x" + "</Note>" * 300, "x"),
        # The parser of Markdown leaves out what is below its limit.
        ("- " * 300 + "x", ""),
        ("> " * 300 + "x", ""),
        ("<b>" * 300 + "x" + "</b>" * 300, "x"),
        ("<ul><li>" * 100 + "x" + "</li></ul>" * 100, "x"),
        ("<table><tr><td>" * 60 + "x" + "</td></tr></table>" * 60, "x"),
        ("<CardGroup><Card title='a'>\n" * 60 + "x\n" + "</Card></CardGroup>\n" * 60, "x"),
        ("- <Note>\n  " * 60 + "x", "x"),
        ("*a **b " * 200, "**b"),
        ("[" * 60 + "x" + "](/index)" * 60, "x" + "](/index)" * 59),
        ("{[" * 200 + "1" + "]}" * 200, "]}" * 200),
        ("{(" * 200 + "1" + ")}" * 200, ")}" * 200),
    ],
)
def test_depth_has_a_limit_and_keeps_the_text(write, source, end):
    document, html = write(source)
    assert unsafe_markup(html) == []
    assert document.astext().removeprefix("Start").strip().endswith(end)


def test_the_writer_of_these_tests_writes(write):
    document, html = write("A <mark>b</mark> <Note>\n\n**c**\n</Note>\n")
    assert [node.astext() for node in document.findall(nodes.strong)] == ["c"]
    assert "<mark>b</mark>" in html
    assert unsafe_markup("<p onclick='x'><script>y</script><a href=' javascript:x'>z</a></p>") == [
        "p onclick", "<script>", "a href= javascript:x",
    ]  # fmt: skip
