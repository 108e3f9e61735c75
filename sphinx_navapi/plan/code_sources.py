"""What ``navapi_documents`` in ``conf.py`` names: documents that code writes.

Nothing else names code: neither a page nor a ``docs.json`` can have anything run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.config.conf_lines import ConfLines
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.data_file import escape_pointer, relative_name
from sphinx_navapi.plan.source_pages import normal_path

if TYPE_CHECKING:
    from sphinx_navapi.openapi.code_documents import CodeDocuments, CodeRun, CodeSource

CONFVAL = "navapi_documents"

_OBJECT = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*(?:\(\))?")


def code_documents(
    value: Mapping[Any, Any],
    conf_file: Path,
    srcdir: Path,
    *,
    search_path: Sequence[str],
    cache_dir: Path,
    runs: dict[CodeSource, CodeRun] | None = None,
) -> tuple[CodeDocuments | None, list[Diagnostic]]:
    """The documents that *value*, of ``navapi_documents``, names, and what is wrong with it.

    ``None`` where there are none. Code runs in the folder of *conf_file*, when a document
    is loaded.

    :param search_path: for modules, as ``conf.py`` left it.
    :param runs: of earlier builds in this process.
    """
    if not value:
        return None, []
    from sphinx_navapi.asyncapi.load import find_format
    from sphinx_navapi.openapi.code_documents import CodeDocuments, CodeSource

    lines, file = ConfLines(conf_file), relative_name(conf_file, srcdir)
    sources, diagnostics = [], []
    for name, code in value.items():
        line = lines.find(CONFVAL, f"/{escape_pointer(str(name))}")
        place = Place(file=file, line=line)
        problem = _problem(name, code)
        if problem is not None:
            text = f"{CONFVAL}[{show(name)}]: {problem}"
            diagnostics.append(Diagnostic(subtype=Subtype.CONFIG, message=text, place=place))
            continue
        kept = code if isinstance(code, str) else tuple(code)
        sources.append(CodeSource(name=name, code=kept, place=place))
    if not sources:
        return None, diagnostics
    documents = CodeDocuments(
        sources,
        folder=conf_file.parent,
        search_path=search_path,
        cache_dir=cache_dir / "documents",
        runs=runs,
        find_format=find_format,
    )
    return documents, diagnostics


def _problem(name: object, code: object) -> str | None:
    """Why an entry cannot be used."""
    if not isinstance(name, str) or re.search(r"\s|:", name) or normal_path(name) != name:
        return 'the name is ignored: write a word such as "api"'
    if isinstance(code, str):
        if _OBJECT.fullmatch(code):
            return None
        return (
            f'{show(code)} is ignored: write "module:object" for a Python object, or a list of a'
            " program and its arguments for a command"
        )
    words = code if isinstance(code, list | tuple) else ()
    if words and all(isinstance(word, str) and "\0" not in word for word in words) and words[0]:
        return None
    return (
        f'{show(code)} is ignored: use a string such as "myproject.main:app", or a list of strings'
        ' such as ["python", "../manage.py", "spectacular"]'
    )
