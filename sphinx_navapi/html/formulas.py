"""Math: rendered in the browser by KaTeX, which is included in the output.

Sphinx would load MathJax from a third-party host for each reader. KaTeX comes from the npm package
in the project, with its style sheet and fonts; else from the extra ``math``, which has neither: it
then generates MathML, which browsers render themselves. Another renderer set in ``conf.py`` is
kept.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.ext.mathjax import MATHJAX_URL
from sphinx.util import logging

from sphinx_navapi.build.environment import env_site, writes_site
from sphinx_navapi.build.state import env_state
from sphinx_navapi.html.page_scripts import add_page_script

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles

_logger = logging.getLogger("sphinx_navapi")

#: Mark of pages with a formula.
MARK: Final = "formula"

#: Sphinx's markup around a formula.
_CLASS: Final = 'class="math '

_RENDERER: Final = "mathjax"
_EXTENSION: Final = "sphinx.ext.mathjax"

#: Settings of Sphinx's own renderer that are empty by default.
_SETTINGS: Final = (
    "mathjax_options", "mathjax_config", "mathjax2_config", "mathjax3_config", "mathjax4_config",
    "mathjax_config_path",
)  # fmt: skip

#: The folder of the library in the output.
_FOLDER: Final = "_navapi/katex"
_SCRIPT: Final = "katex.min.js"
_STYLE: Final = "katex.min.css"

_OF_NPM: Final = Path("node_modules", "katex", "dist")

#: Number of parent folders of the source directory searched for `_OF_NPM`.
_LEVELS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Katex:
    """The files of the library. :ivar style: its style sheet, if it has one."""

    script: Path
    style: Path | None = None

    def files(self) -> Iterator[tuple[Path, str]]:
        """Each file and its path in the output."""
        yield self.script, f"{_FOLDER}/{_SCRIPT}"
        if self.style is not None:
            yield self.style, f"{_FOLDER}/{_STYLE}"
            # All browsers that support MathML or KaTeX can read this font format.
            for font in sorted((self.style.parent / "fonts").glob("*.woff2")):
                yield font, f"{_FOLDER}/fonts/{font.name}"


def find_katex(source_dir: Path) -> Katex | None:
    """The library for pages of *source_dir*, if there is one."""
    folders = [source_dir, *source_dir.parents][:_LEVELS]
    for folder in (each / _OF_NPM for each in folders):
        if (folder / _SCRIPT).is_file():
            style = folder / _STYLE
            return Katex(script=folder / _SCRIPT, style=style if style.is_file() else None)
    try:
        package = importlib.util.find_spec("sphinxcontrib.katex")
    except ModuleNotFoundError:
        return None
    if package is None or package.origin is None:
        return None
    script = Path(package.origin).with_name(_SCRIPT)
    return Katex(script=script) if script.is_file() else None


def _is_ours(app: Sphinx) -> bool:
    """Whether the project has not chosen a renderer."""
    site, config = env_site(app.env), app.config
    if site is None or not site.configured or not writes_site(app.builder):
        return False
    if getattr(app.builder, "math_renderer_name", None) != _RENDERER:
        return False
    if config.mathjax_path != MATHJAX_URL or _EXTENSION in config.extensions:
        return False
    # Not in every version of Sphinx.
    return not any(getattr(config, name, None) for name in _SETTINGS)


def draw_formulas(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """``html-page-context``: load our renderer on pages with formulas."""
    drawn = _CLASS in str(context.get("body") or "")
    files, url = context.get("script_files") or [], app.config.mathjax_path
    others = [each for each in files if getattr(each, "filename", each) != url]
    # Before release 8.2 of Sphinx, pages whose toctrees lead to formulas load MathJax, too.
    if (not drawn and len(others) == len(files)) or not _is_ours(app):
        return
    katex = find_katex(Path(app.srcdir))
    if katex is None and _has_conf(app):
        return
    if isinstance(files, list):
        files[:] = others
    if drawn and katex is not None:
        pathto = context["pathto"]
        style = {} if katex.style is None else {"data-style": pathto(f"{_FOLDER}/{_STYLE}", 1)}
        library = pathto(f"{_FOLDER}/{_SCRIPT}", 1)
        add_page_script(app, "navapi-formulas.js", **{"data-library": library}, **style)


def _has_conf(app: Sphinx) -> bool:
    return (Path(app.confdir) / "conf.py").is_file()


def copy_katex(app: Sphinx, files: OutputFiles) -> None:
    """Copy the library to the output if a page needs it; if it is missing, say how to install
    it.
    """
    marks: dict[str, Collection[str]] = dict(env_state(app.env).marks)
    count = sum(MARK in found for found in marks.values())
    if not count or not _is_ours(app):
        return
    katex = find_katex(Path(app.srcdir))
    if katex is None:
        if not _has_conf(app):
            _logger.info(
                "formulas are shown as source on %d page(s); to draw them:"
                " pip install 'sphinx-navapi[math]', or npm install katex",
                count,
            )
        return
    from sphinx_navapi.html.site_assets import copy_file

    for source, name in katex.files():
        copy_file(source, Path(app.outdir) / name)
        files.note(name)
