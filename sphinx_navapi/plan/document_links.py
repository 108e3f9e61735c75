"""Links in the texts of OpenAPI documents that do not lead to a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype, one_line
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.plan.document_facts import TextFact


def unresolved_links(
    facts: Iterable[TextFact], find: Callable[[str], PageTarget | str | None]
) -> list[Diagnostic]:
    """An info for each link of *facts* that does not lead to a page.

    :param find: returns the target of an address.
    """
    return [
        Diagnostic(
            subtype=Subtype.UNRESOLVED_LINK,
            level=Level.INFO,
            message=one_line(
                f"{fact.document}: the text at {fact.pointer} links to {fact.link!r}, where there"
                " is no page; the link is unchanged: use the path of a page, from the root with"
                " '/' or relative to the page that shows the text"
            ),
            place=Place(file=fact.file, line=fact.line),
        )
        for fact in facts
        if fact.link is not None and find(fact.link) is None
    ]
