"""Links to fields of operations, and with the anchors of other tools, on any page."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from full_run import first
from link_checks import bad_links

DOCUMENT = """\
openapi: 3.1.0
info:
  title: Carts
  version: "1"
  description: |
    See [carts](#tag/My-Carts), [paging](#section/Paging), [notes](#section/Paging/Long-lists).

    # Long lists

    Text.
servers: [{url: https://carts.example}]
tags: [{name: My Carts, description: "Start to [add](#tag/My-Carts/POST/carts)."}]
paths:
  /carts:
    post:
      operationId: addCart
      summary: Add cart
      tags: [My Carts]
      description: "Here [own](#operation/addCart), [user](#body-user-id), [gone](#gone)."
      externalDocs: {url: "#operation/listCarts", description: more}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                userId: {type: string, description: "[list](#operation/listCarts) [none](#none)"}
                size: {type: object, properties: {width: {type: integer}}}
      responses:
        "200":
          description: Fine
          content: {application/json: {schema: {$ref: "#/components/schemas/Cart"}}}
    get:
      operationId: listCarts
      summary: List carts
      tags: [My Carts]
      parameters: [{name: pageSize, in: query, schema: {type: integer}}]
      responses: {"200": {description: Fine}}
components:
  schemas:
    Cart:
      type: object
      description: "[width](#body-size-width) [nowhere](#operation/nowhere) [part](#responses)"
      properties: {cartId: {type: string}}
"""

ADD, LIST, TAG = (f"api-reference/my-carts/{name}" for name in ("add-cart", "list-carts", "index"))

PAGES = {
    "index.mdx": f"---\ntitle: Home\n---\n\n[user](/{ADD}#body-user-id)"
    f" [width](/{ADD}#body-size-width) [cart](/{ADD}#response-cart-id)"
    f" [own](/{ADD}#body.userId) [part](/{ADD}#request-body)"
    " [size](/api-reference/my-carts/list-carts#parameter-page-size)"
    " [tag](/api-reference#tag/My-Carts) [op](/api-reference/index#operation/listCarts)\n",
    f"{ADD}.mdx": "---\ntitle: Add\nopenapi: POST /carts\n---\n\n## Notes\n\nText.\n",
}

CONFIG = {
    "navigation": {
        "groups": [
            {"group": "A", "pages": ["index", f"{ADD}"]},
            {"group": "B", "openapi": "carts.yaml"},
        ]
    }
}


@pytest.fixture
def site(project):
    config = {**CONFIG, "api": {"openapi": "carts.yaml"}}
    project.write({"docs.json": config, "carts.yaml": DOCUMENT, **PAGES})
    return project


def links_of(built, name):
    soup = BeautifulSoup(built.text(name), "html.parser")
    return {
        a.get_text(strip=True): urljoin(name, str(a["href"])) for a in soup.find_all("a", href=True)
    }


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_links_of_pages(site, theme):
    built = site.build(html_theme=theme)
    assert built.warnings == []
    found = links_of(built, "index.html")
    assert {name: found[name] for name in ("user", "width", "cart", "own", "part")} == {
        "user": f"{ADD}.html#body.userId",
        "width": f"{ADD}.html#body.size.width",
        "cart": f"{ADD}.html#r200.cartId",
        "own": f"{ADD}.html#body.userId",
        "part": f"{ADD}.html#request-body",
    }
    assert found["size"] == f"{LIST}.html#query.pageSize"
    assert (found["tag"], found["op"]) == (f"{TAG}.html", f"{LIST}.html")
    dead = {"#gone", "#none", "#operation/nowhere"}
    assert {bad.href for bad in bad_links(built.out)} <= dead


def test_links_of_texts(site):
    built = site.build(html_theme="navapi")
    found = links_of(built, f"{ADD}.html")
    assert found["own"] == f"{ADD}.html#add"
    assert found["user"] == f"{ADD}.html#body.userId"
    assert found["list"] == found["more"] == f"{LIST}.html"
    # In a component, for the page that shows it.
    assert found["width"] == f"{ADD}.html#body.size.width"
    assert found["gone"] == f"{ADD}.html#gone"
    overview = links_of(built, "api-reference/index.html")
    assert overview["carts"] == f"{TAG}.html"
    assert overview["add"] == f"{ADD}.html"
    # The page itself needs an element.
    assert overview["paging"].startswith("api-reference/index.html#")
    assert overview["notes"] == "api-reference/index.html#long-lists"
    assert "](list-carts.md)" in built.text(f"{ADD}.md")
    assert "[own](#add), [user](#body.userId), [gone](#gone)" in built.text(f"{ADD}.md")


def test_what_is_dead_is_reported(site):
    built = site.build()
    found = {
        re.search(r"links to '([^']*)'", d["message"])[1]: (d["line"], d["level"])
        for d in built.site()["diagnostics"]
        if d["subtype"] == "unresolved_link"
    }
    lines = DOCUMENT.splitlines()
    assert found == {
        href: (number, "info")
        for number, line in enumerate(lines, 1)
        for href in ("#gone", "#none", "#operation/nowhere")
        if f"({href})" in line
    }
    assert len(found) == 3


def test_dead_anchors_of_pages(site):
    links = ["#body-user-ids", "#response-nothing", "#no-part", "#operation/gone"]
    text = " ".join(f"[x](/{ADD}{link})" for link in links[:3])
    site.write({"index.mdx": f"---\ntitle: Home\n---\n\n{text} [ok](/{ADD}#notes)\n"})
    config = {**CONFIG, "navbar": {"links": [{"label": "n", "href": f"/{ADD}#body.gone"}]}}
    site.write({"docs.json": {**config, "api": {"openapi": "carts.yaml"}}})
    warnings = "".join(site.build().warnings)
    for link in links[:3]:
        assert f"has no heading or anchor '{link[1:]}'" in warnings
    assert "did you mean 'body.userId'?" in warnings
    where = f"navbar.links.0.href: page '{ADD}' has no heading or anchor 'body.gone'"
    assert f"{where}; the link leads to the page" in warnings


def test_a_field_that_goes(site):
    """The page with the link is written again."""
    site.build()
    site.write({"carts.yaml": DOCUMENT.replace("userId: ", "buyer: ")})
    built = site.build()
    gone = [re.search("anchor '([^']*)'", warning)[1] for warning in built.warnings]
    assert sorted(gone) == ["body-user-id", "body.userId"]


def test_fields_of_a_schema_that_is_shown_once(site):
    """Links lead to the first response that shows it."""
    fields = "".join(f", field{number}: {{type: string}}" for number in range(600))
    errors = "".join(
        f"""\
        "{status}":
          description: Error
          content: {{application/json: {{schema: {{$ref: "#/components/schemas/Cart"}}}}}}
"""
        for status in (404, 500)
    )
    document = DOCUMENT.replace("    get:\n", f"{errors}    get:\n")
    document = document.replace("cartId: {type: string}", f"cartId: {{type: string}}{fields}")
    text = f"# Home\n\n[first](/{ADD}#r200.field7) [again](/{ADD}#r500.field7)\n"
    site.write({"carts.yaml": document, "index.mdx": text})
    built = site.build()
    assert built.warnings == []
    found = links_of(built, "index.html")
    assert found["first"] == found["again"] == f"{ADD}.html#r200.field7"
    assert 'id="r500"' in built.text(f"{ADD}.html")
    dead = {"#gone", "#none", "#operation/nowhere"}
    assert {bad.href for bad in bad_links(built.out)} <= dead


@pytest.mark.parametrize(
    "builder", first(2, ["latex", "text", "epub", "singlehtml", "dirhtml", "dummy"])
)
def test_other_builders(site, builder):
    built = site.build(builder, version="1", epub_copyright="A")
    assert built.warnings == []
    if builder == "epub":
        assert bad_links(built.out, ".xhtml") == []


def test_operations_in_a_page_of_an_author(project):
    """Directives show operations whose fields have ids with a prefix."""
    ident = "carts-yaml-post-carts-body.userId"
    project.write(
        {
            "carts.yaml": DOCUMENT,
            "docs.json": {"navigation": {"pages": ["index", "shown"]}},
            "index.md": f"# Home\n\n[f](shown.md#{ident}) [no](shown.md#a.b)\n",
            "shown.md": "# Shown\n\n```{openapi-operation} carts.yaml POST /carts\n```\n",
        }
    )
    built = project.build(extensions=["myst_parser", "sphinx_navapi"])
    assert f'id="{ident}"' in built.text("shown.html")
    assert links_of(built, "index.html")["f"] == f"shown.html#{ident}"
    (warning,) = built.warnings
    assert "'a.b'" in warning
