"""Pages of component schemas: which are needed, and their names.

A page that does not show a nested schema in full links to the schema's own page, which may link to
further ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.docnames import schema_segment
from sphinx_navapi.plan.inputs import SchemaLinks, UsedSchemas
from sphinx_navapi.plan.site_plan import SchemaUser

_COMPONENTS = "/components/schemas/"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """A part of a document that a page shows.

    :ivar pointer: of the operation, or of the component schema.
    """

    docname: str
    directory: str
    document: str
    pointer: str
    is_schema: bool = False


@dataclass(slots=True)
class SchemaPages:
    """Schema pages and the links to them.

    :ivar docnames: ``(directory, document, component name)`` to docname.
    :ivar links: docname of a page to ``(component name, docname)`` of what it links to.
    :ivar users: docname of a schema page to the pages of operations, then of schemas, that use it.
    """

    docnames: dict[tuple[str, str, str], str] = field(default_factory=dict)
    links: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    users: dict[str, tuple[SchemaUser, ...]] = field(default_factory=dict)


def find_schema_pages(
    shown: Iterable[ShownPart],
    documents: Mapping[str, OpenApiDocument],
    make_links: Callable[[OpenApiDocument], SchemaLinks],
    *,
    taken: Collection[str],
    is_file: Callable[[str], bool],
) -> SchemaPages:
    """The schema pages that the pages *shown* need, and those that these need in turn.

    :param taken: docnames of all other pages; a schema page differs from them in more than case.
    :param is_file: whether a docname is that of a page file, which is then the page of the schema
        (rule 6).
    """
    pages = SchemaPages()
    used = {docname.casefold() for docname in taken}
    files: set[str] = set()
    links_of: dict[str, SchemaLinks] = {}
    waiting = list(shown)
    for part in waiting:
        document = documents.get(part.document)
        if document is None:
            continue
        if part.document not in links_of:
            links_of[part.document] = make_links(document)
        links = links_of[part.document]
        pointers = (links.of_schema if part.is_schema else links.of_operation)(part.pointer)
        targets: list[tuple[str, str]] = []
        for pointer in sorted(pointers):
            name = _component_name(pointer)
            if name is None:
                continue
            key = (part.directory, part.document, name)
            if key not in pages.docnames:
                docname = f"{part.directory}/schemas/{schema_segment(name)}"
                if docname not in files and is_file(docname):
                    files.add(docname)
                else:
                    docname = free_name(docname, lambda name: name.casefold() in used)
                    used.add(docname.casefold())
                pages.docnames[key] = docname
                waiting.append(_schema_part(docname, part, pointer))
            targets.append((name, pages.docnames[key]))
        pages.links[part.docname] = tuple(targets)
    pages.users = _users(waiting, links_of, pages.docnames)
    return pages


def _users(
    parts: Iterable[ShownPart],
    links_of: Mapping[str, SchemaLinks],
    docnames: Mapping[tuple[str, str, str], str],
) -> dict[str, tuple[SchemaUser, ...]]:
    """The users of each schema page. :param parts: those of operations first."""
    by_page: dict[str, dict[str, SchemaUser]] = {}
    for part in parts:
        links = links_of.get(part.document)
        if links is None:
            continue
        if part.is_schema:
            used = UsedSchemas(links.used_by_schema(part.pointer))
        else:
            used = links.used_by_operation(part.pointer)
        sent, received = map(set, used)
        for pointer in sorted(sent | received):
            name = _component_name(pointer)
            docname = docnames.get((part.directory, part.document, name or ""))
            if docname is None or docname == part.docname:
                continue
            users = by_page.setdefault(docname, {})
            # A channel page shows several operations.
            known = users.get(part.docname, SchemaUser(docname=part.docname))
            users[part.docname] = SchemaUser(
                docname=part.docname,
                sent=known.sent or (pointer in sent and not part.is_schema),
                received=known.received or pointer in received,
            )
    return {docname: tuple(users.values()) for docname, users in by_page.items()}


def _schema_part(docname: str, part: ShownPart, pointer: str) -> ShownPart:
    """The page *docname* of the schema at *pointer*, which *part* needs."""
    return ShownPart(
        docname=docname,
        directory=part.directory,
        document=part.document,
        pointer=pointer,
        is_schema=True,
    )


def _component_name(pointer: str) -> str | None:
    """The name of the component schema at *pointer*; ``None`` for any other pointer."""
    pointer = pointer.removeprefix("#")
    name = pointer.removeprefix(_COMPONENTS)
    return unescape_pointer(name) if name != pointer and "/" not in name else None
