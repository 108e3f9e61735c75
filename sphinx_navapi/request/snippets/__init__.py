"""Code samples: an `HttpRequest` as a program in each of several languages.

A module for each has a plain function from the request to text without a trailing line break. It is
the only definition of a sample: `tools/translator` translates it for the playground, which writes
the same characters in the browser. A sample, when run, sends exactly the method, URL, fields and
body of its request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import (
    csharp,
    curl,
    go,
    java,
    javascript,
    php,
    powershell,
    python,
    ruby,
)


@dataclass(frozen=True, slots=True)
class Client:
    """A language with a library for requests.

    :ivar id: used in ids and attributes of a page.
    :ivar label: the label of the tab.
    :ivar highlight: name of the Pygments lexer.
    :ivar library: the library that sends the request; empty if there is no choice.
    :ivar language: id of the client that this one may replace, with another library.
    :ivar aliases: other names for the configuration, lower case.
    """

    id: str
    label: str
    highlight: str
    render: Callable[[HttpRequest], str]
    library: str = ""
    language: str = ""
    aliases: tuple[str, ...] = ()


_BASH = ("bash", "shell", "sh", "zsh", "console")
_NODE = ("js", "node", "nodejs", "node.js", "fetch")

#: The languages, in display order.
CLIENTS: tuple[Client, ...] = (
    Client("curl", "cURL", "bash", curl.render, aliases=_BASH),
    Client(
        "python", "Python", "python", python.render, "requests",
        aliases=("py", "python3", "requests"),
    ),
    Client("javascript", "JavaScript", "javascript", javascript.render, "fetch", aliases=_NODE),
    Client(
        "typescript", "TypeScript", "typescript", javascript.render_typescript, "fetch",
        aliases=("ts",),
    ),
    Client("go", "Go", "go", go.render, aliases=("golang",)),
    Client("java", "Java", "java", java.render),
    Client("php", "PHP", "php", php.render, aliases=("php7", "php8")),
    Client("ruby", "Ruby", "ruby", ruby.render, aliases=("rb",)),
    Client("csharp", "C#", "csharp", csharp.render, aliases=("c#", "cs", "dotnet", ".net")),
    Client(
        "powershell", "PowerShell", "powershell", powershell.render,
        aliases=("ps", "ps1", "pwsh", "posh"),
    ),
)  # fmt: skip

#: The samples that Markdown files contain; the others say the same.
MARKDOWN_CLIENTS = CLIENTS[:1]

#: Languages with another library.
VARIANTS: tuple[Client, ...] = (
    Client("httpx", "Python", "python", python.render_httpx, "httpx", "python"),
    Client("axios", "JavaScript", "javascript", javascript.render_axios, "axios", "javascript"),
    Client(
        "axios_typescript", "TypeScript", "typescript", javascript.render_axios_typescript,
        "axios", "typescript",
    ),
)  # fmt: skip

_BY_NAME = {name: client for client in CLIENTS for name in (client.id, *client.aliases)}


def client_for(name: str) -> Client | None:
    """The client with that id or alias, ignoring case, or ``None``."""
    return _BY_NAME.get(name.strip().lower())


def clients_for(names: Iterable[str]) -> tuple[Client, ...]:
    """The clients *names* in order, each once; unknown names are skipped."""
    clients = (client_for(name) for name in names)
    return tuple(dict.fromkeys(client for client in clients if client is not None))


def with_libraries(clients: Iterable[Client], libraries: Mapping[str, str]) -> tuple[Client, ...]:
    """*clients* in order, each with the library chosen for its language.

    :param libraries: id of a language to the name of a library; unknown ones are ignored.
    """
    known = {(client.language, client.library): client for client in VARIANTS}
    return tuple(known.get((one.id, libraries.get(one.id, "")), one) for one in clients)
