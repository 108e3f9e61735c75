"""Files of the playground: the relay's manifest, the OAuth page, translations, its script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple
from functools import partial
from typing import TYPE_CHECKING, Any

from sphinx_navapi.doctree.domain import navapi_domain
from sphinx_navapi.formats.kept_values import KeptValues
from sphinx_navapi.html.page_language import playground_words_script
from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.html.playground_scripts import (
    ELEMENT,
    RUNNER,
    bundle_digest,
    playground_bundles,
)
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.project.environment import env_state
from sphinx_navapi.project.output_files import memory_file

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site
    from sphinx_navapi.request.relay_manifest import RelayedOperation


def _operation(stored: Any) -> RelayedOperation | None:
    from sphinx_navapi.request.relay_manifest import RelayedOperation

    match stored:
        case [str(), None | list(), dict(), dict(), dict(), bool()]:
            return RelayedOperation(*stored)
    return None


_RELAY = "_navapi/relay.json"
_OAUTH = "_navapi/oauth.html"
_SCRIPT = "navapi-playground.js"

#: The page to which an OAuth 2 or OpenID Connect provider redirects the reader. Its script is a
#: file, so that a policy without inline scripts allows it.
_OAUTH_PAGE = """<!DOCTYPE html>
<html lang="en" data-content_root="../">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Authorization</title>
</head>
<body>
<main>
<h1>Authorization</h1>
<p id="message" role="status">Returning to the documentation …</p>
<p><a id="back" hidden>Back to the documentation</a></p>
<noscript><p>This page needs JavaScript.</p></noscript>
</main>
<script src="../_static/playground/oauth.js"></script>
</body>
</html>
"""


def setup(app: Sphinx, site: Site) -> None:
    """Load the script on pages with a form, and write the files."""
    app.connect("html-page-context", _add_script, priority=450)
    app.connect("navapi-output-files", partial(_write_files, site))
    app.connect("navapi-page-state", partial(_run_state, site))


def _add_script(
    app: Sphinx, pagename: str, template: str, context: Mapping[str, Any], doctree: object
) -> None:
    if f"<{ELEMENT} " in str(context.get("body", "")):
        add_page_script(app, _SCRIPT, **{"data-version": bundle_digest()})
        if f"<{RUNNER}>" in context["body"]:
            add_page_script(app, f"{RUNNER}.js")
            app.builder.add_css_file(f"{RUNNER}.css")  # type: ignore[attr-defined] # of HTML builders


def _run_state(site: Site, app: Sphinx, docname: str) -> object:
    """What the forms of a workflow show: those of its operations, which have their own pages."""
    page = site.page(docname)
    name = page.subject.get("workflow") if page is not None else None
    document = site.document(page.document or "") if page is not None and name else None
    if document is None:
        return None
    from sphinx_navapi.plan.workflows import workflow_operations

    keys = workflow_operations(document, str(name), site.plan.documents)
    shown = [(key, site.find_operation_page(key), site.fingerprint(key)) for key in keys]
    settings = [astuple(site.playground(name)) for _, name, _ in shown if name]
    return [repr(shown), settings, site.example_settings, site.mdx_settings]


def _write_files(site: Site, app: Sphinx, files: OutputFiles) -> None:
    write_sending_files(app, site, files)
    for name, text in playground_files(app, site):
        files.put(name, text)


def playground_files(app: Sphinx, site: Site) -> Iterator[tuple[str, str]]:
    """Path in the output and text of each file of forms; none if no page shows an operation."""
    shown = dict(_shown_operations(app, site))
    if not shown:
        return
    yield from playground_bundles().items()
    yield from _schema_files(app, site, shown)
    catalogs = {site.words(name) for name in _operation_pages(app, site)}
    for words in sorted(catalogs, key=lambda words: words.catalog):
        if words.catalog:
            path = f"_static/playground/words-{words.catalog}.js"
            yield path, playground_words_script(words)


def write_sending_files(app: Sphinx, site: Site, files: OutputFiles) -> None:
    """Write the files needed to actually send requests."""
    shown = _shown_operations(app, site)
    interactive = {key: name for key, name in shown if name is not None}

    def write(_key: str) -> None:
        operations = list(_relayed_operations(app, site, interactive))
        manifest = None
        if app.builder.name != "singlehtml" and site.playground("").proxy is not False:
            manifest = _manifest_text(operations)
        files.put_or_remove(_RELAY, manifest)
        signs_in = any(each.signs_in for each in operations)
        files.put_or_remove(_OAUTH, _OAUTH_PAGE if signs_in else None)

    files.make("sending", _sent(app, site, interactive), write)


def _relayed_operations(
    app: Sphinx, site: Site, interactive: Mapping[OperationKey, str]
) -> Iterator[RelayedOperation]:
    """The data for the relay, computed only for changed operations."""
    known: KeptValues[RelayedOperation | None]
    known = KeptValues(memory_file(app, "relayed"), str(site.mdx_settings), _operation)
    for key, docname in interactive.items():
        page, fingerprint = site.page(docname), site.fingerprint(key)
        auth = page.metadata.get("authMethod") if page else None
        made_from = repr((fingerprint, key.document, key.method, key.path, auth))
        find = partial(_relayed_operation, site, key, docname)
        # Without a fingerprint, the page itself describes it.
        operation = known.get(made_from, find) if fingerprint else find()
        if operation is not None:
            yield operation
    known.save()


def _relayed_operation(site: Site, key: OperationKey, docname: str) -> RelayedOperation | None:
    # Imported here, since few builds get this far.
    from sphinx_navapi.request.relay_manifest import relayed_operation

    view = site.page_view(docname, key)
    return None if view is None else relayed_operation(view)


def _schema_files(
    app: Sphinx, site: Site, shown: Iterable[OperationKey]
) -> Iterator[tuple[str, str]]:
    """Schemas that pages leave to files: computed only for changed operations."""
    known = KeptValues(memory_file(app, "schemas"), "", _names_and_texts)
    for key in shown:
        find = partial(_schemas_of, site, key)
        fingerprint = site.fingerprint(key)
        files = known.get(repr((key.document, fingerprint)), find) if fingerprint else find()
        yield from ((f"_static/playground/schemas/{name}.js", text) for name, text in files)
    known.save()


def _schemas_of(site: Site, key: OperationKey) -> list[tuple[str, str]]:
    view = site.view(key)
    if view is None or view.incoming or view.body is None:
        return []
    from sphinx_navapi.request.playground_schema import schema_files

    return list(schema_files(view, site.registry(key.document).reader))


def _names_and_texts(stored: Any) -> list[tuple[str, str]] | None:
    match stored:
        case list() if all(isinstance(each, list) and len(each) == 2 for each in stored):
            return [(str(name), str(text)) for name, text in stored]
    return None


def _manifest_text(operations: list[RelayedOperation]) -> str | None:
    if not operations:
        return None
    from sphinx_navapi.request.encoding import json_text
    from sphinx_navapi.request.relay_manifest import relay_manifest

    manifest = relay_manifest(operations)
    return None if manifest is None else f"{json_text(manifest)}\n"


def _sent(app: Sphinx, site: Site, interactive: Mapping[OperationKey, str]) -> Iterator[object]:
    """What `write_sending_files` depends on; fast, unlike reading each operation."""
    pages = {name: site.page(name) for name in interactive.values()}
    names = dict.fromkeys(key.document for key in interactive)
    yield site.playground("").proxy
    yield [(key.document, key.method, key.path, name) for key, name in interactive.items()]
    yield [document.digest for name in names if (document := site.document(name))]
    yield [page.metadata.get("authMethod") for page in pages.values() if page]
    yield site.mdx_settings, site.plan.base_urls
    yield sorted(map(repr, env_state(app.env).operations.values()))


def _shown_operations(app: Sphinx, site: Site) -> Iterator[tuple[OperationKey, str | None]]:
    """Each operation on a page, with a page from which it can be sent, if there is one."""
    docnames: dict[OperationKey, str | None] = {}
    for docname, keys in _operation_pages(app, site).items():
        can_send = site.playground(docname).display == "interactive"
        for key in keys:
            document = site.document(key.document)
            if document is not None and document.is_asyncapi:
                continue  # messages cannot be sent from a page
            if docnames.get(key) is None:
                docnames[key] = docname if can_send else None
    yield from docnames.items()


def _operation_pages(app: Sphinx, site: Site) -> dict[str, list[OperationKey]]:
    """The operations on each page: its own, and those of directives."""
    noted = navapi_domain(app.env).data["docs"]
    by_page: dict[str, list[OperationKey]] = {}
    for key, docnames in site.plan.operation_pages.items():
        for docname in docnames:
            by_page.setdefault(docname, []).append(key)
    for docname in sorted(noted):
        for kind, key in noted[docname]:
            if kind == "op" and key not in by_page.setdefault(docname, []):
                by_page[docname].append(key)
    for docname, operation in sorted(env_state(app.env).operations.items()):
        by_page.setdefault(docname, []).append(operation.key)
    return by_page
