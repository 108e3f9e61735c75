"""Servers in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.content.markdown.text import code, plain, plain_part, remark
from sphinx_navapi.content.tree import spell
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.facts import StatedFact, ToldFact
from sphinx_navapi.openapi.view import ServerVariableView, ServerView

if TYPE_CHECKING:
    from sphinx_navapi.content.markdown.schema import SchemaMarkdown


def write_server(server: ServerView, words: Wording, texts: SchemaMarkdown) -> str:
    """A list item of *server*: its URL, name and description, below it its variables."""
    name = f" ({plain(server.name)})" if server.name else ""
    lines = [f"- {code(server.url)}{name}{remark(texts.inline(server.description))}"]
    for fact in server.facts:
        told = texts.inline(fact.text) if isinstance(fact, ToldFact) else ""
        lines.append(f"  - {_stated(fact, words)}{remark(told)}")
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
    given = ", ".join("".join(spell(value, code, plain_part)) for value in values)
    return f"{plain(label)}: {given}"
