"""URLs in copied style sheets: relative, so that they work below any path.

A hosted service serves a site at the root of its host: style sheets refer to ``/fonts/x.woff2``.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote, unquote

from sphinx_navapi.links.urls import relative_url, site_file

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
