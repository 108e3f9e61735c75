"""How Markdown files are read: like MDX or by MyST, and what decides it."""

from __future__ import annotations

import os
import re

import pytest
from bs4 import BeautifulSoup
from warm_python import run_module

DOCS = {"navigation": {"pages": ["index", "desk"]}}
LINES = """\
# Desk

% of riders who came back: ten.

+++

(x)=

- [x] done

See [note](#note1).

<a id="note1"></a>Note one.
"""
COMPONENT = "# Desk\n\n<Note>\n  Bring a **photograph**.\n</Note>\n"
DIRECTIVE = "# Desk\n\n```{note}\nBring a **photograph**.\n```\n"
DIALECT = "[navapi.markdown_dialect]"


@pytest.fixture
def site(project):
    project.write({"docs.json": DOCS, "index.md": "# Home\n"})
    return project


def page(built):
    return BeautifulSoup(built.text("desk.html"), "html.parser").select_one("[role=main], article")


def test_listed_pages_are_read_as_by_hosted_services(site):
    site.write({"desk.md": LINES})
    built = site.build()
    text = page(built).get_text()
    assert built.warnings == []
    assert "% of riders" in text
    assert "+++" in text
    assert "(x)=" in text
    assert page(built).select_one("li input[checked]")
    assert "+++" in built.text("desk.md")


def test_other_pages_of_a_project_with_conf_are_myst(project):
    project.write({"index.md": "# Home\n\n```{toctree}\ndesk\n```\n", "desk.md": LINES})
    project.write({"docs.json": {"navigation": {"groups": [{"group": "", "toctree": "index"}]}}})
    project.conf["source_suffix"] = {".rst": "restructuredtext", ".md": "markdown"}
    built = project.build(extensions=["myst_parser", "sphinx_navapi"])
    assert "% of riders" not in page(built).get_text()


def test_pages_with_directives_or_roles_are_myst_unless_the_project_says_otherwise(site):
    site.write({"desk.md": DIRECTIVE, "index.md": "# Home\n\n{math}`x`\n"})
    built = site.build()
    assert built.warnings == []
    assert page(built).select_one(".admonition strong")
    hosted = site.build(navapi_markdown="hosted")
    # It has been decided that this is an expression.
    (warning,) = hosted.warnings
    assert "index.md:3:1: WARNING" in warning
    assert warning.endswith("[navapi.page_syntax]")
    assert "<code>{math}</code>" in re.sub(
        r"</?span[^>]*>| class=\"[^\"]*\"", "", hosted.text("index.html")
    )
    assert not page(hosted).select(".admonition")
    assert hosted.read == ["desk", "index"]


@pytest.mark.parametrize("suffixes", [None, {".rst": "restructuredtext", ".md": "markdown"}])
def test_the_setting_wins_over_what_the_project_loads(site, suffixes):
    site.write({"desk.md": COMPONENT})
    site.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    if suffixes:
        site.conf["source_suffix"] = suffixes
    chosen = site.build()
    (warning,) = chosen.warnings
    assert "desk.md:3:1: WARNING: <Note> is shown as text, because Markdown files are" in warning
    assert 'set navapi_markdown to "hosted" to change this, or to "myst" to keep it' in warning
    assert warning.endswith(DIALECT)
    assert not page(chosen).select(".admonition")
    hosted = site.build(navapi_markdown="hosted")
    assert (hosted.warnings, hosted.read) == ([], ["desk", "index"])
    assert page(hosted).select_one(".admonition strong")
    assert "> [!NOTE]" in hosted.text("desk.md")
    kept = site.build(navapi_markdown="myst")
    assert (kept.warnings, kept.read) == ([], ["desk", "index"])
    assert not page(kept).select(".admonition")


def test_several_pages_are_one_message(site):
    site.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    site.write({"desk.md": COMPONENT, "index.md": "# Home\n\n<Tip>Text.</Tip>\n"})
    (warning,) = site.build().warnings
    assert "2 pages have components" in warning


def test_a_page_that_enters_the_navigation_is_read_again(site):
    site.write({"index.md": LINES, "desk.md": "# Desk\n"})
    site.write({"docs.json": {"navigation": {"pages": ["desk"]}}})
    assert "% of riders" not in site.build().text("index.html")
    site.write({"docs.json": {"navigation": {"pages": ["index", "desk"]}}})
    again = site.build()
    assert "index" in again.read
    assert "% of riders" in again.text("index.html")


def test_without_conf_all_pages_are_read_as_by_hosted_services(tmp_path):
    (tmp_path / "docs.json").write_text('{"name": "L", "navigation": {"pages": ["index"]}}')
    (tmp_path / "index.md").write_text(f"# Home\n\nhttps://a.example\n\n{DIRECTIVE[8:]}")
    (tmp_path / "desk.md").write_text(LINES)
    command = ("sphinx_navapi", "build", tmp_path, tmp_path / "out")
    run = run_module(*command, check=True)
    assert run.stderr.count(DIALECT) == 1
    assert "index.md:5:4: WARNING: {note} is shown as text" in run.stderr
    index = BeautifulSoup((tmp_path / "out/index.html").read_text(), "html.parser")
    assert index.select_one("article a[href='https://a.example']")
    desk = BeautifulSoup((tmp_path / "out/desk.html").read_text(), "html.parser")
    assert "% of riders" in desk.article.get_text()
    run = run_module(*command, "-D", "navapi_markdown=myst", check=True)
    assert DIALECT not in run.stderr
    index = BeautifulSoup((tmp_path / "out/index.html").read_text(), "html.parser")
    assert index.select_one(".admonition")


def test_pages_of_a_project_that_loads_myst_are_its_own(tmp_path):
    (tmp_path / "conf.py").write_text(
        "import os\n"
        "extensions = ['myst_parser'] + os.environ.get('MORE', '').split()\n"
        "myst_heading_anchors = 3\n"
    )
    (tmp_path / "index.md").write_text(
        "# Home\n\n[![](https://x.example/b.svg)](https://x.example/)\n\n"
        "[link](other.md#part) [](other.md) [](#here) https://a.example <https://b.example>\n\n"
        "## Here\n\n% gone\n\n- [ ] a\n\n```{toctree}\nother\n```\n"
    )
    (tmp_path / "other.md").write_text("# Other\n\n## Part\n\n(x)=\n\n### B\n\n{ref}`x` [a](#b)\n")
    bodies = []
    for more in ("", "sphinx_navapi"):
        if more:
            (tmp_path / "docs.json").write_text(
                '{"navigation": {"groups": [{"group": "", "toctree": "index"}]}}'
            )
        out = tmp_path / f"out{more}"
        # A build without the extension changes Sphinx's own defaults.
        variables = {**os.environ, "MORE": more}
        run_module("sphinx", "-qE", tmp_path, out, environment=variables, check=True)
        found = []
        for name in ("index.html", "other.html"):
            html = BeautifulSoup((out / name).read_text(), "html.parser")
            section = html.select_one("[role=main]")
            for ours in section.select(".navapi-place, .navapi-prev-next"):
                ours.decompose()
            found.append(" ".join(str(section).split()))
        bodies.append(found)
    assert bodies[0] == bodies[1]


TITLED = """\
# Desk

```python desk.py {2} lines
x = 1
y = 2
```

```json
{}
```

```{code-block} text
plain
```

```{code-group}
~~~bash curl
curl /
~~~
~~~python Python
get()
~~~
```
"""


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_code_blocks_of_myst_pages_have_titles(site, theme):
    site.write({"desk.md": TITLED})
    built = site.build(navapi_markdown="myst", html_theme=theme)
    shown = page(built)
    assert built.warnings == []
    assert [each.get_text() for each in shown.select(".code-block-caption .caption-text")] == [
        "desk.py"
    ]
    assert shown.select_one(".code-block-caption + .highlight-python .hll").get_text() == "2y = 2\n"
    assert [each.get_text().strip() for each in shown.select(".sd-tab-label")] == ["curl", "Python"]
    assert "**desk.py**\n\n```python\n" in built.text("desk.md")


def test_titles_need_a_site_and_are_read_again_with_it(project):
    project.write({"index.md": TITLED.partition("```{code-group}")[0]})
    project.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    without = project.build(html_theme="alabaster")
    assert "desk.py" not in without.text("index.html")
    project.write({"docs.json": {"navigation": {"pages": ["index"]}}})
    assert "desk.py" in project.build(html_theme="alabaster").text("index.html")


def test_front_matter_still_configures_myst(site):
    head = "---\nmyst:\n  enable_extensions: [deflist]\n---\n"
    site.write({"desk.md": f"{head}{TITLED}\nTerm\n: Text\n"})
    built = site.build(navapi_markdown="myst")
    assert page(built).select_one("dl dt").get_text() == "Term"
    site.write({"desk.md": "---\n: [\n---\n# Desk\n"})
    (warning,) = site.build(navapi_markdown="myst").warnings
    assert "desk.md:2:1: WARNING: the front matter cannot be read" in warning
