"""Our style sheets and scripts in ``_static``: without comments and indentation.

The sources are laid out to be read; readers load a fifth less. They are written before Sphinx
copies static files, so that files of the project with the same names take their places, and before
it writes pages, which name each file with its checksum.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rcssmin import cssmin
from rjsmin import jsmin

from sphinx_navapi.html.output import env_html
from sphinx_navapi.html.playground_scripts import JOINED_FILES
from sphinx_navapi.html.theme_settings import THEME, THEME_DIR, site_styles, theme_settings
from sphinx_navapi.html.themes import has_our_search, theme_names
from sphinx_navapi.project.environment import env_site, env_state, writes_site
from sphinx_navapi.project.output_files import write_if_changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_STATIC_DIR = Path(__file__).parent / "static"
_ASSETS = THEME_DIR / "assets"

#: Parts of the theme's style sheet, in this order; that of components follows.
_THEME_STYLE = "css/navapi-theme.css"
_THEME_PARTS = ("variables", "base", "layout", "components", "methods", "content", "site")

#: Parts of the theme's script.
_THEME_SCRIPT = "js/navapi-theme.js"
_THEME_SCRIPTS = ("site", "headings", "theme", "search-box")

#: The search dialog and what opens it, as other themes load them.
_SEARCH_STYLE = "css/navapi-search.css"
_SEARCH_SCRIPTS = ("search-box", "search", "finder")

#: The script of a page that is in no theme.
_OAUTH = "playground/oauth.js"

#: Joined in front of scripts that use them; our theme loads the first by itself.
_STORAGE = _ASSETS / "js" / "navapi-storage.js"
_HEADINGS = _ASSETS / "js" / "navapi-headings.js"
_COLORS = _ASSETS / "js" / "navapi-page-colors.js"
#: Part of the playground, which is loaded later.
_KEPT = _STATIC_DIR / "playground" / "kept.js"
_IN_FRONT = {
    "navapi.js": (_STORAGE, _HEADINGS),
    "navapi-operation.js": (_STORAGE,),
    "navapi-playground.js": (_STORAGE,),
    "navapi-since.js": (_STORAGE,),
    "navapi-values.js": (_STORAGE, _KEPT),
    "navapi-workflow.js": (_STORAGE,),
    _OAUTH: (_STORAGE,),
    "navapi-any-theme.js": (_COLORS,),
    "js/navapi-search-box.js": (_STORAGE,),
    "js/navapi-search.js": (_COLORS,),
}

_SCRIPTED = re.compile(r"@media[^{};]*\(scripting:\s*enabled\)[^{};]*\{")
_DIRECTION = re.compile(r"(?<![\w-])(?:direction|unicode-bidi)\s*:[^;}]*;?\s*")


def static_files(app: Sphinx) -> dict[str, list[Path]]:
    """The files that the site needs, by path below ``_static``: what each is joined from."""
    site, html = env_site(app.env), env_html(app.env)
    sources: dict[str, Path] = {}
    if site is not None and (site.configured or any(env_state(app.env).marks.values())):
        sources |= _below(_STATIC_DIR)
    if site is not None and site.configured and html is not None and html.adapter is not None:
        for folder in html.adapter.folders[:1]:
            sources |= _below(folder / "static")
    # An ePub has pages of its own theme, whatever that of the site is.
    is_site = writes_site(app.builder)
    is_ours = is_site and THEME in theme_names(app.builder)
    if is_ours:
        joined = _theme_files()
        sources |= _below(_ASSETS)
        parts = {_COLORS, *(path for paths in joined.values() for path in paths)}
    else:
        has_search = is_site and has_our_search(app.builder, site)
        joined, parts = {}, set()
        if has_search:
            sources |= {f"js/{path.name}": path for path in map(_script, _SEARCH_SCRIPTS)}
            joined[_SEARCH_STYLE] = [*map(_style, ("variables", "methods", "search"))]
    # Our pages load these before; the page of `_OAUTH` is not one of them.
    loaded = {_STORAGE, _HEADINGS, _COLORS} if is_ours else set()
    files = {
        name: [
            *(each for each in _IN_FRONT.get(name, ()) if each not in loaded or name == _OAUTH),
            path,
        ]
        for name, path in sources.items()
        if name not in JOINED_FILES and path not in parts
    }
    return files | joined


def _theme_files() -> dict[str, list[Path]]:
    """The style sheet and the script of our theme: what each is joined from."""
    return {
        _THEME_STYLE: [*map(_style, _THEME_PARTS), _STATIC_DIR / "navapi-content.css"],
        _THEME_SCRIPT: [*map(_script, _THEME_SCRIPTS)],
    }


def _style(name: str) -> Path:
    return _ASSETS / "css" / f"navapi-{name}.css"


def _script(name: str) -> Path:
    return _ASSETS / "js" / f"navapi-{name}.js"


def write_static_files(app: Sphinx) -> None:
    """Write the files that the site needs, if *app* writes HTML."""
    if app.builder.format != "html":
        return
    for name, paths in static_files(app).items():
        text = "\n".join(_served(path) for path in paths)
        if name == _THEME_STYLE:
            text += "\n" + str(cssmin(_site_colors(app)))
        elif name == _SEARCH_STYLE and len(paths) > 1:
            # The variables of our theme are only for the dialog; it is told its scheme by a script.
            text += "\n" + str(cssmin(theme_settings({}, _settings(app)).accent.css))
            text = text.replace(":root", ".navapi-search-dialog")
        if app.builder.name == "epub" and name.endswith(".css"):
            # EPUB 3.3, section 6.3.1; the documents of a book set the direction by ``dir``.
            text = _DIRECTION.sub("", _without_scripts(text))
        write_if_changed(Path(app.outdir, "_static", name), text)


def _without_scripts(css: str) -> str:
    """*css* without the rules for pages with scripts, which books have not."""
    match = _SCRIPTED.search(css)
    while match is not None:
        depth, end = 1, match.end()
        while depth:
            depth += {"{": 1, "}": -1}.get(css[end], 0)
            end += 1
        css = css[: match.start()] + css[end:]
        match = _SCRIPTED.search(css, match.start())
    return css


def _site_colors(app: Sphinx) -> str:
    """The rules at the end of our theme's style sheet: the accent, and the look of the site."""
    settings = _settings(app)
    styles = site_styles(settings, Path(app.srcdir))
    return f"{theme_settings(app.config.html_theme_options, settings).accent.css}\n{styles.css}"


def _settings(app: Sphinx) -> Mapping[str, Any]:
    site = env_site(app.env)
    return site.plan.settings if site is not None else {}


def _below(folder: Path) -> dict[str, Path]:
    """The files in *folder* by their path in it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in paths}


def _served(path: Path) -> str:
    text = path.read_text("utf-8")
    return str(jsmin(text) if path.suffix == ".js" else cssmin(text))
