"""What the plan of a site is made from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.diagnostics import Diagnostic, Place
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.source_pages import PageHeads


class Matching(StrEnum):
    """How an operation reference is held against a document."""

    EXACT = "exact"
    LENIENT = "lenient"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedDocument:
    """What loading a document gave. :ivar document: ``None`` where it is unusable."""

    document: OpenApiDocument | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


class DocumentLoader(Protocol):
    """Loads documents."""

    def __call__(self, name: str, overlays: Sequence[str] = (), /) -> LoadedDocument:
        """The document *name*.

        :param name: a path relative to the source directory, an https URL, or a name of
            ``navapi_documents``.
        :param overlays: such paths and URLs of its overlays.
        """


class LabelWords(Protocol):
    """Finds catalogues."""

    def __call__(self, language: str, directories: Sequence[str], /) -> Callable[[str], str] | None:
        """What translates in *language*, ``None`` where there is no catalogue."""


@dataclass(frozen=True, slots=True)
class SchemaLinks:
    """Which component schemas the pages of one document link to.

    :ivar of_operation: pointer of an operation to the pointers of the component schemas
        that its page links to, as `OpenApiDocument` writes them.
    :ivar of_schema: the same for the page of the component schema at a pointer.
    """

    of_operation: Callable[[str], Collection[str]]
    of_schema: Callable[[str], Collection[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanInputs:
    """Everything that decides on pages and navigation.

    :ivar load: called at most once per document.
    :ivar source_suffixes: suffixes that the project registered, in its order.
    :ivar exclude_patterns: as Sphinx uses them: templates and asset paths included.
    :ivar named: docnames that something beside the navigation names (authored toctrees).
    :ivar code_documents: names of the documents that code writes, with the place in ``conf.py``.
    :ivar remote_documents: whether https documents may be asked of *load*.
    :ivar base_url: of the environment: it replaces the first of ``api.baseUrl``.
    :ivar source_encoding: of page files.
    :ivar folders: whether a page may be a folder, as with dirhtml, and not a file of its name.
    :ivar label_words: what translates the labels of added groups in a language of the navigation,
        ``""`` for the project's; by the folders of generated pages of their documents.
    :ivar schema_links: for one document; ``None`` for a site without schema pages.
    """

    srcdir: Path
    config: SiteConfig
    load: DocumentLoader
    matching: Matching = Matching.EXACT
    source_suffixes: tuple[str, ...] = (".rst",)
    exclude_patterns: tuple[str, ...] = ()
    include_patterns: tuple[str, ...] = ("**",)
    root_doc: str = "index"
    named: Collection[str] = ()
    code_documents: Mapping[str, Place] = field(default_factory=dict)
    remote_documents: bool = True
    folders: bool = True
    base_url: str | None = None
    source_encoding: str = "utf-8"
    label_words: LabelWords | None = None
    schema_links: Callable[[OpenApiDocument], SchemaLinks] | None = None
    heads: PageHeads | None = None
