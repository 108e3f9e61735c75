"""Builds with documents that code writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sphinx_navapi.cli import main

APP = """
import json
app = json.loads(open("../src/document.txt").read())
def make():
    return app
"""
NAVIGATION = {"navigation": {"pages": ["index"], "groups": [{"group": "API", "openapi": "api"}]}}
LIST = "api-reference/users/list-users"


@pytest.fixture
def coded(project, api):
    """A site whose document is written by a Python object beside ``conf.py``."""
    project.conf = {"navapi_documents": {"api": "bookshop:make"}}
    project.write(
        {
            "conf.py": "",
            "docs.json": NAVIGATION,
            "index.md": "# Home\n\n{navapi:op}`api GET /users` {navapi:op}`listUsers`\n",
            "bookshop.py": APP,
            "document.txt": api,
        }
    )
    return project


def test_its_operations_have_pages(coded):
    built = coded.build()
    assert built.warnings == []
    assert LIST in built.read
    page = built.site()["pages"][LIST]
    assert page["operation"]["document"] == "api"
    assert f'href="{LIST}.html' in built.text("index.html")
    # Nothing is written beside the sources.
    assert {path.name for path in coded.src.iterdir()} - {"__pycache__"} == {
        "conf.py", "docs.json", "index.md", "bookshop.py", "document.txt",
    }  # fmt: skip


def test_only_what_changed_in_it_is_read_again(coded, api):
    coded.build()
    again = coded.build()
    assert (again.read, again.written) == ([], [])
    api["paths"]["/users"]["get"]["description"] = "Every single one."
    coded.write({"document.txt": api})
    changed = coded.build()
    assert changed.read == [LIST]
    assert "Every single one." in changed.text(f"{LIST}.html")


def test_all_builders_show_it(coded, api):
    description = api["paths"]["/users"]["get"]["description"]
    assert description in coded.build("text", parallel=2).text(f"{LIST}.txt")
    assert coded.build("dirhtml", parallel=2).warnings == []


def test_its_texts_are_translated(coded, api):
    catalogue = coded.build("gettext").text("api-reference.pot")
    description = api["paths"]["/users"]["get"]["description"]
    assert f'/navapi_documents["api"]:1\nmsgid "{description}"' in catalogue


def test_what_fails_is_one_error_and_costs_no_other_page(coded, api):
    coded.conf["navapi_documents"] = {"api": "bookshop:nothing", "more": "bookshop:app"}
    elements = [{"group": "A", "openapi": "api"}, {"group": "M", "openapi": "more"}]
    coded.write({"docs.json": {"navigation": {"groups": elements}}, "index.md": "# Home\n"})
    built = coded.build()
    (warning,) = built.warnings
    assert "bookshop:nothing cannot be read: bookshop has no nothing" in warning
    assert "[navapi.document_command_failed]" in warning
    assert "ERROR: " in warning
    assert built.site()["pages"][LIST]["operation"]["document"] == "more"
    (told,) = (d for d in built.site()["diagnostics"] if d["level"] == "error")
    assert told["file"] == "conf.py"
    # The document of an earlier build serves until that is mended.
    coded.conf["navapi_documents"] = {"api": "bookshop:make"}
    coded.write({"docs.json": NAVIGATION})
    coded.build()
    coded.write({"bookshop.py": "1 / 0\n"})
    broken = coded.build()
    assert "the document of an earlier build was used" in broken.warnings[0]
    assert LIST in broken.site()["pages"]


def test_mistakes_in_it_name_where_it_comes_from(coded, api):
    api["paths"]["/users"]["get"]["responses"] = {"200": {"$ref": "#/components/nowhere"}}
    coded.write({"document.txt": api, "index.md": "# Home\n"})
    warnings = coded.build().warnings
    where = 'navapi_documents["api"]#/paths/~1users/get/responses/200'
    assert len(warnings) == 2
    assert all(warning.startswith(where) for warning in warnings)
    assert any("[navapi.unresolved_ref]" in warning for warning in warnings)


def test_a_file_of_its_name_is_a_warning(coded, api):
    coded.write({"later/api.json": api, "other/api.json": {"no": "document"}})
    (warning,) = coded.build().warnings
    assert 'navapi_documents["api"] has the name of the file later/api.json' in warning


def test_a_name_that_is_nearly_right_is_named(coded):
    coded.write({"docs.json": {"navigation": {"pages": ["index"], "openapi": "api.json"}}})
    warnings = coded.build().warnings
    assert any("no OpenAPI document api.json, did you mean api?" in text for text in warnings)


def test_directives_find_it_without_a_navigation(coded):
    coded.write(
        {"docs.json": None, "index.md": "# Home\n\n```{openapi-operation} GET /users\n```\n"}
    )
    built = coded.build(extensions=["myst_parser", "sphinx_navapi"])
    assert built.warnings == []
    assert "All of them." in built.text("index.html")


def test_neither_page_nor_docs_json_runs_code(coded, tmp_path: Path):
    """Only conf.py names code, whatever the other files say."""
    code = f"open({str(tmp_path / 'ran')!r}, 'w')\napp = {{}}\n"
    coded.conf = {}
    navigation = {"pages": ["index", "page"], "openapi": ["evil:app", "python evil.py"]}
    coded.write(
        {
            "evil.py": code,
            "index.md": "# Home\n\n{navapi:op}`evil:app GET /users`\n",
            "page.md": "---\nopenapi: a GET /users\nnavapi_documents: {a: 'evil:app'}\n---\n",
            "docs.json": {"navapi_documents": {"a": "evil:app"}, "navigation": navigation},
        }
    )
    coded.build()
    assert not (tmp_path / "ran").exists()


@pytest.fixture
def on_disk(coded):
    """The same project for commands, which have nothing but its files."""
    conf = f"extensions = ['sphinx_navapi']\nnavapi_documents = {coded.conf['navapi_documents']!r}"
    coded.write({"conf.py": f"import sys\nsys.path.insert(0, '.')\n{conf}\n"})
    return coded


def test_explain_knows_it(on_disk, capsys):
    assert main(["explain", str(on_disk.src), "GET /users"]) == 0
    assert LIST in capsys.readouterr().out


def test_a_document_is_named_on_the_command_line(on_disk, capsys):
    option = "navapi_documents.api=bookshop:nothing"
    assert main(["explain", str(on_disk.src), "-D", option]) == 1
    assert "bookshop has no nothing" in capsys.readouterr().err


def test_openapi_check_reads_it(on_disk, api, capsys):
    assert main(["openapi-check", "--src", str(on_disk.src), "api"]) == 0
    api["paths"]["/users"]["get"]["responses"] = {"200": {"$ref": "#/components/nowhere"}}
    on_disk.write({"document.txt": api})
    capsys.readouterr()
    assert main(["openapi-check", "--src", str(on_disk.src), "api", "--format", "json"]) == 1
    problems = json.loads(capsys.readouterr().out)
    assert {problem["file"] for problem in problems} == {'navapi_documents["api"]'}
    assert main(["openapi-check", "--src", str(on_disk.src), "other"]) == 1
    assert "there is no OpenAPI document other" in capsys.readouterr().out
