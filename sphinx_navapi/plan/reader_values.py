"""Which documents' forms have the values that readers enter."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.config.reader_values import ReaderValue, reader_values
from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.lenient import as_list, as_mapping, below
from sphinx_navapi.openapi.document import OpenApiDocument

#: What the form asks for, by the type of a security scheme. Basic credentials are two values.
_CREDENTIALS: Final = {"apiKey": "key", "oauth2": "token", "openIdConnect": "token"}


_TEMPLATE: Final = re.compile(r"\{([^{}/]+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundValue:
    """A value with the documents whose forms have it.

    :ivar credential: what the form has under the scheme: ``key`` or ``token``; ``""``: nothing.
    """

    value: ReaderValue
    documents: tuple[str, ...]
    credential: str = ""


def bind_values(
    settings: Mapping[str, Any],
    documents: Mapping[str, OpenApiDocument],
    named: Callable[[str], Collection[str]],
) -> list[BoundValue]:
    """The values of a site, in the order of its configuration.

    A secret or a server is of one document: the reader enters it for that API.

    :param documents: by name, in the order of the site.
    :param named: the names of the documents that an author refers to.
    """
    bound = []
    for value in reader_values(settings):
        known = named(value.document) if value.document else documents
        names = [name for name in documents if name in known]
        credential = ""
        if value.scheme:
            names = [name for name in names if _credential(documents[name], value.scheme)][:1]
            credential = _credential(documents[names[0]], value.scheme) if names else ""
        elif value.is_server:
            names = names[:1]
        bound.append(BoundValue(value=value, documents=tuple(names), credential=credential))
    return bound


def find_unbound(
    values: list[BoundValue], documents: Mapping[str, OpenApiDocument], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One warning per document or scheme that does not exist."""
    for bound in values:
        value = bound.value
        if bound.documents or not (value.document or value.scheme):
            continue
        key, wanted = ("scheme", value.scheme) if value.scheme else ("document", value.document)
        known = list(documents)
        if key == "scheme":
            known = [name for each in documents.values() for name in _schemes(each)]
        near = nearest_word(wanted, known)
        meant = f"did you mean {near}?" if near else f"known: {', '.join(known) or 'none'}"
        if key == "scheme" and wanted in known:
            meant = "use one with an API key or a token, of that document"
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f"values.{value.name}: the {key} {show(wanted)} is not usable, so no form has"
            f" the value: {meant}",
            place=config.place(f"{below('/values', value.name)}/{key}"),
        )


def find_repeated_values(values: list[BoundValue], config: SiteConfig) -> Iterator[Diagnostic]:
    """One warning per value without a name, and per value that stands for the same as another."""
    placeholders: dict[str, str] = {}
    credentials: dict[tuple[str, ...], str] = {}
    for bound in values:
        value = bound.value
        pointer = below("/values", value.name)
        if not value.name.strip():
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message="values: a value has no name: write one as its key",
                place=config.key_place(pointer),
            )
        first = placeholders.setdefault(value.placeholder, value.name)
        if first != value.name:
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"values.{value.name}: the placeholder {show(value.placeholder)} is also"
                f" that of {show(first)}, so pages show only one of them: set another"
                ' "placeholder"',
                place=config.place(pointer),
            )
        if bound.credential:
            first = credentials.setdefault((*bound.documents, value.scheme), value.name)
            if first != value.name:
                yield Diagnostic(
                    subtype=Subtype.CONFIG,
                    message=f"values.{value.name}: the scheme {show(value.scheme)} is also that of"
                    f" {show(first)}, so both are the same value: keep one of them",
                    place=config.place(f"{pointer}/scheme"),
                )


def find_unknown_parameters(
    values: list[BoundValue],
    documents: Mapping[str, OpenApiDocument],
    config: SiteConfig,
    *,
    has_others: bool,
) -> Iterator[Diagnostic]:
    """One warning per ``parameter`` that no form has.

    :param has_others: whether pages describe operations themselves, whose parameters only the
        forms of values without a document have.
    """
    written = as_mapping(config.value.get("values"))
    for bound in values:
        value = bound.value
        is_written = as_mapping(written.get(value.name)).get("parameter") == value.parameter
        is_other = value.scheme or value.is_server or (has_others and not value.document)
        if not is_written or is_other or not bound.documents:
            continue
        names = {name for each in bound.documents for name in _parameters(documents[each])}
        if _plain(value.parameter) in map(_plain, names):
            continue
        near = nearest_word(value.parameter, sorted(names))
        meant = f"did you mean {near}?" if near else "use the name of one in an operation"
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f"values.{value.name}: no operation has the parameter"
            f" {show(value.parameter)}, so no form has the value: {meant}",
            place=config.place(below("/values", value.name, "parameter")),
        )


def _plain(name: str) -> str:
    """As the script of the panel compares names."""
    return "".join(filter(str.isalnum, name.lower()))


def _parameters(document: OpenApiDocument) -> Iterator[str]:
    """The names of parameters and server variables."""
    owners = dict.fromkeys(
        pointer for each in document.operations for pointer in (each.path_pointer, each.pointer)
    )
    for owner in ("", *owners):
        value = as_mapping(document.at(owner))
        for server in as_list(value.get("servers")):
            yield from as_mapping(as_mapping(server).get("variables"))
        for index in range(len(as_list(value.get("parameters")))):
            parameter = document.resolve(below(owner, "parameters", index)).value
            yield str(as_mapping(parameter).get("name"))
    for each in document.operations:
        yield from _TEMPLATE.findall(each.key.path)


def _schemes(document: OpenApiDocument) -> Mapping[str, Any]:
    return as_mapping(document.at("/components/securitySchemes"))


def _credential(document: OpenApiDocument, name: str) -> str:
    """What the form asks for under the scheme *name*; ``""`` if there is no such scheme."""
    scheme = as_mapping(_schemes(document).get(name))
    if scheme.get("type") == "http":
        return "" if str(scheme.get("scheme")).lower() == "basic" else "token"
    return _CREDENTIALS.get(str(scheme.get("type")), "")
