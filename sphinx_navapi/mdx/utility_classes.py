"""Classes that lay out the HTML of a page, by the names that Tailwind gives them.

Each has a class of ours in the output, which no theme has a style for, and is a few
declarations of CSS: `rule` writes it. So a page holds the rules of its own classes alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from sphinx_navapi.mdx.marks import UTILITY
from sphinx_navapi.mdx.permitted_styles import is_permitted, within_place
from sphinx_navapi.mdx.utility_values import WORDS, color, length

Declarations = Mapping[str, str]

_WIDTHS = {"sm": 640, "md": 768, "lg": 1024, "xl": 1280, "2xl": 1536}
_DARK = ':is([data-scheme="dark"], [data-theme="dark"], :root.dark)'
_DARK_BY_SYSTEM = ':is([data-scheme="auto"], [data-theme="auto"])'

#: What spaces and quotation marks are in a class that is a declaration.
_SPACE = "_"


def own_classes(names: str, *, in_frame: bool = False) -> list[str]:
    """*names* with the class of ours for each that lays something out; others stay as they are.

    :param in_frame: as for `permitted_style`.
    """
    found: list[str] = []
    for name in names.split():
        *variants, utility = _split(name)
        if utility == "absolute" and not in_frame:
            continue
        if _declarations(utility) and all(map(_is_variant, variants)):
            found.append(UTILITY + name)
        elif not set(name) & set(":[]/"):
            found.append(name)
    return list(dict.fromkeys(found))


def style_classes(declarations: Declarations) -> list[str]:
    """A class of ours for each of *declarations*: for nodes that have no style of their own."""
    return [
        f"{UTILITY}[{name}:{value.replace(' ', _SPACE)}]"
        for name, value in declarations.items()
        if not set(value) & set("'\"_[]")
    ]


def _is_variant(name: str) -> bool:
    return name.removeprefix("max-") in _WIDTHS or name in {"dark", "hover", "print"}


def rules(names: Iterable[str]) -> str:
    """The rules of *names*, classes of ours; those for wider pages and the dark come last."""
    found = {rule for rule in map(_rule, dict.fromkeys(names)) if rule is not None}
    return "\n".join(text for _, text in sorted(found))


@lru_cache(maxsize=1024)
def _rule(name: str) -> tuple[int, str] | None:
    """The rule of the class *name* of ours, after its place among the others.

    What says more comes first: ``border`` before ``border-t``, ``p-4`` before ``px-2``.
    """
    *variants, utility = _split(name.removeprefix(UTILITY))
    declarations = _declarations(utility)
    if not declarations or not all(map(_is_variant, variants)):
        return None
    # Twice: what themes say of elements in the text counts less.
    own = f".{_escaped(name)}"
    selector = own * 2
    if "hover" in variants:
        selector += ":hover"
    if between := _BETWEEN.match(utility):
        selector += " > * + *" if between[1] == "space" else ""
    body = "; ".join(f"{key}: {value}" for key, value in declarations.items())
    place, queries = 0, []
    for variant in variants:
        width = _WIDTHS.get(variant.removeprefix("max-"))
        if width is not None:
            is_most = variant.startswith("max-")
            queries.append(f"(width < {width}px)" if is_most else f"(width >= {width}px)")
            place = (10_000 - width) if is_most else 10_000 + width
        elif variant == "print":
            queries.append("print")
            place = 30_000
    rule = f"{selector} {{ {body} }}"
    if "dark" in variants:
        place += 20_000
        by_system = [*queries, "(prefers-color-scheme: dark)"]
        rule = _in_media(f"{_DARK} {rule}", queries)
        rule += "\n" + _in_media(f"{_DARK_BY_SYSTEM} {selector} {{ {body} }}", by_system)
    else:
        rule = _in_media(rule, queries)
    first = next(iter(declarations))
    place = place * 10 + _GENERAL.get(first, 4) + (5 if "hover" in variants else 0)
    return place, rule


#: Properties that others take a part of, the most general ones first.
_GENERAL = {
    "border": 0, "margin": 0, "padding": 0, "inset": 0, "font-size": 0, "flex": 0, "gap": 0,
    "border-radius": 0, "border-left": 1, "border-right": 1, "border-top": 1, "border-bottom": 1,
    "border-width": 1, "border-style": 1, "border-color": 2, "margin-inline": 2,
    "margin-block": 2, "padding-inline": 2, "padding-block": 2, "overflow": 2,
}  # fmt: skip
_BETWEEN = re.compile(r"(space)-[xy]-")


def _in_media(rule: str, queries: list[str]) -> str:
    return f"@media {' and '.join(queries)} {{ {rule} }}" if queries else rule


def _split(name: str) -> list[str]:
    """*name* at colons, but not within brackets."""
    head, bracket, rest = name.partition("[")
    parts = head.split(":")
    parts[-1] += bracket + rest
    return parts


def _escaped(name: str) -> str:
    """*name* as an identifier of CSS."""
    return re.sub(r"([^\w-])", r"\\\1", name)


@lru_cache(maxsize=1024)
def _declarations(utility: str) -> Declarations:
    """What the class *utility* sets; nothing for a name that is not known."""
    if utility in WORDS:
        return WORDS[utility]
    if utility.startswith("[") and utility.endswith("]"):
        name, _, value = utility[1:-1].partition(":")
        value = value.replace(_SPACE, " ")
        return within_place({name: value}) if is_permitted(name, value) else {}
    match = _NAMED.fullmatch(utility)
    if match is None:
        return {}
    name, value = match["name"], match["value"]
    arbitrary = value[1:-1].replace(_SPACE, " ") if value.startswith("[") else ""
    for made in (_sized(name, value, arbitrary), _counted(name, value, arbitrary),
                 _coloured(name, value, arbitrary)):  # fmt: skip
        if made:
            safe = all(is_permitted(key, each) for key, each in made.items())
            return within_place(made) if safe else {}
    return {}


#: Utilities whose value is a length, by name: the properties that they set.
_SIZED: Final[Mapping[str, tuple[str, ...]]] = {
    **{
        f"{short}{side}": tuple(f"{name}{each}" for each in sides)
        for short, name in (("m", "margin"), ("p", "padding"))
        for side, sides in (
            ("", ("",)), ("x", ("-inline",)), ("y", ("-block",)), ("t", ("-top",)),
            ("r", ("-right",)), ("b", ("-bottom",)), ("l", ("-left",)),
            ("s", ("-inline-start",)), ("e", ("-inline-end",)),
        )
    },
    "w": ("width",), "h": ("height",), "size": ("width", "height"), "min-w": ("min-width",),
    "min-h": ("min-height",), "max-w": ("max-width",), "max-h": ("max-height",),
    "gap": ("gap",), "gap-x": ("column-gap",), "gap-y": ("row-gap",), "basis": ("flex-basis",),
    "space-x": ("margin-inline-start",), "space-y": ("margin-top",), "inset": ("inset",),
    "inset-x": ("left", "right"), "inset-y": ("top", "bottom"), "top": ("top",),
    "right": ("right",), "bottom": ("bottom",), "left": ("left",),
}  # fmt: skip

_NAMES = (
    *_SIZED, "grid-cols", "grid-rows", "col-span", "row-span", "col-start", "row-start", "col-end",
    "order", "columns", "aspect", "opacity", "leading", "tracking", "font", "text", "bg", "border",
    "border-t", "border-b", "border-l", "border-r", "rounded", "fill", "stroke", "flex", "grow",
    "shrink",
)  # fmt: skip
_NAMED = re.compile(
    rf"(?P<name>{'|'.join(sorted(_NAMES, key=len, reverse=True))})"
    r"-(?P<value>\[[\w.,%#()+*/-]{1,120}\]|[\w./-]{1,40})",
    re.ASCII,
)


def _sized(name: str, value: str, arbitrary: str) -> Declarations:
    properties = _SIZED.get(name)
    if properties is None:
        return {}
    found = arbitrary or length(value, name)
    return dict.fromkeys(properties, found) if found else {}


_SPANS = {"col": "grid-column", "row": "grid-row"}


def _counted(name: str, value: str, arbitrary: str) -> Declarations:
    """Grids, spans, orders and shares, whose values are counted."""
    number = int(value) if value.isdecimal() and len(value) < 4 else None
    kind, _, what = name.partition("-")
    if name in {"grid-cols", "grid-rows"}:
        tracks = f"repeat({number}, minmax(0, 1fr))" if number else ""
        tracks = arbitrary or ("none" if value == "none" else tracks)
        axis = "columns" if name == "grid-cols" else "rows"
        return {f"grid-template-{axis}": tracks} if tracks else {}
    if what == "span" and kind in _SPANS:
        span = "1 / -1" if value == "full" else f"span {number} / span {number}" if number else ""
        return {_SPANS[kind]: span} if span else {}
    if what in {"start", "end"} and kind in _SPANS and number:
        return {f"{_SPANS[kind]}-{what}": str(number)}
    if name == "opacity" and number is not None:
        return {"opacity": f"{number / 100:g}"}
    if name == "leading" and number is not None:
        return {"line-height": f"{number / 4:g}rem"}
    if name in {"order", "columns", "grow", "shrink"} and number is not None:
        return {f"flex-{name}" if name in {"grow", "shrink"} else name: str(number)}
    kept = {"aspect": "aspect-ratio", "leading": "line-height", "tracking": "letter-spacing",
            "flex": "flex", "rounded": "border-radius", "columns": "columns"}  # fmt: skip
    if arbitrary and name in kept:
        return {kept[name]: arbitrary}
    return {}


_COLOURED: Final = {
    "text": "color", "bg": "background-color", "border": "border-color",
    "border-t": "border-top-color", "border-b": "border-bottom-color",
    "border-l": "border-left-color", "border-r": "border-right-color", "fill": "fill",
    "stroke": "stroke",
}  # fmt: skip
_WIDE = re.compile(r"border(?:-([tblr]))?")
_EDGES = {"t": "-top", "b": "-bottom", "l": "-left", "r": "-right", None: ""}


def _coloured(name: str, value: str, arbitrary: str) -> Declarations:
    if name not in _COLOURED:
        return {}
    if name == "text" and arbitrary and length(arbitrary, "", plain=True):
        return {"font-size": arbitrary}
    wide = _WIDE.fullmatch(name)
    if wide and value.isdecimal() and int(value) <= 16:
        edge = _EDGES[wide[1]]
        return {f"border{edge}-width": f"{int(value)}px", f"border{edge}-style": "solid"}
    found = arbitrary or color(value)
    return {_COLOURED[name]: found} if found else {}


def find_classes(html: str) -> set[str]:
    """The classes of ours in the attributes of *html*."""
    return set(_IN_HTML.findall(html)) if UTILITY in html else set()


_IN_HTML = re.compile(rf"(?<=[\"\s]){UTILITY}[^\s\"<>&]+")
