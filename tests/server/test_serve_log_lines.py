"""Lines of the access log: in order, and never blocking the server."""

from __future__ import annotations

import contextlib
import io
import os
import re
import threading

from patience import PATIENCE

from sphinx_navapi.server.command import LogLines


def test_lines_are_written_in_order():
    stream = io.StringIO()
    lines = LogLines(stream)
    for number in range(100):
        lines.say(f"line {number}")
    lines.close()
    assert stream.getvalue().splitlines() == [f"line {number}" for number in range(100)]


def test_a_pipe_that_nobody_reads_stops_nobody():
    reader, writer = os.pipe()
    stream = os.fdopen(writer, "w")
    lines = LogLines(stream)
    # Much more than a pipe buffers: writing to it directly would block forever.
    for _ in range(20_000):
        lines.say("x" * 200)
    read: list[bytes] = []

    def drain() -> None:
        with os.fdopen(reader, "rb") as file:
            read.append(file.read())

    late = threading.Thread(target=drain)
    late.start()
    lines.close(PATIENCE)
    stream.close()
    late.join()
    assert re.search(rb"^\d+ lines are missing here", read[0], re.MULTILINE)
    assert read[0].endswith(b"x\n")


def test_a_reader_that_is_gone_is_not_an_error():
    reader, writer = os.pipe()
    os.close(reader)
    stream = os.fdopen(writer, "w")
    lines = LogLines(stream)
    for number in range(10):
        lines.say(f"line {number}")
    lines.close()
    with contextlib.suppress(BrokenPipeError):
        stream.close()
