"""Links between Python functions and operations, in both directions.

A function handles an operation, if ``navapi_documents`` names the application, or calls one, as
``navapi_functions`` in ``conf.py`` says. The project must document it, as with autodoc; a function
that ``navapi_functions`` names may also be in an intersphinx inventory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.config.confvals import PREFIX, ConfLines
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.content.page_names import PythonFunction
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.doctree.domain import ObjectEntry, navapi_domain
from sphinx_navapi.doctree.nodes import OPERATION_LIST, navapi_signature, page_of
from sphinx_navapi.doctree.overview_page import operation_line
from sphinx_navapi.formats.data_file import escape_pointer, relative_name
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.project.environment import env_site
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.openapi.document import OpenApiDocument
    from sphinx_navapi.project.site import Site

CONFVAL: Final = f"{PREFIX}functions"

#: At the end of a name: all functions below it.
_ALL: Final = ".*"

#: Objects of the Python domain that may call an operation.
_CALLABLE: Final = frozenset({"function", "method", "classmethod", "staticmethod", "class"})


def setup(app: Sphinx, site: Site) -> None:
    """Add the links when pages are written."""
    functions = FunctionLinks(site, app.env)
    app.connect("env-updated", partial(_report, functions), priority=700)
    app.connect("navapi-page-state", lambda app, docname: functions.shown_on(docname))
    app.add_post_transform(
        type("FunctionLinksTransform", (AddFunctionLinks,), {"functions": functions})
    )
    site.functions_of = functions.of


class FunctionLinks:
    """The functions of a build that belong to operations; complete once all pages are read."""

    def __init__(self, site: Site, env: BuildEnvironment) -> None:
        self._site = site
        self._env = env

    def of(self, key: OperationKey) -> tuple[PythonFunction, ...]:
        """The functions of an operation, those of the application first."""
        return self._functions.get(key, ())

    def at(self, docname: str, anchors: Iterable[str]) -> list[OperationKey]:
        """The operations of the function with the ids *anchors* on the page *docname*."""
        by_anchor = self._operations.get(docname, {})
        return [key for anchor in anchors for key in by_anchor.get(anchor, ())]

    def shown_on(self, docname: str) -> list[Any]:
        """What the page *docname* shows of them: it is written again if that changes."""
        domain = navapi_domain(self._env)
        keys = (key for kind, key in domain.data["docs"].get(docname, ()) if kind == "op")
        shown: list[Any] = [functions for key in keys if (functions := self.of(key))]
        for operations in self._operations.get(docname, {}).values():
            shown += [
                domain.find_target(self._site, "op", target(key), docname) for key in operations
            ]
        return shown

    @cached_property
    def _documented(self) -> Mapping[str, Any]:
        objects: Mapping[str, Any] = self._env.domains["py"].data["objects"]
        return objects

    @cached_property
    def _names(self) -> dict[tuple[str, str], str]:
        """The name by which each function is documented, by page and anchor.

        Sorted, since parallel builds note objects in any order.
        """
        return {
            (entry.docname, entry.node_id): name
            for name, entry in sorted(self._documented.items())
            if entry.objtype in _CALLABLE and not entry.aliased
        }

    @cached_property
    def _functions(self) -> Mapping[OperationKey, tuple[PythonFunction, ...]]:
        by_key: dict[OperationKey, dict[PythonFunction, None]] = {}
        for name, key in (*self._of_applications(), *self._written()):
            function = self._function(name)
            if function is not None:
                by_key.setdefault(key, {})[function] = None
        return {key: tuple(functions) for key, functions in by_key.items()}

    @cached_property
    def _operations(self) -> Mapping[str, Mapping[str, list[OperationKey]]]:
        """The operations of the functions on each page, by anchor."""
        by_page: dict[str, dict[str, list[OperationKey]]] = {}
        for key, functions in self._functions.items():
            for function in functions:
                if function.docname:
                    on_page = by_page.setdefault(function.docname, {})
                    on_page.setdefault(function.anchor, []).append(key)
        return by_page

    def _function(self, name: str) -> PythonFunction | None:
        entry = self._documented.get(name)
        if entry is None:
            return PythonFunction(name) if name in self._external else None
        place = entry.docname, entry.node_id
        return PythonFunction(self._names.get(place, name), *place)

    def _of_applications(self) -> Iterator[tuple[str, OperationKey]]:
        for document in self._site.plan.documents.values():
            for operation in document.operations:
                name = document.functions.get(str(operation.key)) or document.functions.get(
                    operation.operation_id or ""
                )
                if name:
                    yield name, operation.key

    def _written(self) -> Iterator[tuple[str, OperationKey]]:
        """The functions in ``navapi_functions``."""
        for name, reference in self._site.confvals.functions.items():
            if not name.endswith(_ALL):
                operation = self._site.planned.find_operation(reference)
                if operation is not None:
                    yield name, operation.key
            elif (document := self._document(reference)) is not None:
                yield from self._below(name.removesuffix(_ALL), document)

    def _document(self, written: str) -> OpenApiDocument | None:
        name = self._site.find_document(written)
        return self._site.document(name) if name is not None else None

    def _below(self, prefix: str, document: OpenApiDocument) -> Iterator[tuple[str, OperationKey]]:
        """The documented functions below *prefix* whose name is an operationId of *document*.

        Generators of clients write ``listBooks`` as ``list_books``.
        """
        by_id: dict[str, list[OperationKey]] = {}
        for operation in document.operations:
            if operation.operation_id:
                by_id.setdefault(_plain(operation.operation_id), []).append(operation.key)
        for name in self._names.values():
            keys = by_id.get(_plain(name.rpartition(".")[2]), ())
            if len(keys) == 1 and name.startswith(f"{prefix}."):
                yield name, keys[0]

    @cached_property
    def _external(self) -> frozenset[str]:
        """Functions in ``navapi_functions`` that are in an inventory."""
        unknown = (
            name
            for name in self._site.confvals.functions
            if name not in self._documented and not name.endswith(_ALL)
        )
        return frozenset(filter(self._is_external, unknown))

    def _is_external(self, name: str) -> bool:
        link = function_link(name)
        link["refdoc"] = self._env.config.root_doc
        content = nodes.literal("", name)
        events = self._env.events
        reference = events.emit_firstresult("missing-reference", self._env, link, content)
        return isinstance(reference, nodes.reference)

    def problems(self, conf_file: Path) -> Iterator[Diagnostic]:
        """What is wrong in ``navapi_functions`` of *conf_file*."""
        lines = ConfLines(conf_file)
        for name, reference in self._site.confvals.functions.items():
            problem = self._problem(name, reference)
            if problem:
                line = lines.find(CONFVAL, f"/{escape_pointer(name)}")
                yield Diagnostic(
                    subtype=Subtype.CONFIG,
                    message=f"{CONFVAL}[{show(name)}]: {problem}",
                    place=Place(file=relative_name(conf_file, Path(self._env.srcdir)), line=line),
                )

    def _problem(self, name: str, reference: str) -> str:
        if name.endswith(_ALL):
            document = self._document(reference)
            if document is None:
                known = ", ".join(self._site.plan.documents)
                return f"{show(reference)} is no OpenAPI document of the site: use one of {known}"
            if not any(self._below(name.removesuffix(_ALL), document)):
                return (
                    f"no documented function below {name.removesuffix(_ALL)} has the name of an"
                    f" operationId of {document.name}: name functions and their operations one by"
                    ' one, as in "package.function": "GET /path"'
                )
            return ""
        planned = self._site.planned
        if planned.find_operation(reference) is None:
            advice = planned.advise(reference, "operation")
            return f"no document has the operation {show(reference)}: {advice}"
        if name not in self._documented and name not in self._external:
            return (
                "no page documents this function: document it, as with"
                f" ``.. autofunction:: {name}``, or correct its name"
            )
        return ""


def target(key: OperationKey) -> str:
    """The reference that only means the operation *key*."""
    return f"{key.document} {key}"


def function_link(name: str) -> addnodes.pending_xref:
    """A link to the documentation of a function."""
    content = nodes.literal("", f"{name}()", classes=["xref", "py"])
    return addnodes.pending_xref(
        "", content, refdomain="py", reftype="obj", reftarget=name, refexplicit=True, refwarn=False
    )


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).casefold()


def _report(functions: FunctionLinks, app: Sphinx, env: BuildEnvironment) -> None:
    """``env-updated``: report what leads nowhere."""
    report_diagnostics(functions.problems(Path(app.confdir, "conf.py")), Path(env.srcdir))


class AddFunctionLinks(SphinxPostTransform):
    """Adds a line to operations, and one to the descriptions of functions."""

    functions: FunctionLinks

    # Before links are resolved (10), and before our nodes become stock nodes.
    default_priority = 4

    def run(self, **kwargs: Any) -> None:
        """Change the page."""
        functions = self.functions
        for signature in find_nodes(self.document, navapi_signature):
            key = OperationKey(
                document=signature["document"], method=signature["method"], path=signature["path"]
            )
            line = _functions_line(functions.of(key))
            if line is not None:
                after = signature.parent.index(signature) + 1
                signature.parent.insert(after, line)
        for described in find_nodes(self.document, addnodes.desc):
            if described.get("domain") == "py" and isinstance(described[-1], addnodes.desc_content):
                anchors = [
                    anchor
                    for each in find_nodes(described, addnodes.desc_signature)
                    if each.parent is described
                    for anchor in each["ids"]
                ]
                items = list(self._items(page_of(described) or self.env.docname, anchors))
                if items:
                    listed = nodes.bullet_list("", *items, bullet="*", classes=[OPERATION_LIST])
                    described[-1].append(listed)

    def _items(self, docname: str, anchors: list[str]) -> Iterator[nodes.list_item]:
        domain, site = navapi_domain(self.env), env_site(self.env)
        assert site is not None
        for key in self.functions.at(docname, anchors):
            entry = domain.find_target(site, "op", target(key), docname)
            if entry is not None:
                yield nodes.list_item("", _operation_line(entry, key))


def _functions_line(functions: Iterable[PythonFunction]) -> nodes.paragraph | None:
    line = nodes.paragraph("", "Python: ", classes=["navapi-dates"])
    for function in functions:
        if len(line) > 1:
            line += nodes.Text(", ")
        line += function_link(function.name)
    return line if len(line) > 1 else None


def _operation_line(entry: ObjectEntry, key: OperationKey) -> nodes.paragraph:
    def link(text: str) -> nodes.Element:
        content = nodes.inline("", text)
        return addnodes.pending_xref(
            "",
            content,
            refdomain="navapi",
            reftype="op",
            reftarget=target(key),
            refexplicit=True,
            refwarn=False,
        )

    return operation_line(link, entry.title, key)
