"""Servers in Markdown."""

from __future__ import annotations

from collections.abc import Callable

from sphinx_navapi.content.markdown.text import code, plain
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.view import ServerVariableView, ServerView


def write_server(server: ServerView, words: Wording, inline: Callable[[str | None], str]) -> str:
    """A list item of *server*: its URL, name and description, below it its variables.

    :param inline: a text of the document in one line, translated.
    """
    name = f" ({plain(server.name)})" if server.name else ""
    lines = [f"- {code(server.url)}{name}{_after(inline(server.description))}"]
    lines += [f"  - {_variable(each, words, inline)}" for each in server.variables]
    return "\n".join(lines)


def _variable(
    variable: ServerVariableView, words: Wording, inline: Callable[[str | None], str]
) -> str:
    facts = [f"{words.default}: {code(variable.default)}"]
    if variable.enum:
        facts.append(f"{words.allowed}: {', '.join(map(code, variable.enum))}")
    return f"{code(variable.name)} ({'; '.join(facts)}){_after(inline(variable.description))}"


def _after(text: str) -> str:
    return f": {text}" if text else ""
