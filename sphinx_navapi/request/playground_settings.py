"""What a form begins with: settings of the site and the page, and links that fill it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.locale.interface import message

#: What opens a form; the script itself has it in English.
TRY = message("Try it")
EDIT = message("Edit the request")

#: Without a button to send. ``auth`` is for signed-in readers, which a static site does not have.
_UNSENT = ("simple", "auth")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundSettings:
    """``api.playground`` and ``api.examples.prefill``.

    :ivar display: ``interactive``, ``simple`` (nothing is sent) or ``none``.
    :ivar proxy: ``False``: directly from the browser; ``True``: through the site's relay; text: the
        base URL of another relay.
    :ivar credentials: whether direct requests include the browser's cookies.
    :ivar custom_server: whether the reader may enter a server.
    :ivar additional: whether the reader may add undeclared fields.
    :ivar prefill: whether the form initially has the values of the sample.
    :ivar sends_optional: whether it initially sends all that the sample sends; otherwise, optional
        parameters and properties of the body only if the document has an example for them.
    """

    display: str = "interactive"
    proxy: bool | str = True
    credentials: bool = False
    custom_server: bool = False
    additional: bool = False
    prefill: bool = True
    sends_optional: bool = False

    @property
    def label(self) -> str:
        """What opens the form, for the page's language to translate."""
        return EDIT if self.display == "simple" else TRY


def playground_settings(
    settings: Mapping[str, Any], metadata: Mapping[str, Any] | None = None
) -> PlaygroundSettings:
    """The settings of the site and of a page's metadata: ``playground`` there takes precedence.

    :param settings: of the configuration, all of it, valid.
    """
    api = as_mapping(settings.get("api"))
    playground = as_mapping(api.get("playground"))
    display = playground.get("display")
    own = (metadata or {}).get("playground")
    if own in ("interactive", "none", *_UNSENT):
        display = own
    if display in _UNSENT:
        display = "simple"
    proxy = playground.get("proxy")
    prefill = as_mapping(api.get("examples")).get("prefill")
    return PlaygroundSettings(
        display=display if display in ("simple", "none") else "interactive",
        proxy=proxy.rstrip("/") if isinstance(proxy, str) else proxy is not False,
        credentials=playground.get("credentials") is True,
        custom_server=playground.get("customServer") is True,
        additional=playground.get("additionalFields") is True,
        prefill=prefill is not False,
        sends_optional=prefill is True,
    )


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
    """The fragment of a link to the operation *method* *path* that fills the form there, empty if
    it would be too long.

    The form's script writes and reads the same (``playground/link.js``), where the format is
    explained.

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
