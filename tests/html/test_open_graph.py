"""The operation's description replaces what another extension adds to a generated page."""

from __future__ import annotations

from sphinx_navapi.html.head_meta import with_description

THEIRS = (
    '<meta property="og:title" content="List books" />\n'
    '<meta property="og:description" content="Responses: &quot;Servers&quot;:" />\n'
    '<meta name="description" content="Responses:" />\n'
    '<meta name="twitter:card" content="summary" />\n'
)


def test_both_tags_that_describe_are_replaced():
    assert with_description(THEIRS, 'All "books" & \\1') == (
        '<meta property="og:title" content="List books" />\n'
        '<meta property="og:description" content="All &quot;books&quot; &amp; \\1" />\n'
        '<meta name="description" content="All &quot;books&quot; &amp; \\1" />\n'
        '<meta name="twitter:card" content="summary" />\n'
    )


def test_nothing_is_added():
    assert with_description("", "All books") == ""
