"""Builds with MDX pages: headings, metadata, links, and text that MyST would interpret."""

from __future__ import annotations

import json
import re
from itertools import product
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup, Tag
from full_run import first

NAVIGATION = {"name": "Example", "navigation": {"pages": ["index", "guide", "deep/page"]}}


def body(html: str) -> Tag:
    found = BeautifulSoup(html, "html.parser").find(class_="body")
    assert isinstance(found, Tag)
    return found


def headings(html: str) -> list[tuple[str, str]]:
    found = body(html).find_all(["h1", "h2", "h3", "h4"])
    return [(tag.name, tag.get_text().removesuffix("¶")) for tag in found]


@pytest.fixture
def site(project):
    project.write(
        {
            "docs.json": NAVIGATION,
            "index.mdx": "---\ntitle: Home\n---\n\nWelcome.\n",
            "guide.mdx": "---\ntitle: Guide\n---\n\n## First steps\n\nText.\n",
            "deep/page.mdx": "---\ntitle: Deep\n---\n\n## Part\n\nText.\n",
        }
    )
    return project


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("## A\n\n## B\n", [("h1", "Guide"), ("h2", "A"), ("h2", "B")], id="added"),
        pytest.param("Text.\n", [("h1", "Guide")], id="no heading at all"),
        pytest.param("# Guide\n\n## A\n", [("h1", "Guide"), ("h2", "A")], id="said already"),
        pytest.param("# The guide\n\n## A\n", [("h1", "The guide"), ("h2", "A")], id="its own"),
        pytest.param(
            "# A\n\n## B\n\n# C\n",
            [("h1", "Guide"), ("h2", "A"), ("h3", "B"), ("h2", "C")],
            id="several of the first level",
        ),
        pytest.param("Text.\n\n# A\n", [("h1", "Guide"), ("h2", "A")], id="text before it"),
        pytest.param("## A\n\n#### B\n", [("h1", "Guide"), ("h2", "A"), ("h3", "B")], id="skipped"),
    ],
)
def test_title_of_metadata_heads_the_page(site, source, expected):
    site.write({"guide.mdx": f"---\ntitle: Guide\n---\n\n{source}"})
    built = site.build()
    assert built.warnings == []
    assert headings(built.text("guide.html")) == expected


def test_title_is_plain_text(site):
    site.write({"guide.mdx": "---\ntitle: Use *all* of <Card> & `code`\n---\n\nText.\n"})
    built = site.build()
    assert built.warnings == []
    assert headings(built.text("guide.html")) == [("h1", "Use *all* of <Card> & `code`")]


def test_description_is_shown_and_in_the_head(site):
    site.write({"guide.mdx": '---\ntitle: Guide\ndescription: "All <you> need"\n---\n\nText.\n'})
    soup = BeautifulSoup(site.build().text("guide.html"), "html.parser")
    lead = soup.select_one("h1 + p.navapi-lead")
    assert lead is not None
    assert lead.get_text() == "All <you> need"
    meta = soup.select_one('meta[name="description"]')
    assert meta is not None
    assert meta["content"] == "All <you> need"


def test_broken_metadata_is_one_warning_and_keeps_the_page(site):
    site.write({"guide.mdx": "---\ntitle: Guide\ntags: [open\n---\n\nText *stays*.\n"})
    built = site.build()
    assert len(built.warnings) == 1
    assert "[navapi.page_metadata]" in built.warnings[0]
    assert "guide.mdx:" in built.warnings[0]
    assert "<em>stays</em>" in built.text("guide.html")
    assert headings(built.text("guide.html")) == [("h1", "Guide")]


def test_metadata_is_in_the_environment(site, tmp_path):
    site.write(
        {
            "guide.mdx": "---\ntitle: Guide\ntocdepth: 2\nauthor: '*me*'\nkeywords: [a, b]\n"
            "version: '**1**'\nabstract: unseen\n---\n\nText.\n",
            "conf.py": "def setup(app):\n"
            "    app.connect('env-updated', lambda app, env: seen.update(env.metadata['guide']))\n"
            "seen = {}\n"
            "def write(app, exception):\n"
            "    import json, pathlib\n"
            f"    pathlib.Path({str(tmp_path / 'seen.json')!r}).write_text(json.dumps(seen))\n"
            "old = setup\n"
            "def setup(app):\n    old(app)\n    app.connect('build-finished', write)\n",
        }
    )
    built = site.build()
    assert built.warnings == []
    seen = json.loads((tmp_path / "seen.json").read_text())
    assert seen["title"] == "Guide"
    assert seen["tocdepth"] == 2
    assert seen["author"] == "*me*"
    assert json.loads(seen["keywords"]) == ["a", "b"]
    assert "unseen" not in body(built.text("guide.html")).get_text()


LINKS = [
    ("/guide", "guide.html"),
    ("/guide.mdx", "guide.html"),
    ("/guide/", "guide.html"),
    ("guide", "guide.html"),
    ("./guide?x=1", "guide.html?x=1"),
    ("/guide?x=1&y#First-Steps", "guide.html?x=1&y#first-steps"),
    ("/guide#first-steps", "guide.html#first-steps"),
    ("/guide#First-Steps-", "guide.html#first-steps"),
    ("./deep/page#part", "deep/page.html#part"),
    ("/deep", "deep/page.html"),
    ("/old/guide", "guide.html"),
    ("/was/page", "deep/page.html"),
    ("/away", "https://example.com/"),
    ("https://example.com/x", "https://example.com/x"),
    ("mailto:a@example.com", "mailto:a@example.com"),
    ("vscode:extension/x", "vscode:extension/x"),
    ("#here", "#here"),
    ("#a-step", "#a-step"),
    ("#param-api-key", "#param-api-key"),
    ("/guide#own-name", "guide.html#own-name"),
]


def test_links_lead_to_pages(site):
    site.write(
        {
            "docs.json": NAVIGATION
            | {
                "redirects": [
                    {"source": "/old/guide", "destination": "/guide"},
                    {"source": "/was/:slug*", "destination": "/deep/:slug*"},
                    {"source": "/away", "destination": "https://example.com/"},
                ]
            },
            "index.mdx": "---\ntitle: Home\n---\n\n## Here\n\n"
            "<Step title='A step'>\n  Text.\n</Step>\n"
            "<ParamField header='apiKey' type='string'>Key</ParamField>\n\n"
            + "".join(f"- [link]({href})\n" for href, _ in LINKS),
            "guide.mdx": "---\ntitle: Guide\n---\n\n## First steps\n\n## Other {#own-name}\n",
        }
    )
    built = site.build()
    assert built.warnings == []
    html = body(built.text("index.html"))
    found = [unquote(str(a["href"])) for a in html.find_all("a") if a.get_text() == "link"]
    assert found == [expected for _, expected in LINKS]
    for target in ("here", "a-step", "param-api-key"):
        assert html.find(id=target) is not None
    assert body(built.text("guide.html")).find(id="own-name") is not None


def test_links_from_a_folder(site):
    site.write({"deep/page.mdx": "---\ntitle: Deep\n---\n[up](../guide) [beside](./page) [/](/)\n"})
    built = site.build()
    assert built.warnings == []
    found = [str(a["href"]) for a in body(built.text("deep/page.html")).select("p a")]
    assert found == ["../guide.html", "#", "../index.html"]


def test_missing_targets_are_reported_with_place(site):
    site.write({"guide.mdx": "---\ntitle: Guide\n---\n\n[a](/nope) and\n\n[b](/deep/page#nope)\n"})
    built = site.build()
    assert [line.split("guide.mdx:")[1].split(":")[0] for line in built.warnings] == ["5", "7"]
    assert all(line.endswith("[myst.xref_missing]") for line in built.warnings)
    html = body(built.text("guide.html"))
    assert "a and" in html.get_text()
    assert [str(a["href"]) for a in html.select("p a")] == ["deep/page.html#nope"]
    assert site.build(suppress_warnings=["myst.xref_missing"]).warnings == []


# MyST reads an attribute that Sphinx 9 deprecates.
@pytest.mark.filterwarnings("ignore:.*MystReferenceResolver.app")
def test_links_of_markdown_pages(site):
    site.write(
        {
            "docs.json": {"navigation": {"pages": ["index", "guide", "deep/page", "plain"]}},
            "plain.md": "# Plain\n\n## 1. Begin & end\n\n[a](/guide) [b](./deep/page#part)"
            " [c](#1-begin--end) [d](/deep/page.mdx)\n",
        }
    )
    built = site.build(navapi_markdown="myst")
    assert built.warnings == []
    found = [str(a["href"]) for a in body(built.text("plain.html")).select("p a")]
    assert found == ["guide.html", "deep/page.html#part", "#begin-end", "deep/page.html"]


def test_files_are_copied_and_images_found(site):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    site.write(
        {
            "files/data.csv": "a,b\n",
            "images/my pic.svg": svg,
            "deep/near.svg": svg,
            "deep/page.mdx": "---\ntitle: Deep\n---\n\n[data](/files/data.csv)\n\n"
            '![one](/images/my%20pic.svg)\n\n<img src="./near.svg" width="30" alt="two" '
            "className=\"a b\" style={{height: '2em'}} />\n",
        }
    )
    built = site.build()
    assert built.warnings == []
    html = body(built.text("deep/page.html"))
    images = html.find_all("img")
    assert [image["alt"] for image in images] == ["one", "two"]
    for link in [*(str(i["src"]) for i in images), str(html.select("a.download")[0]["href"])]:
        assert (built.out / "deep" / link.replace("%20", " ")).is_file()
    assert "30" in str(images[1])
    assert "2em" in str(images[1])
    assert set(images[1]["class"]) >= {"a", "b"}


def test_destinations_may_be_in_angle_brackets(site):
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    text = '![one](</a plan.svg>) [b](</deep/page#part> "T") [c](<files/a b.csv>)\n'
    site.write({"a plan.svg": svg, "files/a b.csv": "a\n"})
    site.write(
        {"guide.mdx": f"---\ntitle: Guide\n---\n\n{text}\n[d]: </deep/page>\n\n[d] <b>e</b>\n"}
    )
    built = site.build()
    assert built.warnings == []
    html = body(built.text("guide.html"))
    assert html.select_one("img[alt=one]")["src"].endswith("a%20plan.svg")
    found = [str(a["href"]) for a in html.select("p a")]
    assert found[0] == "deep/page.html#part"
    assert found[1].endswith("a%20b.csv")
    assert found[2] == "deep/page.html"
    assert html.select_one("strong").get_text() == "e"


def test_a_missing_image_is_reported_with_its_line(site):
    site.write({"guide.mdx": '---\ntitle: Guide\n---\n\n<img\n  src="/none.png"\n/>\n'})
    (warning,) = site.build().warnings
    assert "guide.mdx:5" in warning
    assert "none.png" in warning


def test_syntax_of_myst_is_text(site):
    site.write(
        {
            "guide.mdx": "---\ntitle: Guide\n---\n\n```{eval-rst}\n.. note:: raw\n```\n\n"
            "```{note}\nnot a note\n```\n\n{ref}`nothing`\n\n% no comment\n\n(target)=\n\n+++\n\n"
            ":::{tip}\nno tip\n:::\n\n{{ variable }}\n\n[^a-z] stays\n\n    indented\n"
        }
    )
    built = site.build()
    # What MyST would read as roles are expressions here, names without a value: one cause. A
    # substitution is an object, which has no text.
    names, code = built.warnings
    assert names.endswith("(2 places: guide.mdx:13:1, guide.mdx:21:4) [navapi.page_syntax]")
    assert "guide.mdx:25:1" in code
    html = body(built.text("guide.html"))
    assert html.select(".admonition") == []
    text = html.get_text()
    for expected in (
        ".. note:: raw", "not a note", "{ref}", "nothing", "% no comment", "(target)=", "+++",
        "no tip", "{{ variable }}", "[^a-z] stays",
    ):  # fmt: skip
        assert expected in text
    assert [pre.get_text().strip() for pre in html.find_all("pre")] == [
        ".. note:: raw", "not a note",
    ]  # fmt: skip


def test_code_has_language_title_and_stress(site):
    site.write(
        {
            "guide.mdx": "---\ntitle: Guide\n---\n\n"
            "```ts app/main.ts {2}\nlet a = 1\nlet b\n```\n\n"
            "```nolanguage\nx\n```\n\n```json\n{ not json ...\n```\n\n```mermaid\ngraph TD\n```\n"
        }
    )
    built = site.build()
    assert built.warnings == []
    html = body(built.text("guide.html"))
    assert [tag.get_text().removesuffix("¶") for tag in html.select(".caption-text")] == [
        "app/main.ts"
    ]
    assert html.select(".highlight-ts .hll")[0].get_text() == "let b\n"
    assert "graph TD" in html.get_text()


def test_rules_where_docutils_has_none(site):
    site.write(
        {"guide.mdx": "---\ntitle: Guide\n---\n\n---\n\na\n\n---\n\n---\n\n## B\n\nb\n\n---\n"}
    )
    built = site.build()
    assert built.warnings == []
    assert len(body(built.text("guide.html")).find_all("hr")) == 1


def test_footnotes(site):
    site.write(
        {"guide.mdx": "---\ntitle: Guide\n---\n\na[^1] b[^none]\n\n---\n\n[^1]: The note.\n"}
    )
    built = site.build()
    assert built.warnings == []
    html = body(built.text("guide.html"))
    assert "b[^none]" in html.get_text()
    assert "The note." in html.select_one("aside.footnote").get_text()


def test_math_of_a_page(site):
    site.write({"guide.mdx": "---\ntitle: Guide\n---\n\n$$\n\\frac{a}{b}\n$$\n\nfrom $5 to $7\n"})
    built = site.build()
    assert built.warnings == []
    assert r"\frac{a}{b}" in body(built.text("guide.html")).select_one(".math").get_text()
    assert "from $5 to $7" in body(built.text("guide.html")).get_text()


@pytest.mark.parametrize(
    "builder", first(2, ["latex", "text", "man", "epub", "gettext", "xml", "linkcheck"])
)
def test_other_builders(site, builder):
    site.write(
        {
            "guide.mdx": "---\ntitle: Guide\n---\n\n"
            "<Card title='Card' href='/deep/page'>\n  Inside.\n</Card>\n\n"
            "a<br/>b ~~c~~\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [ ] todo\n"
        }
    )
    built = site.build(builder, epub_copyright="x", version="1")
    assert built.warnings == []


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("plain.rst", ":title: From fields\n\nText only.\n", "From fields"),
        ("plain.rst", "Text only.\n", "Plain"),
        ("plain.md", "---\ntitle: From metadata\n---\n\nText only.\n", "From metadata"),
        ("plain.mdx", "Text only.\n", "Plain"),
    ],
)
def test_a_page_without_heading_has_its_title(site, name, source, expected):
    site.write({"docs.json": {"navigation": {"pages": ["index", "plain"]}}, name: source})
    built = site.build()
    assert built.warnings == []
    assert headings(built.text("plain.html")) == [("h1", expected)]
    assert "Text only." in built.text("plain.html")
    assert built.site()["pages"]["plain"]["title"] == expected


def test_sections_side_by_side_get_the_title_of_the_metadata(site):
    site.write(
        {
            "docs.json": {"navigation": {"pages": ["index", "plain"]}},
            "plain.md": "---\ntitle: Whole\n---\n\nBefore.\n\n## A\n\n## B\n",
        }
    )
    built = site.build(suppress_warnings=["myst.header"])
    assert built.warnings == []
    assert headings(built.text("plain.html")) == [("h1", "Whole"), ("h2", "A"), ("h2", "B")]


def test_nothing_happens_to_a_project_without_configuration(project):
    project.write({"index.rst": "Text only.\n"})
    built = project.build()
    assert headings(built.text("index.html")) == []


def test_rules_where_docutils_allows_none(site):
    source = "<hr />\n\n## A\n\n<hr />\n\n## B\n\nText.\n\n<hr />\n\n<hr />\n\nMore.\n\n<hr />\n"
    site.write({"guide.mdx": source})
    built = site.build()
    assert built.warnings == []
    assert len(body(built.text("guide.html")).find_all("hr")) == 1


#: What begins a block, and each further line of it; and the block's selector.
BLOCKS = (
    ("<Tabs>\n<Tab title='A'>\n", "", ".sd-tab-content"),
    ("<Accordion title='A'>\n", "", "details"),
    ("<Card title='A'>\n", "", ".sd-card"),
    ("- ", "  ", "li"),
    ("> ", "> ", "blockquote"),
)


def test_rules_within_blocks(site):
    pages = {}
    for number, ((before, prefix, within), rule) in enumerate(
        product(BLOCKS, ("---", "***", "<hr />"))
    ):
        lines = f"\n{prefix}".join(("One.", "", rule, "", "Two."))
        after = "".join(f"\n</{name}>" for name in re.findall(r"<(\w+)", before)[::-1])
        pages[f"p{number}"] = (f"# Guide\n\n{before}{lines}{after}\n", within)
    site.write({"docs.json": {"navigation": {"pages": ["index", "guide", "deep/page", *pages]}}})
    site.write({f"{name}.mdx": text for name, (text, _) in pages.items()})
    built, text = site.build(), site.build("text")
    assert built.warnings == []
    for name, (source, within) in pages.items():
        assert len(body(built.text(f"{name}.html")).select(f"{within} hr")) == 1, source
        one, two = (built.text(f"{name}.md").index(word) for word in ("One.", "Two."))
        assert "***" in built.text(f"{name}.md")[one:two], source
        assert "* * *" in text.text(f"{name}.txt"), source


def test_a_missing_anchor_names_the_nearest(site):
    site.write({"index.mdx": "[a](/guide#first-step) [b](/guide#other)\n"})
    said = site.build().warnings
    assert [re.sub(r".*leads to the page: ", "", line) for line in said] == [
        "did you mean 'first-steps'? [myst.xref_missing]",
        "use the anchor of an existing heading [myst.xref_missing]",
    ]


def test_many_missing_anchors_of_a_page_are_one_message(site):
    links = "".join(f"[x](/guide#away-{n}) " for n in range(4))
    own = "".join(f"[x](#gone-{n}) " for n in range(5))
    pages = {"pages": ["index", "guide", "plain"]}
    site.write(
        {"docs.json": {"navigation": pages}, "index.mdx": links, "plain.md": f"# P\n\n{own}"}
    )
    built = site.build(navapi_markdown="myst")
    said = [line for line in built.warnings if "xref_missing" in line]
    assert len(said) == 2
    assert "4 links refer to headings that page 'guide' does not have" in said[0]
    assert "for example 'away-0'" in said[0]
    assert "5 links on this page are broken" in said[1]
    assert "for example 'gone-0'" in said[1]


def test_a_heading_has_the_anchor_of_what_is_written(site):
    """Hosts derive anchors from the Markdown of a heading, before components are rendered."""
    load = 'import { Since } from "/snippets/since.jsx"'
    since = "export const Since = ({ v }) => <Badge>since {v}</Badge>;\n"
    site.write(
        {
            "snippets/since.jsx": since,
            "guide.mdx": f"{load}\n\n## Rules <Since v='5' />\n",
            "index.mdx": "[a](/guide#rules)\n",
        }
    )
    built = site.build()
    assert built.warnings == []
    page = body(built.text("guide.html"))
    assert page.find(id="rules") is not None
    assert "since 5" in page.get_text()
    assert 'href="guide.html#rules' in built.text("index.html")


def test_a_description_is_markdown(site):
    described = "---\ndescription: Run `ls -l` as [told](/index).\n---\n\n# Guide\n"
    site.write({"guide.mdx": described})
    built = site.build()
    assert built.warnings == []
    lead = body(built.text("guide.html")).find(class_="navapi-lead")
    assert lead.find("code").get_text() == "ls -l"
    assert lead.find("a")["href"] == "index.html"
    meta = BeautifulSoup(built.text("guide.html"), "html.parser").find(
        "meta", {"name": "description"}
    )
    assert meta["content"] == "Run ls -l as told."


def test_a_description_that_the_operation_repeats_is_shown_once(site):
    paths = {"/a": {"get": {"description": "Lists **all**.", "responses": {}}}}
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    head = "---\ntitle: A\nopenapi: api.json GET /a\ndescription: {}\n---\n"
    site.write({"api.json": document, "guide.mdx": head.format("Lists all.")})
    text = body(site.build().text("guide.html")).get_text()
    assert text.count("Lists all.") == 1
    site.write({"guide.mdx": head.format("Lists some.")})
    text = body(site.build().text("guide.html")).get_text()
    assert [text.count("Lists some."), text.count("Lists all.")] == [1, 1]


def test_names_of_languages_in_markdown(site):
    site.write(
        {
            "docs.json": {"navigation": {"pages": ["index", "guide", "deep/page", "plain"]}},
            "plain.md": "# Plain\n\n```env\nA=1 # note\n```\n",
        }
    )
    built = site.build()
    assert built.warnings == []
    assert '<span class="c1"># note</span>' in built.text("plain.html")
