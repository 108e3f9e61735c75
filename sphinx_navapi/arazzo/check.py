"""Problems of an Arazzo description that it shows by itself, without the documents it names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.arazzo.workflows import (
    CALLS,
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

_OF_STEP: Final = re.compile(r"\$steps\.([A-Za-z0-9_-]+)(?:\.outputs\.([A-Za-z0-9_-]+))?")
_OF_INPUT: Final = re.compile(r"\$inputs\.([A-Za-z0-9_-]+)")


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
        properties = as_mapping(workflow.get("inputs")).get("properties")
        self._inputs = list(properties) if isinstance(properties, dict) else None

    def run(self) -> Iterator[WorkflowProblem]:
        """All problems of the workflow."""
        workflow, pointer = self._workflow, self._pointer
        for index, name in enumerate(as_list(workflow.get("dependsOn"))):
            if isinstance(name, str):
                where = f"{pointer}/dependsOn/{index}"
                yield from self._called({"workflowId": name}, where)
        yield from self._lists(workflow, pointer)
        known: set[str] = set()
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
        for key in ("outputs", "successCriteria"):
            yield from self._expressions(step.get(key), below(pointer, key))

    def _called(self, value: Mapping[str, Any], pointer: str) -> Iterator[WorkflowProblem]:
        call = read_call(value)
        if call.source and call.source not in self._sources:
            yield _unknown("source description", call.source, self._sources, pointer)
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
                step = each.get("stepId")
                if isinstance(step, str) and step not in self._steps:
                    yield _unknown("step", step, self._steps, below(where, "stepId"))
                if isinstance(each.get("workflowId"), str):
                    yield from self._called(
                        {"workflowId": each["workflowId"]}, below(where, "workflowId")
                    )
                for field in ("value", "criteria"):
                    yield from self._expressions(each.get(field), below(where, field))

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
        for step, output in _OF_STEP.findall(text):
            if step not in self._steps:
                yield _unknown("step", step, self._steps, pointer)
            elif output and output not in self._steps[step]:
                yield _unknown(f"output of the step {step}", output, self._steps[step], pointer)
        for name in _OF_INPUT.findall(text):
            if self._inputs is not None and name not in self._inputs:
                yield _unknown("input", name, self._inputs, pointer)


def _unknown(what: str, name: str, known: Collection[str], pointer: str) -> WorkflowProblem:
    near = nearest_word(name, list(known))
    meant = f"did you mean {near}?" if near else f"known: {', '.join(known) or 'none'}"
    return WorkflowProblem(f"there is no {what} {name}: {meant}", pointer, Subtype.UNRESOLVED_REF)
