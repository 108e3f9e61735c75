"""Every kind of page has a document and a Markdown form."""

from __future__ import annotations

from sphinx_navapi.doctree.parser import CONTENT
from sphinx_navapi.html.markdown_pages import WRITERS
from sphinx_navapi.plan.site_plan import PageKind


def test_kinds_of_pages_are_complete() -> None:
    assert set(CONTENT) == set(WRITERS) == set(PageKind)
