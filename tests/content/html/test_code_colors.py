"""What is highlighted in samples: strings, constants, keywords and comments, and nothing by
mistake.
"""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Operator

from sphinx_navapi.content.html.samples import LONGEST, colored
from sphinx_navapi.request.code_grammars import DATA, PROGRAM, SHELL, is_shell
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import CLIENTS

REQUEST = HttpRequest(
    method="POST",
    url="https://api.example/it's?x=1#f",
    headers=(("Content-Type", "application/json"), ("X-Note", 'it\'s "q" \\')),
    body='{\n  "name": "it\'s \\"so\\" # no // comment `x`",\n  "n": 1, "q": "$x #{y}"\n}',
)


def colored_places(text: str, grammar: str) -> dict[str, set[int]]:
    """By element: the positions of its characters."""
    places: dict[str, set[int]] = {}
    at = 0
    code = BeautifulSoup(f"<pre>{colored(text, grammar)}</pre>", "html.parser").pre
    assert code is not None
    for part in code.contents:
        size = len(part.get_text())
        if part.name:
            places.setdefault(part.name, set()).update(range(at, at + size))
        at += size
    assert at == len(text)
    return places


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.id)
def test_colors_of_samples_agree_with_pygments(client) -> None:
    source = client.render(REQUEST)
    places = colored_places(source, SHELL if is_shell(client.highlight) else PROGRAM)
    quoted = places["i"]
    assert "em" not in places
    at = 0
    wrong = []
    options = {"startinline": True} if client.id == "php" else {}
    for kind, text in lex(source, get_lexer_by_name(client.highlight, **options)):
        here = range(at, at + len(text))
        at += len(text)
        if (kind in Keyword or kind in Operator) and quoted.intersection(here):
            wrong.append(("a string", text))
        assert kind not in Comment or kind in Comment.Preproc, text
    assert wrong == []


@pytest.mark.parametrize(
    ("grammar", "text", "html"),
    [
        (DATA, '{"a": "b"}', '{"a": <i>"b"</i>}'),
        (DATA, '["<", -1.5e3, true]', '[<i>"&lt;"</i>, -<u>1.5e3</u>, <u>true</u>]'),
        (DATA, '<p a="b">it\'s # 1</p>', '&lt;p a=<i>"b"</i>&gt;it\'s # <u>1</u>&lt;/p&gt;'),
        (PROGRAM, "let a = 'x'; // y", "<b>let</b> a = <i>'x'</i>; <em>// y</em>"),
        (PROGRAM, "public static x.class $for", "<b>public static</b> x.class $for"),
        (PROGRAM, "a <<~END\nb\nEND\nnew", "a &lt;&lt;~END<i>\nb\nEND</i>\n<b>new</b>"),
        (PROGRAM, '"""a"b"""', '<i>"""a"b"""</i>'),
        (SHELL, "curl 'a\\' \\'b", "<b>curl</b> <i>'a\\'</i> \\'b"),
        (SHELL, "@'\nit's\n'@ 1", "<i>@'\nit's\n'@</i> <u>1</u>"),
    ],
)
def test_what_is_colored(grammar: str, text: str, html: str) -> None:
    assert colored(text, grammar) == html


def test_long_texts_are_colored_as_far_as_one_reads() -> None:
    text = '"a" ' * LONGEST
    html = colored(text, DATA)
    assert html.count("<i>") == LONGEST // 4
    assert BeautifulSoup(html, "html.parser").get_text() == text
