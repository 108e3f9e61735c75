"""``redirects``: which paths redirect, where to, and what cannot be written."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote, urljoin

import pytest

from sphinx_navapi.diagnostics import Level
from sphinx_navapi.links.redirects import (
    Destinations,
    Redirect,
    plan_redirects,
    redirect_page,
    redirect_pages,
    redirect_paths,
    redirect_rules,
)

PAGES = {
    "index": "Welcome",
    "start/quickstart": "Quickstart",
    "guides/index": "Guides",
    "guides/webhooks": "Web & hooks",
    "v4/basics/act": "Act",
    "v4/basics/deep/observe": "Observe",
    "v4/index": "Version 4",
    "été": "Été",
}
FILES = {"files/terms.pdf": "files/terms.pdf"}


def plan(*rules: Any) -> tuple[dict[str, Redirect], list[tuple[str, Level, str]]]:
    """Redirects by source, and pointer, level and text of each finding."""
    destinations = Destinations(
        pages=PAGES,
        root_doc="index",
        target_uri=lambda docname: f"{docname}.html",
        find_file=FILES.get,
    )
    redirects, findings = plan_redirects(list(rules), destinations)
    return (
        {redirect.source: redirect for redirect in redirects},
        [(f.problem.pointer, f.level, f.problem.text) for f in findings],
    )


def rule(source: str, destination: str, **more: Any) -> dict[str, Any]:
    return {"source": source, "destination": destination, **more}


@pytest.mark.parametrize(
    ("destination", "target", "label"),
    [
        pytest.param("/start/quickstart", "start/quickstart.html", "Quickstart", id="page"),
        pytest.param("start/quickstart/", "start/quickstart.html", "Quickstart", id="no slash"),
        pytest.param("/guides", "guides/index.html", "Guides", id="index of a folder"),
        pytest.param("/v4/basics", "v4/basics/act.html", "Act", id="first page of a folder"),
        pytest.param("/", "index.html", "Welcome", id="root"),
        pytest.param(
            "/start/quickstart#a b", "start/quickstart.html#a%20b", "Quickstart", id="anchor"
        ),
        pytest.param(
            "https://x.example:8080/a?b#c", "https://x.example:8080/a?b#c",
            "https://x.example:8080/a?b#c", id="address",
        ),
        pytest.param("mailto:a@x.example", "mailto:a@x.example", "mailto:a@x.example", id="mail"),
        pytest.param("/files/terms.pdf", "files/terms.pdf", "terms.pdf", id="file"),
        pytest.param("/start/quickstart.mdx", "start/quickstart.html", "Quickstart", id="suffix"),
    ],
)  # fmt: skip
def test_destination(destination, target, label):
    redirects, findings = plan(rule("/old", destination))
    assert findings == []
    assert redirects == {"old": Redirect(source="old", target=target, label=label, permanent=True)}


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("/old", "old"),
        ("old/", "old"),
        ("/a/b", "a/b"),
        ("/old.html", "old.html"),
        ("/caf%C3%A9", "café"),
        ("/a%20b", "a b"),
        ("/feed.xml", "feed.xml"),
    ],
)
def test_source(source, path):
    redirects, findings = plan(rule(source, "/start/quickstart"))
    assert findings == []
    assert list(redirects) == [path]


NO_PATHS = {
    Level.WARNING: [
        "/../out", "/a/../../out", "/%2e%2e/out", "/a%2f..%2f..%2fout",
        "/a//b", "/a\\..\\b", "/a%00b", "/../:slug*",
        "https://x.example/a", "//x.example/a",
    ],
    Level.INFO: ["/a#b", "/a?b=c"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "level"),
    [(source, level) for level, sources in NO_PATHS.items() for source in sources],
)
def test_source_that_is_not_a_path(source, level):
    redirects, findings = plan(rule(source, "/start/quickstart"))
    assert redirects == {}
    ((pointer, found, text),) = findings
    assert (pointer, found) == ("/redirects/0/source", level)
    assert "ignored" in text


@pytest.mark.parametrize(
    "destination",
    ["/nowhere", "/../../etc/passwd", "javascript:alert(1)", "data:text/html,x", "//x.example"],
)
def test_destination_that_is_none(destination):
    redirects, findings = plan(rule("/old", destination))
    assert redirects == {}
    ((pointer, level, _text),) = findings
    assert (pointer, level) == ("/redirects/0/destination", Level.WARNING)


def test_chains_are_followed_and_circles_end():
    redirects, findings = plan(
        rule("/a", "/b#one"), rule("/b", "/c"), rule("/c", "/start/quickstart"),
        rule("/x", "/y"), rule("/y", "/x"), rule("/z", "/z"),
    )  # fmt: skip
    assert {name: r.target for name, r in redirects.items()} == {
        "a": "start/quickstart.html#one",
        "b": "start/quickstart.html",
        "c": "start/quickstart.html",
    }
    assert [pointer for pointer, _level, _text in findings] == [
        "/redirects/3/destination", "/redirects/4/destination", "/redirects/5/destination",
    ]  # fmt: skip


def test_a_page_stays_and_the_first_rule_counts():
    redirects, findings = plan(
        rule("/start/quickstart", "/guides"),
        rule("/guides", "/start/quickstart"),
        rule("/old", "/guides"),
        rule("/old/", "/start/quickstart"),
    )
    assert {name: r.target for name, r in redirects.items()} == {"old": "guides/index.html"}
    assert [(pointer, level) for pointer, level, _ in findings] == [
        ("/redirects/0/source", Level.INFO),
        ("/redirects/1/source", Level.INFO),
        ("/redirects/3/source", Level.INFO),
    ]


def test_rule_for_many_paths_becomes_a_page_for_each_known_one():
    redirects, findings = plan(
        rule("/basics/act", "/guides"), rule("/basics/:slug*", "/v4/basics/:slug*#top")
    )
    assert findings == []
    assert {name: r.target for name, r in redirects.items()} == {
        "basics/act": "guides/index.html",
        "basics/deep/observe": "v4/basics/deep/observe.html#top",
        # ``:slug*`` may be empty: the folder, which redirects to its first page.
        "basics": "v4/basics/act.html#top",
    }


@pytest.mark.parametrize(
    ("source", "destination", "known"),
    [
        pytest.param("/cosmos/:path*", "/guides", {"cosmos": "guides/index.html"}, id="to one"),
        pytest.param("/cosmos/*", "/guides", {"cosmos": "guides/index.html"}, id="unnamed"),
        pytest.param("/u/:id", "/guides", {}, id="a segment"),
        pytest.param("/:os(a|b)/:rest*", "/guides", {}, id="an expression"),
        pytest.param("/conf-:rest(.*)", "/guides/:rest", {}, id="an expression for a hole"),
        pytest.param(
            "/blog/:p*", "https://x.example:8080/b/:p*", {"blog": "https://x.example:8080/b"},
            id="elsewhere",
        ),
    ],
)  # fmt: skip
def test_rule_that_files_cannot_answer(source, destination, known):
    redirects, findings = plan(rule(source, destination))
    assert {name: r.target for name, r in redirects.items()} == known
    ((pointer, level, text),) = findings
    assert (pointer, level) == ("/redirects", Level.INFO)
    assert "_navapi/redirects.json" in text


def test_such_rules_are_reported_together():
    _redirects, findings = plan(*(rule(f"/old{n}/:x*", "/guides") for n in range(7)))
    ((_pointer, _level, text),) = findings
    assert '"/old0/:x*"' in text
    assert "and 4 more" in text


def test_of_three_such_rules_each_is_named():
    _redirects, findings = plan(*(rule(f"/old{n}/:x*", "/guides") for n in range(3)))
    ((_pointer, _level, text),) = findings
    assert text.startswith('"/old0/:x*", "/old1/:x*", "/old2/:x*" match any path')


def test_an_anchor_of_the_destination_wins_over_one_on_the_way():
    redirects, _findings = plan(
        rule("/a", "/b#one"), rule("/b", "/start/quickstart#two"),
        rule("/c", "/d"), rule("/d", "/start/quickstart#two"),
    )  # fmt: skip
    assert {redirect.target for redirect in redirects.values()} == {"start/quickstart.html#two"}


def test_segments_are_filled_in():
    redirects, findings = plan(rule("/old/:a/:b/x", "/v4/:b/:a"))
    assert findings == []
    assert {name: r.target for name, r in redirects.items()} == {
        "old/act/basics/x": "v4/basics/act.html"
    }


@pytest.mark.parametrize("rules", [None, {}, "x", [None, 1, {}, {"source": 1}, rule("", "/x")]])
def test_what_is_not_a_rule_is_skipped(rules):
    destinations = Destinations(
        pages=PAGES, root_doc="index", target_uri=str, find_file=lambda path: None
    )
    assert plan_redirects(rules, destinations) == ((), ())
    assert redirect_rules(rules) == []


@pytest.mark.parametrize(
    ("source", "folders", "paths"),
    [
        ("old", False, ("old.html", "old/index.html")),
        ("old", True, ("old/index.html",)),
        ("a/b.html", False, ("a/b.html",)),
        ("a/b.html", True, ("a/b.html",)),
        ("a/index", False, ("a/index.html",)),
    ],
)
def test_paths(source, folders, paths):
    assert redirect_paths(source, suffix=".html", folders=folders) == paths


class _Page(HTMLParser):
    """What browsers read from a redirect page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def one(self, tag: str, **wanted: str) -> dict[str, str | None]:
        (found,) = (a for t, a in self.tags if t == tag and wanted.items() <= a.items())
        return found


@pytest.mark.parametrize("path", ["old.html", "old/index.html", "a/b/c.html", "guides/old.html"])
def test_page_leads_on_from_every_folder(path):
    redirect = Redirect(source="old", target="guides/webhooks.html#x", label="Web & hooks")
    text = redirect_page(redirect, path)
    page = _Page(text)
    href = page.one("a")["href"]
    refresh = page.one("meta", **{"http-equiv": "refresh"})["content"]
    assert refresh == f"0; url={href}"
    assert page.one("link", rel="canonical")["href"] == href
    assert href is not None
    for base in ("https://x.example/docs/", "file:///srv/site/"):
        assert urljoin(f"{base}{path}", href) == f"{base}guides/webhooks.html#x"
    assert "Web & hooks" in page.text
    assert not any(tag == "script" for tag, _attrs in page.tags)


def test_page_with_a_base_url_and_not_for_good():
    redirect = Redirect(source="a/b", target="x.html", label="X")
    page = _Page(redirect_page(redirect, "a/b.html", base_url="https://x.example/docs"))
    assert page.one("link", rel="canonical")["href"] == "https://x.example/docs/x.html"
    assert page.one("a")["href"] == "../x.html"
    for_now = Redirect(source="a/b", target="x.html", label="X", permanent=False)
    page = _Page(redirect_page(for_now, "a/b.html"))
    assert not any(tag == "link" for tag, _ in page.tags)
    assert page.one("meta", name="robots")["content"] == "noindex"


HOSTILE = '"><script>alert(1)</script>'


def test_page_of_hostile_values():
    redirect = Redirect(
        source="a", target=f"https://x.example/{HOSTILE}'; url=y", label=f"x{HOSTILE}"
    )
    page = _Page(redirect_page(redirect, "a.html", lang=f"en{HOSTILE}"))
    assert not any(tag == "script" for tag, _ in page.tags)
    href = page.one("a")["href"]
    assert href is not None
    assert "'" not in href
    assert '"' not in href
    assert unquote(href) == redirect.target


def test_two_rules_for_one_file():
    redirects = [
        Redirect(source="a", target="x.html", label="X"),
        Redirect(source="a/index", target="y.html", label="Y"),
    ]
    pages = redirect_pages(redirects, suffix=".html", folders=False)
    assert sorted(pages) == ["a.html", "a/index.html"]
    assert pages["a/index.html"].target == "x.html"
    assert all(posixpath.normpath(path) == path for path in pages)


def test_rules_for_servers():
    rules = [rule("/a/:x*", "/b/:x*"), rule("/c", "https://x.example", permanent=False)]
    assert redirect_rules([*rules, rule("/d", "javascript:x"), rule("https://x.example", "/")]) == [
        {**rules[0], "permanent": True},
        rules[1],
    ]


def test_a_rule_that_cannot_be_used_does_not_end_the_list():
    good = rule("/a", "/b")
    bad = [5, rule("/x", 5), rule(5, "/x"), rule("  ", "/x"), rule("/x", "javascript:x")]
    assert redirect_rules([*bad, good]) == [{**good, "permanent": True}]
