"""Output for programs: ``site.json``, schemas, pages as Markdown; files that pages load."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.builders import Builder
from sphinx.builders.text import TextBuilder
from sphinx.builders.xml import XMLBuilder

from sphinx_navapi.built_site.pages import SCHEMAS_FILE
from sphinx_navapi.diagnostics import Diagnostic
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.page_assets import DESIGN_STATIC_DIR
from sphinx_navapi.html.site_json import site_json_text
from sphinx_navapi.html.static_files import static_files
from sphinx_navapi.html.themes.adapter import no_logos
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.fingerprint import reached_pointers
from sphinx_navapi.openapi.vendor import internal_names
from sphinx_navapi.project.environment import writes_site
from sphinx_navapi.project.output_files import OutputFiles, source_copy
from sphinx_navapi.project.project_settings import is_set

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.diagnostics import Diagnostic
    from sphinx_navapi.html.output import HtmlOutput
    from sphinx_navapi.openapi.document import OperationKey
    from sphinx_navapi.project.site import Site


_SCHEMAS = "/components/schemas/"


def write_schemas_file(site: Site, files: OutputFiles) -> None:
    """Write the file; if its operations are unchanged, it is kept without computing it again."""
    shown: dict[str, list[OperationKey]] = {}
    for page in site.plan.pages.values():
        if page.operation is not None:
            shown.setdefault(page.operation.document, []).append(page.operation)
    if not shown:
        return

    def write(digest: str) -> None:
        documents = {}
        for name, keys in shown.items():
            document = site.document(name)
            if document is not None:
                operations = (document.operation(key.method, key.path) for key in keys)
                documents[name] = _schemas(document, filter(None, operations))
        value = {"digest": digest, "version": 1, "documents": documents}
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        files.put(SCHEMAS_FILE, f"{text}\n")

    made_from = (
        f"{name} {key} {site.fingerprint(key)}" for name, keys in shown.items() for key in keys
    )
    files.make("schemas", made_from, write)


def _schemas(document: OpenApiDocument, operations: Iterable[Operation]) -> dict[str, Any]:
    """Component schemas of *document* reachable from *operations*, in document order."""
    values = []
    for operation in operations:
        item = as_mapping(document.resolve(operation.path_pointer).value)
        values += [document.resolve(operation.pointer).value, item.get("parameters")]
    reached = reached_pointers(document, values)
    components = document.components("schemas")
    return {
        name: _without_internal(value)
        for name, value in components.items()
        if f"{_SCHEMAS}{name}" in reached
    }


def _without_internal(value: Any) -> Any:
    """*value* without properties marked as not to be shown, at any depth."""
    if isinstance(value, list):
        return [_without_internal(part) for part in value]
    if not isinstance(value, dict):
        return value
    kept = {key: _without_internal(part) for key, part in value.items()}
    properties = kept.get("properties")
    hidden = internal_names(properties) if isinstance(properties, dict) else []
    if isinstance(properties, dict) and hidden:
        kept["properties"] = {name: each for name, each in properties.items() if name not in hidden}
        if isinstance(kept.get("required"), list):
            kept["required"] = [name for name in kept["required"] if name not in hidden]
    return kept


SITE_JSON = "_navapi/site.json"


def write_site_files(site: Site, html: HtmlOutput) -> None:
    """Write all files for programs except `write_site_json`; each only if its text changed."""
    html.files.note(SITE_JSON)
    _write_theme_files(site, html)
    write_schemas_file(site, html.files)
    if html.markdown is not None:
        html.markdown.finish()


def write_site_json(
    app: Sphinx, site: Site, files: OutputFiles, diagnostics: Iterable[Diagnostic]
) -> None:
    """Write ``site.json``: last, when all diagnostics are known.

    :param diagnostics: diagnostics of the site's files, in addition to those of the plan.
    """
    plan = replace(site.plan, diagnostics=(*site.plan.diagnostics, *diagnostics))
    files.put(SITE_JSON, site_json_text(plan, app.builder.get_target_uri))


def note_static_files(app: Sphinx, files: OutputFiles) -> None:
    """Keep our files in ``_static``, and those that Sphinx copies for us, as long as it does."""
    for name in static_files(app):
        files.note(f"_static/{name}")
    if str(DESIGN_STATIC_DIR) in map(str, app.config.html_static_path):
        for path in DESIGN_STATIC_DIR.iterdir():
            files.note(f"_static/{path.name}")
    for value in ("html_logo", "html_favicon"):
        path = getattr(app.config, value)
        if path and not is_set(app.config, value) and "://" not in path:
            files.note(f"_static/{Path(path).name}")


def _write_theme_files(site: Site, html: HtmlOutput) -> None:
    """Write files that pages load: pictures, logos, and for our own theme the places of pages."""
    if html.contexts is None:
        return
    for name, path in html.contexts.image_files.items():
        html.files.put(name, path.read_bytes())
    if html.contexts.theme is not None or (html.adapter and html.adapter.logos is not no_logos):
        for url, path in html.contexts.logo_files.items():
            html.files.put(url, path.read_bytes())
    if html.contexts.theme is not None:
        for name, text in html.contexts.fragments():
            html.files.put(f"_navapi/nav/{name}.html", text)


def document_files(builder: Builder) -> set[str]:
    """The files that *builder* writes for documents, as paths below the output folder."""
    # Strings: with `Path`, this would take a tenth of a build without changes.
    top = f"{Path(builder.outdir).as_posix()}/"
    return {
        path.removeprefix(top)
        for docname in builder.env.found_docs
        for path in _output_paths(builder, docname)
        if path.startswith(top)
    }


def _output_paths(builder: Builder, docname: str) -> Iterator[str]:
    outdir = Path(builder.outdir).as_posix()
    get_path = getattr(builder, "get_output_path", None) or getattr(
        builder, "get_outfilename", None
    )
    if get_path is not None:
        yield os.fspath(get_path(docname)).replace(os.sep, "/")
    elif isinstance(builder, TextBuilder | XMLBuilder):
        yield f"{outdir}/{docname}{builder.out_suffix}"
    if writes_site(builder):
        yield f"{outdir}/{source_copy(builder.env, docname)}"
