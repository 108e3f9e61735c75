"""CPU seconds and peak memory of a command and its descendants."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

#: Between the signal that ends a process at its limit and the one that it cannot ignore.
_GRACE = 5

#: The kernel counts seconds for a limit a little differently from those that it reports.
_EXACTNESS = 0.9

_PROBLEM = re.compile(r"^\s*((?:\[ERROR\]|npm error|[\w.]*(?:Error|Exception):).*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Resource usage of a process and all of its descendants.

    :ivar cpu: user and system time in seconds.
    :ivar memory: largest resident set of a single process, in MB (10^6 bytes).
    :ivar problem: why it did not end well: ``more than 120 s``, ``failed (2)``; else empty.
    :ivar stopped: it was ended at its limit, so that *cpu* is less than it needs.
    """

    cpu: float
    memory: float
    problem: str = ""
    stopped: bool = False


def measure(
    command: list[str],
    log: Path,
    *,
    limit: float | None = None,
    folder: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Measurement:
    """Resource usage of *command* and its descendants; their output goes to *log*.

    :param limit: CPU seconds that each of its processes may take before it is ended.
    :param folder: where it runs.
    :param settings: further environment variables.
    """
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**os.environ, **(settings or {})},
            start_new_session=True,
            preexec_fn=_limiter(limit),  # noqa: PLW1509 (this program has one thread)
        )
        try:
            # wait4 adds up the process and its awaited descendants; its maxrss is the largest of
            # them (getrusage(2), in KiB on Linux).
            _pid, status, usage = os.wait4(process.pid, 0)
        finally:
            # Those that outlive their parent, or all if the user interrupts us.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    cpu = usage.ru_utime + usage.ru_stime
    stopped = limit is not None and _is_stopped(process.returncode, cpu, limit)
    problem = f"failed ({process.returncode})" if process.returncode else ""
    return Measurement(
        cpu=max(cpu, limit) if stopped and limit else cpu,
        memory=usage.ru_maxrss * unit / 1_000_000,
        problem=f"more than {limit:.0f} s" if stopped else problem,
        stopped=stopped,
    )


def measure_all(
    commands: list[list[str]],
    log: Path,
    *,
    limit: float,
    folder: Path,
    settings: Mapping[str, str] | None = None,
) -> Measurement:
    """Measure *commands*, one after the other, as one program; the first problem ends them.

    *log* has the output of the last one that ran.
    """
    cpu = memory = 0.0
    used = Measurement(cpu=0, memory=0)
    for command in commands:
        used = measure(command, log, limit=max(1, limit - cpu), folder=folder, settings=settings)
        cpu, memory = cpu + used.cpu, max(memory, used.memory)
        if used.problem:
            break
    problem = f"more than {limit:.0f} s" if used.stopped else used.problem
    return Measurement(cpu=cpu, memory=memory, problem=problem, stopped=used.stopped)


def told_reason(log: Path) -> str:
    """The first line of *log* that names an error, or else its last line."""
    text = log.read_text(encoding="utf-8", errors="replace")
    if match := _PROBLEM.search(text):
        return match[1].strip()[:200]
    return next((line.strip()[:200] for line in reversed(text.splitlines()) if line.strip()), "")


def _limiter(limit: float | None) -> Callable[[], None] | None:
    if limit is None:
        return None
    seconds = max(1, round(limit))
    _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard != resource.RLIM_INFINITY:
        seconds = min(seconds, hard)
    pair = (seconds, hard if hard != resource.RLIM_INFINITY else seconds + _GRACE)
    return lambda: resource.setrlimit(resource.RLIMIT_CPU, pair)


def _is_stopped(code: int, cpu: float, limit: float) -> bool:
    """Whether a process with exit status *code* was ended at its *limit* of CPU seconds.

    A shell and npm tell a signal that ended their child as 128 and its number.
    """
    told = {-signal.SIGXCPU, 128 + signal.SIGXCPU}
    killed = {-signal.SIGKILL, 128 + signal.SIGKILL}
    return code in told or (code in killed and cpu >= limit * _EXACTNESS)
