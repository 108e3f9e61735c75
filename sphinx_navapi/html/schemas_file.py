"""``_navapi/schemas.json``: component schemas used by the site's operations, for programs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.built_site.pages import SCHEMAS_FILE
from sphinx_navapi.edition import edition
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.fingerprint import reached_pointers
from sphinx_navapi.openapi.vendor import internal_names

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.build.site import Site
    from sphinx_navapi.openapi.document import OperationKey

_SCHEMAS = "/components/schemas/"


def write_schemas_file(app: Sphinx, site: Site, files: OutputFiles) -> None:
    """Write the file; if its operations are unchanged, it is kept without computing it again."""
    shown: dict[str, list[OperationKey]] = {}
    for page in site.plan.pages.values():
        if page.operation is not None:
            shown.setdefault(page.operation.document, []).append(page.operation)
    if not shown:
        return
    digest = _digest(site, shown)
    if _has_digest(Path(app.outdir) / SCHEMAS_FILE, digest):
        files.note(SCHEMAS_FILE)
        return
    documents = {}
    for name, keys in shown.items():
        document = site.document(name)
        if document is not None:
            found = (document.operation(key.method, key.path) for key in keys)
            documents[name] = _schemas(document, filter(None, found))
    value = {"digest": digest, "version": 1, "documents": documents}
    files.put(SCHEMAS_FILE, json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def _schemas(document: OpenApiDocument, operations: Iterable[Operation]) -> dict[str, Any]:
    """Component schemas of *document* reachable from *operations*, in document order."""
    values = []
    for operation in operations:
        item = as_mapping(document.resolve(operation.path_pointer).value)
        values += [document.resolve(operation.pointer).value, item.get("parameters")]
    reached = reached_pointers(document, values)
    components = as_mapping(as_mapping(document.root.get("components")).get("schemas"))
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


def _digest(site: Site, shown: Mapping[str, Iterable[OperationKey]]) -> str:
    digest = hashlib.blake2b(edition().encode(), digest_size=12)
    for name, keys in shown.items():
        for key in keys:
            digest.update(f"{name} {key} {site.fingerprint(key)}\n".encode())
    return digest.hexdigest()


def _has_digest(path: Path, digest: str) -> bool:
    start = f'{{"digest":"{digest}",'
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(len(start)) == start
    except OSError:
        return False
