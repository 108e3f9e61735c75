from __future__ import annotations

import re
from typing import Any

import pytest
from block_documents import everything, everything_and_its_words, make_content, make_document
from bs4 import BeautifulSoup
from document_site import markdown_writer
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sphinx_navapi.content.markdown.text import code, fence, link, plain
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.operation import read_operation


def page_of(root: dict[str, Any], **options: Any) -> str:
    document = make_document(root)
    content = make_content(document, depth=options.pop("depth", 3))
    operation = content.operation(read_operation(document, document.operations[0]))
    writer = markdown_writer(content, **options)
    return writer.operation(operation, docname="api-reference/things/a", title="A *b*")


def rendered(markdown: str) -> BeautifulSoup:
    parser = MarkdownIt("commonmark", {"html": False})
    return BeautifulSoup(parser.render(markdown), "html.parser")


def test_servers_with_names_and_variables() -> None:
    variables = {
        "port": {"default": "8443", "enum": ["8443", "443"], "description": "Where it *listens*."},
        "base": {"default": ""},
    }
    root = everything() | {
        "servers": [
            {"url": "https://x.example:{port}/{base}", "name": "Test_1", "description": "To try",
             "variables": variables},
            {"url": "https://y.example"},
        ]
    }  # fmt: skip
    for item in root["paths"].values():
        for holder in (item, *(one for one in item.values() if isinstance(one, dict))):
            holder.pop("servers", None)
    first, second = (
        rendered(page_of(root))
        .find("h2", string="Server")
        .find_next("ul")
        .find_all("li", recursive=False)
    )
    lines = [" ".join(item.get_text().split()) for item in first.find_all("li")]
    assert lines == [
        "port (Default: 8443; Allowed: 8443, 443): Where it listens.",
        'base (Default: "")',
    ]
    assert first.get_text().startswith("https://x.example:{port}/{base} (Test_1): To try")
    assert second.get_text() == "https://y.example"


@pytest.mark.parametrize(
    "text",
    ["a", "*a*", "_a_ b_c", "[a](b)", "`a`", "<b>", "&lt;", "a\nb", "# a", "- a", "1. a", "1) a",
     "+ a", "a | b", "\\*", "~~a~~", "=", "![a](b)", "a  ", "&#42;", "> a"],
)  # fmt: skip
def test_plain_text_stands_for_itself(text: str) -> None:
    assert rendered(plain(text)).get_text().strip() == " ".join(text.split())


@given(st.text(alphabet="ab`*_[]()<>&;#\\~!|-+=1. \n", max_size=20))
def test_plain_and_code_hold_any_text(text: str) -> None:
    words = re.sub(r"\s*\n\s*", " ", text).strip()
    assert " ".join(rendered(f"x {plain(text)} y").get_text().split()) == " ".join(
        f"x {words} y".split()
    )
    if words:
        found = rendered(f"x {code(text)} y").find("code")
        assert found is not None
        assert found.get_text() == words


@given(st.text(alphabet="a`~\n ", max_size=30))
def test_nothing_ends_a_fence_from_inside(text: str) -> None:
    soup = rendered(f"{fence(text, 'x')}\n\nafter")
    pre = soup.find("pre")
    assert pre is not None
    assert pre.get_text() == (text if text.endswith("\n") else f"{text}\n")
    assert soup.find_all("p")[-1].get_text() == "after"


def test_links() -> None:
    assert link("a [b]", "../x.md") == "[a \\[b\\]](../x.md)"
    assert link("a", "https://x.test/(y) z") == "[a](<https://x.test/(y)%20z>)"
    assert link("a", "javascript:x") == "a"
    assert link("a", "") == "a"


def test_everything_is_shown() -> None:
    root, words = everything_and_its_words()
    markdown = page_of(root)
    soup = rendered(markdown)
    text = " ".join(soup.get_text(" ").split())
    addresses = {str(a["href"]) for a in soup.find_all("a")}
    elsewhere = {
        "summary", "tag", "title", "getThing", "outside", "e", "f", "schema title", "#/nowhere",
        "lua", "env", "variable", "first",
    }  # fmt: skip
    missing = {word for word in words if " ".join(word.split()) not in text} - elsewhere
    assert missing - addresses == set()
    assert markdown.startswith("# A \\*b\\*\n\n```http\nPOST /things/{id}\n```\n")
    assert markdown.endswith("\n")
    assert not markdown.endswith("\n\n")


def test_fields_nest_as_lists() -> None:
    schema = {
        "type": "object",
        "required": ["a"],
        "properties": {
            "a": {
                "type": "object",
                "properties": {"b": {"type": "string", "description": "One.\n\nTwo."}},
            },
            "c": {"type": "array", "items": {"type": "object", "properties": {"d": {}}}},
        },
    }  # fmt: skip
    root = {
        "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {
            "schema": schema}}}}}}
    }  # fmt: skip
    markdown = page_of(root)
    lines = (
        "- `a` (object, required)\n\n  - `b` (string)\n\n    One.\n\n    Two.\n"
        "- `c` (object[])\n\n  - `d` (any)\n"
    )
    assert lines in markdown


def test_links_are_relative_to_the_page() -> None:
    root = {
        "paths": {
            "/a": {"get": {"responses": {"200": {
                "description": "x",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}},
                "links": {"next": {"operationId": "getB"}},
            }}}},
            "/b": {"put": {"operationId": "getB", "responses": {}}},
        },
        "components": {"schemas": {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
            "B": {"type": "object", "properties": {"x": {}}},
        }},
    }  # fmt: skip
    markdown = page_of(root, depth=1)
    assert "[B](../schemas/B.md)" in markdown
    assert "`next` → [PUT /b](../put.md)" in markdown


def test_schema_page() -> None:
    document = make_document(everything())
    markdown = markdown_writer(make_content(document)).schema(
        "/components/schemas/Node", docname="api-reference/schemas/Node", title="Node"
    )
    assert markdown.startswith("# Node\n\n")
    assert "`name` (string" in markdown
    assert "see above: Node" in markdown


@pytest.mark.parametrize("payload", ["```\n", "\n# x\n", "<script>x</script>", "|", "\x0b", ""])
def test_hostile_names_keep_the_structure(payload: str) -> None:
    markdown = page_of(everything(lambda word: f"{word}{payload}"))
    soup = rendered(markdown)
    assert soup.find("script") is None
    titles = [h.get_text() for h in soup.find_all("h1")]
    # Descriptions are Markdown and may contain their own headings; nothing else creates one.
    assert titles[0] == "A *b*"
    assert set(titles[1:]) <= {"x"}


def test_translation() -> None:
    markdown = page_of(everything(), translate=lambda text: f"«{text}»")
    for word in ("description", "name description", "example summary", "link description"):
        assert f"«{word}»" in markdown


def test_conditions_speak_the_language_of_the_page() -> None:
    schema = {"type": "object", "dependentSchemas": {"with x": {"required": ["any"]}}}
    root = everything() | {"components": {"schemas": {"Top": schema}}}
    words = Wording(rule_with="mit {name}", type_any="beliebig", required="nötig")
    page = markdown_writer(make_content(make_document(root)), words=words).schema(
        "/components/schemas/Top", docname="a", title="Top"
    )
    assert "- mit with x (object)\n  - `any` (beliebig, nötig)" in re.sub(r"\n\n +", "\n  ", page)


def test_badges_stand_below_the_title() -> None:
    document = make_document(everything())
    content = make_content(document)
    operation = content.operation(read_operation(document, document.operations[0]))
    writer = markdown_writer(content)
    written = writer.operation(operation, docname="a", title="A", badges=["Beta", "v2 *new*"])
    assert written.startswith("# A\n\n**Beta**, **v2 \\*new\\***\n\n")
    assert "**Beta**" not in writer.operation(operation, docname="a", title="A")


def body_of(schema: dict[str, Any], **examples: Any) -> dict[str, Any]:
    media: dict[str, Any] = {"schema": schema}
    if examples:
        media["examples"] = {name: {"value": value} for name, value in examples.items()}
    return {"description": "x", "content": {"application/json": media}}


def with_responses(responses: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "servers": [{"url": "https://x.example"}],
        "paths": {"/a": {"get": {"responses": responses, **more}}},
        "components": {
            "schemas": {
                "Problem": {
                    "type": "object",
                    "properties": {
                        f"field{number}": {"type": "string", "description": "Said of it."}
                        for number in range(10)
                    },
                }
            }
        },
    }


def test_the_same_body_is_written_once() -> None:
    problem = {"$ref": "#/components/schemas/Problem"}
    page = page_of(with_responses({code: body_of(problem) for code in ("400", "404", "500")}))
    assert page.count("`field7`") == 1
    assert page.count("*Problem*") == 3
    assert page.count("- see above: Problem") == 2


def test_a_short_body_is_written_again() -> None:
    schema = {"type": "object", "properties": {"code": {"type": "integer"}}}
    root = with_responses({code: body_of(schema) for code in ("400", "404")})
    assert page_of(root).count("`code` (integer)") == 2


def test_the_same_examples_are_written_once() -> None:
    value = {"a": "one of many"}
    page = page_of(with_responses({"200": body_of({}, first=value, second=value, third=3)}))
    assert "Example (`application/json`): first, second\n" in page
    assert page.count("one of many") == 1
    assert "Example (`application/json`): third\n" in page


def test_a_long_example_is_cut() -> None:
    page = page_of(with_responses({"200": body_of({}, long="x" * 50_000)}))
    assert "… (shortened)" in page
    assert len(page) < 20_000


def test_a_deprecated_callback_says_so() -> None:
    called = {"/x": {"post": {"deprecated": True, "responses": {"200": {"description": "y"}}}}}
    page = page_of(with_responses({"200": body_of({})}, callbacks={"told": called}))
    head = page.index("Callback: told")
    assert "**deprecated**" in page[head:]
    assert "**deprecated**" not in page[:head]
