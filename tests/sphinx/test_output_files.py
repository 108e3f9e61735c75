"""Files for programs, and which builders write them."""

from __future__ import annotations

import json

import pytest

USERS = "api-reference/users/list-users"


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
    assert "guide.md" not in llms


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
