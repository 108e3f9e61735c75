"""The cost of reading absurd code: proportional to its length, and never an error."""

from __future__ import annotations

import pytest
from work import LINEAR, growth

from sphinx_navapi.request.written import read_requests

URL = "https://a.example/"

#: Code before, a piece that is repeated, and code after.
PIECES = [
    ("bash", f"curl {URL} ", "-H 'a: b' ", ""),
    ("bash", f"curl {URL}", "a", ""),
    ("bash", f"curl {URL} ", '"a', ""),
    ("bash", f"curl {URL} -d '", "{", "'"),
    ("bash", f"curl {URL} -d '", '{"a":', "'"),
    ("bash", f"curl {URL}", "<a", ""),
    ("bash", f"curl {URL}", "${a", ""),
    ("bash", f"curl {URL}", "[a ", ""),
    ("python", f"requests.get('{URL}'", " + a + 'b'", ")"),
    ("python", f"requests.post('{URL}', json=", "[", ")"),
    ("python", f"u = '{URL}'\n", "u = u + u\n", "requests.get(u)"),
    ("python", f"requests.get('{URL}')\n", "f(", ""),
    ("js", f"fetch('{URL}'", " + a + 'b'", ")"),
    ("js", f"fetch('{URL}', {{body: JSON.stringify(", "[", ")})"),
    ("js", f"// {URL}\n", "const a = a + a + b; const b = b + a; ", "fetch(a + b)"),
    ("js", f"fetch('{URL}');", "fetch(", ""),
]


@pytest.mark.parametrize(("language", "before", "piece", "after"), PIECES)
def test_work_is_linear(language: str, before: str, piece: str, after: str) -> None:
    def read(size: int) -> None:
        read_requests(language, before + piece * (size // len(piece)) + after)

    assert growth(read, 400) < LINEAR
    read(19_000)
