"""Requests in the code of pages: links to their operations, and what the API would refuse.

The requests are read with the page, and compared with the documents when all pages are read; as
long as the documents are the same, the results are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from docutils import nodes

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.doctree.domain import ObjectEntry, fills_forms, navapi_domain
from sphinx_navapi.doctree.markdown.lines import FORM_LINK
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.project.environment import env_state
from sphinx_navapi.project.reporting import report_diagnostics
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.written import may_have_requests, read_requests
from sphinx_navapi.request.written.values import NotedRequest

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.project.site import Site
    from sphinx_navapi.request.written.check import RequestCheck

#: In a comment in the code, or in the lines before it: its requests are not compared.
IGNORE: Final = "navapi:ignore"

#: Of a code block: the lines of its requests, by which they are found again.
_LINES: Final = "navapi-request-lines"

#: Number of lines before the code in which that counts: comment, blank line, fence, title.
_BEFORE: Final = 4


def setup(app: Sphinx, site: Site) -> None:
    """Compare the requests of all pages with the documents of *site*."""
    app.connect("doctree-read", _note)
    app.connect("env-updated", partial(_report, site), priority=700)
    if fills_forms(app.builder):
        app.connect("doctree-resolved", partial(_add_links, site))
        app.connect("navapi-page-state", partial(_state, site))


def _note(app: Sphinx, doctree: nodes.document) -> None:
    """``doctree-read``: record the requests of the page; samples of documents come later."""
    docname = app.env.docname
    noted = tuple(_requests(app.env, docname, doctree))
    if noted:
        env_state(app.env).requests[docname] = noted


def _requests(
    env: BuildEnvironment, docname: str, doctree: nodes.document
) -> Iterator[NotedRequest]:
    files: dict[str, list[str]] = {}
    for node in find_nodes(doctree, nodes.literal_block):
        code = node.astext()
        if IGNORE in code or not may_have_requests(str(node.get("language", "")), code):
            continue
        path = Path(node.source or env.doc2path(docname))
        if not path.is_file():
            path = Path(env.doc2path(docname))
        lines = files.setdefault(str(path), _lines(path))
        first = _first_line(lines, code, node.line or 1)
        if any(IGNORE in line for line in lines[max(first - _BEFORE, 0) : first]):
            continue
        for request in read_requests(str(node["language"]), code):
            place = Place(file=_name(env, path), line=first + request.line + 1)
            node[_LINES] = [*node.get(_LINES, ()), place.line]
            yield NotedRequest(place=place, request=request)


def _lines(path: Path) -> list[str]:
    try:
        text = path.read_text("utf-8", errors="replace")
        return [line.strip() for line in text.splitlines()]
    except OSError:
        return []


def _name(env: BuildEnvironment, path: Path) -> str:
    source = Path(env.srcdir)
    return path.relative_to(source).as_posix() if path.is_relative_to(source) else str(path)


def _first_line(lines: list[str], code: str, near: int) -> int:
    """The index in *lines* of the first line of *code*, at or after the line *near*, from 1.

    :param lines: without the white space around them.
    """
    wanted = [line.strip() for line in code.splitlines()]
    for start in range(max(near - 2, 0), len(lines)):
        if lines[start] == wanted[0] and lines[start : start + len(wanted)] == wanted:
            return start
    return near


def _report(site: Site, app: Sphinx, env: BuildEnvironment) -> None:
    """``env-updated``: report what is wrong on all pages."""
    requests = env_state(env).requests
    if not requests:
        return
    documents = {
        name: document for name, document in site.plan.documents.items() if not document.is_asyncapi
    }
    digest = digest_of(sorted(document.digest for document in documents.values()))
    checks: dict[str, RequestCheck] = {}
    for docname, noted in requests.items():
        if all(each.documents == digest for each in noted):
            continue
        if not checks:
            checks = _checks(site, list(documents))
        requests[docname] = tuple(_compared(each, digest, checks) for each in noted)
    wrong = [each for name in sorted(requests) for each in requests[name] if each.message]
    report_diagnostics(map(_diagnostic, wrong), Path(env.srcdir))


def _checks(site: Site, names: list[str]) -> dict[str, RequestCheck]:
    # Only a build in which a page or a document has changed compares anything.
    from sphinx_navapi.request.written.check import RequestCheck

    checks = {}
    for name in names:
        document = site.document(name)
        if document is not None:
            checks[name] = RequestCheck(document, partial(site.registry, name))
    return checks


def _compared(noted: NotedRequest, digest: str, checks: Mapping[str, RequestCheck]) -> NotedRequest:
    """*noted* with its result: it is refused if each API with its address refuses it."""
    noted = replace(noted, documents=digest, message="", target="", fragment="")
    refusals = []
    for name, check in checks.items():
        if check.rest_of(noted.request) is None:
            continue
        refusal = check.refusal(noted.request)
        if refusal is None:
            link = check.link_of(noted.request)
            if link is None:
                return noted
            return replace(noted, target=f"{link[0].document} {link[0]}", fragment=link[1])
        refusals.append((name, refusal))
    if not refusals:
        return noted
    # The API that has such an operation is meant.
    name, refusal = min(refusals, key=lambda each: each[1].operation is None)
    key = refusal.operation.key if refusal.operation is not None else None
    api = name if key is None else f"{key.method} {key.path} of {name}"
    return replace(noted, message=f"{api} refuses this request: {'; '.join(refusal.reasons)}")


def _diagnostic(noted: NotedRequest) -> Diagnostic:
    message = f"{noted.message}. Correct it, or write {IGNORE} in a comment above the code"
    return Diagnostic(subtype=Subtype.GUIDE_REQUEST, message=message, place=noted.place)


class _Link(NamedTuple):
    """A link below a code block: where its operation is, and what fills the form there."""

    entry: ObjectEntry
    fragment: str
    settings: PlaygroundSettings


def _link(site: Site, env: BuildEnvironment, docname: str, noted: NotedRequest) -> _Link | None:
    entry = None
    if noted.target:
        entry = navapi_domain(env).find_target(site, "op", noted.target, docname)
    if entry is None or entry.docname == docname:
        return None
    return _Link(entry, noted.fragment, site.playground(entry.docname))


def _state(site: Site, app: Sphinx, docname: str) -> list[_Link | None]:
    """``navapi-page-state``: the links on a page, which is written again if they change."""
    return [
        _link(site, app.env, docname, each)
        for each in env_state(app.env).requests.get(docname, ())
        if each.target
    ]


def _add_links(site: Site, app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """``doctree-resolved``: below code with requests, links to the operations and their forms."""
    noted = {each.place.line: each for each in env_state(app.env).requests.get(docname, ())}
    if not noted:
        return
    words = site.words(docname)
    for block in find_nodes(doctree, nodes.literal_block):
        lines: list[int] = block.get(_LINES, [])
        requests = (noted[line] for line in lines if line in noted)
        links = {each.target: _link(site, app.env, docname, each) for each in requests}
        made = [
            _shown(link, app.builder.get_relative_uri(docname, link.entry.docname), words)
            for link in links.values()
            if link is not None
        ]
        after = block.parent.index(block) + 1
        block.parent[after:after] = made


def _shown(link: _Link, address: str, words: InterfaceWords) -> nodes.paragraph:
    title = nodes.inline("", link.entry.title, classes=["navapi-op"])
    made = nodes.paragraph(classes=["navapi-request-links"])
    place = f"{address}#{link.entry.anchor}" if link.entry.anchor else address
    made += nodes.reference("", "", title, internal=True, refuri=place)
    if link.fragment and link.settings.display != "none":
        text = words(link.settings.label)
        made += nodes.Text(" ")
        made += nodes.reference(
            "", text, internal=True, refuri=f"{address}#{link.fragment}", classes=[FORM_LINK]
        )
    return made
