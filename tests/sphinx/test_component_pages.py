"""Components of MDX pages, in pages for browsers and in the builders that write text."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup, Tag

from sphinx_navapi.mdx.components import component_names

NAVIGATION = {"name": "Example", "navigation": {"pages": ["index", "page"]}}


@pytest.fixture
def write(project):
    """Write the page; the project around it."""

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


#: Source, a selector that finds one element in HTML, its text, and what the text builder writes.
CASES = {
    "note": ("<Note>Mind.</Note>", ".admonition.note > p:last-child", "Mind.", "Note: Mind."),
    "titled": (
        '<Warning title="So">Mind.</Warning>',
        ".admonition.warning > .admonition-title",
        "So",
        "So: Mind.",
    ),
    "check": ("<Check>Fine.</Check>", ".admonition.tip > p:last-child", "Fine.", "Done: Fine."),
    "typed callout": (
        '<Callout type="warning">Mind.</Callout>',
        ".admonition.warning > p:last-child",
        "Mind.",
        "Mind.",
    ),
    "tinted callout": (
        '<Callout color="#ff0000" icon="rocket">Red.</Callout>',
        '[style="--navapi-own: #ff0000"] > .admonition svg',
        "",
        "Red.",
    ),
    "card": (
        '<Card title="To `start`" icon="rocket" href="/index" cta="Go">Text.</Card>',
        ".sd-card.sd-card-hover > a.sd-stretched-link[href='index.html']",
        "To start",
        'To "start" Text. Go',
    ),
    "horizontal card": (
        '<Card title="T" horizontal>Text.</Card>',
        ".navapi-card-horizontal .sd-card-text",
        "Text.",
        "T Text.",
    ),
    "disabled card": (
        '<Card title="T" href="/index" disabled>Text.</Card>',
        ".sd-card:not(.sd-card-hover) .sd-card-title",
        "T",
        "T Text.",
    ),
    "card group": (
        '<CardGroup cols={3}><Card title="A">a</Card><Card title="B">b</Card></CardGroup>',
        ".sd-row-cols-1.sd-row-cols-md-3 > .sd-col:last-child .sd-card-title",
        "B",
        "A a B b",
    ),
    "columns": (
        "<Columns>\n<Column>Left.</Column>\n<Column>Right.</Column>\n</Columns>",
        ".sd-row > .sd-col:last-child > p",
        "Right.",
        "Left. Right.",
    ),
    "tile": (
        '<Tile title="T" description="D" href="/index">Picture.</Tile>',
        ".navapi-tile > .navapi-tile-picture + .sd-card-body > .sd-card-text",
        "D",
        "Picture. T D T",
    ),
    "accordion": (
        '<Accordion title="Why?" id="why-so" description="Reasons">So.</Accordion>',
        "details#why-so:not([open]) .sd-summary-text",
        "Why? — Reasons",
        "Why? — Reasons ]- So.",
    ),
    "open accordion": (
        '<Accordion title="Why?" defaultOpen>So.</Accordion>',
        "details[open] .sd-card-text",
        "So.",
        "So.",
    ),
    "accordion group": (
        '<AccordionGroup><Accordion title="A">a</Accordion></AccordionGroup>',
        ".navapi-accordions > details .sd-summary-text",
        "A",
        "A ]- a",
    ),
    "steps": (
        '<Steps>\n<Step title="One">a</Step>\n<Step title="Two" id="second">b</Step>\n</Steps>',
        "ol.navapi-steps > li#second > .navapi-step-title",
        "Two",
        "1. **One** a 2. **Two** b",
    ),
    "numbered step": (
        '<Steps>\n<Step title="Four" stepNumber={4} titleSize="h3">a</Step>\n</Steps>',
        "ol[start='4'] .navapi-step-title.navapi-size-h3",
        "Four",
        "4. **Four** a",
    ),
    "step with an icon": (
        '<Steps>\n<Step title="A" icon="key">a</Step>\n</Steps>',
        ".navapi-step-icon > .navapi-step-title > svg",
        "",
        "1. **A** a",
    ),
    "tabs": (
        '<Tabs>\n<Tab title="A">a</Tab>\n<Tab title="B">b</Tab>\n</Tabs>',
        ".sd-tab-set > label[data-sync-id='B']#b + .sd-tab-content",
        "b",
        "A ]- a -[ B ]- b",
    ),
    "code group": (
        "<CodeGroup>\n\n```bash curl\nrun\n```\n\n```python\nx = 1\n```\n\n</CodeGroup>",
        ".sd-tab-set > label[data-sync-id='Python'] + .sd-tab-content pre",
        "x = 1",
        "curl ]- run -[ Python ]- x = 1",
    ),
    "views": (
        '<View title="A">a</View>\n\n<View title="B">b</View>',
        ".sd-tab-set > label[data-sync-id='A'] ~ label",
        "B",
        "A ]- a -[ B ]- b",
    ),
    "frame": (
        '<Frame caption="A *box*" hint="Look">Text.</Frame>',
        ".navapi-figure-hint + .navapi-figure > .navapi-figure-caption",
        "A box",
        "Look Text. A *box*",
    ),
    "panel": ('<Panel title="T">Text.</Panel>', ".navapi-box > p:last-child", "Text.", "Text."),
    "banner": ("<Banner>Text.</Banner>", ".navapi-box-banner > p", "Text.", "Text."),
    "parameter": (
        '<ParamField query="q" type="string" default="x" required>Text.</ParamField>',
        ".navapi-parameters > ul.navapi-fields > li#param-q > div",
        "q string required",
        '"q" : string : required Text. Default "x"',
    ),
    "response field": (
        '<ResponseField name="ok" type="boolean" deprecated>Text.</ResponseField>',
        ".navapi-responses > .navapi-fields > li#response-ok > div",
        "ok boolean deprecated",
        '"ok" : boolean : deprecated Text.',
    ),
    "joined fields": (
        '<ParamField body="a">x</ParamField>\n\n<ParamField body="b">y</ParamField>',
        ".navapi-body > ul > li:nth-child(2) > div > code",
        "b",
        '"a" x "b" y',
    ),
    "nested fields": (
        (
            '<ParamField body="a">\n<Expandable title="more" defaultOpen>\n'
            '<ParamField body="b">y</ParamField>\n</Expandable>\n</ParamField>'
        ),
        ".navapi-fields > li > details[open] > .navapi-fields > li > div",
        "b",
        '"a.b" y',
    ),
    "update": (
        '<Update label="2026-03-01" description="v2" tags={["New", "API"]}>Text.</Update>',
        'section.navapi-update[data-tags=\'["New", "API"]\'] > h2',
        "2026-03-01¶",
        "2026-03-01 ========== v2, New, API Text.",
    ),
    "icon": ('An <Icon icon="rocket" color="red" size={20} /> here.', "p > svg", "", "An here."),
    "badge": (
        '<Badge color="green">new</Badge> text',
        ".navapi-badge.navapi-green",
        "new",
        "new text",
    ),
    "tooltip": (
        '<Tooltip tip="Tip" headline="H" cta="More" href="/index">Word</Tooltip>',
        "abbr[title='H: Tip'] + a[href='index.html']",
        "More",
        "Word (H: Tip) (More)",
    ),
    "formula": (
        "<Latex>\n\\frac{a}{b}\n</Latex>",
        "div.math",
        "\\[\\frac{a}{b}\\]",
        "\\frac{a}{b}",
    ),
    "formula in a line": ("So <Latex>a^2</Latex> is.", "p > span.math", "\\(a^2\\)", "So a^2 is."),
    "link": ('See <Link href="/index">home</Link>.', "p > a[href='index.html']", "home", "home"),
    "tree": (
        '<Tree>\n<Tree.Folder name="src">\n<Tree.File name="a.py" />\n</Tree.Folder>\n</Tree>',
        "ul.navapi-tree > li.navapi-folder > ul > li.navapi-file code",
        "a.py",
        '* "src" * "a.py"',
    ),
    "colour": (
        '<Color>\n<Color.Item name="sea" value="#00f" />\n</Color>',
        ".navapi-swatch[style='background: #00f'] + code",
        "#00f",
        '"#00f" sea',
    ),
    "prompt": (
        '<Prompt description="Ask">\n  Do *this*.\n</Prompt>',
        ".navapi-prompt pre",
        "Do *this*.",
        "Ask Do *this*.",
    ),
    "for readers": ('<Visibility for="humans">Hi.</Visibility>', "section > p", "Hi.", "Hi."),
    "request example": (
        "<RequestExample>\n\n```bash A\na\n```\n\n```bash B\nb\n```\n\n</RequestExample>",
        ".navapi-samples > .navapi-switch > details[open] > summary",
        "A",
        "Request ]- **A** a **B** b",
    ),
    "wrapped code": ("```text wrap\na\n```", ".navapi-wrap pre", "a", "a"),
    "code with an icon": (
        '```python title="x.py" icon="code" lines\nx = 1\n```',
        ".code-block-caption .caption-text > svg",
        "",
        "x.py x = 1",
    ),
    "diagram without what draws it": (
        "```mermaid\ngraph TD\n```",
        ".navapi-mermaid:not([lang]) pre",
        "graph TD",
        "graph TD",
    ),
}


@pytest.mark.parametrize(("source", "selector", "text", "_plain"), CASES.values(), ids=CASES)
def test_component_in_html(write, source, selector, text, _plain):
    found = one(page(write(source).build()), selector)
    assert " ".join(found.get_text().split()) == text


@pytest.mark.parametrize(("source", "_selector", "_text", "words"), CASES.values(), ids=CASES)
def test_component_as_text(write, source, _selector, _text, words):
    assert words in plain(write(source).build("text"))


@pytest.mark.parametrize("builder", ["latex", "epub", "man", "gettext", "texinfo", "xml"])
def test_all_components_in_other_builders(write, builder):
    source = "\n\n".join(case[0] for case in CASES.values())
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
    "name", ["Step", "Tab", "Column", "Tree.File", "Tree.Folder", "Color.Item"]
)
def test_parts_alone_are_shown(write, name):
    source = f'<{name} title="Title" name="Title" value="#fff">Text.</{name}>'
    assert "T" in page(write(source).build()).get_text()


@pytest.mark.parametrize("name", component_names())
@pytest.mark.parametrize("attributes", ["", "title={x} cols={y} name href={x} size={z} tags={[a]}"])
def test_empty_components_do_no_harm(write, name, attributes):
    built = write(f"<{name} {attributes} />\n\n<{name} {attributes}></{name}>\n\nEnd.").build()
    assert "End." in page(built).get_text()


@pytest.mark.parametrize("name", component_names())
def test_the_documentation_names_the_component(name):
    """Parts with a dot in their name are described with what they stand in."""
    text = (Path(__file__).parents[2] / "docs" / "components.md").read_text("utf-8")
    assert f"`{name.partition('.')[0]}`" in text


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
