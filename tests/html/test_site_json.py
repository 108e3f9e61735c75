from __future__ import annotations

import json

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.html.site_json import site_json, site_json_text
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.kinds.operation import OPERATION
from sphinx_navapi.plan.site_plan import (
    ExternalLink,
    Page,
    ResolvedElement,
    SitePlan,
)

GROUP = ResolvedElement(
    kind=ElementKind.GROUP,
    label="G",
    pointer="/tabs/0/groups/0",
    attributes={"icon": "x", "tag": "NEW"},
    root="a",
    content={
        "pages": (
            "op",
            ExternalLink(href="https://a.example", title="A"),
            ExternalLink(href="https://b.example", title="B", docname="link"),
        )
    },
    first_page="a",
)
TAB = ResolvedElement(
    kind=ElementKind.TAB,
    label="T",
    pointer="/tabs/0",
    content={"groups": (GROUP,)},
    first_page="a",
)
BLOG = ResolvedElement(
    kind=ElementKind.TAB, label="Blog", pointer="/tabs/1", attributes={"href": "https://c.example"}
)
ANCHOR = ResolvedElement(
    kind=ElementKind.ANCHOR,
    label="X",
    pointer="/global/anchors/0",
    attributes={"href": "https://d.example"},
)
PLAN = SitePlan(
    navigation=ResolvedElement(
        kind=ElementKind.ROOT,
        label="",
        pointer="",
        content={"tabs": (TAB, BLOG)},
        global_anchors=(ANCHOR,),
        first_page="a",
    ),
    pages={
        "op": Page(
            docname="op",
            title="Op",
            kind=OPERATION,
            generated=True,
            operation=OperationKey(document="d.json", method="GET", path="/x"),
            operation_id="getX",
            sidebar_title="Side",
            tag="NEW",
            deprecated=True,
            trail=(TAB, GROUP),
            breadcrumbs=("T", "G"),
            version="1",
            language="en",
            product="P",
            tab="T",
            prev="a",
            next="b",
        ),
        "a": Page(docname="a", title="A"),
    },
    documents={},
    diagnostics=(
        Diagnostic(
            subtype=Subtype.NEAR_MISS,
            message="m",
            place=Place(file="docs.json", line=3),
            level=Level.WARNING,
        ),
        Diagnostic(subtype=Subtype.CONFIG, message="n"),
    ),
)


def test_site_json() -> None:
    assert site_json(PLAN, lambda docname: f"{docname}/") == {
        "version": 1,
        "navigation": {
            "tabs": [
                {
                    "tab": "T",
                    "groups": [
                        {
                            "group": "G",
                            "icon": "x",
                            "tag": "NEW",
                            "root": "a",
                            "pages": ["op", "https://a.example", "link"],
                            "first_page": "a",
                        }
                    ],
                    "first_page": "a",
                },
                {"tab": "Blog", "href": "https://c.example"},
            ],
            "global": {"anchors": [{"anchor": "X", "href": "https://d.example"}]},
            "first_page": "a",
        },
        "pages": {
            "op": {
                "url": "op/",
                "title": "Op",
                "sidebar_title": "Side",
                "kind": "operation",
                "generated": True,
                "operation": {
                    "document": "d.json",
                    "method": "GET",
                    "path": "/x",
                    "operation_id": "getX",
                },
                "tag": "NEW",
                "deprecated": True,
                "breadcrumbs": ["T", "G"],
                "version": "1",
                "language": "en",
                "product": "P",
                "tab": "T",
                "prev": "a",
                "next": "b",
            },
            "a": {
                "url": "a/",
                "title": "A",
                "sidebar_title": None,
                "kind": "page",
                "generated": False,
                "operation": None,
                "tag": None,
                "deprecated": False,
                "breadcrumbs": [],
                "version": None,
                "language": None,
                "product": None,
                "tab": None,
                "prev": None,
                "next": None,
            },
        },
        "diagnostics": [
            {
                "subtype": "near_miss",
                "level": "warning",
                "message": "m",
                "file": "docs.json",
                "line": 3,
            },
            {"subtype": "config", "level": "warning", "message": "n", "file": None, "line": None},
        ],
    }


def test_the_text_has_a_line_for_each_page() -> None:
    text = site_json_text(PLAN, str)
    value = json.loads(text)
    assert json.dumps(value) == json.dumps(site_json(PLAN, str))
    lines = text.splitlines()
    for docname in PLAN.pages:
        assert sum(line.startswith(f'"{docname}": ') for line in lines) == 1
