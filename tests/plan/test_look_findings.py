"""Settings for the look of a site that have no effect, or less than expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plan_sites import plan

from sphinx_navapi.diagnostics import Level


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"fonts": {"family": "Inter"}}, ["no font file is loaded for Inter"]),
        (
            {"fonts": {"heading": {"family": "Inter"}, "body": {"family": "Lora"}}},
            ["for Inter", "for Lora"],
        ),
        ({"fonts": {"family": "Inter", "source": "/inter.woff2"}}, []),
        ({"fonts": {"weight": 400}}, []),
        ({"icons": {"library": "tabler"}}, ["by Lucide icons"]),
        ({"icons": {"library": "lucide"}}, []),
        ({"thumbnails": {"background": "/a.png"}}, []),
    ],
)
def test_what_has_no_effect_is_one_note(
    settings: dict[str, Any], words: list[str], tmp_path: Path
) -> None:
    site = plan(tmp_path, {"pages": []}, {}, settings=settings)
    notes = [found for found in site.plan.diagnostics if found.level is Level.INFO]
    assert len(notes) == len(words)
    for note, expected in zip(notes, words, strict=True):
        assert note.subtype == "config"
        assert expected in note.message
