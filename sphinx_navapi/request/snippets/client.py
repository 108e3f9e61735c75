"""What a language of code samples is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sphinx_navapi.request.request import HttpRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """A language with a library for requests, and how a request is written in it.

    :ivar id: stands in ids and attributes of a page; the name of its module.
    :ivar label: what a reader sees on the tab.
    :ivar highlight: name of the Pygments lexer.
    :ivar library: what sends the request; empty where a language has one way only.
    :ivar language: id of the client for which this one may stand, with another library.
    :ivar aliases: other names, lower case, by which a configuration may ask for it.
    """

    id: str
    label: str
    highlight: str
    library: str = ""
    language: str = ""
    aliases: tuple[str, ...] = ()
    render: Callable[[HttpRequest], str]
