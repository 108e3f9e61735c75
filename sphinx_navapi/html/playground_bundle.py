"""The playground's parts as one script: what a page loads when somebody may want to send."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"

#: Files below ``static/playground``, in the order in which they run.
PARTS = (
    "words", "styles", "wire", "request", "clients", "dom", "json", "validate", "fields", "body",
    "security", "send", "answer", "history", "form",
)  # fmt: skip

#: Where the script is written, relative to the output.
BUNDLE = "_static/playground/playground.js"

_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)$\n?", re.MULTILINE)
_REMARK = re.compile(r"/\*.*?\*/")
#: Texts and regular expressions within a line, in which a backtick begins nothing.
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|/(?![/*])(?:[^/\\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/')
_INDENT = re.compile(r"^[ \t]+|^\n", re.MULTILINE)


@lru_cache(maxsize=1)
def playground_bundle() -> str:
    """The parts joined, without comments on lines of their own and without indentation."""
    paths = (STATIC / "playground" / f"{part}.js" for part in PARTS)
    return "".join(_shorten(path.read_text("utf-8")) for path in paths if path.is_file())


@lru_cache(maxsize=1)
def bundle_digest() -> str:
    """Changes with what the loader loads, which browsers keep by its address."""
    digest = hashlib.sha256(playground_bundle().encode())
    digest.update((STATIC / "navapi-playground.css").read_bytes())
    return digest.hexdigest()[:8]


def _shorten(text: str) -> str:
    shorter = _COMMENT.sub("", text)
    bare = (_QUOTED.sub("", _REMARK.sub("", line)) for line in shorter.splitlines())
    if any(line.count("`") % 2 for line in bare):
        # A text over several lines: its blanks are its own.
        return text
    return _INDENT.sub("", shorter)
