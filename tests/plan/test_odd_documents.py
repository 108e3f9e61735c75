"""Randomly changed documents: nothing raises, and only changed parts are lost.

The changes are generated from a seed, so a failure is the same everywhere.
"""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from full_run import first
from odd_values import is_at_fault, kept_operations, mutate, places, show_all
from plan_sites import plan

from sphinx_navapi.formats.data_file import read_data
from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.plan.schema_links import book_links

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["docs/openapi/library.yaml", "demo_site/openapi/observations.json"]
NAVIGATION = {"groups": [{"group": "API", "openapi": "api.json"}]}

#: Without these, operations have no document, or lack a required part.
NEEDED = ("/openapi", "/paths", "/webhooks", "/components")


@cache
def value_of(name: str) -> Any:
    return read_data(ROOT / name, name).value


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("seed", first(1, range(10)))
def test_one_odd_value(tmp_path: Path, name: str, seed: int) -> None:
    draw = random.Random(f"{seed} {name}")
    before = plan(tmp_path, NAVIGATION, {"api.json": value_of(name)})
    operations = before.plan.documents["api.json"].operations
    for _ in range(3):
        root = copy.deepcopy(value_of(name))
        where = draw.choice(list(places(root)))
        if draw.random() < 0.4:
            where = "/".join(where.split("/")[: draw.randint(2, 5)])
        changed = mutate(root, where, draw)
        site = plan(tmp_path, NAVIGATION, {"api.json": json.dumps(root)}, schema_links=book_links)
        show_all(site)
        if where.startswith(NEEDED) and where.count("/") <= 3:
            continue
        lost = kept_operations(before) - kept_operations(site)
        for operation in operations:
            if (operation.key.method, operation.key.path) in lost:
                assert is_at_fault(where, operation.pointer), changed
    for problem in check_document(tmp_path / "api.json"):
        assert problem.message.isprintable()
