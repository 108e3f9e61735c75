"""The fragment of a link to an operation's page that fills the form there.

The form's script writes and reads the same (``playground/link.js``), where the format is explained.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlencode

#: Instead of the place of a parameter: whichever has its name.
ANY: Final = "any"

#: Characters in a fragment that the script still reads.
LONGEST: Final = 8000


def fragment_of(
    method: str,
    path: str,
    values: Iterable[tuple[str, str, Any]],
    *,
    body: str | None = None,
    media: str | None = None,
    exact: bool = True,
) -> str:
    """The fragment for the operation *method* *path*, empty if it would be too long.

    :param values: place, name and value of parameters; a value is text or JSON.
    :param body: the text of the body; that of a form is a JSON object.
    :param media: its media type; if unset, the first one of the operation.
    :param exact: whether what is not given is not sent; else the form has its own values there.
    """
    pairs = [("try", f"{method} {path}")]
    pairs += [(f"{place}.{name}", _text(value)) for place, name, value in values]
    pairs += [(name, text) for name, text in (("media", media), ("body", body)) if text is not None]
    if exact:
        pairs.append(("exact", ""))
    made = urlencode(pairs, safe="/{}")
    return made if len(made) <= LONGEST else ""


def _text(value: Any) -> str:
    is_plain = isinstance(value, str) and not value.startswith('"')
    return value if is_plain else json.dumps(value, ensure_ascii=False)
