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

#: The element that runs a workflow, on pages with a form for each step; also the name of its
#: script and its style sheet.
RUNNER: Final = "navapi-workflow"

STATIC = Path(__file__).parent / "static"

#: Files below ``static/playground``, in execution order.
PARTS = (
    "kept", "words", "encoding", "translated.min", "request", "dom", "json", "fields", "body",
    "security", "servers", "send", "answer", "stream", "history",
    "follow", "submit", "form",
)  # fmt: skip

#: Parts loaded on first use: when samples follow a form, when a form opens, when a token is
#: requested, when a command is pasted, when a response is a table or XML, and for links to a filled
#: form.
SAMPLE_PARTS = ("samples.min",)
BODY_PARTS = ("validate", "tree", "completion")
LATER_PARTS = ("provider", "tokens")
CURL_PARTS = ("curl",)
FORMAT_PARTS = ("formats",)
LINK_PARTS = ("link",)

#: The form's style sheet, below ``static``.
STYLE = "navapi-playground.css"

#: Scripts in the output, below ``_static/playground``: their parts.
_SCRIPTS = {
    "playground.js": PARTS,
    "playground-samples.js": SAMPLE_PARTS,
    "playground-body.js": BODY_PARTS,
    "playground-tokens.js": LATER_PARTS,
    "playground-curl.js": CURL_PARTS,
    "playground-formats.js": FORMAT_PARTS,
    "playground-link.js": LINK_PARTS,
}

#: Below ``static``: files that pages load only joined.
JOINED_FILES = {STYLE, *(f"playground/{part}.js" for parts in _SCRIPTS.values() for part in parts)}

_STRICT = '"use strict";'


@lru_cache(maxsize=len(_SCRIPTS))
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


def playground_bundles() -> dict[str, str]:
    """The files that pages with a form load, by path in the output."""
    texts = {name: playground_bundle(parts) for name, parts in _SCRIPTS.items()}
    texts["playground.css"] = playground_style()
    return {f"_static/playground/{name}": text for name, text in texts.items()}


@lru_cache(maxsize=1)
def bundle_digest() -> str:
    """Changes with the loaded files, which browsers cache by URL."""
    text = "".join(playground_bundles().values())
    return hashlib.sha256(text.encode()).hexdigest()[:8]
