"""Why a page exists or does not.

The rules are those of the reference, by number:

1. A reference needs a document on its element or on an ancestor.
2. An element inherits the documents of the nearest ancestor that sets some.
3. Operations with ``x-hidden`` or an equivalent are not added automatically.
4. Operations that break the OpenAPI schema are skipped.
5. If an entry names an operation, only named operations are published.
6. A page file takes precedence over a generated page; both are built if their paths differ.
7. An entry that matches no operation is a page path.
8. Method and path must match exactly.
9. Swagger 2.0 is not supported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

from sphinx_navapi.config.navigation import ElementKind, NavigationElement
from sphinx_navapi.diagnostics import Level, Subtype, one_line
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.base_urls import used_base_urls
from sphinx_navapi.openapi.document import (
    WEBHOOK,
    OpenApiDocument,
    Operation,
)
from sphinx_navapi.openapi.operation_reference import (
    OperationReference,
    find_exact,
    find_lenient,
)
from sphinx_navapi.openapi.server import read_servers
from sphinx_navapi.openapi.vendor import hiding_field
from sphinx_navapi.plan.entries import Meaning
from sphinx_navapi.plan.matching import show_operation, skipped_reason
from sphinx_navapi.plan.scopes import Scope
from sphinx_navapi.plan.site import PlannedSite
from sphinx_navapi.plan.site_plan import ExternalLink, Page, ResolvedElement

#: Words of a question that name no operation.
_LITTLE_WORDS: Final = frozenset({"a", "an", "all", "by", "of", "the", "for", "in", "one", "to"})

#: Number of operations to suggest.
_MOST_NEAR: Final = 3


def explain_navigation(site: PlannedSite) -> Iterator[str]:
    """The resolved navigation as an indented tree, one element or page per line."""
    return map(as_line, _navigation(site))


def as_line(text: str) -> str:
    """*text* as one line of an answer; two spaces indent it or separate columns."""
    return "  ".join(map(one_line, text.split("  ")))


def _navigation(site: PlannedSite) -> Iterator[str]:
    yield from _tree(site, site.plan.navigation, 0)
    pages = site.plan.pages.values()
    outside = [page for page in pages if not page.trail and not page.kind.is_linked]
    if outside:
        yield ""
        yield "outside the navigation"
        for page in outside:
            yield f"  {_describe(page)}"
    linked = Counter(page.kind.name for page in pages if page.kind.is_linked)
    for name, count in linked.items():
        yield ""
        yield f"{count} {name} pages"


def _tree(site: PlannedSite, element: ResolvedElement, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{_element_line(site, element)}"
    inner = f"{indent}  "
    if element.root is not None:
        yield f"{inner}{_describe(site.plan.pages[element.root])} (the group's own page)"
    for entries in element.content.values():
        for entry in entries:
            if isinstance(entry, ResolvedElement):
                yield from _tree(site, entry, depth + 1)
            elif isinstance(entry, ExternalLink):
                yield f"{inner}{entry.title} → {entry.href}"
            else:
                yield f"{inner}{_describe(site.plan.pages[entry])}"
    for anchor in element.global_anchors:
        yield f"{inner}global anchor {anchor.label} → {anchor.href}"


def _element_line(site: PlannedSite, element: ResolvedElement) -> str:
    if element.kind is ElementKind.ROOT:
        line = "navigation"
    else:
        line = f'{element.kind.value} "{element.label}"'
    if element.href is not None:
        return f"{line} → {element.href}"
    notes = [word for word in ("hidden", "default") if element.attributes.get(word)]
    origin = site.origins[element]
    if element.pointer.count("/") and _is_origin(origin, element):
        for key, bound in (("openapi", origin.bindings), ("asyncapi", origin.channels)):
            if bound is not None:
                notes.append(f"{key}: {', '.join(binding.source for binding in bound)}")
    return f"{line} ({'; '.join(notes)})" if notes else line


def _is_origin(origin: NavigationElement, element: ResolvedElement) -> bool:
    """Whether *origin* is the element itself, not the owner of an added group."""
    return origin.kind is element.kind and origin.label == element.label


def _describe(page: Page) -> str:
    text = f"{page.docname}  {page.title}"
    if page.operation is not None:
        text += f"  [{page.operation.method} {page.operation.path}]"
    return text


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer. :ivar has_page: the subject of the question has a page. :ivar lines: plain
    text.
    """

    has_page: bool
    lines: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", tuple(map(as_line, self.lines)))


def explain_reference(site: PlannedSite, text: str) -> Explanation:
    """Why *text* has a page or not: an operation reference, an operationId or a page path."""
    reference, _ = site.matcher.reading(text, None, None)
    if reference is not None:
        return _explain_operation(site, text, reference)
    if site.files.find(text) is not None or _docname(site, text) is not None:
        return _explain_page(site, text)
    operation = site.matcher.by_operation_id(text.strip(), None)
    if operation is not None:
        key = operation.key
        reference = OperationReference(
            document=key.document,
            method=key.method,
            path=key.path,
            is_channel=operation.kind == "channel",
        )
        written = f"{key.document} {show_operation(operation)}"
        answer = _explain_operation(site, written, reference)
        lines = (f"{text.strip()} is the operationId of {written}.", *answer.lines)
        return Explanation(answer.has_page, lines)
    return _explain_page(site, text)


def _docname(site: PlannedSite, text: str) -> str | None:
    docname = text.strip().strip("/")
    return docname if docname in site.plan.pages else None


# -- operations


def _explain_operation(site: PlannedSite, text: str, reference: OperationReference) -> Explanation:
    text = " ".join(text.split())
    names = _names(site, reference)
    lenient = site.matcher.matching.value == "lenient"
    operations = [
        operation
        for name in names
        if (document := site.document(name)) is not None
        and (operation := (find_lenient if lenient else find_exact)(document, reference))
    ]
    if not operations:
        return Explanation(False, tuple(_no_operation(site, text, reference, names)))
    lines: list[str] = []
    has_page = False
    # If one of several documents publishes it, what the others lack is noise.
    published = [op for op in operations if site.plan.operation_pages.get(op.key)]
    for operation in published or operations:
        docnames = site.plan.operation_pages.get(operation.key, ())
        name = f"{show_operation(operation)} of {operation.key.document}"
        if docnames:
            has_page = True
            count = "a page" if len(docnames) == 1 else f"{len(docnames)} pages"
            lines.append(f"{name} has {count}.")
            for docname in docnames:
                lines += _why_page(site, operation, site.plan.pages[docname])
            lines += _where_requests_go(site, operation)
        else:
            lines.append(f"{name} has no page.")
            lines += _why_no_page(site, operation)
    lines += _dropped_entries(site, text)
    return Explanation(has_page, tuple(lines))


def _names(site: PlannedSite, reference: OperationReference) -> list[str]:
    """Documents that may be meant: those of the navigation first."""
    library, key = site.matcher.library, reference.specification
    if reference.document is not None:
        return library.named(reference.document, library.bound, key)
    return list(dict.fromkeys((*library.bound, *library.everywhere(key))))


def _why_page(site: PlannedSite, operation: Operation, page: Page) -> Iterator[str]:
    key, field = operation.key, operation.specification
    if not page.generated:
        file = site.files.get(page.docname)
        line = file.head.lines.get(field) if file else None
        place = f"{page.file}:{line}" if line else page.file
        yield f"  {page.docname}: the page file {place} refers to it in its {field} field."
        if not page.trail:
            yield "    The navigation does not list this page: add it to pages."
        return
    yield f"  {page.docname}: generated."
    pages = [site.plan.pages[name] for name in site.plan.operation_pages[key]]
    # Each directory has its own page, unless `href` is the path of all of them.
    folder = page.directory if sum(other.generated for other in pages) > 1 else None
    for meaning in site.meanings.values():
        listed = meaning.operation is not None and meaning.operation.key == key
        if listed and folder in (None, meaning.directory):
            yield f"    {_upper(_entry(site, meaning))} lists it{_in_scope(site, meaning.scope)}."
    for owner in site.owners_adding(operation, folder):
        yield (
            f"    {_upper(_element(site, owner))} sets {field}, and no entry in its scope lists an"
            " operation, so all operations are added."
        )
    if not all(other.generated for other in pages):
        yield "    A page file shows it too, and both are built: remove one of the two."


def _where_requests_go(site: PlannedSite, operation: Operation) -> Iterator[str]:
    document = site.document(operation.key.document)
    if document is None or document.is_asyncapi or operation.is_webhook:
        return
    owners = (document.at(operation.pointer), document.at(operation.path_pointer))
    views = read_servers(document, *map(as_mapping, owners))
    servers = [server.url for server in views]
    if servers == ["/"]:
        where = "no server" if views[0].is_assumed else "the host of these pages"
        yield (
            f"  Its requests go to {where} because the document declares no other. Set"
            " api.baseUrl to the URL of the API."
        )
        return
    reason = "declared in the document"
    if used_base_urls(document, operation):
        reason = f"from {site.base_urls.origin(document.name)}"
    yield f"  Its requests go to {' or '.join(servers)} ({reason})."


def _hiding_field(site: PlannedSite, operation: Operation) -> str:
    document = site.document(operation.key.document)
    if document is None:
        return "x-hidden"
    places = (operation.pointer, operation.path_pointer)
    return hiding_field(*(as_mapping(document.at(place)) for place in places)) or "x-hidden"


def _why_no_page(site: PlannedSite, operation: Operation) -> Iterator[str]:
    key, specification = operation.key, operation.specification
    owners = [
        scope
        for element, scope in chain(site.scopes.items(), site.channel_scopes.items())
        if scope is not None
        and scope.owner is element
        and any(bound.name == key.document for bound in scope.bound)
    ]
    file = site.replaced.get(key)
    if file is not None:
        moved = "Set another href" if operation.extension.get("href") else "Rename the file"
        yield (
            f"  The path of its page is that of the file {file.path}. A page file takes precedence"
            f" over a generated page, and this one shows no operation. {moved}, or write"
            f" `{specification}: {show_operation(operation)}` in the metadata of the file."
        )
        return
    if operation.hidden:
        field = _hiding_field(site, operation)
        yield (
            f"  {field} is true on it or its path, so it is not added automatically."
            f' Write "{show_operation(operation)}" in pages to publish it, or remove {field}.'
        )
        if owners and all(not scope.explicit for scope in owners):
            return
    if not owners:
        yield (
            f"  No element of the navigation sets {specification} to {key.document}. Write"
            f' "{specification}": "{key.document}" on a tab or group, or'
            f' "{key.document} {show_operation(operation)}" in pages.'
        )
        return
    for scope in owners:
        if scope.explicit:
            yield from _rule_5(site, scope, operation)
        elif not scope.adds:
            yield (
                f"  {_upper(_element(site, scope.owner))} has neither pages nor groups, so it only"
                f' passes its documents on: write "{specification}": "{key.document}" on one'
                f' of its elements, or "{show_operation(operation)}" in pages below it.'
            )


def _rule_5(site: PlannedSite, scope: Scope, operation: Operation) -> Iterator[str]:
    naming = [
        meaning
        for meaning in site.meanings.values()
        if meaning.scope is scope
        and meaning.reference is not None
        and meaning.reference.document is None
    ]
    first = _entry(site, naming[0]) if naming else "an entry"
    others = f" and {len(naming) - 1} more" if len(naming) > 1 else ""
    yield (
        f"  {_upper(_element(site, scope.owner))} sets {operation.specification}"
        f" to {operation.key.document},"
        f" but {first}{others} list"
        f"{'' if others else 's'} operations, so only listed ones are published."
        f' Write "{show_operation(operation)}" in pages below it, or put the document\'s name'
        " before each reference there, so that all operations are added."
    )


def _no_operation(
    site: PlannedSite, text: str, reference: OperationReference, names: list[str]
) -> Iterator[str]:
    yield f"{text} has no page: no operation matches it."
    yield from _unusable(site, reference)
    reasons = list(_reasons(site, reference, names))
    yield from reasons
    if not names and reference.document is not None:
        known = ", ".join(site.matcher.library.everywhere()) or "none"
        yield f"  There is no OpenAPI document called {reference.document}; there is {known}."
    elif not names:
        yield "  The site has no usable OpenAPI document: add openapi to a tab or group."
    elif not reasons:
        yield f"  Searched in {', '.join(names)}."
        near = site.matcher.near_references(f"{reference.method} {reference.path}", names)
        if near:
            yield f"  Did you mean {' or '.join(near)}?"
    yield from _dropped_entries(site, text)
    page = site.files.find(text)
    if page is not None:
        yield f"  An entry that matches no operation is a page path, and {page} exists."


def _reasons(site: PlannedSite, reference: OperationReference, names: list[str]) -> Iterator[str]:
    """Why documents with a similar operation are not considered."""
    for name in names:
        document = site.document(name)
        if document is None:
            continue
        near = find_lenient(document, reference)
        if near is not None:
            yield (
                f"  {name} has {show_operation(near)}, and method and path must match exactly."
                f' Write "{show_operation(near)}", or add "api": {{"referenceMatching": "lenient"}}'
                " to docs.json."
            )
        reason = skipped_reason(document, reference)
        if reason is not None:
            yield (
                f"  {name} has it, but it is invalid and was skipped: {reason}."
                f" See {_check_command(site, name)}."
            )
        elif near is None and _is_excluded(document, reference):
            yield (
                f"  {name} has it with x-excluded, which always excludes it: remove x-excluded to"
                " publish it."
            )


def _check_command(site: PlannedSite, name: str) -> str:
    """The command that checks the document *name*, in the current folder."""
    srcdir = site.inputs.srcdir
    if srcdir.resolve() == Path.cwd():
        return f"navapi openapi-check {name}"
    if name in site.inputs.code_documents:
        return f"navapi openapi-check {name} --src {srcdir}"
    return f"navapi openapi-check {srcdir / name}"


def _is_excluded(document: OpenApiDocument, reference: OperationReference) -> bool:
    method = reference.method if reference.custom else reference.method.upper()
    items = document.root.get("webhooks" if method == WEBHOOK else "paths")
    item = items.get(reference.path) if isinstance(items, dict) else None
    if not isinstance(item, dict):
        return False
    if item.get("x-excluded") is True:
        return True
    operations = (
        [v for v in item.values() if isinstance(v, dict)]
        if method == WEBHOOK
        else [item.get(method.lower()), as_mapping(item.get("additionalOperations")).get(method)]
    )
    return any(isinstance(op, dict) and op.get("x-excluded") is True for op in operations)


def _unusable(site: PlannedSite, reference: OperationReference) -> Iterator[str]:
    """Problems that keep candidate documents from being read."""
    subtypes = {Subtype.OPENAPI_2, Subtype.OPENAPI_NOT_FOUND, Subtype.OPENAPI_INVALID}
    for diagnostic in site.plan.diagnostics:
        if diagnostic.subtype in subtypes:
            written = reference.document
            if written is None or written in diagnostic.message:
                yield f"  {diagnostic.place}: {diagnostic.message}"


def _dropped_entries(site: PlannedSite, text: str) -> Iterator[str]:
    for meaning in site.meanings.values():
        problem = meaning.problem
        if problem is not None and " ".join(meaning.entry.text.split()) == text:
            yield f"  {problem.place} [{problem.subtype}]: {problem.message}"


# -- pages


def _near_operations(site: PlannedSite, text: str) -> list[str]:
    """References to the operations that several words mean: "get books" is ``GET /books``.

    All the words are in method, path, title and operationId; the shortest paths come first.
    """
    words = [word for word in re.findall(r"\w+", text.lower()) if word not in _LITTLE_WORDS]
    if len(words) < 2:
        return []
    keys = [
        page.operation
        for page in site.plan.pages.values()
        if page.operation is not None
        and all(word in f"{page.operation} {page.title} {page.docname}".lower() for word in words)
    ]
    by_method = [key for key in keys if key.method.lower() == words[0]] or keys
    ordered = sorted(by_method, key=lambda key: (key.path.count("/"), len(key.path)))
    return list(dict.fromkeys(map(str, ordered)))[:_MOST_NEAR]


def _near_operation_ids(site: PlannedSite, text: str) -> list[str]:
    documents = site.plan.documents.values()
    ids = (each.operation_id for document in documents for each in document.operations)
    return site.matcher.near(text, dict.fromkeys(filter(None, ids)))[:_MOST_NEAR]


def _explain_page(site: PlannedSite, text: str) -> Explanation:
    docname = _docname(site, text) or site.files.find(text)
    page = site.plan.pages.get(docname) if docname else None
    if page is None:
        lines = [f"There is no page {text.strip()}."]
        if docname is not None:
            lines.append(
                f"  The file {site.files.tree.pages[docname]} exists, but is not listed, and the"
                " project does not load a parser for its suffix: add it to pages."
            )
        else:
            near = _near_operations(site, text)
            near = near or site.matcher.near(text.strip().strip("/"), site.plan.pages)
            near = near or _near_operation_ids(site, text.strip())
            advice = f"Did you mean {' or '.join(near)}?" if near else "Create a file for it."
            lines.append(f"  {advice}")
        lines += _dropped_entries(site, " ".join(text.split()))
        return Explanation(False, tuple(lines))
    lines = [f'{page.docname} is a page: "{page.title}".']
    if page.operation is not None and not page.describes_itself:
        operation = site.find_operation(f"{page.operation.document} {page.operation}")
        if operation is not None:
            lines += _why_page(site, operation, page)
    elif page.generated:
        values = page.subject.items()
        shown = {key: v if isinstance(v, str) else ", ".join(v) for key, v in values}
        lines.append(f"  {page.kind.shown.format_map(shown)}")
    else:
        lines.append(f"  Its file is {page.file}.")
    lines += (
        f"  {diagnostic.place}: {diagnostic.message}"
        for diagnostic in site.plan.diagnostics
        if page.file and diagnostic.place.file == page.file and diagnostic.level is not Level.INFO
    )
    if page.trail:
        element = page.trail[-1]
        path = " › ".join(page.breadcrumbs) or "the navigation itself"
        lines.append(f"  It is listed under {path} ({_element(site, site.origins[element])}).")
    elif not page.kind.is_linked and not page.generated:
        lines.append("  The navigation does not list it: add it to pages.")
    return Explanation(True, tuple(lines))


def _entry(site: PlannedSite, meaning: Meaning) -> str:
    place = site.inputs.config.place(meaning.entry.pointer)
    return f'the entry "{" ".join(meaning.entry.text.split())}" at {place}'


def _element(site: PlannedSite, element: NavigationElement) -> str:
    place = site.inputs.config.place(element.pointer)
    if element.kind is ElementKind.ROOT:
        return f"the root of the navigation ({place})"
    return f'the {element.kind.value} "{element.label}" ({place})'


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def _in_scope(site: PlannedSite, scope: Scope | None) -> str:
    return f"; the document comes from {_element(site, scope.owner)}" if scope else ""
