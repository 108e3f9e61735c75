"""Body schemas that are too large for a page: files beside it, loaded by the form.

A file is named after its content, so that pages share it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import partial
from typing import Any

from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.request.encoding import ascii_json
from sphinx_navapi.request.playground_schema import hint_schema
from sphinx_navapi.request.styles import essence_of, is_json

#: Maximum size in bytes of a schema inside a page.
LARGEST_INLINE = 2_000

#: Media types beside JSON whose bodies consist of fields.
_RANGES = ("*/*", "application/*")
_FORMS = ("application/x-www-form-urlencoded", "multipart/")


def schema_entry(reader: SchemaReader, pointer: str, direction: Any) -> Any:
    """The schema at *pointer* for a page's data: itself, or the name of its file.

    ``None`` if it is empty.
    """
    hint = hint_schema(reader, pointer, direction)
    if hint in (True, {}):
        return None
    text = ascii_json(hint)
    return hint if len(text) <= LARGEST_INLINE else _name(text)


def schema_files(view: OperationView, reader: SchemaReader) -> Iterator[tuple[str, str]]:
    """Name and script of each schema that the page of *view* leaves to a file.

    It is a script and not JSON, so that it also works for pages opened from a disk.
    """
    if view.body is None:
        return
    find = partial(hint_schema, reader, direction=view.request_direction)
    for media in view.body.content:
        if media.schema is not None and has_fields(media.media_type):
            text = ascii_json(find(media.schema))
            if len(text) > LARGEST_INLINE:
                name = _name(text)
                yield name, f'(navapiPlayground.schemas??={{}})["{name}"]={text};\n'


def has_fields(media_type: str) -> bool:
    """Whether a body of *media_type* is JSON, or a form: hints and fields exist for these."""
    essence = essence_of(media_type)
    return is_json(essence) or essence.startswith(_FORMS) or essence in _RANGES


def _name(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
