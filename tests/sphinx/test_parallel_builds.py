"""The output does not depend on the number of processes."""

from __future__ import annotations

import multiprocessing

import pytest

from sphinx_navapi.html.markdown_pages import MarkdownFiles, SharedMarks

USERS = "api-reference/users/list-users"


def _files(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix in {".html", ".json", ".txt", ".md", ".js", ".tex"}
    }


@pytest.mark.parametrize("builder", ["html", "dirhtml", "latex"])
def test_two_processes_give_the_same_bytes(make_project, small, api, builder):
    for index in range(12):
        operation = {
            "summary": f"Extra {index}",
            "tags": [f"Tag {index % 3}"],
            "responses": {
                "200": {
                    "description": "OK",
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/User"}}
                    },
                }
            },
        }
        api["paths"][f"/extra/{index}"] = {"get": operation}
    small.write({"api.json": api})
    other = make_project("other")
    other.write({p.name: p.read_text("utf-8") for p in small.src.iterdir() if p.is_file()})
    serial, parallel = small.build(builder), other.build(builder, parallel=2)
    assert serial.warnings == parallel.warnings == []
    one, two = _files(serial.out), _files(parallel.out)
    assert one.keys() == two.keys()
    assert {name for name in one if one[name] != two[name]} == set()


def test_objects_survive_the_merge(small):
    built = small.build(parallel=2)
    assert 'href="api-reference/users/list-users.html' in built.text("guide.html")


def test_markdown_files_are_written_with_their_pages(small, monkeypatch):
    written = []
    finish = MarkdownFiles.finish

    def finish_counted(self):
        with monkeypatch.context() as patch:
            write = MarkdownFiles.write
            patch.setattr(
                MarkdownFiles, "write", lambda self, name: (written.append(name), write(self, name))
            )
            finish(self)

    monkeypatch.setattr(MarkdownFiles, "finish", finish_counted)
    built = small.build(parallel=2)
    assert written == []
    path = built.out / f"{USERS}.md"
    text = path.read_text("utf-8")
    # From a page that is not written again.
    path.unlink()
    again = small.build(parallel=2)
    assert again.written == []
    assert written == [USERS]
    assert path.read_text("utf-8") == text


def test_marks_are_seen_from_other_processes():
    marks = SharedMarks(["a", "b"])
    process = multiprocessing.get_context("fork").Process(target=marks.add, args=("b",))
    process.start()
    process.join()
    assert process.exitcode == 0
    assert [name in marks for name in "ab"] == [False, True]
