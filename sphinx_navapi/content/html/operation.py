"""The parts of an operation as HTML that works without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from sphinx_navapi.content.field_ids import (
    Repeats,
    find_repeats,
    media_id,
    response_id,
    slug_id,
)
from sphinx_navapi.content.html.markup import (
    ID,
    NEXT,
    attr,
    chips,
    code,
    esc,
    mark_links,
    name_code,
)
from sphinx_navapi.content.html.samples import code_html
from sphinx_navapi.content.html.schema import SchemaHtml
from sphinx_navapi.content.media_type import MediaType, Response
from sphinx_navapi.content.operation import OperationTree
from sphinx_navapi.formats.commonmark import fits_row, render_inline_html
from sphinx_navapi.formats.numbers import value_text
from sphinx_navapi.locale.wording import place_words
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.document import OperationKey, scheme_anchor, status_anchor
from sphinx_navapi.openapi.facts import DescribedFact, Fact, Link, StatedFact
from sphinx_navapi.openapi.schema.label_words import spell
from sphinx_navapi.openapi.schema.row import Field
from sphinx_navapi.openapi.view import (
    ExampleView,
    LinkView,
    RequirementView,
    ResponseView,
    ServerView,
)

_WITH_SCHEMAS = ("parameters", "body", "responses", "callbacks")

#: Maximum length of a response description shown in its heading.
SHORT_DESCRIPTION = 160


class OperationHtml:
    """Renders the parts of operations of one document.

    :param translate: translates a text of the document for the reader.
    :param operation_href: the address of an operation's page, as the value of an attribute.
    """

    def __init__(
        self,
        schemas: SchemaHtml,
        translate: Callable[[str], str],
        operation_href: Callable[[OperationKey], str | None],
    ) -> None:
        self._schemas = schemas
        self._words = schemas.words
        self._translate = translate
        self._href = operation_href
        #: Rows of parameters, which many operations share: each is one object.
        self._rows: WeakKeyDictionary[Field, str] = WeakKeyDictionary()
        self._repeats = Repeats()
        #: The operation of these repeats, and the prefix of its ids.
        self._repeats_of: tuple[OperationTree, str] | None = None
        #: Of headings in parts, which have one themselves.
        self._level = 3
        #: The address of the page about all parts of this kind.
        self._catalog: str | None = None
        #: Ids of schemas that others link to.
        self._linked: set[str] = set()

    def block(
        self, kind: str, operation: OperationTree, prefix: str, catalog: str | None = None
    ) -> str:
        """The part *kind* of *operation*, with ids that start with *prefix*.

        :param catalog: the address of the page about such parts of all operations.
        """
        self._catalog = catalog
        if kind not in _WITH_SCHEMAS:
            return self._part(kind, operation, prefix)
        if self._repeats_of != (operation, prefix):
            # The blocks of a page follow each other.
            self._repeats_of = operation, prefix
            self._repeats = find_repeats(operation, prefix)
            self._linked = self._repeats.shown
        html = self._part(kind, operation, prefix)
        for anchor, (first, name) in self._repeats.rows.items():
            html = self._schemas.linked(html, anchor, first, name)
        return html

    def _part(self, kind: str, operation: OperationTree, prefix: str) -> str:
        html: str = getattr(self, kind)(operation, prefix)
        return html

    def _entry(self, anchor: str) -> str:
        """The address of an entry of the page about all parts of this kind."""
        page = self._catalog or ""
        # In a builder for which all pages are one, it has an anchor already.
        return page if "#" in page else f"{page}#{attr(anchor)}"

    def _heading(self, html: str, *, below: int = 0) -> str:
        level = min(self._level + below, 6)
        return f"<h{level}>{html}</h{level}>"

    def _inline(self, text: str) -> str:
        return mark_links(render_inline_html(self._translate(text)))

    # -- security -------------------------------------------------------------------------

    def security(self, operation: OperationTree, prefix: str) -> str:
        """The alternatives, each a list of the required schemes."""
        words = self._words
        if operation.view.incoming:
            self._catalog = None
        alternatives = []
        for alternative in operation.security:
            both = f'<p class="navapi-and">{esc(words.all_together)}</p>'
            rows = "".join(
                f"<li>{both if index else ''}{self._scheme(scheme)}</li>"
                for index, scheme in enumerate(alternative)
            )
            if not rows:
                rows = f"<li><div><em>{esc(words.no_authorization)}</em></div></li>"
            alternatives.append(f'<ul class="navapi-fields">{rows}</ul>')
        between = f'<p class="navapi-or">{esc(words.alternative)}</p>'
        return f'<div class="navapi-security">{between.join(alternatives)}</div>'

    def _scheme(self, scheme: RequirementView) -> str:
        """A line with its kind, where it is sent and its scopes; details below."""
        words = self._words
        line = [f"<strong>{esc(scheme.kind_words(words))}</strong>"]
        carrier = scheme.carrier_words(words)
        if carrier:
            before, name, after = carrier
            line.append(f"<span>{esc(before)}{code(name)}{esc(after)}</span>")
        scopes, has_texts = scheme.scopes, any(text for _, text in scheme.scopes)
        if scopes:
            listed = NEXT.join(code(scope) for scope, _ in scopes)
            if self._catalog:
                href = self._entry(scheme_anchor(scheme.scheme))
                listed = NEXT.join(f'<a href="{href}">{code(scope)}</a>' for scope, _ in scopes)
            line.append(f"<span>{esc(scheme.scope_words(words))}{NEXT}{listed}</span>")
        line.append(f"<i>{esc(scheme.scheme)}</i>")
        if scheme.deprecated:
            line.append(f'<b class="navapi-old">{esc(words.deprecated)}</b>')
        entries = [
            f"<li>{code(scope)}{NEXT}{self._inline(text) if text else ''}</li>"
            for scope, text in scopes
            if has_texts
        ]
        if scheme.discovery:
            entries.append(
                f"<li>{esc(words.discovery)}{NEXT}{self._address(scheme.discovery)}</li>"
            )
        for flow in scheme.flows:
            urls = "".join(
                f"{NEXT}<small>{esc(label)}{NEXT}{self._address(url)}</small>"
                for label, url in flow.addresses(words)
            )
            entries.append(f"<li><em>{esc(words.flow(flow.flow))}</em>{urls}</li>")
        listed = f'<ul class="navapi-values">{"".join(entries)}</ul>' if entries else ""
        if listed:
            listed = f"<details><summary>{esc(words.details)}</summary>{listed}</details>"
        return f"<div>{NEXT.join(line)}</div>{self._schemas.tell(scheme.description)}{listed}"

    def _address(self, url: str) -> str:
        """*url* of a provider; a relative one is not a link, as it would be broken."""
        return self._schemas.link(url, url) if is_absolute(url) else code(url)

    def servers(self, operation: OperationTree, prefix: str) -> str:
        """The servers with their variables."""
        rows = "".join(map(self._server, operation.servers))
        return f'<div class="navapi-servers"><ul class="navapi-fields">{rows}</ul></div>'

    def _server(self, server: ServerView) -> str:
        described = self._schemas.tell(server.description)
        name = f"{NEXT}<i>{esc(server.name)}</i>" if server.name else ""
        variables = ""
        for variable in server.variables:
            text = self._schemas.tell(variable.description)
            stated = self._schemas.line(variable.facts)
            variables += f"<li><div>{code(variable.name)}</div>{text}{stated}</li>"
        if variables:
            variables = f'<ul class="navapi-fields">{variables}</ul>'
        stated = self._facts(server.facts) + self._more(server.link)
        return f"<li><div>{code(server.url)}{name}</div>{described}{stated}{variables}</li>"

    # -- parameters -----------------------------------------------------------------------

    def parameters(self, operation: OperationTree, prefix: str) -> str:
        """The parameters, a list for each place."""
        several = len(operation.parameter_groups) > 1
        groups = "".join(
            (self._heading(esc(place_words(group.place, self._words))) if several else "")
            + self._fields(group.fields, f"{prefix}{group.place}.")
            for group in operation.parameter_groups
        )
        return f'<div class="navapi-parameters">{groups}</div>'

    def _fields(self, fields: Iterable[Field], prefix: str) -> str:
        rows = "".join(self._field(field, prefix) for field in fields)
        return f'<ul class="navapi-fields">{rows}</ul>'

    def _field(self, field: Field, prefix: str) -> str:
        row = self._rows.get(field)
        if row is None:
            row = self._rows[field] = self._parameter_row(field)
        return row.replace(ID, attr(prefix) + slug_id(field.name))

    def _parameter_row(self, field: Field) -> str:
        """The row of a parameter, with a mark in place of its id."""
        below = self._schemas.below(field.subschemas)
        written = list(field.written)
        plain = [example for example in field.examples if example.is_plain]
        if plain:
            values = tuple(dict.fromkeys(value_text(example.value) for example in plain))
            written.append(Fact("example" if len(values) == 1 else "examples", values[:5]))
        facts = self._schemas.facts(field, written)
        described = [example for example in field.examples if not example.is_plain]
        if described:
            facts += f'<ul class="navapi-values">{"".join(map(self._example_item, described))}</ul>'
        return self._schemas.field(name_code(field.name), field, below, anchor=ID, facts=facts)

    def _example_item(self, example: ExampleView) -> str:
        url = example.external_value
        value = self._schemas.link(url, url) if url else code(value_text(example.value))
        summary = f"{NEXT}{esc(self._translate(example.summary))}" if example.summary else ""
        described = self._schemas.tell(example.description)
        return f"<li>{esc(self._words.example)}{NEXT}{value}{summary}{described}</li>"

    def channel(self, operation: OperationTree, prefix: str) -> str:
        """The channel of an operation, and its protocol bindings."""
        channel, tell = operation.channel, self._schemas.tell
        if channel is None:
            return ""
        html = ""
        if channel.summary:
            html = f"<p><strong>{self._inline(channel.summary)}</strong></p>"
        html += tell(channel.description) + self._facts(channel.facts) + self._more(channel.link)
        return f'<div class="navapi-channel">{html}</div>'

    def _facts(self, facts: Iterable[StatedFact]) -> str:
        """*facts* one per line: there may be many, with long names."""
        rows = ""
        for fact in facts:
            label, values = fact.words(self._words)
            shown = NEXT.join("".join(spell(value, code, esc)) for value in values)
            if isinstance(fact, DescribedFact) and fact.text:
                shown += f"{NEXT}{self._inline(fact.text)}"
            rows += f"<dt>{esc(label)}</dt><dd>{shown}</dd>"
        return f'<dl class="navapi-facts">{rows}</dl>' if rows else ""

    def _more(self, link: Link | None) -> str:
        if link is None:
            return ""
        return f"<p>{self._schemas.more(link)}</p>"

    # -- bodies ---------------------------------------------------------------------------

    def body(self, operation: OperationTree, prefix: str) -> str:
        """The request body, by media type."""
        body = operation.body
        if body is None:
            return ""
        required = f"<b>{esc(self._words.required)}</b>" if body.view.required else ""
        content = self._content(body.content, f"{prefix}body", required)
        return (
            f'<div class="navapi-body">{self._schemas.tell(body.view.description)}{content}</div>'
        )

    def _content(
        self,
        content: tuple[MediaType, ...],
        prefix: str,
        badge: str = "",
        *,
        has_id: bool = False,
    ) -> str:
        """Media types: a single one plainly, several as an exclusive choice, the first one open.

        :param has_id: the enclosing element already has the id *prefix*.
        """
        if not content:
            return badge and f'<div class="navapi-media">{badge}</div>'
        parts = []
        for index, media in enumerate(content):
            anchor = attr(media_id(prefix, index))
            inner = self._media(media, anchor, has_id=has_id and index == 0)
            names = NEXT.join(map(code, media.names))
            if len(content) == 1:
                line = NEXT.join(filter(None, (names, badge)))
                return f'<div class="navapi-media">{line}</div>{inner}' if line else inner
            opened = "" if index else " open"
            parts.append(
                f'<details name="{attr(prefix)}~m"{opened}><summary>{names}</summary>'
                f"<div>{inner}</div></details>"
            )
        head = f'<div class="navapi-media">{badge}</div>' if badge else ""
        return f'{head}<div class="navapi-switch">{"".join(parts)}</div>'

    def _media(self, media: MediaType, anchor: str, *, has_id: bool) -> str:
        html = self._schemas.tell(media.view.description) + self._facts(media.facts)
        if media.view.source is not None:
            html += f'<div class="navapi-schema">{code_html(media.view.source.text)}</div>'
        if media.schema is not None:
            html += self.schema(media.schema, anchor, has_id=has_id)
        if media.item_schema is not None:
            inner = self.schema(media.item_schema, f"{anchor}~item")
            html += f"<p>{esc(self._words.each_item)}</p>{inner}"
        if media.encodings and anchor not in self._repeats.encodings:
            html += self._encodings(media, anchor)
        return html

    def schema(
        self, schema: Field, anchor: str, *, has_id: bool = False, named: bool = True
    ) -> str:
        """A whole schema, with the id *anchor* if something links to it, or a link to its equal."""
        first = self._repeats.schemas.get(anchor)
        if first is not None:
            link = self._schemas.link_to(first, schema.view.name(self._words))
            return f'<div class="navapi-schema">{link}</div>'
        html = self._schemas.root(schema, named=named)
        is_linked = f'href="#{ID}"' in html or anchor in self._linked
        html = html.replace(ID, anchor)
        ident = f' id="{anchor}"' if is_linked and not has_id else ""
        return f'<div{ident} class="navapi-schema">{html}</div>'

    def _encodings(self, media: MediaType, anchor: str) -> str:
        words = self._words
        rows = ""
        for encoding, headers in media.encodings:
            name, inner = encoding.property_name, ""
            if headers:
                inner = self._fields(headers, f"{anchor}~{slug_id(name)}~")
                inner = f"<p>{esc(words.headers)}</p>{inner}"
            stated = self._schemas.line(encoding.facts)
            rows += f"<li><div>{code(name)}</div>{stated}{inner}</li>"
        return (
            f"<details><summary>{esc(words.encoding)}</summary>"
            f'<ul class="navapi-fields">{rows}</ul></details>'
        )

    # -- responses ------------------------------------------------------------------------

    def responses(self, operation: OperationTree, prefix: str) -> str:
        """The responses, the first one open."""
        errors = operation.view.errors if self._catalog else ()
        parts = [
            self._response(
                response,
                prefix,
                is_open=not index,
                in_errors=response.view.status.upper() in errors,
            )
            for index, response in enumerate(operation.responses)
        ]
        return f'<div class="navapi-responses">{"".join(parts)}</div>'

    def _response(self, response: Response, prefix: str, *, is_open: bool, in_errors: bool) -> str:
        words, view = self._words, response.view
        anchor = attr(f"{prefix}{response_id(view.status)}")
        status = f'<code data-class="{attr(view.group)}">{esc(view.status)}</code>'
        phrase, beside, inner = self._response_words(view)
        head = f"{self._heading(f'{status} {esc(phrase)}'.rstrip())}{NEXT}{beside}".rstrip()
        inner += self._facts(view.facts) + self._more(view.link)
        if response.headers:
            fields = self._fields(response.headers, f"{anchor}~h.")
            inner += f"{self._heading(esc(words.headers), below=1)}{fields}"
        if response.content:
            inner += self._heading(esc(words.body), below=1)
            inner += self._content(response.content, anchor, has_id=True)
        if view.links:
            links = "".join(map(self._link, view.links))
            inner += self._heading(esc(words.links), below=1)
            inner += f'<ul class="navapi-fields">{links}</ul>'
        more = ""
        if in_errors:
            # Not in the summary, which a click opens.
            href = self._entry(status_anchor(view.status))
            more = f'<a class="navapi-in-errors" href="{href}">{esc(words.same_status)}</a>'
        if not inner:
            return f'<div class="navapi-empty" id="{anchor}">{head} {more}'.rstrip() + "</div>"
        inner += f"<p>{more}</p>" if more else ""
        opened = " open" if is_open else ""
        return f'<details id="{anchor}"{opened}><summary>{head}</summary>{inner}</details>'

    def _response_words(self, response: ResponseView) -> tuple[str, str, str]:
        """The meaning of the status; as HTML, a short description beside it and the text below."""
        phrase = response.phrase(self._words)
        summary = self._translate(response.summary) if response.summary else ""
        if summary:
            return phrase, _beside(phrase, esc(summary)), self._schemas.tell(response.description)
        text = self._translate(response.description) if response.description else ""
        if text and len(text) <= SHORT_DESCRIPTION and fits_row(text):
            inline = render_inline_html(text)
            if "<a " not in inline:
                return phrase, _beside(phrase, inline), ""
        return phrase, "", self._schemas.tell(response.description)

    def _link(self, link: LinkView) -> str:
        described = self._schemas.tell(link.description)
        if link.target is not None:
            name = str(link.target)
            href = self._href(link.target)
            target = f'<a href="{href}">{esc(name)}</a>' if href else code(name)
        else:
            target = code(link.reference) if link.reference else ""
        facts = [(name, (value,)) for name, value in link.passed]
        if link.body is not None:
            facts.append((self._words.body, (link.body,)))
        stated = chips([self._schemas.fact(fact) for fact in facts])
        named = f"{code(link.name)}{NEXT}{self._words.leads_to}{NEXT}{target}"
        server = ""
        if link.server is not None:
            row = self._server(link.server)
            server = f'<p>{esc(self._words.server)}</p><ul class="navapi-fields">{row}</ul>'
        return f"<li><div>{named}</div>{described}{stated}{server}</li>"

    # -- callbacks ------------------------------------------------------------------------

    def callbacks(self, operation: OperationTree, prefix: str) -> str:
        """The requests sent by the API, each like an operation of its own."""
        parts = []
        for index, (name, expression, called) in enumerate(operation.callbacks):
            self._level += 1
            inner = "".join(self._called(called, f"{prefix}c{index}~"))
            self._level -= 1
            method = called.view.http_method
            badge = f'<b class="navapi-method m-{attr(method.lower())}">{esc(method)}</b>'
            summary = f"{code(name)}{NEXT}{badge}{NEXT}{code(expression)}"
            opened = "" if index else " open"
            parts.append(f"<details{opened}><summary>{summary}</summary>{inner}</details>")
        return f'<div class="navapi-callbacks">{"".join(parts)}</div>'

    def _called(self, called: OperationTree, prefix: str) -> Iterable[str]:
        words, view = self._words, called.view
        if view.deprecated:
            yield f'<p><b class="navapi-old">{esc(words.deprecated)}</b></p>'
        if view.summary:
            yield f"<p>{esc(self._translate(view.summary))}</p>"
        yield self._schemas.tell(view.further_description)
        for part, title in called.called_parts(words):
            head = self._heading(esc(title), below=-1) if title else ""
            yield f"{head}{self._part(part, called, prefix)}"


def _beside(phrase: str, described: str) -> str:
    """*described* beside the meaning of a status, unless it is the same."""
    return "" if described.strip().rstrip(".").casefold() == phrase.casefold() else described
