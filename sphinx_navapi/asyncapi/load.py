"""Documents of other standards beside OpenAPI ones: reading a file by the keys of its root."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.formats.data_file import DataFile
from sphinx_navapi.openapi.check.findings import VERSION_CODE
from sphinx_navapi.openapi.load import LoadResult, OtherFormat, load_document
from sphinx_navapi.openapi.overlays import OverlayFile

_VERSION = re.compile(r"[23]\.\d+(?:\.\d+)?(?:-.*)?\Z")
_USABLE: Final = "AsyncAPI 2 and 3 are supported"


def load_any_document(
    path: Path,
    name: str,
    source_root: Path | None,
    *,
    cache_dir: Path | None = None,
    overlays: Sequence[OverlayFile] = (),
) -> LoadResult:
    """Like `load_document`, which it calls, but also for documents of other standards."""
    return load_document(
        path, name, source_root, cache_dir=cache_dir, overlays=overlays, find_format=find_format
    )


def find_format(root: Any) -> OtherFormat | None:
    """How to read the document *root*, ``None`` if it is OpenAPI."""
    if not isinstance(root, dict) or "openapi" in root:
        return None
    # Imported here, since builds without such a document do not need it.
    if "arazzo" in root:
        from sphinx_navapi.arazzo.load import FORMAT

        return FORMAT
    if "asyncapi" not in root:
        if not isinstance(root.get("tools"), list) or "swagger" in root:
            return None
        from sphinx_navapi.arazzo.tool_lists import FORMAT as TOOLS

        return TOOLS
    from sphinx_navapi.asyncapi.objects import ASYNCAPI_2, ASYNCAPI_3
    from sphinx_navapi.asyncapi.operations import complete_document

    grammar = ASYNCAPI_2 if str(root["asyncapi"]).strip().startswith("2") else ASYNCAPI_3
    return OtherFormat(
        key="asyncapi", check_version=_check_version, grammar=grammar, complete=complete_document
    )


def _check_version(data: DataFile) -> tuple[bool, list[Diagnostic]]:
    """Whether the document's version is supported, and diagnostics about it."""
    written = data.value["asyncapi"]
    text = str(written).strip() if isinstance(written, str | int | float) else ""
    place = data.place("/asyncapi")
    if isinstance(written, str) and _VERSION.match(text):
        return True, []
    if _VERSION.match(text):
        message = (
            f"{data.name}: `asyncapi: {text}` is a number and was read as {text}.0: "
            f"quote it, `asyncapi: '{text}.0'`"
        )
        diagnostic = Diagnostic(
            subtype=Subtype.OPENAPI_INVALID, message=message, place=place, rule=VERSION_CODE
        )
        return True, [diagnostic]
    shown = repr(written) if isinstance(written, str) else str(written)
    advice = "Write it in full and quoted, as in `asyncapi: '3.0.0'`"
    if text.startswith("1"):
        advice = "Convert it, for example with `npx @asyncapi/cli convert` and the file's name"
    message = f"{data.name}: `asyncapi: {shown[:60]}` is not a usable version: {_USABLE}. {advice}"
    return False, [Diagnostic(subtype=Subtype.OPENAPI_INVALID, message=message, place=place)]
