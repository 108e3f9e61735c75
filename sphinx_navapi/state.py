"""What the environment keeps of ours between builds, behind one accessor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.page_operation import PageOperation

#: Raised when the shape of `NavApiState` or of doctrees changes: everything is read again then.
ENV_VERSION = 4


@dataclass(slots=True, kw_only=True)
class NavApiState:
    """:ivar generated: docnames of the generated documents of the last build.

    :ivar toctrees: digest of the toctrees in the root document, ``""`` when it was
        just read and has none.
    :ivar toctree_pages: the pages in those toctrees.
    :ivar orphans: pages that we marked as orphans, as nothing names them.
    :ivar navigation_pages: pages that show the navigation as content.
    :ivar operations: of the pages that describe one by themselves.
    :ivar words: per page with parts of operations or schemas the catalogue of their words.
    """

    generated: frozenset[str] = frozenset()
    toctrees: str = ""
    toctree_pages: frozenset[str] = frozenset()
    orphans: frozenset[str] = frozenset()
    navigation_pages: set[str] = field(default_factory=set)
    operations: dict[str, PageOperation] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)


def env_state(env: BuildEnvironment) -> NavApiState:
    """Our state on *env*, made at the first call."""
    if not hasattr(env, "navapi_state"):
        env.navapi_state = NavApiState()  # type: ignore[attr-defined] # Sphinx's way to keep state
    return cast("NavApiState", env.navapi_state)  # type: ignore[attr-defined] # as above
