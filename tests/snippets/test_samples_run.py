"""Every sample, run, sends exactly its request."""

import pytest
from sample_cases import all_cases
from sample_runner import RUNNERS, differences, missing_tool, run_samples

CASES = all_cases()
NAMES = list(CASES)

#: What a client cannot send, and why: the sample then sends something else.
LIMITS: dict[str, dict[str, str]] = {
    "java": {
        "emoji-header": "java.net.http takes ASCII in header values",
        "typographic-header": "java.net.http takes ASCII in header values",
    }
}


@pytest.mark.parametrize("client", RUNNERS)
def test_samples_send_exactly_their_request(client, tmp_path):
    tool = missing_tool(client)
    if tool:
        pytest.skip(f"{tool} is not installed: only the quoting tables of {client} are tested")
    limits = LIMITS.get(client, {})
    requests = {i: CASES[name] for i, name in enumerate(NAMES) if name not in limits}
    received = run_samples(client, requests, tmp_path)
    wrong = {NAMES[i]: differences(requests[i], received[i]) for i in requests}
    assert not {name: found for name, found in wrong.items() if found}
    assert not (tmp_path / "pwned").exists()
