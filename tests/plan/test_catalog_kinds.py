"""Whether pages about all operations are made is known without reading what is on them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from full_run import first
from mutated_documents import mutated

from sphinx_navapi.openapi.error_catalog import read_errors
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.scope_matrix import read_scopes
from sphinx_navapi.plan.deprecations import read_deprecations
from sphinx_navapi.plan.kinds.catalog import CATALOG_KINDS
from sphinx_navapi.plan.scopes import BoundDocument

DEMO = Path(__file__).parents[2] / "demo_site" / "openapi" / "observations.json"
BOUND = BoundDocument(name="api.json", catalog=("errors", "scopes", "deprecations"))


def test_only_kinds_that_are_set_have_a_page() -> None:
    one = BoundDocument(name="api.json", catalog=("scopes",))
    assert [kind.name for kind, page in CATALOG_KINDS.items() if page(one)] == ["scopes"]
    assert not any(page(BoundDocument(name="api.json")) for page in CATALOG_KINDS.values())


@pytest.mark.parametrize("seed", first(5, range(60)))
def test_pages_are_made_if_there_is_something_on_them(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    root = json.loads(DEMO.read_text("utf-8"))
    # Few of the operations, so that some documents lack something.
    kept = draw.sample(sorted(root["paths"]), draw.randint(1, 4))
    root["paths"] = {path: root["paths"][path] for path in kept}
    root.pop("webhooks", None)
    document = None
    while document is None:  # some mutations leave nothing that can be read
        (tmp_path / "api.json").write_text(json.dumps(mutated(root, draw)[0]), "utf-8")
        document = load_document(tmp_path / "api.json", "api.json", tmp_path).document
    views = [read_operation(document, each) for each in document.operations]
    registry = SchemaRegistry(document)
    expected = {
        "errors": bool(read_errors(views, registry).statuses),
        "scopes": bool(read_scopes(document, views)),
        "deprecations": bool(read_deprecations(document, views, registry)),
    }
    for kind, page_of in CATALOG_KINDS.items():
        page = page_of(BOUND)
        assert page is not None
        assert page.is_empty(document, document.operations) is not expected[kind.name], kind.name
