"""Schema Objects, one level at a time, and how far a page expands them."""

from __future__ import annotations

from enum import StrEnum

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.view import Direction, SchemaView


class Expansion(StrEnum):
    """What a writer shows below a schema's row."""

    LEAF = "leaf"
    """Nothing nests."""
    SHOWN = "shown"
    """Its children."""
    RECURSIVE = "recursive"
    """A schema that stands further up on the same path: its name, linked."""
    DEEPER = "deeper"
    """Past the depth: a link to the component's own page."""


class SchemaBook:
    """Reads the schemas of one document, memoised; holds no page's state.

    Depth counts levels of nested properties: at depth 0 only the row itself is
    shown. Wrapping a schema in an array or a single ``oneOf`` option costs none.
    """

    def __init__(
        self, document: OpenApiDocument, *, max_depth: int = 3, row_budget: int = 150
    ) -> None:
        self.document = document
        self.max_depth = max_depth
        self.row_budget = row_budget

    def view(self, pointer: str, direction: Direction = Direction.BOTH) -> SchemaView:
        """One level of the schema at *pointer*; never raises for a malformed one."""
        raise NotImplementedError

    def depth_for(self, pointer: str, direction: Direction) -> int:
        """Levels to write for the schema at *pointer*: `max_depth`, fewer past the row budget, at least 2."""
        raise NotImplementedError

    def expansion(self, view: SchemaView, depth: int, trail: tuple[str, ...]) -> Expansion:
        """What to show below *view* with *depth* levels left.

        :param trail: targets of the component schemas that enclose it, outermost first.
        """
        raise NotImplementedError

    def child_depth(self, view: SchemaView, depth: int) -> int:
        """Depth left for the children of *view*: one less below properties, the same below wrappers."""
        raise NotImplementedError

    def reachable(self, target: str) -> frozenset[str]:
        """Targets of all component schemas that can be reached from *target*, itself included."""
        raise NotImplementedError

    def deeper_components(self, pointer: str, direction: Direction) -> frozenset[str]:
        """Pointers of the component schemas that a page showing *pointer* links to instead of showing.

        Recursive mentions of a component that the page does not show with an anchor count too.
        """
        raise NotImplementedError
