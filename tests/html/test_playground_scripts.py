"""Parts of the playground's script that need no page: run by Node, from data to values."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PARTS = Path(__file__).parents[2] / "sphinx_navapi" / "html" / "static" / "playground"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="no node")


def run(code: str, given: Any) -> Any:
    """The JSON value of the expression *code*, which finds *given* as ``given``."""
    names = ("words", "encoding", "translated.min", "dom", "send", "servers", "tokens")
    script = "".join((PARTS / f"{name}.js").read_text("utf-8") + "\n" for name in names)
    script += f"const given = {json.dumps(given)};\nconsole.log(JSON.stringify({code}));"
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=script, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


SERVERS = {
    "https://api.example.org": "https://api.example.org",
    " http://localhost:8000/v1/ ": "http://localhost:8000/v1",
    "HTTP://API.Example.ORG:80//": "http://api.example.org",
    "http://[::1]:8000": "http://[::1]:8000",
    "https://münchen.example/ä": "https://xn--mnchen-3ya.example/%C3%A4",
    "": "",
    "api.example.org": "",
    "localhost:8000": "",
    "/v1": "",
    "//api.example.org": "",
    "ftp://api.example.org": "",
    "javascript:alert(1)": "",
    "https://": "",
    "https:///v1": "",
    "https://api.example.org:99999": "",
    "https://user:secret@api.example.org": "",
    "https://api.example.org/?key=1": "",
    "https://api.example.org/#top": "",
    "https://{region}.example.org": "",
    "https://api .example.org": "",
    "https://api.example.org\\@evil.example": "",
    "https://api.example.org\nhttps://x.example": "",
}


def test_what_is_a_server() -> None:
    found = run("given.map(navapiPlayground.serverUrl)", list(SERVERS))
    assert dict(zip(SERVERS, found, strict=True)) == SERVERS


#: Status and body of an answer of a token endpoint, and what is said of it.
REFUSALS = [
    # RFC 6749, 5.2
    (400, {"error": "invalid_grant"},
     "The username, the password or the code is wrong or no longer valid. (400 invalid_grant)"),
    (401, {"error": "invalid_client", "error_description": "Who?"},
     "The client ID or the client secret is wrong or missing. (401 invalid_client: Who?)"),
    (400, {"error": "slow_down", "error_description": "Later."},
     "slow_down: Later. (400 Bad Request)"),
    # FastAPI and Django REST framework
    (400, {"detail": "Incorrect username or password"},
     "Incorrect username or password (400 Bad Request)"),
    (422, {"detail": [{"loc": ["body", "username"], "msg": "Field required", "type": "missing"},
                      {"loc": ["body", "password"], "msg": "Field required", "type": "missing"}]},
     "username: Field required; password: Field required (422 Unprocessable Content)"),
    (403, {"message": "Locked"}, "Locked (403 Forbidden)"),
    (400, {"error": {"message": "Nested"}}, "Nested (400 Bad Request)"),
    # What is none
    (200, {"token": "x"}, "The answer has no access_token. (200 OK)"),
    (404, "<h1>Not found</h1>", "404 Not Found"),
    (500, "null", "500 Internal Server Error"),
    (599, "", "599"),
    (400, {"detail": {"a": 1}, "error": 7}, "400 Bad Request"),
    (400, {"detail": [None, 1]}, "400 Bad Request"),
    (400, {"message": "x" * 2000}, "x" * 300 + " (400 Bad Request)"),
]  # fmt: skip


def test_refusals_of_a_token_are_words() -> None:
    given = [
        [status, body if isinstance(body, str) else json.dumps(body)]
        for status, body, _ in REFUSALS
    ]
    found = run("given.map(([status, text]) => navapiPlayground.refusal(status, text))", given)
    assert found == [words for *_, words in REFUSALS]
