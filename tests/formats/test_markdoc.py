"""Markdoc's tags in Markdown texts."""

from __future__ import annotations

import pytest
from work import LINEAR, growth

from sphinx_navapi.formats.description_components import write_markdoc


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '{% admonition type="warning" name="Mind \\"it\\"" %}\na\n{% /admonition %}\nb',
            '<Callout type="warning" title="Mind &quot;it&quot;">\na\n</Callout>\nb',
            id="admonition",
        ),
        pytest.param("{% callout %}a{% /callout %}", "<Callout>a</Callout>", id="callout"),
        pytest.param(
            '- {% admonition\n   type="info"\n%}\n  a\n  {% /admonition %}',
            '- <Callout type="info">\n\n\n  a\n  </Callout>',
            id="lines are kept",
        ),
        pytest.param(
            '{% tabs %}\n{% tab label="a %} b" %}\nc\n{% /tab %}\n{% /tabs %}',
            "\n\nc\n\n",
            id="others",
        ),
        pytest.param('a {% icon name="b" /%} c', "a  c", id="without content"),
        pytest.param('# A {% #b %}\nc {% id="d" %}', "# A\nc", id="annotations"),
        pytest.param("{% if $a %}b{% else /%}c{% /if %}", "bc", id="alternatives"),
        pytest.param("`{% a /%}` {% b /%}", "`{% a /%}` ", id="code span"),
        pytest.param(
            "- ```\n  {% a /%}\n  ```\n", "- ```\n  {% a /%}\n  ```\n", id="code in a list"
        ),
        pytest.param("~~~\n{% a /%}", "~~~\n{% a /%}", id="open fence"),
        pytest.param("{% if a %}b{% endif %}", "{% if a %}b{% endif %}", id="Liquid"),
        pytest.param("{% $name %} {{ a }}", "{% $name %} {{ a }}", id="values"),
    ],
)
def test_tags(text: str, expected: str) -> None:
    assert write_markdoc(text) == expected


@pytest.mark.parametrize("text", ["{% a ", '{% a "', "{% a %}", "{% a %}{% /b %}", '{%a="', "{% "])
def test_work_is_linear(text: str) -> None:
    assert growth(lambda size: write_markdoc(text * size), 100) < LINEAR
    write_markdoc(text * 6000)
