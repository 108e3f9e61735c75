"""What other extensions ask of Sphinx's interface is answered on generated pages, too."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils
from write_files import write_files

PAGES = {
    "docs.json": {
        "navigation": {
            "groups": [
                {"group": "", "toctree": "index"},
                {"group": "API", "openapi": "library.json"},
            ]
        }
    },
    "index.rst": "Library\n=======\n\n.. toctree::\n\n   shelves\n",
    "shelves.rst": "Shelves\n=======\n\nServers\n-------\n",
}


@pytest.fixture
def site(project, api):
    project.write({**PAGES, "library.json": api})
    return project


def generated(app: Sphinx) -> list[str]:
    return [name for name in app.env.all_docs if app.project.site.page(name).generated]


def test_paths_are_asked_for_in_all_ways(site):
    """sphinxcontrib-spelling passes ``None``; sphinx-codeautolink takes relative paths."""
    found = {}

    def read(app, document):
        docname = app.env.docname
        found[docname] = Path(document["source"]).relative_to(app.srcdir).as_posix()

    def ask(app, _exception):
        names = generated(app)
        assert len(names) >= 3
        for name in [*names, "shelves", "gone"]:
            project, env = app.project, app.env
            relative = {str(env.doc2path(name, base)) for base in (False, None, 0, "")}
            absolute = {str(env.doc2path(name, base)) for base in (True, 1, "x")}
            assert relative == {str(project.doc2path(name, absolute=False))}
            assert absolute == {str(project.doc2path(name, True)), str(env.doc2path(name))}
            for path in (*relative, *absolute):
                assert project.path2doc(path) == project.path2doc(Path(path)) == name
        assert set(found) == set(app.env.all_docs)
        for name, path in found.items():
            assert path == str(app.env.doc2path(name, False))

    assert site.build(connect={"doctree-read": read, "build-finished": ask}).warnings == []


def test_a_page_with_a_template_object(site):
    """As sphinxcontrib-redoc adds them."""

    def add(app):
        template = app.builder.templates.environment.from_string("<p>{{ title }}</p>")
        return [("extra", {"title": "Ours"}, template)]

    def initialized(app):
        # Sphinx renders by name; an object is rendered by the extension's template bridge.
        bridge = app.builder.templates
        render = bridge.render
        bridge.render = lambda name, context: (
            render(name, context) if isinstance(name, str) else name.render(context)
        )

    for theme in ("navapi", "furo", "alabaster"):
        built = site.build(
            html_theme=theme, connect={"html-collect-pages": add, "builder-inited": initialized}
        )
        assert built.warnings == []
        assert built.text("extra.html") == "<p>Ours</p>"


def test_labels_of_sections(site, make_project, api):
    """Labels of the project's own sections are those of a build without an API."""
    labels = {}
    conf = {"extensions": ["sphinx.ext.autosectionlabel", "sphinx_navapi"]}

    def note(app, _exception):
        for name, (docname, *_rest) in app.env.domains.standard_domain.labels.items():
            labels.setdefault(name, set()).add(docname)
        assert app.config.autosectionlabel_prefix_document is False

    for order in (conf["extensions"], conf["extensions"][::-1]):
        labels.clear()
        project = make_project("labels")
        text = PAGES["shelves.rst"] + "\nSee :ref:`servers`.\n"
        project.write({**PAGES, "library.json": api, "shelves.rst": text})
        built = project.build(extensions=order, connect={"build-finished": note})
        assert built.warnings == []
        own = {name: pages for name, pages in labels.items() if ":" not in name}
        assert own["servers"] == own["shelves"] == {"shelves"}
        assert own["library"] == {"index"}
        assert any(name.startswith("api-reference/") for name in labels)


#: A builder of another extension that knows docutils' nodes only.
STOCK = """
from docutils import nodes
from sphinx.builders.text import TextBuilder
from sphinx.util.docutils import SphinxTranslator

NAMES = {"document", "#text", *(
    name for name in vars(nodes)
    if isinstance(vars(nodes)[name], type) and issubclass(vars(nodes)[name], nodes.Node)
)}


class Translator(SphinxTranslator):
    def dispatch_visit(self, node):
        name = type(node).__name__
        module = type(node).__module__
        if not module.startswith(("docutils", "sphinx.addnodes")):
            raise AssertionError(name)

    def dispatch_departure(self, node):
        pass

    def astext(self):
        return self.document.astext()


class Builder(TextBuilder):
    name = "stock"
    format = "stock"
    default_translator_class = Translator

    def write_doc(self, docname, doctree):
        translator = self.create_translator(doctree, self)
        doctree.walkabout(translator)
        self.outdir.joinpath(docname.replace("/", "-") + ".stock").write_text(doctree.astext())


def setup(app):
    app.add_builder(Builder)
"""


def test_a_builder_that_knows_stock_nodes_only(site, tmp_path, monkeypatch):
    (tmp_path / "stock_builder.py").write_text(STOCK, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    components = (
        ".. callout:: A\n\n   B\n\n.. tree::\n\n   - a\n\n:icon:`book` :badge:`new`\n\n"
        ".. update:: 2026-01-01\n\n   Text.\n\n.. panel::\n\n   C\n\n"
        ".. param-field:: name\n   :type: string\n\n   A field.\n\n"
        ".. openapi-operation:: library GET /users\n\n.. navapi-navigation::\n"
    )
    site.write({"shelves.rst": PAGES["shelves.rst"] + "\n" + components})
    built = site.build("stock", extensions=["sphinx_navapi", "stock_builder"])
    sys.modules.pop("stock_builder", None)
    assert built.warnings == []
    text = "".join(path.read_text("utf-8") for path in built.out.glob("*.stock"))
    for word in ("A field.", "string", "GET", "/users", "Text.", "curl"):
        assert word in text


def test_llms_files_of_another_extension(site, tmp_path, monkeypatch):
    for name in ("sphinx_llms_txt", "sphinx_llm/txt", "sphinx_llm/__init__"):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("def setup(app):\n    return {}\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert "llms.txt" in {path.name for path in site.build().out.iterdir()}
    for extension in ("sphinx_llms_txt", "sphinx_llm.txt"):
        built = site.build(extensions=["sphinx_navapi", extension])
        assert not {path.name for path in built.out.iterdir()} & {"llms.txt", "llms-full.txt"}
    for name in [name for name in sys.modules if name.startswith("sphinx_llm")]:
        del sys.modules[name]


def test_another_extension_for_llms_reads_sources(site, tmp_path, monkeypatch):
    """sphinx-llms-txt takes the text of each page from the copy of its source."""
    (tmp_path / "sphinx_llms_txt.py").write_text(
        """
def read(app, _exception):
    assert len(app.env.found_docs) > 4
    for name in app.env.found_docs:
        files = [app.outdir / f"_sources/{name}{each}.txt" for each in app.config.source_suffix]
        (found,) = [file for file in files if file.exists()]
        assert app.env.titles[name].astext() in found.read_text("utf-8")


def setup(app):
    app.connect("build-finished", read)
    return {"parallel_write_safe": True, "parallel_read_safe": True}
""",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert not list(site.build().out.glob("_sources/api-reference/**/*.txt"))
    names = ["sphinx_llms_txt", "sphinx_navapi"]
    kept = []
    for _again in range(2):
        built = site.build(extensions=names)
        assert built.warnings == []
        kept.append(sorted(built.out.glob("_sources/api-reference/**/*.navapi.txt")))
    assert kept[0] == kept[1]
    for file in kept[0]:
        place = file.relative_to(built.out / "_sources").with_suffix("").with_suffix(".md")
        assert file.read_text("utf-8") == built.text(place.as_posix())
    monkeypatch.delitem(sys.modules, "sphinx_llms_txt")


OWN_FILES = ("llms.txt", "llms-full.txt", "sitemap.xml", "404.html")

WRITER = f"""
from pathlib import Path


def write(app, _exception):
    for name in {OWN_FILES}:
        Path(app.outdir, name).write_text(app.config.own_text, "utf-8")


def setup(app):
    app.add_config_value("own_text", "", "")
    app.connect("build-finished", write, priority=app.config.own_priority)
    return {{"parallel_read_safe": True, "parallel_write_safe": True}}
"""


@pytest.mark.parametrize("priority", [100, 700], ids=["before", "after"])
def test_files_that_a_project_writes_itself(site, tmp_path, monkeypatch, priority):
    (tmp_path / "own_files.py").write_text(
        WRITER.replace("app.config.own_priority", str(priority)), "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    address = {"html_baseurl": "https://library.example/"}
    built = site.build(**address)
    assert set(OWN_FILES) <= {path.name for path in built.out.iterdir()}
    for text in ("One.", "One, again.", "Two."):
        built = site.build(extensions=["own_files", "sphinx_navapi"], own_text=text, **address)
        assert {built.text(name) for name in OWN_FILES} == {text}
    again = site.build(**address)
    assert "List users" in again.text("llms.txt")
    assert "<urlset" in again.text("sitemap.xml")
    monkeypatch.delitem(sys.modules, "own_files")


def test_headings_of_own_html(project):
    """A landing page draws its own heading; its title is known elsewhere."""
    own = '.. raw:: html\n\n   <div class="hero"><h1 class="own">Welcome</h1></div>\n\nText.\n'
    project.write(
        {
            "docs.json": {"navigation": {"pages": ["index", "bare"]}},
            "index.rst": own + "\n.. toctree::\n   :hidden:\n\n   part\n",
            "bare.rst": "Text.\n",
            "part.rst": "Included text.\n",
        }
    )
    built = project.build()
    assert headings(built, "index") == ["Welcome"]
    # The navigation names it.
    assert headings(built, "bare") == ["Bare"]
    # Only a toctree names it, and Sphinx alone says so of a page without a heading.
    assert headings(built, "part") == []
    assert {line.rpartition("[")[2] for line in built.warnings} == {"toc.no_title]"}
    assert built.site()["pages"]["index"]["title"] in project.build("text").text("index.txt")


def headings(built, page):
    soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser")
    return [tag.get_text().removesuffix("¶") for tag in soup.select(".body h1")]


def test_sources_may_have_their_own_site(tmp_path):
    """``sphinx-build -c``, as sphinx-multiversion calls it for each version."""
    write_files(
        tmp_path,
        {
            "conf/conf.py": "extensions = ['sphinx_navapi']\n",
            "conf/docs.json": json.dumps({"navigation": {"pages": ["a"]}}),
            "one/docs.json": json.dumps({"navigation": {"pages": ["b"]}}),
            **{
                f"{folder}/{name}.rst": f"{name}\n=\n" for folder in ("one", "two") for name in "ab"
            },
        },
    )
    for folder, page in (("one", "b"), ("two", "a")):
        out = tmp_path / "out" / folder
        with docutils_namespace(), patch_docutils():
            app = Sphinx(
                tmp_path / folder, tmp_path / "conf", out, out / ".doctrees", "html",
                confoverrides={"root_doc": "a"}, status=None, warning=None,
            )  # fmt: skip
            app.build()
        site = json.loads((out / "_navapi/site.json").read_text("utf-8"))
        assert site["navigation"]["pages"] == [page]


#: As sphinx-mounts: documents elsewhere, by a project class of its own.
MOUNTS = """
from pathlib import Path

from sphinx.project import Project

ELSEWHERE = Path(__file__).parent / "elsewhere"


class Mounted(Project):
    mounted = ()

    def discover(self, exclude_paths=(), include_paths=("**",)):
        super().discover(exclude_paths, include_paths)
        for file in sorted(ELSEWHERE.glob("*.rst")):
            docname = f"mounted/{file.stem}"
            self.docnames.add(docname)
            self._docname_to_path[docname] = file
            self._path_to_docname[file] = docname
        self.mounted = [name for name in self.docnames if name.startswith("mounted/")]
        return self.docnames


def mount(app):
    project = Mounted(app.project.srcdir, app.project.source_suffix)
    project.restore(app.project)
    app.project = app.env.project = project


def setup(app):
    app.connect("builder-inited", mount)
    app.connect("build-finished", lambda app, _exception: check(app.project))
    return {"parallel_read_safe": True}


def check(project):
    # It finds its own object again.
    assert isinstance(project, Mounted)
    assert sorted(project.mounted) == ["mounted/one", "mounted/two"]
"""


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("named", [True, False])
def test_documents_of_another_project_class(site, tmp_path, monkeypatch, first, named):
    """They have their place in toctrees and in the navigation, and are built again."""
    (tmp_path / "their_mounts.py").write_text(MOUNTS, "utf-8")
    for name in ("one", "two"):
        text = f"{name.title()}\n===\n\nText of {name}.\n"
        write_files(tmp_path, {f"elsewhere/{name}.rst": text})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "their_mounts", raising=False)
    tree = PAGES["index.rst"] + "   mounted/one\n   mounted/two\n"
    if named:
        pages = ["index", "shelves", "mounted/two", "mounted/one"]
        site.write({"docs.json": {"navigation": {"pages": pages}}})
    site.write({"index.rst": tree})
    names = ["sphinx_navapi", "their_mounts"]
    for _again in range(2):
        built = site.build(extensions=names if first else names[::-1])
        assert built.warnings == []
        one = BeautifulSoup(built.text("mounted/one.html"), "html.parser")
        assert "Text of one." in one.get_text()
        linked = {
            name: one.select_one(f'link[rel="{name}"]')["href"]
            for name in ("prev", "next")
            if one.select_one(f'link[rel="{name}"]')
        }
        if named:
            assert linked == {"prev": "two.html"}
        else:
            assert linked == {"prev": "../shelves.html", "next": "two.html"}
        assert "mounted/two" in built.site()["pages"]
    monkeypatch.delitem(sys.modules, "their_mounts")
