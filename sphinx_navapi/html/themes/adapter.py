"""The interface of theme adapters, with defaults that suit most themes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinx_navapi.html.themes.page_navigation import PageNavigation

Context = dict[str, Any]


def nothing(context: Context, navigation: PageNavigation) -> None:
    """The default hook, for themes that only need one of the two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Logos:
    """Logos for light and dark mode: https URLs, or names of files in ``_static``."""

    light: str
    dark: str

    def url(self, scheme: str) -> str:
        """The logo for *scheme*, root-relative unless it is an absolute URL."""
        name = self.light if scheme == "light" else self.dark
        return name if name.startswith("https://") else f"_static/{name}"


def no_logos(context: Context, logos: Logos) -> None:
    """For themes with a single logo: the light one, as Sphinx's ``html_logo``."""


def put_announcement(context: Context, html: str) -> None:
    """Show a banner in the theme option that most themes have for it.

    If the project uses the option, it is kept.
    """
    if not context.get("theme_announcement", True):
        context["theme_announcement"] = html


def wrap_right_to_left(context: Context, tag: str) -> None:
    """Set the direction on an element around the text, for unknown themes."""
    context["language"] = tag
    if context.get("body"):
        context["body"] = f'<div dir="rtl">{context["body"]}</div>'


def extend_language(context: Context, tag: str) -> None:
    """Set the direction on the page, for themes that write ``<html lang="{{ language }}">``.

    Their templates have no other place for it, do not escape it, and use the language for nothing
    else.
    """
    context["language"] = f'{tag}" dir="rtl'


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeAdapter:
    """The changes that a theme needs in a page's template context.

    :ivar folders: the theme's own folder, then those of themes whose templates are used if it has
        none of its own. ``templates`` in them has ``navapi-page.html``, which extends the theme's
        own page template, and parts of the theme with our links; ``static`` in the first has the
        style sheets. Empty for a theme without any.
    :ivar before: runs before the theme's own handlers of ``html-page-context``.
    :ivar after: runs after them.
    :ivar logos: shows two logos, unless the project's theme options set some; runs after the
        theme's own handlers, if the project sets no ``html_logo``.
    :ivar announce: shows the banner of docs.json, unless the project uses its place; runs before
        the theme's own handlers.
    :ivar right_to_left: makes the page right-to-left, given the language tag; runs after *before*.
    """

    folders: tuple[Path, ...] = ()
    before: Callable[[Context, PageNavigation], None] = nothing
    after: Callable[[Context, PageNavigation], None] = nothing
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
    """Put *parts* before the page's content, if it has any."""
    if context.get("body") is not None:
        context["body"] = "".join((*parts, context["body"]))


def put_after_body(context: Context, part: str) -> None:
    """Put *part* after the page's content, if it has any."""
    if context.get("body") is not None:
        context["body"] += part
