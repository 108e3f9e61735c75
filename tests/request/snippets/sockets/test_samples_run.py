"""Every sample, run, sends exactly its request."""

import pytest
from full_run import amount
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sample_cases import HOSTILE, all_cases
from sample_runner import ORIGIN, RUNNERS, differences, missing_tool, run_samples

from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.styles import (
    header_safe,
    join_url,
    write_cookies,
    write_path,
    write_query,
)

CASES = all_cases()
NAMES = list(CASES)

#: What a client cannot send, and why: the sample then sends something else.
LIMITS: dict[str, dict[str, str]] = {
    "axios": {"method-case": "axios writes methods in upper case"},
    "axios_typescript": {"method-case": "axios writes methods in upper case"},
    "httpx": {"method-case": "httpx writes methods in upper case"},
    "java": {
        "emoji-header": "java.net.http takes ASCII in header values",
        "typographic-header": "java.net.http takes ASCII in header values",
    },
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


TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
HOSTILE_TEXT = st.one_of(
    TEXT, st.lists(st.sampled_from(list(HOSTILE.values())), max_size=3).map("".join)
)
VALUE = HOSTILE_TEXT.map(header_safe)
PART = st.builds(
    Part,
    name=st.text("abc[]_-.", min_size=1, max_size=8),
    text=HOSTILE_TEXT,
    content_type=st.sampled_from([None, None, "application/json", "text/csv"]),
)


@st.composite
def requests(draw):
    method = draw(st.sampled_from(["GET", "POST", "PUT", "DELETE", "PATCH", "QUERY"]))
    path = "/p/" + write_path("p", draw(HOSTILE_TEXT)) + "/x"
    pairs = draw(st.lists(st.tuples(TEXT, HOSTILE_TEXT), max_size=3))
    url = join_url(ORIGIN, path, [write_query(name, value) for name, value in pairs])
    names = draw(st.lists(st.sampled_from(["X-A", "X-B", "Accept-Language"]), unique=True))
    fields = [(name, draw(VALUE)) for name in names]
    cookies = draw(st.lists(st.tuples(st.sampled_from("ab"), HOSTILE_TEXT), max_size=2))
    written = [pair for name, value in cookies for pair in write_cookies(name, value)]
    kind = draw(st.sampled_from(["none", "body", "parts"]))
    if kind == "body":
        fields.append(("Content-Type", "text/plain"))
    return HttpRequest(
        method=method,
        url=url,
        headers=tuple(fields),
        cookies=tuple(written),
        body=draw(HOSTILE_TEXT) if kind == "body" else None,
        parts=tuple(draw(st.lists(PART, min_size=1, max_size=3))) if kind == "parts" else (),
    )


@pytest.mark.parametrize("client", ["curl", "python", "javascript"])
def test_samples_of_made_up_requests(client, tmp_path_factory):
    assert missing_tool(client) is None

    # One process runs a whole list; shrinking would start hundreds of them.
    @settings(
        max_examples=amount(3, 1),
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(requests(), min_size=40, max_size=40))
    def run(batch):
        cases = dict(enumerate(batch))
        received = run_samples(client, cases, tmp_path_factory.mktemp(client))
        for number, request in cases.items():
            assert differences(request, received[number]) == [], request

    run()
