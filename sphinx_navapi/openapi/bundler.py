"""Normalizing the references of a document to pointers inside its root.

A ``$ref`` may be written in many ways (percent-encoded pointer, ``$anchor``, ``$id``, another file,
a chain of these). Here each is resolved once, the files that it needs are added below
`EXTERNAL_KEY`, and the reference is rewritten in place to ``#/…`` with a pointer that exists, or to
one below `UNRESOLVED_KEY` that never does. Nothing here accesses the network.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final
from urllib.parse import unquote

from sphinx_navapi.diagnostics import Diagnostic, Level, Subtype
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping
from sphinx_navapi.openapi.check.kinds import KindCheck, Mismatch
from sphinx_navapi.openapi.check.malformed import describe, is_malformed, mistakes
from sphinx_navapi.openapi.check.objects import OPENAPI, Grammar, Kind, ObjectKind
from sphinx_navapi.openapi.document import EXTERNAL_KEY, OTHER_KIND, UNRESOLVED_KEY
from sphinx_navapi.openapi.file_components import FileComponents, schemas_of
from sphinx_navapi.openapi.identifiers import absolute
from sphinx_navapi.openapi.reference_target import (
    KeyTrail,
    ReferenceTarget,
    TargetFinder,
    brief,
    pointer_of,
    step_through,
    trail_to,
)
from sphinx_navapi.openapi.schema.applicators import Shape
from sphinx_navapi.openapi.schema.cycle_guard import CycleGuard
from sphinx_navapi.openapi.sources import DocumentFiles, SourceFile, UnresolvedError, has_scheme

_PLAIN_NAME = re.compile(r"[A-Za-z0-9._-]+\Z")
_DATA_SUFFIX = re.compile(r"\.(?:json|ya?ml)\Z", re.IGNORECASE)
_NO_FIELDS: Final[dict[str, tuple[Shape, ObjectKind]]] = {}


_Step = tuple[Any, ObjectKind, SourceFile, KeyTrail]


class Bundler:
    """Rewrites the references of one document, in place.

    :param sources: the document, whose value is changed and gains `EXTERNAL_KEY`.
    :param grammar: the positions where it may have references.
    :ivar diagnostics: about references. :ivar malformed: about parts that cannot be read.
    :ivar mistaken: file and pointer of the fields that these are about: one may be misspelled.
    :ivar shares_maps: whether some mapping shares the members of another, so that the value is not
        a tree.
    :ivar is_dynamic: whether some schema has a ``$dynamicRef``.
    :ivar schemas: all Schema Objects.
    """

    def __init__(self, sources: DocumentFiles, grammar: Grammar = OPENAPI) -> None:
        self.sources = sources
        self.grammar = grammar
        self.main = sources.main
        self.diagnostics: list[Diagnostic] = []
        self.malformed: list[Diagnostic] = []
        self.shares_maps = False
        self.is_dynamic = False
        self.schemas: list[dict[str, Any]] = []
        self._cycles = CycleGuard()
        self._rewritten: dict[int, ReferenceTarget | None] = {}
        self._schemas: dict[str, ReferenceTarget] = {}
        self._referring: list[tuple[dict[str, Any], SourceFile, KeyTrail]] = []
        self._later: list[tuple[Any, ObjectKind, SourceFile, KeyTrail]] = []
        self._seen: set[int] = set()
        self._mapped: set[int] = set()
        self._reported: set[tuple[str, str]] = set()
        self._unresolved: list[tuple[SourceFile, str, Diagnostic]] = []
        self.mistaken: set[tuple[SourceFile, str]] = set()
        self._finder = TargetFinder(sources, self._rewritten)
        self._kinds = KindCheck(grammar, self.main.value)
        self._discriminators: list[dict[str, Any]] = []

    def bundle(self) -> None:
        """Rewrite every reference reachable from the root of the document."""
        for key in (EXTERNAL_KEY, UNRESOLVED_KEY):
            self.main.value.pop(key, None)
        self._walk(self.main.value, self.grammar.root, self.main, None)
        while self._later:  # parts only reachable by reference, outside all known positions
            later, self._later = self._later, []
            for node, kind, file, trail in later:
                self._walk(node, kind, file, trail)
            if not self._later:
                self._add_children()
        self._cut_cycles()
        others = self.sources.used()[1:]
        if others:
            self.main.value[EXTERNAL_KEY] = {file.name: file.value for file in others}
            components = FileComponents(self.main, others, self._schemas.values())
            for node, _file, _trail in self._referring:
                components.follow(node, ("$ref",))
            for discriminator in self._discriminators:
                components.follow(discriminator, ("defaultMapping",))
                mapping = discriminator.get("mapping")
                if type(mapping) is dict:
                    components.follow(mapping, tuple(mapping))
            self.sources.origins = {**self.sources.origins, **components.origins}
        self._report_unresolved()
        for diagnostics in (self.diagnostics, self.malformed):
            diagnostics.sort(key=lambda each: (each.place, each.message))

    def _add_children(self) -> None:
        """Also walk the schemas of other files that extend a schema with a discriminator.

        Only their ``allOf`` refers to it: nothing may refer to them.
        """
        if not self._discriminators:
            return
        for file in self.sources.used()[1:]:
            for name, schema in schemas_of(file.value).items():
                if id(schema) not in self._seen and self._extends(schema, file):
                    trail = (((None, "components"), "schemas"), name)
                    self._later.append((schema, Kind.SCHEMA, file, trail))

    def _extends(self, schema: Any, file: SourceFile) -> bool:
        """Whether a member of the ``allOf`` of *schema* refers to a schema in use."""
        for member in as_list(as_mapping(schema).get("allOf")):
            ref = as_mapping(member).get("$ref")
            target = self._finder.find(ref, file, None) if isinstance(ref, str) else None
            if isinstance(target, ReferenceTarget) and id(target.value) in self._seen:
                return True
        return False

    def _walk(self, start: Any, start_kind: ObjectKind, file: SourceFile, trail: KeyTrail) -> None:
        stack: list[_Step] = [(start, start_kind, file, trail)]
        seen = self._seen
        while stack:
            node, kind, file, trail = stack.pop()
            if type(node) is not dict or id(node) in seen:
                continue
            seen.add(id(node))
            if "$ref" in node:
                if kind in self.grammar.inlined:
                    file, trail = self._inline(node, kind, file, trail)
                else:
                    self._refer(node, kind, file, trail)
            else:
                for mistake in mistakes(node, kind, self.grammar):
                    place = trail_to(mistake.pointer, trail)
                    self._say(mistake.message, file, place, is_empty=mistake.is_empty)
                    self.mistaken.add((file, pointer_of((trail, mistake.field))))
            self._push_parts(stack, node, kind, file, trail)
            self._rewrite(node, kind, file, trail)

    def _rewrite(
        self, node: dict[str, Any], kind: ObjectKind, file: SourceFile, trail: KeyTrail
    ) -> None:
        """Rewrite what *node* refers to in other ways than by ``$ref``."""
        if kind is Kind.SCHEMA:
            self.schemas.append(node)
            if type(node.get("discriminator")) is dict:
                self._map_discriminator(node["discriminator"], file, (trail, "discriminator"))
            if "$dynamicRef" in node:
                self.is_dynamic = True
        elif kind is Kind.LINK and isinstance(node.get("operationRef"), str):
            target = self._finder.find(node["operationRef"], file, trail)
            if isinstance(target, ReferenceTarget):
                node["operationRef"] = f"#{target.pointer}"
        elif kind is Kind.EXAMPLE and isinstance(node.get("externalValue"), str):
            self._embed(node, file, trail)
        elif "security" in node and kind in (Kind.OPERATION, Kind.ROOT):
            self._name_schemes(node["security"], file, (trail, "security"))

    def _push_parts(
        self, stack: list[_Step], node: Any, kind: ObjectKind, file: SourceFile, trail: KeyTrail
    ) -> None:
        """Add the objects in *node* to *stack*."""
        child_kind = self.grammar.patterned.get(kind)
        values = self.grammar.values
        if child_kind is not None:
            for key, child in node.items():
                if key.startswith(("x-", "$ref")):
                    continue
                if type(child) is dict:
                    stack.append((child, child_kind, file, (trail, key)))
                else:
                    is_empty = child is None and child_kind is not Kind.RESPONSE
                    message = describe(child, Shape.ONE, key)
                    self._say(message, file, (trail, key), is_empty=is_empty)
            return
        one, many, named = Shape.ONE, Shape.LIST, Shape.MAP
        is_judged = kind in values
        has_foreign = "schemaFormat" in node and self.grammar.has_foreign(node)
        fields = self.grammar.fields.get(kind, _NO_FIELDS)
        for key, value in node.items():
            known = fields.get(key)
            if known is None:
                continue
            shape, child_kind = known
            if has_foreign and child_kind is Kind.SCHEMA:
                child_kind = Kind.FOREIGN_SCHEMA
            inside: SourceFile = file
            inner: KeyTrail = (trail, key)
            if shape is many and type(value) is dict and isinstance(value.get("$ref"), str):
                value, inside, inner = self._inline_list(node, key, child_kind, file, inner)
            if is_judged and is_malformed(value, shape, child_kind):
                self._say(describe(value, shape, key), inside, inner, is_empty=value is None)
            if shape is one or (shape is not named and type(value) is dict):
                stack.append((value, child_kind, inside, inner))
                continue
            parts: Iterable[tuple[str, Any]] = ()
            label = f"{key}/" if shape is not named else ""
            if shape is named and type(value) is dict:
                if isinstance(value.get("$ref"), str):
                    inside, inner = self._inline(value, None, file, inner)
                parts = value.items()
            elif type(value) is list and shape is not named:
                parts = ((str(index), child) for index, child in enumerate(value))
            for name, child in parts:
                if type(child) is dict:
                    stack.append((child, child_kind, inside, (inner, name)))
                elif is_judged and is_malformed(child, one, child_kind):
                    is_empty = child is None and shape is named
                    message = describe(child, one, label + name)
                    self._say(message, inside, (inner, name), is_empty=is_empty)

    def _refer(
        self, node: dict[str, Any], kind: ObjectKind, file: SourceFile, trail: KeyTrail
    ) -> None:
        """Rewrite the ``$ref`` of *node*."""
        ref = node["$ref"]
        if not isinstance(ref, str):
            target: ReferenceTarget | str = (
                "must be a string: the path of a file, `#/` and a pointer, or both"
            )
        else:
            target = self._object(ref, kind, file, trail)
        if isinstance(target, str):
            self._report(ref, target, file, trail)
            self._rewritten[id(node)] = None
            node["$ref"] = f"{_nowhere(ref)}{OTHER_KIND if isinstance(target, Mismatch) else ''}"
            return
        self._rewritten[id(node)] = target
        pointer = f"#{target.pointer}"
        if pointer != ref:  # else it stays the text that all references to it share
            node["$ref"] = pointer
        self._referring.append((node, file, trail))
        if kind is Kind.SCHEMA:
            self._schemas.setdefault(target.pointer, target)
        if type(target.value) is dict and id(target.value) not in self._seen:
            self._later.append((target.value, kind, target.file, trail_to(target.inner)))

    def _inline(
        self, node: dict[str, Any], kind: ObjectKind | None, file: SourceFile, trail: KeyTrail
    ) -> tuple[SourceFile, KeyTrail]:
        """Replace the ``$ref`` in place of an object or a whole map by the members of its target.

        :param kind: of the object, ``None`` for a map of objects.

        Returns the file that the members' own references are relative to, and the position of the
        members in it.
        """
        ref = node["$ref"]
        if not isinstance(ref, str):
            return file, trail
        target = self._finder.find(ref, file, trail)
        members = None if isinstance(target, str) else target.value
        if type(members) is dict and not self._cycles.can_hold(node, members):
            target = "points to a mapping that contains the reference itself"
        else:
            target = self._object(ref, kind, file, trail)
        if isinstance(target, ReferenceTarget) and type(members) is not dict:
            target = "points to something that is not a mapping"
        del node["$ref"]
        if isinstance(target, str):
            self._report(ref, target, file, trail)
            return file, trail
        for key, value in target.value.items():
            node.setdefault(key, value)
        self.shares_maps = True
        return target.file, trail_to(target.inner)

    def _inline_list(
        self, owner: dict[str, Any], key: str, kind: ObjectKind, file: SourceFile, trail: KeyTrail
    ) -> tuple[Any, SourceFile, KeyTrail]:
        """Replace the reference in place of a whole list by its target.

        Returns the list, its file and its position there; unchanged values if the target is not a
        list.
        """
        ref = owner[key]["$ref"]
        target = self._finder.find(ref, file, trail)
        if isinstance(target, ReferenceTarget) and type(target.value) is list:
            if self._cycles.can_hold(owner, target.value):
                owner[key] = target.value
                self.shares_maps = True
                return target.value, target.file, trail_to(target.inner)
            target = "points to a list that contains the reference itself"
        elif kind not in self.grammar.inlined:
            return owner[key], file, trail  # reported where one object is expected
        elif isinstance(target, ReferenceTarget):
            target = "points to something that is not a list"
        self._report(ref, target, file, trail)
        owner[key] = []
        return [], file, trail

    def _object(
        self, ref: str, kind: ObjectKind | None, file: SourceFile, trail: KeyTrail
    ) -> ReferenceTarget | str:
        """The target of *ref* as in `TargetFinder.find`, if it can be an object of *kind*.

        :param kind: ``None`` for a map of objects.
        """
        target = self._finder.find(ref, file, trail)
        if isinstance(target, str) or kind is Kind.FOREIGN_SCHEMA:
            return target
        holder = target.file
        is_document = holder is self.main or "openapi" in as_mapping(holder.value)
        return self._kinds.problem(kind, target.value, target.inner, is_document) or target

    def _embed(self, node: dict[str, Any], file: SourceFile, trail: KeyTrail) -> None:
        """Replace a relative ``externalValue`` of the Example Object *node* by the file's content.

        It is relative to the file, like a reference (OpenAPI 3.1, Example Object). An absolute path
        leads to the host of the site.
        """
        location = node["externalValue"]
        if has_scheme(self.main.name):
            node["externalValue"] = absolute(self.main.name, location)
        elif not (has_scheme(location) or location.startswith("/")):
            try:
                is_text, path = "dataValue" in node, location.partition("#")[0]
                value = self.sources.example(path, file, is_text=is_text)
                node.setdefault("serializedValue" if is_text else "value", value)
            except UnresolvedError as error:
                reason = f"{error}; the example is omitted"
                self._report(location, reason, file, (trail, "externalValue"))
            del node["externalValue"]

    def _name_schemes(self, requirements: Any, file: SourceFile, trail: KeyTrail) -> None:
        """Rewrite the names of security schemes that are references to other files (3.2)."""
        for requirement in requirements if type(requirements) is list else ():
            names = list(requirement) if type(requirement) is dict else []
            at_home = file is self.main
            if not any("/" in name and not (at_home and name.startswith("#/")) for name in names):
                continue
            scopes = dict(requirement)
            requirement.clear()
            for name, wanted in scopes.items():
                pointer = f"/components/securitySchemes/{escape_pointer(name)}"
                target: Any = name
                if "/" in name and step_through(self.main.value, pointer) is None:
                    target = self._finder.find(name, file, trail)
                    if isinstance(target, ReferenceTarget):
                        kind = Kind.SECURITY_SCHEME
                        self._later.append(
                            (target.value, kind, target.file, trail_to(target.inner))
                        )
                        target = f"#{target.pointer}"
                    else:
                        target = name
                requirement.setdefault(target, wanted)

    def _map_discriminator(self, node: dict[str, Any], file: SourceFile, trail: KeyTrail) -> None:
        """Rewrite the names and references of a Discriminator Object to pointers."""
        mapping = node.get("mapping")
        if type(mapping) is dict and id(mapping) not in self._mapped:
            self._mapped.add(id(mapping))
            for value, ref in mapping.items():
                mapping[value] = self._schema_named(ref, file, ((trail, "mapping"), value))
        if id(node) in self._mapped:
            return
        self._mapped.add(id(node))
        self._discriminators.append(node)
        if "defaultMapping" in node:
            ref = node["defaultMapping"]
            node["defaultMapping"] = self._schema_named(ref, file, (trail, "defaultMapping"))

    def _schema_named(self, ref: Any, file: SourceFile, trail: KeyTrail) -> str:
        """A reference to the schema *ref*, the name of a component or a reference.

        A plain name refers to a component of the main document, even from another file (OpenAPI
        3.2, Discriminator Object); if there is none, to one of that file.
        """
        if not isinstance(ref, str):
            self._report(ref, "must be a string: the name of a schema or a reference", file, trail)
            return _nowhere(ref)
        if _PLAIN_NAME.match(ref):
            for holder in (self.main, file):
                pointer = f"/components/schemas/{ref}"
                schema = step_through(holder.value, pointer)
                if schema is not None:
                    self._later.append((schema, Kind.SCHEMA, holder, trail_to(pointer)))
                    return f"#{holder.prefix}{pointer}"
            if not _DATA_SUFFIX.search(ref):
                reason = "is not a schema in `components/schemas`: use the name of one"
                self._report(ref, reason, file, trail)
                return _nowhere(ref)
        target = self._object(ref, Kind.SCHEMA, file, trail)
        if isinstance(target, str):
            self._report(ref, target, file, trail)
            return _nowhere(ref)
        self._later.append((target.value, Kind.SCHEMA, target.file, trail_to(target.inner)))
        self._schemas.setdefault(target.pointer, target)
        return f"#{target.pointer}"

    def _cut_cycles(self) -> None:
        """Make circular chains of references unresolved."""
        state: dict[int, bool] = {}  # id of a referring node: whether its chain ends
        for node, _file, _link_to in self._referring:
            chain: list[dict[str, Any]] = []
            on_chain: set[int] = set()
            current: Any = node
            ends = True
            while type(current) is dict and id(current) in self._rewritten:
                if id(current) in state:
                    ends = state[id(current)]
                    break
                if id(current) in on_chain:
                    ends = False
                    break
                chain.append(current)
                on_chain.add(id(current))
                target = self._rewritten[id(current)]
                current = target.value if target is not None else None
            for passed in chain:
                state[id(passed)] = ends
        for node, file, trail in self._referring:
            if not state[id(node)]:
                ref = node["$ref"]
                self._report(ref, "refers to itself without reaching an object", file, trail)
                node["$ref"] = _nowhere(ref)

    def _report(self, ref: Any, reason: str, file: SourceFile, trail: KeyTrail) -> None:
        """Report the reference *ref*, which is broken."""
        pointer = pointer_of(trail)
        is_ref = isinstance(step_through(file.value, pointer), dict)
        shown = ref if isinstance(ref, str) else brief(str(ref))
        message = f"the reference `{brief(shown)}` {reason}"
        if self._is_new(file, pointer):
            place = self.sources.place(f"{file.prefix}{pointer}{'/$ref' if is_ref else ''}")
            diagnostic = Diagnostic(subtype=Subtype.UNRESOLVED_REF, message=message, place=place)
            self._unresolved.append((file, shown, diagnostic))

    def _report_unresolved(self) -> None:
        """Add the messages about broken references: one for all into a map that does not exist."""
        into: dict[tuple[SourceFile, str], list[tuple[str, Diagnostic]]] = {}
        for file, ref, diagnostic in self._unresolved:
            if self._is_effect(file, ref):
                continue
            lost = self._finder.lost_map(ref, file)
            if lost is None:
                self.diagnostics.append(diagnostic)
            else:
                into.setdefault(lost, []).append((ref, diagnostic))
        for (holder, pointer), broken in into.items():
            ref, first = min(broken, key=lambda each: each[1].place)
            if len(broken) > 1:
                where = "the document" if holder is self.main else holder.name
                message = (
                    f"the reference `{brief(ref)}` and {len(broken) - 1} more cannot be resolved: "
                    f"there is no {brief(pointer)} in {where}"
                )
                first = replace(first, message=message)
                self.mistaken.add((holder, pointer))
            self.diagnostics.append(first)

    def _is_effect(self, file: SourceFile, ref: str) -> bool:
        """Whether *ref* leads through a map of *file* that is misspelled or malformed."""
        trail = trail_to(unquote(ref.removeprefix("#"))) if ref.startswith("#/") else None
        while trail is not None:
            trail, _ = trail
            if trail is not None and (file, pointer_of(trail)) in self.mistaken:
                return True
        return False

    def _say(
        self, message: str, file: SourceFile, trail: KeyTrail, *, is_empty: bool = False
    ) -> None:
        """Report a part that is malformed. :param is_empty: it is as if it were not there."""
        pointer = pointer_of(trail)
        self.mistaken.add((file, pointer))
        if self._is_new(file, pointer):
            place = self.sources.place(f"{file.prefix}{pointer}", of_key=True)
            self.malformed.append(
                Diagnostic(
                    subtype=Subtype.OPENAPI_INVALID,
                    message=message,
                    place=place,
                    rule="specification",
                    level=Level.INFO if is_empty else Level.WARNING,
                )
            )

    def _is_new(self, file: SourceFile, pointer: str) -> bool:
        is_new = (file.name, pointer) not in self._reported
        self._reported.add((file.name, pointer))
        return is_new


def _nowhere(ref: Any) -> str:
    """An unresolved reference that keeps the original text."""
    text = ref if isinstance(ref, str) else str(ref)
    return f"#/{UNRESOLVED_KEY}/{escape_pointer(text[:500])}"
