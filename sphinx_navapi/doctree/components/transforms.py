"""Transforms of components: joining neighbors and keeping what is not translated while reading,
stock nodes while writing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeGuard

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import is_translatable

from sphinx_navapi.content.doctree_parts import find_nodes, write_as_text, write_struck
from sphinx_navapi.doctree.components.operations import (
    PARAMETERS,
    gather_examples,
    join_fields,
    name_places,
)
from sphinx_navapi.doctree.components.stock import divide_cards, expand_components
from sphinx_navapi.doctree.components.tabs import join_views
from sphinx_navapi.doctree.markdown.lines import HIDDEN_LINK
from sphinx_navapi.doctree.nodes import navapi_icon, navapi_operation, navapi_swatch
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
        operations = find_nodes(self.document, navapi_operation)
        for operation in operations:
            name_places(operation)
        if not operations:
            name_places(self.document, PARAMETERS)
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
        for rubric in find_nodes(self.document, nodes.rubric):
            if LEVEL in rubric:
                rubric["heading-level"] = rubric[LEVEL]
        for section in find_nodes(self.document, nodes.section):
            if OWN_HEADING in section:
                del section[0]


# Sphinx replaces the children of a translated element by what the translation means as text of the
# page. Icons, and elements around text that no markup made (the link of a card, the bold title of a
# step), are not in the message: they are taken out before, and put back around the translation.

_STATE = "navapi_untranslated"


@dataclass(slots=True)
class _Rest:
    """What was taken out of *element*.

    :ivar before: nodes without text, at its beginning.
    :ivar around: the outermost and the innermost element around its text.
    """

    element: nodes.TextElement
    before: list[nodes.Node] = field(default_factory=list)
    around: tuple[nodes.Element, nodes.Element] | None = None


class TakeUntranslated(SphinxTransform):
    """Runs before Sphinx's ``Locale``."""

    def apply(self, **kwargs: Any) -> None:
        """Take them out, if the project has translations."""
        language = self.config.language
        folders = (Path(self.env.srcdir, name, language) for name in self.config.locale_dirs)
        if any(folder.is_dir() for folder in folders):
            elements = [*filter(_is_built, self.document.findall(nodes.TextElement))]
            taken = map(_take, elements)
            self.env.temp_data[_STATE] = [rest for rest in taken if rest is not None]


class PutUntranslated(SphinxTransform):
    """Runs after Sphinx's ``Locale``."""

    def apply(self, **kwargs: Any) -> None:
        """Put back what was taken out."""
        taken: list[_Rest] = self.env.temp_data.pop(_STATE, None) or []
        for rest in taken:
            _put(rest)


def _is_built(element: nodes.TextElement) -> bool:
    """Whether *element* is translated, and its message has no markup."""
    return is_translatable(element) and element.rawsource.strip() == element.astext().strip()


def _take(element: nodes.TextElement) -> _Rest | None:
    rest = _Rest(element)
    children = list(element.children)
    while children and _is_silent(children[0]):
        rest.before.append(children.pop(0))
        if children and isinstance(children[0], nodes.Text) and not children[0].strip():
            rest.before.append(children.pop(0))
    if len(children) == 1 and _is_around(children[0]):
        inner = outer = children[0]
        while len(inner) == 1 and isinstance(inner[0], nodes.Element):
            inner = inner[0]
        if len(inner) and all(isinstance(child, nodes.Text) for child in inner.children):
            rest.around = (outer, inner)
            children = list(inner.children)
    if not rest.before and rest.around is None:
        return None
    element.children = []
    element.extend(children)
    return rest


def _is_silent(node: nodes.Node) -> bool:
    return isinstance(node, navapi_icon | navapi_swatch)


def _is_around(node: nodes.Node) -> TypeGuard[nodes.Element]:
    """Whether *node* is around text that is no markup. An address alone is a link by itself."""
    return isinstance(node, nodes.strong | nodes.literal) or (
        isinstance(node, nodes.Element) and HIDDEN_LINK in node.get("classes", ())
    )


def _put(rest: _Rest) -> None:
    children = list(rest.element.children)
    if rest.around is not None:
        outer, inner = rest.around
        inner.children = []
        inner.extend(children)
        children = [outer]
    rest.element.children = []
    rest.element.extend([*rest.before, *children])
