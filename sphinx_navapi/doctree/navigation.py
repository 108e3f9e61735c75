"""The navigation as content, in nodes for every builder.

Tabs become a sphinx-design tab-set, dropdowns its dropdowns, anchors and menu items its cards,
groups lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.config.navigation import ElementKind, walk
from sphinx_navapi.doctree.overview_page import page_link
from sphinx_navapi.doctree.text_links import TextLinks, text_links
from sphinx_navapi.links.targets import PAGE_LINK, is_external, is_page_link, rooted
from sphinx_navapi.plan.site_plan import Entry, ExternalLink, Page, ResolvedElement
from sphinx_navapi.project.environment import writes_site

if TYPE_CHECKING:
    from sphinx_navapi.config.navigation import NavigationElement
    from sphinx_navapi.project.site import Site


def find_element(
    navigation: ResolvedElement,
    target: str,
    origins: Mapping[ResolvedElement, NavigationElement],
) -> ResolvedElement | None:
    """The element *target*: a pointer (``tabs/0``), or labels separated by ``>``.

    The first in reading order if several have the label; the root for ``""``.

    :param origins: the configured elements, whose labels are not translated.
    """
    target = target.strip()
    if not target:
        return navigation
    pointer = "/" + target.strip("/")
    labels = [label.strip() for label in target.split(">")]
    for element in walk(navigation):
        if element.pointer == pointer:
            return element
    candidates: Iterable[ResolvedElement] = (navigation,)
    for label in labels:
        candidates = [
            element
            for candidate in candidates
            for element in walk(candidate)
            if element is not candidate and label in (element.label, origins[element].label)
        ]
    return next(iter(candidates), None)


def element_labels(navigation: ResolvedElement) -> Iterator[str]:
    """The labels of all elements that `find_element` finds, outermost first."""
    yield from (element.label for element in walk(navigation) if element.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """The page that shows the navigation."""

    site: Site
    docname: str
    links: TextLinks


def navigation_content(site: Site, element: ResolvedElement, docname: str) -> list[nodes.Element]:
    """The content of *element*, for the page *docname*."""
    return _content(_page(site, docname), element)


def listing_content(site: Site, shown: Page) -> list[nodes.Element]:
    """The group of the page *shown*, as its `listing` says."""
    page = _page(site, shown.docname)
    entries = [
        entry
        for listed in shown.trail[-1].content.values()
        for entry in listed
        if not (isinstance(entry, ResolvedElement) and entry.hidden) and entry != shown.docname
    ]
    if shown.listing == "card":
        return [_cards(page, entries)] if entries else []
    return [
        _dropdown(page, entry) if isinstance(entry, ResolvedElement) else _page_list(page, [entry])
        for entry in entries
    ]


def _page(site: Site, docname: str) -> _Page:
    links = text_links(site.builder.env)
    assert links is not None, "there is a site"
    return _Page(site=site, docname=docname, links=links)


def _content(page: _Page, element: ResolvedElement) -> list[nodes.Element]:
    content: list[nodes.Element] = []
    for key, entries in element.content.items():
        shown = [e for e in entries if not (isinstance(e, ResolvedElement) and e.hidden)]
        if not shown:
            continue
        if key == "pages":
            content.append(_page_list(page, shown))
            continue
        elements = [e for e in shown if isinstance(e, ResolvedElement)]
        if key == "groups":
            for group in elements:
                content.extend(_group(page, group))
        elif key == "tabs":
            content.append(_tab_set(page, elements))
        elif key in ("anchors", "menu"):
            content.append(_cards(page, elements))
        else:
            content.extend(_dropdown(page, child) for child in elements)
    if element.kind is ElementKind.ROOT and element.global_anchors:
        content.append(_cards(page, element.global_anchors))
    return content


def _group(page: _Page, group: ResolvedElement) -> Iterator[nodes.Element]:
    if not group.label:
        if group.root:
            yield _page_list(page, [group.root])
        yield from _content(page, group)
        return
    title = nodes.rubric("", "", classes=["navapi-group"])
    if group.root:
        title += page_link(group.root, group.label)
    else:
        title += nodes.Text(group.label)
    yield title
    yield from _content(page, group)


def _page_list(page: _Page, entries: Iterable[object]) -> nodes.bullet_list:
    items = nodes.bullet_list("", classes=["navapi-pages"], bullet="*")
    for entry in entries:
        item = nodes.list_item()
        if isinstance(entry, ResolvedElement) and not entry.label:
            for content in _group(page, entry):
                is_list = isinstance(content, nodes.bullet_list)
                items.extend(content.children if is_list else [nodes.list_item("", content)])
            continue
        if isinstance(entry, str):
            item += nodes.paragraph("", "", page_link(entry, page_label(page.site, entry)))
        elif isinstance(entry, ExternalLink):
            item += nodes.paragraph("", "", _link(page, entry.href, entry.title))
        elif isinstance(entry, ResolvedElement):
            label: nodes.Node = nodes.Text(entry.label)
            if entry.root:
                label = page_link(entry.root, entry.label)
            item += nodes.paragraph("", "", label)
            item.extend(_content(page, entry))
        items += item
    return items


def page_label(site: Site, docname: str) -> str:
    """The label of the page *docname* in the navigation."""
    page = site.page(docname)
    return page.label if page else docname


def _link(page: _Page, href: str, label: str) -> nodes.Node:
    """A link to *href* as in docs.json: a page by its path, or a file of the output."""
    if is_external(href):
        return nodes.reference("", label, refuri=href, internal=False)
    if is_page_link(href) and page.links.find(rooted(href), "") is not None:
        return addnodes.pending_xref(
            "",
            nodes.inline("", label),
            refdoc=page.docname,
            refdomain=None,
            reftype=PAGE_LINK,
            reftarget=rooted(href),
            refexplicit=True,
        )
    if writes_site(page.site.builder):
        uri = page.site.builder.get_target_uri(page.docname)
        return nodes.reference("", label, refuri=page.links.href(uri, href), internal=True)
    # Other builders have no files beside their pages.
    return nodes.Text(label)


def _tab_set(page: _Page, tabs: list[ResolvedElement]) -> nodes.container:
    tab_set = _component("tab-set", classes=["sd-tab-set"])
    for tab in tabs:
        label = nodes.rubric(tab.label, tab.label, classes=["sd-tab-label"])
        content = _component("tab-content", classes=["sd-tab-content"])
        content.extend(_leading(page, tab))
        item = _component("tab-item", label, content, classes=["sd-tab-item"], selected=False)
        tab_set += item
    return tab_set


def _dropdown(page: _Page, element: ResolvedElement) -> nodes.container:
    title = nodes.rubric(element.label, element.label)
    return _component(
        "dropdown",
        title,
        *_leading(page, element),
        opened=False,
        type="dropdown",
        has_title=True,
        icon=None,
        chevron="down-up",
        container_classes=[],
        title_classes=[],
        body_classes=[],
    )


def _leading(page: _Page, element: ResolvedElement) -> list[nodes.Element]:
    """The description, the link if the element is one, and its content."""
    leading: list[nodes.Element] = []
    description = element.attributes.get("description")
    if isinstance(description, str) and description:
        leading.append(nodes.paragraph("", description))
    if element.href:
        label = element.href if is_external(element.href) else element.label
        leading.append(nodes.paragraph("", "", _link(page, element.href, label)))
    if element.root:
        leading.append(_page_list(page, [element.root]))
    leading.extend(_content(page, element))
    return leading or [nodes.paragraph("", element.label)]


def _cards(page: _Page, entries: Iterable[Entry]) -> nodes.container:
    grid = _component(
        "grid-container", classes=["sd-container-fluid", "sd-sphinx-override", "sd-mb-4"]
    )
    row = _component(
        "grid-row",
        classes=["sd-row", "sd-row-cols-1", "sd-row-cols-md-2", "sd-g-3"],
    )
    grid += row
    for entry in entries:
        title = _component("card-title", classes=["sd-card-title", "sd-font-weight-bold"])
        label, description = _card_text(page, entry)
        title += nodes.paragraph("", "", label)
        body = _component("card-body", title, classes=["sd-card-body"])
        if isinstance(description, str) and description:
            body += nodes.paragraph("", description, classes=["sd-card-text"])
        card = _component("card", body, classes=["sd-card", "sd-sphinx-override", "sd-shadow-sm"])
        row += _component("grid-item", card, classes=["sd-col", "sd-d-flex-column"])
    return grid


def _card_text(page: _Page, entry: Entry) -> tuple[nodes.Node, object]:
    """The label of a card, a link if it leads somewhere, and its description."""
    if isinstance(entry, str):
        shown = page.site.page(entry)
        label = page_link(entry, page_label(page.site, entry))
        return label, shown.description if shown else None
    if isinstance(entry, ExternalLink):
        return _link(page, entry.href, entry.title), None
    description, first = entry.attributes.get("description"), entry.root or entry.first_page
    if entry.href:
        return _link(page, entry.href, entry.label), description
    return page_link(first, entry.label) if first else nodes.Text(entry.label), description


def _component(
    name: str, *children: nodes.Node, classes: Iterable[str] = (), **attributes: object
) -> nodes.container:
    """A sphinx-design component: a container that its visitors recognize by name."""
    node = nodes.container(
        "", is_div=True, design_component=name, classes=list(classes), **attributes
    )
    node.extend(children)
    return node
