"""Elements added to the head of every page by ``head`` and ``customCSS`` of ``docs.json``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote

from sphinx_navapi.build.reporting import report_diagnostics
from sphinx_navapi.config.page_settings import HEAD_TAGS
from sphinx_navapi.config.value_problems import ValueProblem, show
from sphinx_navapi.diagnostics import Diagnostic, Level
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.site_assets import copied_style, relative_styles
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.links.urls import relative_url

if TYPE_CHECKING:
    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.config.site_config import SiteConfig
    from sphinx_navapi.doctree.text_links import TextLinks

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
            *(self._element(each, pointer) for each, pointer in _given(settings)),
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
        found = list(self._missing(config, outdir))
        report_diagnostics(found, self._source_dir)
        return found

    def _missing(self, config: SiteConfig, outdir: Path) -> Iterator[Diagnostic]:
        for each in self._elements:
            if each.file is not None and each.file not in self.files:
                if is_file(outdir / each.file):
                    continue
                text = (
                    f"the file {show(each.file)} is neither in the source directory nor in the"
                    " site: add it, or remove the entry, unless your server provides it"
                )
                found = config.diagnose(ValueProblem(each.pointer, text))
                yield replace(found, level=Level.INFO)

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


def _given(settings: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str]]:
    value = settings.get("head")
    for index, each in enumerate(value if isinstance(value, list) else ()):
        entry = as_mapping(each)
        if entry.get("tag") in HEAD_TAGS:
            yield entry, f"/head/{index}"
