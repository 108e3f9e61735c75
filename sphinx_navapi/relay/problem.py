"""Refusals, and their responses: ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus

from starlette.responses import Response

#: The relay's responses are data for a script: they must never be executed or cached.
SAFE_HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Refusal(Exception):  # noqa: N818 - an outcome by design, not an error of ours
    """Why a request is not passed on, or has no response.

    :ivar status: of HTTP: 400, 403, 404, 405, 413, 415, 429, 500, 502 or 504.
    :ivar code: a word or a few with hyphens, for programs.
    :ivar detail: one or two sentences for people. Never contains a value of the request.
    :ivar headers: further fields of the response.
    """

    def __init__(
        self, status: int, code: str, detail: str, *, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})


def as_problem(refusal: Refusal) -> dict[str, str | int]:
    """*refusal* as the members of a problem document."""
    return {
        "type": f"urn:navapi:relay:{refusal.code}",
        "title": HTTPStatus(refusal.status).phrase,
        "status": refusal.status,
        "detail": refusal.detail,
    }


def problem_response(refusal: Refusal, headers: Mapping[str, str]) -> Response:
    """*refusal* as a problem document.

    :param headers: of the response, such as those of CORS, in addition to the refusal's own.
    """
    return Response(
        json.dumps(as_problem(refusal), ensure_ascii=False),
        status_code=refusal.status,
        media_type="application/problem+json",
        headers={**SAFE_HEADERS, **headers, **refusal.headers},
    )
