"""Directives, for both reStructuredText and MyST."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from sphinx_navapi.diagnostics import Cause, Diagnostic, Place, Subtype
from sphinx_navapi.doctree.changes_page import changes_content
from sphinx_navapi.doctree.domain import (
    NO_SITE,
    directory_for,
    find_operation,
    find_schema,
    navapi_domain,
)
from sphinx_navapi.doctree.nodes import navapi_navigation, navapi_shown_operation
from sphinx_navapi.doctree.operation_page import index_entries, operation_content, schema_content
from sphinx_navapi.doctree.page_dependencies import (
    note_operation_shown,
    note_question,
    note_schema_shown,
)
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.plan.matching import unknown_targets
from sphinx_navapi.project.environment import env_site, env_state, note_words, translator_for
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx_navapi.project.site import Site


class _NavApiDirective(SphinxDirective):
    required_arguments = 1
    final_argument_whitespace = True
    has_content = False

    def site(self) -> Site | None:
        return env_site(self.env)

    def report(self, subtype: Subtype, message: str, cause: Cause | None = None) -> None:
        source, line = self.get_source_info()
        file = (source or "").removeprefix(f"{self.env.srcdir}/")
        place = Place(file=file, line=line)
        report_diagnostics(
            [Diagnostic(subtype=subtype, message=message, place=place, cause=cause)],
            self.env.srcdir,
        )

    def report_unknown(self, kind: str) -> None:
        """Report that the argument is not a known *kind*, with a suggestion."""
        site, text = self.site(), self.arguments[0]
        advice = site.planned.advise(text, kind, self.env.docname) if site else NO_SITE
        self.report(
            Subtype.OPERATION_NOT_FOUND,
            f"no document has the {kind} {text!r}; nothing is shown: {advice}",
            unknown_targets(
                text, f"directives show nothing, because no document has their {kind}s", advice
            ),
        )

    def prefix(self) -> str:
        """Prefix of ids: a page may show several operations."""
        return f"{nodes.make_id(self.arguments[0]) or 'navapi'}-"


class OpenApiOperation(_NavApiDirective):
    """``openapi-operation``: an operation inside a page. Argument: a reference or operationId."""

    option_spec: ClassVar = {"no-index": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The operation's content; an unknown reference is a diagnostic."""
        site = self.site()
        reference = self.arguments[0]
        if site is not None:
            note_question(self.env, site, "operation", reference)
        key = find_operation(site, reference, self.env.docname) if site else None
        operation = site.operation(self.env.docname, key) if site and key else None
        if site is None or key is None or operation is None:
            near = site.planned.near_reference(reference, self.env.docname) if site else None
            if near is not None:
                self.report(
                    Subtype.NEAR_MISS,
                    f"{reference} is not an exact match; nothing is shown: write {near}",
                )
                return []
            self.report_unknown("operation")
            return []
        note_operation_shown(self.env, site, key)
        prefix = self.prefix()
        target = nodes.target("", "", ids=[prefix + "operation"])
        domain = navapi_domain(self.env)
        domain.note_links(operation)
        if "no-index" not in self.options:
            domain.note_operation(key, operation.view.summary or str(key), prefix + "operation")
        shown = navapi_shown_operation("", method=key.method, path=key.path)
        shown += operation_content(
            operation,
            document=self.state.document,
            directory=directory_for(site, self.env.docname, key.document),
            translate=translator_for(self.env, self.env.docname),
            words=interface_wording(note_words(self.env, self.env.docname)),
            sections=False,
            prefix=prefix,
        )
        return [index_entries(operation, prefix + "operation"), target, shown]


class OpenApiSchema(_NavApiDirective):
    """``openapi-schema``: a component schema inside a page. Argument: name or ``document name``."""

    option_spec: ClassVar = {"no-index": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The schema's content; an unknown name is a diagnostic."""
        site = self.site()
        if site is not None:
            note_question(self.env, site, "schema", self.arguments[0])
        schema = find_schema(site, self.arguments[0], self.env.docname) if site else None
        if site is None or schema is None:
            self.report_unknown("schema")
            return []
        document, name = schema
        note_schema_shown(self.env, site, document, name)
        note_words(self.env, self.env.docname)
        prefix = self.prefix()
        target = nodes.target("", "", ids=[prefix + "schema"])
        if "no-index" not in self.options:
            navapi_domain(self.env).note_schema(document, name, prefix + "schema")
        directory = directory_for(site, self.env.docname, document)
        return [
            target,
            *schema_content(site, document, name, directory=directory, prefix=prefix),
        ]


def _advise_document(site: Site | None, name: str) -> str:
    """What to use instead of *name*, which is not a document of the site."""
    if not name:
        return "set it to the path of an earlier version of the document"
    if site is None:
        return NO_SITE
    matcher = site.planned.matcher
    known = list(matcher.library.everywhere())
    near = matcher.near(name, known)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"use the path of a document, such as {known[0]}" if known else NO_SITE


class OpenApiChanges(_NavApiDirective):
    """``openapi-changes``: the changes of a document. Argument: its name; ``from``: the old one."""

    option_spec: ClassVar = {"from": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The changes; an unknown document is a diagnostic."""
        site = self.site()
        names = [self.arguments[0], self.options.get("from", "")]
        documents = [site.find_document(name) if site else None for name in names]
        if site is not None:
            note_question(self.env, site, "changes", *names)
        for name, document in zip(names, documents, strict=True):
            if document is None:
                problem = (
                    f"there is no OpenAPI document {name!r}"
                    if name
                    else "the option ':from:' is missing"
                )
                self.report(
                    Subtype.OPENAPI_NOT_FOUND,
                    f"{problem}; no changes are shown: {_advise_document(site, name)}",
                )
                return []
        new, old = (str(document) for document in documents)
        assert site is not None
        return [
            *changes_content(
                site,
                self.env,
                old,
                new,
                document=None,
                words=note_words(self.env, self.env.docname),
                prefix=self.prefix(),
            )
        ]


class NavApiNavigation(_NavApiDirective):
    """``navapi-navigation``: the navigation, or the element given as the argument."""

    required_arguments = 0
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A node that is expanded when the page is written."""
        node = navapi_navigation("", target=self.arguments[0] if self.arguments else "")
        self.set_source_info(node)
        env_state(self.env).navigation_pages.add(self.env.docname)
        return [node]
