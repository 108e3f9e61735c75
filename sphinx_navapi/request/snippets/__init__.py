"""Code samples: an `HttpRequest` as a program in each of several languages.

One file for each, with a plain function from the request to text without a trailing line break, and
a ``CLIENT`` with its names. It is the only definition of a sample: `tools/translator`
translates it for the playground, which writes the same characters in the browser. A sample, when
run, sends exactly the method, URL, fields and body of its request.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module

from sphinx_navapi.request.snippets.client import Client

__all__ = [
    "CLIENTS",
    "LANGUAGES",
    "LIBRARIES",
    "MARKDOWN_CLIENTS",
    "VARIANTS",
    "Client",
    "client_for",
    "clients_for",
    "with_libraries",
]

#: Modules with a ``CLIENT``, in display order. A module comes after those it uses.
LANGUAGES = (
    "curl", "python", "javascript", "typescript", "go", "java", "php", "ruby", "csharp",
    "powershell",
)  # fmt: skip

#: Modules with a ``CLIENT`` for one of the languages with an alternative library.
LIBRARIES = ("httpx", "axios", "axios_typescript")

CLIENTS: tuple[Client, ...] = tuple(
    import_module(f"{__name__}.{name}").CLIENT for name in LANGUAGES
)
#: The samples that Markdown files contain; the others say the same.
MARKDOWN_CLIENTS = CLIENTS[:1]
VARIANTS: tuple[Client, ...] = tuple(
    import_module(f"{__name__}.{name}").CLIENT for name in LIBRARIES
)

_BY_NAME = {name: client for client in CLIENTS for name in (client.id, *client.aliases)}


def client_for(name: str) -> Client | None:
    """The client with that id or alias, ignoring case, or ``None``."""
    return _BY_NAME.get(name.strip().lower())


def clients_for(names: Iterable[str]) -> tuple[Client, ...]:
    """The clients *names* in order, each once; unknown names are skipped."""
    found = (client_for(name) for name in names)
    return tuple(dict.fromkeys(client for client in found if client is not None))


def with_libraries(clients: Iterable[Client], libraries: Mapping[str, str]) -> tuple[Client, ...]:
    """*clients* in order, each with the library chosen for its language.

    :param libraries: id of a language to the name of a library; unknown ones are ignored.
    """
    known = {(client.language, client.library): client for client in VARIANTS}
    return tuple(known.get((one.id, libraries.get(one.id, "")), one) for one in clients)
