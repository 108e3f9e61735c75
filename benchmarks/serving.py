"""Requests per second of `navapi serve`: files and the relay, compared with other file servers.

Each server gets the same requests over persistent connections: Starlette's StaticFiles under
uvicorn, and nginx if it is installed. One server runs at a time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from relay import cpu_seconds, started, write_site

CONNECTIONS = 16
PAGE = "<!doctype html><title>Page</title>" + "<p>Some words of a page.</p>\n" * 400

#: A server and its port.
Running = tuple[subprocess.Popen[bytes], int]

_STARLETTE = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
app = Starlette(routes=[Mount("/", StaticFiles(directory=sys.argv[1]))])
print("ready", flush=True)
uvicorn.run(app, port=int(sys.argv[2]), http="h11", log_level="error", access_log=False)
"""

_NGINX = """
{user}daemon off; worker_processes {workers}; pid {folder}/nginx.pid; error_log stderr crit;
events {{ worker_connections 512; }}
http {{
  types {{ text/html html; }} access_log off; gzip on; sendfile on;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {site}; keepalive_requests 1000000; }}
}}
"""


async def count(port: int, request: bytes, seconds: float) -> tuple[int, int]:
    """Number of 200 responses within *seconds*, and of others."""
    end = time.perf_counter() + seconds
    good = bad = 0

    async def ask() -> None:
        nonlocal good, bad
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() < end:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            fields = head.lower()
            if b"content-length: " in fields:
                length = int(fields.partition(b"content-length: ")[2].partition(b"\r\n")[0])
                await reader.readexactly(length)
            else:
                await reader.readuntil(b"0\r\n\r\n")
            is_good = head.startswith(b"HTTP/1.1 200 ")
            good, bad = good + is_good, bad + (not is_good)
        writer.close()

    await asyncio.gather(*(ask() for _ in range(CONNECTIONS)))
    return good, bad


def tree_cpu(pid: int) -> float:
    """CPU seconds of a process and its children; only on Linux."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return cpu_seconds(pid) + sum(cpu_seconds(int(child)) for child in children)


def measure(
    name: str,
    start: Callable[[], tuple[subprocess.Popen[bytes], int]],
    request: str,
    seconds: float,
) -> float:
    """Start a server, send requests, print its line; returns responses per second."""
    process, port = start()
    text = request.replace("PORT", str(port)).encode()
    try:
        asyncio.run(count(port, text, min(2, seconds)))
        before, begun = tree_cpu(process.pid), time.perf_counter()
        good, bad = asyncio.run(count(port, text, seconds))
        took, cpu = time.perf_counter() - begun, tree_cpu(process.pid) - before
    finally:
        process.terminate()
        process.wait(15)
    wrong = f", {bad} refused" if bad else ""
    print(f"{name:28} {good / took:8.0f} a second, {cpu / max(good, 1) * 1e3:6.2f} ms CPU{wrong}")
    return good / took


def navapi(site: Path, workers: int, *more: str) -> Running:
    """Our own server."""
    command = [sys.executable, "-m", "sphinx_navapi.cli", "serve", str(site), "--port", "0"]
    command += ["--workers", str(workers), *more]
    process, line = started(command, site.parent / f"serve{workers}.log")
    return process, int(line.rstrip().rstrip("/").rpartition(":")[2])


def starlette(site: Path, port: int) -> Running:
    """StaticFiles under uvicorn."""
    command = [sys.executable, "-c", _STARLETTE, str(site), str(port)]
    process, _ = started(command, site.parent / "starlette.log")
    time.sleep(1)
    return process, port


def nginx(site: Path, port: int, workers: int) -> Running:
    """nginx, with the same compression as ours."""
    # Started as root, it would read the site as an unprivileged user.
    user = "user root; " if os.geteuid() == 0 else ""
    text = _NGINX.format(user=user, folder=site.parent, site=site, port=port, workers=workers)
    (site.parent / "nginx.conf").write_text(text)
    process = subprocess.Popen(["nginx", "-c", str(site.parent / "nginx.conf")])
    time.sleep(1)
    return process, port


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8, help="seconds per server (8)")
    parser.add_argument("--port", type=int, default=8765, help="port of Starlette and nginx (8765)")
    options = parser.parse_args()
    seconds = options.seconds
    fields = "Host: 127.0.0.1:PORT\r\nAccept-Encoding: gzip\r\n"
    page = f"GET /page.html HTTP/1.1\r\n{fields}\r\n"
    message = json.dumps({"operation": "api.json GET /things", "query": [["page", "1"]]})
    post = (
        f"POST /api/request HTTP/1.1\r\n{fields}Content-Type: application/json\r\n"
        f"Content-Length: {len(message)}\r\n\r\n{message}"
    )
    with tempfile.TemporaryDirectory() as folder:
        relay = str(Path(__file__).with_name("relay.py"))
        api, api_port = started([sys.executable, relay, "--api"], Path(folder) / "api.log")
        site = Path(folder) / "site"
        write_site(site, int(api_port))
        (site / "page.html").write_text(PAGE)
        allowed = ("--allow-private", f"127.0.0.1:{int(api_port)}")
        try:
            other = measure(
                "StaticFiles, a page", lambda: starlette(site, options.port), page, seconds
            )
            for workers in (1, 2):
                rate = measure(
                    f"navapi serve x{workers}, a page",
                    lambda workers=workers: navapi(site, workers),
                    page,
                    seconds,
                )
                print(f"{'':28} {rate / other:8.2f} of StaticFiles")
                if shutil.which("nginx"):
                    measure(
                        f"nginx x{workers}, a page",
                        lambda workers=workers: nginx(site, options.port, workers),
                        page,
                        seconds,
                    )
            for workers in (1, 2):
                measure(
                    f"navapi serve x{workers}, relay",
                    lambda workers=workers: navapi(site, workers, *allowed),
                    post,
                    seconds,
                )
        finally:
            api.terminate()
            api.wait(15)
    return 0


if __name__ == "__main__":
    sys.exit(main())
