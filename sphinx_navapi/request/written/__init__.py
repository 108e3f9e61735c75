"""Requests as people write them in guides: commands of curl, Python, JavaScript. Nothing runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from sphinx_navapi.request.written.values import WrittenRequest

#: The reader of each language, by its names for code blocks.
_READERS: Final = {
    **dict.fromkeys(("bash", "sh", "shell", "zsh", "console", "curl", "shell-session"), "curl"),
    **dict.fromkeys(("python", "python3", "py", "py3", "pycon"), "python"),
    **dict.fromkeys(
        ("javascript", "js", "typescript", "ts", "jsx", "tsx", "node"), "javascript"
    ),
}  # fmt: skip

#: Longer code is no example of a request.
_LONGEST: Final = 20_000


def may_have_requests(language: str, code: str) -> bool:
    """Whether it is worth reading *code*."""
    return language in _READERS and "://" in code and len(code) <= _LONGEST


def read_requests(language: str, code: str) -> list[WrittenRequest]:
    """The requests in *code* that can be read without doubt, with their lines."""
    if not may_have_requests(language, code):
        return []
    module = import_module(f"sphinx_navapi.request.written.{_READERS[language]}")
    read: Callable[[str], Iterator[WrittenRequest]] = module.read
    return list(read(code))
