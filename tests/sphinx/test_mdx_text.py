"""Text of MDX pages as intended by their authors: definitions, URLs, quotes, code."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup, Tag

SNIPPETS = {
    "snippets/a.mdx": "See [A][1], [1] and a note.[^n]\n\n[1]: https://a.example/\n\n[^n]: Of A.\n",
    "snippets/b.mdx": "See [B][1], [1] and a note.[^n]\n\n[1]: https://b.example/\n\n[^n]: Of B.\n",
}
IMPORTS = 'import A from "/snippets/a.mdx"\nimport B from "/snippets/b.mdx"\n\n# T\n\n'


@pytest.fixture
def site(project):
    project.write(
        {"docs.json": {"navigation": {"pages": ["index", "page"]}}, "index.mdx": "# Home\n"}
    )
    return project


def body(site, text: str) -> Tag:
    site.write({"page.mdx": text})
    built = site.build()
    assert built.warnings == []
    found = BeautifulSoup(built.text("page.html"), "html.parser").find(class_="body")
    assert isinstance(found, Tag)
    return found


def addresses(tag: Tag) -> list[str]:
    return [a["href"] for a in tag.select("a.external")]


def test_each_file_has_its_own_definitions(site):
    site.write(SNIPPETS)
    page = body(site, f"{IMPORTS}[own][1]\n\n<A/>\n\n<B/>\n\n[1]: https://page.example/\n")
    assert addresses(page) == [
        "https://page.example/",
        *["https://a.example/"] * 2,
        *["https://b.example/"] * 2,
    ]
    notes = [note.get_text() for note in page.select("aside.footnote")]
    assert ["Of A." in notes[0], "Of B." in notes[1]] == [True, True]
    assert len({a["href"] for a in page.select("a.footnote-reference")}) == 2


@pytest.mark.parametrize(
    "use",
    [
        "<Box>\n\nSee [one][1] and a note.[^n]\n\n</Box>",
        "<Box>See [one][1] and a note.[^n]</Box>",
        "<Twice>See [one][1] and a note.[^n]</Twice>",
        "In a line: <Pill>[one][1]</Pill>, noted.[^n]",
        "<Pill>At the start</Pill> of a line: [one][1], noted.[^n]",
    ],
)
def test_children_use_the_definitions_of_their_page(site, use):
    """Even if the component comes from a file that defines the same labels otherwise."""
    site.write(
        {
            "snippets/box.mdx": (
                "export const Box = ({children}) => <div><h3>Box</h3>{children}</div>;\n"
                "export const Pill = ({children}) => <span>{children}</span>;\n"
                "export const Twice = ({children}) => "
                "<div><h4>Twice</h4><Box>{children}</Box></div>;\n\n"
                "[1]: https://box.example/\n\n[^n]: Of the box.\n"
            )
        }
    )
    page = body(
        site,
        'import { Box, Pill, Twice } from "/snippets/box.mdx"\n\n# T\n\n'
        f"{use}\n\n[1]: https://page.example/\n\n[^n]: Of the page.\n",
    )
    assert addresses(page) == ["https://page.example/"]
    assert [note.get_text().split()[-1] for note in page.select("aside.footnote")] == ["page."]
    assert len(page.select("a.footnote-reference")) == 1


def test_definitions_stay_apart_in_markdown_files(site):
    site.write(SNIPPETS)
    site.write({"page.mdx": f"{IMPORTS}<A/>\n\n`[1]`\n\n<B/>\n\n```\n[1]: x\n```\n"})
    text = site.build().text("page.md")
    for name, number in (("a", 1), ("b", 2)):
        link = f"(https://{name}.example/)"
        said = f"See [{name.upper()}]{link}, [1]{link} and a note.[^{number}]"
        assert said in text
        assert f"[^{number}]: Of {name.upper()}." in text
    assert "```text\n[1]: x\n```" in text
    assert "`[1]`" in text


def test_a_label_that_the_page_lacks_is_text(site):
    site.write(SNIPPETS)
    page = body(site, f"{IMPORTS}[1] is text.\n\n<A/>\n")
    assert "[1] is text." in page.get_text()
    assert set(addresses(page)) == {"https://a.example/"}


def test_bare_addresses_are_links(site):
    page = body(
        site,
        "# T\n\nAt https://a.example/x_y_z--b...c?d=1&e=2. (www.b.example/c) **https://c.example**,"
        " [text https://d.example](https://e.example) `https://code.example`"
        ' <a href="https://f.example">https://g.example</a>\n\n'
        "https://api.example/{id} http:// www. xwww.a.example\n",
    )
    assert addresses(page) == [
        "https://a.example/x_y_z--b...c?d=1&e=2",
        "http://www.b.example/c",
        "https://c.example",
        "https://e.example",
        "https://f.example",
    ]
    assert "https://a.example/x_y_z--b...c?d=1&e=2." in page.get_text()


def test_text_is_shown_as_it_was_written(site):
    text = 'Use --flag, -- and ---, >=1.0...2.0, "quotes" and it\'s.'
    assert text in body(site, f"# T\n\n{text}\n").get_text()


@pytest.mark.parametrize(
    "text",
    [
        "Text\n    ```js\n    code()\n    ```\n",
        "- Text\n\n  more\n        ```js\n        code()\n        ```\n",
    ],
    ids=["after a paragraph", "in a list"],
)
def test_a_fence_may_be_indented_anywhere(site, text):
    page = body(site, f"# T\n\n{text}")
    assert page.find("pre").get_text() == "code()\n"
    assert page.select_one("p code") is None


def test_blocks_may_be_indented_after_a_paragraph(site):
    page = body(site, "# T\n\nText\n    - item\n\nOther\nlines\n        go on\n")
    assert page.find("li").get_text().strip() == "item"
    assert "Other\nlines\ngo on" in page.get_text()


def test_a_tag_may_hold_a_blank_line(site):
    page = body(site, '# T\n\n<div\n\n  className="x">\n\ninside **b**\n\n</div>\n')
    assert "<div" not in page.get_text()
    assert page.find("strong").get_text() == "b"


def test_closing_tags_of_elements_without_content(site):
    page = body(
        site,
        "# T\n\none<br></br>two <img src='https://x.example/y.png'></img>\n\n"
        "<table><tr><td>a<br></br>b</td></tr></table>\n",
    )
    assert [len(found.find_all("br")) for found in (page.find("p"), page.find("td"))] == [1, 1]


def test_a_closing_tag_alone_is_reported(site):
    site.write({"page.mdx": "# T\n\none<br></br>two</br>\n"})
    (warning,) = site.build().warnings
    assert ":16: WARNING: unmatched </br> ignored" in warning


def test_no_code_of_a_component_is_shown(site):
    site.write(
        {
            "page.mdx": "export const Box = ({ children }) => {\n  const [all] = useState([]);\n"
            "  return <div>Top {reduced(all)}{children}</div>;\n};\n\n# T\n\n"
            "<Box>kept {late.name}</Box>\n\n{all.map((x) => <Card>{x}</Card>)}\n"
        }
    )
    built = site.build()
    text = BeautifulSoup(built.text("page.html"), "html.parser").find(class_="body").get_text()
    assert "Top" in text
    assert "kept {late.name}" in text
    assert "reduce" not in text
    assert "map" not in text
    assert sum("the component <Box> cannot be evaluated" in w for w in built.warnings) == 1
    assert len(built.warnings) == 3


def test_text_of_documents_is_shown_as_it_was_written(site):
    text = 'Use --flag, 1...2 and "quotes" with www.a.example/b--c.'
    operation = {"summary": 'The "x" --flag', "description": text, "responses": {}}
    site.write(
        {
            "docs.json": {"navigation": {"openapi": "api.json", "pages": ["index", "GET /x"]}},
            "api.json": {"openapi": "3.1.0", "info": {}, "paths": {"/x": {"get": operation}}},
            "index.mdx": "---\ntitle: Home\nopenapi: GET /x\n---\n",
        }
    )
    built = site.build(suppress_warnings=["navapi.duplicate_operation"])
    for name in ("index.html", "api-reference/the-x-flag.html"):
        page = BeautifulSoup(built.text(name), "html.parser").find(class_="body")
        assert text in page.get_text()
        assert page.find("a", string="www.a.example/b--c")["href"] == "http://www.a.example/b--c"
    assert 'The "x" --flag' in page.find("h1").get_text()


def test_what_a_snippet_opens_ends_with_it(site):
    site.write({"snippets/open.mdx": "One.\n\n<Warning>\n\n```python\nx = 1\n"})
    page = "# T\n\n<Tip>\n<Open />\n</Tip>\n\n## After\n\nText.\n"
    site.write({"page.mdx": f'import Open from "/snippets/open.mdx"\n\n{page}'})
    built = site.build()
    (warning,) = [each for each in built.warnings if "never closed" in each]
    assert "snippets/open.mdx:5:1: WARNING: this code is never closed" in warning
    found = BeautifulSoup(built.text("page.html"), "html.parser")
    assert [code.get_text() for code in found.select(".tip pre")] == ["x = 1\n"]
    (after,) = found.select("section > section > h2")
    assert after.find_next_sibling("p").get_text() == "Text."
    text = built.text("page.md")
    assert "> ```python\n> x = 1\n> ```\n\n## After\n" in text
    assert text.endswith("\n\n## After\n\nText.\n")
