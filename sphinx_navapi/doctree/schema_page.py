"""A component schema as a doctree: one opaque node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.doctree.nodes import navapi_block
from sphinx_navapi.formats.data_file import escape_pointer

if TYPE_CHECKING:
    from sphinx_navapi.locale.wording import Wording
    from sphinx_navapi.plan.site_plan import Page, SchemaUser
    from sphinx_navapi.project.site import Site

#: Maximum number of users listed before the rest is closed.
_LISTED = 20


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
    from sphinx_navapi.doctree.components.dropdowns import make_details

    title = nodes.title("", words.used_by, translatable=False)
    section = nodes.section("", title, ids=["used-by"], names=[])
    items = [_user(site, user, translate or str, words) for user in page.used_by]
    shown, rest = items[:_LISTED], items[_LISTED:]
    section += nodes.bullet_list("", *shown, bullet="*", classes=["navapi-operations"])
    if rest:
        count = nodes.Text(f"{words.more} ({len(rest)})")
        more = nodes.bullet_list("", *rest, bullet="*", classes=["navapi-operations"])
        section += make_details([count], [more])
    return section


def _user(
    site: Site, user: SchemaUser, translate: Callable[[str], str], words: Wording
) -> nodes.list_item:
    from sphinx_navapi.content.part_words import used_in
    from sphinx_navapi.doctree.overview_page import operation_line, page_link

    page = site.page(user.docname)
    label = translate(page.title) if page else user.docname
    if page is None or page.operation is None:
        return nodes.list_item("", nodes.paragraph("", "", page_link(user.docname, label)))
    line = operation_line(user.docname, label, page.operation)
    text = used_in(words, sent=user.sent, received=user.received)
    line += [nodes.Text(" "), nodes.inline("", text, classes=["navapi-used-in"])]
    return nodes.list_item("", line)
