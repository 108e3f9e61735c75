"""Mutated documents of the corpus: as many as `NAVAPI_MUTATIONS` says."""

from __future__ import annotations

import os
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from mutated_documents import Original, check_case, cut_document, read_value
from shared_corpus import DOCUMENTS, OPENAPI

CASES = int(os.environ.get("NAVAPI_MUTATIONS", "200"))

#: Cases of one cut of a document.
OF_ONE = 20


@lru_cache(maxsize=2)
def value_of(name: str) -> Any:
    return read_value(OPENAPI / name)


@pytest.mark.parametrize("start", range(0, CASES, OF_ONE))
def test_mutated_documents(tmp_path: Path, start: int) -> None:
    name = DOCUMENTS[start // OF_ONE % len(DOCUMENTS)]
    draw = random.Random(f"{name} {start}")
    original = Original.of(tmp_path, cut_document(value_of(name), draw))
    for case in range(start, min(start + OF_ONE, CASES)):
        check_case(tmp_path, original, f"{name} {case}", checked=case % 4 == 0)
