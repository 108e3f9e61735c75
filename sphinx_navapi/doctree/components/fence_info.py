"""The info string of a fence: a language known to Pygments, a title, options, numbers of lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pygments.lexers import get_all_lexers  # type: ignore[import-untyped] # has no types

#: Common names of languages that have another name in Pygments, or only a similar lexer.
_OTHER_NAMES = {
    "curl": "bash",
    "env": "bash",
    "dotenv": "bash",
    ".env": "bash",
    "shellscript": "bash",
    "cli": "console",
    "cmd": "batch",
    "node": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "jsx": "javascript",
    "tsx": "typescript",
    "mts": "typescript",
    "jsonc": "json",
    "json5": "json",
    "ndjson": "json",
    "jsonl": "json",
    "mdx": "markdown",
    "markup": "html",
    "vue": "html",
    "svelte": "html",
    "astro": "html",
    "golang": "go",
    "kt": "kotlin",
    "objectivec": "objective-c",
    "sol": "solidity",
    "yml": "yaml",
    "terraform": "hcl",
    "psql": "sql",
}

#: Diagrams: not a Pygments language, but used by extensions that render them.
MERMAID = "mermaid"

#: The language of formulas.
MATH = "math"

#: Words for display options, with their stored form; ``""`` for those of other generators that have
#: no effect here. Any other word may be part of a title.
FLAGS = {
    "expandable": "expandable",
    "wrap": "wrap",
    "lines": "lines",
    "showLineNumbers": "lines",
    "showlinenumbers": "lines",
    "nocopy": "nocopy",
    "noCopy": "nocopy",
    "no-copy": "nocopy",
    "copy": "",
    "live": "",
    "noInline": "",
    "noLineNumbers": "",
    "twoslash": "",
}
#: Names of the options with a value.
OPTIONS = ("title", "filename", "highlight", "focus", "icon")

_OPTION = re.compile(
    r"""(?:^|(?<=\s))([\w-]+)=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|(\S+))|\{([\d,\s-]*)\}"""
)
_QUOTED = re.compile(r"""(["'])([^"']+)\1""")
_FIRST = re.compile(r"\s*([^\s{]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FenceInfo:
    """:ivar language: a Pygments name, ``mermaid``, ``text``; ``""`` if none is given.

    :ivar title: plain text; ``""`` for none.
    :ivar stressed: lines from 1, as ``1,3-5``; ``""`` for none.
    :ivar focus: lines beside which the others fade, in the same form.
    :ivar flags: those of ``expandable``, ``wrap``, ``lines`` and ``nocopy`` that are set.
    :ivar icon: name of an icon beside the title; ``""`` for none.
    """

    language: str = ""
    title: str = ""
    stressed: str = ""
    focus: str = ""
    flags: frozenset[str] = frozenset()
    icon: str = ""


#: Key of the lines in braces among the options.
_NUMBERS = "{}"


def read_fence_info(info: str) -> FenceInfo:
    """Parse *info*. If the first word is not a language, it is part of the title."""
    language, options, words = split_info(info)
    set_options = (name for name, value in options.items() if value not in {"false", "0"})
    flags = frozenset(FLAGS[word] for word in (*words, *set_options) if word in FLAGS) - {""}
    other = " ".join(word for word in words if word not in FLAGS)
    title = options.get("title", options.get("filename", "")).strip() or other
    if quoted := _QUOTED.fullmatch(title):
        title = quoted[2]
    return FenceInfo(
        language=known_language(language) or ("text" if language else ""),
        title=" ".join(title.split()),
        stressed=line_numbers(options.get(_NUMBERS) or options.get("highlight", "")),
        focus=line_numbers(options.get("focus", "")),
        flags=flags,
        icon=options.get("icon", ""),
    )


def split_info(info: str) -> tuple[str, dict[str, str], list[str]]:
    """The language of *info* as written (``""`` for none), its options by name, other words."""
    options: dict[str, str] = {}

    def take(match: re.Match[str]) -> str:
        name, *values, lines = match.groups()
        value = next((value for value in (*values, lines) if value is not None), "")
        if value or name is not None:
            options.setdefault(_NUMBERS if name is None else name, value)
        return " "

    rest = _OPTION.sub(take, info.replace("`", ""))
    match = _FIRST.match(rest)
    if match is None or match[1] in FLAGS:
        return "", options, rest.split()
    word = match[1]
    if known_language(word) or (word.isalnum() and word.islower()):
        return word, options, rest[match.end() :].split()
    return "", options, rest.split()


def line_numbers(written: str) -> str:
    """*written*, also as an array in text (``"[1,3]"``), in the form of `FenceInfo.stressed`."""
    numbers = "".join(written.strip().removeprefix("[").removesuffix("]").split())
    return numbers if re.fullmatch(r"\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*", numbers) else ""


_PLAIN = frozenset({"text", "txt", "plaintext", "plain", "none", "output", "raw", "log", "ascii"})


def known_language(name: str) -> str:
    """Pygments' name for *name*, ``""`` if it has nothing similar."""
    name = name.lower()
    known = _pygments_names()
    if name in known or name in {MERMAID, MATH}:
        return name
    if name in _PLAIN:
        return "text"
    other = _OTHER_NAMES.get(name, "")
    return other if other in known else ""


def other_names() -> Mapping[str, str]:
    """Common names of languages that Pygments does not know, with its own names."""
    known = _pygments_names()
    return {
        name: language
        for name, language in _OTHER_NAMES.items()
        if name not in known and language in known
    }


@lru_cache(maxsize=1)
def _pygments_names() -> frozenset[str]:
    # Without plugins: installed packages must not change a page.
    return frozenset(
        alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases
    )
