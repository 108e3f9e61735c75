"""What is to be said of the texts of OpenAPI documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.formats.unsafe_markup import unsafe_markup_diagnostics
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.document_facts import Fact, document_facts


def markup_diagnostics(documents: Iterable[OpenApiDocument], cache: Path) -> list[Diagnostic]:
    """An info for each description of *documents* that loses markup when it is shown.

    :param cache: a file that keeps the answers; disposable.
    """
    facts = document_facts(documents, cache, _unsafe_markup, length=3)
    return [_diagnostic(*fact) for _document, fact in facts]


def _unsafe_markup(document: OpenApiDocument) -> Iterator[Fact]:
    for found in unsafe_markup_diagnostics(document.root, document.name, document.place):
        yield [found.message, found.place.file, found.place.line]


def _diagnostic(message: object, file: object, line: object) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.UNSAFE_MARKUP,
        level=Level.INFO,
        message=str(message),
        place=Place(file=str(file), line=line if isinstance(line, int) else None),
    )
