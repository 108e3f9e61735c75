"""Pages with components, snippets and HTML: the output of each builder."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup, Tag
from docutils import nodes
from full_run import first

NAVIGATION = {"navigation": {"pages": ["index", "deep/page"]}, "variables": {"ver": "1.2"}}


@pytest.fixture
def site(project):
    project.write(
        {
            "docs.json": NAVIGATION,
            "index.mdx": "---\ntitle: Home\n---\n\nWelcome.\n",
            "deep/page.mdx": "---\ntitle: Deep\n---\n\n## Part\n\nText.\n",
        }
    )
    return project


def page(site, text: str, *, builder: str = "html", warnings: int = 0) -> Tag:
    site.write({"deep/page.mdx": text})
    built = site.build(builder)
    assert len(built.warnings) == warnings, built.warnings
    found = BeautifulSoup(built.text("deep/page.html"), "html.parser").find(class_="body")
    assert isinstance(found, Tag)
    return found


def outline(body: Tag) -> list[str]:
    return [tag.get_text().removesuffix("¶") for tag in body.find_all(["h1", "h2", "h3"])]


def test_markdown_inside_of_components_at_any_indentation(site):
    body = page(
        site,
        "# T\n\n<Note>\n      deep **bold**\n\n      - a\n        - b\n\n"
        "      ```py\n      if x:\n      \ty\n      ```\n</Note>\n\n"
        "1. one\n\n   <Warning>in *list*</Warning>\n\n2. two\n",
    )
    note = body.select_one(".note")
    assert note.select_one("strong").get_text() == "bold"
    assert [li.find("p").get_text() for li in note.find_all("li")] == ["a", "b"]
    assert note.find("pre").get_text() == "if x:\n\ty\n"
    items = body.select("ol > li")
    assert [item.find("p").get_text() for item in items] == ["one", "two"]
    assert items[0].select_one(".warning em").get_text() == "list"


def test_headings_between_tags_are_sections_of_the_page(site):
    body = page(
        site,
        "# T\n\n<div>\n\n## A\n\n</div>\n\n<Unheard>\n\n## B\n\n</Unheard>\n\n<h2>C</h2>\n\n## D\n",
        warnings=1,
    )
    assert outline(body) == ["T", "A", "B", "C", "D"]
    assert len(body.select("section > section > h2")) == 4


def test_a_snippet_is_part_of_the_page(site):
    site.write(
        {
            "snippets/setup.mdx": "## Set up {lang}\n\n[Home](/index), version {{ver}}.\n",
        }
    )
    body = page(
        site, 'import Setup from "/snippets/setup.mdx"\n\n# T\n\n<Setup lang="Go" />\n\n## After\n'
    )
    assert outline(body) == ["T", "Set up Go", "After"]
    assert body.find("a", string="Home")["href"] == "../index.html"
    assert "version 1.2." in body.get_text()


def test_a_changed_snippet_is_read_into_its_pages(site):
    site.write({"snippets/a.mdx": "One.\n"})
    page(site, 'import A from "/snippets/a.mdx"\n\n# T\n\n<A />\n')
    site.write({"snippets/a.mdx": "Two, longer.\n"})
    built = site.build()
    assert built.read == ["deep/page"]
    assert "Two, longer." in built.text("deep/page.html")
    assert "Two, longer." in built.text("deep/page.md")


def test_a_missing_snippet_is_reported_and_found_when_it_comes(site):
    text = 'import A from "/snippets/a.mdx"\n\n# T\n\n<A>kept</A>\n'
    body = page(site, text, warnings=1)
    assert "kept" in body.get_text()
    site.write({"snippets/a.mdx": "Here.\n"})
    built = site.build()
    assert built.warnings == []
    assert "Here." in built.text("deep/page.html")


def test_broken_pages_are_reported_with_line_and_column_and_kept(site):
    text = "# T\n\nBefore.\n\n  <Card title='x'>\n\nInside.\n\nA {new Date()} b </Tab>\n"
    site.write({"deep/page.mdx": text})
    built = site.build()
    found = [re.search(r"page\.mdx:(\d+):(\d+): WARNING: (.*?)[ ,:]", w) for w in built.warnings]
    assert [match.groups()[:2] for match in found] == [("5", "3"), ("9", "3"), ("9", "18")]
    assert all("[navapi.page_syntax]" in w for w in built.warnings)
    text = BeautifulSoup(built.text("deep/page.html"), "html.parser").get_text()
    assert all(word in text for word in ("Before.", "Inside.", "{new Date()}"))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "wurning",
            'unknown callout type "wurning"; it is shown as a note: did you mean warning?',
        ),
        ("warn", ""),
        ("Danger", ""),
        ("xyz", 'unknown callout type "xyz"; it is shown as a note: use note, warning, tip,'),
    ],
)
def test_the_type_of_a_callout(site, written, said):
    site.write({"deep/page.mdx": f'# T\n\n<Callout type="{written}">Inside.</Callout>\n'})
    built = site.build()
    assert "Inside." in built.text("deep/page.html")
    assert len(built.warnings) == bool(said)
    assert all(f"page.mdx:3:1: WARNING: {said}" in warning for warning in built.warnings)


def test_elements_of_html(site):
    body = page(
        site,
        "# T\n\n<b>b</b> <em>e</em> <kbd>K</kbd> H<sub>2</sub> <mark className='m'>m</mark>"
        " <span className=\"s\">s</span> a<br/>b <a href='/index'>l</a>\n\n"
        "<ul>\n  <li>one **x**</li>\n  <li>\n    two\n\n    ```\n    c\n    ```\n  </li>\n</ul>\n\n"
        "<ol start={3}><li>n</li></ol>\n\n<hr />\n\n<blockquote>q</blockquote>\n\n"
        "<pre>\n  {`a < b`}\n</pre>\n\n"
        "<details><summary>S</summary>\n\nhidden\n\n</details>\n\nEnd.\n",
    )
    assert body.find("strong").get_text() == "b"
    assert body.select_one("code.kbd, kbd").get_text() == "K"
    assert body.select_one("mark.m").get_text() == "m"
    assert body.select_one("span.s").get_text() == "s"
    assert body.find("a", string="l")["href"] == "../index.html"
    assert [li.find("p").get_text() for li in body.select("ul > li")] == ["one x", "two"]
    assert body.select_one("ul pre").get_text() == "c\n"
    assert body.find("ol")["start"] == "3"
    assert body.find("hr")
    assert body.find("blockquote").get_text().strip() == "q"
    assert "a < b" in body.find_all("pre")[-1].get_text()
    assert "hidden" in body.get_text()


def test_a_link_around_blocks_is_on_their_texts(site):
    body = page(
        site,
        "# T\n\n<a href='/index'>\n  <div>**one**</div>\n\n  <span>two</span>"
        " <a href='https://example.org'>own</a>\n</a>\n\n"
        "<a href='/index'><Card title='three'/></a>\n",
    )
    links = [(link.get_text(), link["href"]) for link in body.select("section a:not(.headerlink)")]
    assert links == [
        ("one", "../index.html"), ("own", "https://example.org"), ("three", "../index.html"),
    ]  # fmt: skip


TABLE = (
    "# T\n\n<table>\n  <thead>\n    <tr><th>A</th><th colSpan={2}>B</th></tr>\n  </thead>\n"
    "  <tbody>\n    <tr><td rowSpan={2}>a **x**</td><td>[l](/index)</td><td>c</td></tr>\n"
    "    <tr><td>\n\n    - i\n\n    </td></tr>\n  </tbody>\n</table>\n"
)


def test_tables_of_html(site):
    body = page(site, TABLE)
    table = body.find("table")
    assert [th.get_text().strip() for th in table.find_all("th")] == ["A", "B"]
    assert table.find_all("th")[1]["colspan"] == "2"
    assert table.find("td")["rowspan"] == "2"
    assert table.find("strong").get_text() == "x"
    assert table.find("a")["href"] == "../index.html"
    assert table.find("li").get_text().strip() == "i"
    assert [len(row.find_all("td")) for row in table.find("tbody").find_all("tr")] == [3, 2]


@pytest.mark.parametrize(
    "builder", first(2, ["text", "latex", "epub", "man", "texinfo", "gettext"])
)
def test_other_builders_show_all(site, builder):
    site.write(
        {
            "deep/page.mdx": TABLE + "\n<Note>note1</Note>\n\n<Card title='card1' href='/index'>in1"
            "</Card>\n\n<iframe src='https://example.org/v' title='film1'></iframe>\n\n"
            "<Check>check1</Check> {'text1'} <mark>mark1</mark>\n\n"
            "<CardGroup cols={2}><Card title='card2'>in2</Card></CardGroup>\n"
        }
    )
    built = site.build(builder, copyright="2026", version="1")
    # Sphinx's manual pages and Texinfo do not support cells that span columns.
    assert [w for w in built.warnings if not re.search("table (?:cell|row) spanning", w)] == []
    files = [path for path in built.out.rglob("*") if path.suffix in
             {".txt", ".tex", ".xhtml", ".1", ".texi", ".pot"}]  # fmt: skip
    text = "".join(path.read_text("utf-8") for path in files)
    for word in ("note1", "card1", "in1", "film1", "check1", "text1", "mark1", "card2", "in2"):
        if builder == "epub" and word == "film1":
            continue
        assert word in text, word


def test_a_film_of_the_project_goes_into_the_output(site):
    site.write({"films/a b.mp4": "film", "deep/poster.png": "p"})
    body = page(
        site,
        '# T\n\n<video controls poster="poster.png" src="/films/a b.mp4"></video>\n\n'
        '<video>\n  <source src="../films/a%20b.mp4" />\n</video>\n\n'
        '<iframe src="https://example.org/x?a=1&amp;b=2" allowFullScreen></iframe>\n',
    )
    out = site.folder / "build" / "html" / "deep"
    film, other = body.find_all("video")
    addresses = [film["src"], film["poster"], other.find("source")["src"]]
    for address in addresses:
        assert (out / address.replace("%20", " ")).resolve().is_file(), address
    assert body.find("iframe")["src"] == "https://example.org/x?a=1&b=2"
    written = (out / "page.md").read_text("utf-8")
    links = dict(re.findall(r"\[([^\]]+)\]\(<?(\.[^)>]+)>?\)", written))
    assert (out / links["a b.mp4"].replace("%20", " ")).resolve().is_file()
    texts = [written, (out.parent / "llms-full.txt").read_text("utf-8")]
    assert not any(map(re.compile("[\ufdd0-\ufdef]").search, texts))


SPOKEN = "# T\n\nPress <kbd>K</kbd> {'now'}.\n\n<Note>\n  Mind **it**.\n</Note>\n"
CATALOG = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Press <kbd>K</kbd> now."
msgstr "Jetzt <kbd>K</kbd> **drücken**."
"""


def test_messages_are_the_text_of_the_page(site):
    site.write({"deep/page.mdx": SPOKEN})
    pot = site.build("gettext").text("deep.pot")
    assert 'deep/page.mdx:3\nmsgid "Press <kbd>K</kbd> now."' in pot
    assert 'deep/page.mdx:6\nmsgid "Mind **it**."' in pot


def test_translations_are_mdx(site):
    site.write({"deep/page.mdx": SPOKEN, "locale/de/LC_MESSAGES/deep.po": CATALOG})
    built = site.build(language="de", locale_dirs=["locale"], exclude_patterns=["locale"])
    assert built.warnings == []
    body = BeautifulSoup(built.text("deep/page.html"), "html.parser").find(class_="body")
    assert body.find("strong").get_text() == "drücken"
    assert "Jetzt K drücken." in body.get_text()


def test_markdown_pages_are_not_mdx(site):
    site.write(
        {
            "docs.json": {"navigation": {"pages": ["index", "deep/page", "plain"]}},
            "plain.md": "# P\n\nimport A from 'b'\n\n{'x'} `{a}` <b>raw</b>\n\n    code <Note>\n\n"
            "```{note}\nA note.\n```\n",
        }
    )
    built = site.build()
    assert built.warnings == []
    body = BeautifulSoup(built.text("plain.html"), "html.parser").find(class_="body")
    text = body.get_text()
    assert "import A from ‘b’" in text
    assert "{‘x’}" in text
    assert body.find("b").get_text() == "raw"
    assert body.find("pre").get_text() == "code <Note>\n"
    assert body.select_one(".admonition.note")


def test_doctree_of_a_page_has_lines(site):
    places: dict[str, tuple[str, int]] = {}

    def note(_app, doctree):
        for node in doctree.findall(nodes.paragraph):
            places[node.astext()] = (node.source.rpartition("/src/")[2], node.line)

    site.write(
        {
            "snippets/s.mdx": "---\ntitle: s\n---\n\nSnippet text.\n",
            "deep/page.mdx": "import S from '/snippets/s.mdx'\n\n# T\n\n<S/>\n\n"
            "- <Note>\n    note\n  </Note>\n\nafter\n",
        }
    )
    site.build(connect={"doctree-read": note})
    assert places["note"] == ("deep/page.mdx", 8)
    assert places["after"] == ("deep/page.mdx", 11)
    assert places["Snippet text."] == ("snippets/s.mdx", 5)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<Note>\n  Text.\n</Note>\n", []),
        ("<Carousel>\nText.\n</Carousel>\n<Carousel/>\n", [("Carousel", 3)]),
        ('import Hours from "/snippets/hours.mdx"\n\n<Hours />\n', []),
        ("export const Box = () => 1\n\n<Box/> <Other.Part/>\n", [("Other.Part", 5)]),
        ("export const Box = () => f(x)\n\n<Box/> <Box/>\n", [("Box", 3)]),
        ("```jsx\n<Shown/>\n```\n\n`<Spoken/>` <b>bold</b> <>part</>\n", []),
    ],
    ids=["known", "once", "imported", "defined", "program", "code and HTML"],
)
def test_components_that_nobody_knows(site, text, found):
    site.write({"snippets/hours.mdx": "Hours.\n", "deep/page.mdx": f"# T\n\n{text}"})
    warnings = site.build().warnings
    assert all("[navapi.unknown_component]" in warning for warning in warnings)
    assert [
        (match[2], int(match[1]))
        for warning in warnings
        if (match := re.search(r"page\.mdx:(\d+)[:\d]*: .*?component <([\w.]+)>", warning))
    ] == found
    assert len(warnings) == len(found)


#: A text, the subtype of its warning and what that names, and what the page shows.
REFUSED = (
    ("<note>one</note> <note>two</note>", "unknown_component", "<Note>", "one two"),
    ("<widget-x>\n\none\n\n</widget-x>", "unknown_component", "<widget-x>", "one"),
    ('one <link rel="x" href="y" />', "page_syntax", "<link>", "one"),
    ('one <meta name="x" /><meta />', "page_syntax", "<meta>", "one"),
    ("one <style>{`a {}`}</style>", "page_syntax", "<style>", "one"),
    ("one <input /> <input />", "page_syntax", "<input>", "one"),
    ("<select><option>one</option></select>", "page_syntax", "<select>", "one"),
    ("<b dangerouslySetInnerHTML={{__html: '<i>x</i>'}}>one</b>", "page_syntax",
     "dangerouslySetInnerHTML", "one"),
    ("<button onClick={go}>one</button> <button onClick={() => go()}>two</button>",
     "page_syntax", "onClick of <button>", "one two"),
    ("<table><tr><td onmouseover='go()'>one</td></tr></table>", "page_syntax",
     "onmouseover of <td>", "one"),
    ("<Card title='A' onClick={go}>one</Card>", "page_syntax", "onClick of <Card>", "A one"),
    ("<CardGroup cols='two'>one</CardGroup>", "page_syntax", "cols of <CardGroup>", "one"),
    ("one {nothing.here}", "page_syntax", "name", "one {nothing.here}"),
    ("<Widget onClick={go}>one</Widget>", "unknown_component", "<Widget>", "one"),
    ("<input onChange={go} />", "page_syntax", "<input>", ""),
    ("one {[1].map((x) => unknown(x))}", "page_syntax", "code",
     "one {[1].map((x) => unknown(x))}"),
)  # fmt: skip


def test_what_a_page_cannot_have_is_reported_once(site):
    pages = {f"deep/p{number:02}": row for number, row in enumerate(REFUSED)}
    site.write({"docs.json": {"navigation": {"pages": ["index", "deep/page", *pages]}}})
    site.write({f"{name}.mdx": f"# T\n\n{text}\n" for name, (text, *_) in pages.items()})
    built = site.build()
    # A cause is reported once, with all of its places.
    assert len(built.warnings) == len({said for _, _, said, _ in REFUSED}), built.warnings
    for name, (text, kind, said, shown) in pages.items():
        (warning,) = [each for each in built.warnings if f"{name}.mdx:3" in each]
        assert f"[navapi.{kind}]" in warning, text
        assert said in warning, text
        page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
        section = page.select_one(".body section")
        assert " ".join(section.get_text().split()).removeprefix("T¶").strip() == shown, text


def test_a_lower_case_placeholder_is_text(site):
    body = page(site, "# T\n\nArray<string> and <your-key>\n")
    assert "Array<string> and <your-key>" in body.get_text()


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("<Update>one</Update>", "label"),
        ("<Tabs><Tab>one</Tab></Tabs>", "title"),
        ("<Accordion>one</Accordion>", "title"),
        ("<ParamField type='text'>one</ParamField>", "name"),
        ("<ResponseField>one</ResponseField>", "name"),
        ("<Tooltip>one</Tooltip>", "tip"),
        ("one <Icon />", "icon"),
    ],
)
def test_a_component_without_its_label_is_reported(site, text, attribute):
    site.write({"deep/page.mdx": f"# T\n\n{text}\n"})
    built = site.build()
    (warning,) = built.warnings
    assert "page.mdx:3" in warning
    assert f" {attribute}=" in warning
    body = BeautifulSoup(built.text("deep/page.html"), "html.parser").find(class_="body")
    assert "one" in body.get_text()
    labels = body.select("h2, .sd-tab-label, .sd-summary-text")
    assert all(label.get_text().removesuffix("¶").strip() for label in labels)


def test_a_field_shows_where_its_parameter_is(site):
    body = page(
        site,
        "# T\n\n<ParamField query='limit'>a</ParamField>\n\n"
        "<ParamField header='Accept'>b</ParamField>\n\n"
        "<ParamField path='argument'>c</ParamField>\n",
    )
    assert [head.get_text() for head in body.select(".navapi-fields > li > div")] == [
        "limit query", "Accept header", "argument",
    ]  # fmt: skip
