"""Files for programs, and which builders write them."""

from __future__ import annotations

import json
import os
import re
from itertools import pairwise

import pytest

from sphinx_navapi.built_site.pages import without_agent_note
from sphinx_navapi.cli import main
from sphinx_navapi.features import llms

USERS = "api-reference/users/list-users"
LLMS = {"llms.txt", "llms-full.txt"}


@pytest.mark.parametrize(
    ("builder", "url"),
    [("html", f"{USERS}.html"), ("dirhtml", f"{USERS}/"), ("singlehtml", f"#document-{USERS}")],
)
def test_site_json(small, builder, url):
    site = small.build(builder).site()
    assert site["version"] == 1
    page = site["pages"][USERS]
    assert page["url"] == url
    assert page["operation"] == {
        "document": "api.json", "method": "GET", "path": "/users", "operation_id": "listUsers",
    }  # fmt: skip
    assert page["breadcrumbs"] == ["API", "Users"]
    assert page["tab"] == "API"
    assert page["next"] == "api-reference/users/create-user"
    assert site["navigation"]["tabs"][1]["groups"][0] == {
        "group": "Users",
        "pages": [USERS, "api-reference/users/create-user"],
        "first_page": USERS,
    }


def test_markdown_and_llms(small):
    built = small.build()
    markdown = built.text(f"{USERS}.md")
    assert markdown.startswith("# List users\n")
    assert "GET /users" in markdown
    llms = built.text("llms.txt")
    assert f"- [List users]({USERS}.md): `GET /users` All of them." in llms
    assert "- [Guide](guide.md)" in llms


def test_llms_has_texts_without_markup(small, api):
    api["paths"]["/users"]["get"]["description"] = "Each [*user*](/guide#x).<br>\n\n<b>All.</b>"
    small.write({"api.json": api})
    assert "`GET /users` Each user. All.\n" in small.build().text("llms.txt")


def test_the_text_of_all_pages(small, monkeypatch):
    small.write({"guide.md": "# Guide\n\nFirst words.\n", "guide.rst": None})
    built = small.build(html_baseurl="https://x.example/docs/")
    text = built.text("llms-full.txt")
    pages = [line for line in text.split("\n") if line.startswith("Source: ")]
    listed = [line for line in built.text("llms.txt").split("\n") if line.startswith("- [")]
    assert len(pages) == len(listed) > 3
    for name in ("guide", USERS):
        title, _, rest = built.text(f"{name}.md").strip().partition("\n")
        assert f"{title}\n\nSource: https://x.example/docs/{name}.md\n{rest}" in text
    # A build without changes reads none of them.
    monkeypatch.setattr(llms, "_pages", None)
    assert small.build(html_baseurl="https://x.example/docs/").text("llms-full.txt") == text
    monkeypatch.undo()
    small.write({"guide.md": "# Guide\n\nOther words.\n"})
    again = small.build(html_baseurl="https://x.example/docs/").text("llms-full.txt")
    assert again == text.replace("First words.", "Other words.")


def test_the_text_of_a_large_site_is_in_sections(small, monkeypatch):
    monkeypatch.setattr(llms, "_MOST", 300)
    small.write({"guide.md": "# Guide\n", "guide.rst": None})
    built = small.build()
    links = re.findall(
        r"^- \[.+\]\((_navapi/llms/.+\.txt)\)", built.text("llms-full.txt"), re.MULTILINE
    )
    texts = "\n".join(built.text(name) for name in links)
    listed = [line for line in built.text("llms.txt").split("\n") if line.startswith("- [")]
    assert len(re.findall(r"^Source: ", texts, re.MULTILINE)) == len(listed)
    assert len(links) > 2
    assert len(links) == len(set(links))
    small.build()
    assert all((built.out / name).is_file() for name in links)
    monkeypatch.undo()
    small.write({"guide.md": "# Guide\n\nMore.\n"})
    assert "Source: " in small.build().text("llms-full.txt")
    assert not (built.out / "_navapi" / "llms").exists()


LINKED = """\
# Part

(here)=

## Here

[Home](../guide.md), [users](../api-reference/users/list-users), [here](#here),
[other](https://other.example/), [file](../notes.txt), `[x](../guide.md)`.

![A dot](../dot.png)
"""


def links_of(text):
    text = without_agent_note(text)
    return re.findall(r"\]\((.+?)\)", re.sub(r"`[^`]+`", "", text))


@pytest.fixture
def linked(small, api, tabs):
    tabs["navigation"]["tabs"][0]["groups"][0]["pages"].append("deep/part")
    api["paths"]["/users"]["get"]["responses"] = {
        "200": {
            "description": "See [part](/deep/part), [app](/app).",
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/User"}}
            },
        }
    }  # fmt: skip
    chain = pairwise(["User", "B", "C", "D", "E", "F", "User"])
    schemas = {
        name: {"properties": {"next": {"$ref": f"#/components/schemas/{other}"}}}
        for name, other in chain
    }
    api["components"] = {"schemas": schemas}
    small.write({"docs.json": tabs, "api.json": api, "deep/part.md": LINKED, "notes.txt": "x"})
    (small.src / "dot.png").write_bytes(b"x")
    return small


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_links_for_programs_are_absolute_where_the_address_of_the_site_is_known(linked, builder):
    built = linked.build(builder, html_baseurl="https://x.example/docs")
    site = "https://x.example/docs/"
    names = [f"{name}.md" for name in built.site()["pages"]]
    texts = {
        path.relative_to(built.out).as_posix(): path.read_text("utf-8")
        for path in [*built.out.rglob("*.md"), built.out / "llms.txt", built.out / "llms-full.txt"]
        if "_sources" not in path.parts
    }
    assert links_of(texts["deep/part.md"]) == [
        f"{site}guide.md",
        f"{site}{USERS}.md",
        "#here",
        "https://other.example/",
        f"{site}_downloads/a5d5286f1e67b6cd6876223e53f999c4/notes.txt",
        f"{site}_images/dot.png",
    ]
    for name, text in texts.items():
        links = [link for link in links_of(text) if not link.startswith("#")]
        assert all(link.startswith("https://") for link in links), name
        for link in links:
            if link.endswith(".md"):
                assert link.removeprefix(site) in names
    assert "[app](https://x.example/app)" in texts[f"{USERS}.md"]
    assert f"[D]({site}" in texts[f"{USERS}.md"], texts[f"{USERS}.md"]
    assert f"({site}deep/part.md#here)" in texts["llms-full.txt"]


def test_links_for_programs_are_relative_to_their_file(linked, monkeypatch):
    built = linked.build()
    assert links_of(built.text("deep/part.md"))[:3] == [
        "../guide.md", f"../{USERS}.md", "#here",
    ]  # fmt: skip
    text = built.text("llms-full.txt")
    assert f"[Home](guide.md), [users]({USERS}.md), [here](deep/part.md#here)" in text
    assert "`[x](../guide.md)`" in text
    assert "Source: deep/part.md" in text
    monkeypatch.setattr(llms, "_MOST", 300)
    linked.write({"deep/part.md": f"{LINKED}\nMore.\n"})
    linked.build()
    parts = [path.read_text("utf-8") for path in (built.out / "_navapi/llms").iterdir()]
    assert any("[Home](../../guide.md)" in part for part in parts)


@pytest.mark.parametrize(
    ("confval", "without"),
    [
        ("navapi_markdown_files", {f"{USERS}.md", "guide.md", *LLMS}),
        ("navapi_llms_txt", LLMS),
        ("navapi_not_found_page", {"404.html"}),
    ],
)
def test_a_project_may_do_without(small, confval, without):
    """From one build to the next, and back."""
    files = {f"{USERS}.md", "guide.md", *LLMS, "404.html"}
    small.write({"guide.md": "# Guide\n", "guide.rst": None})
    out = small.build().out
    assert {name for name in files if (out / name).is_file()} == files
    for value, expected in ((False, files - without), (False, files - without), (True, files)):
        built = small.build(**{confval: value})
        assert built.warnings == []
        assert {name for name in files if (out / name).is_file()} == expected


def test_epub_has_none_of_them(small):
    built = small.build("epub", epub_copyright="c", version="1", epub_show_urls="no")
    assert not (built.out / "_navapi").exists()
    assert not (built.out / "llms.txt").exists()
    page = built.text(f"{USERS}.xhtml")
    assert "GET" in page
    assert "navapi-parameters" not in page


def test_same_input_same_bytes(small, make_project):
    other = make_project("other")
    other.write({p.name: p.read_text("utf-8") for p in small.src.iterdir() if p.is_file()})
    one, two = small.build(), other.build()
    for name in ("_navapi/site.json", "llms.txt", f"{USERS}.html", "searchindex.js"):
        assert one.text(name) == two.text(name)
    assert str(small.folder) not in one.text("_navapi/site.json")


@pytest.mark.parametrize(
    "builder",
    [
        "html",
        "dirhtml",
        "singlehtml",
        "latex",
        "epub",
        "text",
        "man",
        "gettext",
        "dummy",
        "linkcheck",
    ],
)
def test_every_builder_without_warnings(small, builder):
    conf = {"epub_copyright": "c", "version": "1", "man_pages": [("index", "x", "X", [], 1)]}
    assert small.build(builder, **conf).warnings == []


def test_source_directory_is_left_alone(small):
    before = sorted(p.relative_to(small.src) for p in small.src.rglob("*"))
    small.build()
    after = sorted(p.relative_to(small.src) for p in small.src.rglob("*") if p.name != "conf.py")
    assert after == before


def test_json_builder_still_works(small):
    page = json.loads(small.build("json").text(f"{USERS}.fjson"))
    assert "navapi-responses" in page["body"]


def test_a_build_that_changes_nothing_writes_nothing_beside_pages(small, tabs):
    small.write({"docs.json": {**tabs, "redirects": [{"source": "/old", "destination": "/gone"}]}})
    built = small.build()
    assert any("/gone" in found["message"] for found in built.site()["diagnostics"])
    files = [path for path in (built.out / "_navapi").rglob("*") if path.is_file()]
    for path in files:
        os.utime(path, (1, 1))
    small.build()
    assert [str(path) for path in files if path.stat().st_mtime != 1] == []


def test_a_redirect_may_lead_to_a_file_of_ours(small, tabs):
    small.write(
        {"docs.json": {**tabs, "redirects": [
            {"source": "/map", "destination": "/_navapi/site.json"},
        ]}}
    )  # fmt: skip
    built = small.build()
    assert built.warnings == []
    assert "_navapi/site.json" in built.text("map.html")


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_the_configuration_is_what_the_project_set(small, builder):
    conf = {"epub_copyright": "c", "version": "1", "epub_show_urls": "no"}
    small.build(builder, **conf)
    built = small.build(builder, **conf)
    assert "loading pickled environment" in built.status
    assert "configuration has changed" not in built.status


def test_scripts_of_single_pages_are_not_remembered(small):
    tabs = ".. tab-set::\n\n   .. tab-item:: A\n\n      x\n"
    small.write({f"p{number}.rst": f"T\n=\n\n{tabs}" for number in range(5)})
    known = []
    built = small.build(
        connect={"build-finished": lambda app, _: known.extend(n for n, _ in app.registry.js_files)}
    )
    assert "navapi-content.js" in built.text("p1.html")
    assert "navapi-content.js" not in built.text("more.html")
    assert len(known) == len(set(known))


@pytest.mark.parametrize("conf", ["conf.py", None])
def test_a_site_that_the_command_built_contains_no_doctrees(tmp_path, conf):
    site = tmp_path / "docs"
    site.mkdir()
    (site / "docs.json").write_text('{"name": "A", "navigation": {"pages": ["index"]}}', "utf-8")
    (site / "index.md").write_text("# A\n", "utf-8")
    if conf is not None:
        (site / conf).write_text('extensions = ["sphinx_navapi"]\n', "utf-8")
    assert main(["build", str(site), "--", "-q"]) == 0
    out = site / "_build" / "html"
    assert (out / "index.html").is_file()
    assert not [path for path in out.rglob("*") if path.suffix in {".doctree", ".pickle"}]
    assert (site / "_build" / "doctrees" / "environment.pickle").is_file()
    # A second site directly in the source directory, and neither is read as pages.
    assert main(["build", str(site), str(site / "public"), "--", "-q"]) == 0
    assert (site / "_build" / "doctrees" / "public" / "environment.pickle").is_file()
    assert sorted(path.name for path in site.iterdir() if path.is_dir()) == ["_build", "public"]
