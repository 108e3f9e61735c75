"""MDX pages as Markdown: what is removed, what remains, and its new location."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_files import text_cases

from sphinx_navapi.mdx.plain_page import plain_markdown, plain_page

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize(
    ("source", "expected"),
    text_cases(*(CASES / f"{name}.md" for name in ("tags", "page_code", "indentation", "html"))),
)
def test_what_is_taken_out_and_what_stays(source, expected):
    assert plain_markdown(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "```jsx\nimport A from 'a'\n<A b={c}>\n  {d}\n</A>\n```\n",
        "~~~html\n<A>\n```\n{b}\n~~~\n",
        "````text\n```\n<A>\n```\n````\n",
        "- a\n\n  ```js\n  <A>{b}</A>\n  ```\n",
        "> ```js\n> <A>{b}</A>\n> ```\n",
        "1. ```js\n   {b}\n   ```\n",
        "`<A>` ``{`b`}`` `import x`\n",
        "a `b\nc <D>` e\n",
        "```js\nnever closed {a}\n<B>\n",
    ],
)
def test_code_stays(source):
    assert plain_markdown(source) == source


def test_code_span_ends_with_its_block():
    assert plain_markdown("- a `b\n- <C>c</C>` d\n") == "- a `b\n- c` d\n"
    assert plain_markdown("a ` b\n\n<C>c</C> ` d\n") == "a ` b\n\nc ` d\n"


def test_front_matter_stays_to_the_letter():
    head = "---\ntitle: <A> {b}\nimport: `x\n---\n"
    assert plain_markdown(f"{head}<A>\n  a\n</A>\n") == f"{head}\na\n\n"
    assert plain_markdown(f"\ufeff{head}{{1}}") == f"\ufeff{head}1"


def test_line_ends_become_one_kind():
    assert plain_markdown("a\r\n<A>\r\n  b\r\n</A>\rc") == "a\n\nb\n\nc"


def test_anchors_of_what_was_taken_out():
    page = plain_page(
        '<div id="one">\n</div>\n<Step title="Say it!">\n</Step>\n<Step title="Say it!">\n'
        '</Step>\n<Accordion title="A" id="own">\n</Accordion>\n<a name="two"></a>\n'
        '<ParamField body="apiKey" />\n<Card title="not" />\n'
    )
    assert page.anchors == {"one": 1, "say-it": 3, "own": 7, "a": 7, "two": 9, "param-api-key": 10}
