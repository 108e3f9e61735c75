from __future__ import annotations

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from case_files import text_cases
from full_run import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_navapi.formats import commonmark as description
from sphinx_navapi.formats.commonmark import (
    ALLOWED_ATTRIBUTES,
    ALLOWED_ELEMENTS,
    IMAGE_SCHEMES,
    LINK_SCHEMES,
    link_addresses,
    plain_text,
    render_html,
    render_inline_html,
    unsafe_parts,
)


def assert_inert(html: str) -> None:
    """An independent parser finds nothing that is not allowed."""
    for element in BeautifulSoup(f"<main>{html}</main>", "html.parser").main.find_all(True):
        assert element.name in ALLOWED_ELEMENTS - {"h1", "h2", "h3", "h4", "h5", "h6"}, element
        allowed = ALLOWED_ATTRIBUTES.get(element.name, set())
        if element.name == "div":
            allowed = {"class"}
        assert set(element.attrs) <= set(allowed), element
        for name in ("href", "src"):
            value = element.get(name)
            if value is None:
                continue
            seen = re.sub(r"[\x00-\x20]", "", str(value))
            scheme = re.match(r"([a-zA-Z][\w+.-]*):", seen)
            schemes = LINK_SCHEMES if name == "href" else IMAGE_SCHEMES | LINK_SCHEMES
            assert scheme is None or scheme[1].lower() in schemes, element


@pytest.mark.parametrize(
    ("text", "html"),
    [
        pytest.param("", "", id="blank"),
        pytest.param(" \n ", "", id="white space"),
        pytest.param("A & B < C", "<p>A &amp; B &lt; C</p>", id="plain text is escaped"),
        pytest.param("snake_case_name", "<p>snake_case_name</p>", id="underscores inside a word"),
        pytest.param("*a* **b** ~~c~~ `d`", "<p><em>a</em> <strong>b</strong> <s>c</s> <code>d</code></p>", id="inline marks"),  # noqa: E501
        pytest.param("&lt;b&gt;", "<p>&lt;b&gt;</p>", id="entities stay text"),
        pytest.param("refs/<branch> is <b>it</b>", "<p>refs/&lt;branch&gt; is <b>it</b></p>", id="placeholders are text"),  # noqa: E501
        pytest.param("# T\n\nx", '<div class="navapi-heading">T</div><p>x</p>', id="headings leave the outline"),  # noqa: E501
        pytest.param("<h2>T</h2>", '<div class="navapi-heading">T</div>', id="html headings too"),
        pytest.param("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>", id="list"),
        pytest.param("```json\n<b>\n```", "<pre><code>&lt;b&gt;\n</code></pre>", id="fence"),
        pytest.param("<https://a.test/x>", '<p><a href="https://a.test/x">https://a.test/x</a></p>', id="autolink"),  # noqa: E501
        pytest.param("at https://a.test/x_y, ok", '<p>at <a href="https://a.test/x_y">https://a.test/x_y</a>, ok</p>', id="bare address"),  # noqa: E501
        pytest.param("at https://{h}/x", "<p>at https://{h}/x</p>", id="a template is no link"),
        pytest.param("[a](/b)", '<p><a href="/b">a</a></p>', id="relative link"),
        pytest.param("![a](https://a.test/b.png)", '<p><img src="https://a.test/b.png" alt="a"></p>', id="image"),  # noqa: E501
        pytest.param(".. raw:: html\n\n   <script>x</script>", "<p>.. raw:: html</p>", id="directives are text"),  # noqa: E501
        pytest.param("{eval-rst}`x`", "<p>{eval-rst}<code>x</code></p>", id="roles are text"),
    ],
)  # fmt: skip
def test_render_html(text: str, html: str) -> None:
    assert re.sub(r"\s+", " ", render_html(text)) == re.sub(r"\s+", " ", html)


def test_table_has_no_inline_style() -> None:
    html = render_html("|a|b|\n|:-|-:|\n|1|2|")
    assert "style" not in html
    cells = BeautifulSoup(html, "html.parser").find_all("td")
    assert [cell.text for cell in cells] == ["1", "2"]


def test_unclosed_html_stays_inside_the_fragment() -> None:
    html = render_html("<details><summary>x</summary>\n\ntext </div></div></body> end")
    soup = BeautifulSoup(f"<main><section>{html}</section><p id=after></p></main>", "html.parser")
    after = soup.find(id="after")
    assert after is not None
    assert after.parent is not None
    assert after.parent.name == "main"


HOSTILE = [
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</script>",
    "<ScRiPt src=//x>",
    '<img src=x onerror="alert(1)">',
    "<svg/onload=alert(1)>",
    "<svg><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<math><mtext></mtext><style><img src onerror=alert(1)></style></math>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;&#97;vascript:alert(1))",
    "[x](java&Tab;script:alert(1))",
    "[x](\\u006aavascript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x]( \x01javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    "[x](file:///etc/passwd)",
    "[x][1]\n\n[1]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml;base64,AAAA)",
    "<a href='java&#x0a;script:alert(1)'>x</a>",
    "<a href=' javascript:alert(1)'>x</a>",
    "<a href='data:text/html,x'>x</a>",
    "<a href=x style='position:fixed'>x</a>",
    "<style>body{display:none}</style>",
    "<form action=//evil><input name=a><button>x</button></form>",
    "<iframe src=//evil></iframe>",
    "<base href=//evil>",
    "<meta http-equiv=refresh content='0;url=//evil'>",
    "<link rel=stylesheet href=//evil>",
    "<object data=//evil></object><embed src=//evil>",
    "<div id=x class=y>z</div>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php echo 1 ?><img src=x onerror=1>",
    "a <\x00img src=x onerror=alert(1)> <\x0b\x7fscript>alert(1)</script>",
    "<textarea></textarea><img src=x onerror=1>",
    "`<script>`",
    "    <script>",
    "```html\n<script>alert(1)</script>\n```",
    '```"><script>\nx\n```',
    '[x](https://a.test "\\"onmouseover=alert(1)")',
    '![" onerror=alert(1) x="](https://a.test/x.png)',
    "# <script>x</script>",
    "|<script>|\n|-|\n|<img onerror=1>|",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_inert(text: str) -> None:
    for around in (text, f"before {text} after", f"- {text}\n- x", f"<p>{text}</p>"):
        assert_inert(render_html(around))
        inline = render_inline_html(around)
        assert_inert(inline)
        assert not BeautifulSoup(f"{inline} ", "html.parser").find_all(["p", "div", "ul", "table"])


MARKUP_SOUP = st.lists(
    st.sampled_from(
        [
            *HOSTILE,
            "<", ">", '"', "'", "`", "*", "_", "[", "](", ")", "!", "\n", "\n\n", "    ", "- ",
            "<p", "<a href=", "javascript:", "https://a.test", "&", "&#", ";", "\\", "|", "#",
            "</", "<!--", "-->", "]]>", "\x00", "a", " ",
        ]
    ),
    max_size=12,
).map("".join)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "<![",
        '<!["',
        "<![x",
        "a<![CDATA[b]]>c",
        "<![if x]>y<![endif]>z",
        "<![ ]>",
        "<!x>",
        "<!",
        "<!-",
    ],
)
def test_sections_that_are_none_are_comments(text: str) -> None:
    """HTML, 13.2.5.42: a bogus comment, up to the next ``>``."""
    for written in (text, f"a <b>{text}</b> c", f"<script>x</script>{text}"):
        assert_inert(render_html(written))
        assert_inert(render_inline_html(written))
        assert isinstance(unsafe_parts(written), tuple)
        assert isinstance(plain_text(written), str)


@settings(max_examples=amount(300, 75), deadline=None)
@given(MARKUP_SOUP)
def test_any_soup_is_inert(text: str) -> None:
    assert_inert(render_html(text))
    assert_inert(render_inline_html(text))
    assert isinstance(unsafe_parts(text), tuple)
    assert isinstance(plain_text(text), str)


@settings(max_examples=amount(300, 75), deadline=None)
@given(st.text(alphabet=st.sampled_from("ab _*`[](){}<>&#;!|~:-+=1.)\\/ \té"), max_size=24))
def test_short_cut_changes_nothing(text: str) -> None:
    """Text treated as plain is rendered as the parser would have rendered it."""
    stripped = text.strip()
    if not stripped or not description.is_plain(stripped):
        return
    parser, renderer = description._parser(), description._renderer()
    full = renderer.render(description.parse(stripped), parser.options, {}).strip()
    assert render_html(text) == full
    assert render_inline_html(text) == full.removeprefix("<p>").removesuffix("</p>")
    assert plain_text(text) == " ".join(
        "".join(description._words(description.parse(stripped))).split()
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("plain", ()),
        ("a <branch> and <b>c</b> [x](https://a.test)", ()),
        ("<nobr>x</nobr><!-- y -->", ()),
        ("<script>x</script><script>y</script>", ("<script>",)),
        ("<a onclick=x href=y>z</a>", ("<a onclick>",)),
        (
            "[x](javascript:a) ![y](data:image/png;base64,AA)",
            ("javascript:a", "data:image/png;base64,AA"),
        ),
        ("`<script>` `[x](javascript:a)`", ()),
        ("a <\x00img src=x onerror=alert(1)>", ("<img onerror>",)),
        ("<iframe src=x></iframe>\n\n<form></form>", ("<iframe>", "<form>")),
    ],
)
def test_unsafe_parts(text: str, parts: tuple[str, ...]) -> None:
    assert unsafe_parts(text) == parts


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("a <b>c</b>", True),
        ("a <\x00img src=x>", True),
        ("a <branch>", False),
        ("1 < 2", False),
        ("`<b>`", False),
    ],
)
def test_has_raw_html(text: str, raw: bool) -> None:
    """Control characters hide nothing: the parser removes them."""
    assert description.has_raw_html(text) is raw


@pytest.mark.parametrize(
    ("text", "plain"), text_cases(Path(__file__).parent / "cases" / "plain_text.md")
)
def test_plain_text(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_very_long_text_is_shown_as_written() -> None:
    text = "*a* <b> " * 20_000
    assert render_html(text) == f"<p>{text.strip().replace('<', '&lt;').replace('>', '&gt;')}</p>"


def test_addresses_of_links_are_those_of_the_site_itself() -> None:
    text = "[a](/b) [c](d#e) [f](//host/g) [h](https://i.example) [j](mailto:k@l.example) [m](/b)"
    assert link_addresses(text) == ("/b", "d#e")
