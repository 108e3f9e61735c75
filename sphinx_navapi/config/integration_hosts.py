"""Hosts that the services in ``integrations`` need, by Content-Security-Policy directive.

Images, fonts and media may come from any host; this lists what else a page must be allowed to load.
Each entry follows the service's documentation for such policies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.config.value_types import https_origin

_SCRIPT, _CONNECT, _FRAME, _STYLE = "script-src", "connect-src", "frame-src", "style-src"

POSTHOG: Final = "https://us.i.posthog.com"
PLAUSIBLE: Final = "https://plausible.io"
HIGHTOUCH: Final = "https://us-east-1.hightouch-events.com"

_GOOGLE = {
    _SCRIPT: ("https://www.googletagmanager.com",),
    _CONNECT: (
        "https://*.googletagmanager.com",
        "https://*.google-analytics.com",
        "https://*.analytics.google.com",
    ),
}

#: Sources by service and directive; services with custom servers are in `_own_hosts`.
HOSTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "adobe": {
        _CONNECT: ("https://*.demdex.net", "https://*.omtrdc.net", "https://*.adobedc.net"),
    },
    "amplitude": {
        _SCRIPT: ("https://cdn.amplitude.com",),
        _CONNECT: ("https://cdn.amplitude.com", "https://*.amplitude.com"),
    },
    "clarity": {
        _SCRIPT: ("https://*.clarity.ms",),
        _CONNECT: ("https://*.clarity.ms", "https://c.bing.com"),
    },
    "clearbit": {
        _SCRIPT: ("https://tag.clearbitscripts.com", "https://x.clearbitjs.com"),
        _CONNECT: ("https://app.clearbit.com", "https://x.clearbitjs.com"),
    },
    "fathom": {
        _SCRIPT: ("https://cdn.usefathom.com",),
        _CONNECT: ("https://cdn.usefathom.com",),
    },
    "frontchat": {
        _SCRIPT: ("https://chat-assets.frontapp.com",),
        _CONNECT: (
            "https://*.frontapp.com",
            "wss://front-us-realtime.ably.io",
            "wss://front-eu-realtime.ably.io",
        ),
        _FRAME: ("https://*.frontapp.com",),
        _STYLE: ("blob:",),
    },
    "ga4": _GOOGLE,
    "gtm": {**_GOOGLE, _FRAME: ("https://www.googletagmanager.com",)},
    "heap": {
        _SCRIPT: ("https://cdn.heapanalytics.com", "https://heapanalytics.com"),
        _CONNECT: ("https://heapanalytics.com", "https://*.heapanalytics.com"),
    },
    "hightouch": {
        _SCRIPT: ("https://cdn.hightouch-events.com",),
        _CONNECT: ("https://cdn-settings.hightouch-events.com",),
    },
    "hotjar": {
        _SCRIPT: ("https://*.hotjar.com",),
        _CONNECT: ("https://*.hotjar.com", "https://*.hotjar.io", "wss://*.hotjar.com"),
        _FRAME: ("https://*.hotjar.com",),
        _STYLE: ("https://*.hotjar.com",),
    },
    "intercom": {
        _SCRIPT: (
            "https://app.intercom.io",
            "https://widget.intercom.io",
            "https://js.intercomcdn.com",
        ),
        _CONNECT: (
            "https://*.intercom.io",
            "wss://*.intercom.io",
            "https://*.intercom-messenger.com",
            "wss://*.intercom-messenger.com",
            "https://uploads.intercomcdn.com",
            "https://uploads.intercomusercontent.com",
        ),
        _FRAME: ("https://intercom-sheets.com", "https://www.intercom-reporting.com"),
    },
    "logrocket": {
        _SCRIPT: ("https://cdn.lgrckt-in.com",),
        _CONNECT: ("https://*.lgrckt-in.com",),
    },
    "mixpanel": {
        _SCRIPT: ("https://cdn.mxpnl.com",),
        _CONNECT: ("https://*.mixpanel.com",),
    },
    "pirsch": {
        _SCRIPT: ("https://api.pirsch.io",),
        _CONNECT: ("https://api.pirsch.io",),
    },
    "segment": {
        _SCRIPT: ("https://cdn.segment.com",),
        _CONNECT: ("https://cdn.segment.com", "https://api.segment.io"),
    },
}


def integration_hosts(services: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Directive and source of everything that *services*, as listed in a page, need."""
    for name, value in services.items():
        for directive, sources in HOSTS.get(name, {}).items():
            yield from ((directive, source) for source in sources)
        entries = value if isinstance(value, list) else [value]
        for origin in (o for e in entries if isinstance(e, dict) for o in _own_hosts(name, e)):
            yield _SCRIPT, origin
            yield _CONNECT, origin


def posthog_assets(origin: str) -> str:
    """The host of the scripts for the PostHog at *origin*: PostHog Cloud has a separate one."""
    return origin.replace(".i.posthog.com", "-assets.i.posthog.com")


def _own_hosts(name: str, value: Mapping[str, Any]) -> Iterator[str]:
    """The origins given in the *value* of the service *name*."""
    if name == "posthog":
        origin = _origin(value.get("apiHost"), POSTHOG)
        yield from dict.fromkeys((posthog_assets(origin), origin))
    elif name == "plausible":
        yield _origin(value.get("server"), PLAUSIBLE)
    elif name == "hightouch":
        yield _origin(value.get("apiHost"), HIGHTOUCH)
    else:
        for key in ("launchUrl", "scriptSource", "src"):
            if isinstance(url := value.get(key), str) and url.startswith("https://"):
                origin = _origin(url, "")
                if origin:
                    yield origin


def _origin(value: object, default: str) -> str:
    """The origin of the URL *value*."""
    text = value.strip().removeprefix("https://") if isinstance(value, str) else ""
    return https_origin(text.partition("/")[0]) or default
