"""Markdown files that are read as MDX."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_navapi.mdx.markdown_files import read_markdown, uses_components


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Note>\n  **Bold.**\n</Note>\n", True),
        ("---\ntitle: A\n---\n\n1. One\n\n   <Tip>Two</Tip>\n", True),
        ("# A\n\n```mdx\n<Note>\n```\n", False),
        ("# A\n\nText with <Note> in a line.\n", False),
        ("# A\n\n`<Note>`\n", False),
        ("<T>\n\nA placeholder.\n", False),
        ("</Note>\n", False),
        ("# A\n\n```js\na() // [!code ++]\n```\n", True),
        ("# A\n\nText with [!code ++] and `// [!code ++]`.\n", False),
        ("<details>\n\nHTML.\n</details>\n", False),
        ("---\nnote: |\n  <Note>\n---\n\nText.\n", False),
    ],
)
def test_pages_that_use_components(text: str, expected: bool) -> None:
    assert uses_components(text) is expected


def test_a_conf_file_leaves_markdown_to_myst(tmp_path: Path) -> None:
    text = "{% callout %}\nText.\n{% /callout %}\n"
    read = "<Callout>\nText.\n</Callout>\n"
    assert read_markdown("a.md", text, tmp_path) == (read, True)
    (tmp_path / "conf.py").write_text("")
    assert read_markdown("a.md", read, tmp_path) == (read, False)
    assert read_markdown("a.md", text, tmp_path) == (text, False)
    assert read_markdown("a.mdx", text, tmp_path) == (text, True)
    assert read_markdown("a.rst", text, tmp_path) == (text, False)
