"""The addresses among the options of `navapi serve`: those of the site, and of its proxies."""

from __future__ import annotations

import ipaddress

from sphinx_navapi.relay.caller import (
    AddressError,
    SiteAddresses,
    SiteUrl,
    parse_origin,
    parse_site_url,
    split_address,
)

__all__ = [
    "AddressError",
    "SiteAddresses",
    "SiteUrl",
    "parse_origin",
    "parse_proxy",
    "parse_site_url",
    "split_address",
]


def parse_proxy(text: str) -> str:
    """*text*, the address of a proxy or a network of them, in canonical form.

    :raises AddressError: it is invalid.
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise AddressError(
            f"{text} is neither an IP address nor a network such as 10.0.0.0/8"
        ) from None
    return str(network.network_address) if network.num_addresses == 1 else str(network)
