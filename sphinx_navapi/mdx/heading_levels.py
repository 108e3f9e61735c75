"""Headings that pages write as HTML: they do not start a section, but are headings in HTML."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

#: Attribute of a rubric: the level of the heading in the page.
LEVEL = "navapi_level"


class WriteHeadingLevels(SphinxPostTransform):
    """Shows rubrics in HTML as headings of their level in the page; ignored elsewhere."""

    default_priority = 800
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Tell Sphinx the level of each rubric that has one."""
        for rubric in self.document.findall(nodes.rubric):
            if LEVEL in rubric:
                rubric["heading-level"] = rubric[LEVEL]
