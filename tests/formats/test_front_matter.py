from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_navapi.formats.data_file import parse_data
from sphinx_navapi.formats.front_matter import _parse_simple, read_markdown_head, read_rst_head


@pytest.mark.parametrize(
    ("text", "metadata"),
    [
        ("---\ntitle: Start\n---\n", {"title": "Start"}),
        ('---\r\ntitle: "A: b"\r\n---\r\n', {"title": "A: b"}),
        ("\ufeff---\ntitle: x\n---\n", {"title": "x"}),
        ("---\ntitle: 'it''s'\n---\n", {"title": "it's"}),
        ("---\ntitle: x # note\n---\n", {"title": "x"}),
        ("---\nopenapi: GET /users/{id}\n---\n", {"openapi": "GET /users/{id}"}),
        ("---\ndeprecated: true\nhidden: false\n---\n", {"deprecated": True, "hidden": False}),
        ("---\ntitle: |\n  a\n  b\n---\n", {"title": "a\nb\n"}),
        ("---\ntags: [a, b]\n---\n", {"tags": ["a", "b"]}),
        ("---\nno: no\n---\n", {"no": "no"}),
        ("---\ntitle: x\n...\n", {"title": "x"}),
        ("---\n---\n", {}),
        ("--- x\ntitle: x\n---\n", {}),
        ("title: x\n", {}),
        ("", {}),
    ],
)
def test_front_matter(text: str, metadata: dict[str, object]) -> None:
    head = read_markdown_head(text, "a.md")
    assert head.metadata == metadata
    assert head.diagnostics == ()


def test_lines_count_from_the_top_of_the_file() -> None:
    head = read_markdown_head("---\ntitle: x\n\nopenapi: GET /x\n---\n", "a.md")
    assert head.lines == {"title": 2, "openapi": 4}


@pytest.mark.parametrize(
    ("block", "metadata", "line"),
    [
        (
            'title: a: b\ntag: "NEW"\nhidden: true',
            {"title": "a: b", "tag": "NEW", "hidden": True},
            2,
        ),
        ("title: ok\ny: [", {"title": "ok", "y": "["}, 4),
        ("- a\n- b", {}, 2),
        ("just text", {}, 2),
    ],
)
def test_broken_front_matter_is_reported_and_salvaged(
    block: str, metadata: dict[str, object], line: int
) -> None:
    head = read_markdown_head(f"---\n{block}\n---\n", "a.md")
    assert head.metadata == metadata
    (diagnostic,) = head.diagnostics
    assert (diagnostic.subtype, diagnostic.place.file) == ("page_metadata", "a.md")
    assert diagnostic.place.line in {line, line - 1}
    assert "the front matter" in diagnostic.message


#: Many are texts that YAML reads as they are; others are numbers, comments, quotes or mappings.
plain = st.text("abny01 .-", min_size=1, max_size=8) | st.text(
    st.characters(codec="ascii", exclude_characters="\n\r"), max_size=12
)
lines = st.tuples(st.sampled_from(["title", "tag", "x-y"]), plain)


@given(st.lists(lines, min_size=1, max_size=2, unique_by=lambda line: line[0]))
def test_the_short_way_reads_what_yaml_reads(lines: list[tuple[str, str]]) -> None:
    block = "".join(f"{key}: {value}\n" for key, value in lines)
    simple = _parse_simple(block)
    if simple:
        assert simple == parse_data(block, "a.yaml").value


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("# Start\n", "Start"),
        ("text\n\n## *Two* `words` #\n", "Two words"),
        ("Start\n=====\n", "Start"),
        ("Start\n-----\n", "Start"),
        ("```sh\n# no\n```\n# Yes\n", "Yes"),
        ("~~~\n```\n# no\n~~~\n# Yes\n", "Yes"),
        ("````\n```\n# no\n````\n# Yes\n", "Yes"),
        ("# [Link](/x) and **bold**\n", "Link and bold"),
        ("# snake_case_name\n", "snake_case_name"),
        ("#hashtag\n", None),
        ("    # code\n", None),
        ("---\n\ntext\n", None),
        ("- item\n---\n", None),
        ("text\n", None),
    ],
)
def test_markdown_headings(text: str, heading: str | None) -> None:
    assert read_markdown_head(text, "a.md").heading == heading


@pytest.mark.parametrize(
    ("text", "metadata", "heading"),
    [
        (":openapi: GET /x\n:tag: NEW\n\nT\n=\n", {"openapi": "GET /x", "tag": "NEW"}, "T"),
        (".. comment\n   more\n\n:title: x\n", {"title": "x"}, None),
        ("Title\n=====\n\n:tag: a\n   b\n", {"tag": "a b"}, "Title"),
        ("=====\nTitle\n=====\n", {}, "Title"),
        (
            ".. _label:\n\nUsing :ref:`the thing <x>` and ``code``\n-----\n",
            {},
            "Using the thing and code",
        ),
        (".. note:: hi\n\n   text\n\nTitle\n=====\n", {}, "Title"),
        ("text\n\nmore\n", {}, None),
        ("", {}, None),
    ],
)
def test_restructuredtext(text: str, metadata: dict[str, str], heading: str | None) -> None:
    head = read_rst_head(text, "a.rst")
    assert (head.metadata, head.heading) == (metadata, heading)


@given(st.text(max_size=300))
def test_no_text_fails(text: str) -> None:
    read_markdown_head(text, "a.md")
    read_markdown_head(f"---\n{text}\n---\n", "a.md")
    read_rst_head(text, "a.rst")


def test_keys_that_are_written_in_another_way_have_a_line():
    assert read_markdown_head("---\ntitle: A\nod*d: 1\n---\n", "a.md").lines == {
        "title": 2,
        "od*d": 1,
    }
