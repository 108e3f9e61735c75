"""Expressions on built pages show what React shows: Node is the reference."""

from __future__ import annotations

import shutil

import pytest
from bs4 import BeautifulSoup
from random_javascript import NAMES, Writer, node_values

from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.values import Code

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node")


def test_random_expressions_show_what_they_mean_to_node(project) -> None:
    writer = Writer(7)
    codes = [writer.expression(2) for _ in range(300)] + [writer.body() for _ in range(30)]
    texts = [f"String({code})" for code in codes]
    expected = node_values(texts)
    names = "".join(f"export const {name} = {code};\n\n" for name, code in NAMES.items())
    cells = "".join(f"<p>[{{{text}}}]</p>\n\n" for text in texts)
    project.write(
        {
            "docs.json": {"name": "T", "navigation": {"pages": ["index", "jsx"]}},
            "index.mdx": f"---\ntitle: Home\n---\n\n{names}{cells}",
            "jsx.mdx": "---\ntitle: JSX\n---\n\n{names}\n\nexport const All = () => <div>\n"
            + "".join(f"<p>[{{{text}}}]</p>\n" for text in texts)
            + "</div>;\n\n<All />\n",
        }
    )
    built = project.build(smartquotes=False)
    page = BeautifulSoup(built.text("index.html"), "html.parser")
    shown = [p.get_text() for p in page.select(".body p") if p.get_text().startswith("[")]
    assert len(shown) == len(texts)
    wrong, read = [], 0
    for text, found, (kind, *value) in zip(texts, shown, expected, strict=True):
        scope = {name: read_value(code) for name, code in NAMES.items()}
        if isinstance(read_value(text, scope), Code):
            continue
        read += 1
        if kind == "error" or found.split() != f"[{value[0]}]".split():
            wrong.append((text, value, found))
    assert wrong == []
    assert read > len(texts) / 2
