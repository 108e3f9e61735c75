"""What Sphinx's translation would take from the nodes of components.

It replaces the children of a translated element by what the translation means as text of the page.
Icons, and elements around text that no markup made (the link of a card, the bold title of a step),
are not in the message: they are taken out before, and put back around the translation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeGuard

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.nodes import is_translatable

from sphinx_navapi.doctree.markdown.lines import HIDDEN_LINK
from sphinx_navapi.doctree.nodes import navapi_icon, navapi_swatch

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
            found = map(_take, elements)
            self.env.temp_data[_STATE] = [rest for rest in found if rest is not None]


class PutUntranslated(SphinxTransform):
    """Runs after Sphinx's ``Locale``."""

    def apply(self, **kwargs: Any) -> None:
        """Put back what was taken out."""
        found: list[_Rest] = self.env.temp_data.pop(_STATE, None) or []
        for rest in found:
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
