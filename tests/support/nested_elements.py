"""Navigation of several levels, written as a list."""

from __future__ import annotations

from typing import Any


def within(inner: dict[str, Any], *elements: tuple[str, str]) -> dict[str, Any]:
    """*inner* in elements of navigation, outermost first: each a kind and a label.

    ``within(x, ("tab", "T"))`` is ``{"tabs": [{"tab": "T", **x}]}``.
    """
    for kind, name in reversed(elements):
        inner = {f"{kind}s": [{kind: name, **inner}]}
    return inner
