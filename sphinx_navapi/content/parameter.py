"""Parameters as content: their rows by place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_navapi.openapi.schema.row import Field, Flag

#: Order of parameter places on a page.
PLACES = ("path", "query", "querystring", "header", "cookie")


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """The parameters of one place, the deprecated ones last.

    :ivar place: ``path``, ``query``, ``querystring``, ``header`` or ``cookie``.
    """

    place: str
    fields: tuple[Field, ...]


def group_parameters(fields: Iterable[Field]) -> tuple[ParameterGroup, ...]:
    """*fields*, rows of parameters, by place, in the order of `PLACES`."""
    found: dict[str, list[Field]] = {}
    for field in fields:
        if field.parameter is not None:
            found.setdefault(field.parameter.place, []).append(field)
    order = [*PLACES, *sorted(found.keys() - set(PLACES))]
    return tuple(
        ParameterGroup(
            place, tuple(sorted(found[place], key=lambda each: Flag.DEPRECATED in each.flags))
        )
        for place in order
        if place in found
    )
