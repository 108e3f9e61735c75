from __future__ import annotations

from sphinx_navapi.diagnostics import Level, Place, Subtype
from sphinx_navapi.formats.unsafe_markup import unsafe_markup_diagnostics

ROOT = {
    "info": {"description": "fine <b>bold</b> and `<script>`"},
    "paths": {
        "/a": {
            "get": {
                "description": "a <script>x</script> [y](javascript:z)",
                "parameters": [{"description": "a <script>x</script> [y](javascript:z)"}],
                "responses": {"200": {"description": "<form>"}},
            }
        }
    },
    "components": {
        "schemas": {
            "description": {"description": "<iframe>"},
            "A": {
                "example": {"description": "<script>"},
                "properties": {
                    "description": {"type": "string", "description": "a <nobr>b</nobr>"},
                    "example": {"description": "<a onclick=x>"},
                },
            },
        }
    },
}


def test_each_text_is_reported_once_with_its_place() -> None:
    found = unsafe_markup_diagnostics(ROOT, "api.json", lambda p: Place(file="api.json", pointer=p))
    assert [diagnostic.place.pointer for diagnostic in found] == [
        "/paths/~1a/get/description",
        "/paths/~1a/get/responses/200/description",
        "/components/schemas/description/description",
        "/components/schemas/A/properties/example/description",
    ]
    assert {diagnostic.subtype for diagnostic in found} == {Subtype.UNSAFE_MARKUP}
    assert {diagnostic.level for diagnostic in found} == {Level.INFO}
    assert "<script>, javascript:z" in found[0].message
    assert "api.json" in found[0].message


def test_values_that_are_no_documents() -> None:
    for root in (None, [], {"description": 1}, {"description": {"description": "x"}}, "<script>"):
        assert unsafe_markup_diagnostics(root, "x", lambda p: Place(pointer=p)) == []
