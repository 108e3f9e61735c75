"""`navapi serve` behind real reverse proxies, configured as documented."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE
from server_process import Server, running, write_site
from write_files import write_files

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"
NAME = "docs.library.example"


def documented(file: str, part: str) -> str:
    """The documented *file* that contains *part*: there may be several with the name."""
    blocks = re.findall(
        rf"```\w+ {re.escape(file)}\n(.*?)```", HOSTING.read_text("utf-8"), re.DOTALL
    )
    (found,) = (block for block in blocks if part in block)
    return str(found)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


def nginx(folder: Path, port: int, upstream: int, *, strips: bool) -> list[str]:
    """Command that runs nginx in *folder* with the documented server, without TLS."""
    server = documented("nginx.conf", "proxy_pass").replace(
        "listen 443 ssl;", f"listen 127.0.0.1:{port};"
    )
    server = re.sub(r"\n *ssl_\w+ [^;]*;", "", server)
    assert "127.0.0.1:8000;" in server
    server = server.replace("127.0.0.1:8000;", f"127.0.0.1:{upstream}{'/' if strips else ''};")
    return nginx_with(folder, server)


def nginx_with(folder: Path, server: str) -> list[str]:
    """Command that runs nginx in *folder* with *server*."""
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    conf = folder / "nginx.conf"
    conf.write_text(
        # Its workers read the folder of the test, which belongs to the current user.
        f"{'user root; ' if os.geteuid() == 0 else ''}"
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{server}}}\n",
        "utf-8",
    )
    return ["nginx", "-p", str(folder), "-c", str(conf), "-e", f"{folder}/error.log"]


def caddy(folder: Path, port: int, upstream: int, *, strips: bool) -> list[str]:
    """Command that runs Caddy with the documented site, without TLS."""
    site = documented("Caddyfile", "reverse_proxy").replace(
        f"{NAME} {{", f"http://{NAME}:{port} {{"
    )
    assert "reverse_proxy /manual/* 127.0.0.1:8000" in site
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    if strips:
        site = site.replace("reverse_proxy /manual/* ", "handle_path /manual/* {\nreverse_proxy ")
        site = site.replace("}", "}\n}", 1)
    file = folder / "Caddyfile"
    file.write_text(f"{{\nadmin off\nauto_https off\n}}\n{site}", "utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


@contextlib.contextmanager
def proxying(command: list[str], folder: Path, port: int) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/sbin:/usr/bin:/bin:/usr/local/bin", "HOME": str(folder)},
    )
    try:
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            assert process.poll() is None, process.stderr and process.stderr.read()
            if time.monotonic() > end:
                pytest.fail("the proxy does not answer")
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
        assert process.stderr is not None
        process.stderr.close()


@pytest.mark.skipif(
    shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin") is None,
    reason="no nginx: apt-get install nginx",
)
@pytest.mark.parametrize(
    ("path", "accept", "found"),
    [
        ("/", "text/html", "home.html"),
        ("/", "text/markdown", "home.md"),
        ("/guide.html", "text/markdown, */*", "guide.md"),
        ("/guide.html", "*/*", "guide.html"),
        ("/guide", "*/*", "guide.html"),
        ("/folder/", "text/markdown", "folder.md"),
        ("/folder/", "text/html", "folder.html"),
        ("/plain.html", "text/markdown", "plain.html"),
        ("/gone.html", "text/markdown", "404.html"),
    ],
)
def test_nginx_sends_markdown(tmp_path: Path, path: str, accept: str, found: str) -> None:
    root, port = tmp_path / "html", free_port()
    files = {
        "index.html": "home.html", "index.md": "home.md", "guide.html": "guide.html",
        "guide.md": "guide.md", "folder/index.html": "folder.html", "folder.md": "folder.md",
        "plain.html": "plain.html", "404.html": "404.html",
    }  # fmt: skip
    write_files(root, files)
    server = documented("nginx.conf", "$http_accept").replace("listen 80;", f"listen {port};")
    server = server.replace("/srv/docs/html", str(root))
    server = server.replace("include mime.types;", "include /etc/nginx/mime.types;")
    with proxying(nginx_with(tmp_path, server), tmp_path, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", path, headers={"Host": NAME, "Accept": accept})
        answer = connection.getresponse()
        assert answer.read().decode() == found
        assert answer.status == (404 if found == "404.html" else 200)
        kind = "markdown" if found.endswith(".md") else "html"
        assert answer.headers["content-type"] == f"text/{kind}; charset=utf-8"
        if answer.status == 200:
            assert answer.headers["vary"] == "Accept"
        connection.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("proxied") / "html")


@pytest.mark.parametrize("strips", [False, True], ids=["keeps the path", "takes the path off"])
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_site_below_a_path(proxy: object, strips: bool, site: Path, tmp_path: Path) -> None:
    program = getattr(proxy, "__name__", "")
    if shutil.which(program, path="/usr/sbin:/usr/bin:/usr/local/bin") is None:
        pytest.skip(f"no {program}: apt-get install {program}")
    assert callable(proxy)
    port = free_port()
    # nginx sends the host without its port, as is usual on port 443.
    origin = f"https://{NAME}" if proxy is nginx else f"http://{NAME}:{port}"
    host = origin.partition("://")[2]
    with (
        running(
            "serve", site, "--port", "0", "--site-url", f"{origin}/manual",
            "--trusted-proxy", "127.0.0.1",
        ) as server,
        proxying(proxy(tmp_path, port, server.port, strips=strips), tmp_path, port),
    ):  # fmt: skip
        public = Server(server.process, port, server.lines, client="127.0.0.3")
        page = public.get("/manual/", Host=host)
        assert (page.status, "Home" in page.text) == (200, True)
        assert "script-src 'self' 'sha256-" in page.headers["content-security-policy"]
        etag = page.headers["etag"]
        assert public.get("/manual/", Host=host, If_None_Match=etag).status == 304
        assert public.get("/manual/guide", Host=host).headers["location"].endswith("guide/")
        assert public.get("/manual/nothing", Host=host).status == 404
        packed = public.get("/manual/", Host=host, Accept_Encoding="gzip")
        assert packed.headers["content-encoding"] == "gzip"
        body = json.dumps({"operation": "zoo.json GET /lions", "server": 0}).encode()
        asked = {"Host": host, "Content_Type": "application/json"}
        reached = public.get("/manual/api/request", "POST", body, Origin=origin, **asked)
        # The site has no operations; the caller is allowed.
        assert reached.headers["content-type"] == "application/problem+json"
        assert json.loads(reached.body)["type"].rpartition(":")[2] in (
            "unknown-operation", "manifest-unusable",
        )  # fmt: skip
        foreign = public.get(
            "/manual/api/request", "POST", body, Origin="https://evil.example", **asked
        )
        assert json.loads(foreign.body)["type"].endswith("foreign-origin")
        # The client is the one that the proxy saw, not the one that it claims to be.
        seen = len(server.lines)
        public.get("/manual/guide/", Host=host, X_Forwarded_For="203.0.113.9")
        assert server.wait_for("guide/ 200", after=seen).split()[1] == "127.0.0.3"
