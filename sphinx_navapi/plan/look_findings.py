"""Diagnostics about settings without effect, or with missing files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from sphinx_navapi.config.look_settings import THEMES
from sphinx_navapi.config.look_values import named_files
from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Level, Subtype
from sphinx_navapi.diagnostics.causes import missing_folder
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.lenient import as_mapping


def find_without_effect(settings: Mapping[str, Any], config: SiteConfig) -> Iterator[Diagnostic]:
    """One note per key of ``docs.json`` that has no visible effect.

    :param settings: those that are valid.
    """
    for path, family in _fonts(settings):
        yield _note(
            config,
            path,
            f"no font file is loaded for {family}: readers without it installed see the system"
            " font; set source to a file of the project or an https URL",
        )
    theme = settings.get("theme")
    if isinstance(theme, str) and theme not in THEMES:
        near = nearest_word(theme, THEMES)
        advice = f"did you mean {near}?" if near else f"use one of {', '.join(THEMES)}"
        yield _note(config, "theme", f"the theme {show(theme)} has no effect: {advice}")
    if as_mapping(settings.get("icons")).get("library") == "tabler":
        yield _note(
            config,
            "icons/library",
            "Tabler icons are replaced by Lucide icons of the same name; use lucide, or the path"
            " of an SVG for icons that look different",
        )
    if as_mapping(as_mapping(settings.get("api")).get("playground")).get("display") == "auth":
        yield _note(
            config,
            "api/playground/display",
            "static sites have no sign-in: the playground shows requests without sending them,"
            " as with simple; use interactive to send them",
        )


def _fonts(settings: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Pointer and name of each font without a file."""
    fonts = as_mapping(settings.get("fonts"))
    for path, font in (
        ("fonts", fonts),
        ("fonts/heading", as_mapping(fonts.get("heading"))),
        ("fonts/body", as_mapping(fonts.get("body"))),
    ):
        if isinstance(font.get("family"), str) and not font.get("source"):
            yield f"{path}/family", font["family"]


def find_missing_files(
    settings: Mapping[str, Any], source_dir: Path, config: SiteConfig
) -> Iterator[Diagnostic]:
    """One warning per image or font in ``docs.json`` that does not exist.

    They are looked up in *source_dir*, and beside the configuration.
    """
    folders = (source_dir, (source_dir / config.name).parent)
    for key in SETTINGS:
        for pointer, value in named_files(key.type, settings.get(key.name), f"/{key.name}"):
            if value.startswith("https://"):
                continue
            if value.startswith("http://"):
                problem = "is ignored: images and fonts on other sites need https://"
            elif any(is_file(folder / value.lstrip("/")) for folder in folders):
                continue
            else:
                near = nearest_word(value.lstrip("/"), _beside(source_dir, value))
                meant = f"did you mean {near}?" if near else "add the file, or correct its path"
                problem = f"does not exist and was ignored: {meant}"
            where = pointer.lstrip("/").replace("/", ".")
            yield Diagnostic(
                subtype=Subtype.FILE_NOT_FOUND,
                message=f"{where}: the file {show(value)} {problem}",
                place=config.place(pointer),
                cause=missing_folder(source_dir, value) if "/" in value.lstrip("/") else None,
            )


def _beside(source_dir: Path, value: str) -> list[str]:
    """Files in the folder of *value*, as paths from the source directory."""
    folder = PurePosixPath(value.lstrip("/")).parent
    try:
        names = sorted(entry.name for entry in (source_dir / folder).iterdir() if entry.is_file())
    except (OSError, ValueError):
        return []
    return [str(folder / name) for name in names]


def _note(config: SiteConfig, path: str, message: str) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.CONFIG,
        message=message,
        place=config.place(f"/{path}"),
        level=Level.INFO,
    )
