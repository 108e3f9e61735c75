"""Redirect pages, from one build to the next: ours are added and removed, a user's are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.links import redirects

RECORD = "_navapi/redirects.json"


@pytest.fixture
def site(project):
    def lead(*destinations: str) -> None:
        """Redirects of `/old`, `/past` and so on to each of *destinations*."""
        rules = [
            {"source": source, "destination": destination}
            for source, destination in zip(("/old", "/past"), destinations, strict=False)
        ]
        project.write({"docs.json": {"navigation": {"pages": ["a", "b"]}, "redirects": rules}})

    project.write({f"{name}.md": f"# Page {name}\n" for name in "ab"})
    project.lead = lead
    return project


def pages(built: Any) -> set[str]:
    found = (path.relative_to(built.out).as_posix() for path in built.out.rglob("*.html"))
    return {name for name in found if name.startswith(("old", "past"))}


BOTH = {"old.html", "old/index.html"}


def test_a_page_that_was_written_over_is_the_users(site):
    site.lead("/a")
    (site.build().out / "old.html").write_text("mine", "utf-8")
    site.lead("/b")
    built = site.build()
    assert built.text("old.html") == "mine"
    assert 'href="../b.html"' in built.text("old/index.html")
    site.lead()
    built = site.build()
    assert pages(built) == {"old.html"}
    assert built.text("old.html") == "mine"


def test_without_the_record_no_page_is_touched(site):
    site.lead("/a", "/a")
    built = site.build()
    assert pages(built) == {*BOTH, "past.html", "past/index.html"}
    (built.out / RECORD).unlink()
    # A file that is unchanged is ours again; the origin of all others is unknown.
    site.lead("/b", "/a")
    built = site.build()
    assert 'href="a.html"' in built.text("old.html")
    site.lead()
    assert pages(site.build()) == BOTH


def test_what_the_project_puts_there_itself_stays(site):
    site.lead("/a")
    moved = site.build().text("old.html")
    site.write({"extra/old.html": moved})
    site.lead()
    built = site.build(html_extra_path=["extra"])
    assert pages(built) == {"old.html"}


def test_builders_with_one_output_folder_know_each_others_pages(site, tmp_path: Path):
    site.lead("/a")
    assert pages(site.build()) == BOTH
    (tmp_path / "build" / "dirhtml").symlink_to(tmp_path / "build" / "html")
    built = site.build("dirhtml")
    assert pages(built) == {"old/index.html"}
    assert 'href="../a/"' in built.text("old/index.html")
    site.lead()
    assert pages(site.build()) == set()


def test_another_release_takes_them_over(site, monkeypatch: pytest.MonkeyPatch):
    site.lead("/a", "/a")
    before = site.build().text("old.html")
    monkeypatch.setattr(redirects, "LINK", "Over there:")
    site.lead("/a")
    built = site.build()
    assert before != built.text("old.html") == before.replace("It is here now:", "Over there:")
    assert pages(built) == BOTH
