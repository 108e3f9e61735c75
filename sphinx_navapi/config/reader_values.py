"""``values`` of ``docs.json``: what readers enter once, for the pages and forms of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.config.value_types import FlagValue, Key, ObjectOf, OneOf, Record, TextValue
from sphinx_navapi.formats.lenient import as_mapping

_TEXT: Final = TextValue()

VALUES: Final = Key(
    "values",
    ObjectOf(
        OneOf(
            (
                _TEXT,
                Record(
                    (
                        Key("label", _TEXT, "What the panel calls it."),
                        Key("description", _TEXT, "Where the reader finds it."),
                        Key(
                            "placeholder",
                            _TEXT,
                            "The text that it replaces on pages; by default, `YOUR_` and the name.",
                        ),
                        Key(
                            "parameter",
                            _TEXT,
                            "The parameter or server variable that has it; by default, the one"
                            " with its name.",
                        ),
                        Key(
                            "scheme",
                            _TEXT,
                            "The security scheme whose key or token it is.",
                        ),
                        Key(
                            "server",
                            FlagValue(),
                            "Whether it is the base URL of requests, where `customServer` allows"
                            " one.",
                        ),
                        Key(
                            "document",
                            _TEXT,
                            "The OpenAPI document whose forms have it: its name or file. By"
                            " default, all of them; for a key or a base URL, only the first.",
                        ),
                    )
                ),
            )
        )
    ),
    "Values that readers enter once, by name: the label of each, or an object.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderValue:
    """A value that the reader enters.

    :ivar placeholder: the text of pages that stands for it.
    :ivar parameter: name of the parameter or server variable that has it.
    :ivar scheme: name of the security scheme whose key or token it is.
    :ivar is_server: whether it is the base URL of requests.
    :ivar document: as written; ``""``: none is named.
    """

    name: str
    label: str
    placeholder: str
    description: str = ""
    parameter: str = ""
    scheme: str = ""
    is_server: bool = False
    document: str = ""


def reader_values(settings: Mapping[str, Any]) -> list[ReaderValue]:
    """The ``values`` of a site configuration, in its order. :param settings: the valid ones."""
    values = []
    for name, written in as_mapping(settings.get("values")).items():
        fields = {"label": written} if isinstance(written, str) else as_mapping(written)
        words = re.sub(r"[_.-]+", " ", name).strip()
        text = {key: value.strip() for key, value in fields.items() if isinstance(value, str)}
        values.append(
            ReaderValue(
                name=name,
                label=text.get("label") or words[:1].upper() + words[1:],
                placeholder=text.get("placeholder") or f"YOUR_{words.replace(' ', '_').upper()}",
                description=text.get("description", ""),
                parameter=text.get("parameter") or name,
                scheme=text.get("scheme", ""),
                is_server=fields.get("server") is True,
                document=text.get("document", ""),
            )
        )
    return values
