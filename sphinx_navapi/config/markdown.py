"""Whether a project uses Markdown files as documents, and in which dialect they are read."""

from __future__ import annotations

from pathlib import Path

#: Extensions in ``conf.py`` that imply Markdown documents.
MARKDOWN_EXTENSIONS = frozenset({"myst_parser", "myst_nb"})

#: Suffixes that this extension registers itself if a project has a site.
MARKDOWN_SUFFIXES = (".md", ".mdx")

#: MyST's extensions for what code hosts add to Markdown.
CODE_HOST_EXTENSIONS = ("alert", "strikethrough", "tasklist")


#: The dialects of ``.md`` files: Markdown with components, as in ``.mdx`` files, and MyST.
HOSTED, MYST = "hosted", "myst"


def markdown_dialect(setting: object, extensions: object, confdir: Path) -> str | None:
    """How ``.md`` files are read: `HOSTED` or `MYST`; ``None``: those in the navigation as `HOSTED`
    if they have no markup of MyST.

    :param setting: ``navapi_markdown``.
    :param extensions: those of the project: it has written its pages in MyST if it loads that.
    """
    if setting in (HOSTED, MYST):
        return str(setting)
    if not (confdir / "conf.py").is_file():
        return HOSTED
    return MYST if means_markdown(extensions) else None


def means_markdown(extensions: object) -> bool:
    """Whether a project that loads *extensions* uses Markdown files as documents."""
    found = extensions if isinstance(extensions, list | tuple | set | frozenset) else ()
    return any(isinstance(name, str) and name in MARKDOWN_EXTENSIONS for name in found)
