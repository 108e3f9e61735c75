"""Anchors that authors wrote from memory."""

from __future__ import annotations

import pytest

from sphinx_navapi.links.anchors import nearest_anchor

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
