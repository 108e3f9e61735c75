"""Style sheets, scripts and files that a site brings, on every page or in the output.

A project without ``conf.py`` has no ``html_extra_path``. Files shown by pages are copied by Sphinx
to its own folders; but style attributes, other sites and emails refer to files by their paths in
the repository, so those keep their URLs.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, MutableSequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

from sphinx.util import logging

from sphinx_navapi.config.page_settings import HEAD_TAGS
from sphinx_navapi.config.value_problems import ValueProblem, show
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.links.targets import is_external, relative_url, site_file
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.config.site_config import SiteConfig
    from sphinx_navapi.doctree.text_links import TextLinks
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

_NAME = re.compile(r"[A-Za-z][\w:.-]*", re.ASCII)

#: The attribute of an element that may refer to a file of the source directory.
_ADDRESS: Final = {"script": "src", "link": "href"}

#: Link relations that refer to files; others lead to pages.
_FILES: Final = ("stylesheet", "icon", "apple-touch-icon", "manifest", "mask-icon", "preload",
                 "modulepreload")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Element:
    """:ivar pointer: of its address in the configuration. :ivar file: the local file, if any."""

    tag: str
    attributes: Mapping[str, Any]
    content: str
    pointer: str
    file: str | None


class HeadElements:
    """Writes the elements for pages, whose addresses are relative.

    :ivar files: referenced files of the source directory, by path.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        source_dir: Path,
        links: TextLinks | None = None,
        base_url: str = "",
    ) -> None:
        self._links = links
        self._base_url = base_url
        self._source_dir = source_dir.resolve()
        self.files: dict[str, Path] = {}
        self._elements = [
            *(self._element(each, pointer) for each, pointer in _style_sheets(settings)),
            *(self._element(each, pointer) for each, pointer in _usable_entries(settings)),
        ]

    @property
    def has_styles(self) -> bool:
        """Whether they include a style sheet."""
        return any(_is_style(each) for each in self._elements)

    def html(self, uri: str) -> str:
        """The elements for the page at *uri*, one per line."""
        return "".join(f"{self._write(each, uri)}\n" for each in self._elements)

    def report_missing(self, config: SiteConfig, outdir: Path) -> list[Diagnostic]:
        """A reported diagnostic for each file that is neither in the sources nor in *outdir*."""
        diagnostics = list(self._missing(config, outdir))
        report_diagnostics(diagnostics, self._source_dir)
        return diagnostics

    def _missing(self, config: SiteConfig, outdir: Path) -> Iterator[Diagnostic]:
        for each in self._elements:
            if each.file is not None and each.file not in self.files:
                if is_file(outdir / each.file):
                    continue
                text = (
                    f"the file {show(each.file)} is neither in the source directory nor in the"
                    " site: add it, or remove the entry, unless your server provides it"
                )
                diagnostic = config.diagnose(ValueProblem(each.pointer, text))
                yield replace(diagnostic, level=Level.INFO)

    def copy(self, files: OutputFiles) -> None:
        """Copy the files to the output; addresses in style sheets become relative."""
        for name, path in self.files.items():
            if name.endswith(".css"):
                files.put(name, copied_style(path, name, self._source_dir, self._base_url))
            else:
                files.put(name, path.read_bytes())

    def _element(self, entry: Mapping[str, Any], pointer: str) -> _Element:
        tag = str(entry["tag"])
        attributes = {
            str(name): value
            for name, value in as_mapping(entry.get("attrs")).items()
            if _NAME.fullmatch(str(name)) and value is not None and value is not False
        }
        key = _ADDRESS.get(tag, "")
        value = attributes.get(key)
        file = None
        relations = str(attributes.get("rel", "")).lower().split()
        is_named = tag == "script" or any(each in _FILES for each in relations)
        if is_named and isinstance(value, str) and not _is_elsewhere(value):
            file = unquote(re.split(r"[?#]", value)[0]).strip().removeprefix("./").lstrip("/")
            path = (self._source_dir / file).resolve()
            if is_file(path) and path.is_relative_to(self._source_dir):
                self.files[file] = path
        content = entry.get("content")
        return _Element(
            tag=tag,
            attributes=attributes,
            content=content if isinstance(content, str) else "",
            pointer=pointer if tag not in _ADDRESS or pointer.startswith("/customCSS")
            else f"{pointer}/attrs/{key}",
            file=file,
        )  # fmt: skip

    def _write(self, element: _Element, uri: str) -> str:
        address = _ADDRESS.get(element.tag)
        parts = [element.tag]
        for name, value in element.attributes.items():
            if value is True:
                parts.append(name)
                continue
            text = str(value)
            if name == address and not _is_elsewhere(text):
                text = self._href(element, uri, text)
            parts.append(f'{name}="{escape(text)}"')
        start = f"<{' '.join(parts)}>"
        if element.tag in ("link", "meta"):
            return start
        content = element.content
        if element.tag == "style":
            content = relative_styles(content, uri, self._source_dir, self._base_url)
        # Its content must not end the element.
        content = re.sub(rf"</(?={element.tag})", r"<\\/", content, flags=re.IGNORECASE)
        return f"{start}{content}</{element.tag}>"

    def _href(self, element: _Element, uri: str, text: str) -> str:
        if element.file is not None:
            rest = re.search(r"[?#].*", text)
            return relative_url(uri, quote(element.file)) + (rest[0] if rest else "")
        return self._links.href(uri, text) if self._links is not None else text


def _is_elsewhere(text: str) -> bool:
    return is_external(text) or text.startswith(("//", "#", "data:"))


def _is_style(element: _Element) -> bool:
    relations = str(element.attributes.get("rel", "")).lower().split()
    return element.tag == "style" or "stylesheet" in relations


def _style_sheets(settings: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    value = settings.get("customCSS")
    for index, href in enumerate(value if isinstance(value, list) else [value]):
        if isinstance(href, str):
            entry = {"tag": "link", "attrs": {"rel": "stylesheet", "href": href}}
            yield entry, f"/customCSS/{index}" if isinstance(value, list) else "/customCSS"


def _usable_entries(settings: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    value = settings.get("head")
    for index, each in enumerate(value if isinstance(value, list) else ()):
        entry = as_mapping(each)
        if entry.get("tag") in HEAD_TAGS:
            yield entry, f"/head/{index}"


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
    file = site_file(unquote(path, errors=_BYTES), source_dir, base_url)
    return mark + relative_url(uri, quote(file.lstrip("/"), errors=_BYTES)) + end + mark


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
            diagnostic = Diagnostic(subtype=Subtype.CONFIG, message=message, place=Place(file=name))
            report_diagnostics([diagnostic], source_dir)


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


#: Number of parent folders of the source directory searched for packages of npm.
_LEVELS: Final = 4


def find_npm_file(source_dir: Path, name: str) -> Path | None:
    """The file *name* of a package of npm in the project of *source_dir*, if there is one."""
    folders = [source_dir, *source_dir.parents][:_LEVELS]
    paths = (folder / "node_modules" / name for folder in folders)
    return next((path for path in paths if path.is_file()), None)


def find_package_file(package: str, name: str) -> Path | None:
    """The file *name* of an installed Python *package*, which is not imported."""
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        return None
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / name
    return path if path.is_file() else None


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
