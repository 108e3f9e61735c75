"""Which builders write a site, with navigation and our own HTML."""

from __future__ import annotations

from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder


def writes_site(builder: Builder) -> bool:
    """Whether *builder* writes pages for a browser: html, dirhtml, singlehtml and similar ones.

    ePub and the help formats also derive from the HTML builder, but are read by other programs;
    they get stock nodes.
    """
    return isinstance(builder, StandaloneHTMLBuilder) and not builder.embedded
