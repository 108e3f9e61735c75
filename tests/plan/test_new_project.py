"""What ``navapi init`` finds in a folder, writes to it, and prints."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from sphinx.cmd.build import main as sphinx_build
from write_files import write_files

from sphinx_navapi.cli import main
from sphinx_navapi.plan.conf_file import ProjectError
from sphinx_navapi.plan.new_project import (
    Answers,
    check_document,
    check_theme,
    look_at,
    plan_project,
)

API = {
    "openapi": "3.1.0",
    "info": {"title": "Zoo", "version": "1"},
    "servers": [{"url": "https://zoo.example"}],
    "paths": {"/lions": {"get": {"summary": "Lions", "responses": {"200": {"description": ""}}}}},
}
CONF = 'project = "Zoo"\nextensions = []\nhtml_theme = "furo"\n'


def navigation(folder: Path) -> list[dict[str, Any]]:
    config = json.loads((folder / "docs.json").read_text("utf-8"))
    groups: list[dict[str, Any]] = config["navigation"]["groups"]
    return groups


def files_of(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def builds(folder: Path) -> bool:
    return sphinx_build(["-qnW", str(folder), str(folder / "_build")]) == 0


def test_an_empty_folder_gets_a_site_that_builds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "docs"
    assert main(["init", str(folder), "--yes", "--openapi", "none"]) == 0
    assert set(files_of(folder)) == {"docs.json", "conf.py", "index.md"}
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == [f"wrote {folder / name}" for name in ("docs.json", "conf.py", "index.md")]
    # The commands that come next.
    assert [line.rpartition(": ")[2] for line in said[3:]] == [
        f"navapi {command} {folder}" for command in ("dev", "build", "explain")
    ]
    assert builds(folder)


def test_an_empty_folder_is_offered_a_sample_api(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    assert main(["init", str(folder), "--yes"]) == 0
    assert builds(folder)
    site = json.loads((folder / "_build" / "_navapi" / "site.json").read_text("utf-8"))
    kinds = [page["kind"] for page in site["pages"].values()]
    assert kinds.count("operation") == 4
    # Its guide has a request that the document allows, so there is a link below it.
    guide = (folder / "_build" / "first-request.html").read_text("utf-8")
    assert "list-books.html#try=GET" in guide
    assert main(["openapi-check", str(folder / "openapi.yaml")]) == 0


def test_a_folder_with_something_to_show_is_not_offered_the_sample(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_files(tmp_path / "docs", {"page.md": "# Page\n"})
    assert main(["init", str(folder), "--openapi", "sample", "--yes"]) == 2
    assert "not an OpenAPI document" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("theme", "word"),
    [
        ("furro", "furo"),
        ("sphinx-rtd-theme", "sphinx_rtd_theme"),
        ("nothing-at-all", "the package that has it"),
    ],
)
def test_a_theme_that_does_not_exist(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], theme: str, word: str
) -> None:
    folder = tmp_path / "docs"
    assert main(["init", str(folder), "--yes", "--theme", theme]) == 2
    assert word in capsys.readouterr().err
    assert not folder.exists()


def test_the_package_of_a_theme_that_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sphinx_navapi.plan.new_project.entry_points", lambda group: ())
    folder = look_at(tmp_path)
    with pytest.raises(ProjectError, match="pip install some-far-theme"):
        check_theme(folder, "some_far_theme", ["some_far_theme"])
    # Anybody could own a package of any other name.
    with pytest.raises(ProjectError) as raised:
        check_theme(folder, "some_far_theme", ["furo"])
    assert "pip install" not in str(raised.value)
    assert check_theme(folder, "navapi") == "navapi"
    assert check_theme(folder, "classic") == "classic"


def test_pages_and_documents_that_are_there_are_named(tmp_path: Path) -> None:
    pages = dict.fromkeys(
        ("README.md", "zebra.md", "index.md", "how-to/feed.md", "how-to/old/clean.mdx"), "# A\n"
    )
    other = {**API, "info": {"title": "Other", "version": "1"}}
    documents = {"deep/openapi.json": other, "keeper.json": API, "openapi.json": API, "x.json": {}}
    folder = write_files(tmp_path / "docs", {**pages, **documents})
    found = look_at(folder)
    assert found.documents == ("openapi.json", "keeper.json", "deep/openapi.json")
    assert main(["init", str(folder), "--yes"]) == 0
    assert navigation(folder) == [
        {"group": "Guide", "pages": ["index", "zebra"]},
        {"group": "How to", "pages": ["how-to/feed", "how-to/old/clean"]},
        {"group": "API reference", "openapi": "openapi.json"},
    ]
    assert builds(folder)


def test_a_project_keeps_its_files_and_toctrees(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {
        "conf.py": CONF,
        "index.rst": "Zoo\n===\n\n.. toctree::\n\n   lions\n",
        "lions.rst": "Lions\n=====\n",
    }
    folder = write_files(tmp_path / "docs", {**before, "zoo.json": API})
    assert main(["init", str(folder), "--yes", "--theme", "navapi"]) == 0
    after = files_of(folder)
    assert {name: after[name] for name in before} == before
    assert set(after) == {*before, "zoo.json", "docs.json"}
    assert navigation(folder) == [
        {"group": "", "toctree": "index"},
        {"group": "API reference", "openapi": "zoo.json"},
    ]
    lines = capsys.readouterr().out.splitlines()
    asked = [line.strip() for line in lines if line.startswith("    ")]
    assert asked == ['extensions.append("sphinx_navapi")', 'html_theme = "navapi"']
    (folder / "conf.py").write_text(CONF + "\n".join(asked), "utf-8")
    assert builds(folder)


def test_nothing_is_to_add_where_all_is_there(tmp_path: Path) -> None:
    conf = CONF.replace("[]", '["sphinx_navapi"]')
    folder = look_at(write_files(tmp_path / "docs", {"conf.py": conf}))
    plan = plan_project(folder, Answers(name="Zoo", document=None, theme="furo"))
    assert plan.conf_lines == ()
    assert [path.name for path in plan.files] == ["docs.json"]


def test_a_conf_file_without_extensions_gets_the_list(tmp_path: Path) -> None:
    folder = write_files(
        tmp_path / "docs", {"conf.py": 'project = "Zoo"\n', "index.rst": "Zoo\n===\n"}
    )
    plan = plan_project(look_at(folder), Answers(name="Zoo", document=None, theme=""))
    assert plan.conf_lines == ('extensions = ["sphinx_navapi"]',)


@pytest.mark.parametrize(
    ("lines", "name", "theme", "groups"),
    [
        ("Parks\nnone\nfuro\n", "Parks", "furo", ["Guide"]),
        ("\n\n\n", "docs", "navapi", ["Guide", "API reference"]),
        ("", "docs", "navapi", ["Guide", "API reference"]),
    ],
)
def test_three_questions(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: str,
    name: str,
    theme: str,
    groups: list[str],
) -> None:
    folder = write_files(tmp_path / "docs", {"zoo.json": API})
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["init", str(folder)]) == 0
    asked = capsys.readouterr().err
    assert asked.count(": \n") == 3
    assert "zoo.json, none" in asked
    assert json.loads((folder / "docs.json").read_text("utf-8"))["name"] == name
    assert f'html_theme = "{theme}"' in (folder / "conf.py").read_text("utf-8")
    assert [group["group"] for group in navigation(folder)] == groups


def test_a_file_that_is_there_stops_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write_files(tmp_path / "docs", {"docs.json": {"navigation": {"pages": []}}})
    before = files_of(folder)
    assert main(["init", str(folder), "--yes"]) == 1
    assert "already exists, so nothing was written" in capsys.readouterr().err
    assert files_of(folder) == before


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("gone.yaml", "is not an OpenAPI document in {0}; found there: zoo.json"),
        ("index.md", "is not an OpenAPI document in {0}; found there: zoo.json"),
        ("../zoo.json", "is outside {0}"),
    ],
)
def test_a_document_that_is_none_writes_nothing(tmp_path: Path, written: str, said: str) -> None:
    folder = write_files(tmp_path / "docs", {"zoo.json": API, "index.md": "# Zoo\n"})
    with pytest.raises(ProjectError) as caught:
        check_document(look_at(folder), written)
    assert said.format(folder) in str(caught.value)
    assert main(["init", str(folder), "--yes", "--openapi", written]) == 2
    assert not (folder / "docs.json").exists()


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    path = tmp_path / "docs"
    path.write_text("", "utf-8")
    assert main(["init", str(path), "--yes"]) == 2
    assert path.read_text("utf-8") == ""


MINT = {
    "$schema": "https://zoo.example/schema.json",
    "name": "Zoo",
    "openapi": "/zoo.json",
    "topbarLinks": [{"name": "Shop", "url": "https://shop.zoo.example"}],
    "modeToggle": {"default": "dark"},
    "tabs": [{"name": "API", "url": "lions"}],
    "navigation": [{"group": "Zoo", "pages": ["index", "lions/owls"]}],
}
MINT_PAGES = {"index.mdx": "# Zoo\n", "lions/owls.mdx": "# Owls\n", "zoo.json": API}


def test_settings_of_mint_json_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_files(tmp_path / "docs", {**MINT_PAGES, "mint.json": MINT})
    assert main(["explain", str(folder)]) == 0
    before = capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["init", str(folder)]) == 0
    captured = capsys.readouterr()
    assert captured.err.count(": \n") == 1
    assert captured.out.splitlines()[:3] == [
        f"wrote {folder / 'docs.json'}",
        f"{folder / 'mint.json'} no longer has an effect: delete it",
        f"then preview the site with: navapi dev {folder}",
    ]
    assert json.loads((folder / "docs.json").read_text("utf-8")) == {
        "name": "Zoo",
        "navigation": {
            "tabs": [
                {"tab": "Documentation", "groups": [{"group": "Zoo", "pages": ["index"]}]},
                {"tab": "API", "groups": [{"group": "Zoo", "pages": ["lions/owls"]}]},
            ]
        },
        "navbar": {"links": [{"label": "Shop", "href": "https://shop.zoo.example"}]},
        "appearance": {"default": "dark"},
        "api": {"openapi": "/zoo.json"},
    }
    (folder / "mint.json").unlink()
    assert main(["explain", str(folder)]) == 0
    assert capsys.readouterr().out == before


def test_mint_json_may_be_refused_and_allows_no_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_files(tmp_path / "docs", {**MINT_PAGES, "mint.json": MINT})
    assert main(["init", str(folder), "--yes", "--theme", "furo"]) == 2
    assert "--theme does not apply" in capsys.readouterr().err
    assert not (folder / "docs.json").exists()
    monkeypatch.setattr("sys.stdin", io.StringIO("no\n\n\n\n"))
    assert main(["init", str(folder)]) == 0
    # It is not an OpenAPI document, although it has that key.
    assert navigation(folder)[-1] == {"group": "API reference", "openapi": "zoo.json"}
    assert (folder / "conf.py").exists()


def test_no_sample_beside_a_mint_json(tmp_path: Path) -> None:
    assert look_at(tmp_path).is_empty
    assert not look_at(write_files(tmp_path, {"mint.json": MINT})).is_empty


def test_mint_json_in_a_sphinx_project_and_one_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_files(tmp_path / "docs", {**MINT_PAGES, "conf.py": CONF, "mint.json": MINT})
    assert main(["init", str(folder), "--yes"]) == 0
    assert 'extensions.append("sphinx_navapi")' in capsys.readouterr().out
    broken = write_files(tmp_path / "broken", {"mint.json": '{"name": '})
    assert main(["init", str(broken), "--yes"]) == 1
    assert "mint.json:1:" in capsys.readouterr().err
