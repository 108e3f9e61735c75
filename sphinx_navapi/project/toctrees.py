"""The navigation as hidden toctrees of the root document.

Sphinx needs them to know which pages belong to the project, and their order in PDF, ePub and
single-page HTML. They are added to the doctree of the root document after reading, so that a
changed navigation reads nothing again. Each page is in only one of them, at its first place: with a
page in two toctrees, Sphinx takes its neighbors from one and its ancestors from the other.

A page that is only in the project's own toctrees keeps the place that Sphinx itself gives it:
ancestors and neighbors are those of the toctrees, in Sphinx's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.environment.adapters.toctree import TocTree

from sphinx_navapi.config.navigation import ElementKind, walk
from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.plan.site_plan import (
    Entry,
    ExternalLink,
    PlacedPlan,
    ResolvedElement,
    TitledPlan,
)
from sphinx_navapi.project.memory import PackedContents
from sphinx_navapi.project.sphinx_internals import (
    documents_in_toctrees,
    forget_toctrees_of,
    included_by_toctrees,
    write_doctree,
)

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.diagnostics import Diagnostic


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
    return digest_of(repr(trees))


def authored_toctree_pages(
    env: BuildEnvironment, root_doc: str, ours: frozenset[str]
) -> frozenset[str]:
    """Pages in toctrees of page files.

    :param ours: pages of the toctrees that we added to the root document.
    """
    pages: set[str] = set()
    for docname, included in included_by_toctrees(env).items():
        pages.update(d for d in included if docname != root_doc or d not in ours)
    return frozenset(pages)


def put_toctrees(env: BuildEnvironment, builder: Builder, trees: tuple[TocTreePlan, ...]) -> None:
    """Replace our toctrees in the root document by *trees*, in its doctree and in *env*."""
    root_doc = env.config.root_doc
    doctree = env.get_doctree(root_doc)
    ours: set[str] = set()
    for node in find_nodes(doctree, nodes.compound):
        if _MARK in node["classes"]:
            for toctree in find_nodes(node, addnodes.toctree):
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


def take_files(doctree: nodes.document) -> dict[str, addnodes.start_of_file]:
    """The pages that our toctrees have added to *doctree*, by docname; removes them from it."""
    taken: dict[str, addnodes.start_of_file] = {}
    for node in find_nodes(doctree, nodes.compound):
        if _MARK in node["classes"]:
            node.parent.remove(node)
            files = (each for each in node.children if isinstance(each, addnodes.start_of_file))
            taken.update((file["docname"], file) for file in files)
    return taken


def drop_empty_wrappers(doctree: nodes.document) -> None:
    """Unwrap our toctrees on a page that is about to be written alone: nothing of them shows.

    They themselves stay: ePub takes its contents from them.
    """
    for node in find_nodes(doctree, nodes.compound):
        if _MARK in node["classes"] and all(isinstance(e, addnodes.toctree) for e in node.children):
            node.replace_self(node.children)


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


def place_authored(
    plan: TitledPlan,
    env: BuildEnvironment,
    ours: frozenset[str],
    diagnostics: Iterable[Diagnostic],
) -> PlacedPlan:
    """*plan* with places from the project's own toctrees for pages outside the navigation.

    :param ours: pages of the toctrees that we added to the root document.
    :param diagnostics: the final diagnostics of the plan, now that everything is read.
    """
    root_doc = env.config.root_doc
    includes = documents_in_toctrees(env)
    includes[root_doc] = [name for name in includes.get(root_doc, ()) if name not in ours]
    captions = _captions(env, root_doc)
    pages = dict(plan.pages)
    starts = (root_doc, *(name for name, page in plan.pages.items() if page.trail))
    for chain in _chains(starts, includes):
        # As in Sphinx, a page beside the index in a toctree has no neighbor there.
        documents = (name if name in env.found_docs else None for name, _above in chain)
        names = [None, *documents, None]
        for index, (name, above) in enumerate(chain):
            page = pages.get(name)
            if page is None or page.trail:
                continue
            ancestors = tuple(around for around in above if around != root_doc)
            caption = captions.get((*ancestors, name)[0])
            titles = (env.titles[around].astext() for around in ancestors)
            pages[name] = replace(
                page,
                ancestors=ancestors,
                breadcrumbs=((caption,) if caption else ()) + tuple(titles),
                prev=names[index],
                next=names[index + 2],
            )
    return PlacedPlan.after(plan, pages=pages, diagnostics=tuple(diagnostics))


def _captions(env: BuildEnvironment, root_doc: str) -> dict[str, str]:
    """The caption of each page in the root document's own toctrees."""
    captions: dict[str, str] = {}
    for toctree in _toctrees_of(env, root_doc):
        for name in toctree["includefiles"]:
            captions.setdefault(name, toctree.get("caption") or "")
    return captions


def _chains(
    starts: Iterable[str], includes: Mapping[str, Sequence[str]]
) -> Iterator[list[tuple[str, tuple[str, ...]]]]:
    """Pages in reading order, each with its ancestors: those below the root document, and those
    below any page of the navigation that are not in the navigation.
    """
    seen: set[str] = set()

    def walk(name: str, above: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
        if name in seen:
            return
        seen.add(name)
        yield name, above
        for child in includes.get(name, ()):
            yield from walk(child, (*above, name))

    for start in starts:
        if start not in seen:
            yield list(walk(start, ()))


def authored_groups(env: BuildEnvironment, plan: TitledPlan) -> tuple[ResolvedElement, ...]:
    """Pages that are only in the project's own toctrees, as groups labeled by caption.

    First those of documents with a group in the navigation, then those below the root document,
    then those below pages of the navigation. A page with its own toctree is a group with it as
    root.

    :returns: each has the attribute ``toctree``: the document that contains its toctree.
    """
    root_doc = env.config.root_doc
    reader = _GroupReader(env, frozenset(name for name, page in plan.pages.items() if page.trail))
    groups: list[ResolvedElement] = []
    toctrees = {element.toctree for element in walk(plan.navigation) if element.toctree}
    requested = toctrees & env.found_docs
    owners = reader.named | requested | {root_doc}
    for owner in (*sorted(requested - {root_doc}), root_doc, *plan.pages):
        if owner in reader.owners or owner not in owners:
            continue
        if owner not in requested and owner in reader.seen:
            continue
        reader.owners.add(owner)
        reader.seen.add(owner)
        for toctree in _toctrees_of(env, owner):
            pointer = f"/toctrees/{len(groups)}"
            pages = reader.entries(toctree, pointer)
            if pages:
                # A group without a label is replaced by its entries.
                title = "" if owner in requested else env.titles[owner].astext()
                label = toctree.get("caption") or title
                group = _group(label, None, pointer, pages)
                groups.append(replace(group, attributes={"toctree": owner}))
    return tuple(groups)


class _GroupReader:
    """Reads toctrees as groups, each page once.

    :param named: pages of the navigation.
    :ivar owners: documents whose toctrees are read.
    """

    def __init__(self, env: BuildEnvironment, named: frozenset[str]) -> None:
        self._env = env
        self.named = named
        self.seen: set[str] = set()
        self.owners: set[str] = set()

    def entries(self, toctree: addnodes.toctree, pointer: str) -> tuple[Entry, ...]:
        entries: list[Entry] = []
        for title, target in toctree["entries"]:
            if target in self._env.found_docs and target not in self.seen:
                at = f"{pointer}/pages/{len(entries)}"
                entry = self._page(target, title, at)
                if entry is not None:
                    entries.append(entry)
            elif "://" in target:
                entries.append(ExternalLink(href=target, title=title or target))
        return tuple(entries)

    def _page(self, docname: str, title: str | None, pointer: str) -> Entry | None:
        self.seen.add(docname)
        below = tuple(
            entry
            for inner in _toctrees_of(self._env, docname)
            for entry in self.entries(inner, pointer)
        )
        # A page of the navigation has its entry there: only its children are shown here.
        root = None if docname in self.named else docname
        if not below:
            return root
        return _group(title or self._env.titles[docname].astext(), root, pointer, below)


def _toctrees_of(env: BuildEnvironment, docname: str) -> list[addnodes.toctree]:
    # Based on the page's own table of contents: our toctrees are only in the doctree.
    toc = env.tocs.get(docname)
    if toc is None or isinstance(toc, PackedContents):
        return []
    return find_nodes(toc, addnodes.toctree)


def _group(label: str, root: str | None, pointer: str, pages: tuple[Entry, ...]) -> ResolvedElement:
    first = next((p if isinstance(p, str) else getattr(p, "first_page", None) for p in pages), None)
    return ResolvedElement(
        kind=ElementKind.GROUP,
        label=label,
        pointer=pointer,
        root=root,
        content={"pages": pages},
        first_page=root or first,
    )
