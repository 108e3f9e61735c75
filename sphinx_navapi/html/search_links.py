"""The titles that links show, in the search index of our theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.logging import suppress_logging

from sphinx_navapi.content.search_terms import SearchLink, SearchUnit

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def with_titles(app: Sphinx, docname: str, units: tuple[SearchUnit, ...]) -> tuple[SearchUnit, ...]:
    """The *units* of a page with the titles that its links show."""
    if not any(unit.links for unit in units):
        return units
    # What is missing is reported when the page is written.
    with suppress_logging():
        return tuple(
            unit.with_titles(lambda link: " ".join(_title(app, docname, link).split()))
            for unit in units
        )


def _title(app: Sphinx, docname: str, link: SearchLink) -> str:
    env = app.env
    if link.domain == "doc":
        # MyST's links to pages, and to headings in them.
        if link.target not in env.titles:
            return link.text
        _line, _id, heading = (
            env.metadata[link.target].get("myst_slugs", {}).get(link.anchor, (0, "", ""))
        )
        return heading or env.titles[link.target].astext()
    domain = env.get_domain("navapi" if link.domain == "navapi" else "std")
    kinds = {"any": ("doc", "ref"), "myst": ("ref",)}.get(link.kind, (link.kind,))
    for kind in kinds:
        node = pending_xref(
            "", refdomain=domain.name, reftype=kind, reftarget=link.target, refexplicit=False,
            refdoc=docname,
        )  # fmt: skip
        shown = nodes.inline("", link.text)
        found = domain.resolve_xref(env, docname, app.builder, kind, link.target, node, shown)
        if found is not None:
            return found.astext()
    return link.text
