"""What is to be said of the texts of a document, kept between builds.

Looking through every description takes a fifth of a second for a large document,
and the answer only changes with the document.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.edition import edition
from sphinx_navapi.formats.unsafe_markup import unsafe_markup_diagnostics
from sphinx_navapi.openapi.document import OpenApiDocument


def markup_diagnostics(documents: Iterable[OpenApiDocument], cache: Path) -> list[Diagnostic]:
    """An info for each description of *documents* that loses markup when it is shown.

    :param cache: a file that keeps the answers; disposable.
    """
    known = _read(cache)
    used: dict[str, list[list[object]]] = {}
    found: list[Diagnostic] = []
    for document in documents:
        key = f"{edition()} {document.name} {document.digest}"
        stored = known.get(key)
        if stored is None:
            fresh = unsafe_markup_diagnostics(document.root, document.name, document.place)
            stored = [[d.message, d.place.file, d.place.line] for d in fresh]
        used[key] = stored
        found += [_diagnostic(*entry) for entry in stored]
    if used != known:
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_text(json.dumps(used), "utf-8")
    return found


def _diagnostic(message: object, file: object, line: object) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.UNSAFE_MARKUP,
        level=Level.INFO,
        message=str(message),
        place=Place(file=str(file), line=line if isinstance(line, int) else None),
    )


def _read(cache: Path) -> dict[str, list[list[object]]]:
    try:
        value = json.loads(cache.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    shaped = isinstance(value, dict) and all(
        isinstance(entries, list)
        and all(isinstance(entry, list) and len(entry) == 3 for entry in entries)
        for entries in value.values()
    )
    return value if shaped else {}
