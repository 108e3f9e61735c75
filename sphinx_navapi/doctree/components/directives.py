"""Directives and roles of components, for reStructuredText and MyST.

For what sphinx-design has (cards, grids, tabs, dropdowns, badges), use its directives. The
extension registers those whose names are free.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import (
    SphinxDirective,
    SphinxRole,
)

from sphinx_navapi.build.environment import note_words
from sphinx_navapi.doctree.components.appearance import icon
from sphinx_navapi.doctree.components.callouts import make_callout
from sphinx_navapi.doctree.components.dropdowns import make_details
from sphinx_navapi.doctree.components.examples import make_examples
from sphinx_navapi.doctree.components.fields import PLACES, make_field
from sphinx_navapi.doctree.components.frames import make_frame
from sphinx_navapi.doctree.components.inline import make_badge
from sphinx_navapi.doctree.components.panels import make_panel
from sphinx_navapi.doctree.components.tabs import make_code_group
from sphinx_navapi.doctree.components.trees import list_entries, make_tree
from sphinx_navapi.doctree.components.updates import make_update
from sphinx_navapi.formats.callout_kinds import KINDS
from sphinx_navapi.links.anchors import heading_slug
from sphinx_navapi.locale.interface import interface_wording

if TYPE_CHECKING:
    from sphinx_navapi.locale.wording import Wording

OptionSpec = dict[str, Callable[[str], Any]]


def _choice(*values: str) -> Callable[[str], str]:
    def read(argument: str) -> str:
        return directives.choice(argument, values)

    return read


class _Block(SphinxDirective):
    """A block with content and an optional title."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Nodes of the component; each has its source position."""
        made = self._make()
        for node in made:
            if isinstance(node, nodes.Element) and node.line is None:
                self.set_source_info(node)
                for inner in node.findall(nodes.Element):
                    if inner.line is None:
                        inner.source, inner.line = node.source, node.line
        return made

    def _make(self) -> list[nodes.Node]:
        raise NotImplementedError

    def title(self) -> list[nodes.Node]:
        return self.inline(self.arguments[0]) if self.arguments else []

    def inline(self, text: str) -> list[nodes.Node]:
        found, messages = self.parse_inline(text, lineno=self.lineno)
        return [*found, *messages]

    def body(self, *, headings: bool = False) -> list[nodes.Node]:
        return self.parse_content_to_nodes(allow_section_headings=headings)

    def words(self) -> Wording:
        return interface_wording(note_words(self.env, self.env.docname))

    def anchor(self, text: str) -> str:
        """A new id derived from *text*; ``""`` if the page has used it."""
        name = heading_slug(text)
        if not name or name in self.state.document.ids:
            return ""
        return name


class _Parts(_Block):
    """A block of parts, omitted if it has none."""

    optional_arguments = 0

    def _make(self) -> list[nodes.Node]:
        whole = self._whole()
        return [whole] if whole is not None else []

    def _whole(self) -> nodes.Node | None:
        raise NotImplementedError


class Callout(_Block):
    """``callout``: an admonition with a custom title, icon or color."""

    option_spec: ClassVar[OptionSpec] = {
        "kind": _choice(*KINDS),
        "icon": directives.unchanged,
        "color": directives.unchanged,
    }

    def _make(self) -> list[nodes.Node]:
        kind = self.options.get("kind", "")
        return [
            make_callout(
                self.body(),
                kind=kind,
                title=self.title() or None,
                icon_name=self.options.get("icon", ""),
                color=self.options.get("color", ""),
                fallback=self.words().callout(kind or "note"),
            )
        ]


class Frame(_Block):
    """``frame``: a box around a picture or other content. Argument: the caption."""

    option_spec: ClassVar[OptionSpec] = {"hint": directives.unchanged}

    def _make(self) -> list[nodes.Node]:
        hint = self.options.get("hint", "")
        return make_frame(self.body(), caption=self.title(), hint=self.inline(hint) if hint else ())


_FIELD: OptionSpec = {
    "type": directives.unchanged,
    "required": directives.flag,
    "deprecated": directives.flag,
    "default": directives.unchanged,
    "placeholder": directives.unchanged,
    "before": directives.unchanged,
    "after": directives.unchanged,
    "name": directives.unchanged,
}


class ResponseField(_Block):
    """``response-field``: a field of a response. Argument: its name."""

    required_arguments = 1
    optional_arguments = 0
    option_spec: ClassVar[OptionSpec] = _FIELD
    prefix: ClassVar = "response"

    def _place(self) -> str:
        return "response"

    def _make(self) -> list[nodes.Node]:
        name, options = self.arguments[0], self.options
        fields = make_field(
            name,
            self.body(),
            words=self.words(),
            place=self._place(),
            type_=options.get("type", ""),
            required="required" in options,
            deprecated="deprecated" in options,
            default=options.get("default", ""),
            placeholder=options.get("placeholder", ""),
            before=_parts(options.get("before", "")),
            after=_parts(options.get("after", "")),
        )
        field = fields[0]
        assert isinstance(field, nodes.Element)
        anchor = "" if "name" in options else self.anchor(f"{self.prefix}-{name}")
        if anchor:
            field["ids"].append(anchor)
        self.add_name(field)
        return [fields]


class ParamField(ResponseField):
    """``param-field``: a parameter of a request. Argument: its name."""

    option_spec: ClassVar[OptionSpec] = {**_FIELD, "in": _choice(*PLACES)}
    prefix: ClassVar = "param"

    def _place(self) -> str:
        return str(self.options.get("in", ""))


class Expandable(_Block):
    """``expandable``: collapsible content of a field. Argument: its title."""

    option_spec: ClassVar[OptionSpec] = {"open": directives.flag}

    def _make(self) -> list[nodes.Node]:
        title = self.title() or [nodes.Text(self.words().properties)]
        return [make_details(title, self.body(), opened="open" in self.options)]


class Update(_Block):
    """``update``: an entry of a changelog. Argument: its label, a date or a version."""

    required_arguments = 1
    optional_arguments = 0
    option_spec: ClassVar[OptionSpec] = {
        "description": directives.unchanged,
        "tags": directives.unchanged,
    }

    def _make(self) -> list[nodes.Node]:
        description = self.options.get("description", "")
        return [
            make_update(
                self.title(),
                self.body(),
                document=self.state.document,
                description=self.inline(description) if description else (),
                tags=_parts(self.options.get("tags", "")),
            )
        ]


class Tree(_Block):
    """``tree``: folders and files. Content: nested lists, folder names with a trailing slash."""

    optional_arguments = 0

    def _make(self) -> list[nodes.Node]:
        entries: list[nodes.Node] = []
        for node in self.body():
            if isinstance(node, nodes.bullet_list):
                entries += list_entries(node)
        return [make_tree(entries)] if entries else []


class CodeGroup(_Parts):
    """``code-group``: code blocks as tabs, labeled by their captions."""

    def _whole(self) -> nodes.Node | None:
        return make_code_group(self.body())


class RequestExample(_Parts):
    """``request-example``: code blocks as switchable examples, labeled by their captions."""

    kind: ClassVar = "request"

    def _whole(self) -> nodes.Node | None:
        return make_examples(self.kind, self.body(), words=self.words())


class ResponseExample(RequestExample):
    """``response-example``: like ``request-example``, for responses."""

    kind: ClassVar = "response"


class Panel(_Block):
    """``panel``: a box beside the main content."""

    def _make(self) -> list[nodes.Node]:
        return [make_panel(self.body(), title=self.title())]


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class IconRole(SphinxRole):
    """Role ``icon``: an inline icon, with the same names as all ``icon`` options."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The icon."""
        found = icon(self.text)
        return [found] if found is not None else [], []


_COLORED = re.compile(r"(.*\S)\s*<([^<>]+)>", re.DOTALL)


class BadgeRole(SphinxRole):
    """Role ``badge``: a label with a colored background, ``text <color>``."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The badge."""
        match = _COLORED.fullmatch(self.text)
        text, color = (match[1], match[2]) if match else (self.text, "")
        return [make_badge([nodes.Text(text)], color=color)], []


icon_role, badge_role = IconRole(), BadgeRole()
