"""The API that responds to the playground of the demo site."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE

DEMO = Path(__file__).parent.parent / "demo_site"
DOCUMENT = json.loads((DEMO / "openapi" / "observations.json").read_text("utf-8"))
SERVER = "http://127.0.0.1:8010/v2"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, DEMO / "emulator.py", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    match = re.search(r"http://127\.0\.0\.1:\d+/v2", process.stdout.readline())
    assert match is not None
    yield match[0]
    process.terminate()
    process.wait(PATIENCE)
    process.stdout.close()


def ask(address: str, method: str, path: str, body: object = None) -> tuple[int, str, bytes]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data=data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            kind = answer.headers.get("Content-Type", "")
            return (
                answer.status,
                kind,
                answer.readline() if "event-stream" in kind else answer.read(),
            )
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers.get("Content-Type", ""), error.read()


def test_the_document_names_it() -> None:
    # The first: the one that "Try it" and "Send" use in a fresh clone.
    assert DOCUMENT["servers"][0]["url"] == SERVER
    assert "default=8010" in (DEMO / "emulator.py").read_text("utf-8")


OPERATIONS = [
    (method.upper(), path, operation)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if isinstance(operation, dict)
    and "responses" in operation
    # The site ignores these.
    and not operation.get("x-excluded")
]


@pytest.mark.parametrize(
    ("method", "path", "operation"), OPERATIONS, ids=[f"{m} {p}" for m, p, _ in OPERATIONS]
)
def test_every_operation_succeeds(
    address: str, method: str, path: str, operation: dict[str, object]
) -> None:
    responses = operation["responses"]
    assert isinstance(responses, dict)
    status, kind, _body = ask(address, method, re.sub(r"\{.*?\}", "x%20y", path))
    assert str(status) in responses
    assert 200 <= status < 300
    content = responses[str(status)].get("content") or {}
    assert kind in content or not content


def test_what_is_sent_comes_back(address: str) -> None:
    _status, _kind, body = ask(address, "PATCH", "/buoys/b1", {"name": "Zed", "unknown": 1})
    found = json.loads(body)
    assert found["name"] == "Zed"
    assert "unknown" not in found
    assert found["id"]


def test_what_it_does_not_have(address: str) -> None:
    assert ask(address, "GET", "/nothing")[0] == 404
    assert ask(address, "DELETE", "/buoys")[0] == 405
