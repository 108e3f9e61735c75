"""The playground's element in a page: empty without scripts, with its data inside.

Only requests that a reader can send have one. A webhook or a callback is sent by the API, to a
server of the reader's own: there is nothing to try.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from sphinx_navapi.content.html.markup import attr
from sphinx_navapi.html.playground_scripts import ELEMENT
from sphinx_navapi.locale.interface import interface_words
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.request.encoding import json_text
from sphinx_navapi.request.playground import playground_data
from sphinx_navapi.request.playground_body import Texts
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.sample_request import Fill, SampleValues

#: Characters not allowed unescaped in a script: what may end it or start a comment in it, line
#: separators that some parsers treat as line breaks, and lone surrogates.
_UNSAFE = re.compile("[<\u2028\u2029\ud800-\udfff]")


def playground_html(
    view: OperationView,
    examples: ExampleMaker,
    settings: PlaygroundSettings,
    *,
    fill: Fill,
    operation_href: Callable[[OperationKey], str | None],
    root: str,
    catalog: str = "",
    texts: Texts | None = None,
    values: SampleValues | None = None,
    step: int | None = None,
) -> str:
    """The element for *view*, empty if the site or the page disables it.

    :param operation_href: URL of an operation's page relative to this one.
    :param root: relative path from the page to the site's root: ``../../``.
    :param catalog: of the page's language, ``""`` for English; *texts* translates texts of the
        document to it.
    :param values: those of the samples, if known.
    :param step: of the workflow that the page shows.
    """
    if view.incoming or settings.display == "none":
        return ""
    data = playground_data(
        view,
        examples,
        settings=settings,
        fill=fill,
        operation_href=operation_href,
        texts=texts,
        values=values,
    )
    words = ""
    if catalog:
        label = interface_words(catalog)(settings.label)
        words = f' data-words="{attr(catalog)}" data-label="{attr(label)}"'
    if step is not None:
        words += f' data-step="{step}"'
    simple = ' data-display="simple"' if settings.display == "simple" else ""
    return (
        f'<{ELEMENT} data-root="{attr(root)}"{simple}{words}>'
        f'<script type="application/json">{script_json(data)}</script></{ELEMENT}>\n'
    )


def script_json(value: Any) -> str:
    """*value* as JSON that is safe inside a script element."""
    try:
        text = json.dumps(
            value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=str
        )
    except ValueError:
        # Numbers not supported by JSON are written as null.
        text = json_text(value)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
