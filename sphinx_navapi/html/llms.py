"""``llms.txt``: the site as a list of links to its Markdown (llmstxt.org)."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.links.urls import url_for_programs
from sphinx_navapi.plan.site_plan import (
    ExternalLink,
    Page,
    ResolvedElement,
    SitePlan,
)

FILE = "llms.txt"

#: Characters of the text of an entry.
_LONGEST = 200


def llms_text(plan: SitePlan, markdown: frozenset[str], base_url: str = "") -> str:
    """The text of ``llms.txt``: one section for each list of pages in reading order.

    :param markdown: docnames of pages with a ``.md`` file.
    :param base_url: of the site, ``""`` if unknown.
    """
    name = plan.settings.get("name")
    lines = [f"# {_line(name) if isinstance(name, str) else 'Documentation'}"]
    description = plan.settings.get("description")
    if isinstance(description, str) and description.strip():
        lines += ["", f"> {_line(description)}"]
    for heading, docnames in llms_sections(plan, markdown):
        entries = [_entry(plan.pages[docname], base_url) for docname in docnames]
        lines += ["", f"## {heading}", "", *entries]
    return "\n".join(lines) + "\n"


def llms_sections(plan: SitePlan, markdown: frozenset[str]) -> Iterator[tuple[str, list[str]]]:
    """Headings and docnames, each page once: the lists of the navigation, then other pages."""
    seen: set[str] = set()
    for heading, docnames in _sections(plan.navigation, ()):
        listed = [
            docname
            for docname in dict.fromkeys(docnames)
            if docname in markdown and docname in plan.pages and docname not in seen
        ]
        seen.update(docnames)
        if listed:
            yield heading or "Pages", listed
    unlisted = markdown - seen
    rest = [name for name in plan.pages if name in unlisted]
    if rest:
        yield "Optional", rest


def _sections(element: ResolvedElement, labels: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    if element.kind is not ElementKind.ROOT:
        labels = (*labels, element.label)
    pages = [entry for entry in element.content.get("pages", ()) if isinstance(entry, str)]
    if element.root:
        pages.insert(0, element.root)
    if pages:
        yield " › ".join(_line(label) for label in labels if label), pages
    for entries in element.content.values():
        for entry in entries:
            if not isinstance(entry, str | ExternalLink):
                yield from _sections(entry, labels)


def _entry(page: Page, base_url: str) -> str:
    title = _line(page.title).replace("[", "\\[").replace("]", "\\]")
    url = url_for_programs(FILE, f"{quote(page.docname)}.md", base_url)
    entry = f"- [{title}]({url})"
    # Links and HTML of other texts do not belong in a list; the rest would not be shown.
    note = plain_text((page.description or "")[: _LONGEST * 5])
    if page.operation is not None:
        call = f"`{page.operation}`"
        note = f"{call} {note}".strip()
    return f"{entry}: {_shorten(note)}" if note else entry


def _line(text: str) -> str:
    return " ".join(text.split())


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
