"""Schema Objects of all versions as those of JSON Schema 2020-12.

Done once, after a document has been validated as it was written: nothing that reads a schema knows
the notation of OpenAPI 3.0, of JSON Schema drafts before 2020-12, or frequent mistakes.

===============================================  ==================================================
written                                          afterwards
===============================================  ==================================================
keys beside ``$ref`` (3.0)                       removed (3.0.4, Reference Object); not extensions
``nullable: true`` beside ``type`` or ``enum``   ``null`` in these
``nullable: true`` beside other keywords         unchanged: without ``type`` it has no effect in
                                                 3.0.3, but documents mean "or null"; also kept
                                                 beside an ``allOf`` of one reference
``exclusiveMinimum: true``                       the value of ``minimum``, which is removed
``example``                                      the first of ``examples``
``examples`` as in a Media Type Object           a list of their values
numbers as values of the type ``string``         their texts, as written
a list in ``items``, with ``additionalItems``    ``prefixItems``, with ``items``
``dependencies``                                 ``dependentRequired``, ``dependentSchemas``
===============================================  ==================================================
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.formats.numbers import text_as_written
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.check.walk import walk_objects
from sphinx_navapi.openapi.document import OpenApiDocument

Schema = dict[str, Any]

_BOUNDS: Final = (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum"))

#: Keywords that may have to be changed.
_WRITTEN: Final = frozenset(
    {"$ref", "nullable", "exclusiveMinimum", "exclusiveMaximum", "example", "examples", "items",
     "dependencies", "enum", "default", "const"}
)  # fmt: skip


def normalize_document(document: OpenApiDocument) -> None:
    """Rewrite the Schema Objects of *document* that are still as they were written, in place."""
    _normalize_all(document.written, document.version)
    document.written = []


def _normalize_all(schemas: Iterable[Schema], version: tuple[int, int]) -> None:
    for schema in schemas:
        if not _WRITTEN.isdisjoint(schema):
            _normalize(schema, version)


def normalize_tree(root: Any, version: tuple[int, int], kind: Kind = Kind.ROOT) -> None:
    """Rewrite the Schema Objects of *root*, an object of *kind* that is a tree, in place."""
    schemas = [
        each.value
        for each in walk_objects(root, kind)
        if each.kind is Kind.SCHEMA and isinstance(each.value, dict)
    ]
    _normalize_all(schemas, version)


def _normalize(schema: Schema, version: tuple[int, int]) -> None:
    if "$ref" in schema and version < (3, 1):
        for key in [key for key in schema if key != "$ref" and not key.startswith("x-")]:
            del schema[key]
        return
    if "nullable" in schema:
        _allow_null(schema)
    for bound, exclusive in _BOUNDS:
        if isinstance(schema.get(exclusive), bool) and schema.pop(exclusive) and bound in schema:
            schema[exclusive] = schema.pop(bound)
    _list_examples(schema)
    if is_text(schema):
        _restore_texts(schema)
    if isinstance(schema.get("items"), list):
        schema["prefixItems"] = schema.pop("items")
        if "additionalItems" in schema:
            schema["items"] = schema.pop("additionalItems")
    if isinstance(schema.get("dependencies"), dict):
        _split_dependencies(schema)


def _allow_null(schema: Schema) -> None:
    if schema["nullable"] is not True:
        del schema["nullable"]
        return
    types, values = schema.get("type"), schema.get("enum")
    if isinstance(types, str):
        schema["type"] = types if types == "null" else [types, "null"]
    elif isinstance(types, list) and "null" not in types:
        schema["type"] = [*types, "null"]
    if isinstance(values, list) and None not in values:
        schema["enum"] = [*values, None]
    is_told = isinstance(types, str | list) or isinstance(values, list)
    if is_told and not _is_one_reference(schema.get("allOf")):
        del schema["nullable"]


def _is_one_reference(parts: Any) -> bool:
    """Whether *parts* is the ``allOf`` by which generators add ``nullable`` to a reference.

    All parts apply, so the type of the referenced schema forbids null; the author of the document
    wrote the one word to allow it (NestJS and Swashbuckle write this).
    """
    return isinstance(parts, list) and len(parts) == 1 and "$ref" in as_mapping(parts[0])


def _list_examples(schema: Schema) -> None:
    examples = schema.get("examples")
    if isinstance(examples, dict):
        values = [each["value"] for each in examples.values() if "value" in as_mapping(each)]
        schema["examples"] = examples = values
    if "example" in schema:
        others = examples if isinstance(examples, list) else []
        schema["examples"] = [schema.pop("example"), *others]


def is_text(schema: Any) -> bool:
    """Whether *schema* only allows strings, or null."""
    types = as_mapping(schema).get("type")
    return types in ("string", ["string", "null"], ["null", "string"])


def _restore_texts(schema: Schema) -> None:
    for keyword in ("default", "const"):
        if keyword in schema:
            schema[keyword] = text_as_written(schema[keyword])
    for keyword in ("enum", "examples"):
        if isinstance(schema.get(keyword), list):
            schema[keyword] = [text_as_written(value) for value in schema[keyword]]


def _split_dependencies(schema: Schema) -> None:
    for name, needed in schema.pop("dependencies").items():
        keyword = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
        dependencies = schema.get(keyword)
        if not isinstance(dependencies, dict):
            dependencies = schema[keyword] = {}
        dependencies.setdefault(name, needed)
