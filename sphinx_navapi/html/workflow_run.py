"""The element that runs a workflow in a page: a button, and what its script needs."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from sphinx_navapi.arazzo.workflows import Call, read_workflow
from sphinx_navapi.html.playground import script_json
from sphinx_navapi.html.playground_scripts import RUNNER
from sphinx_navapi.plan.workflows import find_called
from sphinx_navapi.request.workflow_run import RUN, workflow_run

if TYPE_CHECKING:
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.openapi.document import OpenApiDocument
    from sphinx_navapi.project.site import Site


def run_html(
    site: Site,
    description: OpenApiDocument,
    name: str,
    words: InterfaceWords,
    href: Callable[[str], str],
) -> str:
    """The element for the workflow *name*, empty if no step has a form.

    :param href: URL of a page relative to this one.
    """
    workflow = read_workflow(description.root, name)
    if workflow is None:
        return ""
    documents = site.plan.documents
    forms = {step.name: has_form(site, description, step.call) for step in workflow.steps}
    if not any(forms.values()):
        return ""
    actions = [*workflow.on_success, *workflow.on_failure]
    for step in workflow.steps:
        actions += (*step.on_success, *step.on_failure)
    calls = [step.call for step in workflow.steps if step.call.field == "workflowId"]
    calls += [each.workflow for each in actions if each.workflow is not None]
    pages = {
        (page.subject.get("document"), page.subject.get("workflow")): docname
        for docname, page in site.plan.pages.items()
    }
    called = {}
    for call in calls:
        target = find_called(description, call, documents).workflow
        if target in pages:
            called[call] = (call.name, href(pages[target]))
    data = workflow_run(workflow, site.examples(description.name), forms, called, words)
    button = f'<button type="button" class="navapi-try">{escape(words(RUN))}</button>'
    script = f'<script type="application/json">{script_json(data)}</script>'
    return f"<{RUNNER}>{button}{script}</{RUNNER}>\n"


def has_form(site: Site, description: OpenApiDocument, call: Call) -> bool:
    """Whether the operation that a step calls can be sent from a page."""
    key = find_called(description, call, site.plan.documents).operation
    docname = site.find_operation_page(key) if key is not None else None
    document = site.document(key.document) if key is not None else None
    if docname is None or document is None or not document.is_openapi:
        return False
    return site.playground(docname).display == "interactive"
