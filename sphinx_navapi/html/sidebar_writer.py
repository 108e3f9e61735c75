"""The sidebar as nested lists with collapsible groups."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sphinx_navapi.config.element_kinds import ElementKind
from sphinx_navapi.html.sidebar_entries import (
    LARGE_SECTION,
    LONG_LIST,
    STRETCH,
    SidebarEntries,
    attribute,
    fragment_name,
)
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.locale.interface import InterfaceWords
from sphinx_navapi.openapi.document import ACTIONS, METHODS, WEBHOOK
from sphinx_navapi.plan.site_plan import (
    Entry,
    ExternalLink,
    ResolvedElement,
)


class SidebarWriter:
    """Writes one sidebar.

    :param uri: of the page, relative to the site's root.
    :param opened: open elements by pointer, each with the shown part of its pages.
    :param large: whether closed groups are only labels; by default those of large sections are.
    """

    def __init__(
        self,
        sidebar: SidebarEntries,
        section: ResolvedElement,
        opened: dict[str, int],
        uri: str,
        words: InterfaceWords,
        *,
        large: bool | None = None,
    ) -> None:
        self._sidebar = sidebar
        self._words = words
        self._section = section
        self._opened = opened
        self._uri = uri
        self._large = sidebar.size(section) > LARGE_SECTION if large is None else large

    def write(self) -> str:
        """``nav.navapi-sidebar``; empty if there is nothing to show."""
        parts = [*self._entries(self._section), *self._authored(self._sidebar.extra)]
        if not any(parts):
            return ""
        label = escape(self._section.label or self._words("Pages"))
        return f'<nav class="navapi-sidebar" aria-label="{label}"><ul>{"".join(parts)}</ul></nav>'

    def fragments(self) -> Iterator[tuple[str, str]]:
        """For a group: all of its entries, and each part of a very long list."""
        group = self._section
        if group.kind is ElementKind.GROUP and self._sidebar.size(group) > 1:
            yield fragment_name(group.pointer), f"<ul>{self._inner(group)}</ul>"
        for key in ("pages", "groups"):
            entries = group.content.get(key, ())
            if len(entries) > LONG_LIST:
                for index in range(0, len(entries), STRETCH):
                    inner = "".join(map(self._entry, entries[index : index + STRETCH]))
                    yield fragment_name(f"{group.pointer}/{key}/{index}"), f"<ul>{inner}</ul>"

    def _inner(self, group: ResolvedElement) -> str:
        return "".join(self._entries(group))

    def _fragment(self, pointer: str) -> str:
        """The attribute that refers to a fragment, if fragments are written."""
        return f" data-nav={fragment_name(pointer)}" if self._sidebar.has_fragments else ""

    def _entries(self, element: ResolvedElement) -> Iterator[str]:
        for key in ("pages", "groups"):
            entries = element.content.get(key, ())
            if self._large and len(entries) > LONG_LIST:
                pointer = f"{element.pointer}/{key}"
                yield from self._stretches(entries, self._opened.get(element.pointer, 0), pointer)
            else:
                yield from map(self._entry, entries)
        yield from self._authored(self._sidebar.placed(element))

    def _authored(self, groups: tuple[ResolvedElement, ...]) -> Iterator[str]:
        """*groups* of pages that are only in the project's own toctrees."""
        yield from map(self._entry, groups)

    def _stretches(self, entries: tuple[Entry, ...], current: int, pointer: str) -> Iterator[str]:
        for index in range(0, len(entries), STRETCH):
            stretch = entries[index : index + STRETCH]
            first = next((found for entry in stretch if (found := self._first(entry))), None)
            if index // STRETCH == current or first is None:
                yield from map(self._entry, stretch)
            else:
                label, docname = first
                fragment = self._fragment(f"{pointer}/{index}")
                count = self._words.plural("{count} more", "{count} more", len(stretch))
                yield self._closed(f"{label} …", docname, count, fragment)

    def _first(self, entry: Entry) -> tuple[str, str] | None:
        """Label and page of a part that starts with *entry*."""
        if isinstance(entry, str):
            page = self._sidebar.page(entry)
            if page is None:
                return None
            return self._sidebar.label(entry, page.sidebar_title or page.title), entry
        if isinstance(entry, ResolvedElement) and not entry.hidden:
            first = entry.root or entry.first_page
            if first and not entry.label:
                return self._first(first)
            return (escape(entry.label, quote=False), first) if first else None
        return None

    def _entry(self, entry: Entry) -> str:
        if isinstance(entry, str):
            return self._page(entry)
        if isinstance(entry, ExternalLink):
            if entry.docname is not None and self._sidebar.page(entry.docname) is None:
                return ""
            href = self._sidebar.link(self._uri, entry.href)
            return self._link(escape(entry.title, quote=False), href, external=is_external(href))
        if entry.hidden and entry.pointer not in self._opened:
            return ""
        return self._group(entry)

    def _page(self, docname: str) -> str:
        page = self._sidebar.page(docname)
        if page is None:
            return ""
        label = self._sidebar.label(docname, page.sidebar_title or page.title)
        if page.deprecated:
            label = f"<s>{label}</s>"
        if page.tag:
            label += f" {_tag(page.tag)}"
        label = self._sidebar.icon(page.metadata.get("icon"), self._uri) + label
        method = ""
        if page.operation is not None and not page.more_operations:
            method = page.operation.method
        return self._link(label, self._sidebar.href(self._uri, docname), method=method)

    def _group(self, group: ResolvedElement) -> str:
        if not group.label:
            own = [group.root] if group.root else []
            return "".join([*map(self._page, own), *self._entries(group)])
        label = self._named(group)
        if self._is_closed(group):
            return self._closed_group(group, label)
        inner = self._inner(group)
        if group.root and not inner:
            return self._link(label, self._sidebar.href(self._uri, group.root))
        return self._open_group(group, label, inner)

    def _named(self, group: ResolvedElement) -> str:
        """The label of *group* with its icon and its tag."""
        label = self._sidebar.label(group.root or "", group.label)
        tag = group.attributes.get("tag")
        if isinstance(tag, str) and tag:
            label += f" {_tag(tag)}"
        return self._sidebar.icon(group.attributes.get("icon"), self._uri) + label

    def _is_closed(self, group: ResolvedElement) -> bool:
        """Whether *group* is only a label."""
        is_open = group.pointer in self._opened
        return self._large and not is_open and self._sidebar.size(group) > 1

    def _first_of(self, group: ResolvedElement) -> str | None:
        """The page that the label of *group* represents."""
        placed = (inner.first_page for inner in self._sidebar.placed(group))
        return group.root or group.first_page or next(placed, None)

    # -- markup -------------------------------------------------------------------------

    def _link(self, label: str, href: str, *, method: str = "", external: bool = False) -> str:
        # Most of a page's size is in open branches: the method is a class, rendered by the style
        # sheet, and attributes are unquoted if HTML allows it.
        if external:
            return f'<li><a href="{escape(href)}" rel="external">{label}</a>'
        css, other = method_marks(method)
        css = css and f" class={css}"
        return f"<li><a{css}{other} href={attribute(href)}>{label}</a>"

    def _closed(self, label: str, first: str, count: str, attributes: str) -> str:
        """Hidden entries, with a link to the page that shows them."""
        link = f"<a href={attribute(self._sidebar.href(self._uri, first))}>{count}</a>"
        return f"<li><details{attributes}><summary>{label}</summary>{link}</details>"

    def _closed_group(self, group: ResolvedElement, label: str) -> str:
        size, first = self._sidebar.size(group), self._first_of(group)
        count = self._words.plural("{count} entry", "{count} entries", size)
        attributes = self._leading_on(group) + self._fragment(group.pointer)
        link = ""
        if first is not None:
            link = f"<a href={attribute(self._sidebar.href(self._uri, first))}>{count}</a>"
        return self._details(group, label, attributes, link)

    def _open_group(self, group: ResolvedElement, label: str, inner: str) -> str:
        attributes = self._leading_on(group)
        if group.pointer in self._opened or group.attributes.get("expanded") is True:
            attributes += " open"
        return self._details(group, label, attributes, f"<ul>{inner}</ul>")

    def _details(self, group: ResolvedElement, label: str, attributes: str, inner: str) -> str:
        """A collapsible group, after the link to its own page: they cannot be nested."""
        link = ""
        if group.root:
            link = f"<a href={attribute(self._sidebar.href(self._uri, group.root))}>{label}</a>"
            label = f'<span class="navapi-sr">{label}</span>'
        return f"<li>{link}<details{attributes}><summary>{label}</summary>{inner}</details>"

    def _leading_on(self, group: ResolvedElement) -> str:
        """The attribute with the first page, if opening a group leads there."""
        first = self._first_of(group) if self._sidebar.drilldown else None
        return f" data-first={attribute(self._sidebar.href(self._uri, first))}" if first else ""


def method_marks(method: str) -> tuple[str, str]:
    """The class with which style sheets show *method*, and the attribute with the name of one that
    has no class of its own.
    """
    lower = method.lower()
    if not method:
        return "", ""
    if lower in METHODS or method in (WEBHOOK, *ACTIONS):
        return f"m-{lower}", ""
    return "m-other", f" data-method={attribute(method)}"


def _tag(text: str) -> str:
    return f'<span class="navapi-tag">{escape(text, quote=False)}</span>'
