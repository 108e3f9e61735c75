"""Reference tables of this documentation, generated from the declarations in the code."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from sphinx_navapi.changes.rules import REQUEST, RESPONSE, RULES, SCHEMA_RULES
from sphinx_navapi.config.confvals import CONFVALS
from sphinx_navapi.config.elements import all_element_fields, content_fields
from sphinx_navapi.config.hosted_keys import TOP_LEVEL
from sphinx_navapi.config.json_schema import FILE_NAME, config_schema, table_rows
from sphinx_navapi.config.navigation import CONTENT_KEYS, ElementKind
from sphinx_navapi.config.older_settings import OLDER
from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.doctree.components import all_components, find_component

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_navapi.doctree.components.component import Component

Row = Sequence[str]


class ReferenceTable(SphinxDirective):
    """A table of Markdown rows, defined by subclasses."""

    head: Row = ()
    optional_arguments = 1

    def rows(self) -> Iterator[Row]:
        """The rows below the head, in Markdown."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """The table."""
        lines = [self.head, ["---"] * len(self.head), *self.rows()]
        text = [
            "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
        ]
        source, _line = self.get_source_info()
        container = nodes.container(classes=["reference-table"])
        self.state.nested_parse(StringList(text, source=source), 0, container)
        return container.children


class ConfvalTable(ReferenceTable):
    """``confval-table``: the values of conf.py."""

    head = ("Name", "Default", "Meaning")

    def rows(self) -> Iterator[Row]:
        """One row for each value."""
        for confval in CONFVALS:
            yield f"`{confval.name}`", f"`{confval.default!r}`", confval.help


class ChangeRulesTable(ReferenceTable):
    """``change-rules-table``: rules of `navapi changes`; with ``schemas``, those of schemas."""

    def run(self) -> list[nodes.Node]:
        """The table."""
        levels = ("In a request", "In a response") if self.arguments else ("Level",)
        self.head = ("Rule", *levels, "Meaning")
        return super().run()

    def rows(self) -> Iterator[Row]:
        """One row for each rule, or for each pair of rules."""
        of_schemas = {f"{kind}-{end}" for end in SCHEMA_RULES for kind in (REQUEST, RESPONSE)}
        if self.arguments:
            for end in SCHEMA_RULES:
                sent, received = RULES[f"{REQUEST}-{end}"], RULES[f"{RESPONSE}-{end}"]
                yield f"`…-{end}`", str(sent.level), str(received.level), sent.meaning
        else:
            for rule in RULES.values():
                if rule.id not in of_schemas:
                    yield f"`{rule.id}`", str(rule.level), rule.meaning


class SettingsTable(ReferenceTable):
    """``settings-table KEY``: keys below that key of docs.json; without an argument, all others.

    ``older`` is for older names, ``inert`` for keys without effect.
    """

    head = ("Key", "Value", "Meaning")
    apart = ("interaction", "styling", "api", "integrations")

    def rows(self) -> Iterator[Row]:
        """One row for each key, dotted."""
        wanted = self.arguments[0] if self.arguments else None
        lists = {"older": OLDER, "inert": TOP_LEVEL}
        fields = lists.get(wanted or "") or [
            field
            for field in SETTINGS
            if (
                field.name == wanted
                if wanted
                else field.name not in self.apart and field not in (*OLDER, *TOP_LEVEL)
            )
        ]
        for key, label, text in table_rows(fields):
            if key != wanted:
                yield f"`{key}`", label, text


class ElementTable(ReferenceTable):
    """``element-table KIND``: keys of a kind of navigation element other than content keys."""

    head = ("Key", "Value", "Meaning")
    required_arguments = 1
    optional_arguments = 0

    def rows(self) -> Iterator[Row]:
        """One row for each key; the argument ``content`` selects content keys."""
        kind = self.arguments[0]
        if kind == "content":
            for field in content_fields(ElementKind.ROOT):
                if field.name in CONTENT_KEYS:
                    yield f"`{field.name}`", "a list", field.help
            return
        for field in all_element_fields()[kind]:
            if field.name in CONTENT_KEYS:
                continue
            required = " **Required.**" if field.required else ""
            yield f"`{field.name}`", field.type.label, field.help + required


class ComponentTable(ReferenceTable):
    """``component-table TAG ...``: attributes of components; without arguments, all components."""

    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The table."""
        attributes = ("Tag", "Attribute", "Value", "Meaning")
        self.head = attributes if self.arguments else ("MDX", "Directive or role", "Result")
        return super().run()

    def rows(self) -> Iterator[Row]:
        """One row for each component, or for each attribute of a component."""
        if not self.arguments:
            for each in all_components():
                name = each.directive or each.role
                yield _names(each.names), f"`{name}`" if name else each.alike, each.meaning
        for tag in " ".join(self.arguments).split():
            component = find_component(tag)
            assert component is not None, tag
            yield from attribute_rows(component)


def attribute_rows(component: Component) -> Iterator[Row]:
    """Tag, names, values and meaning of each attribute; the tag only in the first row."""
    tags = _names(component.names)
    for each in component.attributes:
        choices = ", ".join(f"`{choice}`" for choice in each.choices)
        yield tags, _names(each.names), f"{each.type.value}{choices}", each.meaning
        tags = ""
    if component.accepted:
        yield tags, _names(component.accepted), "", "Accepted, without effect."


def _names(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def write_schema(app: Sphinx, error: Exception | None) -> None:
    """Write the JSON Schema of docs.json to the path in its ``$id``."""
    if error is None and app.builder.format == "html":
        text = json.dumps(config_schema(), ensure_ascii=False, indent=2)
        (Path(app.outdir) / FILE_NAME).write_text(f"{text}\n", encoding="utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    app.connect("build-finished", write_schema)
    app.add_directive("confval-table", ConfvalTable)
    app.add_directive("change-rules-table", ChangeRulesTable)
    app.add_directive("settings-table", SettingsTable)
    app.add_directive("element-table", ElementTable)
    app.add_directive("component-table", ComponentTable)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
