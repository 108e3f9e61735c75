"""Headings that pages write as HTML: they begin no section, but are headings in HTML."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

#: Attribute of a rubric: the level of the heading that the page has.
LEVEL = "navapi_level"


class WriteHeadingLevels(SphinxPostTransform):
    """Has HTML show rubrics as the headings that the page has; elsewhere levels are the page's."""

    default_priority = 800
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Tell Sphinx the level of each rubric that has one."""
        for rubric in self.document.findall(nodes.rubric):
            if LEVEL in rubric:
                rubric["heading-level"] = rubric[LEVEL]
