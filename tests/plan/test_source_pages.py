from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from sphinx_navapi.plan.source_pages import (
    PageHeads,
    normal_path,
    page_of_entry,
    read_page_head,
    scan_tree,
)


def write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", "utf-8")


def test_pages_and_data(tmp_path: Path) -> None:
    write(tmp_path, "b.rst", "a.md", "d/c.mdx", "o.yaml", "d/o.json", "x.txt", "d/o.yml")
    tree = scan_tree(tmp_path, source_suffixes=(".rst", ".md", ".mdx"))
    assert dict(tree.pages) == {"a": "a.md", "b": "b.rst", "d/c": "d/c.mdx"}
    assert list(tree.pages) == ["a", "b", "d/c"]
    assert tree.unnamed == frozenset()
    assert tree.data == ("d/o.json", "d/o.yml", "o.yaml")


def test_markdown_counts_only_where_named_without_a_parser(tmp_path: Path) -> None:
    write(tmp_path, "a.rst", "b.md", "c.mdx")
    tree = scan_tree(tmp_path)
    assert set(tree.pages) == {"a", "b", "c"}
    assert tree.unnamed == {"b", "c"}


def test_suffixes_are_tried_in_order(tmp_path: Path) -> None:
    write(tmp_path, "a.rst", "a.md", "a.mdx", "b.md", "b.mdx")
    assert dict(scan_tree(tmp_path, source_suffixes=(".md", ".rst")).pages) == {
        "a": "a.md",
        "b": "b.md",
    }
    assert dict(scan_tree(tmp_path).pages) == {"a": "a.rst", "b": "b.mdx"}


def test_folders_that_are_never_searched(tmp_path: Path) -> None:
    write(
        tmp_path,
        "node_modules/p/a.md",
        "x/node_modules/a.md",
        ".github/a.md",
        "venv/pyvenv.cfg",
        "venv/lib/a.md",
        "site/.buildinfo",
        "site/a.md",
        "out/a.md",
        "keep/a.md",
        "_sources/a.md",
        "x/_sources/a.md",
    )
    tree = scan_tree(tmp_path, source_suffixes=(".md",), exclude_patterns=["out"])
    assert set(tree.pages) == {"keep/a", "_sources/a"}
    assert tree.foreign == (".github", "node_modules", "site", "venv", "x/node_modules")


def test_links_that_lead_back_are_followed_once(tmp_path: Path) -> None:
    write(tmp_path, "a/b.md")
    (tmp_path / "a" / "loop").symlink_to(tmp_path / "a", target_is_directory=True)
    assert len(scan_tree(tmp_path, source_suffixes=(".md",)).pages) <= 2


def test_include_patterns(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "d/b.md")
    tree = scan_tree(tmp_path, source_suffixes=(".md",), include_patterns=["d/**"])
    assert set(tree.pages) == {"d/b"}


def test_files_without_a_name_in_utf_8_are_passed_over(tmp_path: Path) -> None:
    try:
        Path(f"{tmp_path}/\udcff.md").write_text("", "utf-8")
    except (OSError, UnicodeError):
        pytest.skip("this file system has no such names")
    assert not scan_tree(tmp_path, source_suffixes=(".md",)).pages


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ("/intro", "intro"),
        ("guides/setup/", "guides/setup"),
        ("./faq", "faq"),
        ("guides/../about", "about"),
        ("a//b", "a/b"),
        ("../x", None),
        ("a/../../x", None),
        ("/", None),
        ("", None),
    ],
)
def test_normal_path(entry: str, path: str | None) -> None:
    assert normal_path(entry) == path


def test_find_page() -> None:
    pages = {"a": "", "a.md": "", "b": "", unicodedata.normalize("NFD", "é"): ""}
    assert page_of_entry("a.md", pages) == "a.md"
    assert page_of_entry("b.mdx", pages) == "b"
    assert page_of_entry("B", pages) is None
    assert page_of_entry("é", pages) == unicodedata.normalize("NFD", "é")


def test_heads_are_read_once(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text("# One\n", "utf-8")
    heads = PageHeads(tmp_path)
    first = heads.head("a.md")
    assert heads.head("a.md") is first
    page.write_text("# Two and more\n", "utf-8")
    assert heads.head("a.md").heading == "Two and more"


def test_long_front_matter_is_read_to_its_end(tmp_path: Path) -> None:
    text = "---\n" + "".join(f"k{i}: {'v' * 100}\n" for i in range(500)) + "title: End\n---\n"
    (tmp_path / "a.md").write_text(text, "utf-8")
    assert read_page_head(tmp_path, "a.md").metadata["title"] == "End"


def test_unreadable_pages_are_pages(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff\xfe# x\n")
    (diagnostic,) = read_page_head(tmp_path, "a.md").diagnostics
    assert (diagnostic.subtype, str(diagnostic.place)) == ("page_syntax", "a.md:1")
    assert "the byte 0xff" in diagnostic.message
    (tmp_path / "b.md").write_bytes(b"# caf\xe9\n")
    assert read_page_head(tmp_path, "b.md", encoding="latin-1").diagnostics == ()
    (diagnostic,) = read_page_head(tmp_path, "gone.md").diagnostics
    assert (diagnostic.subtype, diagnostic.place.file) == ("page_metadata", "gone.md")
