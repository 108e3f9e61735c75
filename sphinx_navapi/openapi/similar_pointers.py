"""Finding the pointer that was probably meant by a misspelt one."""

from __future__ import annotations

from typing import Any, Final

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer, unescape_pointer

#: Maximum number of names to compare: it takes time, and a document may have thousands of broken
#: references.
_MAX_COMPARISONS: Final = 50_000


class SimilarPointers:
    """Suggestions for the broken references of one document."""

    def __init__(self) -> None:
        self._comparisons = 0

    def find(self, root: Any, pointer: str) -> str | None:
        """The pointer in *root* of which *pointer* is probably a misspelling."""
        node: Any = root
        found = ""
        for segment in pointer.split("/")[1:]:
            key = unescape_pointer(segment)
            if not isinstance(node, dict):
                return None
            if key not in node:
                self._comparisons += len(node)
                if self._comparisons > _MAX_COMPARISONS:
                    return None
                names = (name for name in node if isinstance(name, str))
                nearest = nearest_word(key, names)
                if nearest is None:
                    return None
                key = nearest
            node, found = node[key], f"{found}/{escape_pointer(key)}"
        return found

    def of_component(self, root: Any, ref: str, problem: str) -> str:
        """The *problem* of a reference to a file, with advice if *ref* is only the name of a
        component.
        """
        meant = f"/components/schemas/{ref}"
        if "/" in ref or self.find(root, meant) != meant:
            return problem
        return f"{problem.partition(';')[0]}; did you mean `#{meant}`?"
