"""Types of expressions, from the annotations of the source."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class ValueKind:
    """A type of the supported subset of Python.

    :ivar name: ``str``, ``int``, ``bool``, ``none``, ``any``, ``list`` (also tuples of any length),
        ``tuple`` (of fixed length), ``dict``, ``set``, ``keys`` (of a dict, each once, in order),
        ``iter``, ``function``, ``pattern``, ``match``, or a class.
    :ivar args: of the items; of a function its parameters, then its return type.
    :ivar optional: it may be ``None``.
    """

    name: str
    args: tuple[ValueKind, ...] = ()
    optional: bool = False

    @property
    def item(self) -> ValueKind:
        """The type of its items, if they have only one."""
        return self.args[0] if self.args else ANY


ANY = ValueKind("any")
BOOL = ValueKind("bool")
INT = ValueKind("int")
MATCH = ValueKind("match")
NONE = ValueKind("none")
PATTERN = ValueKind("pattern")
STR = ValueKind("str")
TEXTS = ValueKind("list", (STR,))

_SIMPLE = {"str": STR, "int": INT, "bool": BOOL, "Any": ANY, "None": NONE}
_GENERIC = {
    "list": "list", "Sequence": "list", "dict": "dict", "Mapping": "dict", "set": "set",
    "frozenset": "set", "Iterable": "iter", "Iterator": "iter",
}  # fmt: skip


def annotated_kind(node: ast.expr | None) -> ValueKind:
    """The type of an annotation; ``any`` if not supported, such as other unions."""
    match node:
        case ast.Constant(value=None):
            return NONE
        case ast.Name(id=name):
            return _SIMPLE.get(name, ValueKind(name))
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id="re"), attr=name)):
            return MATCH if name == "Match" else PATTERN
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=elts)):
            if isinstance(elts[-1], ast.Constant) and elts[-1].value is Ellipsis:
                return ValueKind("list", (annotated_kind(elts[0]),))
            return ValueKind("tuple", tuple(map(annotated_kind, elts)))
        case ast.Subscript(
            value=ast.Name(id="Callable"), slice=ast.Tuple(elts=[ast.List(elts=given), back])
        ):
            return ValueKind("function", (*map(annotated_kind, given), annotated_kind(back)))
        case ast.Subscript(value=ast.Name(id=name), slice=inner) if name in _GENERIC:
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return ValueKind(_GENERIC[name], tuple(map(annotated_kind, parts)))
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            return replace(annotated_kind(left), optional=True)
    return ANY


def common_kind(first: ValueKind, second: ValueKind) -> ValueKind:
    """The common type of both; ``any`` if there is none."""
    if NONE in (first, second):
        return replace(second if first == NONE else first, optional=True)
    if replace(first, optional=False) == replace(second, optional=False):
        return replace(first, optional=first.optional or second.optional)
    if {first.name, second.name} == {"list"}:
        return first if first.args else second
    return ANY


def type_text(kind: ValueKind) -> str:
    """*kind* in TypeScript syntax."""
    if kind.optional:
        text = type_text(replace(kind, optional=False))
        return f"({text}) | null" if kind.name == "function" else f"{text} | null"
    match kind.name:
        case "str":
            return "string"
        case "int":
            return "number"
        case "bool":
            return "boolean"
        case "none":
            return "null"
        case "list":
            text = type_text(kind.item)
            return f"({text})[]" if " " in text and text[0] not in "[{" else f"{text}[]"
        case "tuple":
            return f"[{', '.join(map(type_text, kind.args))}]"
        case "dict" | "set" | "keys" | "iter":
            name = {"dict": "Map", "iter": "Iterable"}.get(kind.name, "Set")
            return f"{name}<{', '.join(map(type_text, kind.args))}>"
        case "match":
            return "string[]"
        case "pattern":
            return "RegExp"
        case "function":
            *given, back = map(type_text, kind.args)
            listed = ", ".join(f"{chr(97 + at)}: {text}" for at, text in enumerate(given))
            return f"({listed}) => {back}"
    return kind.name
