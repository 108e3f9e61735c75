"""Schemas as nested lists of fields, each component written once and reused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sphinx_navapi.content.html.markup import (
    END,
    ID,
    LINK,
    PAGE,
    UP,
    Ids,
    attr,
    code,
    esc,
    mark_links,
    plain,
)
from sphinx_navapi.content.outline import (
    Child,
    Fact,
    children,
    component_name,
    has_plain_enum,
    option_title,
    schema_badges,
    schema_facts,
    value_text,
    variant_words,
)
from sphinx_navapi.formats.commonmark import is_safe_url
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.schema.label_words import type_words
from sphinx_navapi.openapi.schema.level import owner_of
from sphinx_navapi.openapi.schema.schema import Expansion, SchemaBook
from sphinx_navapi.openapi.schema.type_label import OBJECT
from sphinx_navapi.openapi.view import Direction, DiscriminatorView, SchemaView

Describe = Callable[[str], str]


class SchemaHtml:
    """Writes schemas of one document; what it returns holds marks of `markup`.

    :param describe: a description as block HTML, translated.
    :param expanded: whether nested properties are open at first.
    """

    def __init__(
        self, book: SchemaBook, describe: Describe, words: Wording, *, expanded: bool = False
    ) -> None:
        self._opened = " open" if expanded else ""
        self.book = book
        self.words = words
        self.describe = describe
        self._fragments: dict[tuple[str, int, Direction, frozenset[str]], str] = {}

    def root(self, pointer: str, direction: Direction) -> str:
        """The schema at *pointer* as the whole of a body: its facts, then its fields."""
        view = self.book.view(pointer, direction)
        depth = self.book.depth_for(pointer, direction)
        below = self.below(view, depth, direction, (), nested=False)
        label = "" if view.label == OBJECT and not view.component else self._type(view)
        name = self._root_name(view)
        badges = self._badges(schema_badges(view, self.words))
        line = " ".join(filter(None, (name, label, badges)))
        head = f'<div class="navapi-type">{line}</div>' if line else ""
        described = self.describe(view.description) if view.description else ""
        return f"{head}{described}{self.facts(view)}{below}"

    @staticmethod
    def _root_name(view: SchemaView) -> str:
        name = component_name(view)
        return f"<b>{esc(name)}</b>" if name else ""

    def field(
        self,
        name: str,
        view: SchemaView,
        below: str,
        *,
        anchor: str = "",
        required: bool = False,
        badges: Iterable[str] | None = None,
        description: str | None = None,
        facts: str | None = None,
    ) -> str:
        """A row of a list of fields.

        :param name: HTML of its name; *below*: of what nests in it.
        :param anchor: its id.
        """
        words = self.words
        if badges is None:
            badges = schema_badges(view, words, required=required)
        text = view.description if description is None else description
        described = self.describe(text) if text else ""
        stated = self.facts(view) if facts is None else facts
        opened = f'<li id="{anchor}">' if anchor else "<li>"
        return (
            f"{opened}<div>{name} {self._type(view)}{self._badges(badges, ' ')}</div>"
            f"{described}{stated}{below}</li>"
        )

    def below(
        self,
        view: SchemaView,
        depth: int,
        direction: Direction,
        trail: tuple[str, ...],
        *,
        nested: bool = True,
    ) -> str:
        """What hangs below *view*: its fields folded (*nested*) or plain, or a link to them."""
        expansion = self.book.expansion(view, depth, trail)
        if expansion is Expansion.LEAF:
            return ""
        if expansion is Expansion.RECURSIVE:
            name = esc(view.component or type_words(view.label, self.words))
            link = f'<a href="#{UP}{plain(view.target)}{END}">{name}</a>'
            return f"<small><span>{esc(self.words.recursive)}: {link}</span></small>"
        if expansion is Expansion.DEEPER:
            component = plain(view.component or "")
            return f"<small><span>{PAGE}{component}{END}</span></small>"
        inner = self._fragment(view, depth, direction, trail)
        count = self._property_count(view, direction) if nested and inner else 0
        if not count:
            return inner
        title = f"{esc(self.words.properties)} <i>{count}</i>"
        return f"<details{self._opened}><summary>{title}</summary>{inner}</details>"

    def _property_count(self, view: SchemaView, direction: Direction) -> int:
        """Rows at the top of what is shown below *view*, arrays and maps seen through."""
        for _ in range(8):
            folded = [child for child in children(view, self.book, direction) if child.folded]
            if view.properties or not folded:
                break
            view = self.book.view(folded[0].schema, direction)
        return len(view.properties)

    def _fragment(
        self, view: SchemaView, depth: int, direction: Direction, trail: tuple[str, ...]
    ) -> str:
        if view.component is None:
            return self._write(view, depth, direction, trail)
        key = (view.target, depth, direction, self._relevant(view.target, trail))
        fragment = self._fragments.get(key)
        if fragment is None:
            fragment = self._fragments[key] = self._write(view, depth, direction, trail)
        return fragment

    def _relevant(self, target: str, trail: tuple[str, ...]) -> frozenset[str]:
        """What of *trail* may turn up again below *target*: only that changes its fragment."""
        if not trail:
            return frozenset()
        near = self.book.reachable(owner_of(target))
        return frozenset(
            passed
            for passed in trail
            if passed == target or passed in near or owner_of(passed) in near
        )

    def _write(
        self, view: SchemaView, depth: int, direction: Direction, trail: tuple[str, ...]
    ) -> str:
        inner = self.book.trail_below(view, trail)
        left = self.book.child_depth(view, depth)
        ids = Ids()
        rows: list[str] = []
        parts: list[str] = []
        group = ""
        options: dict[str, str] = {}
        position = 0
        for child in children(view, self.book, direction):
            below = self.book.view(child.schema, direction)
            if child.folded:
                folded = self.below(below, left, direction, inner, nested=bool(rows))
                parts.append(folded.replace(ID, f"{ID}~{child.kind}") if rows else folded)
            elif child.kind == "variant":
                if child.group != group:
                    group = child.group
                    parts.append(f"<p>{esc(variant_words(group, self.words))}</p>")
                position += 1
                anchor = f"{ID}~o{position}"
                parts.append(self._option(below, position, anchor, left, direction, inner))
                if parts[-1].startswith("<details"):
                    options.setdefault(below.target, anchor)
            else:
                rows.append(self._child(child, below, ids, left, direction, inner))
        if rows:
            parts.insert(0, f'<ul class="navapi-fields">{"".join(rows)}</ul>')
        if view.discriminator is not None:
            parts.append(self._discriminator(view.discriminator, options))
        html = "".join(parts)
        if inner is not trail and UP in html:
            html = html.replace(f"{UP}{plain(view.target)}{END}", ID)
        return html

    def _child(
        self,
        child: Child,
        view: SchemaView,
        ids: Ids,
        depth: int,
        direction: Direction,
        trail: tuple[str, ...],
    ) -> str:
        words = self.words
        if child.kind == "property":
            name, anchor = code(child.name), ids.take(child.name)
        elif child.kind == "pattern":
            name, anchor = f"{esc(words.matching)} {code(child.name)}", ids.take(child.name, "~")
        elif child.kind == "item":
            name, anchor = code(f"[{child.name}]"), ids.take(child.name, "~")
        else:
            name, anchor = f"<em>{esc(child.words(words))}</em>", ids.take(child.kind, "~")
        below = self.below(view, depth, direction, trail)
        if ID in below:
            below = below.replace(ID, anchor)
        return self.field(name, view, below, anchor=anchor, required=child.required)

    def _option(
        self,
        view: SchemaView,
        position: int,
        anchor: str,
        depth: int,
        direction: Direction,
        trail: tuple[str, ...],
    ) -> str:
        title = option_title(view, position, self.words)
        below = self.below(view, depth, direction, trail, nested=False)
        described = self.describe(view.description) if view.description else ""
        stated = self.facts(view)
        named = view.label == OBJECT or type_words(view.label, self.words) == title
        label = "" if named else f" {self._type(view)}"
        name = f"<b>{esc(title)}</b>{label}{self._badges(schema_badges(view, self.words), ' ')}"
        if not (below or described or stated):
            return f'<div class="navapi-option">{name}</div>'
        content = f"{described}{stated}{below}".replace(ID, anchor)
        return f'<details id="{anchor}"><summary>{name}</summary>{content}</details>'

    def _discriminator(self, discriminator: DiscriminatorView, options: Mapping[str, str]) -> str:
        """What a property chooses among.

        :param options: ids of the variants beside it, by their target.
        """
        words = self.words
        entries = [
            f"<li>{code(value)} {words.leads_to} {self._component(pointer, options)}</li>"
            for value, pointer in discriminator.mapping
        ]
        if discriminator.default is not None:
            default = self._component(discriminator.default, options)
            entries.append(f"<li>{esc(words.otherwise)} {words.leads_to} {default}</li>")
        listed = f'<ul class="navapi-values">{"".join(entries)}</ul>' if entries else ""
        head = f"{esc(words.chosen_by)} {code(discriminator.property_name)}"
        if len(entries) > 5:
            return f"<details><summary>{head} <i>{len(entries)}</i></summary>{listed}</details>"
        return f"<small><span>{head}</span></small>{listed}"

    def _component(self, pointer: str | None, options: Mapping[str, str]) -> str:
        """The name of the schema at *pointer*, with a link to where it is shown."""
        if pointer is None:
            return esc(self.words.unresolved)
        view = self.book.view(pointer)
        name = view.component or type_words(view.label, self.words)
        if view.target in options:
            return f'<a href="#{options[view.target]}">{esc(name)}</a>'
        return f"{LINK}{plain(name)}{END}" if view.component else esc(name)

    # -- what a row states ----------------------------------------------------------------

    def facts(self, view: SchemaView, extra: Iterable[Fact] = (), *, examples: bool = True) -> str:
        """Permitted values, constraints, defaults and examples of *view*, after *extra*."""
        spans = [self.fact(fact) for fact in extra]
        listed = ""
        if view.enum:
            if has_plain_enum(view):
                values = " ".join(code(value_text(value.value)) for value in view.enum)
                spans.append(f"<span>{esc(self.words.allowed)} {values}</span>")
            else:
                listed = self._values(view)
        spans.extend(self.fact(fact) for fact in schema_facts(view, self.words, examples=examples))
        stated = f"<small>{' '.join(spans)}</small>" if spans else ""
        if view.external_docs is not None:
            listed += f"<small><span>{mark_links(self.link(*view.external_docs))}</span></small>"
        return f"{listed}{stated}"

    def fact(self, fact: Fact) -> str:
        """One chip of the line under a row."""
        values = " ".join(code(value) for value in fact.values)
        return f"<span>{esc(fact.label)}{' ' if values else ''}{values}</span>"

    def _values(self, view: SchemaView) -> str:
        entries = []
        for value in view.enum:
            name = f" <i>{esc(value.name)}</i>" if value.name else ""
            described = self.describe(value.description) if value.description else ""
            entries.append(f"<li>{code(value_text(value.value))}{name}{described}</li>")
        head = f"{esc(self.words.allowed_values)} <i>{len(view.enum)}</i>"
        listed = f'<ul class="navapi-values">{"".join(entries)}</ul>'
        opened = " open" if len(view.enum) <= 6 else ""
        return f"<details{opened}><summary>{head}</summary>{listed}</details>"

    @staticmethod
    def link(url: str, text: str) -> str:
        """A link that a document gives; text where its scheme is not allowed."""
        label = esc(text or url)
        return f'<a href="{attr(url)}">{label}</a>' if is_safe_url(url) else label

    def _type(self, view: SchemaView) -> str:
        return f"<i>{esc(type_words(view.label, self.words))}</i>"

    def _badges(self, badges: Iterable[str], before: str = "") -> str:
        quiet = (self.words.read_only, self.words.write_only)
        return "".join(
            f"{before}<i>{esc(badge)}</i>" if badge in quiet else f"{before}<b>{esc(badge)}</b>"
            for badge in badges
        )
