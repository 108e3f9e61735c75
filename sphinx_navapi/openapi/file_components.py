"""Schemas of other files, as components of the bundled document.

A component is a component in whichever file it stands: only a pointer below ``/components/schemas``
gives a schema its name, its own page and its place in a discriminator. So the schemas of other
files move there, and references follow them: those in ``components/schemas`` of a file, and those
that are referred to and have a name: that of their file, or in ``$defs`` or a similar mapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, Final

from sphinx_navapi.formats.data_file import escape_pointer, unescape_pointer
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.openapi.reference_target import ReferenceTarget
from sphinx_navapi.openapi.schema.keywords import STRUCTURAL
from sphinx_navapi.openapi.sources import SourceFile

_SCHEMAS: Final = "/components/schemas"

#: Keys of mappings of schemas by name.
_MAPS: Final = frozenset({"$defs", "definitions", "schemas"})


def schemas_of(value: Any) -> dict[str, Any]:
    """The component schemas of the document, or of a part of one, *value*."""
    components = value.get("components") if type(value) is dict else None
    schemas = components.get("schemas") if type(components) is dict else None
    return schemas if type(schemas) is dict else {}


class FileComponents:
    """Moves the schemas of *others* to the document *main*.

    :param used: the schemas that references lead to.
    :ivar origins: file and pointer of each moved schema, by its new pointer.
    """

    def __init__(
        self, main: SourceFile, others: Iterable[SourceFile], used: Iterable[ReferenceTarget]
    ) -> None:
        self.origins: dict[str, tuple[str, str]] = {}
        self._main = main
        self._moved: dict[str, str] = {}
        for file in others:
            schemas = schemas_of(file.value)
            for name, schema in list(schemas.items()):
                if type(schema) is dict:
                    self._move(name, schema, file, f"{_SCHEMAS}/{escape_pointer(name)}")
                    del schemas[name]
        for target in used:
            name = _name_of(target)
            if target.file is not main and target.pointer not in self._moved and name:
                self._move(name, target.value, target.file, target.inner)

    def _move(self, name: str, schema: Any, file: SourceFile, place: str) -> None:
        root = self._main.value
        components = root.get("components")
        if type(components) is not dict:
            components = root["components"] = {}
        own = components.get("schemas")
        if type(own) is not dict:
            own = components["schemas"] = {}
        before = f"{file.prefix}{place}"
        reference = {"$ref": f"#{before}"}
        if not place:
            # A file has no name of its own: that of the component which is this file comes first.
            name = next((each for each, moved in own.items() if moved == reference), name)
        chosen = _free_name(own, name, schema, reference)
        own[chosen] = schema
        after = f"{_SCHEMAS}/{escape_pointer(chosen)}"
        self._moved[before] = after
        self.origins[after] = (file.name, place)

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


def _name_of(target: ReferenceTarget) -> str:
    """The name of a schema: of its file, or its key among other schemas; ``""`` if it has none."""
    *_, parent, key = ["", *target.inner.split("/")]
    if type(target.value) is not dict:
        return ""
    if not target.inner:
        return PurePosixPath(target.file.name).name.partition(".")[0]
    is_first = target.inner.count("/") == 1 and key not in STRUCTURAL
    return unescape_pointer(key) if is_first or parent in _MAPS else ""


def _free_name(own: Mapping[str, Any], name: str, schema: Any, reference: Any) -> str:
    """*name*, or with a number if *own* has another schema of that name.

    A component that only refers to the schema makes way for it.
    """

    def is_other(chosen: str) -> bool:
        return chosen in own and own[chosen] is not schema and own[chosen] != reference

    return free_name(name, is_other, first=2)


def _ends(pointer: str) -> Iterator[int]:
    """The ends of the pointers of the objects around *pointer*, itself first."""
    end = len(pointer)
    while end > 0:
        yield end
        end = pointer.rfind("/", 0, end)
