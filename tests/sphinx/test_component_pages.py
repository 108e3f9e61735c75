"""Components of MDX pages, in HTML and in builders that write text."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup, Tag
from case_files import read_yaml
from full_run import first

from sphinx_navapi.doctree.components import all_components, component_names, find_component
from sphinx_navapi.formats.description_components import CALLOUTS, CONTAINERS

NAVIGATION = {"name": "Example", "navigation": {"pages": ["index", "page"]}}


@pytest.fixture
def write(project):
    """Write the page and the project around it."""

    def write(text: str, head: str = "title: Page"):
        project.write(
            {
                "docs.json": NAVIGATION,
                "index.mdx": "---\ntitle: Home\n---\n\nWelcome.\n",
                "page.mdx": f"---\n{head}\n---\n\n{text}\n",
            }
        )
        return project

    return write


def page(built) -> Tag:
    assert built.warnings == []
    found = BeautifulSoup(built.text("page.html"), "html.parser").find(class_="body")
    assert isinstance(found, Tag)
    return found


def plain(built) -> str:
    assert built.warnings == []
    return " ".join(built.text("page.txt").split())


def one(tag: Tag, selector: str) -> Tag:
    found = tag.select(selector)
    assert len(found) == 1, (selector, str(tag))
    return found[0]


CASES = read_yaml(Path(__file__).parent / "cases" / "components.yaml")


def page_files(pages):
    """Files of a project: title and text for each page name."""
    written = {f"{name}.mdx": f"---\ntitle: {title}\n---\n\n{text}\n"
               for name, (title, text) in pages.items()}  # fmt: skip
    return {"docs.json": {"name": "Example", "navigation": {"pages": [*pages]}}, **written}


@pytest.fixture(scope="module")
def case_pages(shared_project):
    """A page for each case, in HTML and as text."""
    pages = {f"page{n}": ("Page", case["mdx"]) for n, case in enumerate(CASES.values())}
    shared_project.write(page_files({"index": ("Home", "Welcome."), **pages}))
    return shared_project.build(), shared_project.build("text")


@pytest.mark.parametrize("name", CASES)
def test_component_looks(case_pages, name):
    html, text = case_pages
    assert html.warnings == text.warnings == []
    docname = f"page{[*CASES].index(name)}"
    body = BeautifulSoup(html.text(f"{docname}.html"), "html.parser").find(class_="body")
    assert isinstance(body, Tag)
    case = CASES[name]
    assert " ".join(one(body, case["selector"]).get_text().split()) == case["html"]
    assert case["text"] in " ".join(text.text(f"{docname}.txt").split())


@pytest.mark.parametrize("builder", first(2, ["latex", "epub", "man", "gettext", "texinfo", "xml"]))
def test_all_components_in_other_builders(write, builder):
    source = "\n\n".join(case["mdx"] for case in CASES.values())
    built = write(source).build(builder, version="1", epub_copyright="Us", copyright="Us")
    assert [line for line in built.warnings if "already" not in line] == []


def test_epub_hides_nothing(write):
    source = '<Tabs>\n<Tab title="A">aa</Tab>\n</Tabs>\n\n<Accordion title="B">bb</Accordion>'
    built = write(source).build("epub", version="1", epub_copyright="Us")
    soup = BeautifulSoup(built.text("page.xhtml"), "html.parser")
    assert soup.select("input, details, .sd-tab-content") == []
    text = soup.get_text()
    assert all(part in text for part in ("aa", "bb", "A", "B"))


def test_text_for_programs_is_in_the_markdown_alone(write):
    built = write('<Visibility for="agents">Secret.</Visibility>\n\nText.').build()
    assert "Secret." not in built.text("page.html")
    assert "Secret." in built.text("page.md")


@pytest.mark.parametrize(
    "source",
    [
        '<Icon icon="rocket" color="red; background: url(x)" /> a',
        '<Callout color="url(javascript:x)">a</Callout>',
        '<Color.Item name="a" value="red; x: y" />',
        '<Card title="T" href="javascript:alert(1)">a</Card>',
        '<Tooltip tip="t" cta="c" href="javascript:alert(1)">a</Tooltip>',
        '<Badge color={"><script>"}>a</Badge>',
        '<Update label="<script>x</script>" tags={["<b>"]}>a</Update>',
    ],
)
def test_attributes_can_do_no_more_than_they_say(write, source):
    html = page(write(source).build())
    assert not html.select("script, b")
    assert "javascript:" not in str(html)
    assert "url(" not in str(html)
    assert all(re.fullmatch(r"[\w-]+: [#\w]+", tag["style"]) for tag in html.select("[style]"))


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("Step", 'title="Title"'),
        ("Tab", 'title="Title"'),
        ("Column", ""),
        ("Tree.File", 'name="Title"'),
        ("Tree.Folder", 'name="Title"'),
        ("Color.Item", 'name="Title" value="#fff"'),
    ],
)
def test_parts_alone_are_shown(write, name, attributes):
    source = f"<{name} {attributes}>Text.</{name}>"
    assert "T" in page(write(source).build()).get_text()


@pytest.mark.parametrize("attributes", ["", "title={x} cols={y} name href={x} size={z} tags={[a]}"])
def test_empty_components_do_no_harm(project, attributes):
    names = {f"page{number}": name for number, name in enumerate(component_names())}
    texts = {
        docname: (name, f"<{name} {attributes} />\n\n<{name} {attributes}></{name}>\n\nEnd.")
        for docname, name in names.items()
    }
    project.write(page_files({"index": ("Home", "Welcome."), **texts}))
    built = project.build()
    told = [
        line
        for line in built.warnings
        if "unknown_attribute" not in line and "is left out because pages" not in line
    ]
    # Some say what they are nothing without.
    assert told
    for line in told:
        assert re.search(r"write (?:<\w+ )?[a-z]+=", line), line
    for docname, name in names.items():
        body = BeautifulSoup(built.text(f"{docname}.html"), "html.parser").find(class_="body")
        assert body is not None, name
        assert "End." in body.get_text(), name


def test_the_documentation_lists_the_attributes_of_each_component():
    """All kinds of callouts have the same ones."""
    text = (Path(__file__).parents[2] / "docs" / "components.md").read_text("utf-8")
    tables = re.findall(r"^<!-- table: attributes (.+) -->$", text, re.MULTILINE)
    listed = [find_component(name) for name in " ".join(tables).split()]
    shown = [(each.attributes, each.accepted) for each in listed if each is not None]
    for each in all_components():
        assert not each.attributes or (each.attributes, each.accepted) in shown, each.names


def test_components_in_descriptions_are_those_of_pages():
    assert {*CALLOUTS, *CONTAINERS} <= {*component_names()}


def test_unknown_names_are_reported_once(write):
    source = (
        '<Card titel="A" href="/index" data-x="1" className="c" aria-label="f">a</Card>\n\n'
        '<Card titel="B" autoplay>b</Card>\n\n<Accordeon title="C">c</Accordeon>\n\n'
        '<Variation title="D">d</Variation>\n\n<Variation title="E">e</Variation>'
    )
    built = write(source).build()
    kind = "[navapi.unknown_component]"

    def attribute(name):
        return f"the attribute {name} of <Card> is unknown and ignored"

    def component(name):
        return f"unknown component <{name}>; its content is shown"

    told = [re.sub(r"^.*page\.mdx:", "", line) for line in built.warnings]
    assert told == [
        f"{place}: WARNING: {text}"
        for place, text in (
            ("5:1", f"{attribute('titel')}: did you mean title? [navapi.unknown_attribute]"),
            ("7:1", f"{attribute('autoplay')}: remove it [navapi.unknown_attribute]"),
            ("9:1", f"{component('Accordeon')}: did you mean <Accordion>? {kind}"),
            ("11:1", f"{component('Variation')}: use a documented component, or Markdown {kind}"),
        )
    ]


def test_own_operation_is_an_operation_page(write):
    project = write(
        '<ParamField path="id" required>Which.</ParamField>\n\n'
        "<ResponseExample>\n\n```json 200\n{}\n```\n\n</ResponseExample>",
        "title: Rename\napi: PUT /readers/{id}",
    )
    built = project.build(html_theme="navapi")
    soup = BeautifulSoup(built.text("page.html"), "html.parser")
    assert soup.body is not None
    assert soup.body["data-kind"] == "operation"
    operation = one(soup, ".navapi-operation[data-method='PUT'][data-path='/readers/{id}']")
    field = one(operation, ".navapi-parameters > .navapi-fields > li > div")
    assert field.get_text(" ").split() == ["id", "required", "path"]
    samples = one(operation, "#code-samples > .navapi-samples")
    assert [h3.get_text() for h3 in samples.select("h3")] == ["Request", "Response"]
    assert one(soup, ".navapi-sidebar a.m-put").get_text() == "Rename"
    entry = built.site()["pages"]["page"]
    assert (entry["kind"], entry["operation"]["method"]) == ("operation", "PUT")
    assert "`PUT /readers/{id}`" in built.text("page.md")


def test_examples_of_the_page_take_the_place_of_samples(write):
    examples = "<{0}Example>\n\n```bash Own\nown\n```\n\n</{0}Example>"
    project = write(
        examples.format("Response") + "\n\n" + examples.format("Request"),
        "title: Rename\napi: PUT /readers/{id}",
    )
    samples = one(page(project.build(html_theme="navapi")), "#code-samples > .navapi-samples")
    assert [h3.get_text() for h3 in samples.select("h3")] == ["Request", "Response"]
    assert [s.get_text().strip() for s in samples.select("summary")] == ["Own", "Own"]


def test_texts_of_an_update_for_the_feed(write):
    project = write(
        '<Update label="2026-03-01" rss={{title: "A & B", description: "Short."}}>Long.'
        "</Update>\n\n"
        '<Update label="Two" rss={{title: "Second", description: ""}}>Older.</Update>\n\n'
        '<Update label="Three" rss>Old.</Update>',
        "title: Page\nrss: true",
    )
    built = project.build(html_baseurl="https://docs.example/")
    feed = ET.fromstring(built.text("page/rss.xml"))
    texts = [(one.findtext("title"), one.findtext("description")) for one in feed.iter("item")]
    assert texts == [("A & B", "Short."), ("Second", "Older."), ("Three", "Old.")]
    assert [item.findtext("pubDate") is None for item in feed.iter("item")] == [False, True, True]
    assert "Short." not in built.text("page.html")
    (told,) = built.warnings
    assert "the attribute rss of <Update> is ignored" in told


def test_updates_as_a_feed(write):
    project = write(
        '<Update label="2026-03-01" tags={["A & B"]}>**New** <b>thing</b>.</Update>\n\n'
        '<Update label="Version 2">Older.</Update>',
        "title: Page\nrss: true",
    )
    without_address = project.build()
    assert not (without_address.out / "page" / "rss.xml").exists()
    built = project.build(html_baseurl="https://docs.example/")
    feed = ET.fromstring(built.text("page/rss.xml"))
    first, second = feed.iter("item")
    assert {child.tag: child.text for child in first} == {
        "title": "2026-03-01",
        "link": "https://docs.example/page.html#2026-03-01",
        "guid": "https://docs.example/page.html#2026-03-01",
        "pubDate": "Sun, 01 Mar 2026 00:00:00 +0000",
        "category": "A & B",
        "description": "New thing.",
    }
    assert second.find("pubDate") is None
    link = BeautifulSoup(built.text("page.html"), "html.parser").find("link", rel="alternate")
    assert isinstance(link, Tag)
    assert link["href"] == "page/rss.xml"
    project.write({"page.mdx": None, "docs.json": {"navigation": {"pages": ["index"]}}})
    assert not (project.build().out / "page").exists()


def test_callouts_are_alerts_in_markdown_files(write):
    callout = '<Callout variant="warn" title="A &amp; “B”">\n    Take **care**.\n  </Callout>'
    info = "<Info>\n\n```html\n<Note>x</Note>\n```\n</Info>"
    built = write(f"- a\n\n  {callout}\n\n<Steps><Step title={{`One`}}>\n{info}\n</Step></Steps>")
    text = built.build().text("page.md")
    assert "- a\n\n  > [!WARNING]\n  > **A & “B”**\n  >\n  > Take **care**.\n" in text
    step = "> [!NOTE]\n   > **Info**\n   >\n   > ```html\n   > <Note>x</Note>\n   > ```\n"
    assert f"1. **One**\n\n   {step}" in text
