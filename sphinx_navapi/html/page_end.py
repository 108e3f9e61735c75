"""What follows the text of a page: related pages, authors, day of the last change, neighbors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx.locale import _

from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_external, rooted
from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.plan.metadata import flag_of
from sphinx_navapi.plan.page_notes import UPDATED, day_of, related_of
from sphinx_navapi.plan.site_plan import Page, PlacedPlan

if TYPE_CHECKING:
    from sphinx_navapi.doctree.text_links import TextLinks
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.plan.site_plan import Page


def is_dated(settings: Mapping[str, Any], page: Page) -> bool:
    """Whether *page* shows its date: by its own ``timestamp``, its own date, or the site's
    setting.
    """
    own = flag_of(page.metadata, "timestamp")
    if own is not None:
        return own
    is_set = as_mapping(settings.get("metadata")).get("timestamp") is True
    return is_set or day_of(page.metadata, UPDATED) is not None


def note_html(authors: list[str], day: str | None, words: InterfaceWords) -> str:
    """Authors and date, ``""`` for neither. :param day: ``YYYY-MM-DD``."""
    parts = [escape(", ".join(authors))] if authors else []
    if day is not None:
        # Imported here, since few sites need it.
        from babel.dates import format_date

        shown = format_date(date.fromisoformat(day), "long", locale=words.catalogue or "en")
        time = f'<time datetime="{day}">{escape(shown)}</time>'
        before, _, after = words("Updated on %s").partition("%s")
        parts.append(f"{escape(before)}{time}{escape(after)}")
    shown = " · ".join(parts)
    return f'<p class="navapi-updated"><small>{shown}</small></p>\n' if parts else ""


def related_html(
    page: Page, pages: Mapping[str, Page], uri: str, links: TextLinks, words: InterfaceWords
) -> str:
    """Links to related pages, ``""`` for none. :param uri: of the page."""
    items = "".join(
        f'<li><a href="{escape(href)}">{escape(title)}</a></li>'
        for title, href in _related(page, pages, uri, links)
    )
    if not items:
        return ""
    label = escape(words("Related pages"))
    return (
        '<nav class="navapi-related" aria-labelledby="navapi-related">'
        f'<p id="navapi-related"><strong>{label}</strong></p><ul>{items}</ul></nav>\n'
    )


def _related(
    page: Page, pages: Mapping[str, Page], uri: str, links: TextLinks
) -> Iterator[tuple[str, str]]:
    """Titles and URLs of related pages; those that do not exist are left out."""
    for title, target in related_of(page.metadata):
        if is_external(target):
            if is_link(target, absolute=True):
                yield title or target, target
            continue
        found = links.find(rooted(target), "")
        if found is not None:
            own = pages.get(found.docname) if isinstance(found, PageTarget) else None
            yield title or (own.title if own else target), links.href(uri, target)


#: For ``rellinks``: context key, access key, and label as translated by Sphinx.
_RELATIONS = (("next", "N", "next"), ("prev", "P", "previous"))


class Neighbours:
    """Finds ``prev``, ``next`` and ``rellinks`` of the pages of one plan.

    :param target_uri: docname to URL relative to the site's root, as given by the builder.
    """

    def __init__(self, plan: PlacedPlan, target_uri: Callable[[str], str]) -> None:
        self._plan = plan
        self._target_uri = target_uri

    def context(self, docname: str, present: Mapping[str, Any]) -> dict[str, Any]:
        """The values for *docname* according to the plan; none if its metadata has
        ``hideFooterPagination``.

        :param present: Sphinx's own values. One for the same page, outside the navigation, is kept:
            it has the title's markup.
        """
        page = self._plan.pages.get(docname)
        is_last = page is not None and flag_of(page.metadata, "hideFooterPagination") is True
        targets = {
            name: None if is_last else self._page(getattr(page, name, None))
            for name in ("prev", "next")
        }
        found: dict[str, Any] = {}
        for name, target in targets.items():
            found[name] = None
            if target is None:
                continue
            link = relative_url(self._target_uri(docname), self._target_uri(target.docname))
            known = present.get(name)
            keep = known and known["link"] == link and not (page and page.trail)
            found[name] = known if keep else _link(target, link)
        links = [link for link in present.get("rellinks") or () if link[2] not in ("N", "P")]
        for name, key, label in _RELATIONS:
            if (target := targets[name]) is not None:
                links.append((target.docname, found[name]["title"], key, _(label)))
        return {**found, "rellinks": links}

    def _page(self, docname: str | None) -> Page | None:
        return None if docname is None else self._plan.pages.get(docname)


def _link(target: Page, link: str) -> dict[str, Any]:
    return {
        "link": link,
        "title": escape(target.sidebar_title or target.title, quote=False),
    }
