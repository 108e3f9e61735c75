"""What is read and written again after a change, and nothing else."""

from __future__ import annotations

import copy

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
    # Its former neighbours no longer lead there.
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
    import shutil

    first = small.build()
    before = {p.relative_to(first.out): p.read_bytes() for p in first.out.rglob("*.html")}
    for folder in small.folder.rglob("navapi"):
        if folder.is_dir() and "src" not in folder.parts:
            shutil.rmtree(folder)
    again = small.build()
    after = {p.relative_to(again.out): p.read_bytes() for p in again.out.rglob("*.html")}
    assert before == after
