"""Names of icons that the free libraries lack, such as those of Font Awesome's paid edition."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

from sphinx_navapi.html.icon_libraries import LIBRARIES, icon_library

#: Free icons that are more similar than those with a word of the name, or than none.
_SIMILAR: Final = {
    "alarm-exclamation": "alarm-clock-check", "arrow-progress": "arrow-right-from-line",
    "arrows-maximize": "maximize", "books": "library", "brackets-curly": "braces",
    "browsers": "app-window", "chart-mixed": "chart-column",
    "circle-video": "circle-play", "diagram-subtask": "diagram-project",
    "grid-2": "layout-grid", "hand-horns": "hand-metal", "list-numbers": "list-ordered",
    "memo": "notebook-pen", "message-bot": "bot-message-square",
    "message-exclamation": "message-square-warning", "message-lines": "message-square-text",
    "messages": "comments", "notes": "sticky-note", "page": "file",
    "rectangle-terminal": "square-terminal", "share-all": "share-nodes",
    "signal-stream": "tower-broadcast", "snake": "worm", "spinner-third": "loader-circle",
    "spreadsheet": "sheet", "wave-pulse": "activity", "window": "app-window",
}  # fmt: skip

#: Shapes around an icon: they say less about it than its other words.
_FRAMES: Final = frozenset({"circle", "square", "rectangle", "hexagon", "octagon", "diamond"})

#: Maximum number of words that are compared: 32 combinations of them.
_MOST_WORDS: Final = 6


def similar_icon(name: str) -> str | None:
    """The icon of the free libraries that is most similar to *name*, which none has.

    Names start with what is drawn; further words are details: ``rocket-launch`` is a rocket. So it
    is the icon with that word and the most others of *name*, in any order.
    """
    if name in _SIMILAR:
        return _SIMILAR[name]
    words = name.split("-")[:_MOST_WORDS]
    if words[0] not in _FRAMES:
        words = [word for word in words if len(word) > 1]
    frames = [word for word in words[:-1] if word in _FRAMES]
    drawn, *details = [word for word in words if word not in frames] or [""]
    others = details + frames
    for count in range(len(others), -1, -1):
        for some in combinations(others, count):
            found = _by_words().get(_words([drawn, *some]))
            if found is not None:
                return found
    return None


@cache
def _by_words() -> dict[frozenset[str], str]:
    """The icons of the libraries, except brands, by their words; the first library wins."""
    found: dict[frozenset[str], str] = {}
    for library in LIBRARIES[:-2]:
        for name in icon_library(library).names():
            found.setdefault(_words(name.split("-")), name)
    return found


def _words(words: list[str]) -> frozenset[str]:
    """*words* without plurals."""
    return frozenset(word[:-1] if len(word) > 3 and word[-1] == "s" else word for word in words)
