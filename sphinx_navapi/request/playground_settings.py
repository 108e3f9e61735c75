"""What the configuration and a page's metadata say of the playground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.formats.lenient import as_mapping

#: Without a button to send. ``auth`` is for those who have signed in, which a static site has not.
_UNSENT = ("simple", "auth")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundSettings:
    """``api.playground`` and ``api.examples.prefill``.

    :ivar display: ``interactive``, ``simple`` (nothing is sent) or ``none``.
    :ivar proxy: ``False``: straight from the browser; ``True``: by the relay of the site;
        text: the base URL of a relay elsewhere.
    :ivar credentials: whether direct requests carry the browser's cookies.
    :ivar custom_server: whether the reader may type a server.
    :ivar additional: whether the reader may add fields that the document does not declare.
    :ivar prefill: whether the form starts with the values of the sample.
    :ivar sends_optional: whether it also sends those of optional parameters at first.
    """

    display: str = "interactive"
    proxy: bool | str = True
    credentials: bool = False
    custom_server: bool = False
    additional: bool = False
    prefill: bool = True
    sends_optional: bool = False


def playground_settings(
    settings: Mapping[str, Any], metadata: Mapping[str, Any] | None = None
) -> PlaygroundSettings:
    """What the site configuration says, and a page's metadata: ``playground`` there wins.

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
