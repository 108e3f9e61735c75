"""The navigation as hidden toctrees of the root document.

Sphinx needs them to know which pages belong to the project, and their order in PDF, ePub and
single-page HTML. They are added to the doctree of the root document after reading, so that a
changed navigation reads nothing again. Each page is in only one of them, at its first place: with a
page in two toctrees, Sphinx takes its neighbors from one and its ancestors from the other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.environment.adapters.toctree import TocTree

from sphinx_navapi.plan.site_plan import ExternalLink, ResolvedElement, TitledPlan
from sphinx_navapi.project.sphinx_internals import (
    forget_toctrees_of,
    included_by_toctrees,
    write_doctree,
)

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

_MARK = "navapi-toctree"


@dataclass(frozen=True, slots=True)
class TocTreePlan:
    """A toctree. :ivar docnames: pages, each in only one toctree."""

    caption: str
    docnames: tuple[str, ...]


def plan_toctrees(
    plan: TitledPlan, root_doc: str, taken: frozenset[str]
) -> tuple[TocTreePlan, ...]:
    """The toctrees of *plan* in reading order, pages that others lead to last.

    :param taken: pages in the project's own toctrees.
    """
    seen = {root_doc, *taken}
    trees = [
        TocTreePlan(caption, docnames)
        for caption, entries in _lists(plan.navigation, "")
        if (docnames := _new(entries, plan, seen))
    ]
    linked: dict[str, list[str]] = {}
    for name, page in plan.pages.items():
        if page.kind.is_linked:
            linked.setdefault(page.kind.caption, []).append(name)
    for caption, names in linked.items():
        if remaining := _new(names, plan, seen):
            trees.append(TocTreePlan(caption, remaining))
    return tuple(trees)


def _lists(element: ResolvedElement, caption: str) -> Iterator[tuple[str, list[str]]]:
    caption = element.label or caption
    own = [element.root] if element.root else []
    for key, entries in element.content.items():
        if key == "pages":
            for entry in entries:
                if isinstance(entry, str):
                    own.append(entry)
                elif not isinstance(entry, ExternalLink):
                    # Keeps the order of pages around a nested group.
                    yield caption, own
                    own = []
                    yield from _lists(entry, caption)
            yield caption, own
            own = []
        else:
            for entry in entries:
                if isinstance(entry, ResolvedElement):
                    yield from _lists(entry, caption)
    if own:
        yield caption, own


def _new(docnames: list[str], plan: TitledPlan, seen: set[str]) -> tuple[str, ...]:
    fresh = []
    for docname in docnames:
        if docname not in seen and docname in plan.pages:
            seen.add(docname)
            fresh.append(docname)
    return tuple(fresh)


def digest_toctrees(trees: tuple[TocTreePlan, ...]) -> str:
    """A digest that changes when the toctrees do."""
    return hashlib.sha256(repr(trees).encode()).hexdigest()


def authored_toctree_pages(
    env: BuildEnvironment, root_doc: str, ours: frozenset[str]
) -> frozenset[str]:
    """Pages in toctrees of page files.

    :param ours: pages of the toctrees that we added to the root document.
    """
    found: set[str] = set()
    for docname, included in included_by_toctrees(env).items():
        found.update(d for d in included if docname != root_doc or d not in ours)
    return frozenset(found)


def put_toctrees(env: BuildEnvironment, builder: Builder, trees: tuple[TocTreePlan, ...]) -> None:
    """Replace our toctrees in the root document by *trees*, in its doctree and in *env*."""
    root_doc = env.config.root_doc
    doctree = env.get_doctree(root_doc)
    ours: set[str] = set()
    for node in list(doctree.findall(nodes.compound)):
        if _MARK in node["classes"]:
            for toctree in node.findall(addnodes.toctree):
                ours.update(toctree["includefiles"])
            node.parent.remove(node)
    includes = included_by_toctrees(env)
    kept = [d for d in includes.pop(root_doc, []) if d not in ours]
    for docname in ours.difference(kept):
        forget_toctrees_of(env, docname, root_doc)
    if kept:
        includes[root_doc] = kept
    # Inside the first section: outside of it, LaTeX would move the pages a level up.
    parent: nodes.Element = next(iter(doctree.findall(nodes.section)), doctree)
    adapter = TocTree(env)
    for tree in trees:
        toctree = _toctree(root_doc, tree)
        parent.append(nodes.compound("", toctree, classes=["toctree-wrapper", _MARK]))
        adapter.note(root_doc, toctree)
    write_doctree(builder, root_doc, doctree)


def drop_empty_wrappers(doctree: nodes.document) -> None:
    """Remove our toctrees from a page that is about to be written alone: nothing of them shows."""
    for node in list(doctree.findall(nodes.compound)):
        if _MARK in node["classes"] and all(isinstance(e, addnodes.toctree) for e in node.children):
            node.parent.remove(node)


def _toctree(root_doc: str, tree: TocTreePlan) -> addnodes.toctree:
    node = addnodes.toctree()
    node["parent"] = root_doc
    node["entries"] = [(None, docname) for docname in tree.docnames]
    node["includefiles"] = list(tree.docnames)
    node["maxdepth"] = 1
    node["caption"] = tree.caption or None
    node["rawcaption"] = tree.caption
    node["glob"] = False
    node["hidden"] = True
    node["includehidden"] = False
    node["numbered"] = 0
    node["titlesonly"] = True
    return node
