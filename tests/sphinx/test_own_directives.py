"""A project's own directives, roles and visitors stay its own, in whatever order it lists us."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from bs4 import BeautifulSoup

from sphinx_navapi.doctree.components import MODULES
from sphinx_navapi.doctree.components import ROLES as OUR_ROLES
from sphinx_navapi.project import extensions

NAMES = [name for names in MODULES.values() for name in names]
DIRECTIVES = sorted({*NAMES, *extensions.DIRECTIVES} - OUR_ROLES)
ROLES = sorted({*OUR_ROLES, *extensions.ROLES})

#: An extension that has all our names, and writes containers as it likes.
OWN = f"""
from docutils import nodes
from docutils.parsers.rst import Directive


class Own(Directive):
    has_content = True
    optional_arguments = 1

    def run(self):
        box = nodes.container("", nodes.paragraph("", "own " + self.name), is_div=True)
        return [box]


def own(name, rawtext, text, lineno, inliner, options=None, content=None):
    return [nodes.strong("", "own " + name)], []


def see(self, node):
    self.body.append('<section class="own">')


def leave(self, node):
    self.body.append("</section>")


def setup(app):
    for name in {DIRECTIVES!r}:
        app.add_directive(name, Own)
    for name in {ROLES!r}:
        app.add_role(name, own)
    VISITORS
"""

VISITORS = "app.add_node(nodes.container, override=True, html=(see, leave))"

PAGE = "Own\n===\n\n.. container:: wood\n\n   Oak.\n\n" + "".join(
    [
        *(f".. {name}::\n\n   Text.\n\n" for name in DIRECTIVES),
        *(f"A :{name}:`x`.\n\n" for name in ROLES),
    ]
)

API = {"docs.json": {"navigation": {"pages": ["index", "guide"]}}}


@pytest.fixture(autouse=True)
def own_extension(tmp_path, monkeypatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(tmp_path)
    for name, visitors in (("own_names", "pass"), ("own_visitors", VISITORS)):
        text = OWN.replace("VISITORS", visitors)
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    yield
    for name in ("own_names", "own_visitors"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("own", ["own_names", "own_visitors"])
def test_all_names_are_taken(make_project, own, first):
    plain, other = make_project("plain"), make_project("with")
    for each in (plain, other):
        each.write({"index.rst": PAGE})
    names = ["sphinx_navapi", own]
    before = plain.build(extensions=[own])
    built = other.build(extensions=names if first else names[::-1])
    assert (before.warnings, built.warnings) == ([], [])
    assert "own card" in before.text("index.html")
    assert built.text("index.html") == before.text("index.html")
    # Also beside a site whose own pages use sphinx-design.
    guide = (
        "# Guide\n\n<Card title='A card'>Text.</Card>\n\n<Tabs><Tab title='One'>1</Tab></Tabs>\n"
    )
    other.write({**API, "guide.mdx": guide})
    built = other.build(extensions=names if first else names[::-1])
    assert [line for line in built.warnings if "toctree" not in line] == []
    assert main(built.text("index.html")) == main(before.text("index.html"))
    card = BeautifulSoup(built.text("guide.html"), "html.parser").select_one("div.sd-card")
    assert card is not None
    assert "container" not in card["class"]


def main(page: str) -> list[str]:
    """The content of the page's section."""
    section = BeautifulSoup(page, "html.parser").select(".body section")[0]
    return [str(child) for child in section.children]


def test_sphinx_design_is_loaded_for_a_use_only(make_project):
    loaded = []

    def note(app, _exception):
        loaded.append("sphinx_design" in app.extensions)

    texts = ("Text.\n", ".. card:: A\n\n   Text.\n", ":bdg:`new`\n", ".. callout:: A\n\n   B\n")
    for number, text in enumerate(texts):
        project = make_project(f"p{number}")
        project.write({"index.rst": f"Title\n=====\n\n{text}"})
        built = project.build(connect={"build-finished": note})
        assert built.warnings == []
        assert ("sd-" in "".join(main(built.text("index.html")))) == (number in (1, 2))
    assert loaded == [False, True, True, True]


def test_lists_are_those_of_sphinx_design():
    directives, roles = set(), set()

    class Registration:
        def add_directive(self, name, directive, **options):
            directives.add(name)

        def add_role(self, name, role, **options):
            roles.add(name)

        def __getattr__(self, name):
            return lambda *arguments, **named: None

    import_module("sphinx_design").setup(Registration())
    assert directives - {"_all-octicon"} == set(extensions.DIRECTIVES)
    assert roles == set(extensions.ROLES)
