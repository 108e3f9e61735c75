"""Maintaining our data in the environment: handlers of every build, with or without a site."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import TYPE_CHECKING

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.build.state import env_state
from sphinx_navapi.edition import edition

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment


def build_edition(app: Sphinx) -> str:
    """`edition` with the versions of all extensions in use and of the theme."""
    versions = sorted((name, extension.version) for name, extension in app.extensions.items())
    return hashlib.sha256(f"{edition()} {versions}".encode()).hexdigest()[:16]


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
    state.answers.pop(docname, None)
    state.links.pop(docname, None)
    state.marks.pop(docname, None)
    state.icons.pop(docname, None)
    state.programs.pop(docname, None)
    state.search.pop(docname, None)
    state.operations.pop(docname, None)
    if docname == app.config.root_doc:
        state.toctrees = ""
        state.toctree_pages = frozenset()


def take_over(
    app: Sphinx, env: BuildEnvironment, docnames: Collection[str], other: BuildEnvironment
) -> bool:
    """Merge what another process read. :returns: whether it used the extension."""
    state, found = env_state(env), env_state(other)
    state.navigation_pages |= found.navigation_pages & set(docnames)
    names = [name for name in docnames if name in found.operations]
    state.operations |= {name: found.operations[name] for name in names}
    state.answers |= {name: found.answers[name] for name in docnames if name in found.answers}
    state.links |= {name: found.links[name] for name in docnames if name in found.links}
    state.marks |= {name: found.marks[name] for name in docnames if name in found.marks}
    state.icons |= {name: found.icons[name] for name in docnames if name in found.icons}
    state.programs |= {name: found.programs[name] for name in docnames if name in found.programs}
    state.search |= {name: found.search[name] for name in docnames if name in found.search}
    return not state.is_empty


def leave_edition_out(app: Sphinx, builder: Builder) -> None:
    """``write-started``: keep our edition out of the search index, which is public.

    The environment contains it, and has been written by now. With another edition, all pages are
    read and indexed again.
    """
    versions = app.env.version
    app.env.version = {name: each for name, each in versions.items() if name != "sphinx_navapi"}
