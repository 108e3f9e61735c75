"""Names of anchors, and those that authors wrote from memory."""

from __future__ import annotations

import pytest

from sphinx_navapi.links.targets import (
    field_names,
    find_anchor,
    find_field,
    heading_slug,
    hosted_slug,
    is_field_anchor,
    nearest_anchor,
)

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
    assert find_anchor("a-and-b", {"a-&-b": "id"}) == "id"
    assert find_anchor("a--b", {"a--b": "id", "a-&-b": "id"}) == "id"


FIELDS = (
    "path.id", "query.pageSize", "header.X-User-Id", "body", "body.userId", "body.size.width",
    "body.items", "body.items.id", "body.kind~o1.name", "body-1.token", "r200", "r200.cartId",
    "r200.data", "r200.data.org_id", "r2XX.state", "rdefault.code", "c0~body.note",
)  # fmt: skip


@pytest.mark.parametrize(
    ("anchor", "ident"),
    [
        ("body.userId", "body.userId"),
        ("body-user-id", "body.userId"),
        ("body-size-width", "body.size.width"),
        ("body-kind-name", "body.kind~o1.name"),
        ("body-kind-one-of-1-name", "body.kind~o1.name"),
        ("body-token", "body-1.token"),
        # A property of that name, not the items of an array.
        ("body-items-id", "body.items.id"),
        ("parameter-id", "path.id"),
        ("parameter-page-size", "query.pageSize"),
        ("parameter-x-user-id", "header.X-User-Id"),
        ("response-cart-id", "r200.cartId"),
        ("response-items-cart-id", "r200.cartId"),
        ("response-data-items-org-id-one-of-0", "r200.data.org_id"),
        ("response-state", "r2XX.state"),
        ("response-code", "rdefault.code"),
        ("body-nothing", None),
        ("user-id", None),
        ("response", None),
        ("note", None),
    ],
)
def test_anchors_of_fields_on_hosted_services(anchor: str, ident: str | None) -> None:
    assert find_field(anchor, field_names(FIELDS)) == ident


@pytest.mark.parametrize(
    ("anchor", "is_field"),
    [("body-x", True), ("body.x", True), ("r200.x", True), ("query.x", True), ("parameter-x", True),
     ("parameters", False), ("responses", False), ("request-body", False), ("tag/x", False)],
)  # fmt: skip
def test_anchors_that_look_like_fields(anchor: str, is_field: bool) -> None:
    assert is_field_anchor(anchor) == is_field
