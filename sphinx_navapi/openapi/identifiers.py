"""Base URIs of documents and schemas, and references relative to them.

A document has its URI in ``$self`` (OpenAPI 3.2), a schema in ``$id`` (JSON Schema 2020-12).
References are relative to the innermost of them. Nothing is fetched: a URI is resolved to a file or
schema that declares it, or to a file beside the one that refers to it.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from typing import Any
from urllib.parse import urljoin, urlsplit

#: Suffixes of files whose URIs have none.
SUFFIXES = (".yaml", ".json", ".yml")


def own_uri(value: Any) -> str:
    """The URI that the document *value* declares, without a fragment, or ``""``."""
    own = value.get("$self") if isinstance(value, dict) else None
    return own.partition("#")[0] if isinstance(own, str) else ""


def inner_base(base: str, schema: Any) -> str:
    """The base below *schema*, which is *base* if it has no ``$id`` of its own."""
    identifier = schema.get("$id") if isinstance(schema, dict) else None
    if not isinstance(identifier, str) or identifier.startswith("#"):
        return base
    return absolute(base, identifier)


def absolute(base: str, location: str) -> str:
    """*location* relative to *base*, without a fragment; unchanged if that is not possible."""
    try:
        return urljoin(base, location).partition("#")[0]
    except ValueError:
        return location


def beside(location: str, own: str) -> str | None:
    """The absolute URI *location* as a path relative to the file with the URI *own*.

    ``None`` if they have nothing in common.
    """
    try:
        there, here = urlsplit(location), urlsplit(own)
    except ValueError:
        return None
    if not here.path.startswith("/") or (there.scheme, there.netloc) != (here.scheme, here.netloc):
        return None
    return posixpath.relpath(there.path or "/", posixpath.dirname(here.path))


def with_suffixes(location: str) -> Iterable[str]:
    """*location* with the suffixes that a file may have if its URI has none."""
    if posixpath.splitext(location)[1] in SUFFIXES:
        return ()
    return (f"{location}{suffix}" for suffix in SUFFIXES)
