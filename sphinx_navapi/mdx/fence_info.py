"""The info string of a fence: a language that Pygments knows, a title, lines to stress."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pygments.lexers import get_all_lexers  # type: ignore[import-untyped] # has no types

#: Names in use for languages that Pygments calls otherwise, or has only a relative of.
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

#: A diagram's source: no language of Pygments, and of use to extensions that draw it.
MERMAID = "mermaid"

#: The language of formulas.
MATH = "math"

#: Words that say how a block looks, and what is kept of them.
_FLAGS = {
    "expandable": "expandable",
    "wrap": "wrap",
    "lines": "lines",
    "showLineNumbers": "lines",
    "showlinenumbers": "lines",
    "twoslash": "",
}
_OPTION = re.compile(
    r"""(?:^|(?<=\s))([\w-]+)=(?:"([^"]*)"|'([^']*)'|\{([^{}]*)\}|(\S+))|\{([\d,\s-]*)\}"""
)
_FIRST = re.compile(r"\s*([^\s{]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FenceInfo:
    """:ivar language: a name that Pygments knows, ``mermaid``, ``text``; ``""`` if none is given.

    :ivar title: plain text; ``""`` for none.
    :ivar stressed: lines from 1, as ``1,3-5``; ``""`` for none.
    :ivar flags: those of ``expandable``, ``wrap`` and ``lines`` that are set.
    :ivar icon: name of an icon beside the title; ``""`` for none.
    """

    language: str = ""
    title: str = ""
    stressed: str = ""
    flags: frozenset[str] = frozenset()
    icon: str = ""

    def __str__(self) -> str:
        """The form in which every Markdown reader finds the language."""
        parts = [self.language or ("text" if self.title or self.stressed else "")]
        if self.title:
            parts.append('title="{}"'.format(self.title.replace('"', "'")))
        if self.stressed:
            parts.append(f"{{{self.stressed}}}")
        return " ".join(part for part in parts if part)


def read_fence_info(info: str) -> FenceInfo:
    """What *info* says. A first word that is no language belongs to the title."""
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
    stressed = "".join((stressed or options.get("highlight", "")).split())
    if not re.fullmatch(r"\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*", stressed):
        stressed = ""
    language = ""
    if match := _FIRST.match(rest):
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
    return FenceInfo(
        language=language,
        title=" ".join(title.split()),
        stressed=stressed,
        flags=flags,
        icon=options.get("icon", ""),
    )


_PLAIN = frozenset({"text", "txt", "plaintext", "plain", "none", "output", "raw", "log", "ascii"})


def _looks_like_language(word: str) -> bool:
    """Whether an unknown first word is written as languages are."""
    return word.isalnum() and word.islower()


def known_language(name: str) -> str:
    """The name under which Pygments has *name*, ``""`` if it has nothing like it."""
    name = name.lower()
    known = _pygments_names()
    if name in known or name in {MERMAID, MATH}:
        return name
    if name in _PLAIN:
        return "text"
    other = _OTHER_NAMES.get(name, "")
    return other if other in known else ""


def other_names() -> Mapping[str, str]:
    """Names of languages in use that Pygments does not know, and what it calls them."""
    known = _pygments_names()
    return {
        name: language
        for name, language in _OTHER_NAMES.items()
        if name not in known and language in known
    }


@lru_cache(maxsize=1)
def _pygments_names() -> frozenset[str]:
    # Without plugins: what is installed beside us must not change a page.
    return frozenset(
        alias for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases
    )
