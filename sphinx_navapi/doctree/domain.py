"""The ``navapi`` domain: operations and schemas as objects of the project."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.domains import Domain, ObjType
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.openapi.document import Operation, OperationKey
from sphinx_navapi.project.reporting import report_diagnostics
from sphinx_navapi.request.playground_settings import ANY, fragment_of

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.content.operation import OperationTree
    from sphinx_navapi.project.site import Site
    from sphinx_navapi.project.sphinx_project import NavApiProject


#: Of a `pending_xref` to an operation: ``values`` and ``body`` for the form there.
FORM: Final = "navapi-form"


class ObjectEntry(NamedTuple):
    """The location of an object's documentation, and its search words."""

    docname: str
    anchor: str
    title: str


class ObjectRole(XRefRole):
    """A link to an object; recorded, since its page must be updated when the object moves."""

    def process_link(
        self,
        env: BuildEnvironment,
        refnode: Element,
        has_explicit_title: bool,
        title: str,
        target: str,
    ) -> tuple[str, str]:
        """Title and target, as returned by XRefRole."""
        title, target = super().process_link(env, refnode, has_explicit_title, title, target)
        navapi_domain(env).note_reference(self.reftype, target)
        return title, target


#: Parts of documents without operations, each with its role.
_NAMED: Final = ("workflow", "tool")


class NavApiDomain(Domain):
    """What documents have: operations (``op``), schemas, workflows and tools."""

    name = "navapi"
    label = "OpenAPI"
    object_types: ClassVar[dict[str, ObjType]] = {
        "op": ObjType("operation", "op"),
        "schema": ObjType("schema", "schema"),
        **{name: ObjType(name, name) for name in _NAMED},
    }
    roles = {
        name: ObjectRole(innernodeclass=nodes.inline, warn_dangling=True)
        for name in ("op", "schema", *_NAMED)
    }
    # "docs" has the objects of each docname, so that removing a document does not scan all of them;
    # "refs" has those that it links to.
    initial_data = {"op": {}, "schema": {}, "workflow": {}, "tool": {}, "docs": {}, "refs": {}}

    @property
    def is_used(self) -> bool:
        """Whether a page shows an operation or schema, or links to one."""
        return bool(self.data["docs"] or self.data["refs"])

    @property
    def operations(self) -> dict[OperationKey, list[ObjectEntry]]:
        """Locations of each operation; those of generated pages in order of registration."""
        entries: dict[OperationKey, list[ObjectEntry]] = self.data["op"]
        return entries

    @property
    def schemas(self) -> dict[tuple[str, str], list[ObjectEntry]]:
        """Locations of each schema, by document and component name."""
        entries: dict[tuple[str, str], list[ObjectEntry]] = self.data["schema"]
        return entries

    def parts(self, kind: str) -> dict[tuple[str, str], list[ObjectEntry]]:
        """Locations of each part of a *kind* (``workflow``, ``tool``), by document and name."""
        # Environments of earlier versions do not have all kinds.
        entries: dict[tuple[str, str], list[ObjectEntry]] = self.data.setdefault(kind, {})
        return entries

    def note_operation(self, key: OperationKey, title: str, anchor: str) -> None:
        """Register that the current document shows *key*."""
        self._note("op", key, ObjectEntry(self.env.docname, anchor, title))

    def note_schema(self, document: str, name: str, anchor: str) -> None:
        """Register that the current document shows component schema *name*."""
        self._note("schema", (document, name), ObjectEntry(self.env.docname, anchor, name))

    def note_part(self, kind: str, document: str, name: str, anchor: str, title: str) -> None:
        """Register that the current document shows the workflow or tool *name*."""
        self._note(kind, (document, name), ObjectEntry(self.env.docname, anchor, title))

    def _note(self, kind: str, key: Any, entry: ObjectEntry) -> None:
        insort(self.data.setdefault(kind, {}).setdefault(key, []), entry)
        self.data["docs"].setdefault(entry.docname, []).append((kind, key))

    def note_reference(self, kind: str, target: str) -> None:
        """Register that the current document links to *target*."""
        noted = self.data["refs"].setdefault(self.env.docname, [])
        if (kind, target) not in noted:
            noted.append((kind, target))

    def note_links(self, operation: OperationTree) -> None:
        """Register that the current document shows the links of *operation*'s responses."""
        for target in operation.linked_operations:
            self.note_reference("op", f"{target.document} {target}")

    def clear_doc(self, docname: str) -> None:
        """Remove the entries of *docname*."""
        self.data["refs"].pop(docname, None)
        for kind, key in self.data["docs"].pop(docname, ()):
            kept = [e for e in self.data[kind].get(key, ()) if e.docname != docname]
            if kept:
                self.data[kind][key] = kept
            else:
                self.data[kind].pop(key, None)

    def merge_domaindata(self, docnames: AbstractSet[str], otherdata: dict[str, Any]) -> None:
        """Merge the data of another process."""
        refs = otherdata["refs"]
        self.data["refs"] |= {name: refs[name] for name in docnames if name in refs}
        for docname, noted in otherdata["docs"].items():
            if docname not in docnames:
                continue
            for kind, key in dict.fromkeys(noted):
                for entry in otherdata[kind].get(key, ()):
                    if entry.docname == docname:
                        self._note(kind, key, entry)

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        """Each operation by its reference and by its operationId, each schema by its name.

        Names without a document only if they are unique to one document.
        """
        yield from self._operation_objects()
        yield from self._schema_objects()
        for kind in _NAMED:
            yield from self._part_objects(kind)

    def _operation_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        names = {key: (str(key), self._operation_id(key)) for key in self.operations}
        counts = Counter(name for both in names.values() for name in both)
        for key, entries in sorted(self.operations.items()):
            entry = entries[0]
            yield f"{key.document} {key}", entry.title, "op", entry.docname, entry.anchor, 1
            for name in names[key]:
                if name and counts[name] == 1:
                    # Priority -1: only for the inventory, so that search does not list it twice.
                    yield name, entry.title, "op", entry.docname, entry.anchor, -1

    def _operation_id(self, key: OperationKey) -> str | None:
        document = self._site.document(key.document) if self._site is not None else None
        operation = document.operation(key.method, key.path) if document is not None else None
        return operation.operation_id if operation is not None else None

    @property
    def _site(self) -> Site | None:
        return getattr(self.env.project, "site", None)

    def find_target(
        self, site: Site, kind: str, target: str, fromdocname: str
    ) -> ObjectEntry | None:
        """The target of a link of *kind* (``op``, ``schema``) on the page *fromdocname*.

        Of several, the nearest (`Site.nearest`).
        """
        if kind == "op":
            key = find_operation(site, target, fromdocname)
            entries = self.operations.get(key, []) if key else []
        elif kind in _NAMED:
            entries = self._part(kind, target)
        else:
            name = find_schema(site, target, fromdocname)
            entries = self.schemas.get(name, []) if name else []
            if not entries and name:
                docname = site.find_schema_page(*name, near=fromdocname)
                entries = [ObjectEntry(docname, "", name[1])] if docname else []
        places: dict[str, ObjectEntry] = {}
        for entry in entries:
            places.setdefault(entry.docname, entry)
        nearest = site.nearest(places, fromdocname)
        return places[nearest] if nearest is not None else None

    def _part(self, kind: str, target: str) -> list[ObjectEntry]:
        """The entries of the workflow or tool *target*: its name, possibly after its document."""
        return [
            entry
            for (document, name), entries in self.parts(kind).items()
            if target in (name, f"{document} {name}")
            for entry in entries
        ]

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> nodes.reference | None:
        """A link to the page of an operation or schema, or nothing (intersphinx is tried next)."""
        project: NavApiProject | Any = env.project
        site = getattr(project, "site", None)
        if site is None:
            return None
        entry = self.find_target(site, typ, target, fromdocname)
        if entry is None:
            return None
        if typ != "schema" and not node.get("refexplicit"):
            classes = ["navapi-op"] if typ == "op" else []
            contnode = nodes.inline("", entry.title, classes=classes)
        fragment = _fragment(site, builder, node, fromdocname)
        if fragment:
            address = f"{builder.get_relative_uri(fromdocname, entry.docname)}#{fragment}"
            return nodes.reference("", "", contnode, internal=True, refuri=address)
        return make_refnode(builder, fromdocname, entry.docname, entry.anchor, contnode)

    def _schema_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Schemas with their own location, then those only shown by operations."""
        places = {key: entries[0] for key, entries in self.schemas.items()}
        site = self._site
        if site is not None:
            for key in site.component_schemas():
                docname = None if key in places else site.find_schema_page(*key)
                if docname is not None:
                    places[key] = ObjectEntry(docname, "", key[1])
        counts = Counter(name for _document, name in places)
        for (document, name), place in sorted(places.items()):
            priority = 1 if (document, name) in self.schemas else -1
            yield f"{document} {name}", name, "schema", place.docname, place.anchor, priority
            if counts[name] == 1:
                yield name, name, "schema", place.docname, place.anchor, -1

    def _part_objects(self, kind: str) -> Iterator[tuple[str, str, str, str, str, int]]:
        counts = Counter(name for _document, name in self.parts(kind))
        for (document, name), entries in sorted(self.parts(kind).items()):
            place = entries[0]
            entry = (place.title, kind, place.docname, place.anchor)
            yield (f"{document} {name}", *entry, 1)
            if counts[name] == 1:
                yield (name, *entry, -1)

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: Element,
    ) -> list[tuple[str, nodes.reference]]:
        """Targets of the ``any`` role: references to operations, names of schemas."""
        links = []
        for typ in self.roles:
            link = self.resolve_xref(env, fromdocname, builder, typ, target, node, contnode)
            if link is not None:
                links.append((f"navapi:{typ}", link))
        return links


def navapi_domain(env: BuildEnvironment) -> NavApiDomain:
    """Our domain in *env*."""
    domain = env.get_domain("navapi")
    assert isinstance(domain, NavApiDomain)
    return domain


def object_link(
    env: BuildEnvironment, kind: str, target: str, content: nodes.Element, *, is_sure: bool = True
) -> addnodes.pending_xref:
    """A link from the current document to the object *target*, as in the role *kind*.

    :param is_sure: not reported if there is none.
    """
    navapi_domain(env).note_reference(kind, target)
    return addnodes.pending_xref(
        "",
        content,
        refdomain="navapi",
        reftype=kind,
        reftarget=target,
        refexplicit=True,
        refwarn=not is_sure,
        refdoc=env.docname,
    )


#: What to say of a name where there is nothing to refer to.
NO_SITE: Final = "there is no OpenAPI document in this project"


def report_unknown_target(env: BuildEnvironment, node: addnodes.pending_xref) -> bool | None:
    """Sphinx's ``warn-missing-reference``, with our own message and subtype."""
    if node.get("refdomain") != "navapi":
        return None
    # Only projects with unknown targets need it.
    from sphinx_navapi.plan.matching import unknown_targets

    kind = "operation" if node["reftype"] == "op" else node["reftype"]
    site = getattr(env.project, "site", None)
    target, docname = node["reftarget"], node.get("refdoc")
    subtype = Subtype.OPERATION_NOT_FOUND
    problem, advice = f"no document has the {kind} {target!r}", NO_SITE
    reason = f"no document has their {kind}s"
    planned = site.planned if site is not None and kind == "operation" else None
    near = planned.near_reference(target, docname) if planned is not None else None
    if near is not None:
        subtype = Subtype.NEAR_MISS
        problem, reason = f"{target} is not an exact match", "they are not exact matches"
        advice = f"write {near}"
    elif kind in _NAMED:
        meant = nearest_word(target, [name for _document, name in navapi_domain(env).parts(kind)])
        field = "workflowId" if kind == "workflow" else "name"
        advice = f"did you mean {meant}?" if meant else f"write the {field} of one"
    elif site is not None and site.planned.has_target(target, kind, docname):
        problem, reason = f"the {kind} {target!r} has no page", f"their {kind}s have no page"
        advice = site.planned.advise_page(target, kind, docname)
    elif site is not None:
        advice = site.planned.advise(target, kind, docname)
    report_diagnostics(
        [
            Diagnostic(
                subtype=subtype,
                message=f"{problem}; it is shown as text: {advice}",
                place=Place(file=_relative(env, node.source), line=node.line),
                cause=unknown_targets(
                    target, f"references are shown as text, because {reason}", advice
                ),
            )
        ],
        env.srcdir,
    )
    return True


def fills_forms(builder: Builder) -> bool:
    """Whether pages of *builder* have forms that the fragment of a link may fill."""
    return builder.format == "html" and builder.name not in ("singlehtml", "epub")


def _fragment(site: Site, builder: Builder, node: addnodes.pending_xref, docname: str) -> str:
    """What fills the form of an operation, on sites with a file for each page."""
    form = node.get(FORM)
    operation = site.planned.find_operation(node["reftarget"], docname) if form else None
    if operation is None:
        return ""
    key = operation.key
    filled: dict[str, str] = form["values"]
    if filled:
        wrong = dict(_unknown_values(site, operation, filled))
        place = Place(file=_relative(builder.env, node.source), line=node.line)
        report_diagnostics(
            (
                Diagnostic(subtype=Subtype.GUIDE_REQUEST, message=each, place=place)
                for each in wrong.values()
            ),
            builder.srcdir,
        )
    if not fills_forms(builder):
        return ""
    places = (name.partition(".") for name in filled)
    names = [(place, name) if name else (ANY, place) for place, _, name in places]
    values = [(*name, value) for name, value in zip(names, filled.values(), strict=True)]
    return fragment_of(key.method, key.path, values, body=form["body"] or None, exact=False)


def _unknown_values(
    site: Site, operation: Operation, names: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Each of *names*, with a message, that is no parameter of *operation*."""
    # Only for values: a site without any does not load it.
    from sphinx_navapi.openapi.operation import read_operation

    document = site.document(operation.key.document)
    if document is None:
        return
    parameters = read_operation(document, operation).parameters
    known = {each.name for each in parameters}
    known |= {f"{each.place}.{each.name}" for each in parameters}
    for name in names:
        if name not in known:
            near = nearest_word(name, sorted(known))
            hint = f": did you mean {near}?" if near else "; its form does not get this value"
            message = (
                f"TryIt has a value for {name}, which is no parameter of {operation.key}{hint}"
            )
            yield name, message


def _relative(env: BuildEnvironment, source: str | None) -> str:
    prefix = f"{env.srcdir}/"
    return (source or "").removeprefix(prefix)


def find_operation(site: Site, text: str, docname: str) -> OperationKey | None:
    """The operation *text*, a reference or an operationId, as seen from the page *docname*."""
    operation = site.planned.find_operation(text, docname)
    return operation.key if operation else None


def find_schema(site: Site, text: str, docname: str) -> tuple[str, str] | None:
    """Document and component name of the schema *text* (``[document] name``)."""
    return site.planned.find_schema(text, docname)


def directory_for(site: Site, docname: str, document: str) -> str:
    """The folder of the schema pages of *document* that *docname* should link to."""
    page = site.page(docname)
    directories = site.schema_directories.get(document, ())
    if page is not None and page.directory in directories:
        return page.directory
    return next(iter(directories), "api-reference")
