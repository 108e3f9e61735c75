"""A build reads its configuration once, and its plan is that of `navapi explain`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from write_files import write_files

from sphinx_navapi.cli import main
from sphinx_navapi.formats import data_file
from sphinx_navapi.links import targets
from sphinx_navapi.plan.site_plan import PlacedPlan, SitePlan

DOCS = {"name": "A site to count", "navigation": {"pages": ["guide"]}}


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of `DOCS` that were parsed."""
    found: list[str] = []
    original = data_file.parse_json

    def parse(text: str) -> Any:
        if DOCS["name"] in text:
            found.append(text)
        return original(text)

    monkeypatch.setattr(data_file, "parse_json", parse)
    return found


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A project without ``conf.py``."""
    return write_files(tmp_path / "bare", {"docs.json": DOCS, "guide.md": "# Guide\n"})


def test_a_build_parses_docs_json_once(project, parses):
    project.write({"docs.json": DOCS, "guide.rst": "Guide\n=====\n"})
    assert project.build().warnings == []
    assert len(parses) == 1


def test_navapi_build_parses_docs_json_once(bare, parses):
    assert main(["build", str(bare), "--", "-q"]) == 0
    assert (bare / "_build" / "html" / "guide.html").is_file()
    assert len(parses) == 1


def test_explain_parses_docs_json_once(bare, parses, capsys):
    assert main(["explain", str(bare), "guide"]) == 0
    assert len(parses) == 1


def test_a_build_makes_the_rules_of_its_links_once(project, monkeypatch):
    made = []
    original = targets.Redirects.__init__

    def make(self, rules):
        made.append(list(rules))
        original(self, rules)

    monkeypatch.setattr(targets.Redirects, "__init__", make)
    rule = {"source": "/old", "destination": "/guide"}
    pages = {f"p{n}.mdx": f"# P{n}\n\n[Old](/old)\n\n[Also](old)\n" for n in range(4)}
    text = "Guide\n=====\n\n.. navapi-navigation::\n"
    project.write({"docs.json": {**DOCS, "redirects": [rule]}, "guide.rst": text, **pages})
    project.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    project.build()
    # For all links of pages, and when redirect pages are written.
    assert len([rules for rules in made if rules and rules[0]["source"] == "/old"]) <= 2


def test_each_build_reads_docs_json_anew(project):
    project.write({"docs.json": DOCS, "guide.rst": "Guide\n=====\n", "more.rst": "More\n====\n"})
    project.build()
    project.write({"docs.json": {"name": "Another", "navigation": {"pages": ["more"]}}})
    assert project.build().site()["navigation"]["pages"] == ["more"]


def test_a_plan_has_three_stages(project):
    stages = []

    def note(app, *_given):
        stages.append(app.env.project.site.plan)

    project.write({"docs.json": DOCS, "guide.rst": "Guide\n=====\n", "index.rst": "A\n=\n"})
    events = {"source-read": note, "html-page-context": note, "build-finished": (note, 999)}
    project.build(connect=events)
    kinds = [type(plan) for plan in stages]
    assert kinds[0] is SitePlan
    assert kinds[-1] is PlacedPlan
    assert len({id(plan) for plan in stages}) == 2, "what is read and what is written"


def test_what_is_found_of_files_is_said_in_site_json(project):
    rules = [{"source": "/old", "destination": "/nowhere"}]
    project.write({"docs.json": {**DOCS, "redirects": rules}, "guide.rst": "Guide\n=====\n"})
    for _build in range(2):
        said = project.build().site()["diagnostics"]
        assert [d["message"] for d in said if "/nowhere" in d["message"]] != []


NOTES = "# Notes\n"


@pytest.mark.parametrize(
    ("conf", "files"),
    [
        pytest.param(
            "extensions = ['myst_parser', 'sphinx_navapi']\nhtml_static_path = ['_static']\n",
            {"_static/notes.md": NOTES},
            id="static-files-are-no-pages",
        ),
        pytest.param(
            "extensions = ['myst_parser', 'sphinx_navapi']\nhtml_extra_path = ['extra']\n",
            {"extra/notes.md": NOTES},
            id="extra-files-are-no-pages",
        ),
        pytest.param(
            "extensions = ['myst_parser', 'sphinx_navapi']\n",
            {"_build/html/notes.md": NOTES},
            id="output-is-no-page",
        ),
        pytest.param(
            "extensions = ['sphinx_navapi']\nsource_suffix = ['.rst', '.md']\n",
            {"notes.md": NOTES},
            id="markdown-without-a-parser",
        ),
        pytest.param(
            "extensions = ['sphinx_navapi']\nsource_encoding = 'latin-1'\n"
            "suppress_warnings = ['config.source_encoding']\n",
            {"notes.rst": "Caf\xe9\n====\n".encode("latin-1")},
            id="encoding-of-titles",
        ),
        pytest.param(
            "extensions = ['sphinx_navapi']\ninclude_patterns = ['g*']\n",
            {"notes.rst": "Notes\n=====\n"},
            id="patterns-of-what-is-included",
        ),
    ],
)
def test_explain_plans_the_pages_of_the_build(tmp_path, capsys, conf, files):
    folder = tmp_path / "src"
    texts = {"docs.json": json.dumps(DOCS), "conf.py": conf, "guide.rst": "Guide\n=====\n", **files}
    write_files(folder, texts)
    main(["explain", str(folder), "--json"])
    explained = json.loads(capsys.readouterr().out)["pages"]
    assert main(["build", str(folder), "--", "-q"]) == 0
    built = json.loads((folder / "_build" / "html" / "_navapi" / "site.json").read_text("utf-8"))
    titles = {name: page["title"] for name, page in explained.items()}
    assert titles == {name: page["title"] for name, page in built["pages"].items()}
