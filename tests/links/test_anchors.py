"""Names of anchors, and those that authors wrote from memory."""

from __future__ import annotations

import pytest

from sphinx_navapi.links.anchors import find_anchor, heading_slug, hosted_slug, nearest_anchor

ANCHORS = ("using-metadata-to-show-progress", "google-sso", "Deploy-it", "id3", "faq")


@pytest.mark.parametrize(
    ("anchor", "nearest"),
    [
        ("google-ssso", "google-sso"),
        ("google--sso-", "google-sso"),
        ("deploy-its", "Deploy-it"),
        ("using-metadata", "using-metadata-to-show-progress"),
        ("google-sso--integration-of-all", "google-sso"),
        ("id4", None),
        ("something-else", None),
        ("", None),
        ("--", None),
    ],
)
def test_nearest_anchor(anchor: str, nearest: str | None) -> None:
    assert nearest_anchor(anchor, ANCHORS) == nearest


def test_nothing_is_near_on_a_page_without_anchors() -> None:
    assert nearest_anchor("a", ()) is None


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Say it!", "say-it"),
        ("1. Über uns & co", "1-über-uns--co"),
        ("a_b-c", "a_b-c"),
        ("日本", "日本"),
    ],
)
def test_slugs(title, slug):
    assert heading_slug(title) == slug


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Say it!", "say-it"),
        ("What's next?", "what’s-next"),
        ("API Keys & Limits tab", "api-keys-&-limits-tab"),
        ("/usage endpoint", "/usage-endpoint"),
        ("yourTask.triggerAndWait()", "yourtask-triggerandwait"),
        ("session.in — clients → task", "session-in-—-clients-→-task"),
        ("什么是 API？", "什么是-api？"),
        ("安装（可选）：第一步", "安装（可选）：第一步"),
        ("a_b-c", "a_b-c"),
        ("?", ""),
    ],
)
def test_slugs_of_a_hosted_service(title, slug):
    assert hosted_slug(title) == slug


def test_anchors_are_found_as_others_slug_them():
    anchors = {"1-a--b": "a-b", "c": "c"}
    assert find_anchor("1-a--b", anchors) == "a-b"
    assert find_anchor("1-a-b-", anchors) == "a-b"
    assert find_anchor("C", anchors) == "c"
    assert find_anchor("d", anchors) is None
