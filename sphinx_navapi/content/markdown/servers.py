"""Servers and credentials in Markdown files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx_navapi.content.markdown.text import address, code, item, plain, plain_part, remark
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.facts import DescribedFact, StatedFact
from sphinx_navapi.openapi.schema.label_words import spell
from sphinx_navapi.openapi.view import RequirementView, ServerVariableView, ServerView

if TYPE_CHECKING:
    from sphinx_navapi.content.markdown.schema import SchemaMarkdown


def write_server(server: ServerView, words: Wording, texts: SchemaMarkdown) -> str:
    """A list item of *server*: its URL, name and description, below it its variables."""
    name = f" ({plain(server.name)})" if server.name else ""
    lines = [f"- {code(server.url)}{name}{remark(texts.inline(server.description))}"]
    for fact in server.facts:
        description = texts.inline(fact.text) if isinstance(fact, DescribedFact) else ""
        lines.append(f"  - {_stated(fact, words)}{remark(description)}")
    if server.link is not None:
        lines.append(f"  - {texts.link(server.link)}")
    lines += [f"  - {_variable(each, words, texts)}" for each in server.variables]
    return "\n".join(lines)


def _variable(variable: ServerVariableView, words: Wording, texts: SchemaMarkdown) -> str:
    facts = [_stated(fact, words) for fact in variable.facts]
    stated = f" ({'; '.join(facts)})" if facts else ""
    return f"{code(variable.name)}{stated}{remark(texts.inline(variable.description))}"


def _stated(fact: StatedFact, words: Wording) -> str:
    label, values = fact.words(words)
    shown = ", ".join("".join(spell(value, code, plain_part)) for value in values)
    return f"{plain(label)}: {shown}"


def write_scheme(scheme: RequirementView, words: Wording, texts: SchemaMarkdown) -> str:
    """A list item of *scheme*: its name and kind, below it its description and use."""
    kind = scheme.kind_words(words)
    if scheme.deprecated:
        kind += f", {words.deprecated}"
    carrier = scheme.carrier_words(words)
    lines = [f"{carrier[0]}{code(carrier[1])}{carrier[2]}"] if carrier else []
    if scheme.discovery:
        lines.append(f"{words.discovery}: {_address(scheme.discovery)}")
    scopes = [f"{code(scope)}{remark(texts.inline(text))}" for scope, text in scheme.scopes]
    if len(scopes) == 1:
        lines.append(f"{scheme.scope_words(words)}: {scopes[0]}")
    elif scopes:
        lines.append("\n  - ".join((f"{scheme.scope_words(words)}:", *scopes)))
    for flow in scheme.flows:
        urls = ", ".join(f"{label} {_address(url)}" for label, url in flow.addresses(words))
        lines.append(f"{plain(words.flow(flow.flow))}: {urls}")
    blocks = [texts.tell(scheme.description), "\n".join(f"- {line}" for line in lines)]
    return item(f"{code(scheme.scheme)} ({plain(kind)})", blocks)


def write_authorization(security: Iterable[Iterable[RequirementView]], words: Wording) -> str:
    """The alternatives of *security* on one line, with kind and scopes of each scheme."""
    alternatives = [
        f" {words.all_together} ".join(_requirement(scheme, words) for scheme in alternative)
        or words.no_authorization
        for alternative in security
    ]
    return f" *{words.alternative}* ".join(alternatives)


def _requirement(scheme: RequirementView, words: Wording) -> str:
    scopes = ", ".join(code(scope) for scope, _text in scheme.scopes)
    facts = [plain(scheme.kind_words(words))]
    facts += [f"{scheme.scope_words(words)}: {scopes}"] if scopes else []
    return f"{code(scheme.scheme)} ({'; '.join(facts)})"


def _address(url: str) -> str:
    """*url* of a provider; a relative one is not a link, as it would be broken."""
    return address(url) if is_absolute(url) else code(url)
