"""The pages that the content of a document links to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sphinx_navapi.openapi.document import OperationKey


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNames:
    """Finds docnames; ``None`` for parts without a page.

    :ivar schema: of the page of a component schema, given a directory and the component's name.
    :ivar operation: of the page of an operation.
    :ivar catalog: of a page about all operations, given the name of its kind and a directory.
    """

    schema: Callable[[str, str], str | None]
    operation: Callable[[OperationKey], str | None]
    catalog: Callable[[str, str], str | None] = lambda _kind, _directory: None
