"""Reading page files that are not valid UTF-8.

Sphinx ends the build at the first invalid byte, without naming the file. One character of a page
should not stop the build: a codec substitutes U+FFFD, and the plan reports the page.
"""

from __future__ import annotations

import codecs
from collections.abc import MutableMapping
from encodings import utf_8_sig
from typing import Any, Final

#: Name of the codec, as normalized by `codecs.lookup`.
LENIENT: Final = "navapi_utf_8_sig"

_UTF_8: Final = frozenset({"utf-8", "utf-8-sig", "utf8", LENIENT})


def is_utf_8(encoding: str) -> bool:
    """Whether *encoding*, a codec's name, is one that `read_leniently` replaces."""
    return encoding.lower() in _UTF_8


def read_leniently(settings: MutableMapping[str, Any]) -> None:
    """Make docutils' *settings* read files with invalid UTF-8; other encodings are kept."""
    if is_utf_8(str(settings.get("input_encoding", "utf-8"))):
        settings["input_encoding"] = LENIENT


class _Decoder(utf_8_sig.IncrementalDecoder):
    def __init__(self, errors: str = "strict") -> None:
        super().__init__("replace")


def _find(name: str) -> codecs.CodecInfo | None:
    if name != LENIENT:
        return None
    strict = utf_8_sig.getregentry()
    return codecs.CodecInfo(
        name=LENIENT,
        encode=strict.encode,
        decode=lambda data, _errors="strict": utf_8_sig.decode(data, "replace"),
        incrementalencoder=strict.incrementalencoder,
        incrementaldecoder=_Decoder,
        streamreader=strict.streamreader,
        streamwriter=strict.streamwriter,
    )


codecs.register(_find)
