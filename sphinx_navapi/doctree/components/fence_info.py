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
_FLAGS = {
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


def read_fence_info(info: str) -> FenceInfo:
    """Parse *info*. If the first word is not a language, it is part of the title."""
    options: dict[str, str] = {}
    stressed = ""

    def take(match: re.Match[str]) -> str:
        nonlocal stressed
        name, *values, lines = match.groups()
        if name is None:
            stressed = stressed or lines
        else:
            options.setdefault(name, next((v for v in values if v is not None), ""))
        return " "

    rest = _OPTION.sub(take, info.replace("`", ""))
    language = ""
    if (match := _FIRST.match(rest)) and match[1] not in _FLAGS:
        language = known_language(match[1])
        named = language and language != "text"
        if named or match[1].lower() in _PLAIN or _looks_like_language(match[1]):
            rest = rest[match.end() :]
            language = language or "text"
    written = rest.split()
    words = [word for word in written if word not in _FLAGS]
    written += (name for name, value in options.items() if value not in {"false", "0"})
    flags = frozenset(_FLAGS[word] for word in written if word in _FLAGS) - {""}
    title = options.get("title", options.get("filename", "")).strip() or " ".join(words)
    if quoted := _QUOTED.fullmatch(title):
        title = quoted[2]
    return FenceInfo(
        language=language,
        title=" ".join(title.split()),
        stressed=line_numbers(stressed or options.get("highlight", "")),
        focus=line_numbers(options.get("focus", "")),
        flags=flags,
        icon=options.get("icon", ""),
    )


def line_numbers(written: str) -> str:
    """*written*, also as an array in text (``"[1,3]"``), in the form of `FenceInfo.stressed`."""
    numbers = "".join(written.strip().removeprefix("[").removesuffix("]").split())
    return numbers if re.fullmatch(r"\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*", numbers) else ""


_PLAIN = frozenset({"text", "txt", "plaintext", "plain", "none", "output", "raw", "log", "ascii"})


def _looks_like_language(word: str) -> bool:
    """Whether an unknown first word has the form of a language."""
    return word.isalnum() and word.islower()


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
