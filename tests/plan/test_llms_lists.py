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
from sphinx_navapi.plan.page_lists import list_of_pages
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
    files = dict(llms_files(site, base))
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
    for seed in range(amount(20, 2)):
        site = large_site(tmp_path / str(seed), random.Random(seed))
        found, files = listed(site, base)
        assert len(found) == len(set(found)), seed
        assert {*found} == with_markdown(site), seed
        assert max(map(len, files.values())) <= LIMIT, seed
        counts.append(len(files))
    assert max(counts) > 5


def test_one_step_leads_to_each_list(tmp_path: Path) -> None:
    """Groups in groups of a document that is too long for one list."""
    paths = {
        f"/{tag}/{n}": {"get": operation(f"Get {n} {'word ' * 20}", f"Tag {tag}")}
        for tag in range(20)
        for n in range(20 if tag else 400)
    }
    navigation = {
        "groups": [{"group": "API", "openapi": "zoo.json"}, {"group": "G", "pages": ["a"]}]
    }
    site = plan(tmp_path, navigation, {"zoo.json": document(paths)}, {"a.md": "# A\n"}).plan
    found, files = listed(site)
    assert {*found} == with_markdown(site)
    assert len(files) > 20
    assert {*links_of(files["llms.txt"])} == {*files} - {"llms.txt"}


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


#: Two languages; one of them with two versions, and with a page that both have.
VERSIONS = {
    "languages": [
        {
            "language": "en",
            "tabs": [
                {"tab": "Both", "pages": ["both"]},
                {
                    "tab": "API",
                    "versions": [
                        {"version": "2", "default": True, "openapi": "zoo.json"},
                        {
                            "version": "1",
                            "pages": ["old/guide", "two"],
                            "openapi": {"source": "old.json", "directory": "old/api"},
                        },
                    ],
                },
            ],
        },
        {"language": "de", "pages": ["de/seite", "de/tief/seite"]},
    ]
}


def versions_site(folder: Path) -> SitePlan:
    zoo = document({"/lions": {"get": operation("List")}})
    pages = ("both", "two", "old/guide", "old/draft", "de/seite", "de/tief/seite", "index")
    files = {f"{name}.md": f"# {name}\n" for name in pages}
    return plan(folder, VERSIONS, {"zoo.json": zoo, "old.json": zoo}, files).plan


def pages_in(name: str, text: str, base: str = "") -> list[str]:
    """The pages that the list *name* links to."""
    found = []
    for link in links_of(text):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
        path = link.removeprefix(base) if base else path
        if path.endswith(".md"):
            found.append(path.removesuffix(".md"))
    return found


@pytest.mark.parametrize("base", ["", "https://docs.example/manual/"])
def test_each_version_and_language_has_its_list(tmp_path: Path, base: str) -> None:
    site = versions_site(tmp_path)
    files = dict(llms_files(site, base))
    found = {name: sorted(pages_in(name, text, base)) for name, text in files.items()}
    assert found == {
        "llms.txt": sorted(site.pages),
        "api-reference/llms.txt": ["api-reference/list", "both"],
        # Its pages are in no folder of their own.
        "_navapi/llms/en-1/llms.txt": ["both", "old/api/list", "old/guide", "two"],
        "de/llms.txt": ["de/seite", "de/tief/seite"],
    }
    # The list of all pages leads to the others, and they to it.
    paths = [posixpath.normpath(link.removeprefix(base)) for link in links_of(files["llms.txt"])]
    assert {*files} - {"llms.txt"} == {path for path in paths if path.endswith(".txt")}
    assert f"]({base or '../'}llms.txt)" in files["de/llms.txt"]


def test_a_page_leads_to_the_list_of_its_version(tmp_path: Path) -> None:
    site = versions_site(tmp_path)
    file_of = list_of_pages(site, "llms.txt")
    assert file_of("de/seite") == "de/llms.txt"
    assert file_of("old/guide") == file_of("two") == "_navapi/llms/en-1/llms.txt"
    # That of both is in two lists.
    assert {file_of("both"), file_of("index")} == {"llms.txt"}


def test_a_folder_of_one_version_has_its_list(tmp_path: Path) -> None:
    navigation = {
        "versions": [
            {"version": "2", "pages": ["index", "new/a"]},
            {"version": "1", "pages": ["v1/a", "v1/deep/b"]},
            {"version": "0", "pages": ["v0/a"]},
        ]
    }
    pages = ("index", "new/a", "v1/a", "v1/deep/b", "v0/a", "v0/unlisted")
    site = plan(tmp_path, navigation, {}, {f"{name}.md": "# A\n" for name in pages}).plan
    found = {name: sorted(pages_in(name, text)) for name, text in llms_files(site)}
    assert found.pop("llms.txt") == sorted(pages)
    assert found == {
        "_navapi/llms/2/llms.txt": ["index", "new/a"],
        "v1/llms.txt": ["v1/a", "v1/deep/b"],
        "v0/llms.txt": ["v0/a", "v0/unlisted"],
    }


def test_versions_of_a_large_site_are_its_sections(tmp_path: Path) -> None:
    paths = {f"/{n}": {"get": operation(f"Get {n} {'word ' * 20}")} for n in range(400)}
    versions = [
        {"version": "2", "openapi": "zoo.json"},
        {"version": "1", "openapi": {"source": "old.json", "directory": "v1"}},
    ]
    documents = {"zoo.json": document(paths), "old.json": document(paths)}
    pages = {"beside.md": "# Beside\n", "index.md": "# Home\n"}
    site = plan(tmp_path, {"versions": versions}, documents, pages).plan
    found, files = listed(site)
    assert sorted(found) == sorted(site.pages)
    assert max(map(len, files.values())) <= LIMIT
    first = [posixpath.normpath(link) for link in links_of(files["llms.txt"])]
    assert first[:2] == ["api-reference/llms.txt", "v1/llms.txt"]
