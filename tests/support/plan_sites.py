"""Small sites for tests of the plan: a configuration, documents and page files in a folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from write_files import write_files

from sphinx_navapi.asyncapi.load import load_any_document
from sphinx_navapi.config.site_config import SiteConfig, read_site_config
from sphinx_navapi.openapi.overlays import OverlayFile
from sphinx_navapi.plan import LoadedDocument, PlanInputs, PlannedSite, resolve_site

OK: dict[str, Any] = {"responses": {"200": {"description": "OK"}}}


def operation(summary: str | None = None, tag: str | None = None, **more: Any) -> dict[str, Any]:
    """A valid Operation Object."""
    value = dict(OK)
    if summary is not None:
        value["summary"] = summary
    if tag is not None:
        value["tags"] = [tag]
    return value | more


def document(paths: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """An OpenAPI 3.1 document."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "servers": [{"url": "https://zoo.example"}],
        "paths": paths,
        **more,
    }


#: Two tags, four operations, one of them hidden.
ZOO = document(
    {
        "/lions": {"get": operation("List lions", "Cats"), "post": operation("Add lion", "Cats")},
        "/owls": {"get": operation("List owls", "Birds")},
        "/keys": {"get": operation("List keys", "Cats", **{"x-hidden": True})},
    }
)


def write_site(
    folder: Path,
    navigation: Any = None,
    documents: Mapping[str, Any] | None = None,
    pages: Mapping[str, str] | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
) -> SiteConfig:
    """Write the files of a site below *folder*; its configuration."""
    config = {"navigation": navigation if navigation is not None else {}, **(settings or {})}
    files: dict[str, str] = {"docs.json": json.dumps(config, indent=1)}
    for name, value in (documents or {}).items():
        files[name] = value if isinstance(value, str) else json.dumps(value)
    files |= pages or {}
    write_files(folder, files)
    return read_site_config(folder / "docs.json", folder)


def plan(
    folder: Path,
    navigation: Any = None,
    documents: Mapping[str, Any] | None = None,
    pages: Mapping[str, str] | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    **inputs: Any,
) -> PlannedSite:
    """The plan of such a site; Markdown files are documents unless *inputs* say otherwise."""
    config = write_site(folder, navigation, documents, pages, settings=settings)

    def load(name: str, overlays: Sequence[str] = ()) -> LoadedDocument:
        files = [OverlayFile(overlay, folder / overlay) for overlay in overlays]
        result = load_any_document(folder / name, name, folder, overlays=files)
        return LoadedDocument(document=result.document, diagnostics=result.diagnostics)

    given: dict[str, Any] = {
        "srcdir": folder,
        "config": config,
        "load": load,
        "source_suffixes": (".rst", ".md", ".mdx"),
    }
    return resolve_site(PlanInputs(**(given | inputs)))


def found(site: PlannedSite, *subtypes: str) -> list[tuple[str, str]]:
    """Subtype and message of the diagnostics of a plan, optionally only of some *subtypes*."""
    return [
        (d.subtype.value, d.message)
        for d in site.plan.diagnostics
        if (d.subtype in subtypes if subtypes else d.level == "warning")
    ]


def stub_values(stub: str) -> dict[str, Any]:
    """The content of a stub: a key and a JSON value on each line."""
    pairs = (line.split(": ", 1) for line in stub.splitlines())
    return {key: json.loads(value) for key, value in pairs}
