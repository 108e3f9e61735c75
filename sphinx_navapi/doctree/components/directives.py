"""Components as directives and roles, for reStructuredText and MyST.

For what sphinx-design has (cards, grids, tabs, dropdowns), use its directives. The extension
registers those whose names are free.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective, SphinxRole

from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.doctree.components import all_components
from sphinx_navapi.doctree.components.component import (
    Attribute,
    Component,
    Type,
    Use,
    place_nodes,
    split_list,
)
from sphinx_navapi.formats.data_text import TextError
from sphinx_navapi.formats.data_yaml import parse_yaml
from sphinx_navapi.links.targets import kebab
from sphinx_navapi.project.reporting import report_diagnostics


def _read_flag(argument: str | None) -> bool:
    return argument != "false"


def _read_choice(attribute: Attribute, argument: Any) -> str:
    choice = attribute.find_choice(argument or "")
    return choice or directives.choice(argument, attribute.choices)  # raises with the choices


def _read_object(argument: str | None) -> dict[str, str]:
    try:
        parsed = parse_yaml(argument or "")[0]
    except TextError:
        parsed = None
    if not isinstance(parsed, dict):
        return {"": argument or ""}
    return {str(key): _as_text(value) for key, value in parsed.items()}


def _as_text(value: object) -> str:
    """*value* as text, a list, an object or a truth value as JSON."""
    is_plain = not isinstance(value, bool | list | dict)
    return str(value) if is_plain else json.dumps(value, ensure_ascii=False, default=str)


_READERS: dict[Type, Callable[[str], Any]] = {
    Type.FLAG: _read_flag,
    Type.NUMBER: float,
    Type.LIST: split_list,
    Type.OBJECT: _read_object,
}
_ABSENT: dict[Type, Any] = {
    Type.FLAG: False,
    Type.NUMBER: None,
    Type.LIST: (),
    Type.OBJECT: {},
}


def _options(component: Component) -> dict[str, Callable[[str], Any]]:
    """The options of the directive, by name."""
    options: dict[str, Callable[[str], Any]] = {"name": directives.unchanged}
    for attribute in component.attributes:
        read = _READERS.get(attribute.type, directives.unchanged)
        if attribute.type is Type.CHOICE:
            read = partial(_read_choice, attribute)
        if attribute.name != component.argument:
            options |= dict.fromkeys(map(kebab, attribute.names), read)
    return options


class _MarkupUse(Use):
    """A component where a directive or a role uses it."""

    def __init__(self, unit: ComponentDirective | ComponentRole, document: nodes.document) -> None:
        self.component, self.env = unit.component, unit.env
        self.document = document
        self.name = self.component.names[0]
        self._unit = unit

    def report(self, message: str) -> None:
        """See `Use.report`."""
        file, line = self._unit.get_source_info()
        place = Place(file=file, line=line)
        diagnostic = Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=message, place=place)
        report_diagnostics([diagnostic], Path(self.env.srcdir))


class ComponentDirective(SphinxDirective):
    """A component as a directive."""

    component: ClassVar[Component]
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Nodes of the component; each has its source position."""
        use = _DirectiveUse(self, self.state.document)
        made = self.component.build(use)
        place_nodes(made, *self.get_source_info())
        first = made[0] if made else None
        if isinstance(first, nodes.Element):
            if "name" not in self.options and self.component.anchor:
                anchor = self.component.find_anchor(use.text)
                if anchor and anchor not in use.document.ids:
                    first["ids"].append(anchor)
            self.add_name(first)
        return made


class _DirectiveUse(_MarkupUse):
    _unit: ComponentDirective

    def given(self, attribute: Attribute) -> Any:
        """See `Use.given`."""
        if attribute.name == self.component.argument:
            return next(iter(self._unit.arguments), "")
        options = (self._unit.options.get(kebab(name)) for name in attribute.names)
        values = (value for value in options if value is not None)
        return next(values, _ABSENT.get(attribute.type, ""))

    def inline_nodes(self, attribute: Attribute) -> list[nodes.Node]:
        """See `Use.inline_nodes`."""
        text = self.given(attribute)
        if not text:
            return []
        parsed, messages = self._unit.parse_inline(text, lineno=self._unit.lineno)
        return [*parsed, *messages]

    def content(self) -> list[nodes.Node]:
        """See `Use.content`."""
        return self._unit.parse_content_to_nodes()

    def source(self, *, evaluated: bool = False) -> str:
        """See `Use.source`."""
        return "\n".join(self._unit.content)


class ComponentRole(SphinxRole):
    """A component as a role: ``text <argument>``."""

    def __init__(self, component: Component) -> None:
        self.component = component

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The nodes of the component."""
        return self.component.build(_RoleUse(self, self.inliner.document)), []


_POINTED = re.compile(r"(.*\S)\s*<([^<>]+)>", re.DOTALL)


class _RoleUse(_MarkupUse):
    _unit: ComponentRole
    inline = True

    def given(self, attribute: Attribute) -> Any:
        """See `Use.given`."""
        is_argument = attribute.name == self.component.argument
        return self._parts()[1] if is_argument else _ABSENT.get(attribute.type, "")

    def _parts(self) -> tuple[str, str]:
        """The text, and what is in pointed brackets."""
        if not self.component.has_content:
            return "", self._unit.text
        match = _POINTED.fullmatch(self._unit.text)
        return (match[1], match[2]) if match else (self._unit.text, "")

    def inline_nodes(self, attribute: Attribute) -> list[nodes.Node]:
        """See `Use.inline_nodes`."""
        text = self.given(attribute)
        return [nodes.Text(text)] if text else []

    def content(self) -> list[nodes.Node]:
        """See `Use.content`."""
        text = self.source()
        return [nodes.Text(text)] if text else []

    def source(self, *, evaluated: bool = False) -> str:
        """See `Use.source`."""
        return self._parts()[0]


def _directive(component: Component) -> type[ComponentDirective]:
    has_argument = bool(component.argument)
    attributes = {
        "component": component,
        "option_spec": _options(component),
        "required_arguments": int(component.is_argument_required),
        "optional_arguments": int(has_argument and not component.is_argument_required),
    }
    return type(f"{component.names[0]}Directive", (ComponentDirective,), attributes)


def __getattr__(name: str) -> Any:
    """The directive or the role called *name*: they are registered by name."""
    for component in all_components():
        if name == component.directive:
            return _directive(component)
        if name == component.role:
            return ComponentRole(component)
    raise AttributeError(name)
