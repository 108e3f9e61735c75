"""Fields of operations that a site shows on their pages."""

from __future__ import annotations

from typing import Any

from bs4 import BeautifulSoup

from sphinx_navapi.plan.documents import extension_labels

USERS = "api-reference/users/list-users"


def test_labels() -> None:
    def labels(value: Any) -> dict[str, str]:
        return extension_labels({"api": {"extensions": value}})

    assert labels(["x-required-role", "x-a"]) == {
        "x-required-role": "Required role",
        "x-a": "A",
    }
    assert labels({"x-required-role": "Role", "x-a": ""}) == {"x-required-role": "Role", "x-a": "A"}
    assert extension_labels({}) == {}


def test_they_are_on_the_pages(small, api, tabs):
    api["paths"]["/users"]["get"] |= {
        "x-role": ["admin", "<b>"],
        "x-docs": "https://a.example/?a=1&b",
        "x-stability-level": "beta",
        "x-badges": [{"name": "Paid <plans>"}],
    }
    small.write({"api.json": api, "docs.json": {**tabs, "api": {"extensions": ["x-role"]}}})
    built = small.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{USERS}.html"), "html.parser")
    items = [item for item in page.select("li") if item.get_text().startswith("Role:")]
    assert [code.get_text() for code in items[0].select("code")] == ["admin", "<b>"]
    assert [tag.get_text() for tag in page.select("h1 .navapi-tag")] == ["Beta", "Paid <plans>"]
    assert "- Role: `admin`, `<b>`" in built.text(f"{USERS}.md")
    assert "a.example" not in built.text(f"{USERS}.html")

    # Only pages that show one are read again.
    small.write({"docs.json": {**tabs, "api": {"extensions": {"x-docs": "More"}}}})
    again = small.build()
    assert again.read == [USERS]
    assert "Role:" not in again.text(f"{USERS}.html")
    assert 'href="https://a.example/?a=1&amp;b"' in again.text(f"{USERS}.html")
