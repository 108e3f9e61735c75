"""A page's content as values, independent of language and format.

Writers of HTML, docutils nodes and Markdown walk the same tree, and so does message extraction.
Texts are as in the document; our own words are fields of `Wording`, by name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeVar

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.facts import Fact, Link, Said, Style, Text
from sphinx_navapi.openapi.schema.label_words import (
    Phrase,
    Word,
    condition_words,
    constraint_words,
    type_words,
)
from sphinx_navapi.openapi.schema.registry import Expansion
from sphinx_navapi.openapi.schema.type_label import (
    OBJECT,
    Condition,
    Constraint,
    Ref,
    Special,
    TypeLabel,
)
from sphinx_navapi.openapi.view import EnumValue, ExampleView

_Part = TypeVar("_Part")

#: Metadata of an attribute that is a mention: its text is shown elsewhere.
_MENTION: Final = {"mention": True}


def is_mention(field: dataclasses.Field[Any]) -> bool:
    """Whether *field* of a value in a tree mentions what is shown elsewhere."""
    return "mention" in field.metadata


def spell(
    value: str | Phrase, code: Callable[[str], _Part], text: Callable[[str], _Part]
) -> list[_Part]:
    """*value* of a fact: its parts, written as *code* or as *text*."""
    parts = (value,) if isinstance(value, str) else value
    return [text(part) if isinstance(part, Word) else code(part) for part in parts]


class Flag(Enum):
    """A single word about a value. Its value is a field of `Wording`."""

    REQUIRED = "required"
    DEPRECATED = "deprecated"
    READ_ONLY = "read_only"
    WRITE_ONLY = "write_only"

    def words(self, words: Wording) -> str:
        """The flag in a language."""
        return str(getattr(words, self.value))


@dataclass(frozen=True, slots=True)
class Limit:
    """A fact that is a constraint. :ivar of_items: it applies to each item of an array."""

    constraint: Constraint
    of_items: bool = False

    def words(self, words: Wording) -> Said:
        """Label and value in a language."""
        label, phrase = constraint_words(self.constraint, words)
        is_code = len(phrase) == 1 and not isinstance(phrase[0], Word)
        value = phrase[0] if is_code else phrase
        return (f"{words.items}: {label}" if self.of_items else label), (value,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The contents of a schema's own row.

    :ivar target: pointer of the schema that it is or refers to.
    :ivar component: its name, if that is a component.
    :ivar values: those permitted, as code.
    :ivar is_titled: whether the title is beside the reference to the component.
    :ivar more: of the schema of a parameter, its text in addition to the parameter's own.
    """

    target: str
    type: TypeLabel = Special.ANY
    component: str | None = None
    title: str | None = None
    is_titled: bool = False
    flags: tuple[Flag, ...] = ()
    text: Text | None = None
    more: Text | None = None
    values: tuple[EnumValue, ...] = ()
    facts: tuple[Fact | Limit, ...] = ()
    link: Link | None = None

    @property
    def has_told_values(self) -> bool:
        """Whether a permitted value has a description."""
        return any(value.description or value.name for value in self.values)

    def line(self, before: Iterable[Fact | Style] = ()) -> list[Fact | Limit | Style]:
        """Its facts for one line, after *before*; without permitted values that need a list."""
        facts: list[Fact | Limit | Style] = list(before)
        if self.values and not self.has_told_values:
            facts.append(Fact("allowed", tuple(value.value for value in self.values)))
        return facts + list(self.facts)

    def name(self, words: Wording) -> str:
        """Its name where it is mentioned: its component or its type."""
        return self.component or type_words(self.type, words)

    @property
    def distinct_component(self) -> str:
        """The component's name, ``""`` if the type already contains it."""
        if self.component is None or isinstance(self.type, Ref):
            return ""
        return self.component


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The alternatives that a property selects.

    :ivar options: value, and the schema that it selects (``None``: unresolved), except for those in
        the `Field.selectors` of a variant.
    :ivar otherwise: the schema for any other value, if there is one.
    """

    property_name: str
    options: tuple[tuple[str, Statement | None], ...] = dataclasses.field(
        default=(), metadata=_MENTION
    )
    otherwise: Statement | None = dataclasses.field(default=None, metadata=_MENTION)


def _letters(name: str) -> str:
    """*name* normalized so that ``book_id`` equals ``Book ID``."""
    return "".join(filter(str.isalnum, name)).casefold()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class Subschemas:
    """The children of a row. Those of a component are the same object wherever they are equal.

    :ivar expansion: whether *fields* are shown, or what replaces them.
    :ivar of: the owner of *fields*.
    :ivar anchored: links back to *of* from further down lead here.
    :ivar count: rows at the top level, not counting the arrays and maps around them.
    :ivar weight: of all rows, see `Field.weight`.
    """

    expansion: Expansion
    of: Statement = dataclasses.field(metadata=_MENTION)
    fields: tuple[Field, ...] = ()
    choice: Choice | None = None
    anchored: bool = False
    count: int = 0
    weight: int = 0

    @property
    def shown(self) -> str | None:
        """The component whose fields are shown, possibly inside arrays and maps."""
        if len(self.fields) == 1 and self.fields[0].folded and self.choice is None:
            return self.fields[0].subschemas.shown
        return self.of.component if self.fields else None

    @property
    def page(self) -> str | None:
        """The component whose page replaces it, possibly inside arrays and maps."""
        if self.expansion is Expansion.DEEPER:
            return self.of.component or ""
        if len(self.fields) == 1 and self.fields[0].folded and self.choice is None:
            return self.fields[0].subschemas.page
        return None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class Field:
    """A row: a schema in its place, or a parameter.

    :ivar kind: ``property``, ``pattern``, ``additional``, ``items``, ``item`` (of a tuple),
        ``variant``, ``negated``, ``conditional``, ``parameter``; ``schema`` if it is standalone.
    :ivar name: of a property; a position; that of a variant counts among all of its siblings.
    :ivar group: of a variant: ``oneOf``, ``anyOf`` or ``allOf``.
    :ivar selectors: values of the discriminator that select this variant.
    :ivar folded: it has no row of its own: it is replaced by its children.
    :ivar written: how a parameter is serialized.
    :ivar examples: those of a parameter.
    """

    kind: str
    said: Statement
    subschemas: Subschemas
    name: str = ""
    required: bool = False
    group: str = ""
    selectors: tuple[str, ...] = ()
    condition: Condition | None = None
    folded: bool = False
    written: tuple[Fact | Style, ...] = ()
    examples: tuple[ExampleView, ...] = ()

    @property
    def is_link(self) -> bool:
        """Whether only its name and flags are shown, and the rest is on a page."""
        said = self.said
        return self.subschemas.page is not None and not (
            said.text or said.values or said.facts or said.link
        )

    @property
    def weight(self) -> int:
        """About how many characters of HTML it takes with everything below it."""
        said = self.said
        values = sum(len(each.value) + 13 for each in said.values)
        names = 2 * len(self.name) + len(said.component or "")
        # Texts have links and other markup.
        told = 4 * len(said.text or "") // 3
        return 56 + names + told + values + 50 * len(said.facts) + self.subschemas.weight

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Its flags in display order."""
        return (Flag.REQUIRED, *self.said.flags) if self.required else self.said.flags

    @property
    def heading(self) -> str:
        """The title of its schema, ``""`` if its name, component or type already contains it."""
        said = self.said
        if not said.title or said.type == Ref(said.title):
            return ""
        is_named = said.component is not None and not said.is_titled
        if self.kind == "variant" and not self.selectors and not is_named:
            return ""  # it is the label of the alternative
        known = (self.name, said.component or "", *self.selectors)
        letters = _letters(said.title)
        return "" if any(_letters(name) == letters for name in known) else said.title

    def qualities(self, words: Wording) -> list[str]:
        """Its type and its flags, after its title if that adds something to its name."""
        qualities = [type_words(self.said.type, words), *(flag.words(words) for flag in self.flags)]
        title = self.heading
        return [f"“{title}”", *qualities] if title else qualities

    def words(self, words: Wording) -> str:
        """Its label if it has no name of its own."""
        if self.condition is not None:
            return condition_words(self.condition, words)
        return {
            "items": words.items, "additional": words.additional, "negated": words.negated,
        }.get(self.kind, self.name)  # fmt: skip

    def title(self, words: Wording) -> str:
        """The label of one of several alternatives: its selector, its name, or its type."""
        said = self.said
        if self.selectors:
            return ", ".join(self.selectors)
        # Its type may be an alias of the component.
        name = said.type.name if isinstance(said.type, Ref) else said.component
        title = said.title if said.is_titled else name or said.title
        if title:
            return title
        if said.type in (OBJECT, Special.ANY):
            return f"{words.option} {self.name}"
        return type_words(said.type, words)
