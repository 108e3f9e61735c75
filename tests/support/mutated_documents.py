"""OpenAPI documents reduced to a few operations, mutated, and the invariants of all of them.

A case depends only on its document and its seed, so it is the same everywhere.
"""

from __future__ import annotations

import copy
import cProfile
import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from odd_values import mutate, places, show_all
from plan_sites import plan

import sphinx_navapi
from sphinx_navapi.formats.data_file import read_data
from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.openapi.document import METHODS
from sphinx_navapi.plan import PlannedSite
from sphinx_navapi.plan.schema_links import book_links

#: Components kept in a reduced document: whatever else its operations need is missing.
MOST_COMPONENTS = 10

#: Depth from which nothing is added: values are copied level by level.
DEEPEST = 60

#: How much more work a mutated document may cause than the original.
MOST_WORK = 10

#: Amount of work that is not counted: one-time work, and the cost of the mutation itself.
FREE_WORK = 100_000

NAVIGATION = {"groups": [{"group": "API", "openapi": "api.json"}]}

#: Lone surrogates, which no file can contain.
_HALF = re.compile("[\ud800-\udfff]")

_PACKAGE = str(Path(sphinx_navapi.__file__).parent)


def read_value(path: Path) -> Any:
    """The value of the document at *path*."""
    return read_data(path, path.name).value


def cut_document(root: Any, draw: random.Random) -> Any:
    """A document with one or two operations of *root* and the components they reach."""
    cut = {
        key: value for key, value in root.items() if key not in ("paths", "webhooks", "components")
    }
    found = [
        (section, name, method)
        for section in ("paths", "webhooks")
        for name, item in (root.get(section) or {}).items()
        if isinstance(item, dict)
        for method in item
        if method in METHODS
    ]
    for section, name, method in draw.sample(found, min(len(found), draw.randint(1, 2))):
        item = root[section][name]
        kept = {key: value for key, value in item.items() if key not in METHODS}
        cut.setdefault(section, {}).setdefault(name, kept)[method] = item[method]
    components: dict[str, Any] = {}
    if security := (root.get("components") or {}).get("securitySchemes"):
        components["securitySchemes"] = security
    pending, seen = list(_references(cut)), set()
    while pending and len(seen) < MOST_COMPONENTS:
        ref = pending.pop(0)
        parts = ref.split("/")
        if ref in seen or not ref.startswith("#/components/") or len(parts) < 4:
            continue
        seen.add(ref)
        kind, name = parts[2], parts[3].replace("~1", "/").replace("~0", "~")
        part = (root.get("components") or {}).get(kind, {}).get(name)
        if part is not None:
            components.setdefault(kind, {})[name] = part
            pending += _references(part)
    return copy.deepcopy({**cut, "components": components} if components else cut)


def _references(value: Any) -> Iterator[str]:
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, dict) and isinstance(part.get("$ref"), str):
            yield part["$ref"]
        members = part.values() if isinstance(part, dict) else part
        pending += [member for member in members if isinstance(member, dict | list)]


def mutated(root: Any, draw: random.Random) -> tuple[Any, list[str]]:
    """*root* after one to three mutations, and these in words."""
    root = copy.deepcopy(root)
    changes = []
    for _ in range(draw.choice([1, 1, 2, 3])):
        found = list(places(root))
        # Code here that writes and copies such a value recurses as deeply.
        if not found or max(where.count("/") for where in found) > DEEPEST:
            break
        where = draw.choice(found)
        if draw.random() < 0.4:
            where = "/".join(where.split("/")[: draw.randint(2, 5)])
        changes.append(mutate(root, where, draw))
    return root, changes


class NetworkError(AssertionError):
    """Something tried to access the network."""


_forbidding = False


def _audit(event: str, _arguments: tuple[Any, ...]) -> None:
    if _forbidding and event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        raise NetworkError(event)


@contextmanager
def without_network() -> Iterator[None]:
    """Make every name lookup and connection inside fail."""
    global _forbidding  # noqa: PLW0603 - a hook stays for good
    if _audit not in _hooks:
        sys.addaudithook(_audit)
        _hooks.append(_audit)
    _forbidding = True
    try:
        yield
    finally:
        _forbidding = False


_hooks: list[Callable[..., None]] = []


def count_calls(call: Callable[[], Any]) -> tuple[Any, int]:
    """What *call* returns, and the number of function calls in the package and what it calls."""
    profile = cProfile.Profile()
    profile.enable()
    try:
        result = call()
    finally:
        profile.disable()
    return result, sum(
        entry.callcount + sum(inner.callcount for inner in entry.calls or ())
        for entry in profile.getstats()
        if not isinstance(entry.code, str) and entry.code.co_filename.startswith(_PACKAGE)
    )


@dataclass(frozen=True)
class Original:
    """A document before it is mutated. :ivar calls: with its check, and without."""

    value: Any
    calls: Mapping[bool, int]

    @classmethod
    def of(cls, folder: Path, value: Any) -> Original:
        return cls(
            value,
            {
                checked: count_calls(partial(_everything, folder, value, checked=checked))[1]
                for checked in (True, False)
            },
        )


def _everything(folder: Path, value: Any, *, checked: bool = True) -> PlannedSite:
    """Everything that is generated from a document, and its check."""
    site = plan(
        folder, NAVIGATION, {"api.json": json.dumps(value, indent=1)}, schema_links=book_links
    )
    show_all(site)
    for problem in check_document(folder / "api.json") if checked else ():
        assert problem.message.isprintable()
    return site


def check_case(folder: Path, original: Original, seed: str, *, checked: bool = True) -> None:
    """Mutate *original* according to *seed*, generate everything, and check the result.

    :param checked: also run `navapi openapi-check`, which takes as long as everything else.
    """
    value, changes = mutated(original.value, random.Random(seed))
    try:
        with without_network():
            site, calls = count_calls(lambda: _everything(folder, value, checked=checked))
        size = len(json.dumps(value)) / len(json.dumps(original.value))
        allowed = MOST_WORK * max(original.calls[checked], FREE_WORK) * max(1.0, size)
        assert calls <= allowed, f"{calls:,} calls instead of {original.calls[checked]:,}"
        _check_told(site, value)
    except BaseException as error:
        error.add_note(f"{seed}: {'; '.join(changes)}")
        raise


def _check_told(site: PlannedSite, value: Any) -> None:
    """Everything without a page is reported, with file and line."""
    for diagnostic in site.plan.diagnostics:
        place = diagnostic.place
        assert place.file, diagnostic
        assert place.line, diagnostic
    said = [d for d in site.plan.diagnostics if d.place.file == "api.json"]
    if "api.json" not in site.plan.documents:
        assert said
        return
    shown = {(key.method, key.path) for key in site.plan.operation_pages}
    for section, name, method in written_operations(value):
        key = ("WEBHOOK" if section == "webhooks" else method.upper(), name)
        if key in shown:
            continue
        pointer = f"/{section}/{name.replace('~', '~0').replace('/', '~1')}/{method}"
        shown_name = _HALF.sub("\ufffd", name)[:40]
        assert any(_concerns(d.place.pointer, pointer) or shown_name in d.message for d in said), (
            f"nothing is said of {key}: {[(str(d.place), d.message) for d in said]}"
        )


def _concerns(pointer: str, operation: str) -> bool:
    return f"{pointer}/".startswith(f"{operation}/") or f"{operation}/".startswith(f"{pointer}/")


def written_operations(value: Any) -> Iterator[tuple[str, str, str]]:
    """Section, name and method of everything that readers of the file would see as an operation."""
    for section in ("paths", "webhooks"):
        items = value.get(section) if isinstance(value, dict) else None
        for name, item in (items if isinstance(items, dict) else {}).items():
            if name.startswith("x-") and section == "paths":
                continue
            for method, operation in (item if isinstance(item, dict) else {}).items():
                hidden = isinstance(operation, dict) and any(
                    operation.get(key) for key in ("x-hidden", "x-excluded", "x-internal")
                )
                if method in METHODS and not hidden:
                    yield section, name, method
