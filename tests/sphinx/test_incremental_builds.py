"""What is read and written again after a change, and nothing else."""

from __future__ import annotations

import copy
import shutil

import pytest

USERS = "api-reference/users/list-users"
CREATE = "api-reference/users/create-user"
TEAMS = "api-reference/teams/list-teams"


def test_first_build_reads_everything_without_warnings(small):
    built = small.build()
    assert built.warnings == []
    assert built.read == sorted(["guide", "index", "more", USERS, CREATE, TEAMS])


def test_nothing_changed_reads_and_writes_nothing(small):
    small.build()
    again = small.build()
    assert (again.read, again.written) == ([], [])


def test_changed_operation_is_read_again_and_no_other(small, api):
    small.build()
    api["paths"]["/users"]["get"]["description"] = "Every single one."
    small.write({"api.json": api})
    again = small.build()
    assert again.read == [USERS]
    assert "Every single one." in again.text(f"{USERS}.html")


def test_changed_component_reads_the_operations_that_reach_it(small, api):
    small.build()
    api["components"]["schemas"]["User"]["properties"]["name"]["description"] = "Their full name."
    small.write({"api.json": api})
    again = small.build()
    assert again.read == [CREATE]
    assert "Their full name." in again.text(f"{CREATE}.html")


def test_changed_overlay_reads_the_operations_that_it_changes(small, api, tabs):
    def write(text):
        action = {"target": "$.paths['/users'].get", "update": {"description": text}}
        overlay = {"overlay": "1.0.0", "info": {"title": "O", "version": "1"}, "actions": [action]}
        small.write({"o.json": overlay})

    (tab,) = [tab for tab in tabs["navigation"]["tabs"] if "openapi" in tab]
    tab["openapi"] = {"source": tab["openapi"], "overlays": ["o.json"]}
    small.write({"docs.json": tabs})
    write("From one.")
    assert "From one." in small.build().text(f"{USERS}.html")
    write("See <script>alert()</script> and [there](/nowhere).")
    again = small.build()
    assert again.read == [USERS]
    assert "alert" not in again.text(f"{USERS}.html")
    notes = {entry["subtype"]: entry for entry in again.site()["diagnostics"]}
    assert notes["unsafe_markup"]["file"] == "o.json"
    third = small.build()
    assert (third.read, third.written) == ([], [])


def test_removed_operation_leaves_the_output(small, api):
    first = small.build()
    assert (first.out / f"{TEAMS}.html").exists()
    assert (first.out / f"{TEAMS}.md").exists()
    del api["paths"]["/teams"]
    small.write({"api.json": api})
    again = small.build()
    assert again.read == []
    assert not (again.out / f"{TEAMS}.html").exists()
    assert not (again.out / f"{TEAMS}.md").exists()
    assert TEAMS not in again.site()["pages"]
    # Its former neighbors no longer link to it.
    assert "list-teams" not in again.text(f"{CREATE}.html")
    third = small.build()
    assert (third.read, third.written) == ([], [])


def test_added_operation_is_read_and_shown_in_the_sidebar_of_others(small, api):
    small.build()
    api["paths"]["/users"]["delete"] = copy.deepcopy(api["paths"]["/users"]["get"])
    api["paths"]["/users"]["delete"] |= {"summary": "Delete users", "operationId": "deleteUsers"}
    small.write({"api.json": api})
    again = small.build()
    assert again.read == ["api-reference/users/delete-users"]
    assert "delete-users" in again.text(f"{USERS}.html")
    assert "guide" not in again.written


def test_changed_navigation_reads_nothing_and_writes_what_it_shows_on(small, tabs):
    small.build()
    tabs["navigation"]["tabs"][0]["groups"][0]["group"] = "Begin"
    small.write({"docs.json": tabs})
    again = small.build()
    assert again.read == []
    # The root keeps the toctrees; the guide's tab shows the group; the API tab does not.
    assert again.written == ["guide", "index", "more"]
    assert "Begin" in again.text("guide.html")


def test_changed_heading_writes_the_pages_that_name_it(small):
    small.build()
    small.write({"more.rst": "Much more\n=========\n\nText.\n"})
    again = small.build()
    assert again.read == ["more"]
    assert "guide" in again.written
    assert "Much more" in again.text("guide.html")
    assert TEAMS not in again.written


def test_lost_caches_cost_time_only(small):
    first = small.build()
    before = {p.relative_to(first.out): p.read_bytes() for p in first.out.rglob("*.html")}
    for folder in small.folder.rglob("navapi"):
        if folder.is_dir() and "src" not in folder.parts:
            shutil.rmtree(folder)
    again = small.build()
    after = {p.relative_to(again.out): p.read_bytes() for p in again.out.rglob("*.html")}
    assert before == after


def outputs(built):
    """Every file of a build, except those whose order Sphinx itself does not guarantee."""
    return {
        str(path.relative_to(built.out)): path.read_bytes()
        for path in built.out.rglob("*")
        if path.is_file() and path.name not in (".buildinfo", "searchindex.js")
    }


def test_changed_samples_write_the_pages_that_show_them(small, tabs):
    small.build()
    small.build("text")
    tabs["api"] = {"examples": {"languages": ["go"]}}
    small.write({"docs.json": tabs})
    again = small.build()
    assert again.read == []
    assert again.written == [TEAMS, CREATE, USERS, "index"]  # Sphinx adds the pages that list them
    assert "<b>package</b> main" in again.text(f"{USERS}.html")
    assert "requests.get" not in again.text(f"{USERS}.html")
    assert "package main" in small.build("text").text(f"{USERS}.txt")


def test_changed_sample_values_write_the_markdown_again(small, api, tabs):
    parameters = [{"name": "limit", "in": "query", "schema": {"type": "integer", "default": 30}}]
    api["paths"]["/users"]["get"]["parameters"] = parameters
    small.write({"api.json": api})
    assert "limit=" not in small.build().text(f"{USERS}.md")
    tabs["api"] = {"examples": {"defaults": "all"}}
    small.write({"docs.json": tabs})
    assert "limit=30" in small.build().text(f"{USERS}.md")


def test_removed_page_file_leaves_the_output(small):
    first = small.build()
    assert (first.out / "_sources" / "more.rst.txt").exists()
    small.write({"more.rst": None})
    again = small.build()
    assert not list(again.out.rglob("more*"))


def test_what_another_builder_saw_go_leaves_the_output(small, api):
    html, text = small.build(), small.build("text")
    assert (text.out / f"{TEAMS}.txt").exists()
    del api["paths"]["/teams"]
    small.write({"api.json": api, "more.rst": None})
    small.build("dirhtml")
    again = small.build("text")
    assert not (text.out / f"{TEAMS}.txt").exists()
    assert not (text.out / "more.txt").exists()
    again = small.build()
    assert not (html.out / f"{TEAMS}.html").exists()
    assert not (html.out / "more.html").exists()
    assert outputs(again).keys() == outputs(small.build()).keys()


def test_navigation_as_content_follows_in_builders_without_a_sidebar(small, tabs):
    small.write({"more.rst": "More\n====\n\n.. navapi-navigation::\n"})
    small.build("text")
    tabs["navigation"]["tabs"][0]["groups"][0]["group"] = "Begin"
    small.write({"docs.json": tabs})
    again = small.build("text")
    assert again.read == []
    assert "Begin" in again.text("more.txt")


def test_build_broken_off_while_writing(small, api):
    small.write({"more.rst": "More\n====\n\n.. openapi-operation:: GET /users\n"})
    small.build()
    api["paths"]["/users"]["get"]["description"] = "Every single one."
    small.write({"api.json": api})

    def stop(_app, name, *_rest):
        if name == "more":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small.build(connect={"html-page-context": stop})
    again = small.build()
    assert "Every single one." in again.text("more.html")
    assert "Every single one." in again.text(f"{USERS}.html")


def test_lost_outputs_are_written_again(small):
    first = small.build()
    before = outputs(first)
    for name in ("guide.html", f"{USERS}.html", f"{USERS}.md", "_navapi/site.json", "llms.txt"):
        (first.out / name).unlink()
    assert outputs(small.build()) == before


@pytest.mark.parametrize(("builder", "suffix"), [("html", "html"), ("text", "txt")])
def test_links_follow_an_operation_that_moves(small, api, builder, suffix):
    responses = {"200": {"description": "OK", "links": {"all": {"operationId": "listUsers"}}}}
    api["paths"]["/teams"]["get"]["responses"] = responses
    small.write({"api.json": api})
    assert "List users" in small.build(builder).text(f"guide.{suffix}")
    api["paths"]["/users"]["get"]["summary"] = "Everyone"
    small.write({"api.json": api})
    again = small.build(builder)
    assert again.read == ["api-reference/users/everyone"]
    assert "Everyone" in again.text(f"guide.{suffix}")
    if builder == "html":
        assert "users/everyone.html" in again.text("guide.html")
        assert "users/everyone.html" in again.text(f"{TEAMS}.html")
        assert "list-users" not in again.text(f"{TEAMS}.html")


def test_authored_toctree_in_a_changed_root_document(small):
    small.build("singlehtml")
    small.write({"index.rst": "Welcome\n=======\n\n.. toctree::\n\n   more\n"})
    after = outputs(small.build("singlehtml"))
    shutil.rmtree(small.folder / "build")
    assert after == outputs(small.build("singlehtml"))


def test_removed_document_of_a_toctree_is_not_a_neighbor(small):
    index = "Welcome\n=======\n\n.. toctree::\n\n   first\n"
    small.write({"index.rst": index, "first.rst": "First\n=====\n"})
    conf = {"suppress_warnings": ["toc.not_readable"]}
    assert '"next": "first"' in small.build(**conf).text("_navapi/site.json")
    small.write({"first.rst": None})
    after = outputs(small.build(**conf))
    assert b'"next": "first"' not in after["_navapi/site.json"]
    shutil.rmtree(small.folder / "build")
    fresh = outputs(small.build(**conf))
    assert [name for name in fresh if name != ".buildinfo" and after.get(name) != fresh[name]] == []


def test_links_without_a_site_follow_an_operation_that_is_shown_elsewhere(project, api):
    pages = {"first": "", "second": ".. openapi-operation:: api.json GET /users\n"}
    link = "Guide\n=====\n\nSee :navapi:op:`GET /users`.\n"
    toctree = ".. toctree::\n\n   guide\n   first\n   second\n"

    def write():
        files = {f"{name}.rst": f"{name}\n======\n\n{text}" for name, text in pages.items()}
        index = f"Welcome\n=======\n\n{toctree}"
        project.write({**files, "index.rst": index, "guide.rst": link, "api.json": api})
        return project.build().text("guide.html")

    assert "second.html#" in write()
    pages["first"], pages["second"] = pages["second"], ""
    assert "first.html#" in write()
    api["paths"]["/users"]["get"]["summary"] = "Everyone"
    assert "Everyone" in write()
