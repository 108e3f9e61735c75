"""Navigation of several levels, written as a list of them."""

from __future__ import annotations

from typing import Any


def within(inner: dict[str, Any], *elements: tuple[str, str]) -> dict[str, Any]:
    """*inner* in elements of navigation, the outermost first: each its kind and what it is called.

    ``within(x, ("tab", "T"))`` is ``{"tabs": [{"tab": "T", **x}]}``.
    """
    for kind, name in reversed(elements):
        inner = {f"{kind}s": [{kind: name, **inner}]}
    return inner
