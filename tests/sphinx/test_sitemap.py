"""``sitemap.xml``: URLs, languages and dates of pages."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from small_projects import Built, Project, operation

from sphinx_navapi.features import sitemap as sitemap_module
from sphinx_navapi.html.page_dates import commit_times

BASE = "https://docs.example/base"
SPACES = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "paths": {"/books": {"get": operation("List books", "Books")}},
}
NAVIGATION = {
    "languages": [
        {"language": "en", "default": True, "pages": ["en/a", "en/hidden", "en/own"]},
        {"language": "de", "pages": ["de/a"]},
        {"language": "fr", "openapi": {"source": "api.json", "directory": "fr/api"}},
    ]
}
FILES = {
    "docs.json": json.dumps({"name": "Site", "navigation": NAVIGATION}),
    "api.json": json.dumps(DOCUMENT),
    "index.md": "# Home\n",
    "en/a.md": "# A\n",
    "en/hidden.md": "---\nnoindex: true\n---\n# Hidden\n",
    "en/own.md": "---\ncanonical: https://elsewhere.example/own\n---\n# Own\n",
    "de/a.md": "# A\n",
}
GIT = {
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@x.example",
    "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@x.example",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


@pytest.fixture
def site(project: Project) -> Project:
    project.write(FILES)
    return project


def git(folder: Path, *arguments: str, date: str = "2020-01-01T12:00:00Z") -> None:
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True,
        env={**os.environ, **GIT, **dates},
    )  # fmt: skip


def read(built: Built, name: str = "sitemap.xml") -> dict[str, tuple[str | None, dict[str, str]]]:
    """Date and languages by path."""
    root = ET.fromstring(built.text(name))
    found = {}
    for url in root.findall("s:url", SPACES):
        links = {
            link.attrib["hreflang"]: link.attrib["href"] for link in url.findall("x:link", SPACES)
        }
        address = url.findtext("s:loc", "", SPACES)
        assert address.startswith(f"{BASE}/")
        found[address.removeprefix(f"{BASE}/")] = (url.findtext("s:lastmod", None, SPACES), links)
    return found


@pytest.mark.parametrize(("builder", "page"), [("html", "en/a.html"), ("dirhtml", "en/a/")])
def test_pages_with_their_languages(site: Project, builder: str, page: str) -> None:
    found = read(site.build(builder, html_baseurl=BASE))
    other = page.replace("en", "de")
    assert set(found) == {
        "" if builder == "dirhtml" else "index.html", page, other,
        page.replace("en/a", "fr/api/books/list-books"),
    }  # fmt: skip
    languages = {"en": f"{BASE}/{page}", "de": f"{BASE}/{other}", "x-default": f"{BASE}/{page}"}
    assert found[page][1] == found[other][1] == languages


def test_days_are_those_of_commits(site: Project) -> None:
    git(site.folder, "init", "-q")
    git(site.folder, "add", "src/en", "src/api.json", "src/docs.json")
    git(site.folder, "commit", "-qm", "one", date="2020-01-01T12:00:00Z")
    site.write({"en/a.md": "# A\n\nChanged.\n"})
    git(site.folder, "commit", "-qam", "two", date="2021-06-05T23:30:00-02:00")
    # Outside a repository: the date on which it was written.
    os.utime(site.src / "de" / "a.md", (86_400 * 365, 86_400 * 365))
    found = read(site.build(html_baseurl=BASE))
    assert found["en/a.html"][0] == "2021-06-06"
    assert found["fr/api/books/list-books.html"][0] == "2020-01-01"
    assert found["de/a.html"][0] == "1971-01-01"


def test_a_shallow_clone_knows_no_days(site: Project, tmp_path: Path) -> None:
    git(site.folder, "init", "-q")
    for day in ("2020-01-01", "2020-01-02"):
        site.write({"en/a.md": f"# A\n\n{day}\n"})
        git(site.folder, "add", "src")
        git(site.folder, "commit", "-qm", day, date=f"{day}T12:00:00Z")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", site.folder.as_uri(), str(clone))
    assert commit_times(clone) is None
    times = commit_times(site.src)
    assert times is not None
    assert times[os.path.realpath(site.src / "en" / "a.md")] == 1_577_966_400


def test_no_day_is_later_than_the_build(site: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert {day for day, _ in read(site.build(html_baseurl=BASE)).values()} == {"1970-01-02"}


def test_many_pages_are_in_several_files(site: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sitemap_module, "_MOST", 3)
    built = site.build(html_baseurl=BASE)
    listed = ET.fromstring(built.text("sitemap.xml")).findall("s:sitemap/s:loc", SPACES)
    names = [f"{BASE}/sitemap-1.xml", f"{BASE}/sitemap-2.xml"]
    assert [loc.text for loc in listed] == names
    pages = [set(read(built, f"sitemap-{number}.xml")) for number in (1, 2)]
    assert [len(part) for part in pages] == [3, 1]
    monkeypatch.undo()
    # Files that are no longer needed are removed.
    built = site.build(html_baseurl=BASE)
    assert set(read(built)) == set.union(*pages)
    assert not (built.out / "sitemap-1.xml").exists()


def test_where_there_is_none(site: Project) -> None:
    for builder, values in (
        ("html", {}),
        ("html", {"html_baseurl": BASE, "navapi_sitemap": False}),
        ("singlehtml", {"html_baseurl": BASE}),
    ):
        assert not (site.build(builder, **values).out / "sitemap.xml").exists()
    site.write({"extra/sitemap.xml": "<own/>"})
    built = site.build(html_baseurl=BASE, html_extra_path=["extra"])
    assert built.text("sitemap.xml") == "<own/>"
    (built.out / "sitemap.xml").unlink()
    site.write({"docs.json": None})
    assert not (site.build(html_baseurl=BASE).out / "sitemap.xml").exists()
