"""The playground's parts as one script: what a page loads when somebody may want to send."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from rcssmin import cssmin
from rjsmin import jsmin

STATIC = Path(__file__).parent / "static"

#: Files below ``static/playground``, in the order in which they run.
PARTS = (
    "words", "encoding", "translated.min", "request", "dom", "json", "fields", "body",
    "security", "servers", "send", "answer", "stream", "history", "form",
)  # fmt: skip

#: Those that the script loads when they are used: when samples are to follow a form, when a form
#: opens, when a token is to be got, and when a command is to be pasted.
SAMPLE_PARTS = ("samples.min",)
BODY_PARTS = ("validate", "tree", "completion")
LATER_PARTS = ("tokens",)
CURL_PARTS = ("curl",)

#: Where the script is written, relative to the output.
BUNDLE = "_static/playground/playground.js"
#: And the later parts.
SAMPLE_BUNDLE = "_static/playground/playground-samples.js"
BODY_BUNDLE = "_static/playground/playground-body.js"
LATER_BUNDLE = "_static/playground/playground-tokens.js"
CURL_BUNDLE = "_static/playground/playground-curl.js"
#: And the style of what it makes, which has the name `STYLE` in the package.
STYLE_BUNDLE = "_static/playground/playground.css"
STYLE = "navapi-playground.css"

_STRICT = '"use strict";'


@lru_cache(maxsize=4)
def playground_bundle(parts: tuple[str, ...] = PARTS) -> str:
    """The *parts* joined, without comments and blanks that mean nothing."""
    paths = (STATIC / "playground" / f"{part}.js" for part in parts)
    text = "".join(jsmin(path.read_text("utf-8")) + "\n" for path in paths if path.is_file())
    # Once for all of them.
    return _STRICT + text.replace(_STRICT, "")


@lru_cache(maxsize=1)
def playground_style() -> str:
    """The style of the form, without comments and blanks that mean nothing."""
    return f"{cssmin((STATIC / STYLE).read_text('utf-8'))}\n"


@lru_cache(maxsize=1)
def bundle_digest() -> str:
    """Changes with what the loader loads, which browsers keep by its address."""
    parts = (PARTS, SAMPLE_PARTS, BODY_PARTS, LATER_PARTS, CURL_PARTS)
    text = "".join(map(playground_bundle, parts)) + playground_style()
    return hashlib.sha256(text.encode()).hexdigest()[:8]
