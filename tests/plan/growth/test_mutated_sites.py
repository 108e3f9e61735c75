"""Sites of this repository, mutated: nothing raises, everything omitted is reported."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from full_run import first
from mutated_documents import count_calls
from mutated_sites import check_site, cut_site, mutate_site, plan_site

DEMO = Path(__file__).parents[3] / "demo_site"
CASES = 500
CHUNKS = 20


@pytest.mark.parametrize("chunk", first(1, range(CHUNKS)))
def test_mutated_sites(tmp_path: Path, chunk: int) -> None:
    config = json.loads((DEMO / "docs.json").read_text("utf-8"))
    pages = {
        path.relative_to(DEMO).with_suffix(".mdx").as_posix(): path.read_text("utf-8")
        for path in sorted([*DEMO.rglob("*.mdx"), *DEMO.rglob("*.md")])
        if "_build" not in path.parts
    }
    config, pages = cut_site(config, pages, random.Random(chunk))
    _, usual = count_calls(lambda: plan_site(tmp_path / "before", config, pages))
    for case in range(CASES // CHUNKS):
        folder = tmp_path / str(case)
        check_site(folder, mutate_site(config, pages, f"demo {chunk} {case}"), usual)
