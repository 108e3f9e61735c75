"""Directives and roles of components, in reStructuredText and in MyST."""

from __future__ import annotations

from importlib import import_module

import pytest
from bs4 import BeautifulSoup, Tag
from docutils import nodes
from docutils.parsers.rst import Directive
from full_run import first

from sphinx_navapi.doctree import components
from sphinx_navapi.doctree.components import MODULES, ROLES, all_components
from sphinx_navapi.doctree.components.component import Component, Type
from sphinx_navapi.links.targets import kebab

#: A page in reStructuredText, a selector that finds one element, and its text.
CASES = {
    "callout": (
        ".. callout:: Own\n   :kind: danger\n   :icon: rocket\n\n   Text.",
        ".admonition.danger > .admonition-title",
        "Own",
    ),
    "frame": (
        ".. frame:: Caption\n   :hint: Look\n\n   Text.",
        ".navapi-figure > .navapi-figure-caption",
        "Caption",
    ),
    "picture": (
        ".. frame:: Caption\n\n   .. image:: https://a.example/b.png\n      :alt: B",
        "figure.navapi-figure > img[alt='B'] + figcaption .caption-text",
        "Caption",
    ),
    "steps": (
        ".. steps::\n\n   .. step:: One\n\n      a\n\n   .. step:: Two\n\n      b",
        "ol > li:nth-child(2) > p",
        "Two",
    ),
    "parameter": (
        ".. param-field:: id\n   :in: path\n   :type: integer\n   :required:\n\n   Text.",
        ".navapi-parameters > .navapi-fields > li#param-id > div",
        "id integer required",
    ),
    "nested": (
        (
            ".. response-field:: a\n\n   .. expandable:: More\n      :open:\n\n"
            "      .. response-field:: b\n         :default: 1\n\n         Text."
        ),
        ".navapi-responses li details[open] li#response-b > small",
        "Default 1",
    ),
    "update": (
        ".. update:: 2026-01-01\n   :tags: New, API\n   :description: v1\n\n   Text.",
        "section.navapi-update > .navapi-update-note",
        "v1 New API",
    ),
    "tree": (
        ".. tree::\n\n   - src/\n\n     - a.py\n\n   - b.py",
        "ul.navapi-tree > .navapi-folder > ul > .navapi-file code",
        "a.py",
    ),
    "code group": (
        (
            ".. code-group::\n\n   .. code-block:: bash\n      :caption: curl\n\n      run\n\n"
            "   .. code-block:: python\n\n      x = 1"
        ),
        ".sd-tab-set > label[data-sync-id='Python']",
        "Python",
    ),
    "request example": (
        ".. request-example::\n\n   .. code-block:: bash\n      :caption: curl\n\n      run",
        ".navapi-switch > details[open] > summary",
        "curl",
    ),
    "response example": (
        ".. response-example::\n\n   .. code-block:: json\n\n      {}",
        ".navapi-samples > h2",
        "Response",
    ),
    "panel": (".. panel:: Title\n\n   Text.", ".navapi-box > .navapi-box-title", "Title"),
    "icon": ("An :icon:`rocket`.", "p > svg.navapi-icon", ""),
    "unknown icon": ("An :icon:`nothing-like-this`.", "p", "An ."),
    "badge": (":badge:`new <green>`", ".navapi-badge.navapi-green", "new"),
}


def test_names_are_registered_as_declared():
    declared = {
        name: tuple(each.directive or each.role for each in module.COMPONENTS)
        for name, module in ((n, import_module(f"{components.__name__}.{n}")) for n in MODULES)
    }
    assert {name: tuple(filter(None, names)) for name, names in declared.items()} == MODULES
    assert {each.role for each in all_components() if each.role} == ROLES


#: For each type of an attribute: a value in a tag, and as an option.
VALUES = {
    Type.FLAG: ("", ""),
    Type.NUMBER: ("={1}", "1"),
    Type.LIST: ('={["one", "two"]}', "one, two"),
    Type.ICON: ('="star"', "star"),
    Type.LINK: ('="https://a.example"', "https://a.example"),
    Type.OBJECT: ('={{title: "A: b", description: "c"}}', '{title: "A: b", description: c}'),
}
#: A value that must mean something.
MEANT = {"operation": "GET /users"}
CONTENT = "One.\n\n- a/\n  - b\n\n```text\nx\n```\n"


def both_forms(component: Component) -> tuple[str, str]:
    """*component* with all its attributes, as a tag and as a directive of MyST."""
    tag, options, argument = component.names[0], [], ""
    for attribute in component.attributes:
        value = attribute.choices[0] if attribute.choices else f"{attribute.name} word"
        value = MEANT.get(attribute.name, value)
        written, option = VALUES.get(attribute.type, (f'="{value}"', value))
        if attribute.name in {"path", "query"}:
            continue
        tag += f" {attribute.names[-1]}{written}"
        if attribute.name == component.argument:
            argument = option
        else:
            options.append(f":{kebab(attribute.names[-1])}: {option}".rstrip())
    lines = "\n".join(options)
    return (
        f"<{tag}>\n\n{CONTENT}\n</{component.names[0]}>\n",
        f"~~~~{{{component.directive}}} {argument}\n{lines}\n\n{CONTENT}\n~~~~\n",
    )


def test_tags_and_directives_give_the_same(project):
    """With all attributes, by their last names."""
    made = [each for each in all_components() if each.directive]
    names = [each.directive for each in made]
    files = {"index.md": "# Home\n"}
    for each in made:
        tag, directive = both_forms(each)
        files |= {
            f"{each.directive}.mdx": f"# T\n\n{tag}",
            f"m-{each.directive}.md": f"# T\n\n{directive}",
        }
    pages = ["index", *names, *(f"m-{name}" for name in names)]
    # The names in the object of `VALUES`, which are those of parameters for `try-it`.
    parameters = [{"name": name, "in": "query", "schema": {}} for name in ("title", "description")]
    api = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {
        "/users": {"get": {"responses": {}, "parameters": parameters}}}}  # fmt: skip
    navigation = {"pages": pages, "openapi": "api.json"}
    project.write({"docs.json": {"name": "N", "navigation": navigation}, "api.json": api, **files})
    project.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    built = project.build()
    assert built.warnings == []
    for name in names:
        ours, theirs = (plain_body(built, page) for page in (name, f"m-{name}"))
        assert ours == theirs, name
        assert "One." in ours


def plain_body(built, page: str) -> str:
    """The HTML of *page* without ids and links to headings."""
    soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser").select(".body section")[0]
    for link in soup.select(".headerlink"):
        link.decompose()
    for tag in soup.find_all(True):
        for name in ("id", "for", "name", "data-sync-id"):
            tag.attrs.pop(name, None)
    return " ".join(str(soup).split())


def body(built) -> Tag:
    assert built.warnings == []
    found = BeautifulSoup(built.text("index.html"), "html.parser").find(class_="body")
    assert isinstance(found, Tag)
    return found


def test_each_directive(project):
    pages = {name.replace(" ", "-"): case for name, case in CASES.items()}
    project.write({f"{name}.rst": f"Title\n=====\n\n{case[0]}\n" for name, case in pages.items()})
    toctree = "\n   ".join(["Title\n=====\n\n.. toctree::\n", *pages])
    project.write({"index.rst": f"{toctree}\n"})
    built = project.build()
    assert built.warnings == []
    for name, (_source, selector, text) in pages.items():
        body = BeautifulSoup(built.text(f"{name}.html"), "html.parser").find(class_="body")
        found = [" ".join(tag.get_text().split()) for tag in body.select(selector)]
        assert found == [text], name


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "epub", "man"]))
def test_all_directives_in_other_builders(project, builder):
    sources = "\n\n".join(source for source, _selector, _text in CASES.values())
    project.write({"index.rst": f"Title\n=====\n\n{sources}\n"})
    built = project.build(builder, version="1", epub_copyright="Us", copyright="Us")
    assert [line for line in built.warnings if "a.example" not in line] == []


def test_directives_in_markdown(project):
    source = "# T\n\n~~~{update} 2026-01-01\n:tags: A\n\nText.\n~~~\n\n{badge}`new <red>`\n"
    project.write({"index.md": source})
    project.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    found = body(project.build())
    assert found.select(".navapi-update > h2")
    assert found.select(".navapi-badge.navapi-red")


def test_names_of_other_extensions_stay_theirs(project):
    class Taken(Directive):
        def run(self) -> list[nodes.Node]:
            return [nodes.paragraph("", "theirs")]

    module = "def setup(app):\n    from test_component_directives import TAKEN\n"
    module += "    app.add_directive('panel', TAKEN)\n"
    globals()["TAKEN"] = Taken
    project.write({"other.py": module, "index.rst": "Title\n=====\n\n.. panel::\n"})
    project.src.joinpath("conf.py").write_text(
        "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n", "utf-8"
    )
    project.conf["extensions"] = ["other", "sphinx_navapi"]
    assert "theirs" in body(project.build()).get_text()
