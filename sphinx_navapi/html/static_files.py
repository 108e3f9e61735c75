"""Our style sheets and scripts in ``_static``: without comments and indentation.

The sources are laid out to be read; readers load a fifth less. They are written before Sphinx
copies static files, so that files of the project with the same names take their places, and before
it writes pages, which name each file with its checksum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rcssmin import cssmin
from rjsmin import jsmin

from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.playground_scripts import JOINED_FILES
from sphinx_navapi.html.theme_settings import THEME, THEME_DIR, site_colors
from sphinx_navapi.html.themes import theme_names
from sphinx_navapi.project.environment import env_site, env_state
from sphinx_navapi.project.output_files import write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_STATIC_DIR = Path(__file__).parent / "static"
_ASSETS = THEME_DIR / "assets"

#: Parts of the theme's style sheet, in this order; that of components follows.
_THEME_STYLE = "css/navapi-theme.css"
_THEME_PARTS = ("variables", "base", "layout", "components", "content", "site")

#: Parts of the theme's script.
_THEME_SCRIPT = "js/navapi-theme.js"
_THEME_SCRIPTS = ("site", "theme")

#: Joined in front of scripts that use it, for themes that do not load it themselves.
_STORAGE = _ASSETS / "js" / "navapi-storage.js"
_WITH_STORAGE = ("navapi.js", "navapi-operation.js", "navapi-playground.js", "playground/oauth.js")

_DIRECTION = re.compile(r"(?<![\w-])(?:direction|unicode-bidi)\s*:[^;}]*;?\s*")


def static_files(app: Sphinx) -> dict[str, list[Path]]:
    """The files that the site needs, by path below ``_static``: what each is joined from."""
    site, html = env_site(app.env), env_html(app.env)
    folders = []
    if site is not None and (site.configured or any(env_state(app.env).marks.values())):
        folders.append(_STATIC_DIR)
    if site is not None and site.configured and html is not None and html.adapter is not None:
        folders += [folder / "static" for folder in html.adapter.folders[:1]]
    is_ours = THEME in theme_names(app.builder)
    if is_ours:
        folders.append(_ASSETS)
    joined = _theme_files() if is_ours else {}
    parts = [path for paths in joined.values() for path in paths]
    files = {name: [_STORAGE, path] if name in _WITH_STORAGE else [path]
             for folder in folders for name, path in _below(folder)
             if name not in JOINED_FILES and path not in parts}  # fmt: skip
    return files | joined


def _theme_files() -> dict[str, list[Path]]:
    """The style sheet and the script of our theme: what each is joined from."""
    styles = [_ASSETS / "css" / f"navapi-{part}.css" for part in _THEME_PARTS]
    scripts = [_ASSETS / "js" / f"navapi-{part}.js" for part in _THEME_SCRIPTS]
    return {_THEME_STYLE: [*styles, _STATIC_DIR / "navapi-content.css"], _THEME_SCRIPT: scripts}


def write_static_files(app: Sphinx) -> None:
    """Write the files that the site needs, if *app* writes HTML."""
    if app.builder.format != "html":
        return
    for name, paths in static_files(app).items():
        text = "\n".join(_served(path) for path in paths)
        if name == _THEME_STYLE:
            text += "\n" + str(cssmin(_site_colors(app)))
        if app.builder.name == "epub" and name.endswith(".css"):
            # EPUB 3.3, section 6.3.1; the documents of a book set the direction by ``dir``.
            text = _DIRECTION.sub("", text)
        write_if_changed(Path(app.outdir, "_static", name), text)


def _site_colors(app: Sphinx) -> str:
    site = env_site(app.env)
    settings = site.plan.settings if site is not None else {}
    return site_colors(app.config.html_theme_options, settings, Path(app.srcdir))


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path


def _served(path: Path) -> str:
    text = path.read_text("utf-8")
    return str(jsmin(text) if path.suffix == ".js" else cssmin(text))
