"""Servers in Markdown."""

from __future__ import annotations

from collections.abc import Callable

from sphinx_navapi.content.markdown.text import code, link, plain, plain_part, remark
from sphinx_navapi.content.security import Server, Variable
from sphinx_navapi.content.tree import StatedFact, Text, ToldFact, spell
from sphinx_navapi.locale.wording import Wording


def write_server(server: Server, words: Wording, inline: Callable[[Text | None], str]) -> str:
    """A list item of *server*: its URL, name and description, below it its variables.

    :param inline: renders a text of the document on one line, translated.
    """
    name = f" ({plain(server.name)})" if server.name else ""
    lines = [f"- {code(server.url)}{name}{remark(inline(server.text))}"]
    for fact in server.facts:
        told = inline(fact.text) if isinstance(fact, ToldFact) else ""
        lines.append(f"  - {_stated(fact, words)}{remark(told)}")
    if server.link is not None:
        label = inline(server.link.text) or server.link.label
        lines.append(f"  - {link(label, server.link.url)}")
    lines += [f"  - {_variable(each, words, inline)}" for each in server.variables]
    return "\n".join(lines)


def _variable(variable: Variable, words: Wording, inline: Callable[[Text | None], str]) -> str:
    facts = [_stated(fact, words) for fact in variable.facts]
    stated = f" ({'; '.join(facts)})" if facts else ""
    return f"{code(variable.name)}{stated}{remark(inline(variable.text))}"


def _stated(fact: StatedFact, words: Wording) -> str:
    label, values = fact.words(words)
    given = ", ".join("".join(spell(value, code, plain_part)) for value in values)
    return f"{plain(label)}: {given}"
