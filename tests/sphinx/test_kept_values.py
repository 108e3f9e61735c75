"""Values kept between builds are created again if any package has another release."""

from __future__ import annotations

import importlib

import pytest

from sphinx_navapi.html.markdown_pages import MarkdownPages

module = importlib.import_module("sphinx_navapi.edition")


@pytest.fixture
def site(project, api, tabs):
    api["paths"]["/users"]["get"]["description"] = "See [the guide](/guide) <blink>now</blink>."
    rules = [{"source": "/old", "destination": "/guide"}]
    project.write(
        {
            "docs.json": {**tabs, "redirects": rules},
            "api.json": api,
            "guide.rst": "Guide\n=====\n",
            "more.rst": "More\n====\n",
        }
    )
    return project


@pytest.fixture
def another_release(monkeypatch):
    """Gives a package that affects pages another version."""

    def change() -> None:
        known = module.version
        monkeypatch.setattr(module, "version", lambda n: "99.9" if n == "docutils" else known(n))
        module.edition.cache_clear()

    module.edition.cache_clear()
    yield change
    monkeypatch.undo()
    module.edition.cache_clear()


def kept(project):
    folder = project.folder / "build" / "doctrees" / "navapi"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_every_file_that_is_kept_is_of_one_edition(site, another_release):
    site.build()
    before = kept(site)
    kinds = ("documents/", "stubs/", "links.json", "made-", "relayed-", "texts.json")
    assert [
        kind for kind in (*kinds, "written-") if not any(n.startswith(kind) for n in before)
    ] == []
    assert site.build().read == []
    assert kept(site) == before
    another_release()
    assert site.build().read != []
    after = kept(site)
    assert after.keys() == before.keys()
    # Jinja compares a compiled template with the text from which it was compiled.
    same = [name for name in after if after[name] == before[name]]
    assert [name for name in same if not name.startswith("templates/")] == []


def test_pages_as_markdown_are_made_once_after_an_upgrade(site, another_release, monkeypatch):
    site.build()
    another_release()
    assert site.build().read != []
    made = []
    monkeypatch.setattr(
        MarkdownPages, "write", lambda _self, docname, _doctree=None: made.append(docname)
    )
    site.build()
    assert [docname for docname in made if docname.startswith("api-reference/")] == []
