"""Whether a project means its Markdown files as documents."""

from __future__ import annotations

#: Extensions in ``conf.py`` that say that Markdown files are meant as documents.
MARKDOWN_EXTENSIONS = frozenset({"myst_parser", "myst_nb"})

#: Suffixes that this extension registers by itself, where a project has a site.
MARKDOWN_SUFFIXES = (".md", ".mdx")


def means_markdown(extensions: object) -> bool:
    """Whether a project that loads *extensions* means Markdown files as documents."""
    found = extensions if isinstance(extensions, list | tuple | set | frozenset) else ()
    return any(isinstance(name, str) and name in MARKDOWN_EXTENSIONS for name in found)
