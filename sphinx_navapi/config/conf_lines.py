"""Line numbers in ``conf.py``, for diagnostics about the values it sets."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from sphinx_navapi.diagnostics import Place
from sphinx_navapi.formats.data_file import relative_name, unescape_pointer


class ConfLines:
    """Finds where the file *path* sets its values. Parses the file on first use."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._values: dict[str, ast.expr] | None = None

    def find(self, name: str, pointer: str = "") -> int | None:
        """The line of the part at *pointer* of the value of *name*, or the nearest known line.

        ``None`` if the file does not set it at its top level, or is not valid Python.
        """
        if self._values is None:
            self._values = _top_level_values(self._path)
        value = self._values.get(name)
        if value is None:
            return None
        line = value.lineno
        for segment in pointer.split("/")[1:]:
            found = _step(self._written(value), unescape_pointer(segment))
            if found is None:
                break
            value, line = found
        return line

    def _written(self, value: ast.expr) -> ast.expr:
        """*value*, or the value assigned to the variable that it names."""
        if isinstance(value, ast.Name) and self._values is not None:
            return self._values.get(value.id, value)
        return value


def conf_places(conf_file: Path, srcdir: Path) -> Callable[[str], Place]:
    """A function that returns the place where *conf_file* sets a name."""
    lines, file = ConfLines(conf_file), relative_name(conf_file, srcdir)
    return lambda name: Place(file=file, line=lines.find(name))


def _top_level_values(path: Path) -> dict[str, ast.expr]:
    try:
        module = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    values: dict[str, ast.expr] = {}
    for statement in module.body:
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        else:
            continue
        for target in targets:
            if isinstance(target, ast.Name) and statement.value is not None:
                values[target.id] = statement.value
    return values


def _step(value: ast.expr, key: str) -> tuple[ast.expr, int] | None:
    """The member *key* of a dict or list display, with its line; ``None`` if there is none."""
    if isinstance(value, ast.Dict):
        for name, member in zip(value.keys, value.values, strict=True):
            if isinstance(name, ast.Constant) and str(name.value) == key:
                return member, name.lineno
    elif isinstance(value, ast.List | ast.Tuple) and key.isdecimal() and int(key) < len(value.elts):
        member = value.elts[int(key)]
        return member, member.lineno
    return None
