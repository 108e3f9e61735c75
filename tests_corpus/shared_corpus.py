"""The folder of real documents and sites given by `NAVAPI_SHARED`, and its content."""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import Any

from sphinx_navapi.asyncapi.load import load_any_document
from sphinx_navapi.config.site_config import read_site_config
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.plan import LoadedDocument, Matching, PlanInputs

_NAMED = os.environ.get("NAVAPI_SHARED", "")
if not Path(_NAMED, "corpus").is_dir():
    raise RuntimeError("NAVAPI_SHARED must name the folder with corpus/ and vectors/")

SHARED = Path(_NAMED)
CORPUS = SHARED / "corpus"
OPENAPI = CORPUS / "openapi"
SITES = CORPUS / "sites"

#: Names of the OpenAPI 3 documents, below `OPENAPI`.
DOCUMENTS = sorted(
    str(path.relative_to(OPENAPI))
    for path in OPENAPI.rglob("*")
    if path.suffix in {".json", ".yaml"} and "2.0" not in path.name
)


@cache
def load(name: str) -> OpenApiDocument:
    """The document *name* of the corpus, loaded once."""
    document = load_document(OPENAPI / name, name, OPENAPI).document
    assert document is not None
    return document


@cache
def views_of(name: str) -> tuple[OperationView, ...]:
    """All operations of the document *name*."""
    document = load(name)
    return tuple(read_operation(document, operation) for operation in document.operations)


def _load(srcdir: Path, name: str, _overlays: object = ()) -> LoadedDocument:
    """The document at the path *name* of a site."""
    result = load_any_document(srcdir / name, name, srcdir)
    return LoadedDocument(document=result.document, diagnostics=result.diagnostics)


def site_inputs(srcdir: Path, matching: Matching, **more: Any) -> PlanInputs:
    """The input of the plan of a site in the folder *srcdir*, as in a build with MyST."""
    return PlanInputs(
        srcdir=srcdir,
        config=read_site_config(srcdir / "docs.json", srcdir),
        load=partial(_load, srcdir),
        matching=matching,
        source_suffixes=(".rst", ".md", ".mdx"),
        **more,
    )
