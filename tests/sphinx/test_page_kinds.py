"""A kind of page is a module and a registration: here a trial kind, with pages of servers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

import pytest
from docutils import nodes
from plan_sites import ZOO, plan

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.html.markdown_pages import MarkdownPages
from sphinx_navapi.plan.explain import explain_navigation, explain_reference
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.kinds.registered import KINDS
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import Page, PageKind

if TYPE_CHECKING:
    from sphinx_navapi.project.site import Site


@dataclass(frozen=True, slots=True, kw_only=True)
class ServersPage(PlannedPage):
    document: str

    def page(self, sources: PageSources) -> Page:
        digest = sources.documents[self.document].digest
        return Page(
            docname=self.docname,
            title="Servers",
            kind=SERVERS,
            generated=True,
            shows={"document": self.document},
            fingerprint=digest_of([digest]),
        )


def page_of(bound: BoundDocument) -> ServersPage:
    return ServersPage(docname=f"{bound.directory}/servers", document=bound.name)


def _urls(site: Site, page: Page) -> list[str]:
    document = site.document(str(page.subject["document"]))
    assert document is not None
    return [server["url"] for server in document.root["servers"]]


def fill(document: nodes.document, page: Page, site: Site, env: Any) -> None:
    section = nodes.section("", nodes.title("", page.title), ids=["servers"])
    section += [nodes.paragraph("", f"Base address: {url}") for url in _urls(site, page)]
    document += section


def write(pages: MarkdownPages, page: Page) -> str:
    return "\n".join([f"# {page.title}", "", *_urls(pages.site, page), ""])


SERVERS = PageKind(
    name="servers",
    content=f"{__name__}:fill",
    markdown=f"{__name__}:write",
    shown="It lists the servers of {document}.",
    counted=("list of servers", "lists of servers"),
    caption="Servers",
    search_label="host",
)


@pytest.fixture
def trial() -> Iterator[None]:
    """The trial kind among the others."""
    KINDS[SERVERS] = page_of
    yield
    del KINDS[SERVERS]


def test_kinds_name_functions_that_exist() -> None:
    for kind in KINDS:
        assert callable(resolve_name(kind.content))
        assert not kind.markdown or callable(resolve_name(kind.markdown))


@pytest.mark.usefixtures("trial")
def test_a_new_kind_has_pages_markdown_search_and_navigation(small, api) -> None:
    api["servers"] = [{"url": "https://api.example/quokka"}]
    small.write({"api.json": api})
    built, name = small.build(html_theme="navapi"), "api-reference/servers"
    assert built.warnings == []
    assert "Base address: https://api.example/quokka" in built.text(f"{name}.html")
    assert built.text(f"{name}.md") == "# Servers\n\nhttps://api.example/quokka\n"
    site = built.site()
    assert site["pages"][name]["kind"] == "servers"
    assert site["pages"][name]["breadcrumbs"][-1] == "Servers"
    group = {"group": "Servers", "pages": [name], "first_page": name}
    assert group in site["navigation"]["tabs"][1]["groups"]
    assert "<a href=../servers.html>Servers</a>" in built.text(
        "api-reference/users/list-users.html"
    )
    words = "".join(path.read_text() for path in built.out.glob("_navapi/search/*/words-*.js"))
    assert '"quokka"' in words
    assert '"host"' in "".join(p.read_text() for p in built.out.glob("_navapi/search/*/*.js"))
    assert ", 1 list of servers" in built.status
    # If its document changes, it is read again.
    small.write({"api.json": {**api, "servers": [{"url": "https://numbat.example"}]}})
    assert name in (again := small.build(html_theme="navapi")).read
    assert "numbat" in again.text(f"{name}.md")


@pytest.mark.usefixtures("trial")
def test_a_new_kind_is_explained(tmp_path) -> None:
    navigation = {"groups": [{"group": "API", "openapi": "api.json"}]}
    planned = plan(tmp_path, navigation, {"api.json": ZOO})
    answer = explain_reference(planned, "api-reference/servers")
    assert answer.has_page
    assert "  It lists the servers of api.json." in answer.lines
    assert any("api-reference/servers  Servers" in line for line in explain_navigation(planned))
