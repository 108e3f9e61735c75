"""What there is to say of a theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.html.themes.pieces import Pieces

Context = dict[str, Any]


def nothing(context: Context, pieces: Pieces) -> None:
    """Some themes need one of the two moments only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Logos:
    """Logos for light and for dark pages: https URLs, or names of files in ``_static``."""

    light: str
    dark: str

    def url(self, scheme: str) -> str:
        """The logo for *scheme*, from the site's root where it has no address of its own."""
        name = self.light if scheme == "light" else self.dark
        return name if name.startswith("https://") else f"_static/{name}"


def no_logos(context: Context, logos: Logos) -> None:
    """Some themes have one logo for all pages: the light one, as Sphinx's ``html_logo``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeAdapter:
    """What a theme needs done to a page's template context.

    :ivar name: of its style sheet ``navapi-NAME.css``; empty for a theme that has none.
    :ivar templates: the folder in ``templates`` with ``navapi-page.html``, which extends
        the theme's own template of a page, and with parts of the theme that show our links.
    :ivar before: runs before the theme's own handlers of ``html-page-context``.
    :ivar after: runs after them.
    :ivar logos: shows two logos, unless the project's options of the theme name some; runs
        after the theme's own handlers, where the project sets no ``html_logo``.
    """

    name: str = ""
    templates: str = ""
    before: Callable[[Context, Pieces], None] = nothing
    after: Callable[[Context, Pieces], None] = nothing
    logos: Callable[[Context, Logos], None] = no_logos


def put_before_body(context: Context, *parts: str) -> None:
    """Put *parts* before the page's content; nothing on pages that have none of their own."""
    if context.get("body") is not None:
        context["body"] = "".join((*parts, context["body"]))


def put_after_body(context: Context, part: str) -> None:
    """Put *part* after the page's content; nothing on pages that have none of their own."""
    if context.get("body") is not None:
        context["body"] += part
