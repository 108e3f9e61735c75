"""`navapi serve --workers`: several processes on one port, and how they end."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from server_process import Server, metrics_of, running, write_site

from sphinx_navapi.relay.limits import Limits
from sphinx_navapi.server import command
from sphinx_navapi.server.command import ServeOptions

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="only Linux tells the children of a process"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("workers") / "html")


def workers_of(server: Server) -> set[int]:
    pid = server.process.pid
    return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


@contextlib.contextmanager
def three_workers(site: Path) -> Iterator[Server]:
    with running("serve", site, "--port", "0", "--workers", "3") as server:
        wait_until(lambda: len(workers_of(server)) == 3)
        yield server


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("it did not come about")
        time.sleep(0.01)


def has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] == "Z"
    except OSError:
        return True


def test_all_answer_and_one_that_is_gone_is_replaced(site: Path) -> None:
    with three_workers(site) as server:
        assert len(server.lines) == 1
        before = workers_of(server)
        held: list[http.client.HTTPConnection] = []
        busy: set[int] = set()
        # Each keeps the connections that it has accepted: connect until each has one.
        while busy != before:
            assert len(held) < 300
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            held.append(connection)
            connection.request("GET", "/")
            assert connection.getresponse().read()
            busy.add(_worker_at(connection, before))
        killed = before.pop()
        os.kill(killed, signal.SIGKILL)
        server.wait_for(f"worker {killed} exited with status -9")
        wait_until(lambda: len(workers_of(server)) == 3)
        assert before < workers_of(server)
        for connection in held:
            connection.close()
        assert server.get("/guide/").status == 200
        assert server.stop() == 0
        assert all(has_ended(pid) for pid in before)
        # One line for each request, whichever worker handled it, and none for an error.
        assert not [line for line in server.lines if "rror" in line or "Traceback" in line]
        assert sum(" /guide/ 200 " in line for line in server.lines) == 1


def _worker_at(connection: http.client.HTTPConnection, pids: set[int]) -> int:
    """Which of *pids* has the other end of *connection*."""
    port = connection.sock.getsockname()[1]
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[2].partition(":")[2], 16) == port:
            for pid in pids:
                for handle in Path(f"/proc/{pid}/fd").iterdir():
                    with contextlib.suppress(OSError):
                        if str(handle.readlink()) == f"socket:[{fields[9]}]":
                            return pid
    raise AssertionError("no worker has taken it")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, "all of them", signal.SIGKILL])
def test_they_end_together(number: int | str, site: Path) -> None:
    """Also with Ctrl+C, which a terminal sends to each; and if the first process is killed."""
    with three_workers(site) as server:
        pids = workers_of(server)
        assert server.get("/").status == 200
        if isinstance(number, str):
            for pid in pids:
                os.kill(pid, signal.SIGINT)
        status = server.stop(signal.SIGINT if isinstance(number, str) else number)
        assert status == (-9 if number == signal.SIGKILL else 0)
        wait_until(lambda: all(map(has_ended, pids)))
        assert not [line for line in server.lines if "Traceback" in line or " has ended " in line]


def test_they_end_with_their_last_requests_or_at_once(site: Path) -> None:
    large = site / "large.bin"
    with large.open("wb") as file:
        file.truncate(64 * 1024 * 1024)
    for is_told_twice in (False, True):
        with three_workers(site) as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            connection.request("GET", "/large.bin")
            response = connection.getresponse()
            received = len(response.read(1024 * 1024))
            server.process.send_signal(signal.SIGTERM)
            # Idle ones have exited.
            wait_until(lambda server=server: len(workers_of(server)) == 1)
            if is_told_twice:
                server.process.send_signal(signal.SIGTERM)
                assert server.process.wait(PATIENCE) == 0
            with contextlib.suppress(http.client.IncompleteRead, OSError):
                while chunk := response.read(1024 * 1024):
                    received += len(chunk)
            assert (received == 64 * 1024 * 1024) is not is_told_twice
            connection.close()
            assert server.process.wait(PATIENCE) == 0


def test_where_the_system_has_only_one(
    site: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "CAN_SHARE", False)
    ran = []
    monkeypatch.setattr(command, "run_server", lambda server, sock: ran.append(sock.close()))
    assert command.serve(ServeOptions(out=site, port=0, workers=4)) == 0
    assert len(ran) == 1
    assert "using one worker: this system" in capfd.readouterr().out
    assert sys.platform != "win32"


@pytest.mark.parametrize(("can_share", "workers"), [(True, 1), (True, 4), (False, 4)])
def test_workers_divide_the_memory_of_unread_responses(
    can_share: bool, workers: int, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []
    make = command.create_app

    def noted(*places: Any, held_bytes: int, **options: Any) -> Any:
        held.append(held_bytes)
        return make(*places, held_bytes=held_bytes, **options)

    monkeypatch.setattr(command, "CAN_SHARE", can_share)
    monkeypatch.setattr(command, "create_app", noted)
    command.make_app(ServeOptions(out=site, workers=workers))
    processes = workers if can_share else 1
    assert [one * processes for one in held] == [Limits().held_bytes]


def test_each_of_many_workers_has_room_for_the_largest_response(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = []
    monkeypatch.setattr(command, "CAN_SHARE", True)
    monkeypatch.setattr(command, "create_app", lambda *_, held_bytes, **__: held.append(held_bytes))
    command.make_app(ServeOptions(out=site, workers=64))
    base64 = Limits().response_bytes * 4 / 3
    assert held[0] / 2 > base64  # a client has half


def test_metrics_are_those_of_all(site: Path) -> None:
    name = 'navapi_requests_total{area="site",status="200"}'
    with running("serve", site, "--port", "0", "--workers", "2", "--metrics") as server:
        wait_until(lambda: len(workers_of(server)) == 2)
        for _ in range(40):
            server.get("/guide/")
        # A worker counts a request when its response is sent: the other may be asked before.
        wait_until(lambda: metrics_of(server).get(name) == 40)
        before = workers_of(server)
        os.kill(min(before), signal.SIGKILL)
        wait_until(lambda: len(workers_of(server) - before) == 1)
        server.get("/guide/")
        # What a worker has counted outlives it.
        wait_until(lambda: metrics_of(server).get(name) == 41)
        assert metrics_of(server)['navapi_running_requests{area="site"}'] == 0
