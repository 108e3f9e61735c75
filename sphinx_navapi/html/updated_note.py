"""The day on which a page was changed, shown below it if ``metadata.timestamp`` is set."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.formats.lenient import as_mapping

if TYPE_CHECKING:
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.plan.site_plan import Page


def is_dated(settings: Mapping[str, Any], page: Page) -> bool:
    """Whether *page* shows its date: by its own ``timestamp``, else by the site's."""
    own = page.metadata.get("timestamp")
    if isinstance(own, bool):
        return own
    return as_mapping(settings.get("metadata")).get("timestamp") is True


def updated_html(day: str, words: InterfaceWords) -> str:
    """The note. :param day: ``YYYY-MM-DD``."""
    # Imported here, since few sites need it.
    from babel.dates import format_date

    shown = format_date(date.fromisoformat(day), "long", locale=words.catalogue or "en")
    time = f'<time datetime="{day}">{escape(shown)}</time>'
    before, _, after = words("Updated on %s").partition("%s")
    return f'<p class="navapi-updated"><small>{escape(before)}{time}{escape(after)}</small></p>\n'
