"""Corrections of a page that are only possible once its template has been rendered.

Tags of the head come from the theme's templates, from docutils, from other extensions and from us,
and none of them sees all of the others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import sphinx
from jinja2 import FileSystemBytecodeCache

from sphinx_navapi.project.output_files import NOT_FOUND_EXTENSION
from sphinx_navapi.project.sphinx_internals import finish_rendered, template_environment

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def keep_compiled_templates(app: Sphinx) -> None:
    """Keep compiled templates beside the doctrees: 6 % of a build with nothing to do.

    Jinja itself checks its version, Python's, and the template's text. The names of the files also
    depend on what else affects the compiled code: Sphinx's filters and the extensions of Jinja.
    """
    environment = template_environment(app.builder)
    if environment is None or environment.bytecode_cache is not None:
        return
    folder = Path(app.doctreedir) / "navapi" / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    compiler = (sphinx.__version__, type(environment).__name__, sorted(environment.extensions))
    name = blake2b(repr(compiler).encode(), digest_size=6).hexdigest()
    environment.bytecode_cache = FileSystemBytecodeCache(str(folder), f"{name}-%s")


#: Names of ``meta`` elements that may occur only once.
_ONCE = frozenset({"description", "og:description", "og:title", "og:type", "og:url", "viewport"})

#: Browsers use the last of these; of the others, the first is kept, as it is more specific.
_LAST_COUNTS = frozenset({"viewport"})

#: Comments and raw text, which are left alone, or a start tag.
_MARKUP = re.compile(
    r"""<!--.*?-->|<(script|style|textarea|title)\b[^>]*>.*?</\1\s*>"""
    r"""|<(?P<tag>[a-z][^\s/>]*)(?:[^>"']|"[^"]*"|'[^']*')*>""",
    re.IGNORECASE | re.DOTALL,
)
_META = re.compile(rf"{_MARKUP.pattern}[ \t]*\n?", _MARKUP.flags)
_ATTRIBUTE = re.compile(
    r"""(?<=[\s"'])(?P<name>[^\s"'<>/=]+)\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s"'=<>`]+)"""
)
_LINKS = frozenset({"action", "data-first", "href", "src"})


def finish_pages(app: Sphinx) -> None:
    """Make the builder's templates return corrected pages, whatever bridge renders them."""

    def finish(html: str, context: dict[str, Any]) -> str:
        base = _shown_anywhere(app, context.get("pagename"))
        html = with_head(html, context.get("navapi_head") or "")
        if (more := context.get("navapi_finish")) is not None:
            html = more(html)
        return one_of_each(html if base is None else absolute_links(html, base))

    finish_rendered(app.builder, finish)


def _shown_anywhere(app: Sphinx, pagename: object) -> str | None:
    """Path of a page that hosts serve at any URL: its links cannot be relative."""
    config = app.config
    if NOT_FOUND_EXTENSION not in app.extensions or pagename != config.notfound_pagename:
        return None
    return f"{config.notfound_urls_prefix or '/'}{app.builder.get_target_uri(str(pagename))}"


def with_head(html: str, more: str) -> str:
    """*html* with *more* at the end of its head, where its styles take precedence."""
    end = html.find("</head>") if more else -1
    return html if end < 0 else f"{html[:end]}{more}{html[end:]}"


def one_of_each(html: str) -> str:
    """*html* without duplicates of unique ``meta`` elements, by language."""
    end = html.find("</head>")
    if end < 0:
        return html
    seen: dict[tuple[str, str], re.Match[str]] = {}
    dropped: list[re.Match[str]] = []
    for match in _META.finditer(html, 0, end):
        if (match["tag"] or "").lower() != "meta":
            continue
        attributes = _attributes(match[0])
        name = (attributes.get("property") or attributes.get("name") or "").lower()
        key = (name, attributes.get("lang", ""))
        if name not in _ONCE:
            continue
        if key not in seen:
            seen[key] = match
        elif name in _LAST_COUNTS:
            dropped.append(seen[key])
            seen[key] = match
        else:
            dropped.append(match)
    for match in sorted(dropped, key=lambda match: match.start(), reverse=True):
        html = html[: match.start()] + html[match.end() :]
    return html


def absolute_links(html: str, base: str) -> str:
    """*html* with relative links resolved against *base*, a path on the host."""

    def link(match: re.Match[str]) -> str:
        if match["name"].lower() not in _LINKS:
            return match[0]
        value = unescape(match["value"].strip("\"'"))
        if not value or value.startswith(("#", "/")) or re.match(r"[A-Za-z][\w+.-]*:", value):
            return match[0]
        return f'{match["name"]}="{escape(urljoin(base, value))}"'

    def tag(match: re.Match[str]) -> str:
        if match["tag"] is not None:
            return _ATTRIBUTE.sub(link, match[0])
        # The tag of a script may have a link; its text is left alone.
        start, mark, rest = match[0].partition(">")
        return match[0] if start.startswith("<!--") else _ATTRIBUTE.sub(link, start) + mark + rest

    return _MARKUP.sub(tag, html)


def _attributes(tag: str) -> Mapping[str, str]:
    return {
        match["name"].lower(): unescape(match["value"].strip("\"'"))
        for match in _ATTRIBUTE.finditer(tag)
    }
