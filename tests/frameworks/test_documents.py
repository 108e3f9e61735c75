"""The documents that frameworks write, from an app of each to its pages, in one site."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from write_files import write_files

from sphinx_navapi.cli import main

APPS = Path(__file__).with_name("apps")
BASE = "https://shop.example/v1"

#: What writes each document, from the folder of conf.py.
CODE: dict[str, Any] = {
    "fastapi": "fastapi_shop:app",
    "apiflask": "apiflask_shop:app",
    "smorest": "smorest_shop:app",
    "smorest-api": "smorest_shop:api",
    "litestar": "litestar_shop:app",
    "django": ["python", str(APPS / "django_shop" / "manage.py"), "spectacular"],
    # Written by NestJS before: not everybody has Node.js.
    "nestjs": ["python", "-c", f"print(open({str(APPS / 'nestjs_shop.json')!r}).read())"],
}

#: Operations that an app declares, webhooks included: counted in its source.
OPERATIONS = {
    "fastapi": 19, "apiflask": 9, "smorest": 6, "smorest-api": 6, "litestar": 11, "django": 11,
    "nestjs": 7,
}  # fmt: skip


@dataclass(frozen=True)
class Shops:
    """The built site."""

    src: Path
    out: Path
    output: str

    def site(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.out / "_navapi/site.json").read_text("utf-8"))
        return found

    def page(self, name: str) -> str:
        """The text of a page, as programs read it."""
        return (self.out / f"{name}.md").read_text("utf-8")


def build(src: Path, out: Path) -> str:
    command = [sys.executable, "-m", "sphinx", "-nW", "--keep-going", str(src), str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Shops:
    folder = tmp_path_factory.mktemp("shops")
    tabs = [{"tab": name, "openapi": {"source": name, "directory": name}} for name in CODE]
    src = write_files(
        folder / "src",
        {
            "conf.py": f"import sys\nsys.path.insert(0, {str(APPS)!r})\n"
            f"extensions = ['sphinx_navapi']\nnavapi_documents = {CODE!r}\n",
            "docs.json": {"navigation": {"tabs": tabs}, "api": {"baseUrl": BASE}},
            "index.md": "# Shops\n",
        },
    )
    return Shops(src, folder / "out", build(src, folder / "out"))


def test_every_operation_has_a_page_and_nothing_is_wrong(shops: Shops) -> None:
    site = shops.site()
    assert site["diagnostics"] == []
    counts = dict.fromkeys(CODE, 0)
    for page in site["pages"].values():
        if page["operation"]:
            counts[page["operation"]["document"]] += 1
    assert counts == OPERATIONS


def test_a_build_of_the_same_apps_writes_no_page(shops: Shops) -> None:
    pages = {path: path.stat().st_mtime_ns for path in shops.out.rglob("*.html")}
    assert "0 added, 0 changed, 0 removed" in build(shops.src, shops.out)
    names = {path.stem for path, time in pages.items() if path.stat().st_mtime_ns != time}
    # Sphinx writes these at each build.
    assert names <= {"404", "genindex", "search"}


def test_openapi_check_finds_what_is_wrong_in_them(
    shops: Shops, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["openapi-check", "--src", str(shops.src), *CODE, "--format", "json"])
    found = [(p["file"], p["pointer"], p["code"]) for p in json.loads(capsys.readouterr().out)]
    # FastAPI gives both methods of a function one id, and warns of it itself.
    both = 'navapi_documents["fastapi"]', "/paths/~1both/post/operationId", "operation-id"
    assert found == [both]


@pytest.mark.parametrize("name", CODE)
def test_requests_go_to_the_base_url(shops: Shops, name: str) -> None:
    pages = [
        docname
        for docname, page in shops.site()["pages"].items()
        if docname.startswith(f"{name}/") and page["kind"] == "operation"
    ]
    assert pages
    for page in pages:
        html = (shops.out / f"{page}.html").read_text("utf-8")
        if "webhook" in html and "new-subscription" in page:
            continue
        assert BASE in html
        assert "api.example.com" not in html
        assert "navapi-playground" in html


LABELS = {
    "fastapi/items/read-items": "Read Items",
    "fastapi/items/create-an-item": "Create an item",
    "apiflask/get-a-pet": "Get a pet",
    "smorest/pets/list-pets": "List pets",
    "litestar/pets/add-a-pet": "Add a pet",
    "django/api/list-pets": "List pets",
}


@pytest.mark.parametrize("page", LABELS)
def test_titles_are_summaries(shops: Shops, page: str) -> None:
    assert shops.site()["pages"][page]["title"] == LABELS[page]


def section(text: str, title: str) -> str:
    """The part of a page below the heading *title*."""
    found = re.search(
        rf"^## {re.escape(title)}.*?$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("page", "statuses"),
    [
        ("fastapi/items/read-item", ["200", "404", "418", "422"]),
        ("smorest/pets/put-pets", ["200", "422", "412", "428", "default"]),
        ("apiflask/create-pet", ["201", "422", "401"]),
        ("litestar/pets/add-a-pet", ["201", "403", "400"]),
        ("django/api/post-apipets-sell", ["202", "200", "404"]),
    ],
)
def test_success_comes_first(shops: Shops, page: str, statuses: list[str]) -> None:
    responses = section(shops.page(page), "Responses")
    assert re.findall(r"^### (\w+)", responses, re.MULTILINE) == statuses


@pytest.mark.parametrize(
    ("page", "rows"),
    [
        # A choice that may be blank or null (Django).
        ("django/api/post-apipets", ["`mood` (string \\| null)", 'Allowed `good`, `""`', "- Good"]),
        # Null as an alternative: of a type, of a component that lists values, of an object.
        ("fastapi/items/create-an-item", ["`description` (“About the item”, string \\| null)"]),
        ("litestar/pets/listpets", ["`kind` (string \\| null)", "Allowed `dog`, `cat`"]),
        ("fastapi/items/create-an-item", ["`author` (Author \\| null)"]),
        ("litestar/pets/add-a-pet", ["`owner` (Owner \\| null)"]),
        ("apiflask/create-pet", ["`owner` (Owner \\| null)"]),
        ("nestjs/pets/post-pets", ["`owner` (Owner \\| null)"]),
        # A tuple of two has no third item.
        ("fastapi/items/create-an-item", ["`pair` (\\[integer, string\\])"]),
        # Bounds that are written as floats.
        ("fastapi/items/create-an-item", ["\\> `0`"]),
        ("litestar/pets/listpets", ["≥ `1`"]),
        # The media type of a file, which Litestar leaves empty.
        ("litestar/files/export", ["Media type: `*/*`"]),
        ("fastapi/users/read-me", [f"Token URL [{BASE}/token]({BASE}/token)"]),
    ],
)
def test_rows(shops: Shops, page: str, rows: list[str]) -> None:
    text = shops.page(page)
    for row in rows:
        assert row in text


def test_bodies_without_a_name_have_none(shops: Shops) -> None:
    """FastAPI calls them after their operation, ``Body_login_token_post``."""
    for path in shops.out.glob("fastapi/**/*.*"):
        if path.suffix in (".md", ".html"):
            assert "Body_" not in path.read_text("utf-8").replace("\\", "")
    body = section(shops.page("fastapi/users/login"), "Body")
    assert "\n*object*\n" in body
    assert "`username` (string, required)" in body
