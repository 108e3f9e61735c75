"""``skill.md`` of a site, and how agents find it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

SKILL = "---\nname: My Product\ndescription: Does things.\n---\n# Use it\n"
INDEX = ".well-known/agent-skills/index.json"


@pytest.fixture
def site(project):
    project.write({"docs.json": {"navigation": {"pages": ["index"]}}, "index.md": "# Home\n"})
    return project


def written(built: Any) -> set[str]:
    return {
        path.relative_to(built.out).as_posix()
        for pattern in ("skill.md", ".well-known/**/*.*")
        for path in built.out.glob(pattern)
    }


def test_it_is_published_and_listed(site) -> None:
    site.write({"skill.md": SKILL})
    site.conf["html_baseurl"] = "https://docs.example.org/manual/"
    built = site.build()
    assert built.warnings == []
    place = ".well-known/agent-skills/my-product/SKILL.md"
    assert written(built) == {"skill.md", INDEX, place}
    assert built.text("skill.md") == built.text(place) == SKILL
    [entry] = json.loads(built.text(INDEX))["skills"]
    assert entry == {
        "name": "my-product",
        "type": "skill-md",
        "description": "Does things.",
        "url": f"/manual/{place}",
        "digest": f"sha256:{hashlib.sha256(SKILL.encode()).hexdigest()}",
    }
    # It is removed with the file.
    site.write({"skill.md": None})
    assert written(site.build()) == set()


@pytest.mark.parametrize(
    "text",
    [
        "# No front matter\n", "---\nname: x\n---\n", "---\ndescription: x\n---\n",
        "---\nname: [x]\ndescription: y\n---\n", "---\nname: '/'\ndescription: y\n---\n",
    ],
)  # fmt: skip
def test_files_that_are_none(site, text: str) -> None:
    site.write({"skill.md": text})
    assert written(site.build()) == set()


def test_a_page_of_that_name_stays_a_page(site) -> None:
    site.write({"docs.json": {"navigation": {"pages": ["index", "skill"]}}, "skill.md": SKILL})
    built = site.build()
    assert written(built) == {"skill.md"}
    assert (built.out / "skill.html").is_file()


def test_nothing_is_made_up(site) -> None:
    assert written(site.build()) == set()
