"""Pictures and other files of a project without ``conf.py``, which keep their URLs.

Such a project has no ``html_extra_path``. Files shown by pages are copied by Sphinx to its own
folders; but style attributes, other sites and emails refer to files by their paths in the
repository.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Collection, Mapping, MutableSequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

from sphinx.util import logging

from sphinx_navapi.build.reporting import report_diagnostics
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.links.urls import relative_url, site_file

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.build.site import Site
    from sphinx_navapi.html.head_elements import HeadElements

#: The parts of a style sheet that tell where addresses are (CSS Syntax Module Level 3, section 4).
_PART = re.compile(
    r"""(?P<comment>/\*.*?(?:\*/|\Z))
    | (?<![\w-])(?P<before>(?:url|src)\(\s*)(?P<value>"[^"\\\n]*"|'[^'\\\n]*'|[^\s"'()\\]*)
      (?=\s*\))
    | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<import>@import\b)
    | (?<![\w-])(?P<open>[\w-]*\()
    | (?P<close>\))
    | (?P<end>[;{}])""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)

#: Functions whose strings are addresses, apart from ``url()`` and ``src()``.
_SETS = frozenset({"image-set(", "-webkit-image-set("})

#: Bytes in other encodings than UTF-8 are kept.
_BYTES = "surrogateescape"


def relative_styles(css: str, uri: str, source_dir: Path, base_url: str) -> str:
    """*css* with relative addresses in ``url()``, ``@import`` and ``image-set()``.

    :param uri: of the style sheet, or of the page that contains it.
    :param base_url: of the site: an address may begin with its path.
    """
    functions: list[str] = []
    importing = False

    def replace(match: re.Match[str]) -> str:
        nonlocal importing
        kind, text = match.lastgroup, match[0]
        is_address = kind == "string" and (importing or (functions and functions[-1] in _SETS))
        if kind == "value":
            # Not an unquoted `data:` URL, whose quotes are part of it.
            functions.append("url(")
            text = match["before"] + _relative(match["value"], uri, source_dir, base_url)
        elif is_address:
            text = _relative(text, uri, source_dir, base_url)
        elif kind == "open":
            functions.append(text.lower())
        elif kind == "close" and functions:
            functions.pop()
        elif kind == "end":
            functions.clear()
        if kind != "comment":
            importing = kind == "import"
        return text

    return _PART.sub(replace, css)


def copied_style(path: Path, name: str, source_dir: Path, base_url: str) -> bytes:
    """The style sheet *path* for the output, where its path is *name*; see `relative_styles`.

    :raises OSError: it cannot be read.
    """
    css = path.read_bytes().decode("utf-8", _BYTES)
    return relative_styles(css, quote(name), source_dir, base_url).encode("utf-8", _BYTES)


def _relative(written: str, uri: str, source_dir: Path, base_url: str) -> str:
    mark = written[:1] if written[:1] in {'"', "'"} else ""
    address = written.strip(mark) if mark else written
    if not address.startswith("/") or address.startswith("//") or "\\" in address:
        return written
    path, end = re.fullmatch(r"([^?#]*)(.*)", address, re.DOTALL).groups()  # type: ignore[union-attr] # matches any text
    found = site_file(unquote(path, errors=_BYTES), source_dir, base_url)
    return mark + relative_url(uri, quote(found.lstrip("/"), errors=_BYTES)) + end + mark


_logger = logging.getLogger("sphinx_navapi")

#: Folders of the output that Sphinx and this extension use.
_TAKEN = frozenset({"_downloads", "_images", "_navapi", "_sources", "_static"})


def copy_assets(app: Sphinx, site: Site, files: OutputFiles, code: Collection[str] = ()) -> None:
    """Copy the files beside pages to the same paths in the output.

    :param code: style sheets and scripts among them.

    Only new and changed files are copied; none if the project has a ``conf.py``. Addresses in style
    sheets become relative.
    """
    if (Path(app.confdir) / "conf.py").is_file():
        return
    source_dir, outdir = Path(app.srcdir), Path(app.outdir)
    if code:
        _logger.info(
            "loaded on each page: %s (to disable this, set styling.siteFiles to false in"
            " docs.json)",
            ", ".join(code),
        )
    for name in (*site.planned.files.tree.assets, *code):
        if name.partition("/")[0] in _TAKEN:
            continue
        try:
            if name.endswith(".css"):
                base_url = app.config.html_baseurl
                style = copied_style(source_dir / name, name, source_dir, base_url)
                files.put(name, style)
                continue
            copy_file(source_dir / name, outdir / name)
            files.note(name)
        except OSError as error:
            message = (
                f"{name} cannot be copied into the site ({error.strerror or error}); it was"
                " skipped: check that it is readable, and that no page has the name of its folder"
            )
            found = Diagnostic(subtype=Subtype.CONFIG, message=message, place=Place(file=name))
            report_diagnostics([found], source_dir)


def copy_file(source: Path, target: Path) -> None:
    """Make *target* equal to *source*, which may be a symbolic link.

    :raises OSError: copying failed.
    """
    status = source.stat()
    try:
        before = target.stat()
        if (before.st_size, before.st_mtime_ns) == (status.st_size, status.st_mtime_ns):
            return
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    # Compared by size and time next time; permissions and the like are not copied.
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


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
