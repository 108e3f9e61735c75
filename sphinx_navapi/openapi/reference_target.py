"""Finding the target of a reference, in the document or one of its other files."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from sphinx_navapi.diagnostics.similar_words import SimilarWords
from sphinx_navapi.formats.data_file import escape_pointer, unescape_pointer
from sphinx_navapi.openapi.identifiers import absolute, beside, inner_base, with_suffixes
from sphinx_navapi.openapi.sources import DocumentFiles, SourceFile, UnresolvedError, has_scheme


class SimilarPointers:
    """Suggestions for the broken references of one document."""

    def __init__(self) -> None:
        self._names = SimilarWords()

    def find(self, root: Any, pointer: str) -> str | None:
        """The pointer in *root* of which *pointer* is probably a misspelling."""
        node: Any = root
        similar = ""
        for segment in pointer.split("/")[1:]:
            key = unescape_pointer(segment)
            if not isinstance(node, dict):
                return None
            if key not in node:
                nearest = self._names.nearest(key, [name for name in node if isinstance(name, str)])
                if nearest is None:
                    return None
                key = nearest
            node, similar = node[key], f"{similar}/{escape_pointer(key)}"
        return similar

    def of_component(self, root: Any, ref: str, problem: str) -> str:
        """The *problem* of a reference to a file, with advice if *ref* is only the name of a
        component.
        """
        meant = f"/components/schemas/{ref}"
        if "/" in ref or self.find(root, meant) != meant:
            return problem
        return f"{problem.partition(';')[0]}; did you mean `#{meant}`?"


@dataclass(frozen=True, slots=True)
class ReferenceTarget:
    """The target of a reference. :ivar pointer: inside the bundled root."""

    pointer: str
    value: Any
    file: SourceFile

    @property
    def inner(self) -> str:
        """The pointer inside its file."""
        return self.pointer[len(self.file.prefix) :]


#: Keys from a node up to the root of its file, innermost first: ``(parent, key)``. Formatted as a
#: pointer only to give a problem its place.
KeyTrail = tuple[Any, str] | None


class TargetFinder:
    """Finds the targets of one document's references.

    :param rewritten: targets of the references that were rewritten, by the ids of their nodes;
        ``None``: unresolved.
    """

    def __init__(
        self, sources: DocumentFiles, rewritten: dict[int, ReferenceTarget | None]
    ) -> None:
        self.sources = sources
        self.main = sources.main
        self._rewritten = rewritten
        self._targets: dict[tuple[SourceFile, str], ReferenceTarget | str] = {}
        self._similar = SimilarPointers()

    def find(self, ref: str, file: SourceFile, trail: KeyTrail) -> ReferenceTarget | str:
        """The target of *ref* in *file* at *trail*, or the reason why there is none.

        ``#`` is the innermost enclosing schema with an ``$id``, and a pointer missing in the file
        is looked up in these, innermost first (JSON Schema 2020-12, section 8.2.1).
        """
        base = file.base if ref.startswith("#") else self._base(file, trail)
        key = (file, ref if base == file.base else f"{base}\n{ref}")
        target = self._targets.get(key)
        if target is None:
            try:
                target = self._locate(ref, file, base)
            except UnresolvedError as error:
                target = str(error)
            self._targets[key] = target
        if ref == "#" or (isinstance(target, str) and ref.startswith("#/")):
            for base in self._enclosing_ids(file, trail) if file.has_ids else ():
                try:
                    return self._at(file, base + unquote(ref[1:]), 0)
                except LookupError:
                    continue
        return target

    def lost_map(self, ref: str, file: SourceFile) -> tuple[SourceFile, str] | None:
        """File and pointer of the map into which *ref*, a broken reference in *file*, leads.

        ``None`` if there is that map, or if the reference is rather misspelled.
        """
        location, _, fragment = ref.partition("#")
        if not fragment.startswith("/"):
            return None
        try:
            holder = self.sources.open(location, file) if location else file
        except UnresolvedError:
            return None
        pointer = lost = unquote(fragment)
        if self._similar.find(holder.value, pointer) is not None:
            return None
        while step_through(holder.value, lost.rpartition("/")[0]) is None:
            lost = lost.rpartition("/")[0]
        return (holder, lost) if lost != pointer else None

    def _base(self, file: SourceFile, trail: KeyTrail) -> str:
        """The base URI of references in *file* at *trail*, or ``""``."""
        base = file.base
        for pointer in reversed(self._enclosing_ids(file, trail)) if file.has_ids else ():
            base = inner_base(base, step_through(file.value, pointer))
        return base

    def _locate(self, ref: str, file: SourceFile, base_uri: str) -> ReferenceTarget:
        if not ref.strip():
            raise UnresolvedError("is empty: use `#/components/…` or the path of a file")
        location, _, fragment = ref.partition("#")
        holder, base = file, ""
        if location:
            identified = self._identified(location, file, base_uri)
            if identified is not None:
                holder, base = identified
            else:
                try:
                    holder = self._open(location, file)
                except UnresolvedError as error:
                    advice = self._similar.of_component(self.main.value, ref, str(error))
                    raise UnresolvedError(advice) from None
        if fragment and not fragment.startswith("/"):
            pointer = holder.anchor(unquote(fragment))
            if pointer is None:
                meant = self._similar.find(holder.value, f"/{unquote(fragment)}")
                advice = (
                    f"did you mean `{location}#{meant}`?" if meant else "use `#/` and a pointer"
                )
                raise UnresolvedError(f"does not match any `$anchor` in {holder.name}: {advice}")
            return self._at(holder, pointer, 0)
        for text in dict.fromkeys((unquote(fragment), fragment)):
            try:
                return self._at(holder, base + text, 0)
            except LookupError:
                continue
        where = "in the document" if holder is self.main else f"in {holder.name}"
        meant = self._similar.find(holder.value, unquote(fragment)) if not base else None
        advice = f"; did you mean `{location}#{meant}`?" if meant else ""
        raise UnresolvedError(f"cannot be resolved: there is no {brief(fragment)} {where}{advice}")

    def _open(self, location: str, file: SourceFile) -> SourceFile:
        """The file at *location*, which may be the URI of one beside *file*.

        :raises UnresolvedError: it does not exist, or may not be used.
        """
        own = file.base
        path = beside(location, own) if own and has_scheme(location) else None
        try:
            return self.sources.open(path or location, file)
        except UnresolvedError:
            for other in with_suffixes(path or location) if own else ():
                with suppress(UnresolvedError):
                    return self.sources.open(other, file)
            raise

    def _identified(
        self, location: str, file: SourceFile, base: str
    ) -> tuple[SourceFile, str] | None:
        """File and pointer of the part whose URI is *location*, relative to *base*.

        Found by ``$self`` or ``$id``, in the open files.
        """
        if not base and not has_scheme(location) and "/" in location:
            return None
        for uri in dict.fromkeys((absolute(base, location), location)):
            for holder in dict.fromkeys((file, self.main, *self.sources.used())):
                if uri == holder.base:
                    return holder, ""
            for holder in dict.fromkeys((file, self.main)):
                pointer = holder.identified(uri)
                if pointer is not None:
                    return holder, pointer
        return None

    def _enclosing_ids(self, file: SourceFile, trail: KeyTrail) -> list[str]:
        """Pointers of the enclosing schemas with an ``$id``, innermost first."""
        keys: list[str] = []
        while trail is not None:
            trail, key = trail
            keys.append(key)
        pointers: list[str] = []
        node, pointer = file.value, ""
        for key in reversed(keys):
            node = _child(node, key)
            pointer += f"/{escape_pointer(key)}"
            if isinstance(node, dict) and isinstance(node.get("$id"), str):
                pointers.insert(0, pointer)
        return pointers

    def _at(self, holder: SourceFile, pointer: str, depth: int) -> ReferenceTarget:
        """The value at *pointer*, following references on the way.

        :raises LookupError: it does not exist.
        """
        node, done = holder.value, holder.prefix
        segments = pointer.split("/")[1:]
        for index, segment in enumerate(segments):
            key = unescape_pointer(segment)
            if isinstance(node, dict) and key in node:
                node = node[key]
                done += f"/{escape_pointer(key)}"
            elif isinstance(node, list) and key.isdecimal() and int(key) < len(node):
                node = node[int(key)]
                done += f"/{int(key)}"
            elif isinstance(node, dict) and isinstance(node.get("$ref"), str) and depth < 50:
                rest = "".join(f"/{segment}" for segment in segments[index:])
                through = self._through(node, holder, depth + 1)
                return self._at(through.file, through.inner + rest, depth + 1)
            else:
                raise LookupError(pointer)
        return ReferenceTarget(done, node, holder)

    def _through(self, node: dict[str, Any], holder: SourceFile, depth: int) -> ReferenceTarget:
        """The target of the reference *node*, met on the way to another value."""
        if id(node) in self._rewritten:
            known = self._rewritten[id(node)]
            if known is None:
                raise LookupError
            return known
        target = self._targets.get((holder, node["$ref"]))
        if isinstance(target, ReferenceTarget):
            return target
        location, _, fragment = node["$ref"].partition("#")
        try:
            target_file = self.sources.open(location, holder) if location else holder
        except UnresolvedError as error:
            raise LookupError(str(error)) from None
        if fragment and not fragment.startswith("/"):
            raise LookupError(fragment)
        return self._at(target_file, unquote(fragment), depth)


def trail_to(pointer: str, trail: KeyTrail = None) -> KeyTrail:
    """The keys of *pointer*, after those of *trail*."""
    for segment in pointer.split("/")[1:]:
        trail = (trail, unescape_pointer(segment))
    return trail


def pointer_of(trail: KeyTrail) -> str:
    """The pointer with the keys of *trail*."""
    parts: list[str] = []
    while trail is not None:
        trail, key = trail
        parts.append(escape_pointer(key))
    return "".join(f"/{part}" for part in reversed(parts))


def _child(node: Any, key: str) -> Any:
    if isinstance(node, dict):
        return node.get(key)
    if isinstance(node, list) and key.isdecimal() and int(key) < len(node):
        return node[int(key)]
    return None


def step_through(node: Any, pointer: str) -> Any:
    """The value at *pointer* of *node*, ``None`` if there is none."""
    for segment in pointer.split("/")[1:]:
        node = _child(node, unescape_pointer(segment))
    return node


def brief(text: str) -> str:
    """*text* for a message, limited in length."""
    return text if len(text) <= 120 else f"{text[:117]}…"
