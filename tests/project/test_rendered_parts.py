"""What is the same for each page is created once, and the output is unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.testing.util import SphinxTestApp
from sphinx.writers.html5 import HTML5Translator

from sphinx_navapi.project.rendered_parts import KnownParts


class Rendered:
    """Renders a node as Sphinx does, to XML here, and records it."""

    def __init__(self) -> None:
        self.nodes: list[str] = []

    def __call__(self, node: nodes.Node | None) -> dict[str, str]:
        parts = {"fragment": str(node), "title": node.astext() if node else ""}
        if node is not None:
            new_document("").append(node)
        self.nodes.append(str(node))
        return parts


def contents(title: str, *headings: str, **attributes: Any) -> nodes.bullet_list:
    """The table of contents of a page with *headings*, as Sphinx makes it."""

    def entry(text: str, uri: str) -> nodes.list_item:
        link = nodes.reference("", text, internal=True, refuri=uri, anchorname=uri)
        return nodes.list_item("", addnodes.compact_paragraph("", "", link))

    first = entry(title, "#")
    if headings:
        first += nodes.bullet_list("", *(entry(text, f"#{text}") for text in headings))
    return nodes.bullet_list("", first, **attributes)


def test_only_plain_titles_and_contents_are_remembered() -> None:
    render = Rendered()
    known = KnownParts(render)

    def strong(title: str) -> nodes.bullet_list:
        found = contents(title, "Body")
        next(iter(found.findall(nodes.reference)))[:] = [nodes.strong("", title)]
        return found

    def with_other_node(title: str) -> nodes.bullet_list:
        found = contents(title, "Body")
        found += nodes.comment("", "a")
        return found

    for make in (
        lambda title: None,
        lambda title: nodes.title("", "", nodes.emphasis("", title)),
        lambda title: nodes.title("", "", nodes.Text(title), nodes.Text("b")),
        lambda title: nodes.title("", ""),
        lambda title: nodes.paragraph("", title),
        lambda title: nodes.bullet_list(""),
        strong,
        with_other_node,
    ):
        render.nodes.clear()
        for title in "abcd":
            node = make(title)
            assert known(node)["fragment"] == str(node)
        assert len(render.nodes) == 4


@pytest.mark.parametrize(
    "make",
    [
        lambda title: nodes.title("", title),
        lambda title: nodes.title("", title, classes=["b"]),
        lambda title: contents(title, "Body", "Responses"),
        contents,
    ],
)
def test_a_structure_is_rendered_until_it_occurs_again(make: Any) -> None:
    render = Rendered()
    known = KnownParts(render)
    for title in ["a", "b", *"cdef"]:
        node = make(title)
        written = str(node)
        parts = known(node)
        assert parts == {"fragment": written, "title": make(title).astext()}
        parts["fragment"] = "changed"
        assert node.parent is None
        assert str(node) == written
    # The first, and the second with and without its title.
    assert len(render.nodes) == 3


def test_contents_that_differ_have_their_own_html() -> None:
    made = [
        contents("a", "Body"),
        contents("a", "Body", "Responses"),
        contents("a", "Responses"),
        contents("a", "Body", classes=["b"]),
        contents("a", "Body", bullet="*"),
        contents("a", "Body", bullet="-"),
        nodes.title("", "a"),
        nodes.title("", "a", classes=["b"]),
        nodes.title("", "a", refid="c"),
    ]
    known = KnownParts(Rendered())
    for _ in range(4):
        for node in made:
            assert known(node.deepcopy())["fragment"] == str(node)


def test_a_title_that_is_not_only_encoded_is_rendered_each_time() -> None:
    def render(node: nodes.Node | None) -> dict[str, str]:
        assert node is not None
        return {"title": f"{len(node.astext())} {node.astext()}"}

    known = KnownParts(render)
    for title in ("a", "bc", "def", "g" * 40):
        assert known(nodes.title("", title)) == {"title": f"{len(title)} {title}"}


def test_structures_are_forgotten_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KnownParts, "_MOST", 3)
    render = Rendered()
    known = KnownParts(render)
    for number in range(10):
        known(contents("a", f"Heading {number}"))
    assert len(known._known) <= 3


@pytest.mark.parametrize("own", [False, True])
def test_titles_are_asked_of_translators_of_others(tmp_path: Path, own: bool) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    (tmp_path / "index.rst").write_text("Title\n=====\n")
    (tmp_path / "docs.json").write_text('{"navigation": {"pages": ["index"]}}')

    class Translator(HTML5Translator):
        pass

    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        if own:
            app.set_translator("html", Translator, override=True)
        builder: Any = app.builder
        seen = []
        app.connect(
            "doctree-resolved", lambda *given: seen.append("render_partial" in vars(builder))
        )
        app.build()
        assert seen == [not own]
    finally:
        app.cleanup()


def test_titles_of_a_sphinx_that_gives_one_mapping_for_all() -> None:
    parts: dict[str, str] = {}

    def render(node: nodes.Node | None) -> dict[str, str]:
        parts["title"] = str(node)
        return parts

    known = KnownParts(render)
    found = [known(nodes.title("", title)) for title in "abca"]
    assert [each["title"] for each in found] == [f"<title>{title}</title>" for title in "abca"]


def test_pages_are_those_without_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a project with titles of all kinds: byte for byte."""
    titles = [
        "Plain",
        "A & B <c>",
        'In "quotes"',
        "me@example.org",
        "A *b* ``c``",
        "Ünïcode…",
        "--",
    ]
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\nhtml_theme = "alabaster"\n')
    (tmp_path / "docs.json").write_text('{"navigation": {"pages": ["index"]}}')
    for number, title in enumerate(titles * 2):
        parts = [title, "Body", "Responses" if number % 3 else title]
        text = "\n\n".join(
            f"{part}\n{('=' if part is parts[0] and not at else '-') * 30}\n\nWords."
            for at, part in enumerate(parts)
        )
        (tmp_path / f"page{number}.rst").write_text(f"{text}\n", encoding="utf-8")
    (tmp_path / "index.rst").write_text("Title\n=====\n\n.. toctree::\n   :glob:\n\n   page*\n")
    made = []
    for is_known in (True, False):
        if not is_known:
            monkeypatch.setattr(KnownParts, "__call__", lambda self, node: self._render(node))
        app = SphinxTestApp("html", srcdir=tmp_path, freshenv=True, builddir=tmp_path / "_build")
        try:
            app.build(force_all=True)
            made.append({path.name: path.read_bytes() for path in app.outdir.glob("*.html")})
        finally:
            app.cleanup()
    assert len(made[0]) > 2 * len(titles)
    assert made[0] == made[1]
