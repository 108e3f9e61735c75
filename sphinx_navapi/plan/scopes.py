"""The documents that apply to each part of the navigation, and their owners."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sphinx_navapi.config.navigation import Binding, ElementKind, NavigationElement
from sphinx_navapi.openapi.operation_reference import parse_reference
from sphinx_navapi.plan.docnames import folder, is_too_long
from sphinx_navapi.plan.documents import DocumentLibrary, Parts

#: Folder of generated pages if no ``directory`` is set.
DEFAULT_DIRECTORY = "api-reference"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundDocument:
    """A document in scope.

    :ivar directory: folder of its generated pages, normalized.
    :ivar changes_from: the document that is an earlier version, if there is one.
    :ivar has_history: whether other earlier versions are known.
    :ivar overview: whether it has an overview; ``None`` if not set.
    :ivar catalog: which of `CATALOG_PAGES` it has.
    :ivar parts: what it has instead of operations.
    """

    name: str
    directory: str = DEFAULT_DIRECTORY
    changes_from: str | None = None
    has_history: bool = False
    overview: bool | None = None
    catalog: tuple[str, ...] = ()
    parts: Parts = field(default_factory=Parts)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scope:
    """The documents that an element sets, for itself and all descendants that inherit them.

    :ivar owner: the element that sets *key*.
    :ivar key: ``openapi`` or ``asyncapi``: each is inherited separately.
    :ivar explicit: an entry in scope has the form of a reference without a document.
    :ivar adds: the owner gets the operations without an entry.
    """

    owner: NavigationElement
    bound: tuple[BoundDocument, ...]
    explicit: bool
    adds: bool
    key: str = "openapi"

    def directory_of(self, name: str) -> str:
        """The directory of the document *name*; that of the first document if it is not in
        scope.
        """
        for bound in self.bound:
            if bound.name == name:
                return bound.directory
        return self.bound[0].directory


def bound_names(scope: Scope | None) -> list[str]:
    """The names of the documents in *scope*."""
    return [document.name for document in scope.bound] if scope else []


#: The scope of every element of a navigation.
Scopes = Mapping[NavigationElement, Scope | None]


def assign_scopes(
    root: NavigationElement, library: DocumentLibrary, key: str = "openapi"
) -> Scopes:
    """The scope of every element below *root*, ``None`` if no document is in scope.

    :param key: ``openapi`` or ``asyncapi``.
    """
    scopes: dict[NavigationElement, Scope | None] = {}
    _assign(root, None, library, scopes, key)
    return scopes


def _bindings(element: NavigationElement, key: str) -> tuple[Binding, ...] | None:
    return element.bindings if key == "openapi" else element.channels


def _assign(
    element: NavigationElement,
    outer: Scope | None,
    library: DocumentLibrary,
    scopes: dict[NavigationElement, Scope | None],
    key: str,
) -> None:
    scope = outer if _bindings(element, key) is None else _own_scope(element, library, key)
    scopes[element] = scope
    for child in element.children():
        _assign(child, scope, library, scopes, key)


def _own_scope(element: NavigationElement, library: DocumentLibrary, key: str) -> Scope:
    for binding in _bindings(element, key) or ():
        if is_too_long(binding.directory or ""):
            library.report_directory(binding.pointer)
    bindings = _bindings(element, key) or ()
    names = [library.bind(binding.source, binding.pointer, key) for binding in bindings]
    bound = tuple(
        BoundDocument(
            name=name,
            directory=folder(binding.directory or "") or DEFAULT_DIRECTORY,
            changes_from=library.bind_earlier(
                binding.changes_from, f"{binding.pointer.removesuffix('/source')}/changes_from"
            ),
            has_history=library.has_history(name),
            overview=binding.overview,
            catalog=binding.catalog,
            parts=library.parts_of(name),
        )
        for name, binding in zip(names, bindings, strict=True)
    )
    explicit = _names_operation(element, key, library, tuple(each.name for each in bound))
    return Scope(
        owner=element,
        bound=bound,
        explicit=explicit,
        adds=not explicit and not _hands_down(element),
        key=key,
    )


def _names_operation(
    element: NavigationElement, key: str, library: DocumentLibrary, bound: tuple[str, ...]
) -> bool:
    """Whether an entry of *element*, or of a descendant that inherits, is a reference.

    :param bound: names of the documents in scope.
    """
    for entry in element.entries():
        reference = parse_reference(entry.text)
        if reference is None or reference.document is not None:
            continue
        if key == "openapi":
            reference = reference.of_path or reference
        if reference.custom and not _has_method(reference.method, library, bound):
            continue
        if reference.specification == key:
            return True
    return any(
        _bindings(child, key) is None and _names_operation(child, key, library, bound)
        for child in element.children()
    )


def _has_method(method: str, library: DocumentLibrary, bound: tuple[str, ...]) -> bool:
    """Whether an operation of the documents *bound* has the *method*, ignoring case."""
    documents = (library.peek(name) for name in bound)
    return any(
        operation.key.method.upper() == method.upper()
        for document in documents
        if document is not None
        for operation in document.operations
    )


def _hands_down(element: NavigationElement) -> bool:
    """Whether *element* is a root that only passes its documents on."""
    if element.kind is not ElementKind.ROOT:
        return False
    kept = {key for key, entries in element.content.items() if entries}
    return bool(kept) and not kept & {"pages", "groups"}
