"""Other extensions that projects list beside ours, with a use of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Lending", "version": "1"},
    "servers": [{"url": "https://library.example"}],
    "tags": [{"name": "Books", "description": "All *books*."}],
    "paths": {
        "/books": {
            "get": {
                "operationId": "listBooks",
                "summary": "List books",
                "description": "All books of the house, see `read()`.",
                "tags": ["Books"],
                "parameters": [{"name": "after", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "OK"}},
            }
        },
        "/loans": {
            "post": {
                "operationId": "lendBook",
                "summary": "Lend a book",
                "tags": ["Loans"],
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {"title": {"type": "string"}},
                            }
                        }
                    }
                },
                "responses": {"201": {"description": "Lent"}},
            }
        },
    },
}

#: Added for the build with an API. The project's own toctrees stay as they are.
SITE = {
    "docs.json": json.dumps({"navigation": {"groups": [{"group": "API", "openapi": "api.json"}]}}),
    "api.json": json.dumps(DOCUMENT),
}

BOOKS = "api-reference/books/list-books"
LOANS = "api-reference/loans/lend-a-book"

INDEX = "Library\n=======\n\nA house of books.\n\n.. toctree::\n\n   shelves\n"

MODULE = '''\
"""A house."""


def read(name: str, *, slowly: bool = False) -> str:
    """Read a book.

    Parameters
    ----------
    name
        Of the book.
    """
    return name


class Book:
    """Printed."""

    pages: int = 1

    def turn(self) -> None:
        """Turn a page."""
'''


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """An extension in a small project.

    :ivar package: its name for pip. :ivar extensions: what conf.py lists.
    :ivar text: on the page ``shelves``. :ivar shows: a CSS selector of what the extension adds
        to the page ``on``, or words of its text if they start with ``=``.
    :ivar writes: a file that it writes. :ivar conf: further confvals. :ivar files: beside conf.py.
    :ivar varies: patterns of files that differ in every build.
    """

    package: str
    extensions: tuple[str, ...]
    text: str = "By author.\n"
    shows: str = ""
    on: str = "shelves"
    writes: str = ""
    builder: str = "html"
    theme: str = ""
    conf: Mapping[str, Any] = field(default_factory=dict, hash=False)
    files: Mapping[str, str] = field(default_factory=dict, hash=False)
    varies: tuple[str, ...] = ()

    def sources(self) -> dict[str, str]:
        """The files of the project."""
        shelves = f"Shelves\n=======\n\n{self.text}"
        return {"index.rst": INDEX, "shelves.rst": shelves, **self.files}


def directive(name: str, argument: str = "", *content: str, **options: str) -> str:
    """A directive in reStructuredText."""
    lines = [f"   :{key.replace('_', '-')}: {value}" for key, value in options.items()]
    body = ["", *(f"   {line}" if line else "" for line in content)] if content else []
    return "\n".join([f".. {name}:: {argument}".rstrip(), *lines, *body]) + "\n\n"


PYTHON = directive("code-block", "python", "from house import read", "", 'read("Emma")')
HOUSE = {"house.py": MODULE}
AUTODOC = directive("automodule", "house", members="")

ALL = (
    Companion(
        package="ablog",
        theme="alabaster",  # It replaces templates of furo.
        extensions=("ablog",),
        files={"post.rst": ":blogpost: true\n:date: Jan 1, 2024\n\nNews\n====\n\nText.\n",
               "index.rst": INDEX + "   post\n"},
        text=directive("postlist", "", format="{title}"),
        shows="ul.postlist-style-circle a[href], .postlist a[href]",
        writes="blog.html",
        varies=("*.xml",),
        conf={"blog_title": "Blog", "blog_baseurl": "https://docs.example/"},
    ),
    Companion(
        package="autodoc-pydantic",
        extensions=("sphinx.ext.autodoc", "sphinxcontrib.autodoc_pydantic"),
        text=directive("autopydantic_model", "shelf.Shelf"),
        files={"shelf.py": "from pydantic import BaseModel\n\nclass Shelf(BaseModel):\n"
               '    """Wood."""\n\n    width: int = 1\n'},
        shows="dl.pydantic_model, dl.autopydantic_model",
    ),
    Companion(
        package="autodocsumm",
        extensions=("sphinx.ext.autodoc", "autodocsumm"),
        text=directive("automodule", "house", members="", autosummary=""),
        files=HOUSE,
        shows="table.autosummary td",
    ),
    Companion(
        package="breathe",
        extensions=("breathe",),
        text=directive("doxygenfunction", "turn"),
        conf={"breathe_projects": {"house": "xml"}, "breathe_default_project": "house"},
        files={
            "xml/index.xml": '<?xml version="1.0"?><doxygenindex version="1.9.1">'
            '<compound refid="a_8h" kind="file"><name>a.h</name>'
            '<member refid="a_8h_1a1" kind="function"><name>turn</name></member></compound>'
            "</doxygenindex>",
            "xml/a_8h.xml": '<?xml version="1.0"?><doxygen version="1.9.1">'
            '<compounddef id="a_8h" kind="file" language="C++"><compoundname>a.h</compoundname>'
            '<sectiondef kind="func"><memberdef kind="function" id="a_8h_1a1" prot="public" '
            'static="no" const="no" explicit="no" inline="no" virt="non-virtual"><type>int</type>'
            "<definition>int turn</definition><argsstring>(int page)</argsstring>"
            "<name>turn</name><param><type>int</type><declname>page</declname></param>"
            "<briefdescription><para>Turn a page.</para></briefdescription>"
            "<detaileddescription></detaileddescription>"
            '<inbodydescription></inbodydescription><location file="a.h" line="1" column="1"/>'
            "</memberdef></sectiondef><briefdescription></briefdescription>"
            "<detaileddescription></detaileddescription>"
            '<location file="a.h"/></compounddef></doxygen>',
        },
        shows="dl.cpp.function",
    ),
    Companion(
        package="myst-nb",
        extensions=("myst_nb", "sphinx_design"),
        conf={"nb_execution_mode": "off"},
        files={
            "book.md": "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n---\n# Book\n\n"
            "```{code-cell}\n1 + 1\n```\n\n````{tab-set}\n```{tab-item} A\nText.\n```\n````\n",
            "index.rst": INDEX + "   book\n",
        },
        on="book",
        shows="div.cell_input pre",
    ),
    Companion(
        package="nbsphinx",
        extensions=("nbsphinx",),
        conf={"nbsphinx_execute": "never"},
        files={
            "book.ipynb": json.dumps({
                "cells": [
                    {"cell_type": "raw", "id": "a", "source": ["Book\n", "===="],
                     "metadata": {"raw_mimetype": "text/restructuredtext"}},
                    {"cell_type": "code", "execution_count": 1, "id": "b", "metadata": {},
                     "outputs": [{"name": "stdout", "output_type": "stream", "text": ["2\n"]}],
                     "source": ["print(1 + 1)"]},
                ],
                "metadata": {"language_info": {"name": "python", "pygments_lexer": "ipython3"}},
                "nbformat": 4, "nbformat_minor": 5,
            }),
            "index.rst": INDEX + "   book\n",
        },
        on="book",
        shows="div.nbinput, div.nboutput",
    ),
    Companion(
        package="numpydoc",
        extensions=("sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"),
        text=AUTODOC,
        files=HOUSE,
        shows="dl.field-list",
    ),
    Companion(
        package="rinohtype",
        extensions=("rinoh.frontend.sphinx",),
        builder="rinoh",
        writes="library.pdf",
        varies=("*.pdf", "*.rtc", "*.stylelog"),
    ),
    Companion(
        package="sphinx-argparse",
        extensions=("sphinxarg.ext",),
        text=directive("argparse", "", module="command", func="parser", prog="read"),
        files={"command.py": "import argparse\n\ndef parser():\n"
               "    made = argparse.ArgumentParser()\n"
               "    made.add_argument('--slowly', help='Not fast.')\n    return made\n"},
        shows="dl.option-list, dl.std.option",
    ),
    Companion(
        package="sphinx-autoapi",
        extensions=("autoapi.extension",),
        conf={"autoapi_dirs": ["code"]},
        files={"code/house.py": MODULE},
        on="autoapi/house/index",
        shows="dl.py.function",
    ),
    Companion(
        package="sphinx-autodoc-typehints",
        extensions=("sphinx.ext.autodoc", "sphinx_autodoc_typehints"),
        text=AUTODOC,
        files=HOUSE,
        shows="dl.py.function dl.field-list",
    ),
    Companion(
        package="sphinx-autodoc2",
        extensions=("autodoc2",),
        conf={"autodoc2_packages": ["house"]},
        files={"house/__init__.py": MODULE,
               "index.rst": INDEX + "   apidocs/index\n"},
        on="apidocs/house/house",
        shows="dl.py.function",
    ),
    Companion(
        package="sphinx-automodapi",
        extensions=("sphinx_automodapi.automodapi",),
        text=directive("automodapi", "house"),
        files=HOUSE,
        shows="table.autosummary td",
    ),
    Companion(
        package="sphinx-click",
        extensions=("sphinx_click",),
        text=directive("click", "command:read", prog="read", nested="full"),
        files={"command.py": "import click\n\n@click.command()\n"
               "@click.option('--slowly', help='Not fast.')\ndef read(slowly):\n"
               '    """Read a book."""\n'},
        shows="dl.std.option",
    ),
    Companion(
        package="sphinx-codeautolink",
        extensions=("sphinx.ext.autodoc", "sphinx_codeautolink"),
        text=AUTODOC + PYTHON,
        files=HOUSE,
        shows="a.sphinx-codeautolink-a",
    ),
    Companion(
        package="sphinx-copybutton",
        extensions=("sphinx_copybutton",),
        text=PYTHON,
        shows="div.highlight pre",
        writes="_static/copybutton.js",
    ),
    Companion(
        package="sphinx-design",
        extensions=("sphinx_design",),
        text=directive("grid", "2", ".. grid-item-card:: Card", "", "   Text.")
        + directive("dropdown", "More", "Text.")
        + directive("tab-set", "", ".. tab-item:: A", "", "   Text.")
        + ":bdg-primary:`new` :octicon:`book`\n",
        shows="div.sd-card, details.sd-dropdown, div.sd-tab-set, span.sd-badge, svg.sd-octicon",
    ),
    Companion(
        package="sphinx-exercise",
        extensions=("sphinx_exercise",),
        text=directive("exercise", "", "Count.", label="count")
        + directive("solution", "count", "One."),
        shows="div.exercise, div.solution",
    ),
    Companion(
        package="sphinx-external-toc",
        extensions=("sphinx_external_toc",),
        files={"_toc.yml": "root: index\nentries:\n- file: shelves\n",
               "index.rst": "Library\n=======\n\nA house of books.\n"},
        on="index",
        shows='link[rel="next"][href="shelves.html"]',
    ),
    Companion(
        package="sphinx-favicon",
        extensions=("sphinx_favicon",),
        conf={"favicons": ["https://docs.example/icon.png"]},
        shows='link[rel="icon"]',
    ),
    Companion(
        package="sphinx-gallery",
        extensions=("sphinx_gallery.gen_gallery",),
        conf={"sphinx_gallery_conf": {"examples_dirs": "examples", "gallery_dirs": "gallery",
                                      "min_reported_time": 1000, "plot_gallery": False,
                                      "show_memory": False, "write_computation_times": False}},
        files={"examples/README.rst": "Gallery\n=======\n",
               "examples/plot_one.py": '"""\nOne\n===\n\nText.\n"""\n\nprint(1)\n',
               "index.rst": INDEX + "   gallery/index\n"},
        on="gallery/index",
        shows="div.sphx-glr-thumbcontainer",
        varies=("*.zip", "*codeobj*"),
    ),
    Companion(
        package="sphinx-inline-tabs",
        extensions=("sphinx_inline_tabs",),
        text=directive("tab", "One", "First") + directive("tab", "Two", "Second")
        + directive("container", "own", "Text."),
        shows="label.tab-label, div.own",
    ),
    Companion(
        package="sphinx-intl",
        extensions=(),
        builder="gettext",
        writes="shelves.pot",
        varies=("*.pot",),
    ),
    Companion(
        package="sphinx-issues",
        extensions=("sphinx_issues",),
        conf={"issues_github_path": "house/library"},
        text="See :issue:`1` and :user:`ann`.\n",
        shows='a[href*="house/library/issues/1"]',
    ),
    Companion(
        package="sphinx-jsonschema",
        extensions=("sphinx-jsonschema",),
        text=directive("jsonschema", "", '{"title": "Book", "type": "object", "properties": '
                       '{"pages": {"type": "integer"}}}'),
        shows="table.docutils td",
    ),
    Companion(
        package="sphinx-last-updated-by-git",
        extensions=("sphinx_last_updated_by_git",),
        conf={"suppress_warnings": ["git"]},
    ),
    Companion(
        package="sphinx-llm",
        extensions=("sphinx_llm.txt",),
        writes="llms.txt",
    ),
    Companion(
        package="sphinx-llms-txt",
        extensions=("sphinx_llms_txt",),
        conf={"html_baseurl": "https://docs.example/"},
        writes="llms.txt",
    ),
    Companion(
        package="sphinx-markdown-builder",
        extensions=("sphinx_markdown_builder",),
        builder="markdown",
        writes="shelves.md",
    ),
    Companion(
        package="sphinx-mounts",
        extensions=("sphinx_mounts",),
        files={"../more/extra.rst": "Extra\n=====\n\nText.\n",
               "index.rst": INDEX + "   added/extra\n"},
        conf={"mounts": [{"dir": "../more", "mount_at": "added"}]},
        on="added/extra",
        shows="h1",
    ),
    Companion(
        package="sphinx-needs",
        extensions=("sphinx_needs",),
        text=directive("req", "A shelf", "Wide.", id="REQ_1") + directive("needtable", ""),
        shows="table.need, table.NEEDS_DATATABLES",
        varies=("needs.json", "schema_violations.json"),
    ),
    Companion(
        package="sphinx-new-tab-link",
        extensions=("sphinx_new_tab_link",),
        text="See `rules <https://rules.example>`_.\n",
        shows='a[target="_blank"]',
    ),
    Companion(
        package="sphinx-notfound-page",
        extensions=("notfound.extension",),
        on="404",
        shows="h1",
        writes="404.html",
    ),
    Companion(
        package="sphinx-prompt",
        extensions=("sphinx_prompt",),
        text=directive("prompt", "bash $", "read --slowly"),
        shows="pre .prompt1, pre span[class^=prompt]",
    ),
    Companion(
        package="sphinx-proof",
        extensions=("sphinx_proof",),
        text=directive("prf:theorem", "Books", "All are printed.", label="books"),
        shows="div.proof",
    ),
    Companion(
        package="sphinx-remove-toctrees",
        extensions=("sphinx_remove_toctrees",),
        conf={"remove_from_toctrees": ["deep/*"]},
        files={"deep/one.rst": "One\n===\n\nText.\n",
               "index.rst": INDEX + "   deep/one\n"},
        on="index",
        shows="h1",
    ),
    Companion(
        package="sphinx-reredirects",
        extensions=("sphinx_reredirects",),
        conf={"redirects": {"old": "shelves.html"}},
        writes="old.html",
    ),
    Companion(
        package="sphinx-simplepdf",
        extensions=("sphinx_simplepdf",),
        builder="simplepdf",
        theme="simplepdf_theme",
        writes="Library.pdf",
        varies=("*.pdf", "*.css", "index.html"),
    ),
    Companion(
        package="sphinx-sitemap",
        extensions=("sphinx_sitemap",),
        conf={"html_baseurl": "https://docs.example/", "sitemap_url_scheme": "{link}"},
        writes="sitemap.xml",
    ),
    Companion(
        package="sphinx-substitution-extensions",
        extensions=("sphinx_substitution_extensions",),
        text=".. |book| replace:: Emma\n\n"
        + directive("code-block", "bash", "read |book|", substitutions=""),
        shows="=read Emma",
    ),
    Companion(
        package="sphinx-tabs",
        extensions=("sphinx_tabs.tabs",),
        text=directive("tabs", "", ".. tab:: One", "", "   First", "", ".. code-tab:: py", "",
                       "   read()"),
        shows="button.sphinx-tabs-tab",
    ),
    Companion(
        package="sphinx-thebe",
        extensions=("sphinx_thebe",),
        text=directive("thebe-button", "")
        + directive("code-block", "python", "1", **{"class": "thebe"}),
        shows="button.thebe-launch-button, .thebe",
    ),
    Companion(
        package="sphinx-tippy",
        extensions=("sphinx_tippy",),
        conf={"tippy_enable_wikitips": False, "tippy_enable_doitips": False},
        text=".. _top:\n\nTop\n---\n\nSee :ref:`top`.\n",
        shows='script[src*="tippy/"]',
        varies=("_static/tippy/*",),
    ),
    Companion(
        package="sphinx-togglebutton",
        extensions=("sphinx_togglebutton",),
        text=directive("admonition", "More", "Text.", **{"class": "dropdown"})
        + directive("toggle", "", "Text."),
        shows=".admonition.dropdown, .toggle",
    ),
    Companion(
        package="sphinx-toolbox",
        extensions=("sphinx_toolbox",),
        conf={"github_username": "house", "github_repository": "library"},
        text=directive("rest-example", "", "*Text*"),
        shows="div.rest-example",
    ),
    Companion(
        package="sphinx-version-warning",
        extensions=("versionwarning.extension",),
        conf={"versionwarning_messages": {"latest": "Old"}},
        writes="_static/data/versionwarning-data.json",
    ),
    Companion(
        package="sphinxcontrib-bibtex",
        extensions=("sphinxcontrib.bibtex",),
        conf={"bibtex_bibfiles": ["books.bib"]},
        files={"books.bib": "@book{emma, title={Emma}, author={Austen, Jane}, year={1815}, "
               "publisher={Murray}}\n"},
        text="See :cite:`emma`.\n\n" + directive("bibliography"),
        shows="div.citation",
    ),
    Companion(
        package="sphinxcontrib-confluencebuilder",
        # Where mermaid is installed, it expects it.
        extensions=("sphinxcontrib.mermaid", "sphinxcontrib.confluencebuilder"),
        builder="confluence",
        writes="shelves.conf",
        # It knows fewer languages than samples have, and says so of any block in one of them.
        conf={"confluence_publish": False, "confluence_space_key": "LIB",
              "suppress_warnings": ["confluence.unsupported_code_lang"]},
        varies=(".cache_*", "scb-manifest.json"),
    ),
    Companion(
        package="sphinxcontrib-httpdomain",
        extensions=("sphinxcontrib.httpdomain",),
        text=directive("http:get", "/books", ":query after: A book.", ":statuscode 200: OK")
        + "See :http:get:`/books`.\n",
        shows="dl.http.get",
    ),
    Companion(
        package="sphinxcontrib-images",
        extensions=("sphinxcontrib.images",),
        files={"book.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'},
        text=directive("thumbnail", "book.svg"),
        shows="a[data-lightbox]",
    ),
    Companion(
        package="sphinxcontrib-mermaid",
        extensions=("sphinxcontrib.mermaid",),
        text=directive("mermaid", "", "graph TD; a-->b"),
        shows="pre.mermaid, div.mermaid",
    ),
    Companion(
        package="sphinxcontrib-openapi",
        extensions=("sphinxcontrib.openapi",),
        files={"old.json": json.dumps({**DOCUMENT, "openapi": "3.0.0"})},
        text=directive("openapi", "old.json"),
        shows="dl.http.get",
    ),
    Companion(
        package="sphinxcontrib-plantuml",
        extensions=("sphinxcontrib.plantuml",),
        conf={"plantuml": "/bin/cp /dev/stdin /dev/stdout"},
        shows="h1",
    ),
    Companion(
        package="sphinxcontrib-programoutput",
        extensions=("sphinxcontrib.programoutput",),
        text=directive("program-output", "echo Emma"),
        shows="=Emma",
    ),
    Companion(
        package="sphinxcontrib-redoc",
        extensions=("sphinxcontrib.redoc",),
        conf={"redoc": [{"name": "Old", "page": "old", "spec": "old.json", "embed": True}]},
        files={"old.json": json.dumps(DOCUMENT)},
        on="old",
        shows="redoc, script",
    ),
    Companion(
        package="sphinxcontrib-spelling",
        extensions=("sphinxcontrib.spelling",),
        builder="spelling",
        conf={"spelling_show_suggestions": False},
        text="All the books.\n",
    ),
    Companion(
        package="sphinxcontrib-towncrier",
        extensions=("sphinxcontrib.towncrier.ext",),
        conf={"towncrier_draft_autoversion_mode": "draft"},
        files={"towncrier.toml": '[tool.towncrier]\ndirectory = "news"\nname = "Library"\n'
               'version = "2"\n', "news/1.feature": "A shelf.\n"},
        text=directive("towncrier-draft-entries", ""),
        shows="=A shelf.",
    ),
    Companion(
        package="sphinxcontrib-video",
        extensions=("sphinxcontrib.video",),
        text=directive("video", "https://docs.example/a.mp4"),
        shows="video",
    ),
    Companion(
        package="sphinxcontrib-youtube",
        extensions=("sphinxcontrib.youtube",),
        text=directive("youtube", "abc"),
        shows="iframe",
    ),
    Companion(
        package="sphinxemoji",
        extensions=("sphinxemoji.sphinxemoji",),
        text="A |:book:| b.\n",
        shows="=📖",
    ),
    Companion(
        package="sphinxext-opengraph",
        extensions=("sphinxext.opengraph",),
        conf={"ogp_site_url": "https://docs.example/", "ogp_social_cards": {"enable": False}},
        shows='meta[property="og:title"]',
    ),
    Companion(
        package="sphinxext-rediraffe",
        extensions=("sphinxext.rediraffe",),
        conf={"rediraffe_redirects": {"old.rst": "shelves.rst"}},
        writes="old.html",
    ),
)  # fmt: skip

#: Those in the ordinary run: they are small, and often used.
ORDINARY = frozenset({
    "sphinx-codeautolink", "sphinx-copybutton", "sphinx-inline-tabs", "sphinx-mounts",
    "sphinx-notfound-page", "sphinx-sitemap", "sphinx-tabs", "sphinx-togglebutton",
    "sphinxcontrib-mermaid", "sphinxext-opengraph",
})  # fmt: skip
