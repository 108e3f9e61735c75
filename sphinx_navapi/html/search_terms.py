"""The search index after a build of a part: as if all had been built.

Sphinx takes the index of the last build and removes the pages that it builds again,
but not the words that then stand on no page. They stay for good, so that the output
would depend on what was built before. And it forgets what directives put into the
general index on pages that it does not build again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from sphinx.util.index_entries import split_index_msg

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
    _remember_index_entries(app, indexer)
    return iter(())


def _remember_index_entries(app: Sphinx, indexer: Any) -> None:
    """Give *indexer* the index entries of all pages, in the form in which it collects them."""
    known = getattr(indexer, "_index_entries", None)
    titles = getattr(indexer, "_titles", None)
    if not isinstance(known, dict) or not isinstance(titles, dict):
        return
    collected = app.env.domains.index_domain.entries
    found = {
        docname: known[docname] if docname in known else sorted(_entries(collected[docname]))
        for docname in sorted(titles)
        if docname in known or docname in collected
    }
    known.clear()
    known.update(found)


def _entries(collected: Iterable[tuple[Any, ...]]) -> set[tuple[str, str, str]]:
    found = set()
    for kind, value, target, main, *_key in collected:
        try:
            words = split_index_msg(kind, value)
        except ValueError:
            continue
        found |= {(word, target or "", main) for word in words}
    return found
