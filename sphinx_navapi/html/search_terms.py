"""The search index after a build of a part: as if all had been built.

Sphinx takes the index of the last build and removes the pages that it builds again,
but not the words that then stand on no page. They stay for good, so that the output
would depend on what was built before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def forget_words(app: Sphinx) -> Iterator[Any]:
    """``html-collect-pages``: drop words that are on no page; adds no page itself."""
    indexer = getattr(app.builder, "indexer", None)
    for name in ("_mapping", "_title_mapping"):
        words = getattr(indexer, name, None)
        if isinstance(words, dict):
            for word in [word for word, docnames in words.items() if not docnames]:
                del words[word]
    return iter(())
