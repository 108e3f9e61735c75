"""Link definitions of a page assembled from files, each with its own labels.

In a single text, two files that define the same label would share the first definition; so the
later ones get unique labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sphinx_navapi.mdx.indentation import Lines
from sphinx_navapi.mdx.origins import Origin
from sphinx_navapi.mdx.piece_reader import read_pieces
from sphinx_navapi.mdx.pieces import Fence

_DEFINITION = re.compile(r"[ \t>]*\[([^\[\]\n]+)\]:")
#: Code, which is kept, and uses of labels: ``[text][label]``, ``[label][]``, ``[label]``.
_USE = re.compile(
    r"(?P<code>(`+)(?!`).*?(?<!`)\2(?!`))|\[(?P<label>[^\[\]\n]+)\](?P<after>\[\]|:)?"
)


def separate_definitions(text: str, origins: Sequence[Origin]) -> str:
    """*text* with labels renamed if several of its files define them.

    :param origins: of each line of *text*.
    """
    if len({origin.file for origin in origins}) < 2 or "]:" not in text:
        return text
    lines = text.split("\n")
    code = _code_lines(text)
    names: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for number, line in enumerate(lines):
        match = _DEFINITION.match(line) if number not in code else None
        if match is None:
            continue
        key = origins[number].file, _normal(match[1])
        if key in names:
            continue
        name, count = match[1], 2
        while _normal(name) in taken:
            name, count = f"{match[1]}-{count}", count + 1
        names[key] = name
        taken.add(_normal(name))
    for number, line in enumerate(lines):
        if number not in code and "[" in line:
            lines[number] = "".join(_renamed(line, names, origins[number].file))
    return "\n".join(lines)


def _code_lines(text: str) -> set[int]:
    lines = Lines(text)
    return {
        number
        for piece in read_pieces(text)
        if isinstance(piece, Fence)
        for number in range(lines.number(piece.start), lines.number(piece.end - 1) + 1)
    }


def _renamed(line: str, names: Mapping[tuple[str, str], str], file: str) -> Iterator[str]:
    position = 0
    for match in _USE.finditer(line):
        label = match["label"]
        name = names.get((file, _normal(label))) if label else None
        if name is None or name == label:
            continue
        yield line[position : match.start()]
        position = match.end()
        second = line[match.start() - 1 : match.start()] == "]"
        if match["after"] == ":" or second or label.startswith("^"):
            yield f"[{name}]{match['after'] or ''}"
        elif line[position : position + 1] in {"(", "["}:
            yield match[0]
        else:
            yield f"[{label}][{name}]"
    yield line[position:]


def _normal(label: str) -> str:
    return " ".join(label.split()).casefold()
