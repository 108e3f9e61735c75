"""Documentation: comments, and docstrings as JSDoc with types."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator

from translator.kinds import type_text
from translator.names import camel
from translator.sources import Param, Signature, Source

_WIDTH = 96
#: A field of a docstring with its text: ``:param style: …``.
_FIELD = re.compile(r"^:param (\w+):\s*((?:.|\n(?!:|\n))*)", re.MULTILINE)


def comments_above(source: Source, node: ast.stmt) -> Iterator[str]:
    """The comments in the lines directly above *node*, as JavaScript comments."""
    lines = source.text.splitlines()
    at = node.lineno - 1
    while at > 0 and lines[at - 1].lstrip().startswith("#"):
        at -= 1
    for line in lines[at : node.lineno - 1]:
        text = line.lstrip().lstrip("#:").strip()
        yield f"// {_plain(text)}" if text else "//"


def type_comment(text: str) -> str:
    """Declares the type of the statement below."""
    return f"/** @type {{{text}}} */"


def function_comment(node: ast.FunctionDef, signature: Signature) -> Iterator[str]:
    """The docstring's first paragraph, and the types of parameters and return value."""
    doc = ast.get_docstring(node) or ""
    told = {name: " ".join(text.split()) for name, text in _FIELD.findall(doc)}
    lines = textwrap.wrap(_plain(doc.partition("\n\n")[0]), _WIDTH)
    for one in signature.positional:
        name = camel(one.name)
        if one.default is not None:
            name = f"[{name}]"
        lines.append(f"@param {{{type_text(one.kind)}}} {name} {_told(told, one)}".rstrip())
    if signature.named:
        needed = all(one.default is None for one in signature.named)
        lines.append(f"@param {{{options_type(signature)}}} {'options' if needed else '[options]'}")
        lines += [
            f"  {camel(one.name)}: {_told(told, one)}"
            for one in signature.named
            if _told(told, one)
        ]
    is_lazy = any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in ast.walk(node))
    back = type_text(signature.returns)
    lines.append(f"@returns {{{back.replace('Iterable', 'Generator', 1) if is_lazy else back}}}")
    if len(lines) == 1:
        yield f"/** {lines[0]} */"
        return
    yield "/**"
    yield from (f" * {line}" for line in lines)
    yield " */"


def module_comment(source: Source) -> Iterator[str]:
    """The first paragraph of a module's docstring."""
    doc = (ast.get_docstring(source.tree) or "").partition("\n\n")[0]
    yield from (f"// {line}" for line in textwrap.wrap(_plain(doc), _WIDTH))


def options_type(signature: Signature) -> str:
    """The type of the object for keyword parameters."""
    keys = "; ".join(
        f"{camel(one.name)}{'?' if one.default is not None else ''}: {type_text(one.kind)}"
        for one in signature.named
    )
    return f"{{ {keys} }}"


def _told(told: dict[str, str], one: Param) -> str:
    return _plain(told.get(one.name, ""))


def _plain(text: str) -> str:
    """Convert reStructuredText markup to Markdown."""
    text = re.sub(r"``(.+?)``", r"`\1`", text)
    text = re.sub(r"(?<![\w*/])\*(\w+)\*(?![\w*])", lambda found: f"`{camel(found[1])}`", text)
    return text.replace("*/", "* /").replace("|", "|")
