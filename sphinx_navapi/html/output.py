"""What an HTML build keeps beside the site: the writers of its pages."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.build.output_files import OutputFiles
from sphinx_navapi.html.pages import PageContexts
from sphinx_navapi.html.themes import ThemeAdapter
from sphinx_navapi.html.writing import SiteBlocks


@dataclass(slots=True, kw_only=True)
class HtmlOutput:
    """:ivar files: that this build puts beside its pages.

    :ivar contexts: set after reading, when all titles are known.

    :ivar adapter: of a theme that is not ours; ``None`` where the theme is left alone.
    """

    blocks: SiteBlocks
    files: OutputFiles
    contexts: PageContexts | None = None
    adapter: ThemeAdapter | None = None
