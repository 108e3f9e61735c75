"""The message catalogs of each page: those of its language, with Sphinx's names.

Sphinx reads the catalogs of the project's language. A page whose language is set by the
navigation uses that language's catalogs, if there are any, so one build may show an API in
several languages. The texts of its document may be in the catalog of any page that shows them.
"""

from __future__ import annotations

import contextlib
import gettext
import os
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util.i18n import CatalogRepository, docname_to_domain

from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.locale.interface import Catalog, CatalogError, read_source
from sphinx_navapi.locale.languages import language_tag
from sphinx_navapi.openapi.sources import digest
from sphinx_navapi.plan.inputs import LabelWords
from sphinx_navapi.plan.site_plan import Page, SitePlan
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.config import Config

Translate = Callable[[str], str]


class PageCatalogs:
    """Finds the catalogs of the pages of *plan*, below the ``locale_dirs`` of *config*.

    :param gathers: messages are being extracted for translators, and are not translated.
    """

    def __init__(
        self, plan: SitePlan, config: Config, source_dir: Path, *, gathers: bool = False
    ) -> None:
        self._gathers = gathers
        self._plan = plan
        self._config = config
        self._source_dir = source_dir
        self._translators: dict[tuple[object, ...], Translate | None] = {}
        self._digests: dict[tuple[object, ...], str] = {}
        self._read: dict[Path, Catalog | None] = {}

    def translator(self, docname: str) -> Translate | None:
        """Translates document texts on the page *docname*; ``None`` without a catalog.

        The same function for all pages with the same catalogs.
        """
        page = self._plan.pages.get(docname)
        if page is not None and page.language is not None:
            if self._gathers:
                return None
            key: tuple[object, ...] = (page.language, *self._domains(page))
            if key not in self._translators:
                catalogs = [self._catalog(path) for path in self._sources(page)]
                self._translators[key] = _translator(
                    [each for each in catalogs if each is not None]
                )
            if self._translators[key] is not None:
                return self._translators[key]
        key = (self._domain(docname),)
        if self._config.language and key not in self._translators:
            self._translators[key] = _translator(list(self._compiled(self._domain(docname))))
        return self._translators.get(key)

    def digest(self, docname: str) -> str:
        """Changes with the catalogs of the page *docname*, if the navigation sets its language.

        Sphinx itself tracks those of the project's language.
        """
        page = self._plan.pages.get(docname)
        if page is None or page.language is None or self._gathers:
            return ""
        key = (page.language, *self._domains(page))
        if key not in self._digests:
            paths = list(self._sources(page))
            parts = [path.read_bytes() for path in paths]
            self._digests[key] = digest(b"\0".join(parts)) if parts else ""
        return self._digests[key]

    def _domain(self, docname: str) -> str:
        return docname_to_domain(docname, self._config.gettext_compact)

    def _domains(self, page: Page) -> tuple[str, ...]:
        """Names of the catalogs that may contain texts of *page*, its own first."""
        names = {self._domain(page.docname): None}
        for key in _shown(page):
            names |= self._domains_of.get(key, {})
        return tuple(names)

    @cached_property
    def _domains_of(self) -> dict[object, dict[str, None]]:
        """Names of catalogs by what pages show, in the order of the pages."""
        by_key: dict[object, dict[str, None]] = {}
        for page in self._plan.pages.values():
            for key in _shown(page):
                by_key.setdefault(key, {})[self._domain(page.docname)] = None
        return by_key

    def _directories(self) -> Iterator[Path]:
        return (self._source_dir / each for each in self._config.locale_dirs)

    def _compiled(self, domain: str) -> Iterator[Catalog]:
        """The catalogs of the project's language, compiled by Sphinx."""
        for directory in self._directories():
            path = gettext.find(domain, str(directory), languages=[self._config.language])
            if path is not None:
                yield Catalog(Path(path))

    def _sources(self, page: Page) -> Iterator[Path]:
        """The files of the catalogs of *page*, which need not be compiled."""
        folders = [f"{name}/LC_MESSAGES" for name in _locale_names(page.language or "")]
        for domain in self._domains(page):
            for directory in self._directories():
                files = (directory / f / f"{domain}{s}" for f in folders for s in (".po", ".mo"))
                yield from [path for path in files if path.is_file()][:1]

    def _catalog(self, path: Path) -> Catalog | None:
        if path not in self._read:
            try:
                self._read[path] = read_source(path) if path.suffix == ".po" else Catalog(path)
            except (OSError, CatalogError) as error:
                self._read[path] = None
                name = os.path.relpath(path, self._source_dir)
                problem = Diagnostic(
                    subtype=Subtype.CONFIG,
                    message="the catalog cannot be read, so none of its translations are shown:"
                    f" {error}",
                    place=Place(file=Path(name).as_posix(), line=getattr(error, "line", None)),
                )
                report_diagnostics([problem], self._source_dir)
        return self._read[path]


#: The lines of a ``.po`` file: blank, a comment, or a text with or without a keyword.
_KEYWORD = r"(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)"
_LINE = re.compile(rf'(?:#.*|(?:{_KEYWORD}\s*)?"(?:[^"\\]|\\.)*")?')


def report_mistakes(config: Config, source_dir: Path) -> None:
    """Report the first invalid line of each catalog that Sphinx is about to compile.

    It takes what is there for a text, or skips the line and prints its number without the file.
    """
    if not config.gettext_auto_build:
        return
    repository = CatalogRepository(
        source_dir, config.locale_dirs, config.language, config.source_encoding
    )
    for path in (Path(each.po_path) for each in repository.catalogs if each.is_outdated()):
        text = path.read_text("utf-8-sig", "replace")
        for number, line in enumerate(text.split("\n"), 1):
            if _LINE.fullmatch(line.strip()):
                continue
            problem = Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"a line of the catalog is invalid, {show(line)}, so translations may be"
                f" missing or wrong: {_advice(line)}",
                place=Place(file=Path(os.path.relpath(path, source_dir)).as_posix(), line=number),
            )
            report_diagnostics([problem], source_dir)
            break


def _advice(line: str) -> str:
    if re.match(rf'\s*{_KEYWORD}?\s*"', line):
        return 'write " at both ends of its text, and \\" in it'
    near = nearest_word(line.split()[0], ("msgctxt", "msgid", "msgid_plural", "msgstr"))
    return f"did you mean {near}?" if near else 'write " at both ends if it is text, or # before it'


def label_words(config: Config, source_dir: Path) -> LabelWords:
    """Finds translations of navigation labels, which are needed before pages are planned.

    They are in the catalogs of the pages in a folder, those of ``docs.json`` in that of the root
    document; unreadable catalogs are reported by `PageCatalogs`.
    """

    @cache
    def find(language: str, directories: Sequence[str]) -> Translate | None:
        names = _locale_names(language or config.language or "")
        folders = [f"{name}/LC_MESSAGES" for name in names]
        catalogs: list[Catalog] = []
        for docname in [f"{each}/index" for each in directories] or [config.root_doc]:
            domain = docname_to_domain(docname, config.gettext_compact)
            for directory in config.locale_dirs:
                files = (source_dir / directory / f / f"{domain}.po" for f in folders)
                with contextlib.suppress(OSError, CatalogError):
                    catalogs += [read_source(path) for path in files if path.is_file()][:1]
        return _translator(catalogs)

    return find


def _shown(page: Page) -> Iterator[object]:
    """The parts of documents that *page* shows, the most specific first: itself and the whole
    document.
    """
    if page.document is not None and not page.describes_itself:
        yield tuple(page.subject.items())
        yield page.document


def _locale_names(code: str) -> Iterator[str]:
    """Names of folders with the catalogs of a language: ``pt_BR``, then ``pt``."""
    parts = language_tag(code).split("-")
    while parts:
        yield "_".join(parts)
        parts.pop()


def _translator(catalogs: list[Catalog]) -> Translate | None:
    if not catalogs:
        return None

    def translate(text: str) -> str:
        return next((translation for each in catalogs if (translation := each.find(text))), text)

    return translate
