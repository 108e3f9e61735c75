"""``searchable`` and ``boost``, of pages and of elements around them, in both search indexes."""

from __future__ import annotations

import json
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.mcp.site_tools import SiteTools

SCRIPT = Path(__file__).parents[2] / "sphinx_navapi/html/static/navapi-excerpts.js"
NODE = shutil.which("node")
TEXT = "Owls hunt at night.\n"
DOCS: dict[str, Any] = {
    "seo": {"indexing": "navigable"},
    "navigation": {
        "groups": [
            {"group": "Birds", "boost": 0.5, "pages": ["index", "wise", "plain", "secret"]},
            {"group": "Drafts", "searchable": False, "pages": ["draft", "ready"]},
            {"group": "Old", "hidden": True, "searchable": True, "pages": ["old"]},
            {"group": "Gone", "hidden": True, "pages": ["gone"]},
        ]
    },
}
FILES = {
    "docs.json": DOCS,
    "index.md": "# Start\n",
    "wise.md": f"---\nboost: 3\n---\n\n# Wise\n\n{TEXT}",
    "plain.md": f"# Plain\n\n{TEXT}",
    "draft.md": f"# Draft\n\n{TEXT}\n```{{option}} --hoot\n```\n",
    "ready.rst": f":searchable: true\n:boost: 1.5\n\nReady\n=====\n\n{TEXT}",
    "old.md": f"# Old\n\n{TEXT}",
    "gone.md": f"# Gone\n\n{TEXT}",
    "secret.md": f"---\nsearchable: false\n---\n\n# Secret\n\n{TEXT}",
}
ORDER = ["wise", "ready", "gone", "old", "plain"]


def indexed(out: Path) -> list[str]:
    text = (out / "searchindex.js").read_text("utf-8")
    assert "hoot" not in text
    found: list[str] = json.loads(text[text.index("(") + 1 : text.rindex(")")])["docnames"]
    return found


def found(out: Path) -> list[str]:
    data = SiteTools(out).call("search", {"query": "owls"}).data
    assert data is not None
    return [hit["page"] for hit in data["results"]]


def boosts(out: Path) -> dict[str, float]:
    """What the search page of Sphinx multiplies scores with."""
    page = (out / "search.html").read_text("utf-8")
    _, _, after = page.partition('data-boosts="')
    given: dict[str, float] = json.loads(unescape(after.partition('"')[0]) or "{}")
    return given


def test_the_index_of_our_theme(project) -> None:
    project.conf["html_theme"] = "navapi"
    project.write(FILES)
    built = project.build()
    assert built.warnings == []
    assert found(built.out) == ORDER
    assert indexed(built.out) == sorted([*ORDER, "index"])
    robots = {name: "noindex" in (built.out / f"{name}.html").read_text("utf-8") for name in ORDER}
    assert [name for name, is_left_out in robots.items() if is_left_out] == ["gone"]


def test_sphinx_own_index_in_another_theme(project) -> None:
    project.conf["html_theme"] = "furo"
    project.write(FILES)
    built = project.build()
    assert indexed(built.out) == sorted([*ORDER, "index"])
    assert "secret" not in found(built.out)
    assert boosts(built.out) == {"index": 0.5, "plain": 0.5, "wise": 3, "ready": 1.5}
    assert (built.out / "secret.html").exists()


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_later_builds(project, theme: str) -> None:
    project.conf["html_theme"] = theme
    project.write(FILES)
    project.build()
    groups = json.loads(json.dumps(DOCS["navigation"]["groups"]))
    del groups[0]["boost"], groups[1]["searchable"]
    project.write({"docs.json": {"navigation": {"groups": groups}}, "wise.md": f"# Wise\n\n{TEXT}"})
    built = project.build()
    text = (built.out / "searchindex.js").read_text("utf-8")
    assert "hoot" in text
    assert '"draft"' in text
    assert boosts(built.out) == {"ready": 1.5}
    assert {"draft", "plain"} <= set(found(built.out))


@pytest.mark.skipif(NODE is None, reason="no node")
@pytest.mark.parametrize(("own", "scores"), [("", [6, 4]), ("score: (hit) => hit[4] + 1", [9, 5])])
def test_the_search_page_of_sphinx(own: str, scores: list[int]) -> None:
    code = f"""
globalThis.document = {{currentScript: {{dataset: {{boosts: '{{"wise": 3}}'}}}}}};
var Scorer = {{{own}}};
{SCRIPT.read_text("utf-8")}
console.log(JSON.stringify([["wise", "", "", "", 2], ["plain", "", "", "", 4]].map(Scorer.score)));
"""
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=code, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == scores


@pytest.mark.parametrize("value", ["0", "-1", "true", "x", ".inf", "[2]"])
def test_a_boost_that_is_no_factor_is_reported(project, value: str) -> None:
    page = f"---\nboost: {value}\n---\n\n# Start\n"
    project.write({"docs.json": {"navigation": {"pages": ["index"]}}, "index.md": page})
    (warning,) = project.build().warnings
    assert "use a number above 0, such as 2 or 0.5" in warning
    assert "[navapi.page_metadata]" in warning
