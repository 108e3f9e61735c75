"""The extension together with other, real extensions that many projects use."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import pytest
from bs4 import BeautifulSoup
from library_site import BOOKS, DESCRIBED, FILES, LOANS, PAGES
from patience import PATIENCE

# Deprecated use of Sphinx in other extensions is up to them.
pytestmark = pytest.mark.filterwarnings("default")

HEAD = ("og:title", "og:type", "og:url", "og:description", "description", "viewport")


@pytest.mark.parametrize("theme", ["furo", "alabaster"])
def test_opengraph_says_what_the_operation_does(build, theme):
    built = build("sphinxext.opengraph", ogp_site_url="https://docs.example/", html_theme=theme)
    assert built.warnings == []
    heads = {}
    for name in PAGES:
        page = built.page(name)
        tags = {key: page.select(f'[property="{key}"], [name="{key}"]') for key in HEAD}
        assert {key: len(found) for key, found in tags.items()} == dict.fromkeys(HEAD, 1)
        heads[name] = {key: str(found[0]["content"]) for key, found in tags.items()}
    told = DESCRIBED.partition(" See ")[0]
    for key in ("description", "og:description"):
        assert heads[BOOKS][key].startswith(told)
        assert heads[BOOKS][key].endswith("See the rules.")
        assert heads[LOANS][key] == "POST /loans"
        # For a handwritten page, the other extension's description is better.
        assert heads["shelves"][key] == "By author."
    assert len({head["og:url"] for head in heads.values()}) == len(PAGES)


@pytest.mark.parametrize("theme", ["furo", "alabaster"])
def test_notfound_page_is_theirs_with_our_sidebar(build, theme):
    built = build("notfound.extension", html_theme=theme)
    assert built.warnings == []
    page = built.page("404")
    assert [tag.name for tag in page.select("base")] == []
    links = {str(tag["href"]) for tag in page.select("a[href]")}
    assert f"/en/latest/{BOOKS}.html" in links
    assert "/en/latest/shelves.html" in links


def test_copybutton_leaves_samples_alone(build):
    code = "Shelves\n=======\n\n.. code-block:: python\n\n   read()\n"
    built = build("sphinx_copybutton", files={"shelves.rst": code})
    assert built.warnings == []
    script = built.text("_static/copybutton.js")
    selector = re.search(r"COPYBUTTON_SELECTOR = '([^']+)'", script)[1]
    # Our copy buttons are added by a script.
    samples = built.page(BOOKS).select(".navapi-samples pre")
    assert samples
    theirs = built.page(BOOKS).select(selector)
    assert [sample for sample in samples if sample in theirs] == []
    assert len(built.page("shelves").select(selector)) == 1


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_sitemap_lists_pages_that_are_found(build, builder):
    built = build("sphinx_sitemap", builder=builder, sitemap_url_scheme="{link}")
    assert built.warnings == []
    places = re.findall(r"<loc>https://docs.example/([^<]*)</loc>", built.text("sitemap.xml"))
    assert len(places) == len(set(places))
    ending = ".html" if builder == "html" else "/"
    assert {f"{name}{ending}" for name in PAGES[1:]} < set(places)
    assert [place for place in places if "404" in place] == []


def test_epub_tells_each_operation(build):
    built = build(
        builder="epub", version="1", epub_copyright="Us", copyright="Us", epub_show_urls="no"
    )
    assert built.warnings == []
    (packed,) = built.out.glob("*.epub")
    with zipfile.ZipFile(packed) as book:
        text = book.read(f"{BOOKS}.xhtml").decode()
        order = book.read("content.opf").decode()
    assert "All books of the house." in BeautifulSoup(text, "html.parser").get_text()
    assert f'href="{LOANS}.xhtml"' in order


def test_last_updated_is_the_day_of_the_build_on_every_page(build, monkeypatch):
    """As on all pages of Sphinx; no page has its own date."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    built = build(html_last_updated_fmt="%Y-%m-%d")
    assert built.warnings == []
    for name in PAGES:
        assert "2001-09-09" in built.page(name).get_text()


def test_mermaid_draws_beside_an_api(build):
    text = "Shelves\n=======\n\n.. mermaid::\n\n   graph TD; a-->b\n"
    built = build("sphinxcontrib.mermaid", files={"shelves.rst": text})
    assert built.warnings == []
    assert "a-->b" in built.page("shelves").select_one("pre.mermaid, .mermaid").get_text()
    assert built.page(BOOKS).select(".mermaid") == []


def test_togglebutton_toggles_only_its_own(build):
    text = "Shelves\n=======\n\n.. admonition:: More\n   :class: dropdown\n\n   By author.\n"
    built = build("sphinx_togglebutton", files={"shelves.rst": text})
    assert built.warnings == []
    selector = ".toggle, .admonition.dropdown"
    assert len(built.page("shelves").select(selector)) == 1
    assert built.page(BOOKS).select(selector) == []


@pytest.mark.parametrize(
    ("extension", "text", "selector"),
    [
        (
            "sphinx_tabs.tabs",
            ".. tabs::\n\n   .. tab:: One\n\n      First\n\n   .. tab:: Two\n\n      Second\n",
            "button.sphinx-tabs-tab",
        ),
        (
            "sphinx_inline_tabs",
            ".. tab:: One\n\n   First\n\n.. tab:: Two\n\n   Second\n",
            "label.tab-label",
        ),
    ],
)
def test_tabs_of_others_stay_theirs(build, extension, text, selector):
    built = build(extension, files={"shelves.rst": f"Shelves\n=======\n\n{text}"})
    assert built.warnings == []
    labels = [tag.get_text().strip() for tag in built.page("shelves").select(selector)]
    assert labels == ["One", "Two"]
    assert built.page(BOOKS).select(".navapi-samples pre")


@pytest.mark.parametrize("theme", ["furo", "alabaster"])
def test_external_toc_is_where_the_navigation_says(build, theme):
    files = {
        "_toc.yml": "root: index\nentries:\n- file: shelves\n",
        "index.rst": "Library\n=======\n\nA house of books.\n",
    }
    built = build("sphinx_external_toc", files=files, html_theme=theme)
    assert built.warnings == []
    links = [str(tag["href"]) for tag in built.page("index").select("a[href]")]
    assert links.index("shelves.html") < links.index(f"{BOOKS}.html")


def test_autodoc2_pages_have_their_place(build):
    files = {
        "house/__init__.py": '"""A house."""\n\n\ndef read():\n    """Read a book."""\n',
        "index.rst": "Library\n=======\n\n.. toctree::\n\n   shelves\n   apidocs/index\n",
    }
    built = build("autodoc2", files=files, autodoc2_packages=["house"])
    assert built.warnings == []
    assert "Read a book." in built.page("apidocs/house/house").get_text()
    links = [str(tag["href"]) for tag in built.page("index").select("a[href]")]
    assert links.index("apidocs/index.html") < links.index(f"{BOOKS}.html")


def test_intl_makes_catalogs_of_operations(build, tmp_path):
    built = build(builder="gettext", gettext_compact=False)
    assert built.warnings == []
    locale = tmp_path / "source" / "locale"
    command = ["update", "-p", str(built.out), "-d", str(locale), "-l", "de"]
    sphinx_intl(*command)
    catalog = locale / "de/LC_MESSAGES" / f"{BOOKS}.po"
    text = catalog.read_text("utf-8")
    assert "library.yaml:" in text
    empty = 'msgid "List books"\nmsgstr ""'
    assert empty in text
    catalog.write_text(text.replace(empty, f'{empty[:-2]}"Bücher auflisten"'), "utf-8")
    sphinx_intl("build", "-d", str(locale))
    translated = build(language="de", locale_dirs=["locale"], gettext_compact=False)
    assert translated.warnings == []
    assert translated.page(BOOKS).h1.get_text().startswith("Bücher auflisten")


def sphinx_intl(*arguments: str) -> None:
    command = [sys.executable, "-m", "sphinx_intl", *arguments]
    subprocess.run(command, check=True, capture_output=True)


def test_autobuild_follows_the_document(tmp_path):
    source, out, log = tmp_path / "docs", tmp_path / "docs/_build/html", tmp_path / "log"
    write(source, FILES)
    write(source, {"conf.py": CONF})
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "sphinx_autobuild", "--port", "0", str(source), str(out)],
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(out / f"{BOOKS}.html", "All books of the house.", process)
        wait_for(log, "Serving on", process)
        document = source / "library.yaml"
        document.write_text(document.read_text("utf-8").replace("All books", "Most books"), "utf-8")
        # It announces watching before it starts to.
        wait_for(out / f"{BOOKS}.html", "Most books of the house.", process, document.touch)
    finally:
        process.terminate()
        process.wait()


CONF = """\
project = "Library"
extensions = ["sphinx_navapi"]
html_theme = "furo"
exclude_patterns = ["_build"]
"""


def write(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")


def wait_for(
    file: Path,
    text: str,
    process: subprocess.Popen[bytes],
    again: Callable[[], object] = lambda: None,
) -> None:
    """Wait until *file* contains *text*. :param again: called every few seconds until then."""
    deadline = monotonic() + PATIENCE
    for turn in count(1):
        if file.is_file() and text in file.read_text("utf-8", "replace"):
            return
        assert process.poll() is None
        assert monotonic() < deadline, f"{file} has no {text!r}"
        sleep(0.1)
        if turn % 50 == 0:
            again()


def git(folder: Path, *arguments: str, **environment: str) -> None:
    identity = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for role in ("AUTHOR", "COMMITTER"):
        identity |= {f"GIT_{role}_NAME": "A", f"GIT_{role}_EMAIL": "a@example.org"}
    subprocess.run(
        ["git", *arguments], cwd=folder, check=True, env={**os.environ, **identity, **environment}
    )


def commit(folder: Path, day: str = "2024-01-01") -> None:
    git(folder, "add", ".")
    dates = {f"GIT_{role}_DATE": f"{day}T12:00:00Z" for role in ("AUTHOR", "COMMITTER")}
    git(folder, "commit", "-qm", "Change", **dates)


def test_last_updated_by_git_is_the_document_s(build, tmp_path):
    source = tmp_path / "source"
    write(source, {**FILES, "conf.py": ""})
    git(source, "init", "-q")
    git(source, "add", "library.yaml")
    git(source, "commit", "-qm", "Document", GIT_AUTHOR_DATE="2021-05-06T12:00:00Z")
    commit(source, "2023-01-02")
    built = build("sphinx_last_updated_by_git", git_last_updated_timezone="UTC")
    assert built.warnings == []
    for name, day in (("shelves", "2023-01-02"), (BOOKS, "2021-05-06"), (LOANS, "2021-05-06")):
        (tag,) = built.page(name).select('[property="article:modified_time"]')
        assert str(tag["content"]).startswith(day)


@pytest.mark.parametrize("broken", [False, True])
def test_warnings_as_errors_beside_many(tmp_path, broken):
    """All of them together give none; and one of ours ends the build after everything is
    written.
    """
    source, out = tmp_path / "source", tmp_path / "out"
    names = [
        "sphinx_navapi",
        "notfound.extension",
        "sphinx_copybutton",
        "sphinx_sitemap",
        "sphinx_tabs.tabs",
        "sphinx_togglebutton",
        "sphinxcontrib.mermaid",
        "sphinxext.opengraph",
    ]
    conf = f'project = "Library"\nextensions = {names}\nhtml_theme = "furo"\n'
    more = {"conf.py": f'{conf}html_baseurl = "https://docs.example/"\n'}
    if broken:
        more["docs.json"] = FILES["docs.json"].replace(
            '"openapi"', '"pages": ["no-such-page"], "openapi"'
        )
    write(source, {**FILES, **more})
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(source), str(out)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (out / "shelves.html").is_file()
    warnings = [line for line in result.stderr.splitlines() if "WARNING" in line]
    if broken:
        assert result.returncode == 1
        assert any("no-such-page" in line and "docs.json:" in line for line in warnings)
    else:
        assert (result.returncode, warnings) == (0, [])
