"""What is found out about whole OpenAPI documents, kept between builds.

Looking through every text of a large document takes a fifth of a second, and the answer
only changes with the document.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from sphinx_navapi.edition import edition
from sphinx_navapi.openapi.document import OpenApiDocument

#: A fact, of values that JSON has.
Fact = Sequence[Any]


def document_facts(
    documents: Iterable[OpenApiDocument],
    cache: Path,
    find: Callable[[OpenApiDocument], Iterable[Fact]],
    *,
    length: int,
) -> list[tuple[OpenApiDocument, Fact]]:
    """What *find* says of each of *documents*, asked only for those that are new.

    :param cache: a file that keeps the answers; disposable.
    :param length: values of each fact.
    """
    known = _read(cache, length)
    used: dict[str, list[Fact]] = {}
    found: list[tuple[OpenApiDocument, Fact]] = []
    for document in documents:
        key = f"{edition()} {document.name} {document.digest}"
        facts = known.get(key)
        if facts is None:
            facts = list(find(document))
        used[key] = facts
        found += [(document, fact) for fact in facts]
    if used != known:
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_text(json.dumps(used), "utf-8")
    return found


def _read(cache: Path, length: int) -> dict[str, list[Fact]]:
    try:
        value = json.loads(cache.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    shaped = isinstance(value, dict) and all(
        isinstance(facts, list)
        and all(isinstance(fact, list) and len(fact) == length for fact in facts)
        for facts in value.values()
    )
    return value if shaped else {}
