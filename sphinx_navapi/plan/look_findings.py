"""What there is to say of settings that change nothing, or not all that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.diagnostics import Diagnostic, Level, Subtype
from sphinx_navapi.formats.lenient import as_mapping


def find_without_effect(settings: Mapping[str, Any], config: SiteConfig) -> Iterator[Diagnostic]:
    """One note per key of ``docs.json`` that a reader of the site would not see.

    :param settings: those that were read without a mistake.
    """
    for path, family in _fonts(settings):
        yield _note(
            config,
            path,
            f"no font file is loaded for {family}: readers who have not installed it see the"
            " system's font; set source to a file of the project or an https URL",
        )
    if as_mapping(settings.get("icons")).get("library") == "tabler":
        yield _note(
            config,
            "icons/library",
            "icons of Tabler are drawn with Lucide's of the same name; write lucide, or the path"
            " of an SVG for those that look different",
        )
    if as_mapping(as_mapping(settings.get("api")).get("playground")).get("display") == "auth":
        yield _note(
            config,
            "api/playground/display",
            "nobody signs in to a static site: the playground shows requests and sends none, as"
            " with simple; write interactive to send them",
        )
    if "appearance" in as_mapping(settings.get("thumbnails")):
        yield _note(
            config,
            "thumbnails/appearance",
            "thumbnails.appearance has no effect, as no pictures are drawn for shared pages;"
            " set background to a picture",
        )


def _fonts(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Where a font is named without a file, and its name."""
    fonts = as_mapping(settings.get("fonts"))
    for path, font in (
        ("fonts", fonts),
        ("fonts/heading", as_mapping(fonts.get("heading"))),
        ("fonts/body", as_mapping(fonts.get("body"))),
    ):
        if isinstance(font.get("family"), str) and not font.get("source"):
            yield f"{path}/family", font["family"]


def _note(config: SiteConfig, path: str, message: str) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.CONFIG,
        message=message,
        place=config.place(f"/{path}"),
        level=Level.INFO,
    )
