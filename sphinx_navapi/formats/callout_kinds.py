"""Kinds of callouts, by the names that authors use in components, Markdoc and alerts."""

from __future__ import annotations

#: Each kind, with the alert of code hosts that comes closest. Its lower-case name is also the class
#: by which themes color it.
_ALERTS = {
    "note": "NOTE",
    "warning": "WARNING",
    "tip": "TIP",
    "info": "NOTE",
    "danger": "CAUTION",
    "error": "CAUTION",
    "caution": "CAUTION",
    "check": "TIP",
    "important": "IMPORTANT",
}

KINDS = tuple(_ALERTS)

#: Other names of kinds.
OTHER_NAMES = {"success": "check", "warn": "warning", "information": "info"}


def kind_named(name: str) -> str | None:
    """The kind that *name* means."""
    kind = name.lower()
    kind = OTHER_NAMES.get(kind, kind)
    return kind if kind in _ALERTS else None


def alert_of(kind: str) -> str:
    """The name of the alert for *kind*."""
    return _ALERTS[kind]


def bold(text: str) -> str:
    """*text*, Markdown on one line, in bold."""
    return f"**{text.replace('**', '')}**" if text else ""


def write_alert(kind: str, title: str, content: str) -> str:
    """*content*, Markdown, as the alert of code hosts for *kind*.

    :param title: Markdown; it, or a kind that alerts do not have, is the first paragraph, in bold.
    """
    lines = [f"[!{alert_of(kind)}]"]
    if title or kind != alert_of(kind).lower():
        lines += [bold(title or kind.title()), ""]
    return "\n".join(f"> {line}".rstrip() for line in (*lines, *content.split("\n")))


def class_of(kind: str) -> str:
    """The class of the admonition for *kind*: that of docutils if it has such a kind."""
    return {"info": "note", "check": "tip"}.get(kind, kind)
