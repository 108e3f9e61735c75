"""Marks in the Markdown of a page, the origins of its lines, and problems in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sphinx_navapi.diagnostics import Subtype

#: Unicode noncharacters.
OPENING: Final = "\ufdd0"
CLOSING: Final = "\ufdd1"

#: Prefix of our classes for the layout of HTML in pages.
UTILITY: Final = "navapi-u-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The origin of a line.

    :ivar line: from 0.
    :ivar file: path of a snippet relative to the source directory; ``""`` for the page itself.
    :ivar program: whether the line is JSX of a component, where text is not a paragraph.
    :ivar content: the file of the Markdown in such a line, if it has any: that of its children.
    """

    line: int
    file: str = ""
    program: bool = False
    content: str | None = None

    @property
    def markdown(self) -> str:
        """The file whose link definitions and footnotes the Markdown of the line uses."""
        return self.file if self.content is None else self.content


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFinding:
    """A mistake in the page: *line* and *column* from 1; *file* as in `Origin`.

    :ivar missing: path of a missing file relative to the source directory.
    :ivar is_name: a name is unknown here; where a snippet is included, it may be known.
    :ivar is_open: the file does not close something, which concerns pages that include it.
    :ivar component: the component at fault, which other pages may use; the place is in its
        definition.
    """

    message: str
    line: int
    column: int
    file: str = ""
    subtype: Subtype = Subtype.PAGE_SYNTAX
    is_name: bool = False
    is_open: bool = False
    missing: str = ""
    component: str = ""
