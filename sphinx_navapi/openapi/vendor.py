"""Extensions of other tools with a meaning for readers here."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text

#: If true on an operation or path item, it has a page only if an entry names it. On a parameter, a
#: header or a property: it is not shown.
HIDING: Final = (
    "x-hidden", "x-internal", "x-scalar-ignore", "x-fern-ignore", "x-speakeasy-ignore",
)  # fmt: skip

_HIDING: Final = frozenset(HIDING)

#: Stability levels that are not worth showing.
_STABLE: Final = frozenset({"stable", "ga", "deprecated"})

#: Fields with the name of an operation as a client method.
_METHOD_NAMES: Final = ("x-speakeasy-name-override", "x-fern-sdk-method-name")
_WORD = re.compile(r"[A-Z]+s?(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_]+")

#: Maximum length of a field that is not a single value.
_LONGEST = 300


def hiding_field(*values: Mapping[str, Any]) -> str | None:
    """The field that excludes an operation, with its path item in *values*, from being added."""
    return next((name for name in HIDING for value in values if value.get(name) is True), None)


def is_internal(value: Mapping[str, Any]) -> bool:
    """Whether the parameter, header or property *value* is marked as not to be shown."""
    return not _HIDING.isdisjoint(value) and hiding_field(value) is not None


def internal_names(schemas: Mapping[str, Any]) -> list[str]:
    """The names of the properties in *schemas* that are marked as not to be shown."""
    return [name for name, each in schemas.items() if isinstance(each, dict) and is_internal(each)]


def badges(operation: Mapping[str, Any], tags: Mapping[str, str] | None = None) -> list[str]:
    """Badges beside the title of *operation*, including its stability.

    :param tags: labels of the tags that are badges, by name.
    """
    labels: list[str | None] = []
    for name in ("x-stability-level", "x-scalar-stability", "x-fern-availability"):
        level = as_text(operation.get(name))
        if level and level.lower() not in _STABLE:
            labels.append(level.replace("-", " ").capitalize())
    if any(
        holder.get(name) is True
        for holder, name in (
            (operation, "x-beta"), (operation, "x-oai-beta"),
            (as_mapping(operation.get("x-oaiMeta")), "beta"),
        )
    ):  # fmt: skip
        labels.append("Beta")
    labels += [
        badge if isinstance(badge, str) else as_text(as_mapping(badge).get("name"))
        for badge in as_list(operation.get("x-badges"))
    ]
    if tags:
        labels += [tags.get(tag) for tag in as_list(operation.get("tags")) if isinstance(tag, str)]
    texts: dict[str, str] = {}
    for text in labels:
        if text and text.strip():
            texts.setdefault(text.strip().lower(), " ".join(text.split()))
    return list(texts.values())


def sunset_date(value: Any) -> date | None:
    """The date from which the deprecated *value* may be gone, ``None`` if missing or invalid."""
    try:
        return date.fromisoformat(str(as_mapping(value).get("x-sunset")).strip()[:10])
    except ValueError:
        return None


def display_name(operation: Mapping[str, Any]) -> str | None:
    """The name of *operation* in extensions of other tools, if it has no summary."""
    name = as_text(as_mapping(operation.get("x-oaiMeta")).get("name"))
    if name:
        return name
    for field in _METHOD_NAMES:
        method = as_text(operation.get(field))
        if method:
            # Acronyms stay: "URLs", not "urls".
            words = _WORD.findall(method)
            text = " ".join(w if len(w) > 1 and w[:2].isupper() else w.lower() for w in words)
            return text[:1].upper() + text[1:] or None
    return None


def facts(operation: Mapping[str, Any], labels: Mapping[str, str]) -> str | None:
    """The fields *labels* of *operation* as a list in CommonMark, ``None`` if it has none.

    :param labels: label of each field, by its name.
    """
    lines = [
        f"- {_plain(label)}: {_shown(operation[name])}"
        for name, label in labels.items()
        if operation.get(name) not in (None, "", [], {})
    ]
    return "\n".join(lines) or None


def _shown(value: Any) -> str:
    if isinstance(value, list) and all(not isinstance(part, list | dict) for part in value):
        return ", ".join(map(_shown, value))
    if isinstance(value, str) and re.fullmatch(r"https?://[^\s<>]+", value):
        return f"<{value}>"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = " ".join(text.split())
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    ticks = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _plain(text: str) -> str:
    """*text* escaped as plain text in CommonMark."""
    return re.sub(r"([\\`*_{}\[\]<>()#+!|&~-])", r"\\\1", " ".join(text.split()))
