"""The API catalog: what APIs a site describes, and where, for programs (RFC 9727).

`navapi serve` also has the file at ``/.well-known/api-catalog``. Both places are one folder below
the root, so the same relative links lead from both.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_navapi.built_site.pages import API_CATALOG
from sphinx_navapi.formats.numbers import write_json
from sphinx_navapi.links.targets import url_for_programs
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.project.project_settings import url_of_build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

    from sphinx_navapi.openapi.document import OpenApiDocument
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site


def setup(app: Sphinx, site: Site) -> None:
    """Write the file at the end of a build."""
    app.connect("navapi-output-files", partial(_write, site))


def _write(site: Site, app: Sphinx, files: OutputFiles) -> None:
    base_url = url_of_build(app.config)
    pages: dict[str, list[Page]] = {}
    for page in site.plan.pages.values():
        name = _document_of(page)
        if name in site.plan.documents:
            pages.setdefault(name, []).append(page)

    shown = [
        [name, site.plan.documents[name].digest, [(p.docname, p.title, p.overview) for p in listed]]
        for name, listed in pages.items()
    ]
    # Made again only if it changes: the servers of documents need more than is loaded otherwise.
    parts = (base_url, app.builder.name, site.confvals.markdown_files, shown)
    files.make("api_catalog", parts, lambda _key: _put(site, app, files, pages))


def _put(site: Site, app: Sphinx, files: OutputFiles, pages: dict[str, list[Page]]) -> None:
    base_url = url_of_build(app.config)

    def link(file: str) -> str:
        return url_for_programs(API_CATALOG, file, base_url)

    def documentation(page: Page) -> Iterator[dict[str, str]]:
        url = link(app.builder.get_target_uri(page.docname))
        yield {"href": url, "type": "text/html", "title": page.title}
        if site.confvals.markdown_files:
            yield {"href": link(f"{quote(page.docname)}.md"), "type": "text/markdown"}

    contexts: list[dict[str, Any]] = []
    for name, listed in pages.items():
        # The overview says most of the whole; pages of tags are about parts of it.
        first = min(listed, key=lambda page: (page.overview is None, bool(page.tags)))
        url = link(app.builder.get_target_uri(first.docname))
        anchor = _address(site.plan.documents[name]) or url
        links = [each for page in listed for each in documentation(page)]
        contexts.append({"anchor": anchor, "service-doc": links})
    items = [{"href": anchor} for anchor in dict.fromkeys(each["anchor"] for each in contexts)]
    catalog = {"anchor": link(API_CATALOG), "item": items}
    text = write_json({"linkset": [catalog, *contexts]}, ensure_ascii=False, indent=1)
    files.put(API_CATALOG, f"{text}\n")


def _document_of(page: Page) -> str:
    if page.operation is not None:
        return page.operation.document
    return page.schema[0] if page.schema is not None else page.overview or ""


def _address(document: OpenApiDocument) -> str:
    """The first server that has one address."""
    # Here, since a build without changes reads no servers.
    from sphinx_navapi.openapi.server import read_servers

    urls = (server.url for server in read_servers(document, {}, {}))
    return next((url for url in urls if is_absolute(url) and "{" not in url), "")
