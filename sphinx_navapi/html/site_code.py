"""Style sheets and scripts of a project without ``conf.py``: loaded on each page, as by the
service.

A Sphinx project lists its own with ``html_css_files`` and ``html_js_files``. A repository for a
hosted service does not: all those beside its pages are loaded, in the order of their paths.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableSequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.formats.lenient import as_mapping

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.site import Site
    from sphinx_navapi.html.head_elements import HeadElements

#: Ids in style sheets of hosted sites that our theme does not otherwise use.
_HOOKS: Final = (
    "banner", "content-area", "footer", "navbar", "pagination", "search-bar-entry", "sidebar",
    "table-of-contents",
)  # fmt: skip

#: Sets the class that such style sheets expect in dark mode.
_DARK: Final = (
    "(function(r,m){function f(){var s=r.dataset.scheme;r.classList.toggle('dark',s==='dark'||"
    "s!=='light'&&m.matches)}f();m.addEventListener('change',f);new MutationObserver(f)"
    ".observe(r,{attributeFilter:['data-scheme']})})"
    "(document.documentElement,matchMedia('(prefers-color-scheme: dark)'))"
)

#: Files only run by tools: their settings and tests, and code for Node.
_OF_TOOLS = re.compile(r"(?:^|/)[^/]+\.(?:config|conf|test|spec)\.js$|(?:^|/)__tests__/")
#: At the start of a line: browser libraries refer to ``module.exports`` inside a function.
_FOR_NODE = re.compile(
    r"\A#!|^module\.exports\b|^(?:const|let|var)\b[^\n]*=\s*require\(", re.ASCII | re.MULTILINE
)
_IS_MODULE = re.compile(r"^(?:import|export)\b", re.ASCII | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SiteCode:
    """The files loaded by each page.

    :ivar styles: style sheets, relative to the source directory.
    :ivar scripts: scripts, each with whether it is a module.
    :ivar has_more: whether the site has other style sheets too.
    """

    styles: tuple[str, ...] = ()
    scripts: tuple[tuple[str, bool], ...] = ()
    has_more: bool = False

    @property
    def files(self) -> tuple[str, ...]:
        """All files."""
        return (*self.styles, *(name for name, _ in self.scripts))

    def add_to(self, app: Sphinx, context: dict[str, Any], *, is_own_theme: bool) -> None:
        """Load them on the page of *context*; our theme has the ids that they use."""
        add_js_file = getattr(app.builder, "add_js_file", None)
        if not (self.files or self.has_more) or add_js_file is None:
            return
        # Plain URLs: with a digest of the file, a change of it would change every page.
        styles = context.get("css_files")
        if isinstance(styles, MutableSequence):
            styles += self.styles
        if is_own_theme and (self.styles or self.has_more):
            add_js_file(None, body=_DARK)
        for name, is_module in self.scripts:
            how = {"type": "module"} if is_module else {"defer": "defer"}
            add_js_file(None, priority=900, src=context["pathto"](name, 1), **how)
        body = str(context.get("body") or "")
        context["navapi_hooks"] = {
            name.replace("-", "_"): f' id="{name}"' for name in _HOOKS if f'id="{name}"' not in body
        }


def site_code(
    site: Site, confdir: Path, settings: Mapping[str, Any], head: HeadElements
) -> SiteCode:
    """The files in the site's source directory; empty if there is a ``conf.py`` in *confdir*.

    ``styling.siteFiles: false`` disables them. Those in *head* are loaded as set there.
    """
    styling = as_mapping(settings.get("styling"))
    if styling.get("siteFiles") is False or (confdir / "conf.py").is_file():
        return SiteCode(has_more=head.has_styles)
    names = [name for name in site.planned.files.tree.code if name not in head.files]
    scripts = (_script(site.source_dir, name) for name in names if name.endswith(".js"))
    return SiteCode(
        styles=tuple(name for name in names if name.endswith(".css")),
        scripts=tuple(script for script in scripts if script is not None),
        has_more=head.has_styles,
    )


def _script(source_dir: Path, name: str) -> tuple[str, bool] | None:
    if _OF_TOOLS.search(name):
        return None
    try:
        text = (source_dir / name).read_text("utf-8", errors="replace")
    except OSError:
        return None
    return None if _FOR_NODE.search(text) else (name, bool(_IS_MODULE.search(text)))
