"""``feedback`` of docs.json, in built pages."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup

from sphinx_navapi.server.content_policy import page_policy


@pytest.fixture
def site(project):
    def change(**settings: Any) -> None:
        project.write({"docs.json": {"navigation": {"pages": ["index", "bare"]}, **settings}})

    project.conf["html_theme"] = "navapi"
    project.write({"index.md": "# Home\n", "bare.md": "---\nmode: frame\n---\n# Bare\n"})
    project.change = change
    return project


def questions(built: Any, name: str = "index.html") -> list[Any]:
    return BeautifulSoup(built.text(name), "html.parser").select(".navapi-feedback")


@pytest.mark.parametrize("feedback", [None, False, {}, {"thumbsRating": False, "post": "/x"},
                                      {"suggestEdit": True}])  # fmt: skip
def test_readers_are_not_asked(site, feedback: object) -> None:
    site.change(**({} if feedback is None else {"feedback": feedback}))
    built = site.build()
    assert built.warnings == []
    assert "feedback" not in built.text("index.html")


def test_readers_are_asked(site) -> None:
    site.conf["language"] = "de"
    site.change(feedback={"thumbsRating": True, "post": "https://a.example/b?c=1"})
    built = site.build()
    [question] = questions(built)
    assert question["data-page"] == "index"
    assert question["data-post"] == "https://a.example/b?c=1"
    assert [button.text for button in question.select("button")] == ["Ja", "Nein"]
    assert questions(built, "bare.html") == questions(built, "search.html") == []
    # The server allows the page to send there, and nowhere else.
    policy = page_policy(built.text("index.html").encode())
    assert "connect-src 'self' https://a.example;" in policy
    site.change(feedback=True)
    again = site.build()
    assert "index" in again.written
    assert "data-post" not in questions(again)[0].attrs


@pytest.mark.parametrize("feedback", ["yes", {"post": "javascript:x"}, {"thumbsRating": "yes"}])
def test_values_that_are_none(site, feedback: object) -> None:
    site.change(feedback=feedback)
    built = site.build()
    [warning] = built.warnings
    assert "[navapi.config]" in warning
    assert questions(built) == []
