"""The demo site and the documentation build without a warning, in every supported theme."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from full_run import demo_theme_params, first
from shared_builds import DemoBuilds
from theme_cases import CASES
from warm_python import run_module

from sphinx_navapi.changes.rules import RULES

ROOT = Path(__file__).parent.parent
THEMES = ("navapi", *CASES)


def build(source: Path, output: Path, *options: str) -> None:
    """Build with warnings as errors, nitpicky; fails with Sphinx's output."""
    result = run_module("sphinx", "-qnW", "--keep-going", *options, source, output)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""


@pytest.mark.parametrize("theme", demo_theme_params(THEMES))
def test_demo_site_builds_in_every_theme(theme: str, demo_builds: DemoBuilds) -> None:
    out = demo_builds(theme)
    site = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))
    for page in site["pages"].values():
        assert (out / page["url"]).is_file()


#: A heading, and its level.
HEADING = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h", re.DOTALL)


@pytest.mark.parametrize("theme", demo_theme_params(THEMES))
def test_headings_skip_no_level(theme: str, demo_builds: DemoBuilds) -> None:
    skipped = []
    for path in demo_builds(theme).rglob("*.html"):
        headings = HEADING.findall(path.read_text("utf-8"))
        for (before, _), (level, text) in pairwise(headings):
            # Alabaster's sidebar begins with this one.
            if int(level) > int(before) + 1 and text != "Navigation":
                skipped.append((path.name, before, level, text))
    assert skipped == []


# The links of dirhtml, singlehtml and epub are tested, and text in German.
@pytest.mark.parametrize("builder", first(1, ["latex", "text", "man"]))
def test_demo_site_builds_in_every_format(builder: str, demo_builds: DemoBuilds) -> None:
    assert any(demo_builds("navapi", builder).iterdir())


def test_demo_site_in_german(tmp_path: Path) -> None:
    build(ROOT / "demo_site", tmp_path, "-b", "text", "-D", "language=de")
    page = (tmp_path / "observations" / "buoys" / "list-buoys.txt").read_text("utf-8")
    assert page.startswith("Bojen auflisten")
    assert "Meldet sich, hat sich aber losgerissen." in page


def test_german_section_shows_the_api_in_german(demo_builds: DemoBuilds) -> None:
    """All texts of the document are translated: each has a translation in the catalog."""
    out = demo_builds("navapi")
    site = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))
    german = [name for name in site["pages"] if name.startswith("de/observations/")]
    assert {site["pages"][name]["kind"] for name in german} >= {"operation", "overview"}
    document = json.loads((ROOT / "demo_site/openapi/observations.json").read_text("utf-8"))
    texts = {text.strip().splitlines()[0] for text in texts_of(document)}
    assert len(texts) > 200
    for name in german:
        lines = (out / f"{name}.md").read_text("utf-8").splitlines()
        assert [t for t in texts if any(t in line for line in lines) and " " in t] == [], name
    overview = (out / "de/observations/index.html").read_text("utf-8")
    assert "Anleitungen und Einführungen" in overview
    assert "Wie eine Qualitätsmarke zustande kommt" in overview
    page = (out / "de/observations/buoys/list-buoys.html").read_text("utf-8")
    assert "<title>Bojen auflisten" in page
    assert "Nur Bojen rund um einen Punkt." in page
    assert "Bojen auflisten" in (out / "de/observations/alerts/list-alerts.html").read_text("utf-8")


def test_german_section_shows_channels_and_changes_in_german(demo_builds: DemoBuilds) -> None:
    out = demo_builds("navapi")
    pages = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))["pages"]
    german = [name for name in pages if name.startswith("de/broadcast/")]
    assert len(german) == 3
    document = yaml.safe_load((ROOT / "demo_site/openapi/broadcast.yaml").read_text("utf-8"))
    texts = {text.strip().splitlines()[0] for text in texts_of(document)}
    assert len(texts) > 20
    for name in german:
        text = (out / f"{name}.md").read_text("utf-8")
        assert [t for t in texts if " " in t and t in text] == [], name
    changes = (out / "de/changelog.html").read_text("utf-8")
    assert "ist entfallen" in changes
    rules = {*(rule.text for rule in RULES.values())}
    assert [t for t in rules if "{" not in t and t in changes] == []


def texts_of(value: Any) -> Iterator[str]:
    """Summaries and descriptions in *value*; a schema's links are the same in all languages."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(inner, dict | list) and key != "externalDocs":
            yield from texts_of(inner)
    if isinstance(value, dict):
        found = (value.get(key) for key in ("summary", "description"))
        yield from (text for text in found if isinstance(text, str) and text.strip())


def test_documentation_builds(tmp_path: Path) -> None:
    build(ROOT / "docs", tmp_path)
