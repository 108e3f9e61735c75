"""Reusing the theme's list of headings for pages whose lists have the same structure.

On each page, the theme parses the HTML of the list, adds classes to it, and serializes it again.
What it adds only depends on the structure of the list, which most generated pages share: they only
differ in the targets and texts of the links.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

from sphinx_navapi.html.themes.adapter import Context

TocFunction = Callable[..., Any]

#: Links that parsing and serializing do not change, in Sphinx's list of headings and in the
#: theme's. Others are part of the structure.
_ENTITY = "&(?:amp|lt|gt);"
_TEXT = rf"(?:[^<>&\x00-\x1f\x7f-\x9f]|{_ENTITY})*(?:[^<>&\s\x00-\x1f\x7f-\x9f]|{_ENTITY})"
_LINK = re.compile(rf'(?<= href="#)([\w.~:%/+-]*)("[^<>]*>)({_TEXT})(?=</a>)')

#: Placeholders for the target and the text of a link. The target of the page's title is empty.
_PLACE, _TITLE = "\x01", "\x02"

#: Maximum number of structures that are cached.
_MOST = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """The theme's list for one structure.

    :ivar parts: the HTML before, between and after the targets and texts of the links; alone, if
        there is no list.
    :ivar links: how many links it has: the last of the page.
    :ivar length: the number of the element's children, which templates ask for.
    """

    parts: tuple[str, ...]
    links: int
    length: int

    def fill(self, links: list[tuple[str, str]]) -> str:
        """The HTML with targets and texts of *links*."""
        shown = [text for link in links[len(links) - self.links :] for text in link]
        return "".join(part for pair in zip(self.parts, [*shown, ""], strict=True) for part in pair)


_written: OrderedDict[object, _Written] = OrderedDict()


class PageToc:
    """A proxy for the element that the theme returns, which is only created if code accesses it.

    :param html: the serialized element.
    :param make: creates the element.
    """

    def __init__(self, html: str, length: int, make: Callable[[], Any]) -> None:
        self._html, self._length, self._make = html, length, make
        self._element: Any = None

    def _made(self) -> Any:
        if self._element is None:
            self._element = self._make()
        return self._element

    def __str__(self) -> str:
        # Other code may have changed the element.
        return self._html if self._element is None else str(self._element)

    def __len__(self) -> int:
        return self._length if self._element is None else len(self._element)

    def __bool__(self) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made(), name)

    def __getitem__(self, key: Any) -> Any:
        return self._made()[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._made()[key] = value

    def __delitem__(self, key: Any) -> None:
        del self._made()[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._made())

    def __contains__(self, item: object) -> bool:
        return item in self._made()

    def __call__(self, *positional: Any, **named: Any) -> Any:
        """The element's own result: calling it searches for descendants."""
        return self._made()(*positional, **named)

    def __eq__(self, other: object) -> bool:
        return bool(self._made() == other)

    def __hash__(self) -> int:
        return hash(self._made())


def known_toc(theme_function: TocFunction, context: Context) -> TocFunction:
    """A faster version of *theme_function*, which lists the headings of the page of *context*.

    :returns: *theme_function* itself if it differs from the one we know.
    """
    code = getattr(getattr(theme_function, "__wrapped__", None), "__code__", None)
    # It must only depend on the page's context, and there only on names in its code.
    if not isinstance(code, CodeType) or code.co_freevars != ("context",):
        return theme_function
    names = frozenset(_texts(code)) | {"toc"}
    found: list[Any] = []

    def known(*positional: Any, **named: Any) -> Any:
        if positional or named:
            return theme_function(*positional, **named)
        if not found:
            # The theme also returns the same element on each call.
            found.append(_known(theme_function, context, code, names))
        return found[0]

    return known


def _known(
    theme_function: TocFunction, context: Context, code: CodeType, names: frozenset[str]
) -> Any:
    toc = context.get("toc")
    if not isinstance(toc, str) or _PLACE in toc or _TITLE in toc:
        return theme_function()
    links = [(match[1], match[3]) for match in _LINK.finditer(toc)]
    structure = _LINK.sub(lambda match: f"{_PLACE if match[1] else _TITLE}{match[2]}", toc)
    values = {name: context[name] for name in names & context.keys()}
    others = repr(sorted((name, value) for name, value in values.items() if name != "toc"))
    key = (code, structure, others)
    written = _written.get(key)
    if written is None:
        element = theme_function()
        written = _written_as(element, links)
        if written is not None:
            _written[key] = written
            if len(_written) > _MOST:
                _written.popitem(last=False)
        return element
    _written.move_to_end(key)
    if not written.links:
        return ""

    def make() -> Any:
        # From the original values, although handlers may have changed them since.
        now = dict(context)
        context.update(values)
        try:
            return theme_function()
        finally:
            context.clear()
            context.update(now)

    return PageToc(written.fill(links), written.length, make)


def _written_as(element: Any, links: list[tuple[str, str]]) -> _Written | None:
    """The serialization of *element* for other links; ``None`` if it cannot be derived from it."""
    if element == "":
        return _Written(parts=("",), links=0, length=0)
    html = str(element)
    found = list(_LINK.finditer(html))
    count = len(found)
    if not count or [(match[1], match[3]) for match in found] != links[-count:]:
        return None
    ends = [end for match in found for end in (match.span(1), match.span(3))]
    starts = [0, *(end for _start, end in ends)]
    parts = tuple(html[a:b] for a, b in zip(starts, [*(s for s, _ in ends), None], strict=True))
    # The same text elsewhere may be derived from the link.
    if any(text and text in part for part in parts for link in links for text in link):
        return None
    return _Written(parts=parts, links=count, length=len(element))


def _texts(code: CodeType) -> Iterator[str]:
    """String constants of a function and of the functions in it."""
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _texts(constant)
