"""Pages that describe their own operation: method and path, the form, samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.build.environment import note_words
from sphinx_navapi.build.state import env_state
from sphinx_navapi.doctree.nodes import navapi_operation, navapi_signature
from sphinx_navapi.doctree.operation_page import operation_block
from sphinx_navapi.doctree.page_dependencies import note_operation_shown
from sphinx_navapi.doctree.sample_place import first_section
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.page_operation import PageField, read_page_operation
from sphinx_navapi.plan.site_plan import Page

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.build.site import Site

#: Attribute of a field's node that describes a part of a request.
FIELD = "request_field"


def describe_operation(
    document: nodes.document, env: BuildEnvironment, site: Site, page: Page
) -> None:
    """Add method and path at the start of a page with ``api``, and samples before its sections.

    Its fields stay in place, as do examples of its request, which replace samples. The operation is
    kept in the environment.
    """
    operation = read_page_operation(page.docname, page.metadata, _fields(document))
    section = next(iter(document.findall(nodes.section)), None)
    if operation is None or section is None:
        return
    env_state(env).operations[page.docname] = operation
    site.describe(operation)
    note_operation_shown(env, site, operation.key, elsewhere=False)
    tree = site.operation(page.docname, operation.key)
    if tree is None:
        return
    shown = operation_section(document, section, operation.key)
    signature = navapi_signature(
        "",
        document=operation.docname,
        method=operation.method,
        path=operation.path,
        deprecated=page.deprecated,
    )
    shown.insert(1 if isinstance(shown[0], nodes.title) else 0, signature)
    words = interface_wording(note_words(env, page.docname))
    if not any(map(_is_request_example, shown.findall(nodes.Element))):
        block = operation_block("samples", tree, directory=page.directory)
        title = nodes.title("", words.code_samples, translatable=False)
        samples = nodes.section("", title, block, ids=["code-samples"], names=[])
        document.ids.setdefault("code-samples", samples)
        shown.insert(first_section(shown), samples)


def operation_section(
    document: nodes.document, section: nodes.section, key: OperationKey
) -> navapi_operation:
    """The page's *section* as that of an operation page."""
    operation = navapi_operation(
        "", *section.children, method=key.method, path=key.path, **section.attributes
    )
    operation.source, operation.line = section.source, section.line
    section.parent.replace(section, operation)
    for anchor in operation["ids"]:
        document.ids[anchor] = operation
    return operation


def _is_request_example(node: nodes.Element) -> bool:
    return node.tagname == "navapi_examples" and node.get("kind") == "request"


def _fields(node: nodes.Element) -> list[PageField]:
    """The request fields below *node*, with nested fields inside their parents."""
    found = []
    for child in node.children:
        if not isinstance(child, nodes.Element):
            continue
        described = child.get(FIELD)
        if isinstance(described, dict):
            found.append(PageField(**described, fields=tuple(_fields(child))))
        else:
            found += _fields(child)
    return found
