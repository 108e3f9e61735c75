"""The hosts that services need, and no others, whatever the page contains."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sphinx_navapi.config.integration_hosts import HOSTS, integration_hosts
from sphinx_navapi.config.integration_settings import SERVICES

#: For services with your own server: what is set, and which hosts scripts and data have.
OWN: list[tuple[dict[str, Any], set[str]]] = [
    ({"posthog": {"apiKey": "x"}}, {"https://us-assets.i.posthog.com", "https://us.i.posthog.com"}),
    (
        {"posthog": {"apiHost": "https://eu.i.posthog.com/"}},
        {"https://eu-assets.i.posthog.com", "https://eu.i.posthog.com"},
    ),
    ({"posthog": {"apiHost": "https://e.example/ingest"}}, {"https://e.example"}),
    ({"plausible": {"domain": "a"}}, {"https://plausible.io"}),
    ({"plausible": {"server": " https://stats.a.example "}}, {"https://stats.a.example"}),
    ({"plausible": {"server": "stats.a.example"}}, {"https://stats.a.example"}),
    ({"osano": {"scriptSource": "https://cmp.osano.com/a/osano.js"}}, {"https://cmp.osano.com"}),
    (
        {"customScripts": [{"src": "https://a.example/b.js"}, {"src": "https://b.example:8443/c"}]},
        {"https://a.example", "https://b.example:8443"},
    ),
    # Anything that no declaration allows is left out of a policy.
    ({"customScripts": [{"src": "http://a.example/b.js"}, {"src": 5}, "x"]}, set()),
    ({"osano": {"scriptSource": "https://a.example; script-src *"}}, set()),
    ({"osano": {"scriptSource": "https://u@a.example/b.js"}}, set()),
    ({"unknown": {"src": 1}, "fathom2": {}}, set()),
]


@pytest.mark.parametrize(("services", "hosts"), OWN, ids=[str(s) for s, _ in OWN])
def test_servers_that_are_named(services: dict[str, Any], hosts: set[str]) -> None:
    found = list(integration_hosts(services))
    for directive in ("script-src", "connect-src"):
        assert {source for name, source in found if name == directive} == hosts
    assert {name for name, _ in found} <= {"script-src", "connect-src"}


def test_each_service_has_hosts() -> None:
    for service in SERVICES:
        found = dict(
            integration_hosts({service.name: {"launchUrl": "https://assets.adobedtm.com"}})
        )
        assert {"script-src", "connect-src"} <= found.keys(), service.name
    assert HOSTS.keys() <= {service.name for service in SERVICES}


def test_sources_are_hosts_of_the_service_alone() -> None:
    for directives in HOSTS.values():
        for directive, sources in directives.items():
            assert directive in {"script-src", "connect-src", "frame-src", "style-src"}
            for source in sources:
                if (directive, source) == ("style-src", "blob:"):
                    continue  # no more than 'unsafe-inline', which all pages have there
                # A wildcard covers the names below a domain, never a scheme or all hosts.
                assert re.fullmatch(r"(https|wss)://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+", source)


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, [None], {"apiHost": 1}])
def test_any_value_is_taken(value: object) -> None:
    names = [*HOSTS, "posthog", "plausible", "customScripts", "osano", "adobe"]
    expected = {
        (directive, source)
        for directives in HOSTS.values()
        for directive, sources in directives.items()
        for source in sources
    }
    if isinstance(value, dict):
        expected |= set(integration_hosts({"posthog": {}, "plausible": {}, "hightouch": {}}))
    assert set(integration_hosts(dict.fromkeys(names, value))) == expected


def test_the_chat_of_front_has_what_its_documentation_lists() -> None:
    found = set(integration_hosts({"frontchat": {"snippetId": "x"}}))
    assert {
        ("connect-src", "wss://front-us-realtime.ably.io"),
        ("connect-src", "wss://front-eu-realtime.ably.io"),
        ("style-src", "blob:"),
    } <= found
