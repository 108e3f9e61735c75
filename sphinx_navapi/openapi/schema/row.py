"""What a page shows of schemas, as values: a row for each, with the rows below it.

Writers of HTML, docutils nodes and Markdown walk the same rows, and so does message extraction.
Texts are as in the document; our own words are fields of `Wording`, by name. The rows of a page are
created by `registry.SchemaRegistry`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Any, NamedTuple

from sphinx_navapi.formats.numbers import value_text, value_texts
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.facts import Fact, FactWords, Link, Style, Text
from sphinx_navapi.openapi.schema.assertions import COUNTS
from sphinx_navapi.openapi.schema.label_words import (
    Word,
    condition_words,
    constraint_words,
    type_words,
)
from sphinx_navapi.openapi.schema.type_label import (
    OBJECT,
    Condition,
    Constraint,
    Ref,
    Special,
    TypeLabel,
)
from sphinx_navapi.openapi.view import MISSING, ExampleView, ParameterView

#: Maximum number of examples in a row.
_MOST_EXAMPLES = 5

#: Maximum length of an example of a schema with rows of its own, in a row.
_LONGEST_EXAMPLE = 200

#: Facts that show them.
_EXAMPLES = ("example", "examples")

#: The combined constraint of two bounds, and the other bound.
_PAIRS = {
    one: (both, other)
    for both, (least, most) in (
        ("range", ("minimum", "maximum")),
        *((count.both, count.keywords) for count in COUNTS if count.both),
    )
    for one, other in ((least, most), (most, least))
}


def _cached() -> Any:
    """A field for what a property found: `functools.cached_property` needs a dictionary."""
    return field(default=None, init=False, repr=False, compare=False)


class Expansion(StrEnum):
    """What a writer shows below a schema's row."""

    LEAF = "leaf"
    """Nothing."""
    SHOWN = "shown"
    """Its children."""
    RECURSIVE = "recursive"
    """A schema that also encloses this position: its name, linked."""
    DEEPER = "deeper"
    """Past the depth: a link to the component's own page."""
    CUT = "cut"
    """Deeper than any page: nothing, with a note in the row."""


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

    def words(self, words: Wording) -> FactWords:
        """Label and value in a language."""
        label, phrase = constraint_words(self.constraint, words)
        is_code = len(phrase) == 1 and not isinstance(phrase[0], Word)
        value = phrase[0] if is_code else phrase
        return (f"{words.items}: {label}" if self.of_items else label), (value,)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumValue:
    """One permitted value. :ivar name: from ``x-enum-varnames``."""

    value: Any
    description: Text | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A child of a schema.

    :ivar kind: ``property``, ``pattern``, ``additional``, ``items``, ``item`` (of a tuple),
        ``variant``, ``negated``, ``conditional``.
    :ivar name: of a property, or its pattern; the position of an item.
    :ivar schema: its pointer.
    :ivar group: of a variant: ``oneOf``, ``anyOf`` or ``allOf`` (parts that could not be merged).
    :ivar condition: of a conditional one.
    """

    kind: str
    schema: str
    name: str = ""
    required: bool = False
    group: str = ""
    condition: Condition | None = None

    @property
    def is_items(self) -> bool:
        """Whether it is the schema of all items of an array, or of those after a tuple."""
        is_rest = self.condition is not None and self.condition.keyword == "items"
        return is_rest or self.kind == "items"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscriminatorView:
    """Selects among alternatives.

    :ivar mapping: value, and pointer of the schema that it selects (``None``: unresolved); in a
        schema that merged its parent by ``allOf``, only the value that selects itself.
    :ivar default: pointer of the schema for any other value (3.2).
    """

    property_name: str
    mapping: tuple[tuple[str, str | None], ...] = ()
    default: str | None = None


class StatedDiscriminator(NamedTuple):
    """A discriminator without implicit values. :ivar values: by the target that each selects."""

    view: DiscriminatorView
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaView:
    """One level of a schema: the contents of its row, and the pointers of its children.

    There are thousands, and with an attribute dictionary each would take three times as much.

    :ivar pointer: where it was requested.
    :ivar target: pointer after following ``$ref``; its children are below it, and it is the key
        under which rendered children may be shared.
    :ivar component: name of the component schema that it is or refers to.
    :ivar label: its type, for one line: ``string <date-time>``, ``array of Pet``, ``integer |
        null``, ``one of Cat, Dog``, ``any``.
    :ivar types: JSON Schema types without ``null``.
    :ivar is_titled: whether the title is beside the reference, not of the component.
    :ivar constraints: on values, beyond their type.
    :ivar children: in display order.
    :ivar additional: whether the schema allows or forbids any additional properties.
    :ivar merged: names of components that ``allOf`` merged into this level.
    :ivar resolved: ``False`` if a ``$ref`` is broken.
    :ivar shown_items: those of an array that have no row of their own: its row shows their details.
    :ivar is_cut: whether its children are deeper than any page.
    :ivar history: since when it is there, and when it changed.
    """

    pointer: str
    target: str
    component: str | None = None
    label: TypeLabel = Special.ANY
    types: tuple[str, ...] = ()
    format: str | None = None
    title: str | None = None
    is_titled: bool = False
    flags: tuple[Flag, ...] = ()
    description: Text | None = None
    constraints: tuple[Constraint, ...] = ()
    enum: tuple[EnumValue, ...] = ()
    const: Any = MISSING
    default: Any = MISSING
    examples: tuple[Any, ...] = ()
    link: Link | None = None
    children: tuple[Child, ...] = ()
    additional: bool | None = None
    discriminator: DiscriminatorView | None = None
    merged: tuple[str, ...] = ()
    resolved: bool = True
    shown_items: SchemaView | None = None
    is_cut: bool = False
    history: tuple[Fact, ...] = ()
    _values: tuple[EnumValue, ...] | None = _cached()
    _facts: tuple[Fact | Limit, ...] | None = _cached()

    def of(self, *kinds: str) -> tuple[Child, ...]:
        """The children of these *kinds*."""
        return tuple(child for child in self.children if child.kind in kinds)

    @property
    def items(self) -> str | None:
        """The schema of the items of an array, after those of a tuple."""
        return next((child.schema for child in self.children if child.is_items), None)

    @property
    def starts_with(self) -> str:
        """The kind of the first child, ``""`` if there is none."""
        return self.children[0].kind if self.children else ""

    @property
    def has_properties(self) -> bool:
        """Whether it has named properties, or some with a pattern."""
        return bool(self.children) and self.children[0].kind in ("property", "pattern")

    @property
    def is_deprecated(self) -> bool:
        """Whether it is deprecated."""
        return Flag.DEPRECATED in self.flags

    @property
    def about_others(self) -> str:
        """What its row says of additional properties: a field of `Wording`, ``""`` if nothing."""
        if self.additional is False:
            return "no_additional"
        return "additional" if self.additional is True and not self.has_properties else ""

    @property
    def text(self) -> Text | None:
        """The description in its row."""
        return (
            self.shown_items.description
            if self.shown_items and not self.description
            else self.description
        )

    @property
    def values(self) -> tuple[EnumValue, ...]:
        """The permitted values in its row, as code."""
        values = self._values
        if values is None:
            enum = self.shown_items.enum if self.shown_items and not self.enum else self.enum
            texts = value_texts([each.value for each in enum])
            pairs = zip(texts, enum, strict=True)
            values = tuple(replace(each, value=text) for text, each in pairs)
            object.__setattr__(self, "_values", values)
        return values

    @property
    def facts(self) -> tuple[Fact | Limit, ...]:
        """Constraints, constant, default and examples."""
        facts = self._facts
        if facts is None:
            facts = tuple(self._find_facts())
            object.__setattr__(self, "_facts", facts)
        return facts

    def _find_facts(self) -> Iterator[Fact | Limit]:
        if not self.resolved:
            yield Fact("unresolved")
        yield from self._limits()
        if self.default is not MISSING:
            yield Fact("default", (value_text(self.default),))
        yield from self._examples()
        if self.about_others:
            yield Fact(self.about_others)
        names = tuple(name for name in self.merged if name != self.component)
        if names:
            yield Fact("combines", names)
        if self.shown_items:
            yield from self.shown_items._limits(of_items=True)
            yield from self.shown_items._examples()
            if self.shown_items.about_others and not self.shown_items.children:
                yield Fact(self.shown_items.about_others, of_items=True)
            yield from self.shown_items.history
        yield from self.history
        if self.is_cut:
            yield Fact("cut")

    def _limits(self, *, of_items: bool = False) -> Iterator[Fact | Limit]:
        """Constraints, lower and upper bounds combined (``length 1–9``), and the constant."""
        by_keyword = {each.keyword: each for each in self.constraints}
        for constraint in self.constraints:
            joined, other = _PAIRS.get(constraint.keyword, ("", ""))
            if not joined or other not in by_keyword:
                yield Limit(constraint, of_items)
            elif constraint.keyword.startswith("min"):
                low, high = constraint.text, by_keyword[other].text
                text = low if low == high else f"{low} – {high}"
                yield Limit(Constraint(keyword=joined, text=text), of_items)
        if self.const is not MISSING:
            yield Fact("constant", (value_text(self.const),), of_items)

    def _examples(self) -> Iterator[Fact]:
        texts = value_texts(self.examples)
        if self.children:
            # Larger ones are shown with the body; in a row they would take too much space.
            texts = [text for text in texts if len(text) <= _LONGEST_EXAMPLE]
        values = tuple(dict.fromkeys(texts))
        if values:
            yield Fact("example" if len(values) == 1 else "examples", values[:_MOST_EXAMPLES])

    @property
    def has_described_values(self) -> bool:
        """Whether a permitted value has a description."""
        return any(value.description or value.name for value in self.values)

    def name(self, words: Wording) -> str:
        """Its name where it is mentioned: its component or its type."""
        return self.component or type_words(self.label, words)

    @property
    def distinct_component(self) -> str:
        """The component's name, ``""`` if the type already contains it."""
        if self.component is None or isinstance(self.label, Ref):
            return ""
        return self.component


#: Where there is no schema: anything.
NO_SCHEMA = SchemaView(pointer="", target="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The alternatives that a property selects.

    :ivar options: value, and the schema that it selects (``None``: unresolved), except for those in
        the `Field.selectors` of a variant.
    :ivar otherwise: the schema for any other value, if there is one.
    """

    property_name: str
    options: tuple[tuple[str, SchemaView | None], ...] = ()
    otherwise: SchemaView | None = None


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
    :ivar linked: pointers of the component schemas that are only linked to: those past the depth,
        and those only referenced by a discriminator.
    """

    expansion: Expansion
    of: SchemaView
    fields: tuple[Field, ...] = ()
    choice: Choice | None = None
    anchored: bool = False
    count: int = 0
    linked: frozenset[str] = frozenset()
    _weight: int | None = _cached()

    @property
    def weight(self) -> int:
        """Of all rows, see `Field.weight`."""
        weight = self._weight
        if weight is None:
            weight = sum(each.weight for each in self.fields)
            object.__setattr__(self, "_weight", weight)
        return weight

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

    :ivar kind: that of a `Child`, ``parameter``, or ``schema`` if it is standalone.
    :ivar view: the schema.
    :ivar name: of a property; a position; that of a variant counts among all of its siblings.
    :ivar group: of a variant: ``oneOf``, ``anyOf`` or ``allOf``.
    :ivar selectors: values of the discriminator that select this variant.
    :ivar folded: it has no row of its own: it is replaced by its children.
    :ivar parameter: what its row shows before the schema.
    """

    kind: str
    view: SchemaView
    subschemas: Subschemas
    name: str = ""
    required: bool = False
    group: str = ""
    selectors: tuple[str, ...] = ()
    condition: Condition | None = None
    folded: bool = False
    parameter: ParameterView | None = None

    @property
    def text(self) -> Text | None:
        """Its description: that of a parameter comes before that of its schema."""
        return (self.parameter and self.parameter.description) or self.view.text

    @property
    def texts(self) -> list[Text]:
        """Its descriptions: that of a parameter, and that of its schema if it says more."""
        text, shown = self.view.text, self.parameter and self.parameter.description
        if not shown:
            return [text] if text else []
        return [shown, text] if text and text.strip() not in shown else [shown]

    @property
    def examples(self) -> tuple[ExampleView, ...]:
        """Those of a parameter, except generated ones."""
        return tuple(
            example
            for example in (self.parameter.examples if self.parameter else ())
            if not example.made and (example.value is not MISSING or example.external_value)
        )

    @property
    def written(self) -> tuple[Fact | Style, ...]:
        """How a parameter is serialized."""
        return tuple(self.parameter.facts(self.view.types)) if self.parameter else ()

    @property
    def facts(self) -> tuple[Fact | Limit, ...]:
        """Those of its schema; examples of a parameter replace those of the schema."""
        facts = self.view.facts
        if not self.parameter or not self.examples:
            return facts
        return tuple(
            each for each in facts if isinstance(each, Limit) or each.word not in _EXAMPLES
        )

    @property
    def line(self) -> list[Fact | Limit | Style]:
        """Its facts for one line, without permitted values that need a list."""
        facts: list[Fact | Limit | Style] = list(self.written)
        if self.view.values and not self.view.has_described_values:
            facts.append(Fact("allowed", tuple(value.value for value in self.view.values)))
        return facts + list(self.facts)

    @property
    def is_described(self) -> bool:
        """Whether there is more than its name, its flags and what is below it."""
        return bool(self.text or self.view.values or self.facts or self.view.link)

    @property
    def stated(self) -> tuple[object, ...]:
        """All that its row shows: equal rows have equal ones."""
        view = self.view
        about = (self.name, view.target, view.component, view.label, view.title, view.is_titled)
        return (*about, self.flags, *self.texts, view.values, self.facts, view.link)

    @property
    def is_link(self) -> bool:
        """Whether only its name and flags are shown, and the rest is on a page."""
        return self.subschemas.page is not None and not self.is_described

    @property
    def weight(self) -> int:
        """About how many characters of HTML it takes with everything below it."""
        view = self.view
        values = sum(len(each.value) + 13 for each in view.values)
        names = 2 * len(self.name) + len(view.component or "")
        # Texts have links and other markup.
        text = 4 * len(self.text or "") // 3
        return 56 + names + text + values + 50 * len(self.facts) + self.subschemas.weight

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Its flags in display order; the place of a parameter tells its direction."""
        flags = self.view.flags
        if self.parameter:
            is_deprecated = self.parameter.deprecated or self.view.is_deprecated
            flags = (Flag.DEPRECATED,) if is_deprecated else ()
        return (Flag.REQUIRED, *flags) if self.required else flags

    @property
    def heading(self) -> str:
        """The title of its schema, ``""`` if its name, component or type already contains it."""
        view = self.view
        if not view.title or view.label == Ref(view.title):
            return ""
        is_named = view.component is not None and not view.is_titled
        if self.kind == "variant" and not self.selectors and not is_named:
            return ""  # it is the label of the alternative
        known = (self.name, view.component or "", *self.selectors)
        letters = _letters(view.title)
        return "" if any(_letters(name) == letters for name in known) else view.title

    def qualities(self, words: Wording) -> list[str]:
        """Its type and its flags, after its title if that adds something to its name."""
        flags = (flag.words(words) for flag in self.flags)
        qualities = [type_words(self.view.label, words), *flags]
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
        view = self.view
        if self.selectors:
            return ", ".join(self.selectors)
        # Its type may be an alias of the component.
        name = view.label.name if isinstance(view.label, Ref) else view.component
        title = view.title if view.is_titled else name or view.title
        if title:
            return title
        if view.label in (OBJECT, Special.ANY):
            return f"{words.option} {self.name}"
        return type_words(view.label, words)
