"""Documents for tests, made from the parts that matter to a test."""

from __future__ import annotations

from typing import Any

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import (
    METHODS,
    WEBHOOK,
    OpenApiDocument,
    Operation,
    OperationKey,
)
from sphinx_navapi.openapi.schema.label_words import constraint_words, type_words
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import SchemaView
from sphinx_navapi.openapi.schema.type_label import NULL, Condition, Constraint, Union
from sphinx_navapi.openapi.view import Direction
from tests.support.normal_documents import normal

NAME = "api.yaml"


def make_document(root: dict[str, Any], version: tuple[int, int] = (3, 1)) -> OpenApiDocument:
    """A document with the operations of *root*, collected without validation."""
    root = normal(root, version)
    document = OpenApiDocument(name=NAME, version=version, root=root, operations=())
    operations = []
    for section, hook in (("paths", False), ("webhooks", True)):
        for path in root.get(section, {}):
            item = document.resolve(f"/{section}/{escape_pointer(path)}")
            for method in METHODS:
                if isinstance(item.value, dict) and isinstance(item.value.get(method), dict):
                    operation = item.value[method]
                    operations.append(
                        Operation(
                            key=OperationKey(
                                document=NAME,
                                method=WEBHOOK if hook else method.upper(),
                                path=path,
                            ),
                            http_method=method,
                            pointer=f"{item.pointer}/{method}",
                            path_pointer=item.pointer,
                            kind="webhook" if hook else "operation",
                            operation_id=operation.get("operationId"),
                        )
                    )
    document.operations = tuple(operations)
    return document


def make_registry(
    schemas: dict[str, Any], version: tuple[int, int] = (3, 1), **options: int
) -> SchemaRegistry:
    """The schemas of a document that contains only these components."""
    root = {"openapi": f"{version[0]}.{version[1]}.0", "components": {"schemas": schemas}}
    return SchemaRegistry(make_document(root, version), **options)


def at(name: str, *rest: str) -> str:
    """Pointer of a component schema, or of something below it."""
    return "/".join(["/components/schemas", name, *rest])


def view_of(
    schema: Any,
    version: tuple[int, int] = (3, 1),
    direction: Direction = Direction.BOTH,
    **others: Any,
) -> SchemaView:
    """The view of one *schema*, in a document that also has *others*."""
    return make_registry({"X": schema, **others}, version).view(at("X"), direction)


def takes_null(view: SchemaView) -> bool:
    """Whether the type of *view* says that its value may be null."""
    label = view.label
    return NULL in (label.members if isinstance(label, Union) else (label,))


def label_of(view: SchemaView) -> str:
    """The type of *view* in English."""
    return type_words(view.label, Wording())


def conditions_of(view: SchemaView) -> list[Condition]:
    """The conditions of the children of *view*."""
    return [child.condition for child in view.children if child.condition is not None]


def constraints_of(view: SchemaView) -> list[tuple[str, str]]:
    """The constraints of *view* in English: label and value."""
    return [constraint_text(constraint, Wording()) for constraint in view.constraints]


def constraint_text(constraint: Constraint, words: Wording) -> tuple[str, str]:
    """The name of *constraint* and its value, as text."""
    label, value = constraint_words(constraint, words)
    return label, "".join(value)
