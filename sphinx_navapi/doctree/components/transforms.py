"""Transforms of components: joining neighbors while reading, stock nodes while writing."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.content.html_only import write_as_text, write_struck
from sphinx_navapi.doctree.components.examples import gather_examples
from sphinx_navapi.doctree.components.fields import join_fields, name_places
from sphinx_navapi.doctree.components.stock import divide_cards, expand_components
from sphinx_navapi.doctree.components.tabs import join_views
from sphinx_navapi.doctree.nodes import navapi_operation
from sphinx_navapi.doctree.page_metadata import OWN_HEADING
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.project.environment import env_site, note_words, writes_site


class JoinNeighbors(SphinxTransform):
    """Joins adjacent fields into one list, and adjacent views into one set of tabs."""

    def apply(self, **kwargs: Any) -> None:
        """Join them."""
        join_fields(self.document)
        join_views(self.document)


class FinishOperation(SphinxTransform):
    """Moves the examples of an operation page to its samples; sets places of fields."""

    def apply(self, **kwargs: Any) -> None:
        """Move the examples and set the places."""
        operations = list(self.document.findall(navapi_operation))
        for operation in operations:
            name_places(operation)
        if operations:
            words = interface_wording(note_words(self.env, self.env.docname))
            gather_examples(self.document, words)


class ExpandComponents(SphinxPostTransform):
    """Replaces our nodes by stock nodes for builders that do not write pages for browsers."""

    def run(self, **kwargs: Any) -> None:
        """Expand all components of the page."""
        site = env_site(self.env)
        builder = site.builder if site is not None else self.app.builder
        if builder.format == "html":
            write_struck(self.document, html=True)
        elif site is not None:
            write_as_text(self.document)
        if not writes_site(builder):
            expand_components(self.document, builder.format)
            # Messages are those of nodes that know their source.
            if site is not None and builder.format != "html" and builder.name != "gettext":
                divide_cards(self.document)


#: Attribute of a rubric: the level of the heading in the page.
LEVEL = "navapi_level"


class WriteHeadingLevels(SphinxPostTransform):
    """Shows rubrics in HTML as headings of their level in the page; ignored elsewhere. Removes
    titles of pages that have a heading in their own HTML.
    """

    default_priority = 800
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Tell Sphinx the level of each rubric that has one."""
        for rubric in self.document.findall(nodes.rubric):
            if LEVEL in rubric:
                rubric["heading-level"] = rubric[LEVEL]
        for section in self.document.findall(nodes.section):
            if OWN_HEADING in section:
                del section[0]
