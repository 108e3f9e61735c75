"""Our data in the environment, kept between builds; and access to the site of the running build."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_navapi.edition import edition
from sphinx_navapi.formats.kept_values import digest_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.content.search_terms import SearchUnit
    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.plan.page_operation import PageOperation
    from sphinx_navapi.project.site import Site, Translate
    from sphinx_navapi.request.written.values import NotedRequest

#: A question that a page asks while it is read: its kind, and parameters.
Question = tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class NavApiState:
    """:ivar generated: docnames of the generated documents of the last build.

    :ivar toctrees: digest of the toctrees in the root document, ``""`` if it was just read and has
        none.
    :ivar toctree_pages: the pages in those toctrees.
    :ivar orphans: pages that we marked as orphans, because they are in no toctree.
    :ivar navigation_pages: pages that show the navigation as content.
    :ivar operations: of the pages that describe one themselves.
    :ivar answers: by page, the questions it asked about the site while it was read, with the
        answers.
    :ivar links: by page, the targets of its links, and whether they show the target's title.
    :ivar marks: by page, which of our markup it contains (`page_assets`).
    :ivar icons: by page, the icons in its text, each with its line.
    :ivar programs: by page, the components that it uses and that are programs: the message about
        each, and the file and line of its definition.
    :ivar search: by page, its entries in the search of our theme.
    :ivar requests: by page, the requests in its code.
    :ivar edition: the edition that read everything, and whether the project had a site
        configuration; ``""`` before the first build.
    """

    generated: frozenset[str] = frozenset()
    toctrees: str = ""
    toctree_pages: frozenset[str] = frozenset()
    orphans: frozenset[str] = frozenset()
    navigation_pages: set[str] = field(default_factory=set)
    operations: dict[str, PageOperation] = field(default_factory=dict)
    answers: dict[str, dict[Question, str]] = field(default_factory=dict)
    links: dict[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    marks: dict[str, frozenset[str]] = field(default_factory=dict)
    icons: dict[str, tuple[tuple[str, int | None], ...]] = field(default_factory=dict)
    programs: dict[str, tuple[tuple[str, str, int], ...]] = field(default_factory=dict)
    search: dict[str, tuple[SearchUnit, ...]] = field(default_factory=dict)
    requests: dict[str, tuple[NotedRequest, ...]] = field(default_factory=dict)
    edition: str = ""

    def by_page(self) -> Iterator[dict[str, Any]]:
        """The values that are kept for each page."""
        values = (getattr(self, each.name) for each in fields(self))
        yield from (value for value in values if isinstance(value, dict))

    @property
    def is_empty(self) -> bool:
        """Whether no page uses the extension."""
        return not (
            self.generated
            or self.toctrees
            or self.orphans
            or self.navigation_pages
            or self.operations
            or self.answers
            or self.links
            or self.marks
        )


def had_site(app: Sphinx) -> bool:
    """Whether an earlier build had a site, or a page that used the extension."""
    return (Path(app.doctreedir) / "navapi").is_dir()


def is_used(env: BuildEnvironment) -> bool:
    """Whether a page that was read used the extension."""
    state = getattr(env, "navapi_state", None)
    return isinstance(state, NavApiState) and not state.is_empty


def env_state(env: BuildEnvironment) -> NavApiState:
    """Our state on *env*, created on first use."""
    if not hasattr(env, "navapi_state"):
        env.navapi_state = NavApiState()  # type: ignore[attr-defined] # Sphinx's usual way
    return cast("NavApiState", env.navapi_state)  # type: ignore[attr-defined] # as above


def writes_site(builder: Builder) -> bool:
    """Whether *builder* writes pages for a browser: html, dirhtml, singlehtml and similar ones.

    ePub and the help formats also derive from the HTML builder, but are read by other programs;
    they get stock nodes.
    """
    return isinstance(builder, StandaloneHTMLBuilder) and not builder.embedded


#: Builders whose output is read from beginning to end.
_BOOKS = frozenset({"epub", "latex", "man", "texinfo"})


def writes_book(builder: Builder) -> bool:
    """Whether *builder* writes books: each component schema is in one place of it."""
    return builder.name in _BOOKS


def env_site(env: BuildEnvironment) -> Site | None:
    """The site of the running build, ``None`` if the project has no configuration."""
    return getattr(env.project, "site", None)


def translator_for(env: BuildEnvironment, docname: str) -> Translate | None:
    """Translates messages of *docname* with the catalogs of its language."""
    site = env_site(env)
    return site.catalogs.translator(docname) if site else None


def page_words(env: BuildEnvironment, docname: str) -> InterfaceWords:
    """The interface's words in the language of *docname*."""
    # A project that does not use the extension does not need them.
    from sphinx_navapi.locale.interface import interface_words

    site = env_site(env)
    return site.words(docname) if site else interface_words(env.config.language)


def note_words(env: BuildEnvironment, docname: str) -> InterfaceWords:
    """`page_words`, recorded as a dependency: in another language the page must be read again.

    The same applies if its catalogs have changed.
    """
    words = page_words(env, docname)
    answers = env_state(env).answers.setdefault(docname, {})
    answers["words",] = words.catalog
    site = env_site(env)
    if site is not None:
        answers["messages",] = site.catalogs.digest(docname)
    return words


def build_edition(app: Sphinx) -> str:
    """`edition` with the versions of all extensions in use and of the theme."""
    versions = sorted((name, extension.version) for name, extension in app.extensions.items())
    return digest_of([edition(), versions])


def pages_of_other_edition(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Collection[str]:
    """``env-get-outdated``: all pages, if another edition read them; otherwise file times decide.

    This is the case if versions of extensions differ, or after docs.json was added or removed.
    """
    state, site = env_state(env), env_site(env)
    has_site = site is not None and site.configured
    before, state.edition = state.edition, f"{build_edition(app)} {has_site}"
    return sorted(env.found_docs) if state.edition != before else ()


def forget_page(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    """``env-purge-doc``: a root document that is read again has lost our toctrees."""
    state = env_state(env)
    state.navigation_pages.discard(docname)
    for values in state.by_page():
        values.pop(docname, None)
    if docname == app.config.root_doc:
        state.toctrees = ""
        state.toctree_pages = frozenset()


def take_over(
    app: Sphinx, env: BuildEnvironment, docnames: Collection[str], other: BuildEnvironment
) -> bool:
    """Merge what another process read. :returns: whether it used the extension."""
    state, other_state = env_state(env), env_state(other)
    state.navigation_pages |= other_state.navigation_pages & set(docnames)
    for values, others in zip(state.by_page(), other_state.by_page(), strict=True):
        values |= {name: others[name] for name in docnames if name in others}
    return not state.is_empty


def leave_edition_out(app: Sphinx, builder: Builder) -> None:
    """``write-started``: keep our edition out of the search index, which is public.

    The environment contains it, and has been written by now. With another edition, all pages are
    read and indexed again.
    """
    versions = app.env.version
    app.env.version = {name: each for name, each in versions.items() if name != "sphinx_navapi"}
