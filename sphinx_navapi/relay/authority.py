"""Host and port of a URL as one string."""

from __future__ import annotations

#: Default ports by scheme.
DEFAULT_PORTS = {"http": 80, "https": 443}


def authority(scheme: str, host: str, port: int) -> str:
    """The value for ``Host``: no default port, IPv6 in brackets.

    :param host: a name or an address, IPv6 without brackets.
    """
    host = f"[{host}]" if ":" in host else host
    return host if port == DEFAULT_PORTS[scheme] else f"{host}:{port}"
