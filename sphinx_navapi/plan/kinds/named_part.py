"""Pages of what a document has instead of operations: workflows, tools."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.plan.docnames import slug
from sphinx_navapi.plan.kinds.overview import first_paragraph
from sphinx_navapi.plan.kinds.planned_page import PlannedPage
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import Page, PageKind

_WORDS: Final = re.compile(r"[_\W]+|(?<=[a-z0-9])(?=[A-Z])")


def _in_words(name: str) -> str:
    """``loginAndBuy`` as a title: ``Login and buy``."""
    first, *others = [word for word in _WORDS.split(name) if word] or [name]
    shown = [word if word.isupper() else word.lower() for word in others]
    return " ".join([first[:1].upper() + first[1:], *shown])


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPartPage(PlannedPage):
    """The page of the part *name* of *document*; the name of its kind is that of such parts."""

    kind: ClassVar[PageKind]

    document: str
    name: str
    directory: str

    @classmethod
    def of_names(cls, names: Iterable[str], bound: BoundDocument) -> list[Self]:
        """A page for each of *names* of a document that the navigation binds."""
        return [
            cls(
                docname=f"{bound.directory}/{slug(_in_words(name)) or cls.kind.name}",
                document=bound.name,
                name=name,
                directory=bound.directory,
            )
            for name in names
        ]

    def titled(self, title: Text | None, description: Text | None) -> Page:
        """The page, with *title*, else its name in words."""
        return Page(
            docname=self.docname,
            title=" ".join((title or "").split()) or _in_words(self.name),
            kind=self.kind,
            generated=True,
            description=first_paragraph(description or ""),
            shows={"document": self.document, self.kind.name: self.name},
            directory=self.directory,
        )

    def is_empty(self, document: OpenApiDocument | None, operations: Iterable[Operation]) -> bool:
        """Never: a document without such parts has no page."""
        return document is None
