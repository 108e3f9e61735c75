"""A written request as a link that fills the form of its operation."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl, unquote

from sphinx_navapi.request.filled_link import fragment_of
from sphinx_navapi.request.styles import VARIABLE, is_json
from sphinx_navapi.request.written.values import HOLE, Unset, WrittenRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_navapi.openapi.view import OperationView, ParameterView


#: Types whose values are several parts of a request.
_PARTS: Final = frozenset({"array", "object"})

Value = tuple[str, str, Any]


def filled_fragment(
    request: WrittenRequest,
    rest: str,
    view: OperationView,
    types_of: Callable[[ParameterView], Collection[str]],
) -> str:
    """The fragment that fills the form of the operation *view* as *request* is written.

    What is only known when the code runs, and what is no parameter, is left out.

    :param rest: the URL of the request after that of the server.
    :param types_of: the types of a parameter's values.
    """
    path, _, query = rest.partition("#")[0].partition("?")
    pairs = [*parse_qsl(query, keep_blank_values=True), *(request.query or ())]
    found: list[Value] = []
    for parameter in view.parameters:
        if parameter.content_type is not None:
            continue
        types = types_of(parameter)
        is_plain = _PARTS.isdisjoint(types)
        if parameter.place == "path" and is_plain and parameter.style == "simple":
            found += _in_path(parameter.name, view.key.path, path)
        elif parameter.place == "query" and (
            is_plain or (parameter.explode and parameter.style == "form" and "object" not in types)
        ):
            given = [value for name, value in pairs if name == parameter.name]
            if given and HOLE not in "".join(given):
                found.append(("query", parameter.name, given[0] if is_plain else given))
        elif parameter.place == "query" and parameter.style == "deepObject":
            members = {
                name[len(parameter.name) + 1 : -1]: value
                for name, value in pairs
                if name.startswith(f"{parameter.name}[") and name.endswith("]")
            }
            if members and HOLE not in "".join((*members, *members.values())):
                found.append(("query", parameter.name, members))
        elif parameter.place == "header" and is_plain:
            text = (request.headers or {}).get(parameter.name.lower(), HOLE)
            if HOLE not in text:
                found.append(("header", parameter.name, text))
    content = view.body.content if view.body is not None else ()
    media = next((each.media_type for each in content if is_json(each.media_type)), None)
    body = None
    if media is not None and isinstance(request.body, dict | list):
        body = json.dumps(_known(request.body), ensure_ascii=False, indent=2)
    return fragment_of(
        view.key.method, view.key.path, found, body=body, media=media if body else None
    )


def _in_path(name: str, template: str, path: str) -> Iterator[Value]:
    """The value of the variable *name* of *template* in *path*."""
    literal = VARIABLE.split(template.strip("/"))
    names, parts = literal[1::2], literal[::2]
    pattern = "([^/]+?)".join(map(re.escape, parts))
    match = re.fullmatch(pattern, path.strip("/"))
    if match is not None and name in names:
        value = unquote(match[names.index(name) + 1])
        if HOLE not in value:
            yield ("path", name, value)


def _known(value: Any) -> Any:
    """*value* with an empty text for what is not known."""
    if isinstance(value, dict):
        return {name: _known(inside) for name, inside in value.items()}
    if isinstance(value, list):
        return [_known(inside) for inside in value]
    return "" if value is Unset.UNKNOWN else value
