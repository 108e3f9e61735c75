"""Operations and schemas as small doctrees.

An operation has headings, its description, and one opaque node per part; a component schema is one
opaque node.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.doctree.nodes import (
    navapi_block,
    navapi_description,
    navapi_signature,
    titled_section,
)
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.safe_html import is_safe_url
from sphinx_navapi.links.targets import FROM_DOCUMENT
from sphinx_navapi.locale.wording import Wording, place_words, used_in
from sphinx_navapi.openapi.document import OperationKey

if TYPE_CHECKING:
    from sphinx_navapi.content.operation import OperationTree
    from sphinx_navapi.locale.wording import Wording
    from sphinx_navapi.openapi.facts import Fact, Link
    from sphinx_navapi.plan.site_plan import Page, SchemaUser
    from sphinx_navapi.project.site import Site


@dataclass(frozen=True, slots=True)
class PageSection:
    """A section of the page.

    :ivar anchor: its id, for external links, the same in every language.
    :ivar title: its title as a field of `Wording`.
    """

    kind: str
    anchor: str
    title: Callable[[Wording], str]


#: Id of the section of samples.
SAMPLES_ANCHOR: Final = "code-samples"

#: In display order; outside a browser, `PlaceSamples` moves the first one to the end.
SECTIONS = (
    PageSection("samples", SAMPLES_ANCHOR, attrgetter("code_samples")),
    PageSection("security", "authorization", attrgetter("authorization")),
    PageSection("parameters", "parameters", attrgetter("parameters")),
    PageSection("body", "request-body", attrgetter("body")),
    PageSection("responses", "responses", attrgetter("responses")),
    PageSection("servers", "servers", attrgetter("servers")),
    PageSection("callbacks", "callbacks", attrgetter("callbacks")),
)

#: Id of the section with the changes in earlier versions.
HISTORY_ANCHOR: Final = "history"

#: Ids that `content.field_ids` gives bodies and responses: of all its ids, only these are words.
_PART_ID: Final = re.compile(r"body(-\d+)?|r(\d..|default)(-\d+)?")

#: Those of a channel operation, likewise.
CHANNEL_SECTIONS = (
    PageSection("samples", SAMPLES_ANCHOR, attrgetter("examples")),
    PageSection("channel", "channel", attrgetter("channel")),
    PageSection("parameters", "parameters", attrgetter("parameters")),
    PageSection("responses", "messages", attrgetter("messages")),
    PageSection("callbacks", "reply", attrgetter("reply")),
    PageSection("servers", "servers", attrgetter("servers")),
    PageSection("security", "authorization", attrgetter("authorization")),
)

#: Their ids.
SECTION_ANCHORS: Final = frozenset(each.anchor for each in (*SECTIONS, *CHANNEL_SECTIONS))


def operation_anchor(title: str) -> str:
    """The id of an operation's page, which nothing in it has."""
    anchor = nodes.make_id(title) or "operation"
    is_taken = anchor in {*SECTION_ANCHORS, HISTORY_ANCHOR} or _PART_ID.fullmatch(anchor)
    return f"operation-{anchor}" if is_taken else anchor


def shown_sections(operation: OperationTree) -> Iterator[PageSection]:
    """The non-empty sections."""
    shown = operation.shown
    sections = CHANNEL_SECTIONS if operation.view.channel else SECTIONS
    return (part for part in sections if part.kind in shown)


def operation_content(
    operation: OperationTree,
    *,
    document: nodes.document,
    directory: str,
    translate: Callable[[str], str] | None,
    words: Wording,
    sections: bool,
    prefix: str = "",
) -> Iterator[nodes.Element]:
    """Everything below the title of an operation's page.

    :param directory: folder of the schema pages that it links to.
    :param words: for the section titles.
    :param sections: headings as sections (on its own page) or rubrics (inside a page).
    :param prefix: prefix of ids, if a page shows several operations.
    """
    view, key = operation.view, operation.view.key
    yield navapi_signature(
        "",
        document=key.document,
        method=key.method,
        path=key.path,
        deprecated=view.deprecated,
        **({"address": view.address, "protocols": view.protocols} if view.channel else {}),
    )
    if operation.dated:
        yield dates(operation.dated, words, f"{prefix}{HISTORY_ANCHOR}")
    if view.lead:
        yield nodes.paragraph("", str(getattr(words, view.lead)), classes=["navapi-action"])
    for field in ("content", "facts", "description"):
        text = getattr(view, field)
        if text:
            yield describe(text, key, field, translate, words)
    if view.link is not None:
        yield _more(view.link, translate or str, words)
    for part in shown_sections(operation):
        block = operation_block(part.kind, operation, directory=directory, prefix=prefix)
        text = part.title(words)
        if part.kind == "parameters" and operation.only_place:
            text = place_words(operation.only_place, words)
        yield from _section(text, block, prefix + part.anchor, document if sections else None)
    if operation.changes:
        from sphinx_navapi.doctree.changes_page import history_list

        listed = history_list(operation.changes, key.document, translate)
        anchor = f"{prefix}{HISTORY_ANCHOR}"
        yield from _section(words.history, listed, anchor, document if sections else None)


def _section(
    text: str, block: nodes.Element, anchor: str, document: nodes.document | None
) -> Iterator[nodes.Element]:
    """*block* with a heading: a section of *document*, or after a rubric."""
    if document is None:
        yield nodes.rubric(text, text, ids=[anchor], translatable=False)
        yield block
        return
    yield titled_section(document, text, anchor, block)


def dates(facts: Iterable[Fact], words: Wording, anchor: str) -> nodes.paragraph:
    """The line with the history of an operation. :param anchor: id of its changes."""
    line = nodes.paragraph(classes=["navapi-dates"])
    for fact in facts:
        label, values = fact.words(words)
        content = [nodes.Text(f"{label} "), *(nodes.literal("", str(value)) for value in values)]
        if line.children:
            line += nodes.Text(" · ")
        if fact.word == "changed_in":
            line += nodes.reference("", "", *content, internal=True, refid=anchor)
        else:
            line += content
    return line


def _more(link: Link, translate: Callable[[str], str], words: Wording) -> nodes.paragraph:
    """The link to external documentation; its address as text if it is not safe."""
    text = link.shown_label(translate, words.external_docs)
    if not is_safe_url(link.url):
        return nodes.paragraph("", f"{text}: {link.url}")
    reference = nodes.reference("", text, refuri=link.url, internal=False, **{FROM_DOCUMENT: True})
    return nodes.paragraph("", "", reference)


def index_entries(operation: OperationTree, anchor: str) -> addnodes.index:
    """The index entries of the operation: its reference, its path and its operationId.

    :param anchor: id of the element that the entries lead to.
    """
    view = operation.view
    names = [str(view.key), view.key.path, view.operation_id or ""]
    # Sphinx reports entries without text, and semicolons separate levels.
    names = [name for name in dict.fromkeys(names) if name.strip("; ")]
    entries = [("single", name, anchor, "", None) for name in names]
    return addnodes.index("", entries=entries)


def operation_block(
    kind: str, operation: OperationTree, *, directory: str, prefix: str = ""
) -> navapi_block:
    """The opaque node of one part, with its search words."""
    # Imported here, since a build that reads no operation does not need it.
    from sphinx_navapi.content.search_terms import block_words

    words = str(block_words(kind, operation))
    return navapi_block(
        "",
        nodes.Text(words),
        kind=kind,
        document=operation.view.key.document,
        method=operation.view.key.method,
        path=operation.view.key.path,
        directory=directory,
        prefix=prefix,
    )


def describe(
    message: str,
    key: OperationKey,
    field: str,
    translate: Callable[[str], str] | None,
    words: Wording,
) -> navapi_description:
    """*message* as stock nodes, translated, with its origin."""
    from sphinx_navapi.content.nodes.description import description_nodes

    text = translate(message) if translate else message
    node = navapi_description(
        "",
        message=str(message),
        document=key.document,
        method=key.method,
        path=key.path,
        field=field,
    )
    node["support_smartquotes"] = False
    # Children are created independently of the document: without a source Sphinx's Locale transform
    # leaves them to us.
    node.extend(description_nodes(text, words.callout))
    return node


def schema_content(
    site: Site,
    document: str,
    component: str,
    *,
    directory: str,
    prefix: str = "",
    titled: bool = False,
) -> Iterator[nodes.Element]:
    """The content of a page about component schema *component* of *document*.

    :param titled: the title of the page is its name.
    """
    # Imported here, since a build that reads no schema does not need it.
    from sphinx_navapi.content.search_terms import schema_words
    from sphinx_navapi.openapi.view import Direction

    pointer = f"/components/schemas/{escape_pointer(component)}"
    schema = site.content(document).schemas.schema(pointer, Direction.BOTH)
    words = str(schema_words(component, schema))
    yield navapi_block(
        "",
        nodes.Text(words),
        kind="schema",
        document=document,
        pointer=pointer,
        directory=directory,
        prefix=prefix,
        titled=titled,
    )


def used_by(
    site: Site, page: Page, translate: Callable[[str], str] | None, words: Wording
) -> nodes.section:
    """The operations and schemas that use the schema of *page*; many are closed with a count."""
    # Imported here, since a build that reads no schema does not need it.
    from sphinx_navapi.doctree.overview_page import operation_list

    title = nodes.title("", words.used_by, translatable=False)
    section = nodes.section("", title, ids=["used-by"], names=[])
    items = [_user(site, user, translate or str, words) for user in page.used_by]
    section.extend(operation_list(items, words))
    return section


def _user(
    site: Site, user: SchemaUser, translate: Callable[[str], str], words: Wording
) -> nodes.list_item:
    from sphinx_navapi.doctree.overview_page import operation_entry, page_link

    page = site.page(user.docname)
    label = translate(page.title) if page else user.docname
    if page is None or page.operation is None:
        return nodes.list_item("", nodes.paragraph("", "", page_link(user.docname, label)))
    line = operation_entry(user.docname, label, page.operation)
    text = used_in(words, sent=user.sent, received=user.received)
    line += [nodes.Text("\n"), nodes.inline("", text, classes=["navapi-used-in"])]
    return nodes.list_item("", line)
