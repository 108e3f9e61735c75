"""Math: rendered in the browser by KaTeX, which is included in the output.

Sphinx would load MathJax from a third-party host for each reader. KaTeX comes from the npm package
in the project, with its style sheet and fonts; else from the extra ``math``, which has neither: it
then generates MathML, which browsers render themselves. Another renderer set in ``conf.py`` is
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.ext.mathjax import MATHJAX_URL
from sphinx.util import logging

from sphinx_navapi.html.page_scripts import FORMULA, add_page_script, count_marked, has_mark
from sphinx_navapi.html.site_assets import copy_file, find_npm_file, find_package_file

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

_logger = logging.getLogger("sphinx_navapi")

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
    script = find_npm_file(source_dir, f"katex/dist/{_SCRIPT}")
    if script is not None:
        style = script.with_name(_STYLE)
        return Katex(script=script, style=style if style.is_file() else None)
    script = find_package_file("sphinxcontrib.katex", _SCRIPT)
    return Katex(script=script) if script is not None else None


def setup(app: Sphinx, site: Site) -> None:
    """Load the library on pages with a formula, and copy it to the output."""
    katex = cache(lambda: find_katex(site.source_dir))

    def state(app: Sphinx, docname: str) -> tuple[bool, ...]:
        files = katex() if has_mark(app.env, FORMULA, docname) else None
        return (files.style is not None,) if files is not None else ()

    # After Sphinx has added its math renderer (500).
    app.connect("html-page-context", partial(draw_formulas, katex), priority=510)
    app.connect("navapi-page-state", state)
    app.connect("navapi-output-files", partial(copy_katex, katex))


def _is_ours(app: Sphinx) -> bool:
    """Whether the project has not chosen a renderer."""
    config = app.config
    if getattr(app.builder, "math_renderer_name", None) != _RENDERER:
        return False
    if config.mathjax_path != MATHJAX_URL or _EXTENSION in config.extensions:
        return False
    # Not in every version of Sphinx.
    return not any(getattr(config, name, None) for name in _SETTINGS)


def draw_formulas(
    find: Callable[[], Katex | None],
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: Any,
) -> None:
    """``html-page-context``: load our renderer on pages with formulas."""
    drawn = _CLASS in str(context.get("body") or "")
    files, url = context.get("script_files") or [], app.config.mathjax_path
    others = [each for each in files if getattr(each, "filename", each) != url]
    # Before release 8.2 of Sphinx, pages whose toctrees lead to formulas load MathJax, too.
    if (not drawn and len(others) == len(files)) or not _is_ours(app):
        return
    katex = find()
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


def copy_katex(find: Callable[[], Katex | None], app: Sphinx, files: OutputFiles) -> None:
    """Copy the library to the output if a page needs it; if it is missing, say how to install
    it.
    """
    count = count_marked(app.env, FORMULA)
    if not count or not _is_ours(app):
        return
    katex = find()
    if katex is None:
        if not _has_conf(app):
            _logger.info(
                "formulas are shown as source on %d page(s); to draw them:"
                " install sphinx-navapi with the extra math, or npm's katex",
                count,
            )
        return
    for source, name in katex.files():
        copy_file(source, Path(app.outdir) / name)
        files.note(name)
