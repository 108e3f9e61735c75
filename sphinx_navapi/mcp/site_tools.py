"""The tools that read a built site: its search, pages, operations and schemas."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.built_site.pages import (
    LLMS_FILE,
    SCHEMAS_FILE,
    SITE_FILE,
    KeptFile,
    SiteFile,
    SiteFiles,
    SitePages,
    page_text,
)
from sphinx_navapi.built_site.search import SearchHit, is_enough, is_sure, near_places, search
from sphinx_navapi.built_site.search_index import SearchIndexError, SiteIndex, current_index
from sphinx_navapi.built_site.sphinx_search import INDEX_FILE, SphinxHit, SphinxIndex
from sphinx_navapi.mcp.page_sections import section_of, shortened
from sphinx_navapi.mcp.tool import Argument, Tool, ToolAnswer, ToolError, one_of, part_of

#: Maximum number of search results, and of operations in a list.
_RESULTS, _OPERATIONS = 20, 200
_DEFAULT_RESULTS, _DEFAULT_OPERATIONS = 5, 100

#: Maximum number of characters of a query, and of the excerpt of a result.
_QUERY, _EXCERPT = 300, 300

_OFFSET: Final = Argument(type="integer", description="Character offset, to continue a long text.")
_LANGUAGE: Final = Argument(type="string", description="Language code, if the site has several.")
_VERSION: Final = Argument(type="string", description="Version name, if the site has several.")

TOOLS: Final = (
    Tool(
        name="search",
        title="Search the documentation",
        description="Search pages and operations by words, path, operationId or name. "
        "Returns titles, docnames for read_page, and excerpts.",
        arguments={
            "query": Argument(type="string", description="Search words.", required=True),
            "limit": Argument(
                type="integer", description="Number of results.", least=1, most=_RESULTS
            ),
            "language": _LANGUAGE,
            "version": _VERSION,
        },
    ),
    Tool(
        name="read_page",
        title="Read a page",
        description="Read the text of a page as Markdown.",
        arguments={
            "page": Argument(
                type="string", description="Docname or URL of the page.", required=True
            ),
            "offset": _OFFSET,
        },
    ),
    Tool(
        name="list_operations",
        title="List the operations of the API",
        description="List method, path, title and page of operations, in site order.",
        arguments={
            "document": Argument(type="string", description="Name of an OpenAPI document."),
            "contains": Argument(
                type="string", description="Text in the method, path, title or operationId."
            ),
            "limit": Argument(
                type="integer",
                description="Number of operations.",
                least=1,
                most=_OPERATIONS,
            ),
            "offset": Argument(type="integer", description="Number of operations to skip."),
            "language": _LANGUAGE,
            "version": _VERSION,
        },
    ),
    Tool(
        name="read_operation",
        title="Read an operation of the API",
        description="Read the documentation of an operation as Markdown: parameters, "
        "body, responses, security, servers, examples. Of a long one, some sections are only "
        "named; call again with section to read one.",
        arguments={
            "operation": Argument(
                type="string",
                description='"METHOD /path" as in list_operations, or an operationId.',
                required=True,
            ),
            "section": Argument(type="string", description="Heading of the section to read."),
            "offset": _OFFSET,
        },
    ),
    Tool(
        name="read_schema",
        title="Read a schema of the API",
        description="Read a component schema as JSON Schema. It may refer to others by name.",
        arguments={
            "name": Argument(type="string", description="Name of the schema.", required=True),
            "document": Argument(type="string", description="Name of an OpenAPI document."),
            "offset": _OFFSET,
        },
    ),
)


class SiteTools:
    """The implementation of `TOOLS`, for the site in *site_dir*."""

    def __init__(self, site_dir: Path) -> None:
        self._files = SiteFiles(site_dir)
        self._site = KeptFile(self._files, SITE_FILE)
        self._schemas = KeptFile(self._files, SCHEMAS_FILE)
        self._pages = SitePages(None)
        self._index: tuple[SiteFile, SiteIndex] | None = None
        self._sphinx: tuple[SiteFile, SphinxIndex] | None = None

    def title(self) -> str:
        """The site's title, ``""`` if it has none."""
        file = self._files.find(LLMS_FILE)
        if file is None:
            return ""
        with file.path.open(encoding="utf-8", errors="replace") as lines:
            return lines.readline(500).removeprefix("#").strip()

    def call(self, name: str, values: Mapping[str, Any]) -> ToolAnswer:
        """The result of the tool *name*. :raises ToolError: the call fails."""
        tool = next(tool for tool in TOOLS if tool.name == name)
        arguments = tool.check(values)
        answers: Mapping[str, Callable[..., ToolAnswer]] = {
            "search": self._search,
            "read_page": self._read_page,
            "list_operations": self._list_operations,
            "read_operation": self._read_operation,
            "read_schema": self._read_schema,
        }
        return answers[name](**arguments)

    def pages(self) -> SitePages:
        """The current pages of the site."""
        value, is_new = self._site.read()
        if is_new:
            self._pages = SitePages(value)
        return self._pages

    def _search(
        self, query: str, limit: int = _DEFAULT_RESULTS, language: str = "", version: str = ""
    ) -> ToolAnswer:
        query = query[:_QUERY]
        self._index = current_index(self._files, self._index)
        try:
            if self._index is not None:
                hits = _find(self._index[1], query, language, version)[:limit]
                shown = [self._shown(hit) for hit in hits]
            else:
                shown = list(islice(self._in_other_theme(query, language, version), limit))
        except (SearchIndexError, LookupError, TypeError, ValueError, OSError):
            # The files may be from two builds while one is being copied.
            raise ToolError("The search index is not available. Try again later.") from None
        lines = [_hit_text(each) for each in shown] or ["No results. Try other or fewer words."]
        return ToolAnswer(text="\n\n".join(lines), data={"results": shown})

    def _shown(self, hit: SearchHit) -> dict[str, Any]:
        return self._result(
            hit,
            trail=hit.trail,
            operation=f"{hit.method.upper()} {hit.path}"
            if hit.method and hit.method != "schema"
            else "",
            language=hit.place.language,
            version=hit.place.version,
            excerpt=" ".join(hit.excerpt().split())[:_EXCERPT],
        )

    def _result(self, hit: SearchHit | SphinxHit, **more: object) -> dict[str, Any]:
        """*hit* as data, with *more* about it; without empty values."""
        page = self.pages().pages.get(hit.docname, {})
        url = str(page.get("url", hit.docname)) + (f"#{hit.anchor}" if hit.anchor else "")
        result = {
            "title": hit.title, "page": hit.docname, "url": url, "section": hit.heading, **more
        }  # fmt: skip
        return {name: value for name, value in result.items() if value}

    def _in_other_theme(self, query: str, language: str, version: str) -> Iterator[dict[str, Any]]:
        """The results of Sphinx's own search, which other themes use."""
        file = self._files.find(INDEX_FILE)
        if file is None:
            raise ToolError(
                "This site has no search index. Use list_operations, or read_page with the "
                "URL of a page."
            )
        if self._sphinx is None or self._sphinx[0].key != file.key:
            self._sphinx = file, SphinxIndex(self._files)
        pages = self.pages().pages
        for hit in self._sphinx[1].search(query):
            page = pages.get(hit.docname, {})
            if language not in ("", page.get("language")) or version not in (
                "",
                page.get("version"),
            ):
                continue
            operation = page.get("operation") or {}
            yield self._result(
                hit,
                trail=" › ".join(page.get("breadcrumbs", ())[-2:]),
                operation=f"{operation['method']} {operation['path']}" if operation else "",
                language=page.get("language"),
                version=page.get("version"),
            )

    def _read_page(self, page: str, offset: int = 0) -> ToolAnswer:
        docname = self.pages().find(page)
        if docname is None:
            raise ToolError("Page not found. Use search to find its docname.")
        return ToolAnswer(text=part_of(self._text_of(docname), offset))

    def text_of(self, docname: str | None) -> str | None:
        """The text of a page, or of the list of all pages; ``None`` if there is none."""
        if docname is not None:
            return page_text(self._files, docname)
        file = self._files.find(LLMS_FILE)
        try:
            return None if file is None else file.path.read_text("utf-8", "replace")
        except OSError:
            return None

    def _text_of(self, docname: str) -> str:
        text = self.text_of(docname)
        if text is None:
            raise ToolError("This page is not available as text. Open it in a browser.")
        return text

    def _list_operations(
        self,
        document: str = "",
        contains: str = "",
        limit: int = _DEFAULT_OPERATIONS,
        offset: int = 0,
        language: str = "",
        version: str = "",
    ) -> ToolAnswer:
        pages = self.pages()
        operations = []
        wanted = contains.lower()
        for docname, page in pages.operations():
            operation = _operation(docname, page)
            if document and document not in operation["document"]:
                continue
            if language not in ("", page.get("language")) or version not in (
                "",
                page.get("version"),
            ):
                continue
            names = (operation["operation"], operation["title"], operation.get("operationId", ""))
            if wanted in " ".join(names).lower():
                operations.append(operation)
        shown = operations[offset : offset + limit]
        lines = [_operation_text(each) for each in shown]
        head = f"{len(operations)} operations"
        if len(shown) < len(operations):
            head += f", showing {len(shown)} from offset {offset}"
        if not operations:
            head += f" in the documents {one_of(pages.documents)}"
        return ToolAnswer(
            text="\n".join([f"{head}:", *lines]),
            data={"total": len(operations), "operations": shown},
        )

    def operation_pages(self, operation: str) -> list[str]:
        """The pages of an operation. :raises ToolError: *operation* names none, or several."""
        pages = self.pages()
        docnames = pages.operation(operation)
        if not docnames and (docname := pages.find(operation)) is not None:
            docnames = [docname] if pages.pages[docname].get("operation") else []
        if not docnames:
            raise ToolError("Operation not found. Use list_operations or search.")
        keys = [_operation(docname, pages.pages[docname]) for docname in docnames]
        names = dict.fromkeys(f"{each['document']} {each['operation']}" for each in keys)
        if len(names) > 1:
            raise ToolError(f"Several operations match. Use one of: {one_of([*names])}.")
        return docnames

    def _read_operation(self, operation: str, section: str = "", offset: int = 0) -> ToolAnswer:
        docnames = self.operation_pages(operation)
        text = self._text_of(docnames[0])
        if section or offset:
            return ToolAnswer(text=part_of(section_of(text, section) if section else text, offset))
        others = f"Also shown by: {one_of(docnames[1:])}.\n\n" if docnames[1:] else ""
        return ToolAnswer(text=others + shortened(text))

    def _read_schema(self, name: str, document: str = "", offset: int = 0) -> ToolAnswer:
        value, _is_new = self._schemas.read()
        documents = value.get("documents") if isinstance(value, dict) else None
        by_name = {
            key: schemas[name]
            for key, schemas in (documents.items() if isinstance(documents, dict) else ())
            if document in key and isinstance(schemas, dict) and name in schemas
        }
        if not by_name:
            raise ToolError("Schema not found. read_operation lists the schemas of an operation.")
        if len(by_name) > 1:
            raise ToolError(
                f"Several documents have this schema. Set document to one of: {one_of([*by_name])}."
            )
        text = json.dumps(next(iter(by_name.values())), ensure_ascii=False, indent=1)
        return ToolAnswer(text=part_of(text, offset))


def _find(index: SiteIndex, query: str, language: str, version: str) -> list[SearchHit]:
    """The same results as in the search dialog: nearby first, then elsewhere if these are few."""
    if language or version:
        near = near_places(index, language, version)
        return search(index, near, query) if near else []
    first = index.places[0]
    near = near_places(index, first.language, first.version)
    hits = search(index, near, query)
    if is_enough(hits):
        return hits
    others = search(index, [place for place in index.places if place not in near], query)
    # A query in another language.
    return others + hits if is_sure(others) and not is_sure(hits) else hits + others


def _hit_text(shown: Mapping[str, Any]) -> str:
    head = " › ".join(shown[name] for name in ("trail", "title", "section") if name in shown)
    notes = [shown[name] for name in ("operation", "version", "language") if name in shown]
    lines = [head, *([" · ".join(notes)] if notes else []), f"page: {shown['page']}"]
    if "excerpt" in shown:
        lines.append(shown["excerpt"])
    return "\n".join(lines)


def _operation(docname: str, page: Mapping[str, Any]) -> dict[str, Any]:
    operation = page["operation"]
    shown: dict[str, Any] = {
        "operation": f"{operation['method']} {operation['path']}",
        "title": page["title"],
        "page": docname,
        "document": operation["document"],
    }
    if operation.get("operation_id"):
        shown["operationId"] = operation["operation_id"]
    if page.get("deprecated"):
        shown["deprecated"] = True
    return shown


def _operation_text(shown: Mapping[str, Any]) -> str:
    deprecated = " (deprecated)" if "deprecated" in shown else ""
    return f"- {shown['operation']}: {shown['title']}{deprecated} [{shown['page']}]"
