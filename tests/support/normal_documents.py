"""Documents as they are after loading."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from sphinx_navapi.openapi.normalize import normalize_tree


def normal(root: dict[str, Any], version: tuple[int, int] = (3, 1)) -> dict[str, Any]:
    """A copy of the document *root* with its schemas normalized."""
    try:
        copy = deepcopy(root)
    except RecursionError:  # only documents made for one test are so deep
        copy = root
    normalize_tree(copy, version)
    return copy
