"""Text and marks of HTML fragments that are rendered once and inserted into many pages.

A fragment contains marks where pages differ: for the prefix of its ids, for links to ancestors that
only the page knows, and for links to schema pages. The marks are control characters; `esc` and
`attr` remove them from text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from sphinx_navapi.links.targets import is_external

#: Placeholder for the id of the fragment's parent.
ID = "\x00"

#: ``UP target END``: the id of the enclosing schema *target*.
UP = "\x02"

#: ``PAGE component END``: a link to the page of *component*.
PAGE = "\x03"

#: ``LINK component END``: like `PAGE`, but not opened in place.
LINK = "\x06"

#: ``NAME component END``: the name of *component*, the first one in a block as a link to its page.
NAME = "\x07"

#: ``HREF address END``: an address in a text of the document, as the value of an attribute, that
#: may lead to a page.
HREF = "\x0e"

END = "\x04"

#: A mark of `PAGE`, `LINK` or `NAME`, which is its first group, and the component.
PAGE_MARK = re.compile(f"([{PAGE}{LINK}{NAME}])([^{END}]*){END}")
#: A mark of `HREF`, and the address.
HREF_MARK = re.compile(f"{HREF}([^{END}]*){END}")

_MARKS = re.compile(
    f"[{UP}{PAGE}{LINK}{NAME}{HREF}][^{END}]*{END}|[{ID}{UP}{PAGE}{LINK}{NAME}{HREF}{END}]"
)

_ADDRESS = re.compile(r'(<a href=)"([^"?][^"]*)"')

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


#: Between the units of a row, such as a name and its type: a space in browsers, and a line each for
#: programs that compare or quote the text of HTML, as the Markdown has them.
NEXT = "\n"


def plain(text: str) -> str:
    """*text* without control characters, which HTML does not allow and marks consist of."""
    return text if text.isprintable() else _CONTROL.sub("", text)


def esc(text: str) -> str:
    """*text* as HTML text."""
    return escape(plain(text), quote=False)


def attr(text: str) -> str:
    """*text* as the value of an attribute in double quotes."""
    return escape(plain(text))


def code(text: str) -> str:
    """*text* as inline code."""
    return f"<code>{esc(text)}</code>"


#: Up to this length, a name fits into a line on a phone, below a few others, too.
_FITS = 20

_SEPARATOR = re.compile(r"(?<=\w[._])(?=[^\W_])")


def name_code(name: str) -> str:
    """The *name* of a field as inline code; a long one breaks after ``_`` and ``.``."""
    if len(name) <= _FITS:
        return code(name)
    return f"<code>{'<wbr>'.join(map(esc, _SEPARATOR.split(name)))}</code>"


def chips(parts: Sequence[str]) -> str:
    """*parts*, each HTML, as a line under a row; ``""`` if there are none.

    A single one needs no wrapper: schemas usually have only one, thousands of times.
    """
    if len(parts) == 1:
        return f"<small>{parts[0]}</small>"
    joined = NEXT.join(f"<span>{part}</span>" for part in parts)
    return f"<small>{joined}</small>" if parts else ""


def mark_links(html: str) -> str:
    """*html*, a rendered text, with marks for the addresses that may lead to a page."""
    return _ADDRESS.sub(_mark_link, html) if "<a " in html else html


def _mark_link(match: re.Match[str]) -> str:
    href = match[2]
    return match[0] if is_external(href) else f'{match[1]}"{HREF}{href}{END}"'


def without_marks(html: str) -> str:
    """*html* without unused marks."""
    return _MARKS.sub("", html)
