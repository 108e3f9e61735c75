"""Constructs of a page's Markdown that are text only because of a slip: alerts, fences, tables.

Markdown has no errors. So each check asks for what an author cannot have meant as text, and names
what was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.doctree.components.fence_info import FLAGS, OPTIONS, known_language, split_info
from sphinx_navapi.formats.callout_kinds import KINDS, alert_of

#: Languages of most pages. Rare ones have short names: any typo would be near to one of them.
_USUAL_LANGUAGES: Final = (
    "bash", "console", "csharp", "diff", "dockerfile", "graphql", "html", "http", "java",
    "javascript", "json", "kotlin", "markdown", "mermaid", "php", "powershell", "python", "ruby",
    "rust", "shell", "swift", "text", "toml", "typescript", "xml", "yaml",
)  # fmt: skip

#: Shorter words are near to too many others.
_SHORTEST: Final = 4

_ALERT: Final = re.compile(r"\[!([A-Za-z]{3,20})\][ \t]*(?:\n|\Z)")

_RULE: Final = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_CELL_END: Final = re.compile(r"(?<!\\)\|")


def slip_of_quotation(text: str) -> str | None:
    """What is wrong with *text*, the first paragraph of a quotation; ``None``: nothing."""
    match = _ALERT.match(text)
    if match is None:
        return None
    alerts = list(dict.fromkeys(map(alert_of, KINDS)))
    near = nearest_word(match[1], alerts)
    meant = f"did you mean [!{near}]?" if near else f"write one of {', '.join(alerts)}"
    return f"unknown alert [!{match[1]}]; it is shown as a quotation: {meant}"


def slips_of_fence(info: str) -> Iterator[str]:
    """What is wrong with *info*, the words after a fence."""
    language, options, words = split_info(info)
    if language and not known_language(language):
        near = _nearest(language, _USUAL_LANGUAGES)
        if near is not None:
            yield (
                f'unknown language "{language}"; the code is shown without colors:'
                f" did you mean {near}?"
            )
    # Without a title of their own, other words are one.
    for word in (*options, *(words if "title" in options else ())):
        if word not in FLAGS and word not in OPTIONS:
            near = _nearest(word, (*OPTIONS, *FLAGS))
            if near is not None:
                yield f'unknown option "{word}" of code is ignored: did you mean {near}?'


def _nearest(word: str, words: Iterable[str]) -> str | None:
    return nearest_word(word, words) if len(word) >= _SHORTEST else None


def slip_of_table(text: str) -> tuple[int, str] | None:
    """What is wrong with *text*, a paragraph with a table's rule; ``None``: nothing.

    :returns: the index of the line of the rule, and the message.
    """
    lines = text.split("\n")
    for index, (header, rule) in enumerate(pairwise(lines), 1):
        if "|" not in rule or "|" not in header or not _RULE.fullmatch(rule):
            continue
        wanted, written = _count_cells(header), _count_cells(rule)
        if wanted != written:
            return index, (
                f"this is not a table, but text, since its header has {wanted} cells and the rule"
                f" below it {written}: write as many"
            )
    return None


def _count_cells(row: str) -> int:
    return len(_CELL_END.split(row.strip().removeprefix("|").removesuffix("|")))
