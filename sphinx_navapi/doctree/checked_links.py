"""Links for ``-b linkcheck``, each with the document and line that contain it.

Nodes from an OpenAPI document have no line, and the file of a generated page is a stub that nobody
wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.builders.linkcheck import CheckExternalLinksBuilder, Hyperlink
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.config.written_links import written_links
from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.messages import (
    SourceMessage,
    block_sources,
    description_sources,
    page_source,
)
from sphinx_navapi.doctree.nodes import ancestors, navapi_block, navapi_description
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.project.environment import env_site
from sphinx_navapi.project.sphinx_project import LocatedDocname

if TYPE_CHECKING:
    from sphinx_navapi.project.site import Site


class LocateLinks(SphinxPostTransform):
    """Sets the position in a document for links collected by linkcheck."""

    builders = ("linkcheck",)

    def run(self, **kwargs: Any) -> None:
        """Handle the links of this page that have no position in a file of the project."""
        site = env_site(self.env)
        if site is None or not isinstance(site.builder, CheckExternalLinksBuilder):
            return
        docname, links = self.env.docname, site.builder.hyperlinks
        if docname == self.config.root_doc:
            self._add_links_of_config(site, links)
        page = site.page(docname)
        generated = page is not None and page.generated
        collected = {uri: link for uri, link in links.items() if link.docname == docname}
        if not collected:
            return
        doctree = self.env.get_doctree(docname)
        texts = list(_texts(site, doctree))
        own = set() if generated else _own_links(doctree)
        unplaced = {uri: link for uri, link in collected.items() if uri not in own}
        for uri, link in unplaced.items():
            source = next((each for each in texts if uri in each.text), None)
            if source is None and page is not None and generated and page.document is not None:
                source = page_source(site, page.document, page.operation)
            if source is not None:
                line = _line_of(uri, source)
                links[uri] = link._replace(
                    docname=LocatedDocname(docname, source.file), lineno=line
                )

    def _add_links_of_config(self, site: Site, links: dict[str, Hyperlink]) -> None:
        """Add the external links of ``docs.json``, which are on every page, and in no text."""
        config = site.planned.inputs.config
        for uri, pointer in written_links(config.value, site.planned.navigation):
            if not is_external(uri):
                continue
            uri = self.env.events.emit_firstresult("linkcheck-process-uri", uri) or uri
            place = config.place(pointer)
            docname = LocatedDocname(self.env.docname, str(site.source_dir / place.file))
            path = self.env.doc2path(docname)
            links.setdefault(uri, Hyperlink(uri, docname, path, place.line or -1))


def _texts(site: Site, doctree: nodes.document) -> Iterator[SourceMessage]:
    """The texts of documents that a page shows, with their places."""
    for node in doctree.findall():
        if isinstance(node, navapi_description):
            yield from description_sources(site, node)
        elif isinstance(node, navapi_block):
            yield from block_sources(site, node)


def _own_links(doctree: nodes.document) -> set[str]:
    """Targets of the links written by the author of the page."""
    return {
        reference.get("refuri", "")
        for reference in find_nodes(doctree, nodes.reference)
        if not any(isinstance(each, navapi_description) for each in ancestors(reference))
    }


def _line_of(uri: str, source: SourceMessage) -> int:
    """The line of *uri*, at or after that of *source*; the latter if the file spells it
    differently.
    """
    path = Path(source.file)
    lines = _lines(path, path.stat().st_mtime_ns) if path.is_file() else ()
    following = range(source.line, len(lines) + 1)
    return next((line for line in following if uri in lines[line - 1]), source.line)


@lru_cache(maxsize=2)
def _lines(path: Path, changed: int) -> tuple[str, ...]:
    """The lines of a file with the modification time *changed*; cached, as large ones have many
    links.
    """
    return tuple(path.read_text("utf-8", "replace").splitlines())
