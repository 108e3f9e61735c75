"""Write the reference tables of this documentation from the declarations in the code.

A table is text in its page, so that code hosts show it, too. It is between two comments, of which
the first says what it contains: ``<!-- table: setting api -->``, ``<!-- end of table -->``.
Run this after a change of a declaration; ``tests/test_reference_tables.py`` fails if one is old.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_navapi.changes.rules import REQUEST, RESPONSE, RULES, SCHEMA_RULES
from sphinx_navapi.config.confvals import CONFVALS
from sphinx_navapi.config.elements import OPENAPI, all_element_fields, content_fields
from sphinx_navapi.config.hosted_keys import TOP_LEVEL
from sphinx_navapi.config.json_schema import table_rows
from sphinx_navapi.config.navigation import CONTENT_KEYS, ElementKind
from sphinx_navapi.config.older_settings import OLDER
from sphinx_navapi.config.settings import SETTINGS
from sphinx_navapi.config.value_types import record_in
from sphinx_navapi.doctree.components import all_components, find_component

if TYPE_CHECKING:
    from sphinx_navapi.doctree.components.component import Component

Row = Sequence[str]

DOCS = Path(__file__).parent

#: Keys of docs.json with a table of their own.
APART = ("interaction", "styling", "api", "integrations")

_KEYS = ("Key", "Value", "Meaning")
_TABLE = re.compile(
    r"(?P<start><!-- table: (?P<words>[^>]+) -->\n).*?(?P<end><!-- end of table -->)", re.DOTALL
)


def setting_rows(wanted: str = "") -> Iterator[Row]:
    """A row for each key below *wanted* of docs.json; without it, for all others.

    ``older`` is for older names, ``inert`` for keys without effect.
    """
    fields = {"older": OLDER, "inert": TOP_LEVEL}.get(wanted) or [
        field
        for field in SETTINGS
        if (
            field.name == wanted
            if wanted
            else field.name not in APART and field not in (*OLDER, *TOP_LEVEL)
        )
    ]
    for key, label, text in table_rows(fields):
        if key != wanted:
            yield f"`{key}`", label, text


def element_rows(kind: str) -> Iterator[Row]:
    """A row for each key of a *kind* of element but content keys; ``content`` is for those."""
    if kind == "content":
        for field in content_fields(ElementKind.ROOT):
            if field.name in CONTENT_KEYS:
                yield f"`{field.name}`", "a list", field.help
        return
    for field in all_element_fields()[kind]:
        if field.name not in CONTENT_KEYS:
            required = " **Required.**" if field.required else ""
            yield f"`{field.name}`", field.type.label, field.help + required


def document_rows() -> Iterator[Row]:
    """A row for each key of an ``openapi`` object."""
    record = record_in(OPENAPI)
    assert record is not None
    for key, label, text in table_rows(record.fields):
        yield f"`{key}`", label, text


def change_rows() -> Iterator[Row]:
    """A row for each rule of `navapi changes` that is not about schemas."""
    of_schemas = {f"{kind}-{end}" for end in SCHEMA_RULES for kind in (REQUEST, RESPONSE)}
    for rule in RULES.values():
        if rule.id not in of_schemas:
            yield f"`{rule.id}`", str(rule.level), rule.meaning


def schema_change_rows() -> Iterator[Row]:
    """A row for each pair of rules about schemas."""
    for end in SCHEMA_RULES:
        sent, received = RULES[f"{REQUEST}-{end}"], RULES[f"{RESPONSE}-{end}"]
        yield f"`…-{end}`", str(sent.level), str(received.level), sent.meaning


def confval_rows() -> Iterator[Row]:
    """A row for each value of conf.py."""
    for confval in CONFVALS:
        yield f"`{confval.name}`", f"`{confval.default!r}`", confval.help


def component_rows() -> Iterator[Row]:
    """A row for each component."""
    for each in all_components():
        name = each.directive or each.role
        yield _names(each.names), f"`{name}`" if name else each.alike, each.meaning


def attribute_rows(*tags: str) -> Iterator[Row]:
    """A row for each attribute of the components with these *tags*."""
    for tag in tags:
        component = find_component(tag)
        assert component is not None, tag
        yield from _attributes(component)


def _attributes(component: Component) -> Iterator[Row]:
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


#: By the first word of the comment: the head, and the function that returns the rows.
TABLES = {
    "attributes": (("Tag", "Attribute", "Value", "Meaning"), attribute_rows),
    "changes": (("Rule", "Level", "Meaning"), change_rows),
    "components": (("MDX", "Directive or role", "Result"), component_rows),
    "confvals": (("Name", "Default", "Meaning"), confval_rows),
    "document": (_KEYS, document_rows),
    "element": (_KEYS, element_rows),
    "schema-changes": (("Rule", "In a request", "In a response", "Meaning"), schema_change_rows),
    "setting": (_KEYS, setting_rows),
}


def rows_of(words: str) -> list[Row]:
    """The rows of a table with these *words* in its comment."""
    name, *arguments = words.split()
    _head, rows = TABLES[name]
    return list(rows(*arguments))


def with_tables(text: str) -> str:
    """*text*, a page, with its tables as they are declared now."""

    def table(match: re.Match[str]) -> str:
        head, _rows = TABLES[match["words"].split()[0]]
        lines = [head, ["---"] * len(head), *rows_of(match["words"])]
        cells = [" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines]
        rows = "".join(f"| {line} |\n" for line in cells)
        return f"{match['start']}\n{rows}\n{match['end']}"

    return _TABLE.sub(table, text)


def pages() -> Iterator[Path]:
    """The pages of this documentation."""
    for path in sorted(DOCS.rglob("*.md")):
        if "_build" not in path.parts:
            yield path


def main() -> None:
    """Update all pages."""
    for path in pages():
        text = path.read_text("utf-8")
        new = with_tables(text)
        if new != text:
            path.write_text(new, "utf-8")
            print(path.relative_to(DOCS))


if __name__ == "__main__":
    main()
