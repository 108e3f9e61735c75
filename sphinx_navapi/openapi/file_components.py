"""Component schemas of other files, as components of the bundled document.

A component is a component in whichever file it stands: only a pointer below ``/components/schemas``
gives a schema its name, its own page and its place in a discriminator. So the schemas of other
files move there, and references follow them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.openapi.sources import SourceFile

_SCHEMAS: Final = "/components/schemas"


def schemas_of(value: Any) -> dict[str, Any]:
    """The component schemas of the document, or of a part of one, *value*."""
    components = value.get("components") if type(value) is dict else None
    schemas = components.get("schemas") if type(components) is dict else None
    return schemas if type(schemas) is dict else {}


class FileComponents:
    """Moves the component schemas of *others* to the document *main*.

    :ivar origins: file and pointer of each moved schema, by its new pointer.
    """

    def __init__(self, main: SourceFile, others: Iterable[SourceFile]) -> None:
        self.origins: dict[str, tuple[str, str]] = {}
        self._moved: dict[str, str] = {}
        for file in others:
            schemas = schemas_of(file.value)
            if schemas:
                self._move(main.value, schemas, file)

    def _move(self, root: dict[str, Any], schemas: dict[str, Any], file: SourceFile) -> None:
        components = root.get("components")
        if type(components) is not dict:
            components = root["components"] = {}
        own = components.get("schemas")
        if type(own) is not dict:
            own = components["schemas"] = {}
        for name, schema in list(schemas.items()):
            if type(schema) is not dict:
                continue
            place = f"{_SCHEMAS}/{escape_pointer(name)}"
            before = f"{file.prefix}{place}"
            chosen = _free_name(own, name, schema, f"#{before}")
            own[chosen] = schema
            after = f"{_SCHEMAS}/{escape_pointer(chosen)}"
            self._moved[before] = after
            self.origins[after] = (file.name, place)
            del schemas[name]

    def follow(self, holder: dict[str, Any], keys: Iterable[str]) -> None:
        """Rewrite the references at *keys* of *holder* that lead to a moved schema, or into one."""
        for key in keys if self._moved else ():
            reference = holder.get(key)
            if type(reference) is str and reference.startswith("#/"):
                holder[key] = f"#{self._new(reference[1:])}"

    def _new(self, pointer: str) -> str:
        for end in _ends(pointer):
            moved = self._moved.get(pointer[:end])
            if moved is not None:
                return moved + pointer[end:]
        return pointer


def _free_name(own: Mapping[str, Any], name: str, schema: Any, reference: str) -> str:
    """*name*, or with a number if *own* has another schema of that name.

    A component that only refers to the schema makes way for it.
    """
    chosen, number = name, 1
    while chosen in own and own[chosen] is not schema and own[chosen] != {"$ref": reference}:
        number += 1
        chosen = f"{name}-{number}"
    return chosen


def _ends(pointer: str) -> Iterator[int]:
    """The ends of the pointers of the objects around *pointer*, itself first."""
    end = len(pointer)
    while end > 0:
        yield end
        end = pointer.rfind("/", 0, end)
