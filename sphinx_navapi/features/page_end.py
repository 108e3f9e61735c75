"""What follows the text of a page: related pages, authors, and the day of the last change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.output import add_page_part
from sphinx_navapi.html.page_dates import page_dates
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_external, rooted
from sphinx_navapi.plan.metadata import UPDATED, authors_of, day_of, flag_of, related_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.doctree.text_links import TextLinks
    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site


def setup(app: Sphinx, site: Site) -> None:
    """Add what the metadata of a page says."""
    # Querying version control takes time that most sites need not spend.
    days = cache(lambda: page_dates(app, site))

    def write(contexts: PageContexts, docname: str) -> str:
        page, words = site.plan.pages[docname], site.words(docname)
        day = days()(docname) if is_dated(site.plan.settings, page) else None
        uri = app.builder.get_target_uri(docname)
        related = related_html(page, site.plan.pages, uri, contexts.site_links, words)
        return related + note_html(authors_of(page.metadata), day, words)

    add_page_part(app, "navapi_end", write)


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

        shown = format_date(date.fromisoformat(day), "long", locale=words.catalog or "en")
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
        destination = links.find(rooted(target), "")
        if destination is not None:
            own = pages.get(destination.docname) if isinstance(destination, PageTarget) else None
            yield title or (own.title if own else target), links.href(uri, target)
