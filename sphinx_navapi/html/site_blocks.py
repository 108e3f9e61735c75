"""Opaque nodes as HTML: one writer for each document, language and translation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sphinx_navapi.doctree.text_links import text_links
from sphinx_navapi.html.page_language import words_attribute
from sphinx_navapi.links.targets import relative_url, root_prefix
from sphinx_navapi.locale.interface import InterfaceWords, interface_wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.project.site import Site, Translate

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.builders import Builder

    from sphinx_navapi.content.html.blocks import BlockWriter

_Writer = TypeVar("_Writer")


class DocumentWriters(Generic[_Writer]):
    """The writers created by *make*, by document, translation and words.

    :param translator: returns the translation function of a page, by docname.
    :param make: takes content and pages of a document, and *translate* and *words* by name.
    """

    def __init__(
        self,
        site: Site,
        translator: Callable[[str], Translate | None],
        make: Callable[..., _Writer],
    ) -> None:
        self._site = site
        self._translator = translator
        self._make = make
        self._made: dict[tuple[str, Translate | None, InterfaceWords], _Writer] = {}

    def clear(self) -> None:
        """Drop all writers, with the HTML or Markdown that they keep."""
        self._made.clear()

    def find(self, document: str, docname: str) -> _Writer:
        """The writer of *document* for the page *docname*."""
        translate, words = self._translator(docname), self._site.words(docname)
        key = (document, translate, words)
        if key not in self._made:
            self._made[key] = self._make(
                self._site.content(document),
                self._site.page_names(document),
                translate=translate,
                words=interface_wording(words),
            )
        return self._made[key]


_HEADINGS = re.compile("(</?)h3>")


class SiteBlocks:
    """Writes the opaque nodes of one build."""

    def __init__(
        self, site: Site, builder: Builder, translator: Callable[[str], Translate | None]
    ) -> None:
        self._site = site
        self._builder = builder
        self._translator = translator
        self._writers = DocumentWriters(site, translator, self._make_writer)

    def release(self) -> None:
        """Drop the HTML of schemas; it is written again on demand."""
        self._writers.clear()

    def write(self, node: Element, docname: str, level: int) -> str:
        """The HTML of *node* on the page *docname*; empty if its operation or schema was removed.

        :param level: level of a heading at the position of the block.
        """
        name = node["document"]
        if self._site.document(name) is None:
            return ""
        writer = self._writers.find(name, docname)
        uri = self._builder.get_target_uri(docname)
        options: dict[str, Any] = {
            "prefix": node["prefix"],
            "docname": docname,
            "root": root_prefix(uri),
            "directory": node["directory"],
        }
        if node["kind"] == "schema":
            # A directive has a target with the id of its schema.
            has_id = f"{node['prefix']}schema" in node["ids"]
            named = not node.get("titled")
            html = writer.schema_block(
                node["pointer"], level=level, has_id=has_id, named=named, **options
            )
            html = _at_level(html, level)
            words = words_attribute(self._site.words(docname))
            return f"<div{words}{html.removeprefix('<div')}" if words else html
        key = OperationKey(document=name, method=node["method"], path=node["path"])
        operation = self._site.operation(docname, key)
        return (
            _at_level(writer.block(node["kind"], operation, **options), level) if operation else ""
        )

    def base(self, key: OperationKey, docname: str) -> str:
        """The base URL of *key*: see `OperationTree.base`."""
        if self._site.document(key.document) is None:
            return ""
        operation = self._site.operation(docname, key)
        return operation.base if operation else ""

    def statuses(self, key: OperationKey, docname: str) -> list[str]:
        """The statuses of the responses of *key*; none of a channel operation."""
        view = self._site.page_view(docname, key) if self._site.document(key.document) else None
        return [] if view is None or view.channel else [each.status for each in view.responses]

    def run(self, node: Element, docname: str) -> str:
        """The form of a step of a workflow, as it is on the page of its operation; without a step,
        what runs all of them, if they have any forms.
        """
        if "step" in node and "operation" not in node:
            return f'<div data-step="{node["step"]}"></div>\n'
        if "step" in node:
            document, method, path = node["operation"]
            key = OperationKey(document=document, method=method, path=path)
            own = self._site.find_operation_page(key)
            can_send = own is not None and self._site.playground(own).display == "interactive"
            return self.playground(key, docname, step=node["step"]) if can_send else ""
        description = self._site.document(node["document"])
        if description is None:
            return ""
        from sphinx_navapi.html.workflow_run import run_html

        uri = self._builder.get_target_uri(docname)

        def href(target: str) -> str:
            return relative_url(uri, self._builder.get_target_uri(target))

        words = self._site.words(docname)
        return run_html(self._site, description, node["workflow"], words, href)

    def playground(self, key: OperationKey, docname: str, *, step: int | None = None) -> str:
        """The element of the playground for *key* on the page *docname*, if enabled.

        :param step: of a workflow: its operation is on a page of its own.
        """
        if self._site.document(key.document) is None:
            return ""
        own = docname if step is None else self._site.find_operation_page(key)
        if own is None:
            return ""
        view, operation = self._site.page_view(own, key), self._site.operation(own, key)
        if view is None or operation is None:
            return ""
        from sphinx_navapi.html.playground import playground_html
        from sphinx_navapi.request.playground_body import Texts

        uri = self._builder.get_target_uri(docname)
        words, translate = self._site.words(docname), self._translator(docname)

        def href(target: OperationKey) -> str | None:
            docname = self._site.find_operation_page(target)
            return (
                None
                if docname is None
                else relative_url(uri, self._builder.get_target_uri(docname))
            )

        return playground_html(
            view,
            self._site.examples(key.document),
            self._site.playground(own),
            fill=self._site.fill,
            operation_href=href,
            root=root_prefix(uri),
            catalog=words.catalog,
            values=operation.sample_values,
            step=step,
            texts=Texts(translate=translate or str, words=interface_wording(words)),
        )

    def _text_uri(self, href: str, docname: str) -> str | None:
        links = text_links(self._builder.env)
        return links.uri(href, docname) if links is not None else None

    def _make_writer(self, *content: Any, **words: Any) -> BlockWriter:
        # Imported here, since builds that write no page do not need it.
        from sphinx_navapi.content.html.blocks import BlockWriter

        return BlockWriter(
            *content,
            **words,
            target_uri=self._builder.get_target_uri,
            text_uri=self._text_uri,
            clients=self._site.clients,
            expanded=self._site.expanded,
        )


def _at_level(html: str, level: int) -> str:
    """*html* with its headings, which are of level 3 as on operation pages, at *level*."""
    return html if level == 3 else _HEADINGS.sub(rf"\1h{level}>", html)
