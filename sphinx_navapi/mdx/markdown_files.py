"""Markdown files in another dialect than they are read in.

The project decides how they are read: by a setting, or by what ``conf.py`` loads. If it is not the
setting, and a page shows markup of the other dialect, this is reported once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from docutils.parsers.rst.languages import en
from sphinx.domains.std import StandardDomain
from sphinx.util.docutils import is_directive_registered, is_role_registered

from sphinx_navapi.config.confvals import HOSTED, MYST, myst_names
from sphinx_navapi.diagnostics import COUNT, Cause, Diagnostic, Place, Subtype
from sphinx_navapi.project.environment import env_site
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site

_POSSIBLE = re.compile(r"^[ \t]*<[A-Z]", re.MULTILINE)


def report_other_dialect(app: Sphinx, docname: str, source: list[str]) -> None:
    """``source-read``: report a Markdown file that seems to be in the other dialect, unless the
    project has set it.
    """
    site = env_site(app.env)
    page = site.page(docname) if site is not None else None
    if site is None or page is None or not is_undecided(site, page):
        return
    is_hosted = site.is_hosted(page)
    markup = next(myst_places(source[0]), None) if is_hosted else first_component(source[0])
    if markup is None:
        return
    name, (line, column) = markup
    if is_hosted:
        what, reader = "directives or roles of MyST", "as MDX: "
        other, here = MYST, HOSTED
    else:
        what, reader = "components", "by MyST: "
        other, here = HOSTED, MYST
    advice = f'set navapi_markdown to "{other}" to change this, or to "{here}" to keep it'
    why = f"as text, because Markdown files are read {reader}{advice}"
    diagnostic = Diagnostic(
        subtype=Subtype.MARKDOWN_DIALECT,
        message=f"{name} is shown {why}",
        place=Place(file=page.file, line=line, column=column),
        cause=Cause(
            key="dialect",
            summary=f"{COUNT} pages have {what}, which are shown {why}",
            example=f"; for example {name}",
            many=2,
        ),
    )
    report_diagnostics([diagnostic], Path(app.srcdir))


def is_undecided(site: Site, page: Page) -> bool:
    """Whether the project has not set how *page* is read, and the reader depends on it."""
    if site.confvals.markdown is not None or not page.file.endswith(".md"):
        return False
    return bool(page.trail) or site.is_hosted(page)


def first_component(text: str) -> tuple[str, tuple[int, int]] | None:
    """The first component at the beginning of a line of *text*, outside of code.

    With its line and column, from 1.
    """
    if not _POSSIBLE.search(text):
        return None
    from sphinx_navapi.doctree.components import find_component
    from sphinx_navapi.mdx.constructs import Tag, front_matter_end, read_constructs

    start = front_matter_end(text)
    body = text[start:]
    for construct in read_constructs(body):
        begin = body.rfind("\n", 0, construct.start) + 1
        if (
            isinstance(construct, Tag)
            and not construct.closing
            and not body[begin : construct.start].strip()
            and find_component(construct.name) is not None
        ):
            line = text.count("\n", 0, start + construct.start) + 1
            return f"<{construct.name}>", (line, construct.start - begin + 1)
    return None


def reported_places(site: Site | None, docname: str, text: str) -> frozenset[tuple[int, int]]:
    """Lines and columns of MyST's markup in *text*, for which the report of the dialect stands."""
    page = site.page(docname) if site is not None else None
    if site is None or page is None or not (is_undecided(site, page) and site.is_hosted(page)):
        return frozenset()
    return frozenset(place for _name, place in myst_places(text))


def myst_places(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The directives and roles of MyST in *text* that exist, with their lines and columns."""
    for name, place in myst_names(text):
        known = name in en.directives or name in en.roles or name in StandardDomain.roles
        if known or ":" in name or is_directive_registered(name) or is_role_registered(name):
            yield f"{{{name}}}", place
