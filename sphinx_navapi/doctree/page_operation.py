"""Pages that describe their own operation: method and path, the form, samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.doctree.nodes import navapi_block, navapi_operation, navapi_signature
from sphinx_navapi.doctree.operation_page import operation_block
from sphinx_navapi.doctree.page_dependencies import note_operation_shown
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.page_operation import PageField, read_page_operation
from sphinx_navapi.plan.site_plan import Page
from sphinx_navapi.project.environment import env_site, env_state, note_words, writes_site

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.project.site import Site


class PlaceSamples(SphinxPostTransform):
    """Moves the samples of each operation to its end, like an appendix, outside a browser.

    In a browser they stay the first section: a narrow screen shows them after the description, a
    wide one beside the text.
    """

    def run(self, **kwargs: Any) -> None:
        """Move the samples of each operation on the page."""
        site = env_site(self.env)
        if site is None or writes_site(site.builder):
            return
        for signature in list(self.document.findall(navapi_signature)):
            operation = signature.parent
            samples = _samples(operation)
            for node in samples:
                operation.remove(node)
            operation.extend(samples)


def first_section(operation: nodes.Element) -> int:
    """The index of the first section in the section of an operation, or where it would be."""
    found = (at for at, node in enumerate(operation) if isinstance(node, nodes.section))
    return next(found, len(operation))


def _samples(operation: nodes.Element) -> list[nodes.Node]:
    """The samples section, or the samples rubric and its content."""
    for position, node in enumerate(operation.children):
        if isinstance(node, nodes.section) and "code-samples" in node["ids"]:
            return [node]
        if isinstance(node, navapi_block) and node["kind"] == "samples":
            return operation.children[max(position - 1, 0) : position + 1]
    return []


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
