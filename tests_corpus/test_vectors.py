"""The worked cases of navigation: a small site as input; navigation, pages and diagnostics as
output.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shared_corpus import SHARED, site_inputs
from write_files import write_files

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.html.site_json import element_json, site_json
from sphinx_navapi.plan import Matching, plan_site
from sphinx_navapi.plan.site_plan import (
    ExternalLink,
    ResolvedElement,
    SitePlan,
)

VECTORS = sorted((SHARED / "vectors").glob("*.json"))
LABELS = [kind.value for kind in ElementKind if kind is not ElementKind.ROOT]

#: Must be listed in a case to be allowed; others may always be reported.
STRICT = {
    "near_miss",
    "page_not_found",
    "invalid_operation",
    "openapi_invalid",
    "openapi_2",
    "config",
}


def test_there_are_vectors() -> None:
    assert len(VECTORS) > 50


def plan_case(case: dict[str, Any], srcdir: Path, matching: Matching) -> SitePlan:
    (srcdir / "docs.json").write_text(json.dumps(case["docs"]), "utf-8")
    write_files(srcdir, case["openapi"])
    write_files(srcdir, case["pages"])
    return plan_site(site_inputs(srcdir, matching))


def simplify(value: Any) -> Any:
    """A navigation reduced to labels, href and children."""
    if isinstance(value, str):
        return value
    kept: dict[str, Any] = {}
    for key, entry in value.items():
        if key in LABELS or key == "href":
            kept[key] = entry
        elif isinstance(entry, list) and entry:
            kept[key] = [simplify(item) for item in entry]
        elif key == "global" and entry.get("anchors"):
            anchors = [a for a in entry["anchors"] if "://" in a.get("href", "")]
            kept[key] = {"anchors": [simplify(anchor) for anchor in anchors]}
    return kept


def describe_pages(plan: SitePlan) -> dict[str, Any]:
    pages: dict[str, Any] = {}
    for docname, page in plan.pages.items():
        if page.generated and page.operation is None:
            continue
        described: dict[str, Any] = {
            "title": page.title,
            "openapi": str(page.operation) if page.operation else None,
            "document": page.operation.document if page.operation else None,
        }
        if page.sidebar_title is not None:
            described["sidebarTitle"] = page.sidebar_title
        if page.tag is not None:
            described["tag"] = page.tag
        if page.deprecated:
            described["deprecated"] = True
        pages[docname] = described
    return pages


def at(root: ResolvedElement, pointer: str) -> Any:
    found: Any = root
    for segment in filter(None, pointer.split("/")):
        found = found[int(segment)] if isinstance(found, tuple) else found.content[segment]
    return found


@pytest.mark.parametrize("mode", ["exact", "lenient"])
@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_vector(path: Path, mode: str, tmp_path: Path) -> None:
    case = json.loads(path.read_text("utf-8"))
    expected = case["expected"]
    if mode == "lenient":
        expected = case.get("expected_lenient", expected)
    plan = plan_case(case, tmp_path, Matching(mode))

    assert simplify(element_json(plan.navigation)) == simplify(expected["navigation"])
    assert describe_pages(plan) == expected["pages"]

    reported = [(d.subtype.value, d.message, d.place.file) for d in plan.diagnostics]
    for wanted in expected["diagnostics"]:
        assert any(
            subtype == wanted["subtype"] and (wanted["about"] in message or wanted["about"] in file)
            for subtype, message, file in reported
        ), f"{wanted} not among {reported}"
    listed = {wanted["subtype"] for wanted in expected["diagnostics"]}
    assert {subtype for subtype, _, _ in reported} & STRICT <= listed, reported

    for pointer, first in expected.get("first_page", {}).items():
        assert at(plan.navigation, pointer).first_page == first, pointer
    for docname, labels in expected.get("breadcrumbs", {}).items():
        assert list(plan.pages[docname].breadcrumbs) == labels
    for pointer, label in expected.get("default", {}).items():
        defaults = [e.label for e in at(plan.navigation, pointer) if e.attributes.get("default")]
        assert defaults == [label]


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_every_dropped_entry_has_one_reason(path: Path, tmp_path: Path) -> None:
    plan = plan_case(json.loads(path.read_text("utf-8")), tmp_path, Matching.EXACT)
    reasons = [
        d.place
        for d in plan.diagnostics
        if d.subtype in {"near_miss", "page_not_found", "missing_openapi"}
    ]
    assert len(reasons) == len(set(reasons))
    assert all(place.line for place in reasons)


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_site_json_is_json(path: Path, tmp_path: Path) -> None:
    plan = plan_case(json.loads(path.read_text("utf-8")), tmp_path, Matching.EXACT)
    value = site_json(plan, lambda docname: f"{docname}.html")
    assert json.loads(json.dumps(value)) == value
    assert not [e for e in plan.navigation.children() if isinstance(e, ExternalLink)]
