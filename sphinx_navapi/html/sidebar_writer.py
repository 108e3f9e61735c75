"""The sidebar as nested lists: ours with collapsible groups, and as Sphinx writes toctrees."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Any

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.doctree.text_links import TextLinks
from sphinx_navapi.links.targets import is_external, relative_url
from sphinx_navapi.locale.interface import InterfaceWords
from sphinx_navapi.plan.metadata import is_hidden
from sphinx_navapi.plan.site_plan import Entry, ExternalLink, Page, ResolvedElement, SitePlan

#: Sections with more entries than this only contain the open branch of their groups.
LARGE_SECTION = 150

#: Lists with more pages than this, in a large section, are split into parts.
LONG_LIST = 60

#: Number of pages in a part.
STRETCH = 40

_UNQUOTED = re.compile(r"[A-Za-z0-9./_~%#-]+")


class SidebarEntries:
    """The entries of one plan's sidebars for one builder.

    :param target_uri: docname to URL relative to the site's root, as given by the builder.
    :param links: resolves addresses in page metadata to pages.
    :param drilldown: whether opening a group leads to its first page.
    :param authored: groups of pages that are only in the project's own toctrees.
    :param open_groups: whether groups that are in no other group are open unless ``expanded`` says
        otherwise, as in hosted services.
    :param icons: draws the ``icon`` of a group or page as SVG; without it no icons are shown.
    :param has_fragments: whether closed groups of large sections refer to the fragment with their
        entries.
    :param numbers: number before the label of a page in a numbered toctree, by docname.
    """

    def __init__(
        self,
        plan: SitePlan,
        target_uri: Callable[[str], str],
        links: TextLinks,
        *,
        drilldown: bool,
        open_groups: bool = False,
        authored: tuple[ResolvedElement, ...] = (),
        icons: Callable[[object, str], str] | None = None,
        has_fragments: bool = False,
        numbers: Mapping[str, str] | None = None,
    ) -> None:
        self._icons = icons
        self._plan = plan
        self._target_uri = target_uri
        self._links = links
        self._numbers = numbers or {}
        self.has_fragments = has_fragments
        self.drilldown = drilldown
        self.authored = authored
        self._placed = dict(_placed(plan.navigation, (), authored))
        placed = {id(group) for _outer, groups in self._placed.values() for group in groups}
        #: Groups shown after those of the section.
        self.extra = tuple(group for group in authored if id(group) not in placed)
        self._extra_trails = dict(_trails(self.extra, ()))
        for outer, groups in self._placed.values():
            self._extra_trails |= dict(_trails(groups, outer))
        self._open = frozenset(_outermost(plan.navigation)) if open_groups else frozenset()
        self._sizes: dict[str, int] = {}
        #: Elements with their own sidebar around each page of a toctree, outermost first.
        self.sections = dict(_sections(plan.navigation, (), self.placed))

    def groups_around(self, docname: str) -> tuple[ResolvedElement, ...]:
        """Groups around a page that is only in the project's own toctrees, outermost first."""
        return self._extra_trails.get(docname, ())

    def is_expanded(self, group: ResolvedElement) -> bool:
        """Whether *group* is open on every page."""
        expanded = group.attributes.get("expanded")
        return expanded is True or (expanded is None and group.pointer in self._open)

    def size(self, element: ResolvedElement) -> int:
        """Entries below *element*, at any depth."""
        size = self._sizes.get(element.pointer)
        if size is None:
            entries = (
                *element.content.get("pages", ()),
                *element.content.get("groups", ()),
                *self.placed(element),
            )
            size = sum(
                self.size(entry) + 1 if isinstance(entry, ResolvedElement) else 1
                for entry in entries
            )
            self._sizes[element.pointer] = size
        return size

    def href(self, uri: str, docname: str) -> str:
        """The link from the page at *uri* to *docname*, the same for all pages of a folder."""
        target = self._target_uri(docname)
        if uri.endswith("/"):
            # With dirhtml a page is a folder: its links are relative to the parent folder.
            return f"../{relative_url(uri[:-1], target)}"
        return relative_url(uri, target)

    def link(self, uri: str, href: str) -> str:
        """The link from the page at *uri* to *href*, the same for all pages of a folder."""
        if uri.endswith("/"):
            address = self._links.href(uri[:-1], href)
            return address if is_external(address) or address.startswith("#") else f"../{address}"
        return self._links.href(uri, href)

    def page(self, docname: str) -> Page | None:
        """The page of *docname* unless its metadata hides it."""
        page = self._plan.pages.get(docname)
        return None if page is None or is_hidden(page.metadata) else page

    def namesake(self, group: ResolvedElement) -> str | None:
        """The only page of *group* if it is shown instead: see `SitePlan.namesake`."""
        return None if self.placed(group) else self._plan.namesake(group)

    def icon(self, value: object, uri: str) -> str:
        """The ``icon`` of a group or page as HTML for the page at *uri*, or nothing."""
        return self._icons(value, uri) if self._icons is not None and value else ""

    def placed(self, element: ResolvedElement) -> tuple[ResolvedElement, ...]:
        """Groups of the project's own toctrees inside *element*, which refers to them."""
        _outer, groups = self._placed.get(element.pointer, ((), ()))
        return groups

    def label(self, docname: str, label: str) -> str:
        """*label* as HTML, preceded by the page's number if it is in a numbered toctree."""
        return escape(f"{self._numbers.get(docname, '')}{label}", quote=False)


def fragment_name(pointer: str) -> str:
    """The name of the file with the entries of the group at *pointer*, without suffix."""
    return hashlib.sha256(pointer.encode()).hexdigest()[:12]


def attribute(value: str) -> str:
    """*value* as an attribute value, unquoted if allowed (HTML, section 13.1.2.3)."""
    return value if _UNQUOTED.fullmatch(value) else f'"{escape(value)}"'


def _placed(
    element: ResolvedElement,
    outer: tuple[ResolvedElement, ...],
    authored: tuple[ResolvedElement, ...],
) -> Iterator[tuple[str, tuple[tuple[ResolvedElement, ...], tuple[ResolvedElement, ...]]]]:
    """By pointer of each group that refers to a document's toctrees: the groups around its content,
    itself included, and the groups of *authored* that it shows.
    """
    inner = (*outer, element) if element.kind is ElementKind.GROUP else ()
    if inner and element.toctree:
        around = tuple(group for group in authored if group.toctree == element.toctree)
        yield element.pointer, (inner, around)
    for child in element.children():
        yield from _placed(child, inner, authored)


def _sections(
    element: ResolvedElement,
    outer: tuple[ResolvedElement, ...],
    placed: Callable[[ResolvedElement], tuple[ResolvedElement, ...]],
) -> Iterator[tuple[str, tuple[ResolvedElement, ...]]]:
    """Each page of a toctree that a tab, a version and the like shows, with these; the document of
    the toctree too.
    """
    if element.kind not in (ElementKind.ROOT, ElementKind.GROUP):
        outer = (*outer, element)
    groups = placed(element)
    if outer and groups:
        for docname, _groups in _trails(groups, ()):
            yield docname, outer
        if element.toctree:
            yield element.toctree, outer
    for child in element.children():
        yield from _sections(child, outer, placed)


def _trails(
    groups: Iterable[ResolvedElement], outer: tuple[ResolvedElement, ...]
) -> Iterator[tuple[str, tuple[ResolvedElement, ...]]]:
    """Each page below *groups* with the groups around it."""
    for group in groups:
        trail = (*outer, group)
        if group.root:
            yield group.root, trail
        for entry in group.content.get("pages", ()):
            if isinstance(entry, str):
                yield entry, trail
            elif isinstance(entry, ResolvedElement):
                yield from _trails([entry], trail)


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

    def entry(self, docname: str) -> str:
        """The entry of the page *docname* alone, empty if it has none."""
        return self._page(docname)

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
            shown = [part for entry in stretch if (part := self._first(entry))]
            if index // STRETCH == current or not shown:
                yield from map(self._entry, stretch)
            else:
                label, docname = shown[0]
                fragment = self._fragment(f"{pointer}/{index}")
                count = self._words.plural("{count} more", "{count} more", len(stretch))
                yield self._closed(f"{label} – {shown[-1][0]}", docname, count, fragment)

    def _first(self, entry: Entry) -> tuple[str, str] | None:
        """Label and page of a part that starts with *entry*."""
        if isinstance(entry, str):
            page = self._sidebar.page(entry)
            if page is None:
                return None
            return self._sidebar.label(entry, page.label), entry
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
        only = self._sidebar.namesake(entry)
        return self._group(entry) if only is None else self._page(only, entry.attributes)

    def _page(self, docname: str, group: Mapping[str, Any] = MappingProxyType({})) -> str:
        """:param group: attributes of the group around it that has no entry itself."""
        page = self._sidebar.page(docname)
        if page is None:
            return ""
        label, marks = self._sidebar.label(docname, page.label), ("", "")
        if page.operation is not None and not page.more_operations:
            marks = method_marks(page.operation.method, is_known=page.has_known_method)
            if page.is_untitled:
                # Its mark shows the method. A path that does not fit is broken before a slash.
                path = self._sidebar.label(docname, page.operation.path)
                label = path[:1] + path[1:].replace("/", "<wbr>/")
        if page.deprecated:
            label = f"<s>{label}</s>"
        tag = page.tag or group.get("tag")
        if isinstance(tag, str) and tag:
            label += f" {_tag(tag)}"
        icon = page.metadata.get("icon") or group.get("icon")
        label = self._sidebar.icon(icon, self._uri) + label
        return self._link(label, self._sidebar.href(self._uri, docname), marks=marks)

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

    def _link(
        self, label: str, href: str, *, marks: tuple[str, str] = ("", ""), external: bool = False
    ) -> str:
        # Most of a page's size is in open branches: the method is a class, rendered by the style
        # sheet, and attributes are unquoted if HTML allows it.
        if external:
            return f'<li><a href="{escape(href)}" rel="external">{label}</a>'
        css, other = marks
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
        if group.pointer in self._opened or self._sidebar.is_expanded(group):
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


def _outermost(element: ResolvedElement) -> Iterator[str]:
    """Pointers of the groups below *element* that are in no other group."""
    for child in element.children():
        if child.kind is ElementKind.GROUP:
            yield child.pointer
        else:
            yield from _outermost(child)


def method_marks(method: str, *, is_known: bool) -> tuple[str, str]:
    """The class with which style sheets show *method*, and the attribute with the name of one that
    has no class of its own.
    """
    if is_known:
        return f"m-{method.lower()}", ""
    return "m-other", f" data-method={attribute(method)}"


def _tag(text: str) -> str:
    return f'<span class="navapi-tag">{escape(text, quote=False)}</span>'


#: Placeholder for the toctrees of the root document, which Sphinx renders for each page.
OWN_TOCTREES = "<!--toctrees-->"

_ITEM = '<li class="toctree-l'


class ToctreeWriter(SidebarWriter):
    """Writes one sidebar like Sphinx writes toctrees: captions, and lists whose items have levels.

    The label of a group links to its page or to its first one, as themes expect of items.

    :param collapse: whether closed groups are only labels.
    :param own: the document whose toctrees are left to Sphinx (`OWN_TOCTREES`), if any.
    """

    def __init__(
        self,
        entries: SidebarEntries,
        section: ResolvedElement,
        opened: dict[str, int],
        uri: str,
        words: InterfaceWords,
        *,
        collapse: bool,
        own: str | None,
    ) -> None:
        super().__init__(entries, section, opened, uri, words)
        self._collapse = collapse
        self._own = own
        self._level = 1
        # Captions are not collapsible: what is below them is on every page.
        self._captions = not self._large or _below_captions(section) <= LARGE_SECTION

    def write(self) -> str:
        """Lists with the captions between them, with `OWN_TOCTREES` in its place."""
        parts = [*self._entries(self._section), *self._authored(self._sidebar.extra)]
        return f"<ul>{''.join(parts)}</ul>".replace("<ul></ul>", "")

    def _authored(self, groups: tuple[ResolvedElement, ...]) -> Iterator[str]:
        written = False
        for group in groups:
            if self._level > 1 or group.toctree != self._own:
                yield self._entry(group)
            elif not written:
                written = True
                yield _block(OWN_TOCTREES)

    def _group(self, group: ResolvedElement) -> str:
        if not (group.label and self._captions and self._level == 1) or group.root:
            return super()._group(group)
        # What is below a caption is on the first level, and has no captions itself.
        self._captions = False
        inner = "".join(self._entries(group))
        self._captions = True
        label = f'<span class="caption-text">{self._named(group)}</span>'
        return _block(f'<p class="caption" role="heading">{label}</p><ul>{inner}</ul>')

    def _inner(self, group: ResolvedElement) -> str:
        self._level += 1
        inner = super()._inner(group)
        self._level -= 1
        return inner

    def _is_closed(self, group: ResolvedElement) -> bool:
        if group.pointer in self._opened or self._sidebar.is_expanded(group):
            return False
        return self._large or self._collapse

    def _link(
        self, label: str, href: str, *, marks: tuple[str, str] = ("", ""), external: bool = False
    ) -> str:
        kind = "external" if external else "internal"
        css, other = marks
        css = css and f" {css}"
        start = f'<a class="reference {kind}{css}"{other}'
        return self._item(f'{start} href="{escape(href)}">{label}</a>')

    def _closed(self, label: str, first: str, count: str, attributes: str) -> str:
        return self._item(self._lead(f"{label} ({count})", first))

    def _closed_group(self, group: ResolvedElement, label: str) -> str:
        return self._item(self._label(group, label))

    def _open_group(self, group: ResolvedElement, label: str, inner: str) -> str:
        content = f"{self._label(group, label)}<ul>{inner}</ul>"
        return self._item(content, current=group.pointer in self._opened)

    def _item(self, content: str, *, current: bool = False) -> str:
        return f'{_ITEM}{self._level}{" current" if current else ""}">{content}</li>'

    def _label(self, group: ResolvedElement, label: str) -> str:
        if group.root:
            href = escape(self._sidebar.href(self._uri, group.root))
            return f'<a class="reference internal" href="{href}">{label}</a>'
        return self._lead(label, self._first_of(group))

    def _lead(self, label: str, first: str | None) -> str:
        """A link that does not represent its page, which has its own entry: see `mark`."""
        href = f'href="{escape(self._sidebar.href(self._uri, first))}" ' if first else ""
        return f'<a {href}class="reference internal">{label}</a>'


def mark(html: str, href: str, headings: str = "") -> str:
    """*html* of a `ToctreeWriter` with the entry for *href* marked as the current one.

    :param headings: those of the page, as list items returned by `nested`.
    """
    start, attribute, end = html.partition(f' href="{escape(href)}">')
    if not attribute:
        return html
    at = start.rindex(_ITEM) + len(_ITEM)
    level = int(start[at])
    item = start[at:].replace('"><a class="', ' current"><a class="current ', 1)
    item = item.replace(" current current", " current")
    label, _, end = end.partition("</a>")
    if headings:
        inner = nested(headings, level + 1)
        end = f"<ul>{inner}{end[4:]}" if end.startswith("<ul>") else f"<ul>{inner}</ul>{end}"
    return f'{start[:at]}{item} href="#" aria-current="page">{label}</a>{end}'


def nested(toc: str, level: int) -> str:
    """The headings of a page in Sphinx's ``toc``, below that of the page, as items of a toctree.

    :param level: of the outermost of them.
    :returns: list items; empty if the page has only one heading.
    """
    depth = level - 2
    parts = []
    for tag in re.split(r"(</?ul>|<li>)", toc.replace("\n", "")):
        depth += {"<ul>": 1, "</ul>": -1}.get(tag, 0)
        parts.append(f'{_ITEM}{depth}">' if tag == "<li>" else tag)
    # Around them is the list of the page's title.
    _title, separator, inner = "".join(parts).partition("</a><ul>")
    return inner.removesuffix("</ul></li></ul>") if separator else ""


def _block(html: str) -> str:
    """*html* between the items of a list."""
    return f"</ul>{html}<ul>"


def _below_captions(element: ResolvedElement) -> int:
    """The number of entries below the captions of a sidebar of *element*."""
    return sum(
        len(child.content.get("pages", ())) + len(child.content.get("groups", ()))
        if child.label
        else _below_captions(child)
        for child in element.children()
    )
