"""The playground's scripts and style sheet, joined as pages load them."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from rcssmin import cssmin
from rjsmin import jsmin

#: The element of a playground; a page that contains it loads the script.
ELEMENT: Final = "navapi-playground"

STATIC = Path(__file__).parent / "static"

#: Files below ``static/playground``, in execution order.
PARTS = (
    "words", "encoding", "translated.min", "request", "dom", "json", "fields", "body",
    "security", "servers", "send", "answer", "stream", "history", "form",
)  # fmt: skip

#: Parts loaded on first use: when samples follow a form, when a form opens, when a token is
#: requested, and when a command is pasted.
SAMPLE_PARTS = ("samples.min",)
BODY_PARTS = ("validate", "tree", "completion")
LATER_PARTS = ("tokens",)
CURL_PARTS = ("curl",)

#: Path of the script in the output.
BUNDLE = "_static/playground/playground.js"
#: Path of the later parts.
SAMPLE_BUNDLE = "_static/playground/playground-samples.js"
BODY_BUNDLE = "_static/playground/playground-body.js"
LATER_BUNDLE = "_static/playground/playground-tokens.js"
CURL_BUNDLE = "_static/playground/playground-curl.js"
#: Path of the form's style sheet, which is called `STYLE` in the package.
STYLE_BUNDLE = "_static/playground/playground.css"
STYLE = "navapi-playground.css"

_ALL_PARTS = (PARTS, SAMPLE_PARTS, BODY_PARTS, LATER_PARTS, CURL_PARTS)

#: Below ``static``: files that pages load only joined, as those above.
JOINED_FILES = {STYLE, *(f"playground/{part}.js" for parts in _ALL_PARTS for part in parts)}

_STRICT = '"use strict";'


@lru_cache(maxsize=4)
def playground_bundle(parts: tuple[str, ...] = PARTS) -> str:
    """The *parts* joined and minified."""
    paths = (STATIC / "playground" / f"{part}.js" for part in parts)
    text = "".join(jsmin(path.read_text("utf-8")) + "\n" for path in paths if path.is_file())
    # Only once for all of them.
    return _STRICT + text.replace(_STRICT, "")


@lru_cache(maxsize=1)
def playground_style() -> str:
    """The style sheet of the form, minified."""
    return f"{cssmin((STATIC / STYLE).read_text('utf-8'))}\n"


@lru_cache(maxsize=1)
def bundle_digest() -> str:
    """Changes with the loaded files, which browsers cache by URL."""
    text = "".join(map(playground_bundle, _ALL_PARTS)) + playground_style()
    return hashlib.sha256(text.encode()).hexdigest()[:8]
