"""Definition of a language of code samples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sphinx_navapi.request.request import HttpRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A language with a library for requests.

    :ivar id: used in ids and attributes of a page; the name of its module.
    :ivar label: the label of the tab.
    :ivar highlight: name of the Pygments lexer.
    :ivar library: the library that sends the request; empty if there is no choice.
    :ivar language: id of the client that this one may replace, with another library.
    :ivar aliases: other names for the configuration, lower case.
    """

    id: str
    label: str
    highlight: str
    library: str = ""
    language: str = ""
    aliases: tuple[str, ...] = ()
    render: Callable[[HttpRequest], str]
