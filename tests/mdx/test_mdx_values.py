"""Info strings of fences, literals of JavaScript, addresses of pages, names of anchors."""

from __future__ import annotations

import pytest

from sphinx_navapi.links.anchors import find_anchor, heading_slug
from sphinx_navapi.links.targets import (
    Redirects,
    find_in_folder,
    find_page,
    first_pages,
    is_external,
    split_href,
)
from sphinx_navapi.mdx.expressions import read_value
from sphinx_navapi.mdx.fence_info import known_language, read_fence_info
from sphinx_navapi.mdx.literals import literal_text, style_text
from sphinx_navapi.mdx.piece_reader import front_matter_end


@pytest.mark.parametrize(
    ("info", "language", "title", "stressed"),
    [
        ("", "", "", ""),
        ("python", "python", "", ""),
        ("TypeScript", "typescript", "", ""),
        ("ts title.ts {1,3}", "ts", "title.ts", "1,3"),
        ("js {1,3-5} src/a b.js", "js", "src/a b.js", "1,3-5"),
        ('bash title=".env" icon="x" expandable', "bash", ".env", ""),
        ("json highlight={2-3} wrap lines", "json", "", "2-3"),
        # Of what is said twice the first counts, and braces more than a word.
        ("js {1} {3}", "js", "", "1"),
        ("js {1} highlight={3}", "js", "", "1"),
        ("js highlight={3} {1}", "js", "", "1"),
        ('js title="a" title="b"', "js", "a", ""),
        ("Example", "", "Example", ""),
        ("Sample request", "", "Sample request", ""),
        ("prisma schema.prisma", "text", "schema.prisma", ""),
        ("text", "text", "", ""),
        ("mermaid", "mermaid", "", ""),
        ("curl", "bash", "", ""),
        ("tsx page.tsx", "tsx", "page.tsx", ""),
        ('title="only"', "", "only", ""),
        ("{eval-rst}", "", "{eval-rst}", ""),
        ("ts {a}", "ts", "{a}", ""),
        (".env", "bash", "", ""),
        ("http Example request: delete", "http", "Example request: delete", ""),
    ],
)
def test_fence_info(info, language, title, stressed):
    found = read_fence_info(info)
    assert (found.language, found.title, found.stressed) == (language, title, stressed)


@pytest.mark.parametrize(
    ("info", "flags", "icon"),
    [
        ("js", set(), ""),
        ("json highlight={2-3} wrap lines", {"wrap", "lines"}, ""),
        ('bash title=".env" icon="x" expandable', {"expandable"}, "x"),
        ("ts lines={true} wrap={false} twoslash", {"lines"}, ""),
        ("ts showLineNumbers", {"lines"}, ""),
    ],
)
def test_looks_of_a_fence(info, flags, icon):
    found = read_fence_info(info)
    assert (found.flags, found.icon, found.title) == (flags, icon, found.title)


@pytest.mark.parametrize(
    "info", ["ts", 'ts title="a b" {1,3}', 'text title="x"', "", "mermaid", "text {2}"]
)
def test_written_fence_info_reads_the_same(info):
    assert str(read_fence_info(info)) == info


def test_languages_are_those_of_pygments():
    from pygments.lexers import get_lexer_by_name

    for name in (
        "curl",
        "env",
        "jsx",
        "tsx",
        "vue",
        "svelte",
        "jsonc",
        "golang",
        "sol",
        "tf",
        "hcl",
    ):
        assert get_lexer_by_name(known_language(name)) is not None


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ('"a"', "a"),
        (" 'a\\'b' ", "a'b"),
        ("`a\nb`", "a\nb"),
        (r'"\u{1F600}\x41\t"', "😀A\t"),
        (r'"\ud800"', ""),
        ("12.5", "12.5"),
        ("`${a}`", None),
        ("a + 'b'", None),
        ("'a' + 'b'", None),
        ("true", None),
        ("", None),
        ('"a\nb"', None),
    ],
)
def test_literals(code, text):
    assert literal_text(code) == text


@pytest.mark.parametrize(
    ("code", "style"),
    [
        ("{}", ""),
        ("{ a: 'b' }", "a: b"),
        ("{marginTop: 4, zIndex: 2, lineHeight: 1.5, top: 0,}",
         "margin-top: 4px; z-index: 2; line-height: 1.5; top: 0"),
        ("{ 'font-family': \"'A', b\" }", "font-family: 'A', b"),
        ("{ a: b }", None),
        ("{ ...a }", None),
        ("'a: b'", "a: b"),
    ],
)  # fmt: skip
def test_styles(code, style):
    assert style_text(code) == style


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("1 === true", False), ("0 !== false", True), ("1 == true", True), ("2 == true", False),
        ("1 === 1.0", True), ("null === 0", False), ("null == 0", False), ("null == null", True),
        ("'1' === 1", False), ("'1' == 1", True), ("'1' != 1", False), ("2.5 == ' 2.5 '", True),
        ("'' == 0", True), ("'' == false", True), ("'' == null", False), ("'a' == 0", False),
        ("'0x10' == 16", True), ("'1_0' == 10", False), ("'inf' == 1", False),
        ("[1].includes(true)", False), ("[true].includes(true)", True),
        ("[[1]].includes([1])", False), ("['1'].includes(1)", False), ("[1.0].includes(1)", True),
    ],
)  # fmt: skip
def test_equality_is_that_of_javascript(code: str, value: bool) -> None:
    assert read_value(code) is value


PAGES = {"index": 0, "guide": 0, "deep/page": 0, "deep/index": 0, "other/README": 0, "a.b": 0}


@pytest.mark.parametrize(
    ("path", "docname", "page"),
    [
        ("/guide", "x", "guide"),
        ("/guide/", "x", "guide"),
        ("/guide.mdx", "x", "guide"),
        ("/guide.html", "x", "guide"),
        ("guide", "deep/page", "guide"),
        ("page", "deep/index", "deep/page"),
        ("./page", "deep/index", "deep/page"),
        ("./guide", "deep/index", None),
        ("../guide", "deep/page", "guide"),
        ("../../../guide", "deep/page", "guide"),
        ("/", "deep/page", "index"),
        ("/deep", "x", "deep/index"),
        ("/other/", "x", "other/README"),
        ("/guide/index", "x", "guide"),
        ("/a.b", "x", "a.b"),
        ("/nothing", "x", None),
    ],
)
def test_pages_of_links(path, docname, page):
    assert find_page(path, docname, PAGES, "index") == page


def test_first_page_of_a_folder():
    pages = first_pages(["z/b", "z/a/c", "zz/d"])
    assert find_in_folder("/z/", "x", pages) == "z/b"
    assert find_in_folder("a", "z/b", pages) == "z/a/c"
    assert find_in_folder("a", "z/a/x", pages) is None
    assert find_in_folder("..", "z/a/x", pages) == "z/b"
    assert find_in_folder("/", "x", pages) == "z/b"
    assert find_in_folder("/y", "x", pages) is None


@pytest.mark.parametrize(
    ("href", "external"),
    [("https://a", True), ("//a/b", True), ("mailto:a", True), ("/a", False), ("a/b:c", False),
     ("#a:b", False), ("./a", False)],
)  # fmt: skip
def test_external_addresses(href, external):
    assert is_external(href) is external


def test_parts_of_an_address():
    assert split_href("/a%20b?c=d#e%C3%A9") == ("/a b", "eé")
    assert split_href("#a") == ("", "a")


def test_redirects():
    redirects = Redirects(
        [
            {"source": "/a", "destination": "/b"},
            {"source": "old/:page", "destination": "/new/:page.x"},
            {"source": "/v1/:rest*", "destination": "/v2/:rest*"},
            {"source": "/any/*", "destination": "/one"},
            {"source": "/:x/:x", "destination": "/:x"},
            "nonsense",
            {"source": 1, "destination": "/c"},
            {"source": "/a", "destination": "/ignored"},
        ]
    )
    assert redirects.follow("/a/") == "/b"
    assert redirects.follow("old/p") == "/new/p.x"
    assert redirects.follow("/v1/p/q") == "/v2/p/q"
    assert redirects.follow("/v1") == "/v2"
    assert redirects.follow("/any/p/q") == "/one"
    assert redirects.follow("/p/q") == "/q"
    assert redirects.follow("/p.q(r") is None


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Say it!", "say-it"),
        ("1. Über uns & co", "1-über-uns--co"),
        ("a_b-c", "a_b-c"),
        ("日本", "日本"),
    ],
)
def test_slugs(title, slug):
    assert heading_slug(title) == slug


def test_anchors_are_found_as_others_slug_them():
    anchors = {"1-a--b": "a-b", "c": "c"}
    assert find_anchor("1-a--b", anchors) == "a-b"
    assert find_anchor("1-a-b-", anchors) == "a-b"
    assert find_anchor("C", anchors) == "c"
    assert find_anchor("d", anchors) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("---\na: b\n---\nc", "c"),
        ("---\n---\nc", "c"),
        ("---\na\n...\nc", "c"),
        ("---\na: b", "---\na: b"),
        ("\n---\na\n---\n", "\n---\na\n---\n"),
        ("----\na\n----\nc", "c"),
    ],
)
def test_front_matter(text, rest):
    assert text[front_matter_end(text) :] == rest
