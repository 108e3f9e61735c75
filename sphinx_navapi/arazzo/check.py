"""Problems of an Arazzo description that it shows by itself, without the documents it names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.arazzo.expressions import (
    OF_INPUT,
    OF_STEP,
    OF_WORKFLOW,
    ConditionError,
    read_condition,
)
from sphinx_navapi.arazzo.workflows import (
    ACTIONS,
    CALLS,
    CRITERIA,
    PARAMETER_PLACES,
    find_reused,
    read_call,
    source_urls,
    workflow_names,
)
from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below

#: Lists of Reusable Objects, and the components that they may refer to.
_LISTS: Final = {
    "parameters": "parameters",
    "onSuccess": "successActions",
    "onFailure": "failureActions",
    "successActions": "successActions",
    "failureActions": "failureActions",
}


@dataclass(frozen=True, slots=True)
class WorkflowProblem:
    """:ivar pointer: of the value that is wrong."""

    message: str
    pointer: str
    subtype: Subtype = Subtype.OPENAPI_INVALID


def check_workflows(root: Mapping[str, Any]) -> Iterator[WorkflowProblem]:
    """What readers would not understand, or programs could not run."""
    workflows = as_list(root.get("workflows"))
    if not workflows:
        yield WorkflowProblem("it has no workflows: add `workflows`", "")
    seen: set[str] = set()
    for index, value in enumerate(workflows):
        pointer, workflow = f"/workflows/{index}", as_mapping(value)
        name = as_text(workflow.get("workflowId"))
        if name is None:
            message = "a workflow without `workflowId` has no page: add one"
            yield WorkflowProblem(message, pointer)
        elif name in seen:
            message = f"the workflow {name} is described more than once; only the first is shown"
            yield WorkflowProblem(message, below(pointer, "workflowId"))
        else:
            seen.add(name)
            yield from _WorkflowCheck(root, workflow, pointer).run()
    components = as_mapping(root.get("components"))
    for kind in ("successActions", "failureActions"):
        for name, action in as_mapping(components.get(kind)).items():
            criteria = as_mapping(action).get("criteria")
            yield from _criteria_problems(criteria, below("/components", kind, name, "criteria"))


class _WorkflowCheck:
    def __init__(self, root: Mapping[str, Any], workflow: Mapping[str, Any], pointer: str) -> None:
        self._root = root
        self._workflow = workflow
        self._pointer = pointer
        self._names = workflow_names(root)
        self._sources = source_urls(root)
        steps = map(as_mapping, as_list(workflow.get("steps")))
        self._steps = {
            str(step["stepId"]): as_mapping(step.get("outputs"))
            for step in steps
            if isinstance(step.get("stepId"), str)
        }
        self._inputs = _input_names(workflow)

    def run(self) -> Iterator[WorkflowProblem]:
        """All problems of the workflow."""
        workflow, pointer = self._workflow, self._pointer
        for index, name in enumerate(as_list(workflow.get("dependsOn"))):
            if isinstance(name, str):
                where = f"{pointer}/dependsOn/{index}"
                yield from self._called({"workflowId": name}, where)
        yield from self._lists(workflow, pointer)
        steps = [as_mapping(each) for each in as_list(workflow.get("steps"))]
        yield from self._parameters(workflow, steps, pointer)
        known: set[str] = set()
        if workflow.get("steps") == []:
            message = f"the workflow {workflow['workflowId']} has no steps: add one"
            yield WorkflowProblem(message, below(pointer, "steps"))
        for index, value in enumerate(as_list(workflow.get("steps"))):
            yield from self._step(as_mapping(value), f"{pointer}/steps/{index}", known)
        yield from self._expressions(workflow.get("outputs"), below(pointer, "outputs"))

    def _step(
        self, step: Mapping[str, Any], pointer: str, known: set[str]
    ) -> Iterator[WorkflowProblem]:
        name = as_text(step.get("stepId"))
        if name is None:
            yield WorkflowProblem("a step has no `stepId`: add one", pointer)
        elif name in known:
            message = f"the workflow has more than one step {name}: nothing can refer to them"
            yield WorkflowProblem(message, below(pointer, "stepId"))
        known.add(name or "")
        calls = [field for field in CALLS if field in step]
        if len(calls) != 1:
            what = "nothing" if not calls else " and ".join(calls)
            message = f"the step {name or ''} calls {what}: write exactly one of {', '.join(CALLS)}"
            yield WorkflowProblem(message.replace("  ", " "), pointer)
        elif calls:
            yield from self._called(step, below(pointer, calls[0]))
        yield from self._lists(step, pointer)
        body = step.get("requestBody")
        yield from self._expressions(body, below(pointer, "requestBody"))
        yield from self._parameters(step, [step], pointer)
        yield from _criteria_problems(
            step.get("successCriteria"), below(pointer, "successCriteria")
        )
        for key in ("outputs", "successCriteria"):
            yield from self._expressions(step.get(key), below(pointer, key))

    def _called(self, value: Mapping[str, Any], pointer: str) -> Iterator[WorkflowProblem]:
        call = read_call(value)
        if call.source and call.source not in self._sources:
            yield _unknown("source description", call.source, self._sources, pointer)
        elif call.field == "operationPath" and not call.source:
            source = next(iter(self._sources)) if len(self._sources) == 1 else "NAME"
            path = call.name.rpartition("#")[2]
            message = f"`{call.written}` does not say of which document: write"
            message += f" '{{$sourceDescriptions.{source}.url}}#{path}', in quotes"
            yield WorkflowProblem(message, pointer)
        elif call.field == "workflowId" and not call.source and call.name not in self._names:
            yield _unknown("workflow", call.name, self._names, pointer)

    def _lists(self, owner: Mapping[str, Any], pointer: str) -> Iterator[WorkflowProblem]:
        for key, kind in _LISTS.items():
            for index, value in enumerate(as_list(owner.get(key))):
                each, where = as_mapping(value), f"{pointer}/{key}/{index}"
                reference = each.get("reference")
                if isinstance(reference, str):
                    if find_reused(self._root, reference) is None:
                        components = as_mapping(as_mapping(self._root.get("components")).get(kind))
                        known = [f"$components.{kind}.{name}" for name in components]
                        where = below(where, "reference")
                        yield _unknown("component", reference, known, where)
                    continue
                if kind != "parameters":
                    yield from _target_problems(each, where)
                    yield from _criteria_problems(each.get("criteria"), below(where, "criteria"))
                step = each.get("stepId")
                if isinstance(step, str) and step not in self._steps:
                    yield _unknown("step", step, self._steps, below(where, "stepId"))
                if isinstance(each.get("workflowId"), str):
                    yield from self._called(
                        {"workflowId": each["workflowId"]}, below(where, "workflowId")
                    )
                for field in ("value", "criteria"):
                    yield from self._expressions(each.get(field), below(where, field))

    def _parameters(
        self, owner: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], pointer: str
    ) -> Iterator[WorkflowProblem]:
        """Parameters of *owner* that mean nothing to its *steps*: a place is that of a parameter of
        an operation, and what has none is an input of a workflow.
        """
        has_operation = any("operationId" in step or "operationPath" in step for step in steps)
        calls = [read_call(step) for step in steps if "workflowId" in step]
        inputs = [self._parts(call.name, "inputs") for call in calls if call.name in self._names]
        for index, value in enumerate(as_list(owner.get("parameters"))):
            each, where = as_mapping(value), f"{pointer}/parameters/{index}"
            if isinstance(each.get("reference"), str):
                each = as_mapping(find_reused(self._root, each["reference"]))
            name = as_text(each.get("name"))
            if name is None or "in" in each:
                continue
            if has_operation and not calls:
                message = f"the parameter `{name}` has no `in`, so it is not sent: write"
                yield WorkflowProblem(f"{message} {', '.join(PARAMETER_PLACES)}", where)
            elif calls and not has_operation and len(inputs) == len(calls) and None not in inputs:
                known = dict.fromkeys(name for names in inputs for name in names or ())
                if name not in known:
                    yield _unknown("input", name, known, below(where, "name"))

    def _expressions(self, value: Any, pointer: str) -> Iterator[WorkflowProblem]:
        """Runtime expressions in *value* that lead to nothing."""
        pending = [(value, pointer)]
        while pending:
            each, where = pending.pop()
            if isinstance(each, dict):
                pending += [(inner, below(where, str(key))) for key, inner in each.items()]
            elif isinstance(each, list):
                pending += [(inner, below(where, index)) for index, inner in enumerate(each)]
            elif isinstance(each, str) and "$" in each:
                yield from self._expression(each, where)

    def _expression(self, text: str, pointer: str) -> Iterator[WorkflowProblem]:
        for step, output in OF_STEP.findall(text):
            if step not in self._steps:
                yield _unknown("step", step, self._steps, pointer)
            elif output and output not in self._steps[step]:
                whose = f" of the step `{step}`"
                yield _unknown("output", output, self._steps[step], pointer, whose)
        for workflow, part, name in OF_WORKFLOW.findall(text):
            if workflow not in self._names:
                yield _unknown("workflow", workflow, self._names, pointer)
            elif part:
                known = self._parts(workflow, part)
                if known is not None and name not in known:
                    whose = f" of the workflow `{workflow}`"
                    yield _unknown(part[:-1], name, known, pointer, whose)
        for name in OF_INPUT.findall(text):
            if self._inputs is not None and name not in self._inputs:
                yield _unknown("input", name, self._inputs, pointer)

    def _parts(self, name: str, part: str) -> Collection[str] | None:
        """The names of the inputs or outputs of the workflow *name*, ``None`` if not known."""
        workflows = map(as_mapping, as_list(self._root.get("workflows")))
        workflow = next(each for each in workflows if each.get("workflowId") == name)
        return _input_names(workflow) if part == "inputs" else as_mapping(workflow.get(part))


def _input_names(workflow: Mapping[str, Any]) -> list[str] | None:
    properties = as_mapping(workflow.get("inputs")).get("properties")
    return list(properties) if isinstance(properties, dict) else None


def _target_problems(action: Mapping[str, Any], pointer: str) -> Iterator[WorkflowProblem]:
    """An action that does not say what it does, or where it goes."""
    kind = action.get("type")
    if kind is None:
        yield WorkflowProblem(f"an action has no `type`: write {' or '.join(ACTIONS)}", pointer)
    targets = [name for name in ("stepId", "workflowId") if name in action]
    if len(targets) > 1 or (kind == "goto" and not targets):
        has = "both `stepId` and `workflowId`" if targets else "no `stepId` or `workflowId`"
        yield WorkflowProblem(f"the action `{kind}` has {has}: write one of them", pointer)


def _criteria_problems(value: Any, pointer: str) -> Iterator[WorkflowProblem]:
    """Conditions of a list of Criterion Objects that cannot be read."""
    for index, written in enumerate(as_list(value)):
        criterion, where = as_mapping(written), f"{pointer}/{index}"
        if "condition" not in criterion:
            message = "a criterion has no `condition`, so it is not shown: add one"
            yield WorkflowProblem(message, where)
        elif (
            isinstance(criterion["condition"], str) and criterion.get("type", "simple") == "simple"
        ):
            yield from _condition_problems(
                criterion["condition"].strip(), below(where, "condition")
            )
        kind, place = criterion.get("type", CRITERIA[0]), below(where, "type")
        if isinstance(kind, dict):
            # A Criterion Expression Type Object, with the version of the language.
            kind, place = kind.get("type"), below(place, "type")
        if kind not in CRITERIA:
            near = nearest_word(kind, CRITERIA) if isinstance(kind, str) else None
            meant = f"did you mean {near}?" if near else f"write one of {', '.join(CRITERIA)}"
            yield WorkflowProblem(f"a criterion has no known `type`: {meant}", place)
        elif kind != CRITERIA[0] and "context" not in criterion:
            message = f"a criterion of the type `{kind}` has no `context`: write the value to which"
            message += " its condition applies, such as $response.body"
            yield WorkflowProblem(message, where)


def _condition_problems(text: str, pointer: str) -> Iterator[WorkflowProblem]:
    try:
        read_condition(text)
    except ConditionError as error:
        message = f"the condition `{text[:100]}` cannot be read: {error}"
        yield WorkflowProblem(message, pointer)


def _unknown(
    what: str, name: str, known: Collection[str], pointer: str, whose: str = ""
) -> WorkflowProblem:
    near = nearest_word(name, list(known))
    meant = f"did you mean {near}?"
    if near is None:
        names = ", ".join(f"`{each}`" for each in known)
        meant = f"write one of {names}" if names else "none is known"
    message = f"there is no {what} `{name}`{whose}: {meant}"
    return WorkflowProblem(message, pointer, Subtype.UNRESOLVED_REF)
