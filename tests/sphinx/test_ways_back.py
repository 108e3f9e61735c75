"""A build after any sequence of edits gives the same output as a fresh one, file by file."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from full_run import amount, first
from sphinx.cmd.build import build_main

from sphinx_navapi import edition
from sphinx_navapi.project.sphinx_internals import forget_checksums

pytestmark = pytest.mark.filterwarnings(
    "ignore:.*MystReferenceResolver.app.*is deprecated"  # if a MyST link is broken
)

#: A project at one moment: the choice for each aspect.
State = dict[str, str]


def operation(summary: str, tag: str = "Users", **more: Any) -> dict[str, Any]:
    return {"summary": summary, "tags": [tag], "responses": {"200": {"description": "OK"}}, **more}


def document(*, moved: bool = False, teams: bool = True, text: str = "All.") -> dict[str, Any]:
    paths: dict[str, Any] = {
        "/users": {
            "get": operation(
                "Everyone" if moved else "List users", operationId="listUsers", description=text
            ),
            "post": operation(
                "Create user",
                requestBody={
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/User"}}
                    }
                },
            ),
        }
    }
    if teams:
        links = {"all": {"operationId": "listUsers"}}
        responses = {"200": {"description": "OK", "links": links}}
        paths["/teams"] = {"get": operation("List teams", "Teams", responses=responses)}
    # Deep enough to have their own pages.
    schemas: dict[str, Any] = {"Level6": {"type": "object", "properties": {"end": {}}}}
    for depth in range(6):
        below = {"$ref": f"#/components/schemas/Level{depth + 1}"}
        schemas[f"Level{depth}"] = {"type": "object", "properties": {"below": below}}
    schemas["User"] = {"type": "object", "properties": {"deep": schemas["Level0"]}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Users", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": paths,
        "components": {"schemas": schemas},
    }


API: dict[str, Any] = {
    "plain": document(),
    "moved": document(moved=True),
    "fewer": document(teams=False),
    "other text": document(text="Every single one."),
    "gone": None,
    "broken": '{"openapi": "3.1.0",',
}

#: The content of ``docs.json`` other than the pages, by aspect and choice.
SETTINGS: dict[str, dict[str, dict[str, Any]]] = {
    "redirect": {
        "none": {},
        "old": {"redirects": [{"source": "/old", "destination": "/guide"}]},
        "else": {"redirects": [{"source": "/past/one", "destination": "/more"}]},
    },
    "look": {
        "plain": {},
        "colors": {"colors": {"primary": "#aa2200"}, "name": "Other name"},
        "logo": {
            "logo": {"light": "light.svg", "dark": "dark.svg"},
            "favicon": {"dark": "dark.svg"},
        },
        "base": {"seo": {"metatags": {"canonical": "https://docs.example.com"}}},
    },
    "samples": {
        "plain": {},
        "go": {"api": {"examples": {"languages": ["go"]}}},
        "none": {"api": {"playground": {"display": "none"}}},
        "direct": {"api": {"playground": {"proxy": False}}},
    },
}

PAGES: dict[str, dict[str, str | None]] = {
    "more": {
        "more.rst": "More\n====\n\n.. openapi-operation:: GET /users\n\n.. openapi-schema:: User\n",
        "more.mdx": "---\ntitle: More\n---\n\n## In MDX\n\nText, and {{name}}.\n",
        "more.md": "---\nopenapi: GET /teams\n---\n# More\n\nText of Markdown.\n",
        "gone": None,
    },
    "guide": {
        "guide.rst": "Guide\n=====\n\nSee :navapi:op:`GET /users` and :navapi:schema:`User`.\n",
        "guide.md": "# Guide of another name\n\n[More](/more), [old](/old)\n",
    },
    "index": {
        "index.rst": "Welcome\n=======\n\nHello.\n",
        "with toctree": "Welcome\n=======\n\n.. toctree::\n\n   extra\n",
        "gone": None,
    },
    "extra": {"gone": None, "extra.rst": "Extra\n=====\n\n.. navapi-navigation::\n"},
    "own": {
        "gone": None,
        "own.mdx": "---\ntitle: Own\napi: POST https://api.example.com/own\nrss: true\n---\n\nA.\n",
    },
}

NAVIGATION: dict[str, dict[str, Any]] = {
    "plain": {"openapi": "api.json"},
    "directory": {"openapi": {"source": "api.json", "directory": "reference"}},
    "named": {"openapi": "api.json", "pages": ["GET /users"]},
    "without": {"pages": ["guide"]},
}

CHOICES: dict[str, tuple[str, ...]] = {
    "api": tuple(API),
    **{name: tuple(choices) for name, choices in SETTINGS.items()},
    **{name: tuple(choices) for name, choices in PAGES.items()},
    "navigation": tuple(NAVIGATION),
    "languages": ("one", "two"),
    "docs.json": ("there", "gone"),
    "theme": ("navapi", "alabaster"),
    "language": ("en", "de"),
    "builder": ("html", "dirhtml", "text"),
    "extension": ("there", "removed"),
}


def first_state() -> State:
    return {name: choices[0] for name, choices in CHOICES.items()}


def docs_json(state: State) -> dict[str, Any]:
    """The configuration: a tab of pages, in languages or not, and a tab of operations."""
    pages = ["guide", "more", *(["own"] if state["own"] != "gone" else [])]
    guides: dict[str, Any] = {"tab": "Guides", "groups": [{"group": "Start", "pages": pages}]}
    api = {"tab": "API", **NAVIGATION[state["navigation"]]}
    navigation: dict[str, Any] = {"tabs": [guides, api]}
    if state["languages"] == "two":
        german = [{"group": "Anfang", "pages": ["more"]}]
        guides["groups"][0]["pages"] = ["guide"]
        navigation = {
            "languages": [
                {"language": "en", **navigation},
                {"language": "de", "groups": german},
            ]
        }
    settings: dict[str, Any] = {"name": "Example", "navigation": navigation}
    for aspect, choices in SETTINGS.items():
        settings |= choices[state[aspect]]
    return settings


def sources(state: State) -> dict[str, Any]:
    """Every file of the project in *state*."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    files: dict[str, Any] = {"light.svg": svg, "dark.svg": svg, "api.json": API[state["api"]]}
    if state["docs.json"] == "there":
        files["docs.json"] = docs_json(state)
    for name, choices in PAGES.items():
        choice = state[name]
        text = choices[choice]
        if text is not None:
            files[choice if "." in choice else f"{name}.rst"] = text
    return {name: content for name, content in files.items() if content is not None}


def put(project: Any, state: State) -> None:
    wanted = sources(state)
    there = [p.relative_to(project.src).as_posix() for p in project.src.rglob("*") if p.is_file()]
    for name in there:
        if name not in wanted and name != "conf.py":
            (project.src / name).unlink()
    project.write(wanted)


def build(project: Any, state: State) -> Path:
    removed = state["extension"] == "removed"
    if removed or state["docs.json"] == "gone":
        # Sphinx itself needs a root document, and does not update links to removed pages.
        state = {**state, "index": "index.rst", "guide": "guide.rst"}
    values: dict[str, Any] = {
        "extensions": ["myst_parser", *([] if removed else ["sphinx_navapi"])],
        "html_theme": "alabaster" if removed else state["theme"],
        "language": state["language"],
        "suppress_warnings": ["*"],
    }
    put(project, state)
    forget_checksums()
    return project.build(state["builder"], **values).out


def outputs(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".buildinfo.bak"  # Sphinx's own state
    }


def build_fresh(project: Any, state: State) -> dict[str, bytes]:
    """The output of a fresh build of the same files at the same place."""
    built, aside = project.folder / "build", project.folder / "aside"
    built.rename(aside)
    try:
        return outputs(build(project, state))
    finally:
        shutil.rmtree(built)
        aside.rename(built)


def differences(
    now: dict[str, bytes],
    fresh: dict[str, bytes],
    known: set[str],
    *,
    removed: bool = False,
    unused: bool = False,
) -> list[str]:
    """Differences from a fresh build.

    Files of another theme or language that Sphinx leaves in ``_static``, with or without the
    extension, are ignored.

    :param known: files that existed while the project did not use the extension.
    :param removed: whether the extension is removed, so that it cannot clean up.
    :param unused: whether the project does not use it: it only cleans up once more, with its own
        configuration values in Sphinx's record of these.
    """
    left = [] if removed else sorted(now.keys() - fresh.keys() - known)
    found = [f"missing: {name}" for name in sorted(fresh.keys() - now.keys())]
    found += [
        f"left over: {name}"
        for name in left
        if not name.startswith("_static/")
        or "navapi" in name
        or "playground" in name
        or name.endswith(("light.svg", "dark.svg"))
    ]
    # Sphinx itself keeps words that are no longer on any page.
    left_out = {"searchindex.js"} if removed else {".buildinfo"} if unused else set()
    both = sorted((now.keys() & fresh.keys()) - left_out)
    return found + [f"differs: {name}" for name in both if now[name] != fresh[name]]


def walk(seed: int, steps: int) -> Iterator[tuple[str, State]]:
    """Edits, one aspect at a time, and the state after each."""
    chance = random.Random(seed)
    state = first_state()
    for _step in range(steps):
        name = chance.choice(sorted(CHOICES))
        choice = chance.choice([c for c in CHOICES[name] if c != state[name]])
        state = {**state, name: choice}
        yield f"{name} = {choice}", state


def check(project: Any, steps: Iterable[tuple[str, State]]) -> None:
    build(project, first_state())
    trail, known = [], set()
    freshly: dict[tuple[str, ...], dict[str, bytes]] = {}
    for step, state in steps:
        trail.append(step)
        now = outputs(build(project, state))
        key = tuple(state.values())
        if key not in freshly:
            freshly[key] = build_fresh(project, state)
        fresh = freshly[key]
        removed = state["extension"] == "removed"
        known |= now.keys() if removed else set()
        unused = state["docs.json"] == "gone"
        found = differences(now, fresh, known, removed=removed, unused=unused)
        assert found == [], "; ".join(trail)
        # What is left of the site is gone by now. Sphinx itself keeps files of removed pages.
        known |= now.keys() if unused else set()


@pytest.mark.parametrize("seed", range(int(os.environ.get("NAVAPI_SEQUENCES", amount(2, 1)))))
def test_any_sequence(project, seed):
    check(project, walk(seed, 8))


#: The ordinary run tries those of the kinds that differ most.
KINDS = ("api", "builder", "docs.json", "navigation")


@pytest.mark.parametrize("name", first(len(KINDS), [*KINDS, *sorted(CHOICES.keys() - set(KINDS))]))
def test_each_choice_and_back(project, name):
    first = first_state()
    steps = []
    for choice in CHOICES[name][1:]:
        steps += [(f"{name} = {choice}", {**first, name: choice}), (f"{name} back", first)]
    check(project, steps)


@pytest.mark.parametrize("builder", ["html", "text"])
def test_another_edition_reads_and_writes_everything(small, monkeypatch, builder):
    first = small.build(builder)
    everything = first.read
    assert small.build(builder).read == []
    known = edition.version
    monkeypatch.setattr(edition, "version", lambda name: f"{known(name)}.post1")
    edition.edition.cache_clear()
    try:
        again = small.build(builder)
        assert again.read == everything
        # The event is one of HTML.
        assert again.written == (everything if builder == "html" else [])
    finally:
        monkeypatch.undo()
        edition.edition.cache_clear()


def test_builder_that_did_not_see_the_upgrade_writes_its_pages_again(small, monkeypatch):
    everything = small.build("html").written
    small.build("dirhtml")
    monkeypatch.setattr(edition, "version", lambda _name: "99.9")
    edition.edition.cache_clear()
    try:
        small.build("dirhtml")
        again = small.build("html")
        assert (again.read, again.written) == ([], everything)
    finally:
        monkeypatch.undo()
        edition.edition.cache_clear()


def test_another_version_of_the_theme_writes_everything(small, monkeypatch):
    everything = small.build().read
    monkeypatch.setattr("alabaster.__version__", "99.9")
    assert small.build().read == everything


@pytest.mark.parametrize(("first", "second"), [("html", "dirhtml"), ("dirhtml", "html")])
def test_another_builder_of_sites_into_the_same_folder(small, first, second):
    """Pages of the first project are removed, those of the second are as in a separate folder."""
    out, doctrees = small.folder / "out", small.folder / "doctrees"

    def run(builder, where):
        arguments = ["-q", "-C", "-D", "extensions=sphinx_navapi", "-D", "html_theme=alabaster"]
        arguments += ["-b", builder, "-d", str(doctrees), str(small.src), str(where)]
        forget_checksums()
        assert build_main(arguments) == 0
        return outputs(where)

    small.src.mkdir(exist_ok=True)
    run(first, out)
    now = run(second, out)
    shutil.rmtree(doctrees)
    fresh = run(second, small.folder / "fresh")
    # Sphinx's own pages have these names as URLs.
    own = {name for name in now if name.startswith(("genindex", "search"))}
    assert now.keys() - fresh.keys() - own == set()
    assert {n for n in now.keys() & fresh.keys() if now[n] != fresh[n]} == set()


def test_linkcheck_into_the_same_folder_removes_nothing(small):
    out, doctrees = small.folder / "out", small.folder / "doctrees"
    arguments = ["-q", "-C", "-D", "extensions=sphinx_navapi", "-D", "html_theme=alabaster"]
    arguments += ["-d", str(doctrees), str(small.src), str(out)]
    assert build_main(["-b", "html", *arguments]) == 0
    before = outputs(out).keys()
    assert build_main(["-b", "dummy", *arguments]) == 0
    assert before <= outputs(out).keys()


def test_deleted_docs_json_leaves_no_warning_and_no_stale_page(small):
    small.build()
    small.write({"docs.json": None, "guide.rst": "Guide\n=====\n\nText.\n"})
    again = small.build()
    assert not [line for line in again.warnings if "not_readable" in line]
    assert not list(again.out.rglob("list-users*"))
    third = small.build()
    assert (third.read, third.written) == ([], [])
    assert "0 added, 0 changed, 0 removed" in third.status


def test_links_of_a_shown_operation_follow_a_changed_directory(small, api, tabs):
    api["components"] = document()["components"]
    small.write({"api.json": api, "more.rst": "More\n====\n\n.. openapi-operation:: POST /users\n"})
    assert "api-reference/schemas/" in small.build().text("more.html")
    tabs["navigation"]["tabs"][1]["openapi"] = {"source": "api.json", "directory": "reference"}
    small.write({"docs.json": tabs})
    again = small.build()
    assert "reference/schemas/" in again.text("more.html")
    assert "api-reference" not in again.text("more.html")


def test_link_follows_a_redirect_and_a_page_that_comes_and_goes(small, tabs):
    small.write({"guide.rst": None, "guide.md": "# Guide\n\n[Old](/old) and [extra](/extra).\n"})
    conf = {"extensions": ["myst_parser", "sphinx_navapi"], "suppress_warnings": ["*"]}
    assert 'internal" href="more.html"' not in small.build(**conf).text("guide.html")
    tabs["redirects"] = [{"source": "/old", "destination": "/more"}]
    small.write({"docs.json": tabs, "extra.rst": "Extra\n=====\n"})
    text = small.build(**conf).text("guide.html")
    assert 'internal" href="more.html"' in text
    assert 'internal" href="extra.html"' in text
    small.write({"extra.rst": None})
    assert 'internal" href="extra.html"' not in small.build(**conf).text("guide.html")
