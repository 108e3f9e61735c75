"""Names of variables and functions in the script."""

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
    """*name* in JavaScript style: ``write_path`` is ``writePath``, ``_flat`` remains."""
    inner = name.lstrip("_")
    if not inner or inner.isupper():
        return name
    start = name[: len(name) - len(inner)]
    written = start + re.sub(r"_+([a-z0-9])", lambda found: found[1].upper(), inner)
    return f"{written}_" if written in _RESERVED else written


class Names:
    """The original names, in JavaScript style."""

    #: Whether the script is for readers: with comments, types and line breaks.
    readable = True

    def outer(self, module: str, name: str) -> str:
        """The name of a definition in *module*."""
        del module
        return camel(name)

    def local(self, name: str) -> str:
        """The name of a variable of the current function."""
        return camel(name)

    @contextlib.contextmanager
    def inside(self, function: ast.FunctionDef | ast.Module) -> Iterator[None]:
        """Within the context, *function* of a module is being translated."""
        del function
        yield


class ShortNames(Names):
    """Short names, for a script that nobody reads.

    Names of module-level definitions start with a capital letter; shared ones have the same name in
    all modules, private ones have the same name if their original names are equal.
    """

    readable = False
    _TAKEN = frozenset({"as", "at", "do", "if", "in", "is", "of"})

    def __init__(self, shared: frozenset[str]) -> None:
        """:param shared: modules in an outer scope that encloses all others."""
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
        """The next unused letter of the function."""
        if name not in self._local:
            self._local[name] = next(self._letters)
        return self._local[name]

    @contextlib.contextmanager
    def inside(self, function: ast.FunctionDef | ast.Module) -> Iterator[None]:
        """Start over with the first letter."""
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
