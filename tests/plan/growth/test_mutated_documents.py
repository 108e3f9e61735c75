"""Documents of this repository, mutated: nothing raises, nothing is fetched, little more work."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from full_run import first
from mutated_documents import Original, check_case, cut_document, read_value

ROOT = Path(__file__).parents[3]
DOCUMENTS = ["docs/openapi/library.yaml", "demo_site/openapi/observations.json"]
CASES = 500
CHUNKS = 20


@cache
def value_of(name: str) -> object:
    return read_value(ROOT / name)


@pytest.mark.parametrize("chunk", first(1, range(CHUNKS)))
def test_mutated_documents(tmp_path: Path, chunk: int) -> None:
    name = DOCUMENTS[chunk % len(DOCUMENTS)]
    draw = random.Random(f"{name} {chunk}")
    original = Original.of(tmp_path, cut_document(value_of(name), draw))
    for case in range(CASES // CHUNKS):
        # The check of documents takes two thirds of the time.
        check_case(tmp_path, original, f"{name} {chunk} {case}", checked=case % 5 == 0)
