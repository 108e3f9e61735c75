"""How Markdown files are read: by whom, and by what signs of MyST."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

_NAME = r"\{([A-Za-z][\w.+:-]*)\}"
_FENCE = re.compile(
    rf"[ \t]*(?:(?:[-*+]|\d{{1,9}}[.)]|>)[ \t]*)*(`{{3,}}|~{{3,}})[ \t]*(?:{_NAME})?"
)
_CODE = re.compile(rf"\\.|(?:{_NAME})?(?<!`)(`+)(?!`).*?(?<!`)\2(?!`)")


def myst_names(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The names of directives and roles in *text*, outside of code.

    Each with the line and the column of its brace, from 1.
    """
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not line[match.end() :].strip():
                fence = ""
        elif match and "`" not in line[match.end() :]:
            fence = match[1]
            if match[2]:
                yield match[2], (number, match.start(2))
        else:
            for code in _CODE.finditer(line):
                if code[1]:
                    yield code[1], (number, code.start(1))


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
