"""What the page of a workflow needs to run it step by step: parsed values and conditions, as JSON.

The reader sends each step with the form of its operation; ``navapi-workflow.js`` fills the forms,
and reads the responses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sphinx_navapi.arazzo.expressions import (
    Condition,
    ConditionError,
    Literal,
    RuntimeExpression,
    read_condition,
    read_expression,
    split_text,
)
from sphinx_navapi.arazzo.workflows import Action, Call, Criterion, Step, Workflow
from sphinx_navapi.locale.interface import InterfaceWords, message
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.view import MISSING, Direction
from sphinx_navapi.request.encoding import json_text
from sphinx_navapi.request.playground_body import filled
from sphinx_navapi.request.playground_schema import hint_schema

#: What opens the form of the inputs.
RUN: Final = message("Run step by step")

#: Texts of the script, by key.
_WORDS: Final = {
    "inputs": message("Inputs"),
    "example": message("Use the example"),
    "reset": message("Start again"),
    "kept": message("Values stay in this tab. Nothing is sent before Send is pressed."),
    "values": message("Values from inputs and steps"),
    "missing": message("no value yet"),
    "absent": message("no field in the form"),
    "criteria": message("Successful if"),
    "met": message("met"),
    "failed": message("not met"),
    "unchecked": message("not checked here"),
    "outputs": message("Outputs"),
    "success": message("The step was successful."),
    "failure": message("The step failed."),
    "next": message("Next: {step}"),
    "again": message("Send again: {step}"),
    "anyway": message("Continue anyway: {step}"),
    "wait": message("after {seconds} s"),
    "tries": message("{count} of {limit}"),
    "exhausted": message("All retries are used."),
    "end": message("The workflow ends here."),
    "leave": message("Continue with the workflow {workflow}"),
    "take": message("Take over its outputs"),
}


def workflow_run(
    workflow: Workflow,
    examples: ExampleMaker,
    forms: Mapping[str, bool],
    called: Mapping[Call, tuple[str, str]],
    words: InterfaceWords,
) -> dict[str, Any]:
    """The data of the runner; empty keys are omitted.

    :param examples: of the description, for the inputs.
    :param forms: whether the page has a form for a step, by its name.
    :param called: name and URL of workflows with a page.
    """
    return filled(
        words={key: words(text) for key, text in _WORDS.items()},
        name=workflow.name,
        inputs=_inputs(workflow, examples),
        steps=[_step(workflow, each, called, has_form=forms[each.name]) for each in workflow.steps],
        outputs=[[name, value_template(each)] for name, each in workflow.outputs],
    )


def _inputs(workflow: Workflow, examples: ExampleMaker) -> dict[str, Any] | None:
    if not workflow.inputs:
        return None
    registry = examples.registry
    view = registry.view(workflow.inputs, Direction.REQUEST)
    defaults = {
        child.name: registry.view(child.schema, Direction.REQUEST).default
        for child in view.of("property")
    }
    initial = {name: value for name, value in defaults.items() if value is not MISSING}
    return {
        "schema": hint_schema(registry.reader, workflow.inputs),
        "sample": json_text(examples.example_for(workflow.inputs, Direction.REQUEST)),
        **({"value": json_text(initial)} if initial else {}),
    }


def _step(
    workflow: Workflow,
    step: Step,
    called: Mapping[Call, tuple[str, str]],
    *,
    has_form: bool,
) -> dict[str, Any]:
    own = {(each.place, each.name) for each in step.arguments}
    shared = [each for each in workflow.arguments if (each.place, each.name) not in own]
    return filled(
        name=step.name,
        form=has_form,
        workflow=called.get(step.call) if step.call.field == "workflowId" else None,
        arguments=[
            [each.place, each.name, value_template(each.value)]
            for each in (*shared, *step.arguments)
            if each.value is not None
        ],
        body=None if step.body is None else value_template(step.body),
        media=step.media,
        replacements=[[target, value_template(value)] for target, value in step.replacements],
        criteria=[*map(criterion_data, step.criteria)],
        outputs=[[name, value_template(each)] for name, each in step.outputs],
        success=_actions(step.on_success, workflow.on_success, called),
        failure=_actions(step.on_failure, workflow.on_failure, called),
    )


def _actions(
    own: tuple[Action, ...], shared: tuple[Action, ...], called: Mapping[Call, tuple[str, str]]
) -> list[dict[str, Any]]:
    """The actions of a step, then those of the workflow that it does not override."""
    names = {each.name for each in own}
    actions = (*own, *(each for each in shared if each.name not in names))
    return [
        filled(
            kind=each.kind,
            step=each.step,
            workflow=called.get(each.workflow) if each.workflow else None,
            after=each.after,
            limit=each.limit,
            criteria=[*map(criterion_data, each.criteria)],
        )
        for each in actions
    ]


def criterion_data(criterion: Criterion) -> dict[str, Any]:
    """The text of *criterion*; how it is checked, if it is checked on the page.

    ``test``: a value, or an operator and its operands; or ``pattern``, for the text of
    ``context``.
    """
    shown = " ".join(filter(None, (criterion.context, criterion.condition)))
    if criterion.kind == "simple":
        try:
            return {"text": shown, "test": _written(read_condition(criterion.condition))}
        except ConditionError:
            return {"text": shown}
    context = read_expression(criterion.context)
    if criterion.kind != "regex" or context is None:
        return {"text": shown}
    pattern = _text_template(criterion.condition)
    return {"text": shown, "context": _written(context), "pattern": pattern}


def value_template(value: Any) -> dict[str, Any]:
    """*value* of a description with its runtime expressions parsed.

    One of: ``json``, a constant as JSON text; ``names`` or ``text`` of an expression, with
    ``pointer``; ``parts``, texts and expressions that are joined; ``items``; ``members``, each a
    name and a value.
    """
    if isinstance(value, str):
        expression = read_expression(value)
        return _text_template(value) if expression is None else _written(expression)
    if isinstance(value, Mapping):
        members = [[str(key), value_template(each)] for key, each in value.items()]
        if any("json" not in each for _, each in members):
            return {"members": members}
    elif isinstance(value, (list, tuple)):
        items = [*map(value_template, value)]
        if any("json" not in each for each in items):
            return {"items": items}
    return {"json": json_text(value)}


def _text_template(text: str) -> dict[str, Any]:
    parts = [*split_text(text)]
    if all(isinstance(each, str) for each in parts):
        return {"json": json_text(text)}
    return {"parts": [each if isinstance(each, str) else _written(each) for each in parts]}


def _written(condition: Condition) -> Any:
    match condition:
        case RuntimeExpression(text=text, names=names, pointer=pointer):
            return filled(text=text, names=list(names), pointer=pointer)
        case Literal(value=value, is_number=is_number):
            return {"json": str(value) if is_number else json_text(value)}
        case (operator, *operands):
            return [operator, *(_operand(each) for each in operands)]
    raise TypeError(condition)


def _operand(value: Any) -> Any:
    return value if isinstance(value, (str, int)) else _written(value)
