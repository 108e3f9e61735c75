from __future__ import annotations

import re
from typing import Any

import pytest
from block_documents import (
    everything,
    everything_and_its_words,
    first_operation,
    make_document,
)
from bs4 import BeautifulSoup, Tag
from full_run import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from page_checks import KINDS, Page, make_writer, shown_blocks, write_page

from sphinx_navapi.content.page_names import PageNames
from sphinx_navapi.openapi.view import Direction

NO_PAGES = PageNames(schema=lambda *_: None, operation=lambda _: None)


def soup_of(document_root: dict[str, Any], **options: Any) -> BeautifulSoup:
    document = make_document(document_root)
    writer = make_writer(document)
    return BeautifulSoup(write_page(writer, first_operation(document), **options), "html.parser")


def body_document(schema: Any, components: dict[str, Any] | None = None) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "paths": {
            "/a": {"post": {"requestBody": {"content": {"application/json": {"schema": schema}}}}}
        },
        "components": {"schemas": components or {}},
    }


def only(found: Any) -> Tag:
    (element,) = found
    assert isinstance(element, Tag)
    return element


# -- the whole -------------------------------------------------------------------------------


def test_everything_is_shown_and_sound() -> None:
    root, words = everything_and_its_words()
    document = make_document(root)
    html = write_page(make_writer(document), first_operation(document))
    page = Page(html)
    assert page.problems == []
    assert page.dead_links == set()
    soup = BeautifulSoup(html, "html.parser")
    # Words of blocks, and code unchanged, in which colors separate words.
    text = " ".join((soup.get_text(" ") + soup.get_text()).split())
    # The operation's own title, signature and description are not blocks.
    elsewhere = {
        "summary", "description", "tag", "title", "getThing", "/things/{id}", "first", "outside",
        "e", "f", "schema title", "#/nowhere", "lua",
    }  # fmt: skip
    missing = {
        word for word in words if " ".join(word.split()) not in text and f'="{word}"' not in html
    } - elsewhere
    assert missing == set()


def test_each_kind_has_its_wrapper() -> None:
    document = make_document(everything())
    writer, operation = make_writer(document), first_operation(document)
    assert shown_blocks(operation) == list(KINDS)
    for kind in KINDS:
        top = BeautifulSoup(writer.block(kind, operation), "html.parser").find(True)
        assert isinstance(top, Tag)
        assert top["class"] == [f"navapi-{kind}"]


def test_prefix_keeps_operations_on_one_page_apart() -> None:
    document = make_document(everything())
    writer, operation = make_writer(document), first_operation(document)
    page = Page(
        write_page(writer, operation, prefix="a-") + write_page(writer, operation, prefix="b-")
    )
    assert page.problems == []
    assert page.dead_links == set()
    names = set(re.findall(r'<details name="([^"]*)"', write_page(writer, operation, prefix="a-")))
    assert names
    assert all(name.startswith("a-") for name in names)


def test_kept_components_do_not_remember_a_page() -> None:
    document = make_document(everything())
    writer, operation = make_writer(document), first_operation(document)
    first = write_page(writer, operation, prefix="a-", root="../", directory="one")
    write_page(writer, operation, prefix="b-", root="../../", directory="two")
    assert write_page(writer, operation, prefix="a-", root="../", directory="one") == first
    assert (
        write_page(make_writer(document), operation, prefix="a-", root="../", directory="one")
        == first
    )


# -- hostile text ----------------------------------------------------------------------------

PAYLOADS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "[x](javascript:alert(1))",
    "data:text/html,<script>alert(1)</script>",
    "java&Tab;script:alert(1)",
    "</pre></code></li></ul></details><iframe src=//evil>",
    "<style>*{display:none}</style><form><input>",
    "<base href=//evil><meta http-equiv=refresh content=0>",
    "\x00\x01\x02a\x03b\x04\x05c\x06",
    "\x02/components/schemas/Node\x04\x03Node\x04",
    "a <\x00img src=x onerror=alert(1)> <\x0b\x7f/b> <\x01script>alert(1)</\x02script>",
    "&#60;script&#62;",
    "-->]]><!--<![CDATA[",
    "`\n```\n<b>",
    "{{constructor.constructor('x')()}}",
    "..",
    "",
    " ",
]


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("whole", [True, False], ids=["alone", "with a word"])
def test_hostile_text_in_every_place_is_inert(payload: str, whole: bool) -> None:
    root = everything(lambda word: payload if whole else f"{word}{payload}")
    document = make_document(root)
    if not document.operations:
        return
    for direction_writer in (make_writer(document),):
        page = Page(write_page(direction_writer, first_operation(document), root="../"))
        assert page.problems == []
        schema = Page(direction_writer.schema_block("/components/schemas/Node"))
        assert schema.problems == []


@settings(max_examples=amount(60, 15), deadline=None)
@given(st.lists(st.sampled_from([*PAYLOADS, "<", ">", '"', "&", "\x00", "a"]), max_size=4))
def test_any_mixture_is_inert(parts: list[str]) -> None:
    document = make_document(everything(lambda word: "".join(parts) + word))
    page = Page(write_page(make_writer(document), first_operation(document)))
    assert page.problems == []


def test_hostile_component_names_and_targets() -> None:
    names = ['"><script>', "\x04<b>", "a b", "../../x", "", "#"]
    schemas: dict[str, Any] = {
        name: {
            "type": "object",
            "properties": {
                other: {
                    "$ref": "#/components/schemas/" + other.replace("~", "~0").replace("/", "~1")
                }
                for other in names
            },
        }
        for name in names
    }
    first = {"$ref": "#/components/schemas/" + names[0].replace("/", "~1")}
    document = make_document(body_document(first, schemas))
    page = Page(write_page(make_writer(document), first_operation(document)))
    assert page.problems == []


# -- fields ----------------------------------------------------------------------------------


def test_a_row_says_all_it_knows() -> None:
    schema = {
        "type": "object",
        "required": ["id"],
        "properties": {
            "id": {"type": "integer", "format": "int64", "minimum": 1, "readOnly": False},
            "name": {
                "type": ["string", "null"],
                "deprecated": True,
                "maxLength": 9,
                "default": None,
                "description": "What *it* is",
            },
            "state": {"enum": ["on", "off", None, 1]},
        },
    }
    rows = soup_of(body_document(schema)).select(".navapi-body li")
    assert [row["id"] for row in rows] == ["body.id", "body.name", "body.state"]
    identity, name, state = (" ".join(row.get_text(" ").split()) for row in rows)
    assert identity == "id integer <int64> required ≥ 1"
    assert name == "name string | null deprecated What it is max length 9 Default null"
    assert "string | integer | null Allowed on off 1" in state


def test_ids_are_unique_and_stable() -> None:
    properties: dict[str, Any] = {
        name: {"type": "object", "properties": {"x": {}}} for name in ("a b", "a_b", "a.b", "é", "")
    }
    rows = soup_of(body_document({"type": "object", "properties": properties})).select("li[id]")
    ids = [row["id"] for row in rows]
    assert ids == [
        "body.a_b", "body.a_b.x", "body.a_b-1", "body.a_b-1.x", "body.a_b-2", "body.a_b-2.x",
        "body.é", "body.é.x", "body._", "body._.x",
    ]  # fmt: skip


def test_recursion_is_linked_to_the_nearest_anchor() -> None:
    node = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
        },
    }
    wrapper = {
        "type": "object",
        "properties": {
            "root": {"$ref": "#/components/schemas/Node"},
            "other": {"$ref": "#/components/schemas/Node"},
        },
    }
    soup = soup_of(body_document(wrapper, {"Node": node}))
    links = [link["href"] for link in soup.select(".navapi-body small a")]
    assert links == ["#body.root", "#body.other"]
    direct = soup_of(body_document({"$ref": "#/components/schemas/Node"}, {"Node": node}))
    assert [link["href"] for link in direct.select(".navapi-body small a")] == ["#body"]
    assert direct.select_one("#body.navapi-schema") is not None


def test_recursion_through_another_component() -> None:
    schemas = {
        "A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
        "B": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A"}}},
    }
    document = make_document(body_document({"$ref": "#/components/schemas/A"}, schemas))
    writer = make_writer(document)
    html = writer.block("body", first_operation(document))
    assert 'href="#body"' in html
    # B kept from inside A must not be used as B on its own.
    alone = BeautifulSoup(writer.schema_block("/components/schemas/B"), "html.parser")
    assert [link["href"] for link in alone.select("small a")] == ["#schema"]
    assert alone.select_one("li#schema\\.a") is not None


def test_deeper_schemas_link_to_their_page() -> None:
    schemas: dict[str, Any] = {
        f"L{level}": {
            "type": "object",
            "properties": {"next": {"$ref": f"#/components/schemas/L{level + 1}"}},
        }
        for level in range(6)
    }
    schemas["L6"] = {"type": "object", "properties": {"end": {"type": "string"}}}
    document = make_document(body_document({"$ref": "#/components/schemas/L0"}, schemas))
    operation = first_operation(document, depth=2)
    writer = make_writer(document, depth=2)
    html = writer.block("body", operation, root="../", directory="ref")
    link = only(BeautifulSoup(html, "html.parser").select("a.navapi-deeper"))
    assert link["href"] == "../ref/schemas/L2.html"
    assert link.get_text() == "L2"
    nowhere = make_writer(document, depth=2, pages=NO_PAGES).block("body", operation)
    assert "<a" not in nowhere
    assert "L2" in nowhere


def test_schema_pages_end_with_an_example() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "examples": ["<x>"]}}}
    document = make_document(body_document({}, {"A": schema, "B": {"type": "string"}}))
    writer = make_writer(document)
    soup = BeautifulSoup(writer.schema_block("/components/schemas/A"), "html.parser")
    assert only(soup.select(".navapi-samples pre code")).get_text() == '{\n  "a": "<x>"\n}'
    assert "navapi-samples" not in writer.schema_block("/components/schemas/B")


def test_of_more_than_20_fields_the_first_ones_are_open() -> None:
    names = [f"f{number}" for number in range(40)]
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    inner = body_document({"type": "object", "properties": {"one": schema, "many": schema}})

    def shown(root: dict[str, Any]) -> tuple[list[str], list[str]]:
        body = only(soup_of(root).select(".navapi-body"))
        return (
            [row["id"] for row in body.select("li:not(details:not([open]) li)")],
            [part.get_text() for part in body.select("summary")],
        )

    assert shown(body_document(schema)) == ([f"body.{name}" for name in names[:15]], ["More 25"])
    # Required ones stay, unless there are many of them.
    schema["required"] = names[30:35]
    assert shown(body_document(schema))[0] == [f"body.{name}" for name in names[:15] + names[30:35]]
    schema["required"] = names[30:36]
    assert shown(body_document(schema))[0] == [f"body.{name}" for name in names[:15]]
    # So it is of the items of an array, and of alternatives; not below a row, which is folded.
    array = body_document({"type": "array", "items": schema})
    assert shown(array)[1] == ["More 25"]
    either = body_document({"oneOf": [schema, {"type": "object", "properties": {"x": {}}}]})
    assert len(shown(either)[0]) == 15
    assert shown(inner) == (["body.one", "body.many"], ["Properties 40", "Properties 40"])
    few = {"type": "object", "properties": {name: {} for name in names[:20]}}
    assert shown(body_document(few)) == ([f"body.{name}" for name in names[:20]], [])


def test_fields_of_long_levels_are_closed_where_others_are_open() -> None:
    def level(count: int) -> dict[str, Any]:
        return {"type": "object", "properties": {f"f{number}": {} for number in range(count)}}

    properties = {"some": level(20), "many": level(21)}
    document = make_document(body_document({"type": "object", "properties": properties}))
    html = write_page(make_writer(document, expanded=True), first_operation(document))
    parts = BeautifulSoup(html, "html.parser").select(".navapi-body details")
    assert [(part.i.get_text(), part.has_attr("open")) for part in parts] == [
        ("20", True),
        ("21", False),
    ]


def test_long_names_break_after_their_separators() -> None:
    names = ["statement_descriptor_suffix", "billing.address_1.country_code", "short_name"]
    names += ["_a__leading_and_trailing_", "no-separators-in-this-name"]
    root = body_document({"type": "object", "properties": {name: {} for name in names}})
    parameters = [{"name": name, "in": "query", "schema": {}} for name in names]
    root["paths"]["/a"]["post"]["parameters"] = parameters
    soup = soup_of(root)
    for part in (".navapi-parameters", ".navapi-body"):
        found = soup.select(f"{part} li > div > code")
        # What is copied is the name.
        assert [name.get_text() for name in found] == names
        assert [name.get_text("|") for name in found] == [
            "statement_|descriptor_|suffix",
            "billing.|address_|1.|country_|code",
            "short_name",
            "_a__|leading_|and_|trailing_",
            "no-separators-in-this-name",
        ]


def test_directions_leave_out_what_does_not_travel() -> None:
    schema = {
        "type": "object",
        "properties": {"id": {"readOnly": True}, "secret": {"writeOnly": True}, "name": {}},
    }
    root = body_document(schema)
    root["paths"]["/a"]["post"]["responses"] = {
        "200": {"description": "OK", "content": {"application/json": {"schema": schema}}}
    }
    soup = soup_of(root)
    assert [row["id"] for row in soup.select(".navapi-body li")] == ["body.secret", "body.name"]
    assert [row["id"] for row in soup.select(".navapi-responses li")] == ["r200.id", "r200.name"]
    document = make_document(root)
    both = make_writer(document).schema_block(
        "/paths/~1a/post/requestBody/content/application~1json/schema", Direction.BOTH
    )
    assert both.count("<li id") == 3


def test_alternatives_and_discriminator() -> None:
    schemas = {
        "Cat": {"type": "object", "properties": {"lives": {"type": "integer"}}},
        "Dog": {"type": "object", "properties": {"bark": {"type": "string"}}},
    }
    schema = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"meow": "Cat"}},
    }
    soup = soup_of(body_document(schema, schemas))
    options = soup.select(".navapi-body details")
    summaries = [option.summary.get_text(" ", strip=True) for option in options if option.summary]
    # Labeled by the discriminator's value, or by name; the first one is open, and opening one
    # closes the others.
    assert summaries == ["meow Cat", "Dog"]
    assert [option.has_attr("open") for option in options] == [True, False]
    assert {option["name"] for option in options} == {"body~oneOf"}
    assert options[0].parent is not None
    assert options[0].parent["class"] == ["navapi-switch"]
    assert [row["id"] for row in soup.select(".navapi-body li[id]")] == [
        "body~o1.lives", "body~o2.bark",
    ]  # fmt: skip
    text = " ".join(soup.select_one(".navapi-body").get_text(" ").split())  # type: ignore[union-attr]
    assert "One of" in text
    assert "Chosen by kind" in text
    assert "→" not in text


def test_a_discriminator_leads_to_what_it_chooses() -> None:
    schemas = {
        "Cat": {"type": "object", "properties": {"lives": {"type": "integer"}}},
        "Dog": {"type": "object", "properties": {"bark": {"type": "string"}}},
        "Eel": {"type": "string", "description": "Not among the variants."},
        "Fly": {"type": "null"},
    }
    variants = ("Cat", "Dog", "Fly")
    schema = {
        "oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in variants],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {
                "meow": "Cat", "wow": "#/components/schemas/Dog", "long": "Eel", "buzz": "Fly",
                "none": "Nothing",
            },
            "defaultMapping": "Dog",
        },
    }  # fmt: skip

    def chosen(**options: Any) -> dict[str, Any]:
        document = make_document(body_document(schema, schemas))
        html = write_page(make_writer(document, **options), first_operation(document), root="../")
        assert Page(html).problems == []
        assert Page(html).dead_links == set()
        entries = BeautifulSoup(html, "html.parser").select(".navapi-body .navapi-values li")
        return {
            entry.get_text().partition(" ")[0]: entry.a and (entry.a["href"], entry.a.get("class"))
            for entry in entries
        }

    page = "../api-reference/schemas/{}.html"
    assert chosen() == {
        # Variants are named after their values; a value of another schema links to its page.
        "long": (page.format("Eel"), None),
        "buzz": (page.format("Fly"), None),
        "none": None,
        "otherwise": ("#body~o2", None),
    }
    assert chosen(pages=NO_PAGES)["long"] is None


@pytest.mark.parametrize("level", [2, 3, 6])
def test_headings_of_a_schema_follow_those_of_the_page(level: int) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    document = make_document(body_document({}, {"A": schema}))
    html = make_writer(document).schema_block("/components/schemas/A", level=level)
    assert re.findall(r"<h(\d)", html) == [str(level)]


def test_media_types_of_one_component_are_shown_once() -> None:
    reference = {"schema": {"$ref": "#/components/schemas/Pet"}}
    root = body_document({}, {"Pet": {"type": "object", "properties": {"name": {}}}})
    root["paths"]["/a"]["post"]["requestBody"]["content"] = {
        "application/json": reference,
        "application/xml": reference,
        "text/plain": {"schema": {"type": "string"}},
    }
    soup = soup_of(root)
    shown = soup.select(".navapi-body .navapi-switch > details")
    labels = [" ".join(d.summary.get_text(" ").split()) for d in shown if d.summary]
    assert labels == ["application/json application/xml", "text/plain"]
    assert [d.has_attr("open") for d in shown] == [True, False]
    assert len({str(d["name"]) for d in shown}) == 1


def test_long_enums_are_folded() -> None:
    schema = {"type": "object", "properties": {"a": {"enum": [f"v{i}" for i in range(30)]}}}
    details = only(soup_of(body_document(schema)).select(".navapi-body details"))
    assert not details.has_attr("open")
    assert details.summary is not None
    assert details.summary.get_text() == "Allowed values 30"
    assert len(details.select("small code")) == 30
    schema["properties"]["a"]["enum"] = ["v0", "v1", "v2", "v3", "v4"]
    body = only(soup_of(body_document(schema)).select(".navapi-body"))
    assert not body.select("details")
    assert [each.get_text() for each in body.select("small code")] == schema["properties"]["a"][
        "enum"
    ]


def test_a_variant_with_a_page_is_a_link() -> None:
    schemas: dict[str, Any] = {
        name: {"type": "object", "properties": {"x": {"type": "string"}}} for name in ("Cat", "Dog")
    }
    schemas["Owner"] = {
        "type": "object",
        "properties": {
            "pet": {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("Cat", "Dog")]}
        },
    }
    document = make_document(body_document({"$ref": "#/components/schemas/Owner"}, schemas))
    html = make_writer(document, depth=1).block("body", first_operation(document, depth=1))
    body = BeautifulSoup(html, "html.parser")
    assert not body.select(".navapi-option details, details .navapi-deeper")
    links = body.select(".navapi-option > a.navapi-deeper")
    assert [link.get_text() for link in links] == ["Cat", "Dog"]


def test_many_alternatives_are_not_tabs() -> None:
    variants = [{"type": "object", "title": f"T{n}", "properties": {"x": {}}} for n in range(9)]
    body = soup_of(body_document({"oneOf": variants}))
    assert len(body.select(".navapi-many > details")) == 9
    assert not body.select(".navapi-body .navapi-switch")
    body = soup_of(body_document({"oneOf": variants[:8]}))
    assert len(body.select(".navapi-body .navapi-switch > details")) == 8


# -- security --------------------------------------------------------------------------------


def test_a_scheme_is_a_line_and_what_joins_schemes_is_said() -> None:
    root = body_document({"type": "string"})
    root["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
        "key": {"type": "apiKey", "in": "query", "name": "api_key"},
        "login": {
            "type": "oauth2",
            "flows": {
                "implicit": {"authorizationUrl": "https://a.example/", "scopes": {"pets": "All"}}
            },
        },
    }
    root["paths"]["/a"]["post"]["security"] = [{"token": [], "key": []}, {"login": ["pets"]}]
    block = only(soup_of(root).select(".navapi-security"))
    lines = [" ".join(line.get_text(" ").split()) for line in block.select("li > div")]
    assert lines == [
        "Bearer token (JWT) Authorization header token",
        "API key api_key query parameter key",
        "OAuth 2.0 Authorization header Scopes pets login",
    ]
    # The first two together, or the third.
    assert [each.get_text() for each in block.select(".navapi-and, .navapi-or")] == ["and", "or"]
    assert block.select_one("li:nth-of-type(2) > .navapi-and") is not None
    details = only(block.select("details"))
    assert "open" not in details.attrs
    assert "All" in details.get_text()
    assert details.select_one("a[href='https://a.example/']") is not None


# -- responses and samples -------------------------------------------------------------------


def test_first_response_is_open_and_short_descriptions_are_headings() -> None:
    root = body_document({"type": "string"})
    content = {"application/json": {"schema": {"type": "object", "properties": {"a": {}}}}}
    root["paths"]["/a"]["post"]["responses"] = {
        "201": {"description": "It is **made**", "content": content},
        "404": {"description": "Gone"},
        "4XX": {"description": "One.\n\nTwo.", "content": content},
    }
    parts = soup_of(root).select(".navapi-responses > *")
    assert [part.name for part in parts] == ["details", "div", "details"]
    assert [part.get("id") for part in parts] == ["r201", "r404", "r4XX"]
    assert [part.has_attr("open") for part in parts] == [True, False, False]
    heads = [" ".join((part.summary or part).get_text(" ").split()) for part in parts]
    assert heads == ["201 Created It is made", "404 Not Found Gone", "4XX Client error"]


def test_statuses_are_headings_with_those_of_their_parts_below() -> None:
    """So are those of a callback, one level down: its parts have headings themselves."""
    content = {"application/json": {"schema": {"type": "object", "properties": {"a": {}}}}}
    responses = {
        "201": {"description": "It is made", "content": content, "headers": {"X-A": {}}},
        "404": {"description": "Gone"},
        "default": {"description": "Any other", "content": content},
    }
    root = body_document({"type": "string"})
    called = {"{$url}": {"post": {"responses": responses}}}
    root["paths"]["/a"]["post"] |= {"responses": responses, "callbacks": {"done": called}}
    soup = soup_of(root)
    statuses = [
        ("h3", "201 Created"),
        ("h4", "Headers"),
        ("h4", "Body"),
        ("h3", "404 Not Found"),
        ("h3", "default"),
        ("h4", "Body"),
    ]
    whole = only(soup.select(".navapi-responses:not(.navapi-callbacks *)"))
    assert outline(whole) == statuses
    deeper = [(f"h{int(tag[1]) + 1}", text) for tag, text in statuses]
    assert outline(only(soup.select(".navapi-callbacks"))) == [("h3", "Responses"), *deeper]


def outline(part: Tag) -> list[tuple[str, str]]:
    return [(each.name, each.get_text()) for each in part.find_all(re.compile("^h[1-6]$"))]


@pytest.mark.parametrize(("fields", "shown_in_full"), [(5, 20), (60, 16), (400, 1)])
def test_large_schemas_of_many_responses_are_shown_once(fields: int, shown_in_full: int) -> None:
    """Of the operation and of its callbacks, once they repeat much; of both on a long page."""
    properties = {f"field{number}": {"type": "string"} for number in range(fields)}
    problem = {"type": "object", "properties": properties}
    root = body_document({"type": "string"}, {"Problem": problem})
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    responses = {str(400 + n): {"description": "x", "content": body} for n in range(10)}
    called = {"{$url}": {"post": {"responses": responses}}}
    root["paths"]["/a"]["post"] |= {"responses": responses, "callbacks": {"done": called}}
    soup = soup_of(root)
    lists = [part.select(".navapi-fields") for part in soup.select("[id*=r4]:is(details)")]
    assert len(lists) == 20
    assert sum(map(bool, lists)) == shown_in_full
    links = soup.select(".navapi-responses .navapi-schema > a")
    assert len(links) == 20 - shown_in_full
    for link in links:
        assert link.text == "Problem"
        target = only(soup.select(f'[id="{link["href"][1:]}"]'))
        assert len(target.select("li")) == fields


def test_names_of_schemas_lead_to_their_pages_once() -> None:
    """Of those whose fields are shown: others have a link instead of these."""
    inner = {"type": "object", "properties": {"a": {"type": "string"}}}
    ref = {name: {"$ref": f"#/components/schemas/{name}"} for name in ("Outer", "Inner", "No")}
    outer = {
        "type": "object",
        "properties": {
            "one": ref["Inner"],
            "list": {"type": "array", "items": ref["Inner"]},
            "map": {"type": "object", "additionalProperties": ref["No"]},
        },
    }
    root = body_document(ref["Outer"], {"Outer": outer, "Inner": inner, "No": inner})
    content = {"application/json": {"schema": {"type": "array", "items": ref["Inner"]}}}
    root["paths"]["/a"]["post"]["responses"] = {"200": {"description": "x", "content": content}}
    pages = PageNames(
        schema=lambda directory, name: None if name == "No" else f"{directory}/schemas/{name}",
        operation=lambda _: None,
    )
    document = make_document(root)
    html = write_page(make_writer(document, pages=pages), first_operation(document), root="../")
    soup = BeautifulSoup(html, "html.parser")
    links = [(link["href"], link.parent.get_text()) for link in soup.select("i > a")]
    to_inner = "../api-reference/schemas/Inner.html"
    assert links == [
        ("../api-reference/schemas/Outer.html", "Outer"),
        (to_inner, "Inner"),
        (to_inner, "Inner[]"),
    ]
    assert [row.i.get_text() for row in soup.select(".navapi-body li[id^='body.']")][:2] == [
        "Inner",
        "string",
    ]
    types = [kind.get_text() for kind in soup.select(".navapi-body li > div > i")]
    assert "Inner[]" in types
    assert "map of No" in types


def test_links_lead_to_the_page_of_the_operation() -> None:
    root = body_document({"type": "string"})
    root["paths"]["/b"] = {"get": {"operationId": "getB", "responses": {}}}
    links = {"next": {"operationId": "getB", "parameters": {"id": "$response.body#/id"}}}
    root["paths"]["/a"]["post"]["responses"] = {"200": {"description": "x", "links": links}}
    link = only(soup_of(root, root="../../").select(".navapi-responses a"))
    assert link["href"] == "../../api-reference/get.html"
    assert link.get_text() == "GET /b"


def test_samples_of_the_document_come_first_and_replace_their_language() -> None:
    root = body_document({"type": "string"})
    root["paths"]["/a"]["post"]["x-codeSamples"] = [
        {"lang": "lua", "source": "print('<1>')"},
        {"lang": "Python", "source": "pass"},
    ]
    switch = soup_of(root).select(".navapi-samples > .navapi-switch")[0]
    labels = [summary.get_text() for summary in switch.select("summary")]
    assert labels[:3] == ["lua", "Python", "cURL"]
    assert labels.count("Python") == 1
    assert len(labels) == 11
    assert [d.get("data-client") for d in switch.select("details")][:3] == [None, None, "curl"]
    assert [d.has_attr("open") for d in switch.select("details")] == [True] + [False] * 10
    assert only(switch.select("details:first-child code")).get_text() == "print('<1>')"


def test_response_examples_by_status() -> None:
    root = body_document({"type": "string"})
    root["paths"]["/a"]["post"]["responses"] = {
        "200": {
            "description": "x",
            "content": {
                "application/json": {
                    "examples": {
                        "one": {"value": {"big": 12345678901234567890, "é": "<"}},
                        "two": {"summary": "Second", "value": []},
                    }
                }
            },
        },
        "400": {"description": "y", "content": {"text/plain": {"example": "no"}}},
    }
    switch = soup_of(root).select(".navapi-samples > .navapi-switch")[-1]
    labels = [summary.get_text() for summary in switch.select("summary")]
    assert labels == ["200", "one", "Second", "400"]
    codes = [code.get_text() for code in switch.select("code")]
    assert codes == ['{\n  "big": 12345678901234567890,\n  "é": "<"\n}', "[]", "no"]


JSON_SCHEMA = {"type": "object", "properties": {"id": {"type": "integer", "example": 7}}}
LONG_SCHEMA = {
    "type": "object", "properties": {"text": {"type": "string", "example": "x" * 20_000}},
}  # fmt: skip


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        # The only given example has another type than the first media type.
        ({"application/json": {"schema": JSON_SCHEMA}, "text/csv": {"example": "id\n8"}},
         ['{\n  "id": 7\n}', "id\n8"]),
        ({"application/json": {"schema": LONG_SCHEMA}, "text/csv": {"example": "id\n8"}},
         ["id\n8"]),
        ({"application/json": {"example": {"id": 9}}, "text/csv": {"schema": {"type": "string"}}},
         ['{\n  "id": 9\n}']),
        ({"application/json": {"schema": LONG_SCHEMA}}, []),
        ({"application/x-ndjson": {"example": [{"a": 1}, {"a": 2}]}}, ['{"a": 1}\n{"a": 2}']),
    ],
    ids=["later", "long", "first", "none", "lines"],
)  # fmt: skip
def test_the_first_response_example_is_what_is_asked_for(
    content: dict[str, Any], shown: list[str]
) -> None:
    root = body_document({"type": "string"})
    root["paths"]["/a"]["post"]["responses"] = {"200": {"description": "x", "content": content}}
    soup = soup_of(root)
    switches = soup.select(".navapi-samples > .navapi-switch")
    codes = [code.get_text() for code in switches[-1].select("code")] if len(switches) > 1 else []
    assert codes == shown
    asked = only(soup.select('[data-client="curl"] code')).get_text()
    with_example = next((name for name, one in content.items() if "example" in one), None)
    expected = with_example if shown and len(shown) == 1 else next(iter(content))
    assert f"Accept: {expected}" in asked


def test_an_example_of_a_later_body_is_shown() -> None:
    root = body_document(JSON_SCHEMA)
    content = root["paths"]["/a"]["post"]["requestBody"]["content"]
    content["application/xml"] = {"examples": {"other": {"value": "<id>8</id>"}}}
    codes = [code.get_text() for code in soup_of(root).select(".navapi-samples code")]
    assert "<id>8</id>" in codes
    # The example that the samples send anyway is not shown twice.
    del content["application/xml"]
    content["application/json"]["example"] = {"id": 9}
    assert len(soup_of(root).select(".navapi-samples > .navapi-switch")) == 1


def test_webhooks_have_no_request_samples() -> None:
    body = {
        "content": {
            "application/json": {
                "schema": {"type": "object", "properties": {"a": {"type": "integer"}}}
            }
        }
    }
    document = make_document(
        {"openapi": "3.1.0", "webhooks": {"ping": {"post": {"requestBody": body}}}}
    )
    html = make_writer(document).block("samples", first_operation(document))
    assert "data-client" not in html
    assert BeautifulSoup(html, "html.parser").find("code").get_text() == '{\n  "a": 1\n}'


def test_translation_reaches_every_description() -> None:
    root = everything()
    document = make_document(root)
    writer = make_writer(document, translate=lambda text: f"«{text}»")
    html = write_page(writer, first_operation(document))
    for word in (
        "name description",
        "scope description",
        "enum description",
        "link description",
        "example summary",
        "callback summary",
        "response description",
        "rate",
    ):
        assert f"«{word}»" in html


def test_words_can_be_translated() -> None:
    from sphinx_navapi.locale.wording import Wording

    document = make_document(everything())
    words = Wording.translated(str.upper)
    html = write_page(make_writer(document, words=words), first_operation(document))
    assert "REQUIRED" in html
    assert ">required<" not in html
