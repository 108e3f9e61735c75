"""Page files that are not UTF-8, read all the same.

Sphinx ends the build at the first byte that does not fit, in words that name no file.
One character of a page is not worth a site: a codec puts U+FFFD for what does not fit,
and the plan reports the page.
"""

from __future__ import annotations

import codecs
from collections.abc import MutableMapping
from encodings import utf_8_sig
from typing import Any, Final

#: Name of the codec, as `codecs.lookup` normalizes names.
LENIENT: Final = "navapi_utf_8_sig"

_UTF_8: Final = frozenset({"utf-8", "utf-8-sig", "utf8", LENIENT})


def is_utf_8(encoding: str) -> bool:
    """Whether *encoding*, a codec's name, is one that `read_leniently` replaces."""
    return encoding.lower() in _UTF_8


def read_leniently(settings: MutableMapping[str, Any]) -> None:
    """Have docutils' *settings* read files that are nearly UTF-8; others stay as they are set."""
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
