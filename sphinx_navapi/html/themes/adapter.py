"""What an adapter says about its theme, with what suits most themes as the default."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
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


def put_announcement(context: Context, html: str) -> None:
    """Most themes that have a place for a banner have it in an option of this name.

    It stays where the project has filled it.
    """
    if not context.get("theme_announcement", True):
        context["theme_announcement"] = html


def wrap_right_to_left(context: Context, tag: str) -> None:
    """The direction on an element around the text, for themes of which nothing else is known."""
    context["language"] = tag
    if context.get("body"):
        context["body"] = f'<div dir="rtl">{context["body"]}</div>'


def extend_language(context: Context, tag: str) -> None:
    """The direction on the page, for themes that write ``<html lang="{{ language }}">``.

    Their templates have no place for it, and do not escape; nor do they use the language
    for anything that it would spoil.
    """
    context["language"] = f'{tag}" dir="rtl'


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeAdapter:
    """What a theme needs done to a page's template context.

    :ivar folders: the theme's own folder, then those of themes whose templates it takes
        where it has none of its own. ``templates`` in them has ``navapi-page.html``, which
        extends the theme's own template of a page, and parts of the theme that show our
        links; ``static`` in the first has the style sheets. Empty for a theme without any.
    :ivar before: runs before the theme's own handlers of ``html-page-context``.
    :ivar after: runs after them.
    :ivar logos: shows two logos, unless the project's options of the theme name some; runs
        after the theme's own handlers, where the project sets no ``html_logo``.
    :ivar announce: shows the banner of docs.json, unless the project fills its place; runs
        before the theme's own handlers.
    :ivar right_to_left: says that the page is written from right to left in the language
        with that tag; runs after *before*.
    """

    folders: tuple[Path, ...] = ()
    before: Callable[[Context, Pieces], None] = nothing
    after: Callable[[Context, Pieces], None] = nothing
    logos: Callable[[Context, Logos], None] = no_logos
    announce: Callable[[Context, str], None] = put_announcement
    right_to_left: Callable[[Context, str], None] = extend_language

    @property
    def styles(self) -> list[str]:
        """Names of the theme's style sheets."""
        return sorted(
            path.name for folder in self.folders[:1] for path in folder.glob("static/*.css")
        )


def put_before_body(context: Context, *parts: str) -> None:
    """Put *parts* before the page's content; nothing on pages that have none of their own."""
    if context.get("body") is not None:
        context["body"] = "".join((*parts, context["body"]))


def put_after_body(context: Context, part: str) -> None:
    """Put *part* after the page's content; nothing on pages that have none of their own."""
    if context.get("body") is not None:
        context["body"] += part
