"""Schemas as nested lists of fields, each component rendered once and reused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import compress, groupby
from weakref import WeakKeyDictionary

from sphinx_navapi.content.field_ids import row_ids, variant_id
from sphinx_navapi.content.html.markup import (
    END,
    ID,
    LINK,
    NAME,
    NEXT,
    PAGE,
    UP,
    attr,
    chips,
    code,
    esc,
    mark_links,
    name_code,
    plain,
)
from sphinx_navapi.formats.safe_html import is_safe_url
from sphinx_navapi.locale.wording import Wording, variant_words
from sphinx_navapi.openapi.facts import Fact, FactWords, Link, NamedFact, Style, Text
from sphinx_navapi.openapi.schema.label_words import spell, type_words
from sphinx_navapi.openapi.schema.row import (
    Choice,
    Expansion,
    Field,
    Flag,
    Limit,
    SchemaView,
    Subschemas,
)
from sphinx_navapi.openapi.schema.type_label import OBJECT

Describe = Callable[[str], str]

#: Up to this number, permitted values are not folded.
SHORT_ENUM = 5

#: Up to this number, the fields of a level are open where others are; of more, those of a whole
#: schema are open, without most of those after the first ones.
MOST_OPEN = 20
FIRST_OPEN = 15

#: Maximum number of alternatives shown as tabs.
MOST_TABS = 8

#: The start and the end of folded parts.
_DETAILS = re.compile("<(/?)details[^>]*>")


class SchemaHtml:
    """Renders schemas of one document; the result contains marks of `markup`.

    :param describe: renders a description as block HTML, translated.
    :param translate: translates a text of the document.
    :param expanded: whether nested properties are initially open.
    """

    def __init__(
        self,
        describe: Describe,
        words: Wording,
        *,
        translate: Callable[[str], str] = str,
        expanded: bool = False,
    ) -> None:
        self._opened = " open" if expanded else ""
        self.words = words
        self.describe = describe
        self.translate = translate
        #: What is below components: equal parts are the same object.
        self._fragments: WeakKeyDictionary[Subschemas, str] = WeakKeyDictionary()
        #: Likewise, of those that are open.
        self._shown: WeakKeyDictionary[Subschemas, str] = WeakKeyDictionary()

    def root(self, field: Field, *, named: bool = True) -> str:
        """A schema as the whole of a body: its facts, then its fields.

        :param named: begin with the name of the component.
        """
        view = field.view
        below = self.below(field.subschemas, nested=False, is_open=True)
        is_plain = view.label == OBJECT and not view.component
        label = "" if is_plain else self._type(view, view.component or field.subschemas.shown)
        component = view.distinct_component if named else ""
        name = f"<b>{_name(component)}</b>" if component else ""
        line = NEXT.join(filter(None, (name, label, self._flags(field), self._heading(field))))
        head = f'<div class="navapi-type">{line}</div>' if line else ""
        return f"{head}{self.tell(field.text)}{self.facts(field)}{below}"

    def field(self, name: str, field: Field, below: str, *, anchor: str, facts: str) -> str:
        """A row of a list of fields.

        :param name: HTML of its name; *below*: of its children; *facts*: of its facts.
        :param anchor: its id.
        """
        view = field.view
        typed = self._type(view, field.subschemas.shown)
        return (
            f'<li id="{anchor}"><div>{name}{NEXT}{typed}{self._flags(field, NEXT)}'
            f"{self._heading(field)}</div>"
            f"{''.join(map(self.describe, field.texts))}{facts}{below}</li>"
        )

    def tell(self, text: Text | None) -> str:
        """A text of the document, if there is one."""
        return self.describe(text) if text else ""

    def below(self, below: Subschemas, *, nested: bool = True, is_open: bool = False) -> str:
        """The children of a row: folded fields (*nested*), plain fields, or a link to them.

        :param is_open: nothing around them is folded, so that readers pass all of them.
        """
        expansion = below.expansion
        if expansion in (Expansion.LEAF, Expansion.CUT):
            return ""
        if expansion is Expansion.RECURSIVE:
            return self._small_link(f"{UP}{plain(below.of.target)}{END}", below.of.name(self.words))
        if expansion is Expansion.DEEPER:
            return f"<small>{_page_link(below)}</small>"
        inner = self._fragment(below, is_open=is_open)
        count = below.count if nested and inner else 0
        if not count:
            return inner
        opened = self._opened if count <= MOST_OPEN else ""
        return f"<details{opened}>{self._fields} <i>{count}</i></summary>{inner}</details>"

    @property
    def _fields(self) -> str:
        """The start of the folded fields of a row, without that of their element."""
        return f"<summary>{esc(self.words.properties)}"

    def link_to(self, anchor: str, name: str) -> str:
        """A link to the component *name*, which is shown at *anchor* of the page."""
        return f'{esc(self.words.recursive)}: <a href="#{anchor}">{esc(name)}</a>'

    def _small_link(self, anchor: str, name: str) -> str:
        return f"<small>{self.link_to(anchor, name)}</small>"

    def linked(self, html: str, anchor: str, first: str, name: str) -> str:
        """*html* with a link to *first* in place of the fields of the row *anchor*."""
        row = html.find(f'<li id="{anchor}">')
        start = html.rfind("<details", 0, html.find(self._fields, row)) if row >= 0 else -1
        depth = 0
        for mark in _DETAILS.finditer(html, start) if start >= 0 else ():
            depth += -1 if mark[1] else 1
            if not depth:
                return f"{html[:start]}{self._small_link(first, name)}{html[mark.end() :]}"
        return html

    def _fragment(self, below: Subschemas, *, is_open: bool) -> str:
        if below.of.component is None:
            return self._write(below, is_open=is_open)
        known = self._shown if is_open else self._fragments
        fragment = known.get(below)
        if fragment is None:
            fragment = known[below] = self._write(below, is_open=is_open)
        return fragment

    def _write(self, below: Subschemas, *, is_open: bool) -> str:
        rows: list[str] = []
        needed: list[bool] = []
        parts: list[str] = []
        chosen_by = self._chosen_by(below.choice)
        for is_variant, fields in groupby(row_ids(below), lambda row: row[0].kind == "variant"):
            if is_variant:
                variants = [field for field, _ in fields]
                parts.extend(self._variants(variants, chosen_by, is_open=is_open))
                continue
            for field, suffix in fields:
                if field.folded:
                    is_nested = bool(rows)
                    folded = self.below(
                        field.subschemas, nested=is_nested, is_open=is_open and not is_nested
                    )
                    parts.append(folded.replace(ID, f"{ID}{suffix}") if suffix else folded)
                else:
                    rows.append(self._child(field, f"{ID}{suffix}"))
                    needed.append(field.required)
        if is_open and len(rows) > MOST_OPEN:
            parts.insert(0, self._first_rows(rows, needed))
        elif rows:
            parts.insert(0, _row_list(rows))
        if below.choice is not None:
            parts.append(self._choice(below, chosen_by, "".join(parts)))
        html = "".join(parts)
        if below.anchored and UP in html:
            html = html.replace(f"{UP}{plain(below.of.target)}{END}", ID)
        return html

    def _first_rows(self, rows: list[str], needed: list[bool]) -> str:
        """The first *rows*, and the required ones if they are few; others are folded."""
        first = [index < FIRST_OPEN for index in range(len(rows))]
        whole = [is_first or is_needed for is_first, is_needed in zip(first, needed, strict=True)]
        shown = whole if sum(whole) <= MOST_OPEN else first
        rest = [row for row, is_shown in zip(rows, shown, strict=True) if not is_shown]
        return (
            f"{_row_list([*compress(rows, shown)])}"
            f'<details class="navapi-rest"><summary>{esc(self.words.more)} <i>{len(rest)}</i>'
            f"</summary>{_row_list(rest)}</details>"
        )

    def _child(self, field: Field, anchor: str) -> str:
        words = self.words
        if field.kind == "property":
            name = name_code(field.name)
        elif field.kind == "pattern":
            name = f"{esc(words.matching)} {code(field.name)}"
        elif field.kind == "item":
            name = code(f"[{field.name}]")
        else:
            name = f"<em>{esc(field.words(words))}</em>"
        below = self.below(field.subschemas)
        if ID in below:
            below = below.replace(ID, anchor)
        return self.field(name, field, below, anchor=anchor, facts=self.facts(field))

    # -- alternatives ---------------------------------------------------------------------

    def _variants(self, fields: list[Field], chosen_by: str, *, is_open: bool) -> Iterator[str]:
        """Alternatives: as tabs if there is one group, the first one open; otherwise as a list."""
        for group, members in groupby(fields, key=lambda field: field.group):
            variants = list(members)
            label = esc(variant_words(group, self.words))
            yield f"<p>{label}{f' · {chosen_by}' if chosen_by and group != 'allOf' else ''}</p>"
            is_exclusive = group != "allOf" and len(variants) > 1
            name = f' name="{ID}~{group}"' if is_exclusive else ""
            is_row = is_exclusive and len(variants) <= MOST_TABS
            options: list[str] = []
            opens = False
            for field in variants:
                head, content = self._option(field, is_open=is_open)
                if not content:
                    options.append(f'<div class="navapi-option">{head}</div>')
                    continue
                opened = " open" if is_row and not opens else ""
                opens = True
                options.append(
                    f"<details{opened}{name}>"
                    f'<summary id="{ID}{variant_id(field)}">{head}</summary>{content}</details>'
                )
            shown = "".join(options)
            if is_exclusive and opens:
                shown = f'<div class="navapi-{"switch" if is_row else "many"}">{shown}</div>'
            yield shown

    def _option(self, field: Field, *, is_open: bool) -> tuple[str, str]:
        """One of several alternatives: its name, and its details, if there are any."""
        view = field.view
        title = field.title(self.words)
        typed = type_words(view.label, self.words)
        is_typed = view.label == OBJECT or typed.casefold() == title.casefold()
        label = "" if is_typed else f"{NEXT}{self._type(view)}"
        more = self._heading(field) if field.heading != title else ""
        head = f"<b>{esc(title)}</b>{label}{self._flags(field, NEXT)}{more}"
        if field.is_link:
            # Opening it would only show a link to a page.
            named = f"<b>{esc(title)}</b> " if title != view.component else ""
            return f"{named}{_page_link(field.subschemas)}{self._flags(field, NEXT)}", ""
        below = self.below(field.subschemas, nested=False, is_open=is_open)
        content = f"{self.tell(field.text)}{self.facts(field)}{below}"
        return head, content.replace(ID, f"{ID}{variant_id(field)}")

    def _chosen_by(self, choice: Choice | None) -> str:
        return f"{esc(self.words.chosen_by)} {code(choice.property_name)}" if choice else ""

    def _choice(self, below: Subschemas, chosen_by: str, shown: str) -> str:
        """What a discriminator selects besides the alternatives named after its values.

        :param shown: the HTML of these.
        """
        words, choice = self.words, below.choice
        assert choice is not None
        anchors = {
            field.view.target: f"{ID}{variant_id(field)}"
            for field in reversed(below.fields)
            if field.kind == "variant" and f'id="{ID}{variant_id(field)}"' in shown
        }
        entries = [
            f"<li>{code(value)} {words.leads_to} {self._mention(option, anchors)}</li>"
            for value, option in choice.options
        ]
        if choice.otherwise is not None:
            default = self._mention(choice.otherwise, anchors)
            entries.append(f"<li>{esc(words.otherwise)} {words.leads_to} {default}</li>")
        listed = f'<ul class="navapi-values">{"".join(entries)}</ul>' if entries else ""
        if any(field.group in ("oneOf", "anyOf") for field in below.fields):
            return listed
        if len(entries) > 5:
            head = f"{chosen_by} <i>{len(entries)}</i>"
            return f"<details><summary>{head}</summary>{listed}</details>"
        return f"<small>{chosen_by}</small>{listed}"

    def _mention(self, view: SchemaView | None, anchors: Mapping[str, str]) -> str:
        """The name of a schema, with a link to the place where it is shown."""
        if view is None:
            return esc(self.words.unresolved)
        name = view.name(self.words)
        if view.target in anchors:
            return f'<a href="#{anchors[view.target]}">{esc(name)}</a>'
        return f"{LINK}{plain(name)}{END}" if view.component else esc(name)

    # -- what a row states ----------------------------------------------------------------

    def facts(self, field: Field, before: Iterable[Fact | Style] = ()) -> str:
        """Permitted values, constraints, defaults and examples of a row, after *before*."""
        view = field.view
        stated = [self.fact(fact.words(self.words)) for fact in before]
        listed = ""
        if view.values and (view.has_described_values or len(view.values) > SHORT_ENUM):
            listed = self._values(view)
        elif view.values:
            values = NEXT.join(code(value.value) for value in view.values)
            stated.append(f"{esc(self.words.allowed)}{NEXT}{values}")
        stated.extend(self.fact(fact.words(self.words)) for fact in field.facts)
        if view.link is not None:
            listed += f"<small>{self.more(view.link)}</small>"
        return f"{listed}{chips(stated)}"

    def more(self, link: Link) -> str:
        """A link to external documentation."""
        return self.link(link.url, link.shown_label(self.translate, self.words.external_docs))

    def line(self, facts: Iterable[Fact | Limit | NamedFact | Style]) -> str:
        """*facts* as a line of chips, if there are any."""
        return chips([self.fact(fact.words(self.words)) for fact in facts])

    def fact(self, words: FactWords) -> str:
        """One chip of the line under a row."""
        label, stated = words
        values = NEXT.join("".join(spell(value, code, esc)) for value in stated)
        return f"{esc(label)}{NEXT if label and values else ''}{values}"

    def _values(self, view: SchemaView) -> str:
        head = f"{esc(self.words.allowed_values)} <i>{len(view.values)}</i>"
        if not view.has_described_values:
            values = NEXT.join(code(value.value) for value in view.values)
            return f"<details><summary>{head}</summary><small>{values}</small></details>"
        entries = []
        for value in view.values:
            name = f"{NEXT}<i>{esc(value.name)}</i>" if value.name else ""
            entries.append(f"<li>{code(value.value)}{name}{self.tell(value.description)}</li>")
        listed = f'<ul class="navapi-values">{"".join(entries)}</ul>'
        opened = " open" if len(view.values) <= 6 else ""
        return f"<details{opened}><summary>{head}</summary>{listed}</details>"

    @staticmethod
    def link(url: str, text: str) -> str:
        """A link from the document; text if its scheme is not allowed."""
        label = esc(text or url)
        return mark_links(f'<a href="{attr(url)}">{label}</a>') if is_safe_url(url) else label

    @staticmethod
    def _heading(field: Field) -> str:
        title = field.heading
        return f"{NEXT}<em>{esc(title)}</em>" if title else ""

    def _type(self, view: SchemaView, component: str | None = None) -> str:
        """The type of a row. :param component: the one whose fields are shown below it."""
        words = esc(type_words(view.label, self.words))
        if component:
            words = words.replace(esc(component), _name(component), 1)
        return f"<i>{words}</i>"

    def _flags(self, field: Field, before: str = "") -> str:
        return "".join(
            f"{before}<i>{esc(flag.words(self.words))}</i>"
            if flag in _QUIET
            else f"{before}<b{_MARKS.get(flag, '')}>{esc(flag.words(self.words))}</b>"
            for flag in field.flags
        )


def _row_list(rows: Iterable[str]) -> str:
    return f'<ul class="navapi-fields">{"".join(rows)}</ul>'


def _name(component: str) -> str:
    """The mark of the name of *component*."""
    return f"{NAME}{plain(component)}{END}"


def _page_link(below: Subschemas) -> str:
    """The mark of a link to the page that replaces all of *below*."""
    return f"{PAGE}{plain(below.page or '')}{END}"


#: Less important flags.
_QUIET = (Flag.READ_ONLY, Flag.WRITE_ONLY)

#: Flags with a warning style.
_MARKS = {Flag.DEPRECATED: ' class="navapi-old"'}
