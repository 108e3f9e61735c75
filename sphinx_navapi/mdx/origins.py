"""Where lines of a page come from, and what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.diagnostics import Subtype


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a line comes from.

    :ivar line: from 0.
    :ivar file: path of a snippet from the source directory; ``""`` for the page itself.
    """

    line: int
    file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFinding:
    """A mistake in the page: *line* and *column* from 1; *file* as of `Origin`.

    :ivar missing: path of a file that is not there, from the source directory.
    :ivar is_name: a name is not known here; where a snippet is included, it may be.
    :ivar component: the component that is to blame, which other pages may use; the place is in
        its definition.
    """

    message: str
    line: int
    column: int
    file: str = ""
    subtype: Subtype = Subtype.PAGE_SYNTAX
    is_name: bool = False
    missing: str = ""
    component: str = ""
