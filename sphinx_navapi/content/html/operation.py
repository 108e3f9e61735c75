"""The parts of an operation as HTML that needs no script."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sphinx_navapi.content.html.markup import ID, attr, code, esc, mark_links, slug_id
from sphinx_navapi.content.html.schema import SchemaHtml
from sphinx_navapi.content.operation import parameter_field
from sphinx_navapi.content.outline import (
    MediaGroup,
    by_place,
    media_groups,
    place_words,
    status_phrase,
    value_text,
)
from sphinx_navapi.content.security import Scheme, Server, scheme_content, server_content
from sphinx_navapi.content.tree import Example, Fact, Field, Said
from sphinx_navapi.formats.commonmark import render_inline_html
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.view import (
    MISSING,
    BodyView,
    Direction,
    EncodingView,
    LinkView,
    MediaTypeView,
    OperationView,
    ParameterView,
    ResponseView,
)

#: A response described in so few characters has its description in its heading.
SHORT_DESCRIPTION = 160


class OperationHtml:
    """Writes the parts of operations of one document.

    :param translate: a text of the document in the reader's language.
    :param operation_href: the address of an operation's page, as the value of an attribute.
    """

    def __init__(
        self,
        schemas: SchemaHtml,
        translate: Callable[[str], str],
        operation_href: Callable[[OperationKey], str | None],
    ) -> None:
        self._schemas = schemas
        self._book = schemas.book
        self._words = schemas.words
        self._translate = translate
        self._describe = schemas.describe
        self._href = operation_href
        #: Of parameters, which many operations share: each is one object.
        self._rows: dict[Field, str] = {}

    def _inline(self, text: str) -> str:
        return mark_links(render_inline_html(self._translate(text)))

    # -- security -------------------------------------------------------------------------

    def security(self, view: OperationView, prefix: str) -> str:
        """The alternatives, each a list of the schemes that it asks for."""
        words = self._words
        alternatives = []
        for alternative in view.security:
            rows = "".join(self._scheme(scheme_content(each)) for each in alternative)
            if not rows:
                rows = f"<li><div><em>{esc(words.no_authorization)}</em></div></li>"
            alternatives.append(f'<ul class="navapi-fields">{rows}</ul>')
        between = f'<p class="navapi-or">{esc(words.alternative)}</p>'
        return f'<div class="navapi-security">{between.join(alternatives)}</div>'

    def _scheme(self, scheme: Scheme) -> str:
        words = self._words
        facts = [f"<span>{code(scheme.sample)}</span>"] if scheme.sample else []
        if scheme.discovery:
            link = self._schemas.link(scheme.discovery, scheme.discovery)
            facts.append(f"<span>{esc(words.discovery)} {link}</span>")
        scopes = self._scopes(scheme)
        flows = "".join(
            f"<li><em>{esc(words.flow(flow.name))}</em>"
            + "".join(
                f"<small><span>{esc(label)} {self._schemas.link(url, url)}</span></small>"
                for label, url in flow.addresses(words)
            )
            + "</li>"
            for flow in scheme.flows
        )
        if flows:
            flows = f'<ul class="navapi-values">{flows}</ul>'
        stated = f"<small>{' '.join(facts)}</small>" if facts else ""
        kind = f"<i>{esc(scheme.kind_words(words))}</i>"
        badged = f" <b>{esc(words.deprecated)}</b>" if scheme.is_deprecated else ""
        return (
            f"<li><div>{code(scheme.name)} {kind}{badged}</div>"
            f"{self._schemas.tell(scheme.text)}{stated}{scopes}{flows}</li>"
        )

    def _scopes(self, scheme: Scheme) -> str:
        if not scheme.scopes:
            return ""
        label = scheme.scope_words(self._words)
        if not any(text for _, text in scheme.scopes):
            listed = " ".join(code(scope) for scope, _ in scheme.scopes)
            return f"<small><span>{esc(label)} {listed}</span></small>"
        entries = "".join(
            f"<li>{code(scope)} {self._inline(text.text) if text else ''}</li>"
            for scope, text in scheme.scopes
        )
        return f'<p>{esc(label)}</p><ul class="navapi-values">{entries}</ul>'

    def servers(self, view: OperationView, prefix: str) -> str:
        """The servers with their variables."""
        rows = "".join(self._server(server_content(server)) for server in view.servers)
        return f'<div class="navapi-servers"><ul class="navapi-fields">{rows}</ul></div>'

    def _server(self, server: Server) -> str:
        described = self._schemas.tell(server.text)
        name = f" <i>{esc(server.name)}</i>" if server.name else ""
        variables = ""
        for variable in server.variables:
            text = self._schemas.tell(variable.text)
            stated = " ".join(
                self._schemas.fact(fact.words(self._words)) for fact in variable.facts
            )
            variables += f"<li><div>{code(variable.name)}</div>{text}<small>{stated}</small></li>"
        if variables:
            variables = f'<ul class="navapi-fields">{variables}</ul>'
        return f"<li><div>{code(server.url)}{name}</div>{described}{variables}</li>"

    # -- parameters -----------------------------------------------------------------------

    def parameters(self, view: OperationView, prefix: str) -> str:
        """The parameters, a list for each place."""
        groups = "".join(
            f"<h3>{esc(place_words(place, self._words))}</h3>"
            + self._fields(parameters, f"{prefix}{place}.", view.request_direction)
            for place, parameters in by_place(view.parameters)
        )
        return f'<div class="navapi-parameters">{groups}</div>'

    def _fields(
        self, parameters: Iterable[ParameterView], prefix: str, direction: Direction
    ) -> str:
        rows = "".join(self._parameter(p, prefix, direction) for p in parameters)
        return f'<ul class="navapi-fields">{rows}</ul>'

    def _parameter(self, parameter: ParameterView, prefix: str, direction: Direction) -> str:
        field = parameter_field(parameter, self._schemas.content, direction)
        row = self._rows.get(field)
        if row is None:
            row = self._rows[field] = self._parameter_row(field)
        return row.replace(ID, attr(prefix) + slug_id(field.name))

    def _parameter_row(self, field: Field) -> str:
        """The row of a parameter, with a mark where its id goes."""
        below = self._schemas.below(field.below)
        written = list(field.written)
        plain = [example for example in field.examples if example.is_plain]
        if plain:
            values = tuple(dict.fromkeys(example.value for example in plain))
            written.append(Fact("example" if len(values) == 1 else "examples", values[:5]))
        facts = self._schemas.facts(field.said, written)
        told = [example for example in field.examples if not example.is_plain]
        if told:
            facts += f'<ul class="navapi-values">{"".join(map(self._told_example, told))}</ul>'
        return self._schemas.field(code(field.name), field, below, anchor=ID, facts=facts)

    def _told_example(self, example: Example) -> str:
        value = self._schemas.link(example.url, example.url) if example.url else code(example.value)
        summary = f" {esc(self._translate(example.summary.text))}" if example.summary else ""
        described = self._schemas.tell(example.text)
        return f"<li>{esc(self._words.example)} {value}{summary}{described}</li>"

    # -- bodies ---------------------------------------------------------------------------

    def body(self, view: OperationView, prefix: str) -> str:
        """The request body, per media type."""
        if view.body is None:
            return ""
        return f'<div class="navapi-body">{self._body(view.body, prefix, view)}</div>'

    def _body(self, body: BodyView, prefix: str, view: OperationView) -> str:
        required = f"<b>{esc(self._words.required)}</b>" if body.required else ""
        described = self._describe(body.description) if body.description else ""
        return described + self._content(
            body.content, f"{prefix}body", view.request_direction, required
        )

    def _content(
        self,
        content: tuple[MediaTypeView, ...],
        prefix: str,
        direction: Direction,
        badge: str = "",
        *,
        has_id: bool = False,
    ) -> str:
        """Media types: one plainly, several as an exclusive choice, the first one open.

        :param has_id: what they stand in bears *prefix* as its id already.
        """
        groups = media_groups(content, self._book)
        if not groups:
            return badge and f'<div class="navapi-media">{badge}</div>'
        parts = []
        for index, group in enumerate(groups):
            anchor = attr(prefix if index == 0 else f"{prefix}-{index}")
            inner = self._media(group, anchor, direction, has_id=has_id and index == 0)
            names = " ".join(code(name) for name in group.media_types)
            if len(groups) == 1:
                line = " ".join(filter(None, (names, badge)))
                return f'<div class="navapi-media">{line}</div>{inner}'
            opened = "" if index else " open"
            parts.append(
                f'<details name="{attr(prefix)}~m"{opened}><summary>{names}</summary>'
                f"<div>{inner}</div></details>"
            )
        head = f'<div class="navapi-media">{badge}</div>' if badge else ""
        return f'{head}<div class="navapi-switch">{"".join(parts)}</div>'

    def _media(self, group: MediaGroup, anchor: str, direction: Direction, *, has_id: bool) -> str:
        media = group.first
        html = ""
        if media.schema is not None:
            html += self.schema(media.schema, direction, anchor, has_id=has_id)
        if media.item_schema is not None:
            inner = self.schema(media.item_schema, direction, f"{anchor}~item")
            html += f"<p>{esc(self._words.each_item)}</p>{inner}"
        if media.encoding:
            html += self._encodings(media.encoding, anchor, direction)
        return html

    def schema(
        self, pointer: str, direction: Direction, anchor: str, *, has_id: bool = False
    ) -> str:
        """A whole schema, with the id *anchor* where something in it leads back to its top."""
        html = self._schemas.root(self._schemas.content.schema(pointer, direction))
        back = not has_id and f'href="#{ID}"' in html
        html = html.replace(ID, anchor)
        opened = (
            f'<div id="{anchor}" class="navapi-schema">' if back else '<div class="navapi-schema">'
        )
        return f"{opened}{html}</div>"

    def _encodings(
        self, encodings: tuple[EncodingView, ...], anchor: str, direction: Direction
    ) -> str:
        words = self._words
        rows = ""
        for encoding in encodings:
            exploded = f", {words.exploded}" if encoding.explode else ""
            facts: list[Said] = [(words.style, (f"{encoding.style}{exploded}",))]
            if encoding.content_type:
                facts = [(words.media_type, (encoding.content_type,))]
            if encoding.allow_reserved:
                facts.append((words.reserved, ()))
            stated = " ".join(self._schemas.fact(fact) for fact in facts)
            headers = ""
            if encoding.headers:
                inner = self._fields(
                    encoding.headers, f"{anchor}~{slug_id(encoding.property_name)}~", direction
                )
                headers = f"<p>{esc(words.headers)}</p>{inner}"
            name = code(encoding.property_name)
            rows += f"<li><div>{name}</div><small>{stated}</small>{headers}</li>"
        return (
            f"<details><summary>{esc(words.encoding)}</summary>"
            f'<ul class="navapi-fields">{rows}</ul></details>'
        )

    # -- responses ------------------------------------------------------------------------

    def responses(self, view: OperationView, prefix: str) -> str:
        """The responses, the first one open."""
        parts = [
            self._response(response, prefix, view.response_direction, is_open=not index)
            for index, response in enumerate(view.responses)
        ]
        return f'<div class="navapi-responses">{"".join(parts)}</div>'

    def _response(
        self, response: ResponseView, prefix: str, direction: Direction, *, is_open: bool
    ) -> str:
        words = self._words
        anchor = attr(f"{prefix}r{slug_id(response.status)}")
        head, inner = self._response_words(response)
        if response.headers:
            fields = self._fields(response.headers, f"{anchor}~h.", direction)
            inner += f"<h3>{esc(words.headers)}</h3>{fields}"
        inner += self._content(response.content, anchor, direction, has_id=True)
        if response.links:
            links = "".join(self._link(link) for link in response.links)
            inner += f'<h3>{esc(words.links)}</h3><ul class="navapi-fields">{links}</ul>'
        status = f'<code data-class="{attr(response.status[:1])}">{esc(response.status)}</code>'
        if not inner:
            return f'<div class="navapi-empty" id="{anchor}">{status} {head}</div>'
        opened = " open" if is_open else ""
        return f'<details id="{anchor}"{opened}><summary>{status} {head}</summary>{inner}</details>'

    def _response_words(self, response: ResponseView) -> tuple[str, str]:
        """What stands beside the status, and what stands below."""
        text = self._translate(response.description) if response.description else ""
        summary = self._translate(response.summary) if response.summary else ""
        if summary:
            return esc(summary), self._describe(response.description or "")
        if text and len(text) <= SHORT_DESCRIPTION and "\n\n" not in text.strip():
            inline = render_inline_html(text)
            if "<a " not in inline:
                return inline, ""
        phrase = esc(status_phrase(response.status, self._words))
        return phrase, self._describe(response.description) if response.description else ""

    def _link(self, link: LinkView) -> str:
        described = self._describe(link.description) if link.description else ""
        name = link.operation_id or link.operation_ref or ""
        if link.target is not None:
            name = str(link.target)
            href = self._href(link.target)
            target = f'<a href="{href}">{esc(name)}</a>' if href else code(name)
        else:
            target = code(name) if name else ""
        facts = [(key, (value_text(value),)) for key, value in link.parameters]
        if link.request_body is not MISSING:
            facts.append((self._words.body, (value_text(link.request_body),)))
        stated = " ".join(self._schemas.fact(fact) for fact in facts)
        stated = f"<small>{stated}</small>" if stated else ""
        named = f"{code(link.name)} {self._words.leads_to} {target}"
        return f"<li><div>{named}</div>{described}{stated}</li>"

    # -- callbacks ------------------------------------------------------------------------

    def callbacks(self, view: OperationView, prefix: str) -> str:
        """The requests that the API sends back, each like an operation of its own."""
        parts = []
        for index, (name, expression, called) in enumerate(view.callbacks):
            inner = "".join(self._called(called, f"{prefix}c{index}~"))
            method = called.http_method
            badge = f'<b class="navapi-method m-{attr(method.lower())}">{esc(method)}</b>'
            summary = f"{code(name)} {badge} {code(expression)}"
            opened = "" if index else " open"
            parts.append(f"<details{opened}><summary>{summary}</summary>{inner}</details>")
        return f'<div class="navapi-callbacks">{"".join(parts)}</div>'

    def _called(self, view: OperationView, prefix: str) -> Iterable[str]:
        words = self._words
        if view.deprecated:
            yield f"<p><b>{esc(words.deprecated)}</b></p>"
        if view.summary:
            yield f"<p>{esc(self._translate(view.summary))}</p>"
        if view.description and view.description != view.summary:
            yield self._describe(view.description)
        for title, shown, write in (
            ("", view.security, self.security),
            ("", view.parameters, self.parameters),
            (words.request_body, view.body, self.body),
            (words.responses, view.responses, self.responses),
            ("", view.callbacks, self.callbacks),
        ):
            if shown:
                yield (f"<h3>{esc(title)}</h3>" if title else "") + write(view, prefix)
