"""Types and constraints in words: translated, around names that are not."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from view_documents import conditions_of, constraint_text, constraints_of, make_registry, view_of

from sphinx_navapi.content.html.schema import SchemaHtml
from sphinx_navapi.content.nodes.blocks import flat_rows
from sphinx_navapi.formats.commonmark import render_html
from sphinx_navapi.locale.interface import interface_wording, interface_words
from sphinx_navapi.locale.wording import Wording, fill
from sphinx_navapi.openapi.schema.label_words import (
    condition_words,
    constraint_words,
    type_words,
)
from sphinx_navapi.openapi.schema.type_label import Condition, Constraint
from sphinx_navapi.openapi.view import Direction

GERMAN = interface_wording(interface_words("de"))

OBJECT = {"type": "object", "properties": {"a": {"type": "string"}}}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def array(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


@pytest.mark.parametrize(
    ("schema", "english", "german"),
    [
        ({"type": "string", "format": "date"}, "string <date>", "string <date>"),
        ({}, "any", "beliebig"),
        (False, "never", "kein Wert"),
        (ref("Nowhere"), "unresolved", "nicht gefunden"),
        (array(array({"type": "string"})),
         "string[][]", "string[][]"),
        (array({"oneOf": [{"type": "string"}, {"type": "integer"}]}),
         "(string | integer)[]", "(string | integer)[]"),
        (array(array({"type": ["string", "null"]})),
         "(string | null)[][]", "(string | null)[][]"),
        ({"type": "array", "prefixItems": [{}, {"type": "string"}]},
         "[any, string, …]", "[beliebig, string, …]"),
        ({"type": "array", "prefixItems": [{"type": "string"}], "items": False},
         "[string]", "[string]"),
        (array(array(array(array(array({"type": "string"}))))),
         "…[][][][][]", "…[][][][][]"),
        ({"type": ["object", "null"], "additionalProperties": {"type": ["string", "null"]}},
         "map of (string | null) | null", "Zuordnung zu (string | null) | null"),
        ({"oneOf": [array(ref("Cat")), ref("Cat")]},
         "one of Cat[], Cat", "eines von Cat[], Cat"),
        ({"anyOf": [{**OBJECT, "title": f"T{n}"} for n in range(6)]},
         "any of T0, T1, T2, T3, T4, …", "beliebige von T0, T1, T2, T3, T4, …"),
        # Names of components that look like our words, or like placeholders in them.
        (ref("any"), "any", "any"),
        (ref("never"), "never", "never"),
        (ref("one of us"), "one of us", "one of us"),
        (ref("any of a, b"), "any of a, b", "any of a, b"),
        (ref("array of x"), "array of x", "array of x"),
        (array(ref("map of x")), "(map of x)[]", "(map of x)[]"),
        (array({"type": "object", "additionalProperties": {"type": "string"}}),
         "(map of string)[]", "(Zuordnung zu string)[]"),
        (array({"type": "string", "format": "date"}), "string <date>[]", "string <date>[]"),
        (array(ref("any")), "any[]", "any[]"),
        (array(ref("a | b")), "(a | b)[]", "(a | b)[]"),
        (array(ref("(any, never)")), "((any, never))[]", "((any, never))[]"),
        ({"type": "object", "additionalProperties": ref("any")}, "map of any", "Zuordnung zu any"),
        ({"oneOf": [ref("any"), ref("one of us")]},
         "one of any, one of us", "eines von any, one of us"),
        ({"anyOf": [ref("any"), {"type": "null"}]}, "any | null", "any | null"),
        (array(ref("{type}")), "{type}[]", "{type}[]"),
        ({"type": "string", "format": "any of it"}, "string <any of it>", "string <any of it>"),
    ],
)  # fmt: skip
def test_types_are_translated_around_names(schema: Any, english: str, german: str) -> None:
    names = (
        "Cat", "any", "never", "one of us", "any of a, b", "array of x", "map of x", "a | b",
        "(any, never)", "{type}",
    )  # fmt: skip
    label = view_of(schema, **dict.fromkeys(names, OBJECT)).label
    assert type_words(label, Wording()) == english
    assert type_words(label, GERMAN) == german


@pytest.mark.parametrize(
    ("schema", "english", "german"),
    [
        ({"minimum": 3}, ("≥", "3"), ("≥", "3")),
        ({"maxLength": 3}, ("max length", "3"), ("Höchstlänge", "3")),
        ({"uniqueItems": True}, ("items", "unique"), ("Elemente", "eindeutig")),
        ({"prefixItems": [{"type": "string"}], "items": False},
         ("other items", "none"), ("weitere Elemente", "keine")),
        ({"dependentRequired": {"a": ["b", "c"]}},
         ("", "with a requires b, c"), ("", "mit a erfordert b, c")),
        ({"dependentRequired": {"with x": ["requires y"]}},
         ("", "with with x requires requires y"), ("", "mit with x erfordert requires y")),
        ({"dependentRequired": {"{name}": ["{names}"]}},
         ("", "with {name} requires {names}"), ("", "mit {name} erfordert {names}")),
        ({"contains": array({})}, ("contains", "array"), ("enthält", "array")),
        ({"contains": ref("any matching")}, ("contains", "any matching"),
         ("enthält", "any matching")),
        ({"contains": {"const": "any"}}, ("contains", '"any"'), ("enthält", '"any"')),
        ({"propertyNames": {"pattern": "^a matching {type}"}},
         ("property names", "string matching ^a matching {type}"),
         ("Namen der Eigenschaften", "string nach Muster ^a matching {type}")),
        ({"contains": {**array(ref("{pattern}")), "pattern": "^x"}},
         ("contains", "{pattern}[] matching ^x"),
         ("enthält", "{pattern}[] nach Muster ^x")),
        ({"pattern": "unique"}, ("pattern", "unique"), ("Muster", "unique")),
        ({"not": {"required": ["none"]}}, ("not allowed", "none"), ("nicht erlaubt", "none")),
    ],
)  # fmt: skip
def test_constraints_are_translated_around_names(
    schema: Any, english: tuple[str, str], german: tuple[str, str]
) -> None:
    view = view_of(schema, **dict.fromkeys(("any matching", "{pattern}"), OBJECT))
    assert constraints_of(view)[-1] == english
    assert constraint_text(view.constraints[-1], GERMAN) == german


def test_conditions_are_translated_around_names() -> None:
    schema = {"if": OBJECT, "propertyNames": OBJECT, "dependentSchemas": {"with x": OBJECT}}
    words = [condition_words(each, GERMAN) for each in conditions_of(view_of(schema))]
    assert words == ["if", "Namen der Eigenschaften", "mit with x"]


def test_the_content_of_a_string_is_a_row() -> None:
    schema = {"type": "string", "contentMediaType": "application/json", "contentSchema": OBJECT}
    content = make_registry({"Top": schema})
    field = content.schema("/components/schemas/Top", Direction.BOTH)
    html = " ".join(SchemaHtml(render_html, GERMAN).root(field).split())
    paths = [row.path for row in flat_rows(field.subschemas, Wording())]
    assert paths == [("(decoded content)",), ("(decoded content)", "a")]
    assert "<em>dekodierter Inhalt</em> <i>object</i>" in html
    assert "<code>a</code> <i>string</i>" in html
    (condition,) = conditions_of(view_of(schema))
    assert condition_words(condition, Wording()) == "decoded content"
    # Without a media type, it is unknown how to decode it.
    assert conditions_of(view_of({"type": "string", "contentSchema": OBJECT})) == []


def test_every_word_of_a_constraint_is_used() -> None:
    """A keyword without a text would be an error on a page; a text without a keyword is unused."""
    keywords = (
        "pattern", "multipleOf", "uniqueItems", "contentEncoding", "contentMediaType", "minLength",
        "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains",
        "maxContains", "length", "range", "propertyCount", "false",
        "oneOf", "anyOf", "contains", "propertyNames", "items",
    )  # fmt: skip
    marked = Wording.translated(lambda word: f"~{word}")
    said = {
        constraint_words(Constraint(keyword=each, name="{name}"), marked)[0] for each in keywords
    }
    with_name = Constraint(keyword="dependentRequired", name="{name}", groups=(("a",),))
    said |= {"".join(constraint_words(with_name, marked)[1]).partition(" ~")[0]}
    said |= {
        constraint_words(Constraint(keyword="not", groups=(names,)), marked)[0]
        for names in (("a",), ("a", "b"))
    }
    assert condition_words(Condition(keyword="contains", schema=""), marked) in said
    rules = {field.name for field in fields(Wording) if field.name.startswith("rule_")}
    assert said == {getattr(marked, name) for name in rules}


def test_a_template_is_filled_once() -> None:
    assert fill("{a} and {b}", a="{b}", b="x") == "{b} and x"
    assert fill("{a} {c} {", a="x") == "x {c} {"


def test_a_page_in_another_language_keeps_the_names() -> None:
    schemas = {
        "Top": {
            "type": "object",
            "properties": {
                "with x": ref("any"), "one": array(ref("one of us")), "open": {},
            },
            "dependentRequired": {"with x": ["one"]},
            "oneOf": [ref("any"), ref("one of us")],
        },
        "any": OBJECT,
        "one of us": OBJECT,
    }  # fmt: skip
    content = make_registry(schemas)
    top = content.schema("/components/schemas/Top", Direction.BOTH)
    page = SchemaHtml(render_html, GERMAN).root(top)
    # Names of components are marked: they become links.
    assert "<i>\x07any\x04</i>" in page
    assert "<i>(\x07one of us\x04)[]</i>" in page
    assert "<i>beliebig</i>" in page
    assert "<b>one of us</b>" in page
    assert "<small>mit <code>with x</code> erfordert <code>one</code></small>" in page
    assert "eines von us" not in page
