"""The forms of applications of frameworks, sent as they stand to the applications themselves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from doc_examples import ROOT
from full_run import first
from playground_site import Form, run_site
from playwright.sync_api import Page, expect
from site_builds import build_site
from write_files import write_files

APPS = ROOT / "tests/frameworks/apps"

#: What generates the document of each, as in the guides, and the fields of files that must be
#: chosen before a request is sent.
SHOPS: dict[str, tuple[object, set[str]]] = {
    "fastapi_shop": ("fastapi_shop:app", {"file"}),
    "django_shop": (
        ["python", str(APPS / "django_shop" / "manage.py"), "spectacular"], set(),
    ),
    "litestar_shop": ("litestar_shop:app", {"file"}),
    "smorest_shop": ("smorest_shop:app", {"picture"}),
}  # fmt: skip

#: Responses that do not blame what was sent.
ACCEPTED = {"200", "201", "202", "204", "401", "404"}


@contextmanager
def run_shop(name: str) -> Iterator[int]:
    """The port of an application in a process of its own."""
    command = [sys.executable, str(APPS / "run_shop.py"), name]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.terminate()


def send_as_it_stands(page: Page, address: str) -> str:
    """The status of the response, or the name of the field without which nothing is sent."""
    form = Form(page, address).open()
    form.press_send()
    shown = form.result.locator(".navapi-try-status b, .navapi-try-problem").first
    wanted = form.root.locator("input[type=file]:focus")
    expect(shown.or_(wanted)).to_be_visible()
    if wanted.count():
        return wanted.get_attribute("aria-label") or ""
    return shown.inner_text().split()[0]


@pytest.mark.parametrize("shop", first(1, SHOPS))
def test_a_form_is_accepted_as_it_stands(shop: str, page: Page, tmp_path: Path) -> None:
    source, files = SHOPS[shop]
    with run_shop(shop) as port:
        src = write_files(
            tmp_path / "src",
            {
                "conf.py": f"import sys\nsys.path.insert(0, {str(APPS)!r})\n"
                'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n'
                f"navapi_documents = {{'api': {source!r}}}\n",
                "docs.json": {
                    "navigation": {"tabs": [{"tab": "API", "openapi": "api"}]},
                    "api": {"baseUrl": f"http://127.0.0.1:{port}"},
                },
                "index.md": "# Shop\n",
            },
        )
        out = build_site(src, tmp_path / "out")
        pages = [
            path.relative_to(out).as_posix()
            for path in sorted(out.rglob("*.html"))
            if "<navapi-playground" in path.read_text("utf-8")
        ]
        with run_site(out, allowed_private=("127.0.0.1",)) as url:
            statuses = {name: send_as_it_stands(page, f"{url}/{name}") for name in pages}
    refused = {name: status for name, status in statuses.items() if status not in ACCEPTED}
    assert set(refused.values()) == files, refused
    assert sum(status.startswith("2") for status in statuses.values()) >= 3
