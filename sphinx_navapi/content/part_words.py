"""Translated names of page parts."""

from __future__ import annotations

from http import HTTPStatus

from sphinx_navapi.locale.wording import Wording


def place_words(place: str, words: Wording) -> str:
    """The heading of the parameters of *place*."""
    return {
        "path": words.path, "query": words.query, "header": words.header,
        "cookie": words.cookie, "querystring": words.querystring, "channel": words.parameters,
    }.get(place, place)  # fmt: skip


def status_phrase(status: str, words: Wording) -> str:
    """The meaning of an HTTP status: the reason phrase of a code, words for a class of codes.

    ``""`` for ``default`` and unknown codes. Reason phrases are part of the protocol.
    """
    try:
        return HTTPStatus(int(status)).phrase
    except ValueError:
        if status[1:].upper() != "XX":
            return ""
    return {
        "1": words.informational, "2": words.success, "3": words.redirection,
        "4": words.client_error, "5": words.server_error,
    }.get(status[:1], "")  # fmt: skip


def variant_words(kind: str, words: Wording) -> str:
    """The label of a group of alternatives."""
    return {"oneOf": words.one_of, "anyOf": words.any_of, "allOf": words.all_of}.get(kind, kind)
