"""Workflows as values, and problems that a description shows by itself."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from arazzo_documents import LIBRARY

from sphinx_navapi.arazzo.check import check_workflows
from sphinx_navapi.arazzo.workflows import (
    Action,
    Call,
    Criterion,
    StepArgument,
    read_call,
    read_workflow,
    workflow_names,
)
from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.formats.data_file import unescape_pointer


def test_a_workflow_with_reused_parts() -> None:
    assert workflow_names(LIBRARY) == ("signInAndBorrow", "borrow_twice")
    workflow = read_workflow(LIBRARY, "signInAndBorrow")
    assert workflow is not None
    assert workflow.inputs == "/workflows/0/inputs"
    assert workflow.arguments == (StepArgument(name="X-Branch", place="header", value="north"),)
    first, second = workflow.steps
    assert (first.body, first.media) == (
        {"card": "$inputs.card", "pin": "$inputs.pin"},
        "application/json",
    )
    # The reference gives another value to the parameter.
    assert second.arguments[0] == StepArgument(name="page", place="query", value=2)
    assert second.on_failure == (
        Action(
            name="again",
            kind="retry",
            after="2",
            limit="3",
            criteria=(Criterion(condition="$statusCode == 503"),),
        ),
        Action(name="signInAgain", kind="goto", step="signIn"),
    )
    assert second.criteria[1] == Criterion(
        condition="$[0]", context="$response.body", kind="jsonpath"
    )
    assert read_workflow(LIBRARY, "none") is None


@pytest.mark.parametrize(
    ("step", "source", "name"),
    [
        ({"operationId": "listBooks"}, "", "listBooks"),
        ({"operationId": "$sourceDescriptions.library.listBooks"}, "library", "listBooks"),
        (
            {"operationPath": "{$sourceDescriptions.library.url}#/paths/~1a~1{b}/get"},
            "library",
            "/paths/~1a~1{b}/get",
        ),
        ({"workflowId": "$sourceDescriptions.other.sign.in"}, "other", "sign.in"),
    ],
)
def test_calls(step: dict[str, str], source: str, name: str) -> None:
    [(field, written)] = step.items()
    assert read_call(step) == Call(field=field, source=source, name=name, written=written)


def test_a_sound_description_has_no_problems() -> None:
    assert list(check_workflows(LIBRARY)) == []


#: Where the example is changed, to what, where that is reported, and a word of the message.
WRONG: list[tuple[str, Any, str, str]] = [
    ("/workflows/0/workflowId", 7, "/workflows/0", "workflowId"),
    ("/workflows/1/workflowId", "signInAndBorrow", "/workflows/1/workflowId", "signInAndBorrow"),
    ("/workflows/1/dependsOn/0", "signInAndBorow", "/workflows/1/dependsOn/0", "signInAndBorrow"),
    ("/workflows/1/steps/0/workflowId", "x", "/workflows/1/steps/0/workflowId", "borrow_twice"),
    ("/workflows/0/steps/0/stepId", None, "/workflows/0/steps/0", "stepId"),
    ("/workflows/0/steps/0/workflowId", "x", "/workflows/0/steps/0", "operationId"),
    ("/workflows/0/steps/0/operationId", "$sourceDescriptions.libary.x",
     "/workflows/0/steps/0/operationId", "library"),
    ("/workflows/0/steps/1/parameters/0/reference", "$components.parameters.pages",
     "/workflows/0/steps/1/parameters/0/reference", "$components.parameters.page"),
    ("/workflows/0/steps/1/onFailure/1/stepId", "singIn",
     "/workflows/0/steps/1/onFailure/1/stepId", "signIn"),
    ("/workflows/0/steps/1/parameters/2/value", "$steps.signIn.outputs.tokn",
     "/workflows/0/steps/1/parameters/2/value", "token"),
    ("/workflows/0/steps/0/requestBody/payload/pin", "{$inputs.pn}",
     "/workflows/0/steps/0/requestBody/payload/pin", "pin"),
    ("/workflows/0/outputs/book", "$steps.findBok.outputs.book",
     "/workflows/0/outputs/book", "findBook"),
    ("/workflows/0/steps", [], "/workflows/0/steps", "steps"),
    ("/workflows/0/steps/1/operationPath", "#/paths/~1books/get",
     "/workflows/0/steps/1/operationPath", "{$sourceDescriptions.library.url}#/paths/~1books/get"),
    ("/workflows/0/steps/1/operationPath", "/paths/~1books/get",
     "/workflows/0/steps/1/operationPath", "{$sourceDescriptions.library.url}#/paths/~1books/get"),
    ("/workflows/0/steps/1/onFailure/1", {"name": "x", "type": "goto"},
     "/workflows/0/steps/1/onFailure/1", "stepId"),
    ("/workflows/0/steps/1/onFailure/1",
     {"type": "goto", "stepId": "signIn", "workflowId": "borrow_twice"},
     "/workflows/0/steps/1/onFailure/1", "workflowId"),
    ("/workflows/0/steps/1/onFailure/1", {"name": "x"}, "/workflows/0/steps/1/onFailure/1", "type"),
    ("/workflows/1/steps/0/parameters/0/value", "$workflows.signInAndBorrow.outputs.nada",
     "/workflows/1/steps/0/parameters/0/value", "nada"),
    ("/workflows/1/steps/0/parameters/0/value", "$workflows.signInAndBorrow.inputs.pinn",
     "/workflows/1/steps/0/parameters/0/value", "pin"),
    ("/workflows/1/steps/0/parameters/0/value", "$workflows.borrowTwice.inputs.pin",
     "/workflows/1/steps/0/parameters/0/value", "borrow_twice"),
    ("/workflows/1/steps/0/parameters/0/name", "cart",
     "/workflows/1/steps/0/parameters/0/name", "card"),
    ("/workflows/0/steps/1/parameters/1", {"name": "shelf", "value": 1},
     "/workflows/0/steps/1/parameters/1", "in"),
    ("/workflows/0/parameters/0", {"name": "X-Branch", "value": 1},
     "/workflows/0/parameters/0", "in"),
    ("/components/parameters/page", {"name": "page", "value": 1},
     "/workflows/0/steps/1/parameters/0", "in"),
    *[
        ("/workflows/0/steps/1/successCriteria/1", {"condition": "x", "type": kind},
         "/workflows/0/steps/1/successCriteria/1", "context")
        for kind in ("regex", "jsonpath", {"type": "xpath", "version": "xpath-30"})
    ],
    ("/workflows/0/steps/1/successCriteria/1/type", "jsonpaht",
     "/workflows/0/steps/1/successCriteria/1/type", "jsonpath"),
    ("/workflows/0/steps/1/successCriteria/1/type", {"version": "x"},
     "/workflows/0/steps/1/successCriteria/1/type/type", "jsonpath"),
    ("/workflows/0/steps/1/successCriteria/1", {"context": "x"},
     "/workflows/0/steps/1/successCriteria/1", "condition"),
    ("/components/failureActions/again/criteria/0", {"context": "x"},
     "/components/failureActions/again/criteria/0", "condition"),
    ("/workflows/0/steps/1/onFailure/1/criteria", [{"condition": "x", "type": "regex"}],
     "/workflows/0/steps/1/onFailure/1/criteria/0", "context"),
]  # fmt: skip


@pytest.mark.parametrize(("pointer", "value", "where", "word"), WRONG)
def test_problems(pointer: str, value: Any, where: str, word: str) -> None:
    root = deepcopy(LIBRARY)
    *around, last = map(unescape_pointer, pointer.split("/")[1:])
    inside: Any = root
    for key in around:
        inside = inside[int(key) if isinstance(inside, list) else key]
    inside[int(last) if isinstance(inside, list) else last] = value
    problems = {problem.pointer: problem for problem in check_workflows(root)}
    assert word in problems[where].message
    assert problems[where].subtype in (Subtype.OPENAPI_INVALID, Subtype.UNRESOLVED_REF)


def test_a_description_without_workflows() -> None:
    [problem] = check_workflows({"arazzo": "1.0.1"})
    assert (problem.pointer, problem.subtype) == ("", Subtype.OPENAPI_INVALID)
