"""Pages of workflows, as stock nodes for every builder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.arazzo.workflows import (
    Action,
    Call,
    Criterion,
    Step,
    StepArgument,
    Workflow,
    read_workflow,
)
from sphinx_navapi.doctree.nodes import navapi_run
from sphinx_navapi.doctree.overview_page import (
    DocumentPageWriter,
    joined,
    operation_entry,
    page_link,
    part_section,
)
from sphinx_navapi.formats.numbers import value_text
from sphinx_navapi.locale.interface import interface_wording, message
from sphinx_navapi.plan.workflows import find_called
from sphinx_navapi.project.environment import note_words, translator_for

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.openapi.document import OpenApiDocument
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site

_NEEDED: Final = message("Run first")
_INPUTS: Final = message("Inputs")
_OUTPUTS: Final = message("Outputs")
_STEPS: Final = message("Steps")
_ALL_STEPS: Final = message("In all steps")
_CRITERIA: Final = message("Successful if")
_ON_SUCCESS: Final = message("On success")
_ON_FAILURE: Final = message("On failure")

#: A runtime expression that leads to another step of the page: a whole text, or a part in braces.
_OF_STEP: Final = re.compile(
    r"\A\$steps\.(?P<whole>[A-Za-z0-9_-]+).*|\{\$steps\.(?P<part>[A-Za-z0-9_-]+)[^}]*\}", re.DOTALL
)

#: Builders with forms: see `fills_forms`.
_HAS_FORMS: Final = "format_html and not builder_singlehtml and not builder_epub"


class WorkflowWriter(DocumentPageWriter):
    """Creates the page of a workflow of the description *document*."""

    def __init__(
        self, site: Site, env: BuildEnvironment, page: Page, document: OpenApiDocument
    ) -> None:
        self._env = env
        self._page = page
        self._document = document
        self.say: InterfaceWords = note_words(env, env.docname)
        translate = translator_for(env, env.docname)
        super().__init__(site, document.name, translate, interface_wording(self.say))
        self._anchors: dict[str, str] = {}

    def fill(self, section: nodes.section, workflow: Workflow) -> None:
        """Add all that is known of *workflow* below the title."""
        self._ids |= dict.fromkeys((*section["ids"], "inputs", "steps", "outputs"))
        for step in workflow.steps:
            anchor = nodes.make_id(step.name) or "step"
            while anchor in self._ids:
                anchor += "-"
            self._ids[anchor] = None
            self._anchors.setdefault(step.name, anchor)
        section += self._to_nodes(self._texts.tell(workflow.description), [workflow.description])
        if workflow.needed:
            links = [self._workflow_link(each) for each in workflow.needed]
            label = nodes.Text(f"{self.say(_NEEDED)}: ")
            section += nodes.paragraph("", "", label, *joined(links))
        if workflow.inputs:
            inputs = self._part(_INPUTS, "inputs")
            inputs += self._schema_rows(workflow.inputs, self._page.directory)
            section += inputs
        section += self._run(workflow=workflow.name)
        steps = self._part(_STEPS, "steps")
        shared = self._facts(
            [
                (self._words.parameters, list(map(self._argument, workflow.arguments))),
                (self.say(_ON_SUCCESS), list(map(self._action, workflow.on_success))),
                (self.say(_ON_FAILURE), list(map(self._action, workflow.on_failure))),
            ]
        )
        if shared:
            steps += nodes.paragraph("", f"{self.say(_ALL_STEPS)}:", translatable=False)
            steps += shared
        steps.extend(self._step(each, number) for number, each in enumerate(workflow.steps, 1))
        section += steps
        if workflow.outputs:
            outputs = self._part(_OUTPUTS, "outputs")
            items = [self._output(name, each) for name, each in workflow.outputs]
            outputs += _bullets(items)
            section += outputs

    def _part(self, title: str, anchor: str) -> nodes.section:
        heading = nodes.title("", self.say(title), translatable=False)
        return nodes.section("", heading, ids=[anchor], names=[])

    # -- steps --------------------------------------------------------------------------------

    def _step(self, step: Step, number: int) -> nodes.section:
        heading = nodes.title("", f"{number}. {step.name}", translatable=False)
        anchor = self._anchors[step.name]
        section = nodes.section("", heading, ids=[anchor], names=[], classes=["navapi-step"])
        section += self._called(step)
        section += self._to_nodes(self._texts.tell(step.description), [step.description])
        section += self._facts(
            [
                (self._words.parameters, list(map(self._argument, step.arguments))),
                (self._words.request_body, self._body(step)),
                (self.say(_CRITERIA), list(map(self._criterion, step.criteria))),
                (self.say(_ON_SUCCESS), list(map(self._action, step.on_success))),
                (self.say(_ON_FAILURE), list(map(self._action, step.on_failure))),
                (self.say(_OUTPUTS), [self._output(*each) for each in step.outputs]),
            ]
        )
        section.extend(self._form(step, number))
        return section

    def _called(self, step: Step) -> nodes.paragraph:
        """What the step calls, linked to its page."""
        call = step.call
        if call.field == "workflowId":
            return nodes.paragraph("", "", self._workflow_link(call))
        key = find_called(self._document, call, self._site.plan.documents).operation
        docname = self._site.find_operation_page(key) if key is not None else None
        if key is None or docname is None:
            shown = str(key) if key is not None else call.written or "–"
            return nodes.paragraph("", "", nodes.literal("", shown))
        return operation_entry(docname, self._label(docname), key)

    def _form(self, step: Step, number: int) -> Iterator[nodes.Element]:
        """The form of the operation that the step calls, or the place for another workflow."""
        if step.call.field == "workflowId":
            yield self._run(step=number - 1)
            return
        key = find_called(self._document, step.call, self._site.plan.documents).operation
        document = self._site.document(key.document) if key is not None else None
        if key is not None and document is not None and document.is_openapi:
            yield self._run(operation=(key.document, key.method, key.path), step=number - 1)

    def _run(self, **attributes: Any) -> nodes.Element:
        node = navapi_run("", document=self._document.name, **attributes)
        return addnodes.only("", node, expr=_HAS_FORMS)

    def _workflow_link(self, call: Call) -> nodes.Element:
        """The workflow that is called, linked to its page if it has one."""
        workflow = find_called(self._document, call, self._site.plan.documents).workflow
        for docname, page in self._site.plan.pages.items() if workflow is not None else ():
            subject = page.subject
            if (subject.get("document"), subject.get("workflow")) == workflow:
                return page_link(docname, self._label(docname))
        return nodes.literal("", call.name)

    # -- parts of a step ----------------------------------------------------------------------

    def _facts(
        self, facts: Iterable[tuple[str, Sequence[nodes.Element]]]
    ) -> nodes.definition_list | list[nodes.Element]:
        """A list of labels with their content, without empty ones."""
        listed = nodes.definition_list(classes=["simple", "navapi-step-facts"])
        for label, items in facts:
            if items:
                content = nodes.definition("", *items)
                if all(isinstance(each, nodes.list_item) for each in items):
                    content = nodes.definition("", _bullets(items))
                listed += nodes.definition_list_item(
                    "", nodes.term("", label, translatable=False), content
                )
        return listed if len(listed) else []

    def _argument(self, argument: StepArgument) -> nodes.list_item:
        name: list[nodes.Node] = [nodes.literal("", argument.name)]
        if argument.place:
            name.append(nodes.Text(f" ({argument.place})"))
        return _item(*name, nodes.Text(": "), *self._value(argument.value))

    def _body(self, step: Step) -> list[nodes.Element]:
        content: list[nodes.Element] = []
        if step.media:
            content.append(nodes.paragraph("", "", nodes.literal("", step.media)))
        if step.body is not None:
            content.append(_code(step.body))
        for target, value in step.replacements:
            line = [nodes.literal("", target), nodes.Text(": "), *self._value(value)]
            content.append(nodes.paragraph("", "", *line))
        return content

    def _criterion(self, criterion: Criterion) -> nodes.list_item:
        return _item(*_condition(criterion))

    def _action(self, action: Action) -> nodes.list_item:
        """``goto`` and a link to the step, how often, and when."""
        line: list[nodes.Node] = [nodes.literal("", action.kind)]
        if action.step:
            line += [nodes.Text(" "), self._step_link(action.step, action.step)]
        elif action.workflow is not None:
            line += [nodes.Text(" "), self._workflow_link(action.workflow)]
        for key, value in (("retryAfter", action.after), ("retryLimit", action.limit)):
            if value:
                line += [nodes.Text(" · "), nodes.literal("", f"{key}: {value}")]
        for index, criterion in enumerate(action.criteria):
            line += [nodes.Text(", " if index else ": "), *_condition(criterion)]
        return _item(*line)

    def _output(self, name: str, expression: str) -> nodes.list_item:
        return _item(nodes.literal("", name), nodes.Text(": "), *self._value(expression))

    def _value(self, value: Any) -> Iterator[nodes.Element]:
        """A value; expressions in it are linked to the steps that they are from."""
        shown = value if isinstance(value, str) else value_text(value)
        end = 0
        for match in _OF_STEP.finditer(shown):
            if match.start() > end:
                yield nodes.literal("", shown[end : match.start()])
            yield self._step_link(match["whole"] or match["part"], match[0])
            end = match.end()
        if end < len(shown) or not shown:
            yield nodes.literal("", shown[end:])

    def _step_link(self, step: str, shown: str) -> nodes.Element:
        literal = nodes.literal("", shown)
        anchor = self._anchors.get(step)
        if anchor is None:
            return literal
        return nodes.reference("", "", literal, internal=True, refid=anchor)


def _condition(criterion: Criterion) -> Iterator[nodes.Node]:
    if criterion.context:
        yield nodes.literal("", criterion.context)
        yield nodes.Text(" ")
    yield nodes.literal("", criterion.condition)
    if criterion.kind != "simple":
        yield nodes.Text(f" ({criterion.kind})")


def _code(value: Any) -> nodes.literal_block:
    is_text = isinstance(value, str)
    text = value if is_text else json.dumps(value, indent=2, ensure_ascii=False)
    is_json = not is_text or text.lstrip()[:1] in ("{", "[")
    return nodes.literal_block(
        "", text.rstrip(), language="json" if is_json else "text", force=True, linenos=False
    )


def _item(*content: nodes.Node) -> nodes.list_item:
    return nodes.list_item("", nodes.paragraph("", "", *content))


def _bullets(items: Iterable[nodes.Node]) -> nodes.bullet_list:
    return nodes.bullet_list("", *items, bullet="*", classes=["simple"])


def fill_workflow(document: nodes.document, page: Page, site: Site, env: BuildEnvironment) -> None:
    """A workflow of an Arazzo description."""
    name, description = str(page.subject["workflow"]), site.document(page.document or "")
    workflow = read_workflow(description.root, name) if description is not None else None
    section = part_section(page, env, workflow.pointer if workflow else "")
    document += section
    if description is not None and workflow is not None:
        WorkflowWriter(site, env, page, description).fill(section, workflow)
