"""The writers of a build's documents: one for each language and translation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from sphinx_navapi.build.site import Site, Translate
from sphinx_navapi.locale.interface import InterfaceWords, interface_wording

_Writer = TypeVar("_Writer")


class DocumentWriters(Generic[_Writer]):
    """The writers created by *make*, by document, translation and words.

    :param translator: returns the translation function of a page, by docname.
    :param make: takes content and pages of a document, and *translate* and *words* by name.
    """

    def __init__(
        self,
        site: Site,
        translator: Callable[[str], Translate | None],
        make: Callable[..., _Writer],
    ) -> None:
        self._site = site
        self._translator = translator
        self._make = make
        self._made: dict[tuple[str, Translate | None, InterfaceWords], _Writer] = {}

    def clear(self) -> None:
        """Drop all writers, with the HTML or Markdown that they keep."""
        self._made.clear()

    def find(self, document: str, docname: str) -> _Writer:
        """The writer of *document* for the page *docname*."""
        translate, words = self._translator(docname), self._site.words(docname)
        key = (document, translate, words)
        if key not in self._made:
            self._made[key] = self._make(
                self._site.content(document),
                self._site.page_names(document),
                translate=translate,
                words=interface_wording(words),
            )
        return self._made[key]
