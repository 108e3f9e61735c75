"""Whether a project uses Markdown files as documents."""

from __future__ import annotations

#: Extensions in ``conf.py`` that imply Markdown documents.
MARKDOWN_EXTENSIONS = frozenset({"myst_parser", "myst_nb"})

#: Suffixes that this extension registers itself if a project has a site.
MARKDOWN_SUFFIXES = (".md", ".mdx")

#: MyST's extensions for what code hosts add to Markdown.
CODE_HOST_EXTENSIONS = ("alert", "strikethrough", "tasklist")


def means_markdown(extensions: object) -> bool:
    """Whether a project that loads *extensions* uses Markdown files as documents."""
    found = extensions if isinstance(extensions, list | tuple | set | frozenset) else ()
    return any(isinstance(name, str) and name in MARKDOWN_EXTENSIONS for name in found)
