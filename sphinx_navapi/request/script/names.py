"""What variables and functions are called in the script."""

from __future__ import annotations

import ast
import contextlib
import re
import string
from collections.abc import Iterator

_RESERVED = frozenset(
    {"arguments", "case", "default", "delete", "enum", "eval", "export", "function", "let", "new",
     "package", "static", "super", "switch", "this", "typeof", "var", "void"}
)  # fmt: skip


def camel(name: str) -> str:
    """*name* as JavaScript has it: ``write_path`` is ``writePath``, ``_flat`` remains."""
    inner = name.lstrip("_")
    if not inner or inner.isupper():
        return name
    start = name[: len(name) - len(inner)]
    written = start + re.sub(r"_+([a-z0-9])", lambda found: found[1].upper(), inner)
    return f"{written}_" if written in _RESERVED else written


class Names:
    """Those of the source, as JavaScript writes them."""

    #: Whether the script is for readers: with comments, types and line breaks.
    readable = True

    def outer(self, module: str, name: str) -> str:
        """What is defined in *module*."""
        del module
        return camel(name)

    def local(self, name: str) -> str:
        """A variable of the function that is written."""
        return camel(name)

    @contextlib.contextmanager
    def inside(self, function: ast.FunctionDef | ast.Module) -> Iterator[None]:
        """While *function* of a module is written."""
        del function
        yield


class ShortNames(Names):
    """Short ones, for a script that nobody reads.

    What a module defines begins with a capital letter; what modules define for each other has
    one name in all of them, what they define for themselves the same if it is called the same.
    """

    readable = False
    _TAKEN = frozenset({"as", "at", "do", "if", "in", "is", "of"})

    def __init__(self, shared: frozenset[str]) -> None:
        """:param shared: modules that stand in one scope around all others."""
        self._shared = shared
        self._free = self._beginning_with(string.ascii_uppercase)
        self._known: dict[tuple[str, str], str] = {}
        self._local: dict[str, str] = {}

    def outer(self, module: str, name: str) -> str:
        """The same for all modules in one scope, or for all of that name."""
        key = (module if module in self._shared else "", name)
        if key not in self._known:
            self._known[key] = next(self._free)
        return self._known[key]

    def local(self, name: str) -> str:
        """The next letter that the function has not used."""
        if name not in self._local:
            self._local[name] = next(self._letters)
        return self._local[name]

    @contextlib.contextmanager
    def inside(self, function: ast.FunctionDef | ast.Module) -> Iterator[None]:
        """Letters begin again."""
        del function
        self._local = {}
        self._letters = self._beginning_with(string.ascii_lowercase)
        yield

    def _beginning_with(self, letters: str) -> Iterator[str]:
        yield from letters
        for first in letters:
            yield from (
                first + second
                for second in string.ascii_letters
                if first + second not in self._TAKEN
            )
