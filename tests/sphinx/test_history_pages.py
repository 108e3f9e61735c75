"""Pages with the history of their document: from a list of documents, and from Git tags."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from sphinx_navapi.changes import history as history_module
from sphinx_navapi.formats import git as git_module
from sphinx_navapi.formats.git import find_tags, write_files


def with_history(tabs: dict[str, Any], history: Any, **more: Any) -> dict[str, Any]:
    tabs = copy.deepcopy(tabs)
    tabs["navigation"]["tabs"][1]["openapi"] = {"source": "api.json", "history": history, **more}
    return tabs


def older(api: dict[str, Any]) -> list[dict[str, Any]]:
    """Three versions: a field and a status are new in 0.9, an operation is gone since 1."""
    second = copy.deepcopy(api)
    second["info"]["version"] = "0.9"
    second["paths"]["/users"]["delete"] = {"responses": {"204": {"description": "Gone"}}}
    first = copy.deepcopy(second)
    first["info"]["version"] = "0.8"
    del first["components"]["schemas"]["User"]["properties"]["name"]
    return [first, second]


@pytest.fixture
def versions(small, api, tabs):
    api["paths"]["/teams"]["get"]["deprecated"] = True
    api["paths"]["/users"]["get"]["parameters"] = [
        {"name": "team", "in": "query", "schema": {"enum": ["red", "blue"]}}
    ]
    first, second = older(api)
    for earlier in (first, second):
        del earlier["paths"]["/teams"]["get"]["deprecated"]
        earlier["paths"]["/users"]["get"]["parameters"][0]["schema"]["enum"] = ["red"]
    second["paths"]["/users"]["post"]["responses"]["409"] = {"description": "Known"}
    api["paths"]["/users"]["post"]["responses"]["409"] = {"description": "Known"}
    small.write({"api.json": api, "first.json": first, "second.json": second})
    small.write({"docs.json": with_history(tabs, ["first.json", "second.json"])})
    return small


def page(built: Any, name: str) -> BeautifulSoup:
    return BeautifulSoup(built.text(f"api-reference/{name}.html"), "html.parser")


def texts(page: Tag, selector: str) -> list[str]:
    return [" ".join(found.get_text(" ").split()) for found in page.select(selector)]


def test_pages_tell_since_when_their_parts_exist(versions):
    built = versions.build()
    assert built.warnings == []
    teams = page(built, "teams/list-teams")
    assert texts(teams, ".navapi-dates") == ["Deprecated since 1"]
    create = page(built, "users/create-user")
    assert texts(create, ".navapi-dates") == ["Changed in 0.9"]
    (row,) = create.select(".navapi-body .navapi-fields > li")
    assert "Added in 0.9" in " ".join(row.get_text(" ").split())
    (status,) = create.select("#response-409, [id$='409']")
    assert "Added in 0.9" in " ".join(status.get_text(" ").split())
    users = page(built, "users/list-users")
    (parameter,) = users.select(".navapi-parameters .navapi-fields > li")
    assert "Added in 1 blue" in " ".join(parameter.get_text(" ").split())
    history = users.select_one("#history")
    assert texts(history, "dt") == ["1"]
    assert len(history.select("dd li")) == 1


def test_a_part_of_the_first_version_has_no_date(versions):
    built = versions.build()
    users = page(built, "users/list-users")
    assert not users.select("#responses .navapi-fields li")
    assert "0.8" not in users.select_one("#history").get_text()


def test_the_page_of_changes_has_each_version(versions):
    built = versions.build()
    changes = page(built, "changes")
    assert [text.rstrip(" ¶#") for text in texts(changes, "h2")] == ["1", "0.9"]
    newest = changes.select_one("h2").parent
    assert "DELETE /users" in texts(newest, "dt")
    markdown = built.text("api-reference/changes.md")
    assert markdown.index("## 1\n") < markdown.index("`DELETE /users`") < markdown.index("## 0.9")


def test_markdown_has_the_dates(versions):
    text = versions.build().text("api-reference/users/create-user.md")
    assert "Changed in `0.9`" in text
    assert "Added in `0.9`" in text
    assert "## History\n\n**0.9**\n" in text


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_samples_of_a_book_are_before_the_history(versions, builder):
    built = versions.build(builder)
    assert built.warnings == []
    if builder == "text":
        text = built.text("api-reference/users/create-user.txt")
    else:
        (book,) = built.out.glob("*.tex")
        text = book.read_text("utf-8").partition("{POST}")[2]
    assert 0 < text.index("curl") < text.index("History")


def test_operations_inside_a_page_have_their_samples_before_the_history(versions):
    directive = "X\n=\n\n.. openapi-operation:: api.json POST /users\n"
    versions.write({"index.rst": directive})
    text = versions.build("text").text("index.txt")
    assert 0 < text.index("curl") < text.rindex("History")


def test_the_order_of_numbers_wins(versions, tabs):
    before = versions.build().text("api-reference/changes.md")
    versions.write({"docs.json": with_history(tabs, ["second.json", "first.json"])})
    assert versions.build().text("api-reference/changes.md") == before


def test_versions_without_numbers_have_the_names_of_their_files(versions, tabs, api):
    for name in ("first.json", "second.json"):
        value = json.loads((versions.src / name).read_text("utf-8"))
        value["info"]["version"] = "1"
        versions.write({name: value})
    built = versions.build()
    assert texts(page(built, "users/create-user"), ".navapi-dates") == ["Changed in second"]
    assert texts(page(built, "teams/list-teams"), ".navapi-dates") == [
        "Deprecated since unreleased"
    ]


def test_nothing_is_compared_if_nothing_changed(versions, monkeypatch):
    built = versions.build()
    monkeypatch.setattr(history_module, "compare_documents", None)
    again = versions.build()
    assert again.read == []
    assert again.warnings == built.warnings == []


def test_a_page_is_read_again_if_its_history_changes(versions):
    versions.build()
    second = json.loads((versions.src / "second.json").read_text("utf-8"))
    del second["paths"]["/users"]["post"]["responses"]["409"]
    versions.write({"second.json": second})
    again = versions.build()
    assert "api-reference/users/create-user" in again.read
    assert "api-reference/teams/list-teams" not in again.read
    assert "Added in `1`" in again.text("api-reference/users/create-user.md")


def test_a_new_operation_is_read_again_if_its_component_has_another_date(versions, api):
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}
    members = {"responses": {"200": {"description": "All", "content": answer}}}
    api["paths"]["/members"] = {"get": {"summary": "List members", **members}}
    versions.write({"api.json": api})
    assert "Added in `0.9`" in versions.build().text("api-reference/list-members.md")
    second = json.loads((versions.src / "second.json").read_text("utf-8"))
    del second["components"]["schemas"]["User"]["properties"]["name"]
    versions.write({"second.json": second})
    again = versions.build()
    assert "api-reference/list-members" in again.read
    assert "Added in `0.9`" not in again.text("api-reference/list-members.md")


def test_a_comparison_keeps_the_page_of_changes(versions, tabs):
    history = with_history(tabs, ["first.json"], changes_from="second.json")
    versions.write({"docs.json": history})
    built = versions.build()
    assert page(built, "changes").select_one("#breaking-changes")
    assert texts(page(built, "users/create-user"), ".navapi-dates") == ["Changed in 1"]


@pytest.mark.parametrize(
    ("history", "pointer"),
    [
        (["first.json", "gone.json"], "/history/1"),
        (["broken.json", "first.json"], "/history/0"),
        ({"git": "no-such-tag-*"}, "/history/git"),
    ],
)
def test_a_version_that_cannot_be_read_is_left_out(versions, tabs, history, pointer):
    versions.write({"docs.json": with_history(tabs, history), "broken.json": {"openapi": "3.1.0"}})
    (versions.src / "broken.json").write_text("{", "utf-8")
    built = versions.build()
    (warning,) = built.warnings
    assert "docs.json:" in warning
    if isinstance(history, list):
        assert history[int(pointer[-1])] in warning
        assert texts(page(built, "users/create-user"), ".navapi-dates")
    assert page(built, "users/create-user").select_one("h1")


@pytest.mark.parametrize("history", ["first.json", 3, {"tags": "v*"}, [], [7]])
def test_a_wrong_value_is_named(versions, tabs, history):
    versions.write({"docs.json": with_history(tabs, history)})
    built = versions.build()
    assert any("history" in warning for warning in built.warnings)
    assert page(built, "users/create-user").select_one("h1")


def git(folder: Any, *arguments: str) -> None:
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]
    command = ["git", *identity, "-c", "commit.gpgsign=false", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.fixture
def tagged(versions, tabs):
    """A repository with a tag for each version; its document refers to another file."""
    source = versions.src
    final = (source / "api.json").read_text("utf-8")
    git(source, "init", "-q")
    for tag, name in (("v0.1", None), ("v0.8.0", "first.json"), ("v0.10.0", "second.json")):
        text = (source / name).read_text("utf-8") if name else "{}"
        value = json.loads(text)
        if name:
            value["components"]["schemas"]["User"] = {"$ref": f"user.yaml#/{tag.replace('.', '')}"}
            value["info"]["version"] = "1"
            known = json.loads(text)["components"]["schemas"]["User"]
            (source / "user.yaml").write_text(json.dumps({tag.replace(".", ""): known}), "utf-8")
        (source / "api.json").write_text(json.dumps(value), "utf-8")
        git(source, "add", "-A")
        git(source, "commit", "-qm", tag, "--allow-empty")
        git(source, "tag", tag)
    (source / "api.json").write_text(final, "utf-8")
    for name in ("first.json", "second.json", "user.yaml"):
        (source / name).unlink()
    versions.write({"docs.json": with_history(tabs, {"git": "v*"})})
    return versions


def test_tags_are_versions(tagged):
    built = tagged.build()
    assert built.warnings == []
    create = page(built, "users/create-user")
    assert texts(create, ".navapi-dates") == ["Changed in v0.10.0"]
    assert texts(page(built, "teams/list-teams"), ".navapi-dates") == [
        "Deprecated since unreleased"
    ]


def test_an_interrupted_build_leaves_no_part_of_a_tag(tagged, monkeypatch, tmp_path):
    (tag,) = [commit for name, commit in find_tags(tagged.src, "v*") if name == "v0.10.0"]

    def stopped(_batch: bytes) -> Iterator[bytes]:
        yield b"{}"
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr(git_module, "_contents", stopped)
        with pytest.raises(KeyboardInterrupt):
            write_files(tagged.src, tag, (".json",), tmp_path / "tags" / tag)
    assert [*(tmp_path / "tags").iterdir()] == []
    assert write_files(tagged.src, tag, (".json",), tmp_path / "tags" / tag)
    assert (tmp_path / "tags" / tag / "api.json").stat().st_size > 2


def test_a_tagged_state_has_the_name_of_its_tag(tagged):
    git(tagged.src, "add", "-A")
    git(tagged.src, "commit", "-qm", "1")
    git(tagged.src, "tag", "v1.0.0")
    built = tagged.build()
    assert texts(page(built, "teams/list-teams"), ".navapi-dates") == ["Deprecated since v1.0.0"]


def test_tags_without_the_document_are_named(tagged, tabs):
    tagged.write({"docs.json": with_history(tabs, {"git": "v0.1"})})
    (warning,) = tagged.build().warnings
    assert "docs.json:" in warning
    assert "api.json" in warning


def test_a_folder_without_a_repository_is_named(versions, tabs):
    versions.write({"docs.json": with_history(tabs, {"git": "v*"})})
    (warning,) = versions.build().warnings
    assert "docs.json:" in warning
    assert "Git" in warning
