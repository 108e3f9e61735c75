"""Diagnostics about the texts of OpenAPI documents."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.plan.document_facts import TextFact


def markup_diagnostics(facts: Iterable[TextFact]) -> list[Diagnostic]:
    """An info for each text whose markup is partly removed for display."""
    return [
        Diagnostic(
            subtype=Subtype.UNSAFE_MARKUP,
            level=Level.INFO,
            message=(
                f"{fact.document}: the description at {fact.pointer} contains markup that could"
                f" run code; it was removed: {', '.join(fact.unsafe)}. Write it in backticks to"
                " show it as text"
            ),
            place=Place(file=fact.file, line=fact.line),
        )
        for fact in facts
        if fact.unsafe
    ]
