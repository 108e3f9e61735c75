"""The relay works without Sphinx, and reports missing requirements."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from relay_world import Names, Upstream, ask, make_relay, one_operation


def run(code: str) -> str:
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_it_needs_nothing_of_sphinx() -> None:
    loaded = run(
        "import sys, sphinx_navapi.relay;"
        "print(*sorted(n for n in sys.modules if n.startswith(('sphinx', 'docutils', 'yaml'))))"
    ).split()
    rooms = ("built_site", "mcp", "relay")
    ours = {name for name in loaded if name.split(".")[1:2] not in [[room] for room in rooms]}
    assert ours == {
        "sphinx_navapi", "sphinx_navapi._version",
        "sphinx_navapi.formats", "sphinx_navapi.formats.numbers",
        "sphinx_navapi.request", "sphinx_navapi.request.encoding", "sphinx_navapi.request.styles",
    }  # fmt: skip


@pytest.mark.parametrize("package", ["starlette", "httpx", "anyio"])
def test_what_is_missing_is_said(package: str) -> None:
    told = run(
        f"import sys; sys.modules['{package}'] = None\n"
        "try:\n    import sphinx_navapi.relay\n"
        "except ModuleNotFoundError as error:\n    print(error)"
    )
    assert told == f"the relay needs {package}: install sphinx-navapi with the extra serve\n"


def test_ipv6(tmp_path: Path) -> None:
    try:
        listener = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("no IPv6 on this machine")
    api = Upstream(listener=listener)
    relay = make_relay(
        tmp_path, one_operation(f"http://[::1]:{api.port}/v1"), names=Names(), private=["::1"]
    )
    response = relay.post(ask())
    api.close()
    assert response.status_code == 200, response.text
    assert api.seen[0].get("host") == [f"[::1]:{api.port}"]
