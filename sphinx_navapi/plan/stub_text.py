"""Stubs: the source text of every generated page. Writes nothing.

A stub names what its page shows and holds a fingerprint. Its text changes exactly
when the page must be read again: not when the page only moves in the navigation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.edition import edition
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.site_plan import Page, PageKind, SitePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Stub:
    """What a stub says. :ivar kind: ``PAGE`` for a root document that the project lacks."""

    kind: PageKind
    title: str
    directory: str
    fingerprint: str
    operation: OperationKey | None = None
    schema: tuple[str, str] | None = None


def generate_stubs(plan: SitePlan) -> dict[str, str]:
    """The stub text of every generated page of *plan*, by docname."""
    return {docname: write_stub(page) for docname, page in plan.pages.items() if page.generated}


def write_stub(page: Page) -> str:
    """The stub of *page*: one ``key: JSON value`` to a line."""
    lines: dict[str, object] = {
        "navapi": edition(),
        "kind": str(page.kind),
        "title": page.title,
        "directory": page.directory,
    }
    if page.operation is not None:
        key = page.operation
        lines |= {"document": key.document, "method": key.method, "path": key.path}
    elif page.schema is not None:
        lines |= {"document": page.schema[0], "schema": page.schema[1]}
    lines["fingerprint"] = page.fingerprint
    return "".join(f"{key}: {json.dumps(value)}\n" for key, value in lines.items())


def read_stub(text: str) -> Stub | None:
    """What the stub *text* says, or ``None`` where it is none or of another edition."""
    values: dict[str, Any] = {}
    for line in text.splitlines():
        key, separator, value = line.partition(": ")
        if not separator:
            return None
        try:
            values[key] = json.loads(value)
        except ValueError:
            return None
    try:
        return _stub(values)
    except (KeyError, ValueError):
        return None


def _stub(values: Mapping[str, Any]) -> Stub:
    if values["navapi"] != edition():
        raise ValueError(values["navapi"])
    kind = PageKind(values["kind"])
    operation = None
    if kind is PageKind.OPERATION:
        operation = OperationKey(
            document=values["document"], method=values["method"], path=values["path"]
        )
    schema = (values["document"], values["schema"]) if kind is PageKind.SCHEMA else None
    return Stub(
        kind=kind,
        title=values["title"],
        directory=values["directory"],
        fingerprint=values["fingerprint"],
        operation=operation,
        schema=schema,
    )
