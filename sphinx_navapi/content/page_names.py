"""The pages that the content of a document links to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sphinx_navapi.openapi.document import OperationKey


class PythonFunction(NamedTuple):
    """A documented Python function.

    :ivar docname: of the page that documents it; ``""`` if that belongs to another project.
    """

    name: str
    docname: str = ""
    anchor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNames:
    """Finds docnames; ``None`` for parts without a page.

    :ivar schema: of the page of a component schema, given a directory and the component's name.
    :ivar operation: of the page of an operation.
    :ivar catalog: of a page about all operations, given the name of its kind and a directory.
    :ivar functions: the functions that belong to an operation.
    """

    schema: Callable[[str, str], str | None]
    operation: Callable[[OperationKey], str | None]
    catalog: Callable[[str, str], str | None] = lambda _kind, _directory: None
    functions: Callable[[OperationKey], Sequence[PythonFunction]] = lambda _key: ()
