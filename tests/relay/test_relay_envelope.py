"""The JSON of a response, which is written in pieces."""

from __future__ import annotations

import base64
import json
import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sphinx_navapi.relay.connection import Answer
from sphinx_navapi.relay.envelope import envelope

BLOCK = 48 << 10
CHARSETS = ["", "utf-8", "utf-16", "utf-16be", "windows-1252", "shift_jis", "gb18030", "euc-kr"]

#: Where blocks begin and end, and characters lie across.
borders = st.sampled_from([0, 1, 2, 3, *(n * BLOCK + off for n in (1, 2) for off in range(-4, 5))])
texts = st.text(st.sampled_from('a\\"\0\x1f\x7f\u2028\u00e9\u4e00\ud55c\U0001f600\r\n'), max_size=8)


def answered(content: bytes, charset: str = "", *, truncated: bool = False) -> Answer:
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    fields = (("Content-Type", kind), ("X", 'a"\u00e9\\'))
    return Answer(
        status=200, reason="O\u00e9", fields=fields, content=bytearray(content), truncated=truncated
    )


def whole(answer: Answer, charset: str) -> dict[str, object]:
    """The same without pieces: the text is decoded at once."""
    content = bytes(answer.content)
    body = {"base64": base64.b64encode(content).decode()}
    if charset or b"\0" not in content:
        # Up to three bytes of a character may be missing at the end.
        for missing in range(4 if answer.truncated else 1):
            try:
                text = content[: len(content) - missing].decode(charset or "utf-8")
            except UnicodeDecodeError:
                continue
            body = {"text": text}
            break
    return {
        "status": 200, "reason": answer.reason, "headers": answer.fields, "body": body,
        "truncated": answer.truncated, "elapsed_ms": 7,
    }  # fmt: skip


def written(answer: Answer) -> bytes:
    return b"".join(envelope(answer, 7))


@given(st.sampled_from(CHARSETS), borders, texts, texts, st.binary(max_size=4))
@example("utf-8", BLOCK - 1, "\u4e00", "", b"\xff")
@example("utf-16", BLOCK - 1, "\U0001f600", "", b"")
@example("utf-8", 5, "", "", b"\xed\xa0\x80")  # a surrogate
def test_pieces_are_the_json_of_the_whole(
    charset: str, size: int, before: str, after: str, invalid: bytes
) -> None:
    encoding = charset or "utf-8"
    content = (
        before.encode(encoding, "ignore") + b"x" * size + after.encode(encoding, "ignore") + invalid
    )
    answer = answered(content, charset)
    expected = json.dumps(whole(answer, charset), ensure_ascii=False, separators=(",", ":"))
    assert written(answer) == expected.encode()


@given(borders, st.sampled_from(["\u00e9", "\u4e00", "\U0001f600"]), st.integers(0, 4))
def test_a_truncated_character_is_left_out(size: int, character: str, kept: int) -> None:
    answer = answered(b"x" * size + character.encode()[:kept], truncated=True)
    expected = json.dumps(whole(answer, ""), ensure_ascii=False, separators=(",", ":"))
    assert written(answer) == expected.encode()


@pytest.mark.parametrize(
    "content",
    [b"x" * (8 << 20), b"\x01" * (8 << 20), "\U0001f600x".encode() * (8 << 18), bytes(8 << 20)],
    ids=["plain", "escaped", "wide", "binary"],
)
def test_the_json_is_never_whole_in_memory(content: bytes) -> None:
    answer = answered(content)
    tracemalloc.start()
    size = sum(map(len, envelope(answer, 7)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 8 << 20
    assert peak < 2 << 20
