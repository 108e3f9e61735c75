"""Whether a project has its own toctrees: its pages then keep the headings that Sphinx reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx_navapi.plan.site_plan import ResolvedElement

#: The directive in reStructuredText and in MyST.
_TOCTREE = re.compile(r"^[ \t]*(?:\.\. toctree::|[`:~]{3,}[ \t]*\{toctree\})", re.MULTILINE)


def has_toctrees(navigation: ResolvedElement, root_file: Path) -> bool:
    """Whether the root document's file has toctrees, or *navigation* refers to them."""
    if any(element.toctree for element in _elements(navigation)):
        return True
    try:
        return _TOCTREE.search(root_file.read_text("utf-8", "replace")) is not None
    except OSError:
        # Sphinx itself reports a missing root document.
        return False


def _elements(element: ResolvedElement) -> Iterator[ResolvedElement]:
    yield element
    for child in element.children():
        yield from _elements(child)
