"""The sidebar with the markup of Sphinx's own toctrees, for themes that style those."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from sphinx_navapi.html.sidebar_entries import LARGE_SECTION, SidebarEntries
from sphinx_navapi.html.sidebar_writer import SidebarWriter, method_marks
from sphinx_navapi.locale.interface import InterfaceWords
from sphinx_navapi.plan.site_plan import ResolvedElement

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
        if group.pointer in self._opened or group.attributes.get("expanded") is True:
            return False
        return self._large or self._collapse

    def _link(self, label: str, href: str, *, method: str = "", external: bool = False) -> str:
        kind = "external" if external else "internal"
        css, other = method_marks(method)
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
    start, found, end = html.partition(f' href="{escape(href)}">')
    if not found:
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
    _title, found, inner = "".join(parts).partition("</a><ul>")
    return inner.removesuffix("</ul></li></ul>") if found else ""


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
