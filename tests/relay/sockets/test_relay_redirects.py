"""Redirects are data: the relay returns them and does not follow them."""

from __future__ import annotations

from pathlib import Path

import pytest
from relay_world import WATCH, answer, ask, make_relay, one_operation, upstream


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308, 300, 304])
@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1:{other}/", "http://169.254.169.254/latest/meta-data/",
        "http://evil.test/", "http://api.example.test:{other}/", "//evil.test/",
        "https://api.example.test/", "/things/7", "file:///etc/passwd",
    ],
)  # fmt: skip
def test_a_redirect_is_handed_over(tmp_path: Path, status: int, location: str) -> None:
    with upstream() as other, upstream() as api:
        location = location.replace("{other}", str(other.port))
        body = b"" if status == 304 else b"moved"
        api.respond = answer(body, f"{status} Moved", f"Location: {location}", kind="text/plain")
        relay = make_relay(tmp_path, one_operation(api.url()))
        with WATCH.on():
            response = relay.post(ask())
        assert response.status_code == 200
        assert "location" not in response.headers
        envelope = response.json()
        assert envelope["status"] == status
        assert ["Location", location] in envelope["headers"]
        assert envelope["body"] == {"text": body.decode()}
        assert WATCH.connected == [("127.0.0.1", api.port)]
        assert (api.connections, other.connections) == (1, 0)


def test_a_redirect_of_a_token_request_is_handed_over(tmp_path: Path) -> None:
    with upstream() as api:
        api.respond = answer(b"", "307 Temporary Redirect", f"Location: {api.url('/token')}")
        manifest = one_operation(api.url())
        manifest["tokens"] = {"api.json login clientCredentials": api.url("/token")}
        relay = make_relay(tmp_path, manifest)
        message = {"token": "api.json login clientCredentials", "form": {"client_secret": "s"}}
        assert relay.post(message).json()["status"] == 307
        assert api.connections == 1
