"""Style sheets and scripts as sites serve them: without comments, and with the same meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
import tree_sitter_javascript
from rjsmin import jsmin
from tree_sitter import Language, Node, Parser

PACKAGE = Path(__file__).parents[2] / "sphinx_navapi"
#: Others are for those who read them.
SERVED = [PACKAGE / "html/static", PACKAGE / "theme/assets"]
SCRIPTS = [
    path.relative_to(PACKAGE).as_posix()
    for folder in SERVED
    for path in sorted(folder.rglob("*.js"))
]


def tokens(text: str) -> list[str]:
    """What a parser reads of a script, without its comments."""
    tree = Parser(Language(tree_sitter_javascript.language())).parse(text.encode())
    assert not tree.root_node.has_error
    found: list[str] = []
    pending: list[Node] = [tree.root_node]
    while pending:
        node = pending.pop()
        if node.type == "comment":
            continue
        if not node.children or node.type in {"string", "regex"}:
            found.append((node.text or b"").decode())
        else:
            pending += reversed(node.children)
    return found


# It removes blanks of templates within templates, for example.
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_without_comments_says_the_same(name):
    text = (PACKAGE / name).read_text("utf-8")
    short = jsmin(text)
    assert tokens(short) == tokens(text)
    assert "@ts-check" not in short
