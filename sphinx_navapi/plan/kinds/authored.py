"""Pages with a file of their own, which may render an operation or a schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.front_matter import PageHead
from sphinx_navapi.openapi.document import Operation, OperationKey
from sphinx_navapi.plan.docnames import title_from_name
from sphinx_navapi.plan.kinds.operation import OPERATION, kind_of
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage, badges_of
from sphinx_navapi.plan.kinds.schema import SCHEMA
from sphinx_navapi.plan.metadata import flag_of, single_line, text_of
from sphinx_navapi.plan.page_operation import read_page_operation
from sphinx_navapi.plan.schema_pages import ShownPart
from sphinx_navapi.plan.scopes import DEFAULT_DIRECTORY, Scope
from sphinx_navapi.plan.site_plan import PAGE, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFile(PlannedPage):
    """A page file that is part of the site.

    :ivar operation: the one that it renders.
    :ivar more_operations: rendered after it: the others of a channel.
    :ivar schema: document and name of the component schema that it renders.
    :ivar link: target of its entry in the navigation, instead of the page.
    :ivar scope: at its first place in the navigation.
    """

    path: str
    head: PageHead
    operation: Operation | None = None
    more_operations: tuple[Operation, ...] = ()
    schema: tuple[str, str] | None = None
    link: str | None = None
    scope: Scope | None = None

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Front matter or field list."""
        return self.head.metadata

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations that it renders."""
        return (self.operation, *self.more_operations) if self.operation else ()

    @property
    def shown_parts(self) -> tuple[ShownPart, ...]:
        """Its operations, or its schema."""
        if self.schema is not None and not self.operations:
            document, name = self.schema
            return (self._part(document, f"/components/schemas/{escape_pointer(name)}", True),)
        return tuple(self._part(each.key.document, each.pointer) for each in self.operations)

    def _part(self, document: str, pointer: str, is_schema: bool = False) -> ShownPart:
        return ShownPart(
            docname=self.docname,
            directory=self._directory,
            document=document,
            pointer=pointer,
            is_schema=is_schema,
        )

    @property
    def _directory(self) -> str:
        """The folder of the schema pages that it links to."""
        document = self.operation.key.document if self.operation else (self.schema or ("",))[0]
        return self.scope.directory_of(document) if self.scope and document else DEFAULT_DIRECTORY

    def page(self, sources: PageSources) -> Page:
        """The page; its first heading, if it has no title, is replaced once it is read."""
        metadata, operation = self.metadata, self.operation
        deprecated = flag_of(metadata, "deprecated")
        key = operation.key if operation else self._own_operation()
        kind = SCHEMA if self.schema else PAGE
        if key is not None:
            kind = kind_of(operation) if operation else OPERATION
        description = text_of(metadata, "description")
        tag, badges = badges_of(metadata, operation)
        return Page(
            docname=self.docname,
            title=text_of(metadata, "title")
            or self.head.heading
            or (single_line(operation.summary) if operation else "")
            or title_from_name(self.docname.rpartition("/")[2]),
            kind=kind,
            file=self.path,
            sidebar_title=text_of(metadata, "sidebarTitle"),
            description=description if description or not operation else operation.description,
            operation=key,
            operation_id=operation.operation_id if operation else None,
            more_operations=tuple(each.key for each in self.more_operations),
            schema=self.schema if kind is SCHEMA else None,
            directory=self._directory,
            tag=tag,
            badges=badges,
            deprecated=bool(operation and operation.deprecated)
            if deprecated is None
            else deprecated,
            metadata=metadata,
        )

    def _own_operation(self) -> OperationKey | None:
        """The operation that it describes itself; its fields are known once the page is read."""
        if self.schema is not None:
            return None
        described = read_page_operation(self.docname, self.metadata, ())
        return described.key if described else None


@dataclass(frozen=True, slots=True, kw_only=True)
class HomePage(PlannedPage):
    """The root document of a project that has no file for it: the navigation as a list."""

    title: str

    def page(self, sources: PageSources) -> Page:
        """The page."""
        return Page(docname=self.docname, title=self.title, generated=True)
