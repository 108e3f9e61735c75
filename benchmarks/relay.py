"""Load test of the relay of `navapi serve`: requests per second, none lost, and memory over time.

Runs three processes: the server, an API on loopback that receives the requests, and this one, which
sends them at a fixed rate, whether or not responses have arrived. Some more callers keep requesting
a response that takes seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

#: Connections of each attacker, who sends the next of `worst` on each after every response.
ATTACKERS, ATTACKS = 4, 4

#: Connections of the attacker that holds what it gets, for each of its operations, ...
HOLDS = 20
#: ... which are: a response that is never sent, a large one that is not read, and a stream.
HELD = ("/never", "/large", "/stream")
LARGE = b"x" * (9 << 20)

#: Callers with the same address share its burst, so the load comes from several.
CALLERS = 100
SLOW_CALLERS = 5
SLOW_SECONDS = 5.0
BODY = json.dumps({"items": [{"id": number, "name": "a thing"} for number in range(40)]}).encode()


@dataclass
class Outcome:
    """The outcome of the requests. :ivar waits: seconds until each response."""

    statuses: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Door:
    """Where the server is reached. :ivar is_proxied: through one proxy, which tells addresses."""

    port: int
    is_proxied: bool

    async def enter(
        self, address: str, limit: int = 1 << 16
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, str]:
        """A connection of a client at *address*, and the field that each request needs."""
        source = "127.0.0.1" if self.is_proxied else address
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(source, 0), limit=limit
        )
        return reader, writer, f"X-Forwarded-For: {address}\r\n" if self.is_proxied else ""


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """The API: one response per connection, delayed if the path requests it."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ")[1].partition(b"?")[0].removeprefix(b"/v1").decode()
        if path == "/stream":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            while not writer.is_closing():
                writer.write(b"data: %b\n\n" % BODY)
                await writer.drain()
                await asyncio.sleep(0.1)
        if path == "/slow":
            await asyncio.sleep(SLOW_SECONDS)
        if path == "/never":
            await reader.read()
            return
        body = LARGE if path == "/large" else BODY
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body)
        )
        writer.write(body)
        await writer.drain()
    except (OSError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def run_api() -> None:
    """Serve the API and print its port."""
    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=512)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


def write_site(folder: Path, api: int) -> None:
    """A built site, reduced to what its relay reads."""
    (folder / "_navapi").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Site</title>")
    operation = {"servers": 0, "method": "GET", "parameters": [{"name": "page", "in": "query"}]}
    manifest = {
        "version": 1,
        "servers": [[{"url": f"http://127.0.0.1:{api}/v1"}]],
        "operations": {
            f"api.json GET {path}": {**operation, "path": path}
            for path in ("/things", "/slow", *HELD)
        },
    }
    (folder / "_navapi" / "relay.json").write_text(json.dumps(manifest))


async def ask(door: Door, path: str, caller: int, outcome: Outcome) -> None:
    """Send one request and record its outcome."""
    begun = time.perf_counter()
    message = json.dumps({"operation": f"api.json GET {path}", "query": [["page", "1"]]}).encode()
    try:
        reader, writer, field = await door.enter(f"127.0.1.{caller + 1}")
        writer.write(
            b"POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n"
            b"Origin: http://127.0.0.1:%d\r\nContent-Type: application/json\r\n%b"
            b"Content-Length: %d\r\n\r\n%b"
            % (door.port, door.port, field.encode(), len(message), message)
        )
        reply = await asyncio.wait_for(reader.read(), 40)
        writer.close()
    except (OSError, TimeoutError) as error:
        outcome.statuses[type(error).__name__] += 1
        return
    head, _, body = reply.partition(b"\r\n\r\n")
    status = head.split(b" ")[1].decode() if head.startswith(b"HTTP/1.1 ") else "no HTTP"
    if status == "200" and json.loads(body)["body"] != {"text": BODY.decode()}:
        status = "wrong answer"
    outcome.statuses[status] += 1
    outcome.waits.append(time.perf_counter() - begun)


async def load(
    door: Door,
    rate: float,
    seconds: float,
    pid: int,
    attacks: Counter[str] | None = None,
    holds: Counter[str] | None = None,
) -> tuple[Outcome, list[float]]:
    """The outcome of *rate* requests per second, and the server's memory in MB, each second.

    :param attacks: collects the responses to attackers; without it there are none.
    :param holds: collects those of the attacker that holds what it gets.
    """
    outcome, slow = Outcome(), Outcome()
    memory: list[float] = []
    is_over = False

    async def stay_slow(caller: int) -> None:
        while not is_over:
            await ask(door, "/slow", caller, slow)

    slow_callers = [
        asyncio.create_task(stay_slow(CALLERS + number)) for number in range(SLOW_CALLERS)
    ]
    over = asyncio.Event()
    attackers = [] if attacks is None else [
        asyncio.create_task(attack(door.port, f"127.0.2.{number + 1}", over, attacks))
        for number in range(ATTACKERS)
        for _ in range(ATTACKS)
    ]  # fmt: skip
    if holds is not None:
        attackers += [asyncio.create_task(hold(door, path, over, holds)) for path in HELD * HOLDS]
    tasks = []
    begun = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0, begun + number / rate - time.perf_counter()))
        tasks.append(asyncio.create_task(ask(door, "/things", number % CALLERS, outcome)))
        if number % int(rate) == 0:
            memory.append(resident(pid))
    await asyncio.gather(*tasks)
    memory.append(resident(pid))
    is_over = True
    over.set()
    await asyncio.gather(*slow_callers, *attackers)
    if set(slow.statuses) != {"200"}:
        outcome.statuses["slow ones: " + str(dict(slow.statuses))] += 1
    return outcome, memory


def worst(port: int) -> list[bytes]:
    """The most expensive requests that an attacker can send."""
    room = (1 << 20) - 300
    start = b'{"operation":"api.json GET /things","query":[["page",['
    texts = [
        start + piece * (room // len(piece))
        for piece in (b'{"a":1},', b"{},", b"[", b'{"a":', b'"\\u0001",', b"9", b'"', b"1e5,")
    ]
    texts += [text[:60_000].rpartition(b",")[0] + b"]]]}" for text in texts[:2]]
    part = {"name": "a" * 300, "text": "b" * 100, "content_type": "a/" + "b" * 300}
    long: dict[str, object] = {"operation": "api.json GET /things"}
    texts += [
        json.dumps(long | more, ensure_ascii=False).encode()
        for more in (
            {"body": {"multipart": [part] * 1200}},
            {"query": [["page", "\u4e00" * 32_000]]},
            {"headers": [["connection", "," * 30_000]] * 20},
            {"variables": {"a": "%" * 500_000}},
        )
    ]
    head = (
        "POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n"
        "Content-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
    )
    requests = [(head % (port, len(text), "")).encode() + text for text in texts]
    many = "".join(f"X-{number}: y\r\n" for number in range(190))
    requests.append((head % (port, 2, many)).encode() + b"{}")
    requests.append(b"GET /" + b"%2e%2e/" * 4_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n")
    return requests


async def attack(port: int, address: str, over: asyncio.Event, answers: Counter[str]) -> None:
    """Send the requests of `worst` in turn until it is *over*; some stay half open."""
    held = []
    requests = worst(port)
    number = 0
    while not over.is_set():
        request = requests[number % len(requests)]
        number += 1
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(address, 0)
            )
            if number % 5 == 0 and len(held) < 100:
                writer.write(request[: len(request) // 2])
                held.append(writer)
                continue
            writer.write(request)
            reply = await asyncio.wait_for(reader.read(), 40)
            answers[reply[9:12].decode() or "closed"] += 1
            writer.close()
        except (OSError, TimeoutError) as error:
            answers[type(error).__name__] += 1
    for writer in held:
        writer.close()


async def hold(door: Door, path: str, over: asyncio.Event, answers: Counter[str]) -> None:
    """Request *path* again and again until it is *over*, and read no more than its status."""
    message = json.dumps({"operation": f"api.json GET {path}", "stream": path == "/stream"})
    request = (
        f"POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:{door.port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(message)}\r\n%s\r\n{message}"
    )
    while not over.is_set():
        try:
            # A short buffer: the rest of a response stays in the server.
            reader, writer, field = await door.enter("127.0.3.1", limit=1024)
            writer.write((request % field).encode())
            status = await asyncio.wait_for(reader.readline(), 40)
            answers[f"{path} {status[9:12].decode() or 'closed'}"] += 1
            if status[9:12] == b"200":
                with suppress(TimeoutError):
                    await asyncio.wait_for(over.wait(), 10)
            writer.close()
        except (OSError, TimeoutError) as error:
            answers[f"{path} {type(error).__name__}"] += 1


def tree(pid: int) -> list[int]:
    """A process and its children: with several workers these serve."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def resident(pid: int) -> float:
    """Resident sets of a process and its children in MB (10^6 bytes); only on Linux."""
    return sum(
        int(Path(f"/proc/{one}/statm").read_text().split()[1]) * 4096 / 1e6 for one in tree(pid)
    )


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and its children."""
    ticks = 0
    for one in tree(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def started(command: list[str], log: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A process and the first line of its output; the rest goes to *log*, a line per request."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output)
    while not (lines := log.read_text().splitlines()):
        time.sleep(0.05)
    return process, lines[0]


def main() -> int:
    """Measure, print, and return 1 if a request was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=200, help="requests per second (200)")
    parser.add_argument("--seconds", type=float, default=60, help="duration (60)")
    parser.add_argument(
        "--attack", action="store_true", help="while other clients send malicious requests"
    )
    parser.add_argument(
        "--hold", action="store_true", help="while one client holds as many responses as it can"
    )
    parser.add_argument("--workers", type=int, default=1, help="number of worker processes (1)")
    parser.add_argument(
        "--proxy", action="store_true", help="all requests come through one trusted proxy"
    )
    parser.add_argument("--api", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.api:
        asyncio.run(run_api())
        return 0
    with tempfile.TemporaryDirectory() as folder:
        api, api_port = started([sys.executable, __file__, "--api"], Path(folder) / "api.log")
        site = Path(folder) / "site"
        write_site(site, int(api_port))
        command = [sys.executable, "-m", "sphinx_navapi.cli", "serve", str(site), "--port", "0",
                   "--workers", str(options.workers)]  # fmt: skip
        if options.proxy:
            command += ["--trusted-proxy", "127.0.0.1"]
        server, line = started(
            [*command, "--allow-private", f"127.0.0.1:{int(api_port)}"], Path(folder) / "serve.log"
        )
        try:
            door = Door(int(line.rstrip().rstrip("/").rpartition(":")[2]), options.proxy)
            asyncio.run(load(door, options.rate, 2, server.pid))  # everything is imported now
            cpu = cpu_seconds(server.pid)
            attacks: Counter[str] | None = Counter() if options.attack else None
            holds: Counter[str] | None = Counter() if options.hold else None
            outcome, memory = asyncio.run(
                load(door, options.rate, options.seconds, server.pid, attacks, holds)
            )
            cpu = cpu_seconds(server.pid) - cpu
        finally:
            for process in (server, api):
                process.terminate()
                process.wait(15)
    if attacks is not None:
        print(f"{attacks.total()} requests of attackers: {dict(attacks)}")
    if holds is not None:
        print(f"{holds.total()} requests that were held: {dict(sorted(holds.items()))}")
    waits = sorted(outcome.waits)
    answered = outcome.statuses["200"]
    total = outcome.statuses.total()
    print(f"{total} requests at {options.rate:g} a second: {answered} answered,")
    print(f"  lost: {({k: n for k, n in outcome.statuses.items() if k != '200'}) or 'none'}")
    shares = {share: waits[int(len(waits) * share / 100)] * 1000 for share in (50, 99)}
    most = waits[-1] * 1000
    print(f"  milliseconds: median {shares[50]:.1f}, 99% {shares[99]:.1f}, most {most:.1f}")
    print(f"  CPU of the server: {cpu / total * 1000:.2f} ms a request")
    third = max(1, len(memory) // 3)
    before, after = statistics.mean(memory[:third]), statistics.mean(memory[-third:])
    print(f"  memory: {before:.1f} MB in the first third, {after:.1f} MB in the last, "
          f"most {max(memory):.1f} MB")  # fmt: skip
    return 0 if answered == total else 1


if __name__ == "__main__":
    sys.exit(main())
