"""Tables of contents of generated pages are kept as bytes, which changes no output."""

from __future__ import annotations

import copy
import gc
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.environment.adapters.toctree import document_toc
from sphinx.testing.util import SphinxTestApp

from sphinx_navapi.project.memory import PackedContents, pack


def contents() -> nodes.bullet_list:
    """A table of contents as Sphinx makes it, two levels deep."""

    def item(text: str, *below: nodes.Node) -> nodes.list_item:
        target = nodes.reference("", "", nodes.Text(text), refuri="a", anchorname=f"#{text}")
        return nodes.list_item("", addnodes.compact_paragraph("", "", target), *below)

    inner = nodes.bullet_list("", item("Two"), item("Three"))
    return nodes.bullet_list("", item("One", inner), classes=["contents"])


def packed() -> PackedContents:
    made = pack(contents())
    assert made.is_packed
    return made


class Visitor(nodes.NodeVisitor):
    """Notes what it is called with."""

    def __init__(self) -> None:
        super().__init__(new_document("a"))
        self.seen: list[str] = []

    def visit_bullet_list(self, node: nodes.bullet_list) -> None:
        self.seen.append(f"list of {len(node)}")

    def depart_bullet_list(self, node: nodes.bullet_list) -> None:
        self.seen.append("end")

    def unknown_visit(self, node: nodes.Node) -> None:
        self.seen.append(type(node).__name__)

    def unknown_departure(self, node: nodes.Node) -> None:
        """Nothing."""


def visited(node: nodes.Node) -> list[str]:
    visitor = Visitor()
    node.walkabout(visitor)
    return visitor.seen


USES: list[Callable[[nodes.bullet_list], object]] = [
    lambda toc: toc.pformat(),
    lambda toc: toc.astext(),
    len,
    lambda toc: toc.attributes,
    lambda toc: toc["ids"],
    lambda toc: toc.get("bullet", "none"),
    lambda toc: toc.tagname,
    lambda toc: type(toc).__name__,
    lambda toc: isinstance(toc, nodes.bullet_list),
    lambda toc: isinstance(toc, nodes.Element) and bool(toc),
    lambda toc: toc.parent,
    lambda toc: toc.document,
    lambda toc: hasattr(toc, "nothing"),
    lambda toc: [node.astext() for node in toc.findall(nodes.reference)],
    lambda toc: [child.parent is toc for child in toc.children],
    lambda toc: [child.parent is toc for child in toc],
    lambda toc: type(toc.copy()),
    lambda toc: toc.copy().pformat(),
    lambda toc: toc.deepcopy().pformat(),
    lambda toc: copy.copy(toc).pformat(),
    lambda toc: copy.deepcopy(toc).pformat(),
    lambda toc: pickle.loads(pickle.dumps(toc)).pformat(),
    repr,
    str,
    visited,
]


@pytest.mark.parametrize("use", USES)
def test_every_use_finds_a_list(use: Callable[[nodes.bullet_list], object]) -> None:
    toc = packed()
    assert use(toc) == use(contents())
    # Also a second time, when it is a list.
    assert use(toc) == use(contents())


def test_what_is_written_stays() -> None:
    toc = packed()
    toc["classes"].append("new")
    toc += nodes.list_item()
    assert toc["classes"] == ["contents", "new"]
    assert len(toc) == 2
    assert pickle.loads(pickle.dumps(toc))["classes"] == ["contents", "new"]
    toc.pack()
    assert toc.is_packed
    assert toc["classes"] == ["contents", "new"]
    assert len(toc) == 2


def test_it_has_the_parent_that_it_was_given() -> None:
    outer, detached = nodes.container(), contents()
    # Detached nodes often have the attribute.
    detached.parent = None
    toc = pack(detached)
    toc.parent = outer
    assert toc.astext() == contents().astext()
    assert toc.parent is outer


def test_pickled_it_stays_packed() -> None:
    toc = packed()
    again = pickle.loads(pickle.dumps(toc))
    assert type(toc) is type(again) is PackedContents
    assert len(pickle.dumps(toc)) < len(pickle.dumps(contents()))


def test_a_frozen_one_leaves_no_nodes() -> None:
    """The collector never looks at frozen objects, which refer to each other."""

    def listed() -> int:
        return sum(isinstance(each, addnodes.compact_paragraph) for each in gc.get_objects())

    gc.collect()
    before = listed()
    made = contents()
    gc.disable()
    try:
        gc.freeze()
        toc = pack(made)
        for _ in range(3):
            assert len(toc) == 1
            gc.freeze()
            toc.pack()
        # `gc.get_objects` lists no frozen ones.
        gc.unfreeze()
        assert listed() == before
    finally:
        gc.unfreeze()
        gc.enable()


DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "paths": {
        f"/{name}": {
            "get": {
                "summary": f"Get {name}",
                "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "Good"}},
            }
        }
        for name in ("apples", "pears")
    },
}


def project(folder: Path, index: str = "Welcome\n=======\n") -> None:
    folder.joinpath("conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    folder.joinpath("index.rst").write_text(index)
    navigation = {"pages": ["index"], "groups": [{"group": "API", "openapi": "api.json"}]}
    folder.joinpath("docs.json").write_text(json.dumps({"navigation": navigation}))
    folder.joinpath("api.json").write_text(json.dumps(DOCUMENT))


def kinds(app: SphinxTestApp) -> dict[str, str]:
    """Whether the contents of each page are packed, by docname."""
    return {
        name: "packed" if isinstance(toc, PackedContents) and toc.is_packed else toc.tagname
        for name, toc in app.env.tocs.items()
    }


KEPT = {
    "index": "bullet_list",
    "api-reference/get-apples": "packed",
    "api-reference/get-pears": "packed",
}


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "singlehtml"])
def test_generated_pages_are_packed_during_and_after_a_build(tmp_path: Path, builder: str) -> None:
    project(tmp_path)
    seen: list[dict[str, str]] = []
    app = SphinxTestApp(builder, srcdir=tmp_path)
    try:
        app.connect("env-check-consistency", lambda app, env: seen.append(kinds(app)))
        app.build()
    finally:
        app.cleanup()
    assert seen == [KEPT]
    if builder != "singlehtml":
        assert kinds(app) == KEPT


def test_contents_with_a_toctree_stay_as_they_are(tmp_path: Path) -> None:
    project(tmp_path)

    def add(app: Any, _doctree: nodes.document) -> None:
        if app.env.docname == "api-reference/get-apples":
            app.env.tocs[app.env.docname] += nodes.list_item("", addnodes.toctree(entries=[]))

    app = SphinxTestApp("html", srcdir=tmp_path)
    seen: list[dict[str, str]] = []
    try:
        app.connect("doctree-read", add, priority=800)
        app.connect("env-check-consistency", lambda app, env: seen.append(kinds(app)))
        app.build()
    finally:
        app.cleanup()
    assert seen == [{**KEPT, "api-reference/get-apples": "bullet_list"}]


def test_the_next_build_loads_them_packed(tmp_path: Path) -> None:
    project(tmp_path)
    SphinxTestApp("html", srcdir=tmp_path).build()
    app = SphinxTestApp("html", srcdir=tmp_path)
    app.cleanup()
    assert kinds(app) == KEPT
    toc = document_toc(app.env, "api-reference/get-apples", app.tags)
    assert [node["refuri"] for node in toc.findall(nodes.reference)][:2] == ["#", "#code-samples"]


def test_pages_in_a_numbered_toctree_keep_their_numbers(tmp_path: Path) -> None:
    index = "Welcome\n=======\n\n.. toctree::\n   :numbered:\n\n   api-reference/get-apples\n"
    project(tmp_path, index)

    def numbers(app: Any) -> list[Any]:
        toc = app.env.tocs["api-reference/get-apples"].deepcopy()
        return [each["secnumber"] for each in toc.findall(nodes.reference)][:2]

    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.build()
        assert numbers(app) == [[1], [1, 1]]
    finally:
        app.cleanup()
    again = SphinxTestApp("html", srcdir=tmp_path)
    again.cleanup()
    assert numbers(again) == [[1], [1, 1]]


def test_no_document_stays_in_memory_for_its_title(tmp_path: Path) -> None:
    """Sphinx renders each title in a document of its own."""
    project(tmp_path)
    held: list[object] = []

    def look(app: Any) -> tuple[()]:
        held.extend(each for t in app.env.titles.values() for each in (t.parent, t.document))
        return ()

    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.connect("html-collect-pages", look)
        app.build()
    finally:
        app.cleanup()
    assert held
    assert {*held} == {None}
