"""How long a test waits for what must come before it gives up.

No test asserts how long something takes: on a busy machine everything takes longer. A test
that waits for an event, an answer or the end of a process gives up after `PATIENCE`, which
only a program that hangs ever uses up. Times are measured in `benchmarks/`.
"""

from __future__ import annotations

#: Seconds.
PATIENCE = 300.0
