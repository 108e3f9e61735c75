"""Messages: whatever a document contains, one line without effect on a terminal."""

from __future__ import annotations

import pytest

from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype, one_line
from sphinx_navapi.openapi.check.check import DocumentProblem
from sphinx_navapi.openapi.check.findings import Severity


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param(" a\n b\t\tc\r\nd\u2028e\x85f ", "a b c d e f", id="one-line"),
        pytest.param("\x1b[31mred\x07\x00", r"\x1b[31mred\x07\x00", id="terminal"),
        pytest.param("\x9b31m\x7f", r"\x9b31m\x7f", id="eight-bit"),
        pytest.param("a\u202eb\u2066c", r"a\u202eb\u2066c", id="direction"),
        pytest.param("half \ud83d", r"half \ud83d", id="half-a-character"),
        pytest.param("می\u200cخواهم ☃ 👩\u200d🚀", "می\u200cخواهم ☃ 👩\u200d🚀", id="letters"),
        pytest.param("a" * 400, "a" * 199 + "…" + "a" * 100, id="long-word"),
        pytest.param("\x00" * 100_000 + " end", None, id="escapes-count"),
        pytest.param("word " * 100_000 + "what to write", None, id="long-text"),
    ],
)
def test_one_line(text: str, shown: str | None) -> None:
    found = one_line(text)
    if shown is not None:
        assert found == shown
    assert len(found) <= 1200
    assert found.encode()
    assert one_line(found) == found


def test_every_message_and_place_is_one_line() -> None:
    text = "\x1b]0;title\x07\n" + "x" * 100_000
    place = Place(file=f"a{text}.json", line=1)
    diagnostic = Diagnostic(subtype=Subtype.CONFIG, message=text, place=place)
    problem = DocumentProblem(place=place, severity=Severity.ERROR, code="c", message=text)
    for shown in (diagnostic.message, problem.message, str(place)):
        assert shown.isprintable()
        assert len(shown) < 500
    assert str(place).endswith("x.json:1")
