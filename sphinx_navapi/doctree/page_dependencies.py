"""Dependencies of a page on the site: if one changes, the page must be read again.

Sphinx reads a page again when a file that it depends on changes. If a page's content depends on the
site as a whole (which document a reference refers to, where schema pages are), the question is
recorded with its answer and asked again in the next build.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sphinx_navapi.config.settings import site_variables
from sphinx_navapi.doctree.domain import directory_for, find_operation, find_schema
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.page_operation import auth_settings
from sphinx_navapi.project.environment import Question, env_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.project.site import Site


def note_question(env: BuildEnvironment, site: Site, *question: str) -> None:
    """Read the current document again when the answer to *question* changes."""
    known = env_state(env).answers.setdefault(env.docname, {})
    known[question] = _answer(site, env.docname, question)


def note_operation_shown(
    env: BuildEnvironment, site: Site, key: OperationKey, *, elsewhere: bool = True
) -> None:
    """Read the current document again when what it shows of the operation *key* changes.

    :param elsewhere: not on a generated page, whose stub depends on the operation itself.
    """
    note_question(env, site, "security")
    if elsewhere:
        note_question(env, site, "fingerprint", key.document, key.method, key.path)
        note_question(env, site, "directory", key.document)


def note_schema_shown(env: BuildEnvironment, site: Site, document: str, name: str) -> None:
    """Read the current document again when what it shows of a schema changes."""
    note_question(env, site, "fingerprint", document, name)
    note_question(env, site, "directory", document)


def pages_with_other_answers(env: BuildEnvironment, site: Site) -> Iterator[str]:
    """The pages with questions whose answers have changed since they were read."""
    for docname, known in env_state(env).answers.items():
        if any(_answer(site, docname, question) != answer for question, answer in known.items()):
            yield docname


def _answer(site: Site, docname: str, question: Question) -> str:
    kind, *rest = question
    page = site.page(docname)
    match kind:
        case "words":
            return site.words(docname).catalog
        case "messages":
            return site.catalogs.digest(docname)
        case "title":
            return repr((page.title, site.keeps_headings(page))) if page else ""
        case "page":
            if page is None:
                return ""
            shown = (page.operation, *page.more_operations)
            return repr((shown, page.schema, page.describes_itself, page.directory))
        case "operation":
            return repr(find_operation(site, rest[0], docname))
        case "schema":
            return repr(find_schema(site, rest[0], docname))
        case "fingerprint" if len(rest) == 2:
            return site.fingerprint((rest[0], rest[1]))
        case "fingerprint":
            return site.fingerprint(OperationKey(document=rest[0], method=rest[1], path=rest[2]))
        case "changes":
            return _changes_answer(site, rest)
        case "directory":
            return directory_for(site, docname, rest[0])
        case "security":
            method = page.metadata.get("authMethod") if page else None
            return repr((method, auth_settings(site.plan.settings))) if method else ""
        case "dialect":
            return str(page is not None and site.is_hosted(page))
        case "base":
            return str(site.builder.config.html_baseurl)
        case "variables":
            return json.dumps(site_variables(site.plan.settings), sort_keys=True)
    raise AssertionError(f"unknown question {kind}")


def _changes_answer(site: Site, written: list[str]) -> str:
    """The compared documents, and the operations with links."""
    names = [site.find_document(name) for name in written]
    documents = [site.document(name) for name in names if name is not None]
    linked = sorted(key for key in site.plan.operation_pages if key.document in names)
    digests = [document.digest for document in documents if document is not None]
    return digest_of([names, digests, linked])
