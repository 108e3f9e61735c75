"""What every test can rely on, whatever ran before it."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from full_run import amount, set_full
from hypothesis import settings
from kept_work import keep_work
from shared_builds import DemoBuilds
from warm_python import keep_templates_in

#: For tests of the tests.
pytest_plugins = ["pytester"]

HERE = Path(__file__).parent

# The output of commands is compared, and machines for checks may ask for colors.
os.environ.pop("FORCE_COLOR", None)
os.environ["NO_COLOR"] = "1"

#: Folders whose tests open sockets, build sites, or count how work grows with its input.
SLOW_FOLDERS = {"browser", "frameworks", "growth", "sockets", "sphinx"}

#: What tests of other folders may not do. asyncio's loops create socket pairs, no more.
_SOCKET_EVENTS = {"socket.bind", "socket.connect"}


class _SocketGuard:
    """Refuses sockets to the tests of plain folders."""

    def __init__(self) -> None:
        self.test: str | None = None
        # Servers of other tests may still be running.
        self._thread = threading.get_ident()

    def __call__(self, event: str, _arguments: tuple[Any, ...]) -> None:
        if (
            event in _SOCKET_EVENTS
            and self.test is not None
            and threading.get_ident() == self._thread
        ):
            raise AssertionError(
                f"{self.test} opens a socket: put it into a folder `sockets` beside the others"
            )


_guard = _SocketGuard()
# On Windows, asyncio's socket pairs are connections.
if os.name != "nt":
    sys.addaudithook(_guard)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast",
        action="store_true",
        help="only the quick tests: rooms' folders without those called "
        + ", ".join(sorted(SLOW_FOLDERS)),
    )
    parser.addoption(
        "--full",
        action="store_true",
        help="also the tests that are marked `full`, and more random examples",
    )


def pytest_configure(config: pytest.Config) -> None:
    set_full(config.option.full)
    # How long an example takes depends on the load of the machine.
    settings.register_profile("patient", deadline=None, max_examples=amount(100, 30))
    settings.load_profile("patient")
    # Sphinx tells of a thousand registrations in each build: 5 % of it.
    logging.disable(logging.DEBUG)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Omit tests of the full run, unless they are named in the command."""
    if config.option.full or any("::" in argument for argument in config.args):
        return
    omitted = [item for item in items if item.get_closest_marker("full")]
    if omitted:
        config.hook.pytest_deselected(items=omitted)
        items[:] = [item for item in items if not item.get_closest_marker("full")]


def is_plain(path: Path) -> bool:
    """Whether *path* is below a room's folder, and not in a slow one."""
    folders = path.relative_to(HERE).parts[:-1] if path.is_relative_to(HERE) else ()
    return bool(folders) and SLOW_FOLDERS.isdisjoint(folders)


def pytest_collection_finish() -> None:
    """The tests themselves stay: collecting garbage among them takes 6 % of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    is_test = collection_path.name.startswith("test_")
    return True if is_test and config.option.fast and not is_plain(collection_path) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Watch fixtures as well as the test."""
    _guard.test = item.nodeid if is_plain(item.path) else None
    try:
        return (yield)
    finally:
        _guard.test = None


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the processes of a run share."""
    base = tmp_path_factory.getbasetemp()
    # Each process of pytest-xdist has a separate folder in that of the run.
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def demo_builds(run_folder: Path) -> DemoBuilds:
    """The demo by theme and builder, built when the first test of the run requests it."""
    return DemoBuilds(run_folder)


@pytest.fixture(scope="session", autouse=True)
def work_of_all_builds(run_folder: Path) -> Iterator[None]:
    """Templates of all builds are compiled once, for example."""
    folder = run_folder / "templates"
    keep_templates_in(folder)
    with keep_work(folder):
        yield


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Ensure that no event loop is running, so that a test can run its own.

    Playwright keeps its own running in the thread of the tests until the last of them.
    """
    if "browser" in request.fixturenames:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)
