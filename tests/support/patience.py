"""How long a test waits before it gives up.

No test asserts how long something takes: on a busy machine everything takes longer. A test that
waits for an event, a response or the end of a process gives up after `PATIENCE`, which only a
hanging program reaches; to find one, set ``NAVAPI_TEST_PATIENCE`` to a few seconds. A page in a
browser is given `PAGE_PATIENCE`, because a single mistake may let many of these tests wait. Times
are measured in `benchmarks/`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from math import inf

#: The environment variable that overrides the number of seconds.
VARIABLE = "NAVAPI_TEST_PATIENCE"


def read_patience(environment: Mapping[str, str], default: int = 300) -> float:
    """Seconds that a test waits: *default*, unless the variable is set.

    :raises ValueError: the variable is not a positive number.
    """
    value = environment.get(VARIABLE) or str(default)
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0
    if not 0 < seconds < inf:
        raise ValueError(f"{VARIABLE} is {value!r}: set it to a number of seconds, such as 10")
    return seconds


#: Seconds.
PATIENCE = read_patience(os.environ)

#: Seconds for what a loaded page shows.
PAGE_PATIENCE = read_patience(os.environ, default=60)
