"""A FastAPI application with fifty awkward operations, each tried from its form.

FastAPI is the judge: what it reads from a request equals the examples of its document, or the
input.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from app_server import run_app
from full_run import amount, first
from playground_site import PHOTOS, Form, run_site
from playwright.sync_api import Page, expect
from site_builds import build_site
from write_files import write_files

APPS = Path(__file__).parents[1] / "frameworks" / "apps"
sys.path.insert(0, str(APPS))
from fastapi_awkward import ANSWERS, SENT, app  # noqa: E402

#: What browsers do not let a page send.
COOKIES = {"cookies", "auth-cookie"}


class Tried(NamedTuple):
    """The site of the application, and how its requests are sent."""

    url: str
    pages: dict[str, str]
    is_direct: bool

    def open(self, page: Page, name: str) -> Form:
        return Form(page, f"{self.url}/{self.pages[name]}").open()


@pytest.fixture(scope="module")
def api() -> Iterator[str]:
    with run_app(app) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module", params=first(1, ["relay", "direct"]))
def tried(
    request: pytest.FixtureRequest, api: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tried]:
    is_direct = request.param == "direct"
    settings = {
        "baseUrl": api,
        "playground": {"proxy": False} if is_direct else {},
        "examples": {"prefill": True, "defaults": "all"},
    }
    source = write_files(
        tmp_path_factory.mktemp("awkward"),
        {
            "conf.py": f"import sys\nsys.path.insert(0, {str(APPS)!r})\n"
            "extensions = ['sphinx_navapi']\nhtml_theme = 'navapi'\n"
            "navapi_documents = {'awkward': 'fastapi_awkward:app'}\n",
            "docs.json": {
                "api": settings,
                "navigation": {"pages": ["index"], "openapi": "awkward"},
            },
            "index.md": "# Awkward\n",
        },
    )
    out = build_site(source, tmp_path_factory.mktemp("out"))
    pages = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))["pages"]
    found = {
        page["operation"]["operation_id"]: page["url"]
        for page in pages.values()
        if page["operation"]
    }
    declared = [item for path in app.openapi()["paths"].values() for item in path.values()]
    assert set(found) == {item["operationId"] for item in declared}
    with run_site(out, allowed_private=("127.0.0.1",)) as url:
        yield Tried(url, found, is_direct)


def answer(form: Form) -> Any:
    """What the API read from the request that *form* sends."""
    ANSWERS.clear()
    form.send()
    ((status, read),) = ANSWERS
    assert status == 200, read
    return read


def test_what_the_document_gives_arrives(page: Page, tried: Tried) -> None:
    """In the ordinary run, a quarter of the operations."""
    wrong = {}
    for name, sent in list(SENT.items())[:: amount(1, 4)]:
        if tried.is_direct and name in COOKIES:
            continue
        read = answer(tried.open(page, name))
        if name == "cookies":
            # There is no single encoding of cookies: FastAPI decodes none.
            assert read.pop("raw") == "session=s%20p%3Ba%3Dc%2Ce; seen=3"
            sent = {"session": "s%20p%3Ba%3Dc%2Ce", "seen": 3}
        if read != sent:
            wrong[name] = (read, sent)
    assert wrong == {}


def test_files_arrive_to_the_byte(page: Page, tried: Tried) -> None:
    sent = [
        {"name": one["name"], "type": one["mimeType"], "bytes": list(one["buffer"])}
        for one in PHOTOS
    ]
    form = tried.open(page, "file-one")
    form.field("file").set_input_files(PHOTOS[0])
    assert answer(form) == sent[0]
    form = tried.open(page, "file-many")
    form.field("files").set_input_files(PHOTOS)
    assert answer(form) == sent
    form = tried.open(page, "file-bytes")
    form.field("content").set_input_files(PHOTOS[0])
    assert answer(form) == list(PHOTOS[0]["buffer"])
    form = tried.open(page, "file-mixed")
    form.field("file").set_input_files(PHOTOS[1])
    assert answer(form) == {"note": "ü\r\nb", "tags": ["x", "y"], "file": sent[1]}


@pytest.mark.parametrize("name", ["bearer", "header", "query", "cookie", "basic", "password"])
def test_credentials_arrive(page: Page, tried: Tried, name: str) -> None:
    if tried.is_direct and f"auth-{name}" in COOKIES:
        form = tried.open(page, "auth-cookie")
        expect(form.field("sid")).to_be_disabled()
        return
    form = tried.open(page, f"auth-{name}")
    if name == "basic":
        form.field("Username").fill("Ann")
        form.field("Password").fill("s:1")
        assert answer(form) == ["Ann", "s:1"]
        return
    if name == "password":
        form.root.get_by_text("Get a token", exact=True).first.click()
        form.field("Username").fill("Ann")
        form.field("Password").fill("wrong")
        form.root.get_by_role("button", name="Get a token").click()
        expect(form.root.get_by_text("no longer valid")).to_be_visible()
        form.field("Password").fill("secret")
        form.root.get_by_role("button", name="Get a token").click()
        expect(form.field("Token")).to_have_value("of-Ann")
        assert answer(form) == "of-Ann"
        return
    label = {"bearer": "Token", "header": "X-Key", "query": "api key", "cookie": "sid"}[name]
    form.field(label).fill("k/1+2=")
    assert answer(form) == "k/1+2="


def test_answers_of_every_kind(page: Page, tried: Tried) -> None:
    form = tried.open(page, "stream")
    form.send()
    expect(form.result.get_by_role("log").get_by_role("listitem")).to_have_count(3)
    form = tried.open(page, "empty")
    form.send()
    assert form.status == "204 No Content"
    form = tried.open(page, "wrong")
    # Reported beside the field, but sent.
    form.field("id").fill("word")
    form.send()
    assert form.status.startswith("422")
    expect(form.result).to_contain_text("int_parsing")
