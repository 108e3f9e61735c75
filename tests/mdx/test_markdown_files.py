"""How Markdown files are read, and markup of the other dialect in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_navapi.config.confvals import markdown_dialect
from sphinx_navapi.mdx.markdown_files import first_component, myst_places


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Note>\n  **Bold.**\n</Note>\n", ("<Note>", (1, 1))),
        ("---\ntitle: A\n---\n\n1. One\n\n   <Tip>Two</Tip>\n", ("<Tip>", (7, 4))),
        ("# A\n\n```mdx\n<Note>\n```\n", None),
        ("# A\n\nText with <Note> in a line.\n", None),
        ("# A\n\n`<Note>`\n", None),
        ("<T>\n\nA placeholder.\n", None),
        ("</Note>\n", None),
        ("<details>\n\nHTML.\n</details>\n", None),
        ("---\nnote: |\n  <Note>\n---\n\nText.\n", None),
    ],
)
def test_components(text: str, expected: tuple[str, tuple[int, int]] | None) -> None:
    assert first_component(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\n```{note}\nText.\n```\n", ("{note}", (3, 4))),
        ("# A\n\n- One\n\n  ~~~~{image} a.png\n  ~~~~\n", ("{image}", (5, 7))),
        ("---\ntitle: A\n---\n\n```{warning} Title\n```\n", ("{warning}", (5, 4))),
        # Lines to highlight, a language of R Markdown, and an example.
        ("```js {1,3}\na\n```\n", None),
        ("```{r}\n1\n```\n", None),
        ("````markdown\n```{note}\n```\n````\n", None),
        ("Inline ```{note}``` code.\n", None),
        ("To {ref}`desk` or `x`.\n", ("{ref}", (1, 4))),
        ("`/users/{ref}` and `x`, \\{ref}`x`, {value}`x`.\n", None),
    ],
)
def test_directives(text: str, expected: tuple[str, tuple[int, int]] | None) -> None:
    assert next(myst_places(text), None) == expected


@pytest.mark.parametrize(
    ("setting", "extensions", "has_conf", "expected"),
    [
        (None, ["myst_parser", "sphinx_navapi"], False, "hosted"),
        (None, ["myst_parser", "sphinx_navapi"], True, "myst"),
        (None, ["sphinx_navapi"], True, None),
        ("hosted", ["myst_nb"], True, "hosted"),
        ("myst", [], False, "myst"),
        ("other", ["myst_nb"], True, "myst"),
    ],
)
def test_the_dialect_of_a_project(
    setting: str | None, extensions: list[str], has_conf: bool, expected: str, tmp_path: Path
) -> None:
    if has_conf:
        (tmp_path / "conf.py").write_text("")
    assert markdown_dialect(setting, extensions, tmp_path) == expected
