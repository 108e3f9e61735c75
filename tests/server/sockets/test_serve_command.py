"""`navapi serve` as a command: options, ways to end it, and errors in them."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import sys
import threading
from pathlib import Path

import pytest
from patience import PATIENCE
from server_process import running, write_site

from sphinx_navapi import cli


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("command") / "html")


def fail(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = cli.main(["serve", *arguments])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    return status, captured.err


@pytest.mark.parametrize(
    "options",
    [
        ["--port", "70000"],
        ["--port", "-1"],
        ["--port", "x"],
        ["--site-url", "docs.library.example"],
        ["--site-url", "ftp://docs.library.example"],
        ["--site-url", "https://"],
        ["--site-url", "https://user:word@docs.library.example"],
        ["--site-url", "https://docs.library.example/?a"],
        ["--site-url", "https://docs.library.example/a/../b"],
        ["--site-url", "https://docs.library.example:99999"],
        ["--site-url", "https://a b.example"],
        ["--allow-origin", "*"],
        ["--allow-origin", "null"],
        ["--allow-origin", "https://library.example/path"],
        ["--trusted-proxy", "proxy.example"],
        ["--allow-private", "http://10.0.0.1/"],
        ["--workers", "0"],
        ["--workers", "x"],
        ["--workers", "9999999999999"],
    ],
)
def test_options_that_cannot_be_used(
    options: list[str], site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, message = fail(capsys, str(site), *options)
    assert status == 2
    assert options[1] in message
    # Messages from argparse include the usage.
    assert len([line for line in message.splitlines() if line.startswith("navapi")]) == 1


def test_no_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fail(capsys, str(tmp_path)) == (
        2,
        f"navapi: {tmp_path} has no index.html: use the output folder of a build\n",
    )
    assert fail(capsys, str(tmp_path / "no"))[0] == 2


def test_port_in_use(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert fail(capsys, str(site), "--port", str(port)) == (
            1,
            f"navapi: 127.0.0.1:{port} is in use: choose another with --port\n",
        )


def test_an_address_of_another_machine(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, message = fail(capsys, str(site), "--host", "192.0.2.1", "--port", "0")
    assert status == 1
    assert "192.0.2.1:0 cannot be used" in message
    assert len(message.splitlines()) == 1


def test_the_documented_container_starts_with_a_site_and_an_address() -> None:
    text = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text("utf-8")
    match = re.search(
        r"```dockerfile Containerfile\n.*?\nENTRYPOINT (\[.*?\])\n```", text, re.DOTALL
    )
    assert match is not None
    program, *arguments = json.loads(match[1])
    more = ["--site-url", "http://localhost:8000"]
    options = cli.make_parser().parse_args([*arguments, *more])
    assert (program, options.command, options.host, options.port) == (
        "/env/bin/navapi", "serve", "0.0.0.0", 8000,
    )  # fmt: skip
    assert "python -m venv /env && " in match[0]
    assert "COPY --from=build /env /env\n" in match[0]
    assert "EXPOSE 8000\n" in match[0]
    assert f"COPY --from=build {options.out} {options.out}\n" in match[0]


@pytest.mark.parametrize("command", ["serve", "dev"])
@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "httpx", "watchfiles"])
def test_without_the_extra(
    command: str,
    missing: str,
    site: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert cli.main([command, str(site)]) == 1
    assert capsys.readouterr().err == (
        f"navapi: navapi {command} needs {missing}: install sphinx-navapi with the extra serve\n"
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_told_to(number: int, site: Path) -> None:
    with running("serve", site, "--port", "0") as server:
        assert server.get("/").status == 200
        assert server.stop(number) == 0
        assert not [line for line in server.lines if "rror" in line or "Traceback" in line]


def test_it_ends_with_its_last_request(site: Path) -> None:
    large = site / "large.bin"
    with large.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
    with running("serve", site, "--port", "0") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", "/large.bin")
        response = connection.getresponse()
        received = len(response.read(1024 * 1024))
        ending = threading.Thread(target=server.stop)
        ending.start()
        while chunk := response.read(1024 * 1024):
            received += len(chunk)
        connection.close()
        ending.join(PATIENCE)
        assert received == 64 * 1024 * 1024
        assert server.process.returncode == 0


def test_public_address_behind_a_proxy(site: Path) -> None:
    with running(
        "serve", site, "--port", "0",
        "--site-url", "https://docs.library.example/manual/",
        "--site-url", "http://intranet.example:8080",
        "--trusted-proxy", "127.0.0.0/8",
    ) as server:  # fmt: skip
        assert "https://docs.library.example/manual/" in server.lines[0]
        host = {"Host": "docs.library.example"}
        # A proxy passes the base path on …
        assert "Home" in server.get("/manual/", **host).text
        assert server.get("/manual", **host).headers["location"] == "manual/"
        assert server.get("/manual/guide", **host).headers["location"] == "guide/"
        assert server.get("/manual/api/users.html", **host).status == 404
        assert server.get("/manual/../outside.txt", **host).status == 404
        assert server.get("/manual/api/request", **host).status == 405
        # … or strips it.
        assert "Guide" in server.get("/guide/", **host).text
        assert server.get("/api/request", **host).status == 405
        assert "Home" in server.get("/", Host="intranet.example:8080").text
        assert server.get("/", Host="intranet.example:8081").status == 421
        assert server.get("/", Host="docs.library.example:8443").status == 421
        assert server.get("/", Host="library.example").status == 421
        # The client is the one that the proxy reports, not the one that the client itself reports.
        server.get("/guide/", X_Forwarded_For="198.51.100.7, 203.0.113.9", **host)
        # Lines of earlier requests may come late.
        assert server.wait_for(r" \S+\.9 GET /guide/ 200").split()[1] == "203.0.113.9"


def test_two_servers_at_once_and_a_name_to_listen_on(site: Path) -> None:
    with running("serve", site, "--port", "0") as one, running(
        "serve", site, "--port", "0", "--host", "localhost"
    ) as two:  # fmt: skip
        assert one.port != two.port
        assert one.get("/").status == 200


def test_what_programs_may_do_is_said_when_it_starts(site: Path) -> None:
    message = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}'
    for mode, sends in (("read", False), ("send", True)):
        with running("serve", site, "--port", "0", "--mcp", mode) as server:
            answer = server.get("/mcp", "POST", message, content_type="application/json")
            assert answer.status == 200
            assert ("send_request" in answer.text) is sends
    with running("serve", site, "--port", "0", "--mcp", "off") as server:
        answer = server.get("/mcp", "POST", message, content_type="application/json")
        assert answer.status == 404
