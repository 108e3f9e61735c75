"""The grammar of runtime expressions and of simple conditions."""

from __future__ import annotations

import pytest

from sphinx_navapi.arazzo.check import check_workflows
from sphinx_navapi.arazzo.expressions import (
    ConditionError,
    Literal,
    RuntimeExpression,
    read_condition,
    read_expression,
    split_text,
)

STATUS = RuntimeExpression(text="$statusCode")


def number(text: str) -> Literal:
    return Literal(text, is_number=True)


@pytest.mark.parametrize(
    ("text", "names", "pointer"),
    [
        ("$inputs.user-name", ("inputs", "user-name"), ""),
        ("$inputs.address.city", ("inputs", "address.city"), ""),
        ("$outputs.a#/b~1c/0", ("outputs", "a"), "/b~1c/0"),
        ("$steps.one.outputs.two.three", ("steps", "one", "two.three"), ""),
        ("$steps.one.outputs.two#/three", ("steps", "one", "two"), "/three"),
        ("$workflows.w_1.inputs.x", ("workflows", "w_1", "inputs", "x"), ""),
        ("$workflows.w_1.outputs.x#/0", ("workflows", "w_1", "outputs", "x"), "/0"),
    ],
)
def test_named_values(text: str, names: tuple[str, ...], pointer: str) -> None:
    assert read_expression(text) == RuntimeExpression(text=text, names=names, pointer=pointer)


@pytest.mark.parametrize(
    ("text", "as_openapi"),
    [
        ("$url", "$url"),
        ("$method", "$method"),
        ("$statusCode", "$statusCode"),
        ("$request.header.X-A", "$request.header.X-A"),
        ("$request.query.a b", "$request.query.a b"),
        ("$response.header.ETag", "$response.header.ETag"),
        ("$response.body", "$response.body"),
        ("$response.body#/a/0", "$response.body#/a/0"),
        ("$response.body#", "$response.body"),
        ("$response.body.a.b", "$response.body#/a/b"),
        ("$request.body.a", "$request.body#/a"),
    ],
)
def test_parts_of_messages(text: str, as_openapi: str) -> None:
    assert read_expression(text) == RuntimeExpression(text=as_openapi)


@pytest.mark.parametrize(
    "text",
    ["", "$", "inputs.a", "$inputs", "$inputs.", "$steps.a", "$steps.a.b", "$response",
     "$steps.a.outputs.b#c", "$response.bodyx", "$statusCode.x", "$message.payload",
     "$self", "$workflows.a.steps.b"],
)  # fmt: skip
def test_no_values(text: str) -> None:
    assert read_expression(text) is None


def test_expressions_in_text() -> None:
    parts = [*split_text("a{b} {$inputs.x}/{$unknown}{$statusCode}")]
    x = RuntimeExpression(text="$inputs.x", names=("inputs", "x"))
    assert parts == ["a{b} ", x, "/{$unknown}", STATUS]
    assert [*split_text("")] == []


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("$statusCode==200", ("==", STATUS, number("200"))),
        ("  $statusCode\t!= 'it''s' ", ("!=", STATUS, Literal("it's"))),
        ("true", Literal(True)),
        ("null == false", ("==", Literal(None), Literal(False))),
        ("-1.5e3 <= $statusCode", ("<=", number("-1.5e3"), STATUS)),
        # `&&` binds tighter than `||`, and a comparison tighter than both.
        (
            "$statusCode || true && $statusCode < 3",
            ("||", STATUS, ("&&", Literal(True), ("<", STATUS, number("3")))),
        ),
        ("!$statusCode == 1", ("==", ("!", STATUS), number("1"))),
        ("!($statusCode == 1)", ("!", ("==", STATUS, number("1")))),
        ("(true || false) && true",
         ("&&", ("||", Literal(True), Literal(False)), Literal(True))),
        (
            "$response.body.a[0].b > 1",
            (">", (".", ("[]", RuntimeExpression(text="$response.body#/a"), 0), "b"), number("1")),
        ),
    ],
)  # fmt: skip
def test_conditions(text: str, tree: object) -> None:
    assert read_condition(text) == tree


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "value is missing"),
        ("$statusCode =", "`==`"),
        ("$statusCode = 200", "`==`"),
        ("$statusCode == ", "value is missing"),
        ("== 200", "`==`"),
        ('$statusCode == "200"', "single quotes"),
        ("($statusCode == 200", "parenthesis"),
        ("$statusCode == 200)", "`)`"),
        ("$statusCode == 200 201", "`201`"),
        ("$steps.a == 1", "`$steps.a`"),
        ("$statusCode === 200", "`= 200`"),
        ("$statusCode & 1", "`& 1`"),
        ("200px == 1", "`200px"),
    ],
)
def test_conditions_that_cannot_be_read(text: str, named: str) -> None:
    with pytest.raises(ConditionError) as caught:
        read_condition(text)
    assert named in str(caught.value)


def test_they_are_problems_of_the_description() -> None:
    def criteria(condition: object, **more: str) -> dict[str, object]:
        step = {
            "stepId": "a",
            "operationId": "b",
            "successCriteria": [{"condition": condition, **more}],
        }
        return {"workflows": [{"workflowId": "w", "steps": [step]}]}

    [problem] = check_workflows(criteria("$statusCode = 200"))
    assert problem.pointer == "/workflows/0/steps/0/successCriteria/0/condition"
    assert "$statusCode = 200" in problem.message
    # Other languages have other rules.
    for kind in ("regex", "jsonpath", "xpath"):
        assert [*check_workflows(criteria("^2 = 2", type=kind, context="$statusCode"))] == []
