"""The workflows of an Arazzo description as values (Arazzo Specification 1.0.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as data_field
from typing import Any, Final

from sphinx_navapi.formats.lenient import as_count, as_list, as_mapping, as_number, as_text, below
from sphinx_navapi.openapi.facts import Text, text_at

#: What a step calls, by its field.
CALLS: Final = ("operationId", "operationPath", "workflowId")

#: What an action does, by its ``type``.
ACTIONS: Final = ("end", "goto", "retry")

#: Where a parameter of an operation is, ``in``.
PARAMETER_PLACES: Final = ("path", "query", "header", "cookie", "querystring")

#: The languages of conditions, by ``type``; all but the first need a ``context``.
CRITERIA: Final = ("simple", "regex", "jsonpath", "xpath")

_SOURCE: Final = re.compile(r"\$sourceDescriptions\.([A-Za-z0-9_-]+)\.(.+)\Z", re.DOTALL)
_PATH: Final = re.compile(r"\{?\$sourceDescriptions\.([A-Za-z0-9_-]+)\.url\}?#(/.*)\Z", re.DOTALL)

#: Keys below ``components``, by the place of a Reusable Object.
_REUSED: Final = re.compile(r"\$components\.(\w+)\.([A-Za-z0-9._-]+)\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a step calls.

    :ivar field: one of `CALLS`; ``""``: nothing usable.
    :ivar source: name of the source description; ``""``: none is named.
    :ivar name: an operationId, a JSON pointer or a workflowId.
    :ivar written: in the description.
    """

    field: str = ""
    source: str = ""
    name: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepArgument:
    """A parameter. :ivar place: ``""`` for an input of a workflow."""

    name: str
    place: str
    value: Any
    pointer: str = data_field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A condition. :ivar kind: ``simple``, ``regex``, ``jsonpath``, ``xpath``."""

    condition: str
    context: str = ""
    kind: str = "simple"


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What follows a step. :ivar kind: ``end``, ``goto`` or ``retry``.

    :ivar step: its target, or else :ivar workflow: with its source.
    """

    name: str
    kind: str
    step: str = ""
    workflow: Call | None = None
    after: str = ""
    limit: str = ""
    criteria: tuple[Criterion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a workflow. :ivar media: media type of its body, as written."""

    name: str
    pointer: str
    call: Call
    description: Text | None = None
    arguments: tuple[StepArgument, ...] = ()
    body: Any = None
    media: str = ""
    replacements: tuple[tuple[str, Any], ...] = ()
    criteria: tuple[Criterion, ...] = ()
    on_success: tuple[Action, ...] = ()
    on_failure: tuple[Action, ...] = ()
    outputs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A workflow.

    :ivar inputs: pointer of their schema; ``""`` if there is none.
    :ivar needed: workflows that must be finished before.
    :ivar arguments: of all steps.
    """

    name: str
    pointer: str
    summary: Text | None = None
    description: Text | None = None
    inputs: str = ""
    needed: tuple[Call, ...] = ()
    arguments: tuple[StepArgument, ...] = ()
    steps: tuple[Step, ...] = ()
    on_success: tuple[Action, ...] = ()
    on_failure: tuple[Action, ...] = ()
    outputs: tuple[tuple[str, str], ...] = ()


def workflow_names(root: Mapping[str, Any]) -> tuple[str, ...]:
    """The workflowIds of a description, each once, in order."""
    names = (as_mapping(each).get("workflowId") for each in as_list(root.get("workflows")))
    return tuple(dict.fromkeys(name for name in names if isinstance(name, str) and name))


def read_workflow(root: Mapping[str, Any], name: str) -> Workflow | None:
    """The workflow *name* of the description *root*: the first one with that id."""
    for index, each in enumerate(as_list(root.get("workflows"))):
        if as_mapping(each).get("workflowId") == name:
            return _WorkflowReader(root).workflow(as_mapping(each), f"/workflows/{index}")
    return None


def source_urls(root: Mapping[str, Any]) -> dict[str, str]:
    """The URL of each source description, as written, by its name."""
    sources = map(as_mapping, as_list(root.get("sourceDescriptions")))
    return {
        str(source["name"]): str(source["url"])
        for source in sources
        if isinstance(source.get("name"), str) and isinstance(source.get("url"), str)
    }


def read_call(value: Mapping[str, Any]) -> Call:
    """What the Step Object, or the action, *value* calls; an empty call if it does not say."""
    for field in CALLS:
        written = as_text(value.get(field))
        if written is None:
            continue
        pattern = _PATH if field == "operationPath" else _SOURCE
        match = pattern.match(written.strip())
        source, name = match.groups() if match else ("", written.strip().removeprefix("#"))
        return Call(field=field, source=source, name=name, written=written)
    return Call()


def find_reused(root: Mapping[str, Any], reference: str) -> Any:
    """The component that a Reusable Object refers to, ``None`` if there is none."""
    match = _REUSED.match(reference.strip())
    if match is None:
        return None
    return as_mapping(as_mapping(root.get("components")).get(match[1])).get(match[2])


class _WorkflowReader:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def workflow(self, value: Mapping[str, Any], pointer: str) -> Workflow:
        steps = as_list(value.get("steps"))
        return Workflow(
            name=str(value["workflowId"]),
            pointer=pointer,
            summary=_text(value, "summary", pointer),
            description=_text(value, "description", pointer),
            inputs=below(pointer, "inputs") if isinstance(value.get("inputs"), dict) else "",
            needed=tuple(
                read_call({"workflowId": each})
                for each in as_list(value.get("dependsOn"))
                if isinstance(each, str)
            ),
            arguments=tuple(self._arguments(value, pointer)),
            steps=tuple(
                self._step(as_mapping(step), f"{pointer}/steps/{index}", index)
                for index, step in enumerate(steps)
                if isinstance(step, dict)
            ),
            on_success=tuple(self._actions(value, "successActions")),
            on_failure=tuple(self._actions(value, "failureActions")),
            outputs=_outputs(value),
        )

    def _step(self, value: Mapping[str, Any], pointer: str, index: int) -> Step:
        body = as_mapping(value.get("requestBody"))
        return Step(
            name=as_text(value.get("stepId")) or str(index + 1),
            pointer=pointer,
            call=read_call(value),
            description=_text(value, "description", pointer),
            arguments=tuple(self._arguments(value, pointer)),
            body=body.get("payload"),
            media=as_text(body.get("contentType")) or "",
            replacements=tuple(
                (str(each.get("target", "")), each.get("value"))
                for each in map(as_mapping, as_list(body.get("replacements")))
            ),
            criteria=_criteria(value.get("successCriteria")),
            on_success=tuple(self._actions(value, "onSuccess")),
            on_failure=tuple(self._actions(value, "onFailure")),
            outputs=_outputs(value),
        )

    def _reused(self, value: Any) -> Mapping[str, Any]:
        """*value*, or the component that it refers to, with its own ``value``."""
        written = as_mapping(value)
        reference = written.get("reference")
        if not isinstance(reference, str):
            return written
        component = as_mapping(find_reused(self._root, reference))
        return {**component, "value": written["value"]} if "value" in written else component

    def _arguments(self, value: Mapping[str, Any], pointer: str) -> Iterator[StepArgument]:
        for index, each in enumerate(map(self._reused, as_list(value.get("parameters")))):
            if name := as_text(each.get("name")):
                yield StepArgument(
                    name=name,
                    place=as_text(each.get("in")) or "",
                    value=each.get("value"),
                    pointer=f"{pointer}/parameters/{index}",
                )

    def _actions(self, value: Mapping[str, Any], key: str) -> Iterator[Action]:
        for each in map(self._reused, as_list(value.get(key))):
            kind = as_text(each.get("type"))
            if kind not in ACTIONS:
                continue
            workflow = as_text(each.get("workflowId"))
            yield Action(
                name=as_text(each.get("name")) or kind,
                kind=kind,
                step=as_text(each.get("stepId")) or "",
                workflow=read_call({"workflowId": workflow}) if workflow else None,
                after=_amount(as_number(each.get("retryAfter"))),
                limit=_amount(as_count(each.get("retryLimit"))),
                criteria=_criteria(each.get("criteria")),
            )


def _text(value: Mapping[str, Any], key: str, pointer: str) -> Text | None:
    return text_at(as_text(value.get(key)), pointer)


def _amount(value: float | None) -> str:
    return "" if value is None or value < 0 else str(value)


def _criteria(value: Any) -> tuple[Criterion, ...]:
    criteria = []
    for each in map(as_mapping, as_list(value)):
        kind = each.get("type")
        if isinstance(kind, dict):  # a Criterion Expression Type Object
            kind = kind.get("type")
        if condition := as_text(each.get("condition")):
            context = as_text(each.get("context")) or ""
            kind = as_text(kind) or "simple"
            criteria.append(Criterion(condition=condition.strip(), context=context, kind=kind))
    return tuple(criteria)


def _outputs(value: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    outputs = as_mapping(value.get("outputs")).items()
    return tuple((str(name), str(each)) for name, each in outputs)
