"""Translated names of page parts."""

from __future__ import annotations

from sphinx_navapi.locale.wording import Wording


def place_words(place: str, words: Wording) -> str:
    """The heading of the parameters of *place*."""
    return {
        "path": words.path, "query": words.query, "header": words.header,
        "cookie": words.cookie, "querystring": words.querystring, "channel": words.parameters,
    }.get(place, place)  # fmt: skip


def variant_words(kind: str, words: Wording) -> str:
    """The label of a group of alternatives."""
    return {"oneOf": words.one_of, "anyOf": words.any_of, "allOf": words.all_of}.get(kind, kind)


def used_in(words: Wording, *, sent: bool, received: bool) -> str:
    """Where an operation uses a schema: in its request, in a response, or in both."""
    return ", ".join(
        word for word, is_there in ((words.request, sent), (words.response, received)) if is_there
    )
