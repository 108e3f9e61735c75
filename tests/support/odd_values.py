"""Documents with odd values, and everything that a site generates from a document."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from document_site import StockNodes
from plan_sites import stub_values

from sphinx_navapi.content.html.blocks import BlockWriter
from sphinx_navapi.content.markdown.pages import MarkdownWriter
from sphinx_navapi.content.messages import block_messages, schema_messages
from sphinx_navapi.content.operation import OperationContent
from sphinx_navapi.content.page_names import PageNames
from sphinx_navapi.doctree.operation_page import shown_sections
from sphinx_navapi.features.llms import llms_files
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.html.playground import playground_html
from sphinx_navapi.html.site_json import site_json_text
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.plan import PlannedSite
from sphinx_navapi.plan.document_facts import find_text_facts, markup_diagnostics
from sphinx_navapi.plan.explain import explain_navigation, explain_reference
from sphinx_navapi.plan.site_plan import SitePlan
from sphinx_navapi.project.sphinx_project import generate_stubs
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.relay_manifest import relay_manifest, relayed_operation
from sphinx_navapi.request.sample_request import Fill
from sphinx_navapi.request.snippets import CLIENTS

#: Characters that no file can contain as they are, end a line, or change the text direction.
CONTROL = "a\x00b\x07\x1b[31mc\nd\re\u2028f\u202eg\x85h\x9b\x7fi"

STRINGS = [
    "", " ", "x", "/", "..", "../../x", "#", "#/", "#/components/schemas", "{", "}", "{x", "%zz",
    "http://[", "https://exa mple:99999/", "//", "x.yaml#/a", "\ud800", CONTROL, "é" * 300,
    "long" * 25_000, "(a" * 3_000, "[" * 3_000, "*_`<" * 500, "(([^,]*,?)*)*;", "a{99999}", "\\",
    "2024-13-99", "__proto__", "$ref", "null", "1e999", "<script>", "|\n|-", "application/json",
]  # fmt: skip

VALUES: list[Any] = [
    {}, [], None, True, False, 0, -1, 1.5, 10**30, 10**400, float("nan"), float("inf"), -0.0,
    [["string"], "null"], [None], [[]], [{}], {"": {}}, {"a": {"b": []}}, {"a": None}, [1, "a", {}],
    {"$ref": "#"}, {"$ref": "#/components/schemas"}, {"$ref": {}}, {"$ref": "#/nowhere"},
    {"type": {}}, {"type": [["string"], "null"]}, {"type": "string", "pattern": "(x+x+)+y"},
]  # fmt: skip


def places(value: Any, pointer: str = "") -> Iterator[str]:
    """Pointers of all parts of *value*."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    for key, member in members:
        where = f"{pointer}/{escape_pointer(str(key))}"
        yield where
        if isinstance(member, dict | list):
            yield from places(member, where)


def _step(container: Any, segment: str) -> Any:
    if isinstance(container, list):
        return int(segment)
    return segment.replace("~1", "/").replace("~0", "~")


#: Kinds of mutations, weighted by how often each is listed.
KINDS = [
    "drop", "value", "value", "value", "string", "string", "wrap", "deepen", "rename",
    "swap", "duplicate", "graft", "break", "break",
]  # fmt: skip

#: References that are broken, circular, or lead outside.
BROKEN = [
    "#", "#/", "#/nowhere", "nowhere.yaml", "nowhere.yaml#/a", "../../../../etc/passwd", "%zz",
    "https://api.invalid/nowhere.json", "#/components/schemas/Nowhere", "#/%ff", "#a", "",
]  # fmt: skip


def mutate(root: Any, where: str, draw: random.Random) -> str:
    """Make the part of *root* at the pointer *where* an odd value; returns a description."""
    *above, last = where.split("/")[1:]
    container = root
    for segment in above:
        container = container[_step(container, segment)]
    key = _step(container, last)
    kind = draw.choice(KINDS)
    if kind == "drop":
        del container[key]
        return f"drop {where}"
    if kind == "rename" and isinstance(container, dict):
        name = draw.choice(STRINGS)
        members = list(container.items())
        container.clear()
        container.update((name if k == key else k, v) for k, v in members)
        return f"rename {where} {name[:30]!r}"
    if kind == "wrap":
        container[key] = draw.choice([[container[key]], {"a": container[key]}])
        return f"wrap {where} {str(container[key])[:60]}"
    if kind == "deepen":
        levels, shape = draw.choice([20, 80, 120, 190, 400]), draw.choice(SHAPES)
        container[key] = deepened(container[key], levels, shape)
        return f"deepen {where} {levels} {shape}"
    if kind in ("swap", "duplicate", "graft"):
        other = draw.choice(
            list(container) if isinstance(container, dict) else range(len(container))
        )
        if kind == "swap":
            container[key], container[other] = container[other], container[key]
        elif kind == "duplicate" and isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        elif kind == "duplicate":
            container[draw.choice(["x", f"{key}2", f"{key}/"])] = copy.deepcopy(container[key])
        else:
            # Another part of the document, possibly an ancestor of this one.
            container[key] = copy.deepcopy(_anywhere(root, draw))
        return f"{kind} {where} {other}"
    if kind == "break":
        return break_reference(root, draw) or f"nothing to break at {where}"
    odd = draw.choice(STRINGS if kind == "string" else VALUES)
    container[key] = copy.deepcopy(odd)
    return f"{kind} {where} {str(odd)[:60]!r}"


SHAPES = ["list", "map", "items", "allOf", "oneOf", "properties"]


def deepened(inner: Any, levels: int, shape: str) -> Any:
    """*inner* nested in *levels* levels."""
    for _ in range(levels):
        if shape == "list":
            inner = [inner]
        elif shape in ("allOf", "oneOf"):
            inner = {shape: [inner]}
        elif shape == "properties":
            inner = {"properties": {"a": inner}}
        else:
            inner = {"a" if shape == "map" else "items": inner}
    return inner


def _anywhere(root: Any, draw: random.Random) -> Any:
    """A part of *root*, each depth as likely as any other."""
    part = root
    for _ in range(draw.randint(1, 9)):
        members = list(part.values() if isinstance(part, dict) else part)
        inner = [member for member in members if isinstance(member, dict | list) and member]
        if not inner:
            break
        part = draw.choice(inner)
    return part


def break_reference(root: Any, draw: random.Random) -> str | None:
    """Make one reference of *root* lead elsewhere or nowhere; returns a description."""
    holders = [
        (part, key)
        for part in _mappings(root)
        for key in ("$ref", "operationId", "operationRef", "openapi", "href", "source")
        if isinstance(part.get(key), str)
    ]
    if not holders:
        return None
    part, key = draw.choice(holders)
    others = [other[name] for other, name in holders if name == key]
    before = part[key]
    part[key] = draw.choice([draw.choice(BROKEN), draw.choice(others), before + "x", {"a": before}])
    return f"break {before[:60]!r} to {str(part[key])[:60]!r}"


def _mappings(root: Any) -> Iterator[dict[str, Any]]:
    pending = [root]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            yield part
        pending += [
            m
            for m in (part.values() if isinstance(part, dict) else part)
            if isinstance(m, dict | list)
        ]


def show_all(site: PlannedSite) -> dict[str, str]:
    """Everything generated from the pages of *site*, in all formats: docname to text."""
    plan = site.plan
    shown = _Shown(plan)
    texts = {docname: shown.page(docname) for docname, page in plan.pages.items()}
    site_json_text(plan, lambda docname: f"{docname}.html").encode()
    "".join(text for _, text in llms_files(plan)).encode()
    "\n".join(explain_navigation(site)).encode()
    for docname, stub in generate_stubs(plan).items():
        assert stub_values(stub)["navapi"], docname
        stub.encode()
        assert all(len(part.encode()) < 250 for part in docname.split("/")), docname
        assert len(docname) < 2_000
    for document in plan.documents.values():
        markup_diagnostics(find_text_facts(document))
        views = [read_operation(document, operation) for operation in document.operations]
        relay_manifest(map(relayed_operation, views))
        for operation in document.operations[:3]:
            explain_reference(site, str(operation.key))
    for diagnostic in plan.diagnostics:
        assert diagnostic.message.isprintable(), repr(diagnostic.message)
        assert len(diagnostic.message) < 2_000, diagnostic.message[:3000]
        str(diagnostic.place).encode()
    return texts


class _Shown:
    def __init__(self, plan: SitePlan) -> None:
        self.plan = plan
        self._tools: dict[str, tuple[OperationContent, BlockWriter, MarkdownWriter]] = {}

    clients = CLIENTS

    def schema_docname(self, document: str, directory: str, component: str) -> str | None:
        return self.plan.schema_pages.get((directory, document, component))

    def find_operation_page(self, key: Any) -> str | None:
        return self.plan.operation_pages.get(key, (None,))[0]

    def tools(self, name: str) -> tuple[OperationContent, BlockWriter, MarkdownWriter, StockNodes]:
        if name not in self._tools:
            registry = SchemaRegistry(self.plan.documents[name])
            content = OperationContent(ExampleMaker(registry), fill=Fill.ALL)
            self._tools[name] = (content, *self._writers(name, content))
        return self._tools[name]

    def _writers(
        self, document: str, content: OperationContent
    ) -> tuple[BlockWriter, MarkdownWriter, StockNodes]:
        def schema(directory: str, component: str) -> str | None:
            return self.schema_docname(document, directory, component)

        pages = PageNames(schema=schema, operation=self.find_operation_page)
        blocks = BlockWriter(content, pages, target_uri=lambda docname: f"{docname}.html")
        stock = StockNodes(content, pages=pages)
        return blocks, MarkdownWriter(content, pages), stock

    def page(self, docname: str) -> str:
        page = self.plan.pages[docname]
        try:
            if page.operation is not None and not page.describes_itself:
                text = self._operation(docname)
            elif page.schema is not None:
                text = self._schema(docname)
            else:
                return page.title
        except Exception as error:
            error.add_note(f"on the page {docname}")
            raise
        text.encode()
        return text

    def _operation(self, docname: str) -> str:
        page = self.plan.pages[docname]
        assert page.operation is not None
        document = self.plan.documents[page.operation.document]
        operation = document.operation(page.operation.method, page.operation.path)
        assert operation is not None
        view = read_operation(document, operation)
        content, blocks, markdown, stock = self.tools(document.name)
        tree = content.operation(view)
        texts = [
            markdown.operation(tree, docname=docname, title=page.title, directory=page.directory)
        ]
        for part in shown_sections(tree):
            texts.append(blocks.block(part.kind, tree))
            texts += [node.astext() for node in stock.part(part.kind, tree)]
            texts += [text for text, _ in block_messages(part.kind, tree)]
        texts.append(
            playground_html(
                view,
                content.examples,
                PlaygroundSettings(),
                fill=Fill.ALL,
                operation_href=self.find_operation_page,
                root="",
            )
        )
        return "\n".join(texts)

    def _schema(self, docname: str) -> str:
        page = self.plan.pages[docname]
        assert page.schema is not None
        document, name = page.schema
        pointer = f"/components/schemas/{escape_pointer(name)}"
        content, blocks, markdown, stock = self.tools(document)
        texts = [
            markdown.schema(pointer, docname=docname, title=page.title, directory=page.directory),
            blocks.schema_block(pointer),
        ]
        schema = content.schemas.schema(pointer, Direction.BOTH)
        texts += [node.astext() for node in stock.schema(pointer)]
        texts += [text for text, _ in schema_messages(schema)]
        return "\n".join(texts)


def kept_operations(site: PlannedSite) -> set[tuple[str, str]]:
    """Method and path of the operations that have a page."""
    return {(key.method, key.path) for key in site.plan.operation_pages}


def is_at_fault(where: str, pointer: str) -> bool:
    """Whether a change at *where* affects the part at *pointer* or one that contains it."""
    return f"{where}/".startswith(f"{pointer}/") or f"{pointer}/".startswith(f"{where}/")
