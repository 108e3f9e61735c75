"""Code samples: an `HttpRequest` as a program in ten languages.

One file per client, each a plain function from the request to text without a line
break at its end. It is the only definition of a sample: the module `script` translates
it for the playground, which writes the same characters in the browser.
A sample, run, sends exactly the method, URL, fields and body of its request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
    typescript,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A language, and how a request is written in it.

    :ivar id: stands in ids and attributes of a page.
    :ivar label: what a reader sees on the tab.
    :ivar highlight: name of the Pygments lexer.
    :ivar aliases: other names, lower case, by which a configuration may ask for it.
    """

    id: str
    label: str
    highlight: str
    aliases: tuple[str, ...]
    render: Callable[[HttpRequest], str]


#: In the order in which a page shows them.
CLIENTS: tuple[Client, ...] = (
    Client(
        id="curl", label="cURL", highlight="bash",
        aliases=("bash", "shell", "sh", "zsh", "console"), render=curl.render,
    ),
    Client(
        id="python", label="Python", highlight="python",
        aliases=("py", "python3", "requests"), render=python.render,
    ),
    Client(
        id="javascript", label="JavaScript", highlight="javascript",
        aliases=("js", "node", "nodejs", "node.js", "fetch"), render=javascript.render,
    ),
    Client(
        id="typescript", label="TypeScript", highlight="typescript",
        aliases=("ts",), render=typescript.render,
    ),
    Client(id="go", label="Go", highlight="go", aliases=("golang",), render=go.render),
    Client(id="java", label="Java", highlight="java", aliases=(), render=java.render),
    Client(id="php", label="PHP", highlight="php", aliases=("php7", "php8"), render=php.render),
    Client(id="ruby", label="Ruby", highlight="ruby", aliases=("rb",), render=ruby.render),
    Client(
        id="csharp", label="C#", highlight="csharp",
        aliases=("c#", "cs", "dotnet", ".net"), render=csharp.render,
    ),
    Client(
        id="powershell", label="PowerShell", highlight="powershell",
        aliases=("ps", "ps1", "pwsh", "posh"), render=powershell.render,
    ),
)  # fmt: skip

_BY_NAME = {name: client for client in CLIENTS for name in (client.id, *client.aliases)}


def client_for(name: str) -> Client | None:
    """The client of that id or alias, in any case, or ``None``."""
    return _BY_NAME.get(name.strip().lower())


def clients_for(names: Iterable[str]) -> tuple[Client, ...]:
    """The clients of *names* in their order, each once; unknown names are left out."""
    found = (client_for(name) for name in names)
    return tuple(dict.fromkeys(client for client in found if client is not None))
