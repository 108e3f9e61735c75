"""URLs of links are changed in CommonMark text, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from full_run import amount
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sphinx_navapi.content.markdown import links
from sphinx_navapi.content.markdown.links import change_links


def change(href: str) -> str | None:
    return f"../to{href}.md" if href.startswith("/") else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](/b)", "[a](../to/b.md)"),
        ('[a](/b "title")', '[a](../to/b.md "title")'),
        ("[a]( </b> )", "[a]( <../to/b.md> )"),
        ("[`a`](/b) and [c](/d)", "[`a`](../to/b.md) and [c](../to/d.md)"),
        ("[a](/b(c)d)", "[a](../to/b(c)d.md)"),
        ("[a](/b&amp;c)", "[a](../to/b&c.md)"),
        ("[a][x]\n\n[x]: /b", "[a][x]\n\n[x]: ../to/b.md"),
        ('<a class="x" href="/b">a</a>', '<a class="x" href="../to/b.md">a</a>'),
        ("[![p](/p.png)](/b)", "[![p](/p.png)](../to/b.md)"),
        ("> 1. [a](/b)\n", "> 1. [a](../to/b.md)\n"),
        (
            "- x\n\n  ```\n  [a](/b)\n  ```\n[a](/b)",
            "- x\n\n  ```\n  [a](/b)\n  ```\n[a](../to/b.md)",
        ),
        ("`[a](/b)` [a](/b)", "`[a](/b)` [a](../to/b.md)"),
        ("``[a](/b) ` `` [a](/b)", "``[a](/b) ` `` [a](../to/b.md)"),
        ("a ` b [a](/b)", "a ` b [a](../to/b.md)"),
        ("[^1]: /b", "[^1]: /b"),
    ],
)
def test_links_are_changed(text: str, expected: str) -> None:
    assert change_links(text, change) == expected


@pytest.mark.parametrize(
    "text",
    [
        "![a](/b)",
        "    [a](/b)",
        "~~~\n[a](/b)\n",
        "`<a href='/b'>`",
        "[a](b) [c](https://d.example/e) [f](#g) [h]()",
        "href=/b",
    ],
)
def test_other_text_stays(text: str) -> None:
    assert change_links(text, change) == text


@given(st.text(alphabet="[]()<>`~/b \n\\!:#-\"'=ahref", max_size=60))
def test_any_text_is_kept_where_nothing_changes(text: str) -> None:
    assert change_links(text, lambda href: None) == text


@given(st.text(alphabet="[]()<>`~/b \n\\!:#-\"'=ahref", max_size=60))
def test_what_is_not_parsed_would_not_change(text: str) -> None:
    fast = change_links(text, change)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(links, "_may_change", lambda text, change: True)
        assert change_links(text, change) == fast


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("    [a](/b)", True),
        ("    `` `[a](/b)` ``", True),
        ('    <A HREF="/b">a</a>', True),
        ("[a](https://d.example) [b](../to/b.md)\n\n[x]: #y", False),
        # Where only a line without an indent has such a link, and no code is around it.
        ("- `a` ([A](/b))\n\n  - `b`\n\n    text", False),
        ("- `a`\n\n  - `b` ([A](/b))\n\n    text\n\n```json\n{}\n```", False),
        ("- `a`\n\n  - `b`\n\n    [A](/b)", False),
        ("- `a`\n\n  - `b`\n\n        [A](/b)", True),
        ("- `a`\n\n- - -\n\n    [A](/b)", True),
    ],
)
def test_only_texts_with_links_to_change_are_parsed(
    text: str, parsed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def code_lines(text: str) -> Iterator[tuple[int, int]]:
        seen.append(text)
        return iter(())

    monkeypatch.setattr(links, "_code_lines", code_lines)
    change_links(text, lambda href: href if href.startswith("..") else change(href))
    assert bool(seen) == parsed


#: Lines of which random texts consist: whatever starts, continues or ends a block.
LINES = (
    "", "", "", "# Title", "## Part [a](x)", "- item [a](x)", "  more [a](x)", "    [a](x)",
    "1. one", "- ", "* item", "  - item [a](x)", "    - item", "      [a](x)", "- <pre>",
    "- > [a](x)",
    "```", "```python", "````", "~~~", "  ```", "- ```", "> ```", "   ~~~", "``` `a`", "[a](x)",
    "text `[a](x)` text", "<pre>", "</pre>", "<div>", "<!-- [a](x)", "-->", "> quote [a](x)",
    "---",
    "[a]: x", "\t[a](x)", "# `code", "` [a](x)",
)  # fmt: skip

#: The same for lists in lists, without anything else that starts a block.
LISTS = (
    "", "", "", "", "- item [a](x)", "  - item [a](x)", "    - item", "      - item [a](x)",
    "- - item", "  [a](x)", "    [a](x)", "      [a](x)", "        [a](x)", "          [a](x)",
    "text", "- - -", "-", "   - item", "1. one", "> - item",
)  # fmt: skip


@pytest.mark.parametrize("kinds", [LINES, LISTS], ids=["blocks", "lists"])
@pytest.mark.parametrize("seed", range(amount(20, 5)))
def test_code_is_where_a_parser_of_the_whole_text_sees_it(
    seed: int, kinds: tuple[str, ...]
) -> None:
    draw = random.Random(seed)
    for _ in range(200):
        lines = draw.choices(kinds, k=draw.randint(1, 14))
        text = "\n".join(lines) + "\n"
        changed = change_links(text, lambda href: "y" if href == "x" else None).splitlines()
        code = {
            number
            for token in MarkdownIt("commonmark").parse(text)
            if token.type in ("fence", "code_block") and token.map
            for number in range(*token.map)
        }
        # Code spans may begin and end in other lines.
        plain = [n for n, line in enumerate(lines) if "(x)" in line and "`" not in text]
        for number, line in enumerate(lines):
            if number in code:
                assert changed[number] == line, text
        for number in plain:
            assert (number in code) == (changed[number] == lines[number]), text
