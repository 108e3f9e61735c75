"""Pages of the site as Markdown: from the document, or the text of the file."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sphinx_navapi.build.site import Site, Translate
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.html.document_writers import DocumentWriters
from sphinx_navapi.html.downloads import document_url
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_page_link
from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.plan.site_plan import Page, PageKind

if TYPE_CHECKING:
    from sphinx_navapi.content.markdown.pages import MarkdownWriter
    from sphinx_navapi.content.operation import OperationTree

#: A metadata block at the start of a file.
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)


def has_markdown(page: Page) -> bool:
    """Whether a page has a Markdown form: operations, schemas, and Markdown files."""
    return page.kind is not PageKind.PAGE or page.file.endswith((".md", ".mdx"))


class MarkdownPages:
    """Writes the pages of one build.

    :param find_page: returns the target of a link, given the docname of its page.
    """

    def __init__(
        self,
        site: Site,
        translator: Callable[[str], Translate | None],
        find_page: Callable[[str, str], PageTarget | str | None],
    ) -> None:
        self._site = site
        self._find_page = find_page
        self._translator = translator
        self._writers = DocumentWriters(site, translator, _make_writer)

    def write(self, docname: str) -> str | None:
        """The page *docname* as Markdown, ``None`` if it has no Markdown form."""
        page = self._site.page(docname)
        if page is None or not has_markdown(page):
            return None
        # Imported here, since builds that write no page do not need it.
        from sphinx_navapi.content.markdown.links import change_links

        written = self._write(page)
        return written and change_links(written, partial(self._href, docname))

    def _href(self, docname: str, href: str) -> str | None:
        """*href* in the file of *docname*: to the file of a page, or its HTML if it has none."""
        is_anchor = href.startswith("#")
        found = self._find_page(href, docname) if is_anchor or is_page_link(href) else None
        if not isinstance(found, PageTarget):
            return found
        if is_anchor and found.docname == docname:
            return None
        page = self._site.page(found.docname)
        if page is not None and has_markdown(page):
            uri = quote(f"{found.docname}.md")
        else:
            uri = self._site.builder.get_target_uri(found.docname)
        anchor = f"#{quote(found.anchor)}" if found.anchor else ""
        return relative_url(f"{docname}.md", f"{uri}{found.query}{anchor}")

    def _write(self, page: Page) -> str | None:
        generated = self._generated(page)
        text = self._text(page)
        if text is None:
            return generated
        if generated is None:
            return text
        # The file has the page's title; generated content follows its text.
        return f"{text.rstrip()}\n\n{generated.partition(chr(10))[2].lstrip()}"

    def _generated(self, page: Page) -> str | None:
        if page.more_operations:
            return self._channel(page)
        if page.operation is not None and not page.describes_itself:
            operation = self._site.operation(page.docname, page.operation)
            if operation is None:
                return None
            return self._writers.find(page.operation.document, page.docname).operation(
                operation,
                docname=page.docname,
                title=page.title,
                directory=page.directory,
                description=page.description,
                badges=self._badges(page, operation),
            )
        if page.schema is not None:
            document, name = page.schema
            return self._writers.find(document, page.docname).schema(
                f"/components/schemas/{escape_pointer(name)}",
                docname=page.docname,
                title=page.title,
                directory=page.directory,
            )
        if page.changes is not None:
            return self._changes(page, *page.changes)
        if page.overview is not None:
            tree = self._site.overview(page)
            if tree is None:
                return None
            return self._writers.find(page.overview, page.docname).overview(
                tree, title=page.title, label=self._label, download=self._download(page)
            )
        return None

    def _download(self, page: Page) -> str | None:
        """The document of *page*, relative to its file."""
        if page.overview is None or page.kind is PageKind.TAG:
            return None
        url = document_url(self._site.builder.env, page.overview)
        return url and relative_url(f"{page.docname}.md", url)

    def _badges(self, page: Page, operation: OperationTree) -> list[str]:
        """Badges beside the title that are not those of the operation itself."""
        badges = [page.tag, *page.badges] if page.tag else []
        if page.deprecated and not operation.is_deprecated:
            badges.append(self._site.words(page.docname)("deprecated"))
        return badges

    def _channel(self, page: Page) -> str:
        """The operations of a channel in sequence, each with its own title."""
        assert page.operation is not None
        writer = self._writers.find(page.operation.document, page.docname)
        keys = (page.operation, *page.more_operations)
        trees = (self._site.operation(page.docname, key) for key in keys)
        texts = (
            writer.operation(
                tree,
                docname=page.docname,
                title=tree.summary or str(tree.key),
                directory=page.directory,
            )
            for tree in trees
            if tree is not None
        )
        return "\n".join((f"# {page.title}\n", *texts))

    def _label(self, docname: str) -> str:
        page = self._site.page(docname)
        return page.title if page else docname

    def _changes(self, page: Page, new: str, old: str) -> str | None:
        shared = self._site.changes(old, new)
        if shared is None:
            return None
        from sphinx_navapi.content.markdown.changes import write_changes

        return write_changes(
            page.title,
            shared,
            words=self._site.words(page.docname),
            translate=self._translator(page.docname),
            find_page=self._site.find_operation_page,
        )

    def _text(self, page: Page) -> str | None:
        """The text of a Markdown file, below its title."""
        if not page.file.endswith((".md", ".mdx")):
            return None
        try:
            source = (self._site.source_dir / page.file).read_text("utf-8-sig", "replace")
        except OSError:
            return None
        if self._site.is_hosted(page):
            from sphinx_navapi.config.site_variables import site_variables
            from sphinx_navapi.formats.description_components import CALLOUTS, write_components
            from sphinx_navapi.formats.markdoc import write_markdoc
            from sphinx_navapi.mdx.definitions import separate_definitions
            from sphinx_navapi.mdx.plain_page import plain_markdown
            from sphinx_navapi.mdx.source import read_mdx

            expanded = read_mdx(
                write_markdoc(source) if page.file.endswith(".md") else source,
                file=page.file,
                source_dir=self._site.source_dir,
                variables=site_variables(self._site.plan.settings),
            )
            text = separate_definitions(expanded.text, expanded.origins)
            body = write_components(plain_markdown(text, keep=CALLOUTS)).strip()
        else:
            body = _FRONT_MATTER.sub("", source, count=1).strip()
        if page.describes_itself:
            body = f"`{page.operation}`\n\n{body}"
        if not body.startswith("# "):
            body = f"# {page.title}\n\n{body}"
        return f"{body.rstrip()}\n"


def _make_writer(*content: Any, **words: Any) -> MarkdownWriter:
    # Imported here, since builds that write no page do not need it.
    from sphinx_navapi.content.markdown.pages import MarkdownWriter

    return MarkdownWriter(*content, **words)
