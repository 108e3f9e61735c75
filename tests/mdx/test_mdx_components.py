"""Components that nobody knows are named with their line, once a name."""

from __future__ import annotations

import pytest

from sphinx_navapi.mdx.unknown import unknown_components


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<Note>\n  Text.\n</Note>\n", []),
        ("\n<Carousel>\nText.\n</Carousel>\n<Carousel/>\n", [("Carousel", 2)]),
        ('import Hours from "/snippets/hours.mdx"\n\n<Hours />\n', []),
        ("export const Box = () => 1\n\n<Box/> <Other.Part/>\n", [("Other.Part", 3)]),
        ("```jsx\n<Shown/>\n```\n\n`<Spoken/>` <b>bold</b> <>part</>\n", []),
    ],
    ids=["known", "once", "imported", "exported", "code and HTML"],
)
def test_unknown_components(text, found):
    assert list(unknown_components(text)) == found
