"""The resolved navigation as text: an outline of its elements and pages."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_navapi.config.element_kinds import ElementKind
from sphinx_navapi.config.navigation import NavigationElement
from sphinx_navapi.diagnostics import one_line
from sphinx_navapi.plan.site import PlannedSite
from sphinx_navapi.plan.site_plan import ExternalLink, Page, PageKind, ResolvedElement


def explain_navigation(site: PlannedSite) -> Iterator[str]:
    """The resolved navigation as an indented tree, one element or page per line."""
    return map(as_line, _navigation(site))


def as_line(text: str) -> str:
    """*text* as one line of an answer; two spaces indent it or separate columns."""
    return "  ".join(map(one_line, text.split("  ")))


def _navigation(site: PlannedSite) -> Iterator[str]:
    yield from _tree(site, site.plan.navigation, 0)
    outside = [
        page
        for page in site.plan.pages.values()
        if not page.trail and page.kind is not PageKind.SCHEMA
    ]
    if outside:
        yield ""
        yield "outside the navigation"
        for page in outside:
            yield f"  {_describe(page)}"
    schemas = sum(page.kind is PageKind.SCHEMA for page in site.plan.pages.values())
    if schemas:
        yield ""
        yield f"{schemas} schema pages"


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
