"""A site on Read the Docs: switchers from what its addons say, and one search at a time.

The service itself is not reached: a script in its place says what the service would, and listens
as its addons do.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from site_builds import build_site
from waiting import wait_until
from write_files import write_files

PLACES = "https://docs.example"
DATA: dict[str, Any] = {
    "versions": {
        "current": {"slug": "stable", "urls": {"documentation": f"{PLACES}/en/stable/"}},
        "active": [
            {"slug": slug, "urls": {"documentation": f"{PLACES}/en/{slug}"}}
            for slug in ("latest", "stable", "<b>2.0</b>")
        ],
    },
    "projects": {
        "current": {
            "slug": "manual",
            "language": {"code": "en"},
            "versioning_scheme": "multiple_versions_with_translations",
            "urls": {"documentation": f"{PLACES}/en/stable/"},
        },
        "translations": [
            {"slug": "manual-de", "language": {"code": "de"},
             "urls": {"documentation": f"{PLACES}/de/stable/"}},
            {"slug": "evil", "language": {"code": "fr"},
             "urls": {"documentation": "javascript:alert(1)"}},
        ],
    },
    "addons": {"search": {"enabled": True}},
}  # fmt: skip

#: As the addons of the service do: they are loaded, ask for data, then tell of it and listen.
ADDONS = """(data) => {
  window.shown = 0;
  document.addEventListener("readthedocs-search-show", () => { window.shown += 1; });
  document.addEventListener("keydown", (event) => {
    if (event.code === "Slash") document.dispatchEvent(new CustomEvent("readthedocs-search-show"));
  });
  const meta = document.querySelector("meta[name=readthedocs-addons-api-version]");
  const detail = {
    data() {
      if (meta?.content !== "1") throw new Error("no version");
      return data;
    },
  };
  document.dispatchEvent(new CustomEvent("readthedocs-addons-data-ready", { detail }));
}"""


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    built: dict[str, Path] = {}

    def make(*options: str, versions: bool = False) -> Path:
        key = json.dumps([options, versions])
        if key not in built:
            pages = [{"group": "Guides", "pages": ["index", "deep/page"]}]
            listed = [{"version": "2", "default": True, "groups": pages},
                      {"version": "1", "pages": ["old"]}]  # fmt: skip
            navigation = {"versions": listed} if versions else {"groups": pages}
            source = write_files(
                tmp_path_factory.mktemp("source"),
                {
                    "conf.py": 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n',
                    "docs.json": {"navigation": navigation},
                    "index.md": "# Home\n",
                    "deep/page.md": "# Page\n\n## Part\n",
                    "old.md": "# Old\n",
                },
            )
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv("READTHEDOCS", "True")
                built[key] = build_site(source, source / "_build", *options)
        return built[key]

    return make


def open_page(page: Page, base: str, data: dict[str, Any] = DATA) -> None:
    page.goto(f"{base}/deep/page.html")
    page.evaluate(ADDONS, data)


def test_switchers_show_what_the_service_has(page: Page, build: Any, serve: Any) -> None:
    open_page(page, serve(build()))
    versions = page.locator(".navapi-versions")
    expect(versions.locator("summary")).to_have_text("Version: stable")
    links = [(a.text_content(), a.get_attribute("href")) for a in versions.locator("a").all()]
    assert links == [
        ("latest", f"{PLACES}/en/latest/deep/page.html"),
        ("<b>2.0</b>", f"{PLACES}/en/%3Cb%3E2.0%3C/b%3E/deep/page.html"),
    ]
    languages = page.locator(".navapi-languages")
    expect(languages.locator("summary")).to_have_text("Language: English")
    # Only addresses of the web.
    links = [(a.text_content(), a.get_attribute("href")) for a in languages.locator("a").all()]
    assert links == [("Deutsch", f"{PLACES}/de/stable/deep/page.html")]
    # They open as those of docs.json do.
    versions.locator("summary").click()
    expect(versions.get_by_role("link", name="latest")).to_be_visible()
    page.keyboard.press("Escape")
    expect(versions.get_by_role("link", name="latest")).to_be_hidden()


def test_versions_of_the_navigation_come_first(page: Page, build: Any, serve: Any) -> None:
    open_page(page, serve(build(versions=True)))
    expect(page.locator(".navapi-versions")).to_have_count(1)
    expect(page.locator(".navapi-versions summary")).to_contain_text("2")
    expect(page.locator(".navapi-selectors")).to_have_count(1)
    expect(page.locator(".navapi-languages summary")).to_contain_text("English")


def test_nothing_to_choose(page: Page, build: Any, serve: Any) -> None:
    current = DATA["projects"]["current"]
    single = {**current, "versioning_scheme": "single_version_without_translations"}
    open_page(page, serve(build()), {**DATA, "projects": {"current": single, "translations": []}})
    expect(page.locator("[class*=navapi-selectors] details")).to_have_count(0)


def test_one_search_opens(page: Page, build: Any, serve: Any) -> None:
    open_page(page, serve(build()))
    page.keyboard.press("/")
    expect(page.locator("dialog[open]")).to_be_visible()
    assert page.evaluate("shown") == 0
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    # Typed into a component of somebody else, it is a character.
    page.evaluate("""() => {
      const host = document.body.appendChild(document.createElement("x-search"));
      host.attachShadow({ mode: "open" }).innerHTML = "<input>";
      host.shadowRoot.querySelector("input").focus();
    }""")
    page.keyboard.press("/")
    typed = "document.querySelector('x-search').shadowRoot.querySelector('input').value"
    assert page.evaluate(typed) == "/"
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_site_may_prefer_the_search_of_the_service(page: Page, build: Any, serve: Any) -> None:
    base = serve(build("-D", "html_theme_options.readthedocs_search=1"))
    open_page(page, base)
    page.keyboard.press("/")
    wait_until(page, "shown === 1")
    page.locator(".navapi-search").click()
    wait_until(page, "shown === 2")
    expect(page.locator("dialog[open]")).to_have_count(0)
    # Where the service has none, ours is there.
    open_page(page, base, {**DATA, "addons": {"search": {"enabled": False}}})
    page.keyboard.press("/")
    expect(page.locator("dialog[open]")).to_be_visible()


def test_elsewhere_nothing_is_loaded(tmp_path: Path) -> None:
    source = write_files(
        tmp_path / "source",
        {
            "conf.py": 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n',
            "index.md": "# Home\n",
            "docs.json": {"navigation": {"pages": ["index"]}},
        },
    )
    text = (build_site(source, tmp_path / "out") / "index.html").read_text("utf-8")
    assert "readthedocs" not in text
