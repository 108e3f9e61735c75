"""Our data in the environment, kept between builds, behind one accessor."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.content.search_terms import SearchUnit
    from sphinx_navapi.plan.page_operation import PageOperation

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
    edition: str = ""

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
