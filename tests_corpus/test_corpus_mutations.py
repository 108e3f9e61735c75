"""Mutated documents and sites of the corpus: their number is `NAVAPI_MUTATIONS`."""

from __future__ import annotations

import json
import os
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from mutated_documents import Original, check_case, count_calls, cut_document, read_value
from mutated_sites import check_site, cut_site, mutate_site, plan_site
from shared_corpus import DOCUMENTS, OPENAPI, SITES

CASES = int(os.environ.get("NAVAPI_MUTATIONS", "200"))

SITE_NAMES = sorted(path.name for path in SITES.iterdir())

#: Number of cases per part of a document or site.
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


def read_site(name: str) -> tuple[Any, dict[str, str]]:
    folder = SITES / name
    pages = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.mdx"))
    }
    return json.loads((folder / "docs.json").read_text("utf-8")), pages


@pytest.mark.parametrize("start", range(0, CASES, OF_ONE))
def test_mutated_sites(tmp_path: Path, start: int) -> None:
    name = SITE_NAMES[start // OF_ONE % len(SITE_NAMES)]
    config, pages = cut_site(*read_site(name), random.Random(f"{name} {start}"))
    _, usual = count_calls(lambda: plan_site(tmp_path / "before", config, pages))
    for case in range(start, min(start + OF_ONE, CASES)):
        site = mutate_site(config, pages, f"{name} {case}")
        check_site(tmp_path / str(case), site, usual)
