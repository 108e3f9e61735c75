"""Icons that authors name, as inline SVG.

A docs.json names icons of large libraries. Those that have a counterpart among the
octicons of sphinx-design are drawn with it; for others the label stands alone.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from sphinx_design.icons import get_octicon_data

#: Common names of other libraries, as far as an octicon means the same.
_OTHER_NAMES = {
    "activity": "pulse",
    "address-book": "id-badge",
    "arrow-right-arrow-left": "arrow-switch",
    "arrows-rotate": "sync",
    "atom": "north-star",
    "bars": "three-bars",
    "bolt": "zap",
    "book-open": "book",
    "book-open-cover": "book",
    "book-open-text": "book",
    "books": "library",
    "bot": "dependabot",
    "box": "package",
    "brackets-curly": "code-square",
    "building": "organization",
    "bullhorn": "megaphone",
    "camera": "device-camera",
    "chart-bar": "graph",
    "chart-line": "graph",
    "chart-simple": "graph",
    "circle-check": "check-circle",
    "circle-exclamation": "issue-opened",
    "circle-info": "info",
    "circle-question": "question",
    "circle-user": "feed-person",
    "clipboard": "paste",
    "clock-rotate-left": "history",
    "cloud-arrow-up": "upload",
    "code-branch": "git-branch",
    "code-pull-request": "git-pull-request",
    "cog": "gear",
    "cogs": "gear",
    "comments": "comment-discussion",
    "compass": "telescope",
    "cube": "package",
    "cubes": "stack",
    "envelope": "mail",
    "file-lines": "file",
    "file-text": "file",
    "fire": "flame",
    "flask": "beaker",
    "folder": "file-directory",
    "folder-open": "file-directory-open-fill",
    "gauge": "meter",
    "gears": "gear",
    "github": "mark-github",
    "graduation-cap": "mortar-board",
    "hammer": "tools",
    "headset": "person",
    "house": "home",
    "key-round": "key",
    "laptop": "device-desktop",
    "laptop-code": "device-desktop",
    "layer-group": "stack",
    "layers": "stack",
    "life-ring": "question",
    "lightbulb": "light-bulb",
    "list-check": "tasklist",
    "list-tree": "list-unordered",
    "magnifying-glass": "search",
    "map": "milestone",
    "map-pin": "location",
    "memo": "note",
    "message": "comment",
    "message-circle": "comment",
    "messages": "comment-discussion",
    "microchip": "cpu",
    "microscope": "beaker",
    "mobile": "device-mobile",
    "money-bill": "credit-card",
    "newspaper": "log",
    "paint-brush": "paintbrush",
    "palette": "paintbrush",
    "pen": "pencil",
    "pen-to-square": "pencil",
    "plane": "paper-airplane",
    "puzzle-piece": "plug",
    "puzzle": "plug",
    "radio": "broadcast",
    "robot": "dependabot",
    "rectangle-terminal": "terminal",
    "satellite-dish": "broadcast",
    "scale": "law",
    "scale-balanced": "law",
    "screwdriver-wrench": "tools",
    "settings": "gear",
    "shield-halved": "shield",
    "slack": "hash",
    "sparkles": "sparkle",
    "square-code": "code-square",
    "square-terminal": "terminal",
    "table-columns": "columns",
    "toolbox": "tools",
    "triangle-exclamation": "alert",
    "user": "person",
    "users": "people",
    "wallet": "credit-card",
    "wand-magic-sparkles": "sparkle",
    "warehouse": "container",
    "wrench": "tools",
}


@lru_cache(maxsize=1024)
def icon_svg(name: str) -> str:
    """The icon called *name* as SVG that takes the text's colour; empty where there is none."""
    data = get_octicon_data()
    key = name.strip().lower().removeprefix("fa-")
    found = data.get(_OTHER_NAMES.get(key, key))
    if found is None:
        return ""
    # A shape for small sizes, where the set has one.
    height = "16" if "16" in found["heights"] else next(iter(found["heights"]))
    shape = found["heights"][height]
    box = f"0 0 {shape['width']} {height}"
    return (
        f'<svg class="navapi-icon" viewBox="{escape(box)}" width="1em" height="1em"'
        f' fill="currentColor" aria-hidden="true">{shape["path"]}</svg>'
    )


def icon_of(value: object) -> str:
    """The SVG for an ``icon`` of the configuration: a name, or an object with ``name``."""
    name = value.get("name") if isinstance(value, dict) else value
    return icon_svg(name) if isinstance(name, str) and name else ""
