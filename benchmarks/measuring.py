"""CPU seconds and peak memory of a command and its descendants."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Resource usage of a process and all of its descendants.

    :ivar cpu: user and system time in seconds.
    :ivar memory: largest resident set of a single process, in MB (10^6 bytes).
    """

    cpu: float
    memory: float


def measure(command: list[str], log: Path) -> Measurement:
    """Resource usage of *command* and its descendants; their output goes to *log*.

    :raises SystemExit: it failed.
    """
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        # wait4 adds up the process and its awaited descendants; its maxrss is the largest of them
        # (getrusage(2), in KiB on Linux).
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        tail = log.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise SystemExit(f"{' '.join(command)} failed ({process.returncode}):\n{tail}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Measurement(
        cpu=usage.ru_utime + usage.ru_stime, memory=usage.ru_maxrss * unit / 1_000_000
    )
