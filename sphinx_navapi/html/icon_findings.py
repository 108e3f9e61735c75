"""Diagnostics about unknown icons in pages and ``docs.json``."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.diagnostics import Cause, Diagnostic, Level, Place, Subtype, missing_folder
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.doctree.nodes import ancestors, navapi_icon
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.icons import Icons, icon_names, is_picture
from sphinx_navapi.project.environment import env_state

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_navapi.config.site_config import SiteConfig
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site

#: Maximum number of substituted names in the note about them.
_MOST_NAMES = 10

#: An icon, and where it is used.
Use = tuple[object, Place]


def note_icons(app: Sphinx, doctree: nodes.document) -> None:
    """Record the icons in the text of the current page, with their lines."""
    icons = tuple((node["name"], _line(node)) for node in find_nodes(doctree, navapi_icon))
    if icons:
        env_state(app.env).icons[app.env.docname] = icons


def find_unknown_icons(
    app: Sphinx, site: Site, config: SiteConfig | None, icons: Icons
) -> tuple[Diagnostic, ...]:
    """A warning for each use of a missing picture, one note per unknown icon, at the first place
    that uses it, and one for all substituted ones.

    Also registers pictures used as icons: this build needs their files.
    """
    uses = [*_of_config(config), *_of_pages(site), *_of_texts(app, site)]
    unknown: dict[str, list[Place]] = {}
    substituted: dict[str, tuple[str, Place]] = {}
    for value, place in uses:
        other = icons.substitute(value)
        if other is not None:
            substituted.setdefault(_name(value), (other, place))
        name = icons.unknown(value, place.file or "")
        if name is not None:
            unknown.setdefault(name, []).append(place)
    missing = [
        _warn_of_missing(app, name, place)
        for name in filter(is_picture, [*unknown])
        for place in unknown.pop(name)
    ]
    names = tuple(icon_names()) if unknown else ()
    notes = [_note(name, places, names) for name, places in unknown.items()]
    return (*missing, *notes, *([_note_substitutes(substituted)] if substituted else []))


def _name(value: object) -> str:
    return str(as_mapping(value).get("name", value)).strip()


def _note_substitutes(substituted: Mapping[str, tuple[str, Place]]) -> Diagnostic:
    pairs = [f"{name} → {other}" for name, (other, _) in substituted.items()]
    more = f" and {len(pairs) - _MOST_NAMES} more" if len(pairs) > _MOST_NAMES else ""
    subject = "an icon is" if len(pairs) == 1 else f"{len(pairs)} icons are"
    return Diagnostic(
        subtype=Subtype.UNKNOWN_ICON,
        message=f"{subject} not in the free libraries, so a similar one is shown:"
        f" {', '.join(pairs[:_MOST_NAMES])}{more}; to choose another, write its name",
        place=next(iter(substituted.values()))[1],
        level=Level.INFO,
    )


def _warn_of_missing(app: Sphinx, name: str, place: Place) -> Diagnostic:
    path = posixpath.join(posixpath.dirname(place.file or ""), name)
    return Diagnostic(
        subtype=Subtype.FILE_NOT_FOUND,
        message=f'the picture "{name[:80]}" does not exist; no icon is shown:'
        " add the file, or correct its path",
        place=place,
        cause=missing_folder(Path(app.srcdir), path) or Cause(key=f"file:{path}"),
    )


def _note(name: str, places: list[Place], names: Iterable[str]) -> Diagnostic:
    shown = name if len(name) < 80 else f"{name[:80]}…"
    near = nearest_word(name, names) if name.isascii() else None
    meant = f"did you mean {near}?" if near else "use another name"
    times = f", used in {len(places)} places" if len(places) > 1 else ""
    return Diagnostic(
        subtype=Subtype.UNKNOWN_ICON,
        message=f'unknown icon "{shown}"{times}; no icon is shown: {meant}',
        place=places[0],
        level=Level.INFO,
    )


def _of_config(config: SiteConfig | None) -> Iterator[Use]:
    if config is not None:
        for value, pointer in _walk(config.value, ""):
            yield value, config.place(pointer)


def _walk(value: Any, pointer: str) -> Iterator[tuple[object, str]]:
    """Each ``icon`` in *value*, with its pointer."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            below = f"{pointer}/{escape_pointer(str(key))}"
            if key == "icon":
                yield inner, below
            else:
                yield from _walk(inner, below)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _walk(inner, f"{pointer}/{index}")


def _of_pages(site: Site) -> Iterator[Use]:
    for page in site.plan.pages.values():
        if page.metadata.get("icon"):
            yield page.metadata["icon"], Place(file=page.file, line=_line_of_icon(site, page))


def _line_of_icon(site: Site, page: Page) -> int | None:
    file = site.planned.files.get(page.docname)
    return file.head.lines.get("icon") if file is not None else None


def _of_texts(app: Sphinx, site: Site) -> Iterator[Use]:
    for docname, icons in sorted(env_state(app.env).icons.items()):
        page = site.page(docname)
        file = page.file if page is not None and page.file else docname
        for name, line in icons:
            yield name, Place(file=file, line=line)


def _line(node: nodes.Node) -> int | None:
    """The line of *node* or its nearest ancestor with one."""
    lines = (each.line for each in (node, *ancestors(node)))
    return next((line for line in lines if line is not None), None)
