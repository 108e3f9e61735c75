"""`llms.txt` of large sites: lists that lead to each other, none too long."""

from __future__ import annotations

import posixpath
import random
from pathlib import Path

import pytest
from full_run import amount
from markdown_it import MarkdownIt
from plan_sites import document, operation, plan

from sphinx_navapi.features.llms import llms_files
from sphinx_navapi.plan.site_plan import SitePlan

LIMIT = 50_000


def links_of(text: str) -> list[str]:
    """The targets of the links that items of lists begin with, by a parser that is not ours."""
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        # Other texts are in headings and in the site's description.
        if token.type == "inline" and token.level == 3:
            (link, *_) = token.children or ()
            assert link.type == "link_open", token.content
            found.append(str(link.attrs["href"]))
    return found


def with_markdown(site: SitePlan) -> frozenset[str]:
    return frozenset(name for name, page in site.pages.items() if not page.is_home)


def listed(site: SitePlan, base: str = "") -> tuple[list[str], dict[str, str]]:
    """The pages that a reader of `llms.txt` finds, in order, and the files."""
    files = dict(llms_files(site, with_markdown(site), base))
    found: list[str] = []

    def follow(name: str) -> None:
        for link in links_of(files[name]):
            if base:
                assert link.startswith(base), link
                target = link.removeprefix(base)
            else:
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
            if target.endswith(".md"):
                found.append(target.removesuffix(".md"))
            else:
                follow(target)

    follow("llms.txt")
    return found, files


def large_site(folder: Path, source: random.Random) -> SitePlan:
    """A site of some hundred operations in groups of groups."""
    tags = [
        f"Tag [{n} {'long ' * source.randint(0, 12)}" for n in range(source.choice([1, 3, 260]))
    ]
    paths = {
        f"/things/{n}": {
            "get": operation(
                f"Get_{n}_ *{'word ' * source.randint(0, 20)}",
                source.choice(tags),
                description="It has a text. " * source.randint(0, 20),
            )
        }
        for n in range(source.choice([150, 400]))
    }
    groups = [
        {"group": "API", "openapi": "zoo.json"},
        {"group": "Guides", "pages": ["a", {"group": "Inner", "pages": ["b"]}]},
        {"group": "Guides", "pages": ["c"]},
    ]
    tabs = [{"tab": "One", "groups": groups}, {"tab": "Two", "pages": ["d"]}]
    pages = {f"{name}.md": f"# {name}\n" for name in "abcd"}
    navigation = {"tabs": tabs} if source.random() < 0.5 else {"groups": groups}
    return plan(folder, navigation, {"zoo.json": document(paths)}, pages).plan


@pytest.mark.parametrize("base", ["", "https://docs.example/manual/"])
def test_each_page_is_found_and_no_list_is_too_long(tmp_path: Path, base: str) -> None:
    counts = []
    for seed in range(amount(20, 4)):
        site = large_site(tmp_path / str(seed), random.Random(seed))
        found, files = listed(site, base)
        assert len(found) == len(set(found)), seed
        assert {*found} == with_markdown(site), seed
        assert max(map(len, files.values())) <= LIMIT, seed
        counts.append(len(files))
    assert max(counts) > 5


def test_a_small_site_is_one_list(tmp_path: Path) -> None:
    site = plan(tmp_path, {"pages": ["a", "b"]}, {}, {"a.md": "# A\n", "b.md": "# B\n"}).plan
    found, files = listed(site)
    assert (found, [*files]) == (["a", "b"], ["llms.txt"])


def test_absurd_titles_end(tmp_path: Path) -> None:
    """A page, or a group, whose name alone is too long."""
    long = "x" * (LIMIT + 1)
    pages = {"a.md": f"# {long}\n", "b.md": "# B\n"}
    site = plan(tmp_path, {"groups": [{"group": long, "pages": ["a", "b"]}]}, {}, pages).plan
    found, _files = listed(site)
    assert sorted(found) == ["a", "b"]
