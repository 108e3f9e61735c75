"""Pages: which exist, their titles, schema pages, and messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from full_run import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plan_sites import ZOO, document, found, operation, plan, stub_values

from sphinx_navapi.config.site_config import site_config_from_mapping
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.html.site_json import site_json
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.plan import (
    LoadedDocument,
    Matching,
    PlanInputs,
    SchemaLinks,
    resolve_site,
    with_titles,
)
from sphinx_navapi.plan.explain import explain_navigation, explain_reference
from sphinx_navapi.plan.kinds.operation import OPERATION
from sphinx_navapi.plan.kinds.schema import SCHEMA
from sphinx_navapi.plan.schema_links import book_links
from sphinx_navapi.plan.site_plan import SitePlan
from sphinx_navapi.project.sphinx_project import generate_stubs


def pages_of(plan_: SitePlan) -> dict[str, Any]:
    return {name: page for name, page in plan_.pages.items() if name != "index"}


# -- titles


@pytest.mark.parametrize(
    ("op", "title", "sidebar", "tag", "deprecated"),
    [
        (operation("  List\n  lions "), "List lions", None, None, False),
        (operation(), "GET /x", None, None, False),
        (operation(""), "GET /x", None, None, False),
        (operation("S", deprecated=True), "S", None, None, True),
        (
            operation(
                "S",
                deprecated=True,
                **{
                    "x-mint": {
                        "metadata": {
                            "title": "T",
                            "sidebarTitle": "B",
                            "tag": "NEW",
                            "deprecated": False,
                        }
                    }
                },
            ),
            "T",
            "B",
            "NEW",
            False,
        ),
        (
            operation("S", **{"x-navapi": {"metadata": {"title": [1], "tag": 2}}}),
            "S",
            None,
            "2",
            False,
        ),
    ],
)
def test_generated_pages(
    tmp_path: Path, op: Any, title: str, sidebar: str | None, tag: str | None, deprecated: bool
) -> None:
    site = plan(tmp_path, {"openapi": "d.json"}, {"d.json": document({"/x": {"get": op}})})
    (page,) = pages_of(site.plan).values()
    assert (page.title, page.sidebar_title, page.tag, page.deprecated) == (
        title,
        sidebar,
        tag,
        deprecated,
    )
    assert (page.kind, page.generated, page.file) == (OPERATION, True, "")


@pytest.mark.parametrize(
    ("description", "title"),
    [
        ("Lists all books. Sorted by title.", "Lists all books"),
        ("List\nall books.\n\nSorted.", "List all books"),
        ("Which books, e.g. new ones, are there? All.", "Which books, e.g. new ones, are there?"),
        ("本の一覧。新しい順。", "本の一覧"),
        ("Version 1.2 of user_id", "Version 1.2 of user_id"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "GET /x"),
        ("All *new* books.", "GET /x"),
        ("Books of `id`.", "GET /x"),
        ("<p>All books.</p>", "GET /x"),
        ("- one\n- two", "GET /x"),
        ("# Books\n\nAll.", "GET /x"),
        ("See https://books.example.", "GET /x"),
        (" \n ", "GET /x"),
        (".", "GET /x"),
    ],
)
def test_titles_without_a_summary(tmp_path: Path, description: str, title: str) -> None:
    paths = {"/x": {"get": operation(description=description)}}
    site = plan(tmp_path, {"openapi": "d.json"}, {"d.json": document(paths)})
    (page,) = pages_of(site.plan).values()
    assert page.title == title


@pytest.mark.parametrize(
    ("name", "text", "title"),
    [
        ("a-b_c.md", "text\n", "A b c"),
        ("deep/get-it.md", "text\n", "Get it"),
        ("a.md", "# Heading\n", "Heading"),
        ("a.md", "---\ntitle: Meta\n---\n# Heading\n", "Meta"),
        ("a.md", "---\ntitle: 2024\n---\n", "2024"),
        ("a.md", "---\ntitle: [x]\n---\n", "A"),
        ("a.md", "---\ntitle: [x]\n---\n# Heading\n", "Heading"),
        ("a.md", "---\ntitle: ''\n---\n# Heading\n", "Heading"),
        ("a.md", "---\nopenapi: GET /lions\n---\n", "List lions"),
        ("a.md", "---\nopenapi: GET /lions\n---\n# Mine\n", "Mine"),
        ("a.rst", ":tag: x\n\nTitle\n=====\n", "Title"),
    ],
)
def test_page_files(tmp_path: Path, name: str, text: str, title: str) -> None:
    site = plan(tmp_path, {"pages": []}, {"zoo.json": ZOO}, {name: text})
    (page,) = pages_of(site.plan).values()
    assert page.title == title
    assert page.file == name


def test_a_webhook_without_summary_is_called_by_its_name(tmp_path: Path) -> None:
    hooks = {"orderPaid": {"post": operation()}, "x": {"post": operation("Sum", "T")}}
    site = plan(tmp_path, {"openapi": "d.json"}, {"d.json": document({}, webhooks=hooks)})
    found_ = {name: (page.title, str(page.operation)) for name, page in pages_of(site.plan).items()}
    assert found_ == {
        "api-reference/orderpaid": ("orderPaid", "WEBHOOK orderPaid"),
        "api-reference/t/sum": ("Sum", "WEBHOOK x"),
    }


def test_description_and_deprecated_of_page_files(tmp_path: Path) -> None:
    paths = {"/x": {"get": operation("X", description="Of the document", deprecated=True)}}
    files = {
        "a.md": "---\nopenapi: GET /x\n---\n",
        "b.md": "---\nopenapi: GET /x\ndescription: Mine\ndeprecated: false\n---\n",
        "c.rst": ":openapi: GET /x\n:deprecated: false\n:tag: NEW\n",
    }
    site = plan(tmp_path, {"pages": ["a", "b", "c"]}, {"d.json": document(paths)}, files)
    values = {n: (p.description, p.deprecated, p.tag) for n, p in pages_of(site.plan).items()}
    assert values == {
        "a": ("Of the document", True, None),
        "b": ("Mine", False, None),
        "c": ("Of the document", False, "NEW"),
    }


def test_true_titles_take_the_place_of_guesses(tmp_path: Path) -> None:
    files = {"a.md": "# Light\n", "b.md": "---\ntitle: Meta\n---\n"}
    site = plan(tmp_path, {"pages": ["a", "b"], "openapi": "zoo.json"}, {"zoo.json": ZOO}, files)
    lions = "api-reference/cats/list-lions"
    titles = {"a": "True", "b": "Other", lions: "Other", "gone": "x"}
    changed = with_titles(site.plan, titles)
    assert [changed.pages[name].title for name in ("a", "b", lions)] == [
        "True",
        "Meta",
        "List lions",
    ]
    assert list(changed.pages) == list(site.plan.pages)
    assert with_titles(site.plan, {"a": "Light"}).pages == site.plan.pages
    assert with_titles(site.plan, {"a": ""}).pages == site.plan.pages


# -- which pages there are


def test_the_root_document_is_generated_where_there_is_none(tmp_path: Path) -> None:
    site = plan(tmp_path, {"pages": ["a"]}, {}, {"a.md": ""}, settings={"name": "Zoo"})
    page = site.plan.pages["index"]
    assert (page.title, page.kind.name, page.generated, page.trail) == ("Zoo", "page", True, ())
    assert site.plan.navigation.first_page == "a"


@pytest.mark.parametrize("suffix", ["rst", "md", "mdx"])
def test_an_existing_root_document_is_used(tmp_path: Path, suffix: str) -> None:
    files = {f"start.{suffix}": "", "a.md": ""}
    inputs = {"root_doc": "start", "source_suffixes": (".rst",)}
    site = plan(tmp_path, {"pages": ["a"]}, {}, files, **inputs)
    assert not site.plan.pages["start"].generated
    assert "index" not in site.plan.pages
    assert found(site, "not_in_navigation") == []


def test_a_generated_page_may_be_the_root_document(tmp_path: Path) -> None:
    paths = {"/x": {"get": operation("X", **{"x-mint": {"href": "/Index"}})}}
    site = plan(tmp_path, {"openapi": "d.json"}, {"d.json": document(paths)})
    assert [(p.docname, p.kind.name) for p in site.plan.pages.values()] == [("index", "operation")]


def test_markdown_that_nothing_names_is_not_a_page_without_a_parser(tmp_path: Path) -> None:
    lions = "api-reference/cats/list-lions"
    files = {"a.md": "", "b.mdx": "", "c.rst": "", "d.md": "", f"{lions}.mdx": "---\ntag: x\n---\n"}
    navigation = {"pages": ["a"], "openapi": "zoo.json"}
    inputs: dict[str, Any] = {"source_suffixes": (".rst",), "named": ("d",)}
    site = plan(tmp_path, navigation, {"zoo.json": ZOO}, files, **inputs)
    authored = {name for name, page in site.plan.pages.items() if not page.generated}
    assert authored == {"a", "c", "d", lions}
    assert site.files.unnamed() == ["b"]
    ((_, message),) = found(site, "not_in_navigation")
    assert message.startswith("the navigation does not list c:")


def test_a_page_file_at_the_docname_of_a_generated_page_wins(tmp_path: Path) -> None:
    lions = "api-reference/cats/list-lions"
    files = {f"{lions}.md": "---\nopenapi: GET /lions\n---\n"}
    site = plan(tmp_path, {"openapi": "zoo.json"}, {"zoo.json": ZOO}, files)
    page = site.plan.pages[lions]
    assert (page.generated, page.kind.name, page.title) == (False, "operation", "List lions")
    assert page.breadcrumbs == ("Cats",)
    assert found(site) == []


def test_a_page_file_that_shows_another_operation_takes_the_docname(tmp_path: Path) -> None:
    lions = "api-reference/cats/list-lions"
    files = {f"{lions}.md": "---\nopenapi: GET /owls\n---\n"}
    site = plan(tmp_path, {"openapi": "zoo.json"}, {"zoo.json": ZOO}, files)
    assert str(site.plan.pages[f"{lions}-1"].operation) == "GET /lions"
    assert str(site.plan.pages[lions].operation) == "GET /owls"


@pytest.mark.parametrize(
    ("navigation", "advice"),
    [
        ({"openapi": "zoo.json", "pages": ["mine", "GET /owls"]}, "remove the entry"),
        (
            {"openapi": "zoo.json", "pages": ["mine"]},
            "rename the file to api-reference/birds/list-owls.md",
        ),
    ],
)
def test_duplicates(tmp_path: Path, navigation: Any, advice: str) -> None:
    files = {"mine.md": "---\ntitle: x\nopenapi: GET /owls\n---\n"}
    site = plan(tmp_path, navigation, {"zoo.json": ZOO}, files)
    ((_, message),) = found(site, "duplicate_operation")
    assert advice in message
    assert "GET /owls of zoo.json" in message
    (diagnostic,) = [d for d in site.plan.diagnostics if d.subtype == "duplicate_operation"]
    assert (diagnostic.place.file, diagnostic.place.line) == ("mine.md", 3)
    (docnames,) = [d for k, d in site.plan.operation_pages.items() if str(k) == "GET /owls"]
    assert sorted(docnames) == ["api-reference/birds/list-owls", "mine"]
    if "rename" in advice:
        renamed = {advice.removeprefix("rename the file to "): files["mine.md"]}
        again = plan(tmp_path / "again", {"openapi": "zoo.json"}, {"zoo.json": ZOO}, renamed)
        assert found(again) == []


@pytest.mark.parametrize(
    ("navigation", "level", "line", "words"),
    [
        ({"pages": ["api/a"]}, "warning", 4, "2 pages below the reserved root path /api (1 in"),
        ({"pages": ["x"]}, "info", None, "2 pages below the reserved root path /api (0 in"),
        ({"openapi": {"source": "zoo.json", "directory": "api"}}, "warning", 3, "5 pages below"),
    ],
)
def test_reserved_paths(
    tmp_path: Path, navigation: Any, level: str, line: int | None, words: str
) -> None:
    files = {"api/a.md": "", "api/b.md": "", "x.md": "", "apis/c.md": "", "x/api.md": ""}
    site = plan(tmp_path, navigation, {"zoo.json": ZOO}, files)
    (diagnostic,) = [d for d in site.plan.diagnostics if d.subtype == "reserved_path"]
    assert (diagnostic.level, diagnostic.place.line) == (level, line)
    assert words in diagnostic.message
    assert "api/a" in site.plan.pages


@pytest.mark.parametrize(
    ("pages", "level", "message"),
    [
        (["Guide", "guide"], "info", "the pages Guide and guide differ only in case"),
        (["a", "search"], "warning", "in HTML, the page search is overwritten"),
    ],
)
def test_a_page_that_another_overwrites(
    tmp_path: Path, pages: list[str], level: str, message: str
) -> None:
    site = plan(tmp_path, {"pages": pages}, pages={f"{name}.md": "# T\n" for name in pages})
    (diagnostic,) = [d for d in site.plan.diagnostics if d.subtype == "reserved_path"]
    assert (diagnostic.level, diagnostic.place.file) == (level, "docs.json")
    assert diagnostic.place.line == 5
    assert diagnostic.message.startswith(message)
    assert set(pages) <= set(site.plan.pages)


def test_operations_that_take_the_path_of_a_builders_page(tmp_path: Path) -> None:
    api = document({"/x": {"get": operation("A", **{"x-navapi": {"href": "/genindex"}})}})
    site = plan(tmp_path, {"openapi": "api.json"}, {"api.json": api})
    assert found(site, "reserved_path")[0][1].endswith("page: set another href")


def test_both_reserved_names(tmp_path: Path) -> None:
    site = plan(tmp_path, {"pages": ["mcp", "api/a"]}, {}, {"mcp.md": "", "api/a.md": ""})
    assert len(found(site, "reserved_path")) == 2


def test_pages_that_differ_only_in_case(tmp_path: Path) -> None:
    (tmp_path / "probe").write_text("")
    if (tmp_path / "PROBE").exists():
        pytest.skip("this file system does not tell them apart")
    site = plan(tmp_path, {"pages": ["a", "A"]}, {}, {"a.md": "", "A.md": ""})
    assert site.plan.navigation.content["pages"] == ("a", "A")


# -- schema pages


def schemas(*names: str) -> dict[str, Any]:
    return {"components": {"schemas": {name: {"type": "object"} for name in names}}}


def links_like(edges: dict[str, list[str]]) -> Any:
    """Schema links for tests: by ``/path`` of an operation, or by name of a schema."""

    def pointers(names: list[str]) -> list[str]:
        return [f"/components/schemas/{escape_pointer(name)}" for name in names]

    def make(document_: OpenApiDocument) -> SchemaLinks:
        paths = {op.pointer: op.key.path for op in document_.operations}
        return SchemaLinks(
            lambda pointer: pointers(edges.get(paths[pointer], [])),
            lambda pointer: pointers(edges.get(pointer.rpartition("/")[2], [])),
        )

    return make


def test_schema_pages_follow_links(tmp_path: Path) -> None:
    paths = {"/x": {"get": operation("X")}, "/y": {"get": operation("Y")}}
    site = plan(
        tmp_path,
        {"openapi": {"source": "d.json", "directory": "ref"}, "pages": ["a"]},
        {"d.json": document(paths, **schemas("A", "B", "C", "Unused"))},
        {"a.md": "---\nopenapi: GET /y\n---\n"},
        schema_links=links_like({"/x": ["A"], "A": ["B", "A"], "B": ["A"], "/y": ["C"]}),
    )
    assert dict(site.plan.schema_pages) == {
        ("ref", "d.json", "A"): "ref/schemas/A",
        ("ref", "d.json", "B"): "ref/schemas/B",
        ("ref", "d.json", "C"): "ref/schemas/C",
    }
    page = site.plan.pages["ref/schemas/B"]
    assert (page.kind, page.schema, page.generated, page.title) == (
        SCHEMA,
        ("d.json", "B"),
        True,
        "B",
    )
    assert page.trail == ()


def test_names_of_schema_pages(tmp_path: Path) -> None:
    names = ["Pet", "pet", "Pet!", "a/b", "..", "é"]
    site = plan(
        tmp_path,
        {"openapi": "d.json"},
        {"d.json": document({"/x": {"get": operation("Pet-1", "schemas")}}, **schemas(*names))},
        {"api-reference/schemas/é.md": "# Mine\n"},
        schema_links=links_like({"/x": names}),
    )
    by_name = {name: docname for (_, _, name), docname in site.plan.schema_pages.items()}
    assert len({docname.casefold() for docname in by_name.values()}) == len(names)
    assert by_name["é"] == "api-reference/schemas/é"
    assert not site.plan.pages[by_name["é"]].generated
    assert by_name["a/b"] == "api-reference/schemas/ab"
    assert by_name[".."] == "api-reference/schemas/schema"
    assert site.plan.pages["api-reference/schemas/pet-1"].kind is OPERATION


def test_schema_pages_of_a_document(tmp_path: Path) -> None:
    def nest(name: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"next": {"$ref": f"#/components/schemas/{name}"}}}

    names = ["A", "B", "C", "D", "E", "F"]
    chain = {name: nest(after) for name, after in zip(names, [*names[1:], "A"], strict=True)}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}
    op = {"responses": {"200": {"description": "", "content": content}}, "summary": "X"}
    documents = {"d.json": document({"/x": {"get": op}}, components={"schemas": chain})}
    site = plan(tmp_path, {"openapi": "d.json"}, documents, schema_links=book_links)
    deep = [name for _, _, name in site.plan.schema_pages]
    assert "D" in deep
    assert "A" in deep
    shallow = plan(
        tmp_path,
        {"openapi": "d.json"},
        documents,
        schema_links=lambda document_: book_links(document_, max_depth=20),
    )
    assert set(shallow.plan.schema_pages) < set(site.plan.schema_pages)


# -- fingerprints


def stub_texts(folder: Path, navigation: Any, doc: Any, **more: Any) -> dict[str, str]:
    site = plan(folder, navigation, {"d.json": doc}, more.pop("files", {}), **more)
    return generate_stubs(site.plan)


LIONS = "api-reference/cats/list-lions"


def test_a_stub_changes_when_the_page_shows_something_else(tmp_path: Path) -> None:
    def zoo(**lions: Any) -> Any:
        get = operation("List lions", "Cats", **lions)
        owls = operation("List owls", "Birds")
        return document({"/lions": {"get": get}, "/owls": {"get": owls}})

    before = stub_texts(tmp_path, {"openapi": "d.json"}, zoo())
    for change in (
        {"description": "new"},
        {"deprecated": True},
        {"x-mint": {"metadata": {"tag": "NEW"}}},
        {"x-mint": {"content": "Text"}},
    ):
        after = stub_texts(tmp_path, {"openapi": "d.json"}, zoo(**change))
        assert after[LIONS] != before[LIONS], change
        owls = "api-reference/birds/list-owls"
        assert after[owls] == before[owls], change
    links = links_like({"/lions": ["A"]})
    doc = zoo() | schemas("A")
    plain = stub_texts(tmp_path, {"openapi": "d.json"}, doc)
    linked = stub_texts(tmp_path, {"openapi": "d.json"}, doc, schema_links=links)
    assert plain[LIONS] != linked[LIONS]


def test_a_stub_stays_when_only_the_navigation_changes(tmp_path: Path) -> None:
    before = stub_texts(tmp_path, {"openapi": "d.json"}, ZOO)
    navigation = {
        "versions": [
            {
                "version": "1",
                "tabs": [{"tab": "T", "openapi": "d.json", "pages": ["GET /owls", "GET /lions"]}],
            }
        ],
        "pages": ["a"],
    }
    after = stub_texts(tmp_path, navigation, ZOO, files={"a.md": ""})
    assert after[LIONS] == before[LIONS]


def test_a_stub_names_what_its_page_shows(tmp_path: Path) -> None:
    site = plan(
        tmp_path,
        {"openapi": {"source": "d.json", "directory": "ref"}},
        {"d.json": document({"/x": {"get": operation('Ü "x"\n')}}, **schemas("A: b"))},
        schema_links=links_like({"/x": ["A: b"]}),
    )
    stubs = {name: stub_values(text) for name, text in generate_stubs(site.plan).items()}
    assert set(stubs) == {"ref/ü-x", "ref/schemas/Ab", "index"}
    for docname, stub in stubs.items():
        page = site.plan.pages[docname]
        assert (stub["kind"], stub["title"], stub["directory"]) == (
            page.kind.name,
            page.title,
            page.directory,
        )
    operation_stub, schema_stub = stubs["ref/ü-x"], stubs["ref/schemas/Ab"]
    assert operation_stub["document"] == schema_stub["document"] == "d.json"
    assert (operation_stub["method"], operation_stub["path"]) == ("GET", "/x")
    assert schema_stub["schema"] == "A: b"


# -- no input fails


KEYS = st.sampled_from(
    [
        *("pages", "groups", "tabs", "anchors", "dropdowns", "versions", "languages", "menu"),
        *("products", "global", "openapi", "group", "tab", "item", "anchor", "version"),
        *("language", "product", "icon", "href", "hidden", "root", "default", "source"),
        *("directory", "$ref", "x"),
    ]
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(
        [
            *("a", "b", "GET /lions", "get /owls/", "zoo.json GET /lions", "zz GET /x", "../x"),
            *("/", "", "https://a.example", "javascript:alert(1)", "zoo.json", "gone.json"),
            *("webhook q", "mailto:x", "en", "\ud800", "B", "index", "docs.json", "{", "\x00"),
        ]
    ),
    st.text(max_size=6),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)
SETTINGS = ["name", "logo", "navbar", "footer", "redirects", "banner", "seo", "styling", "api"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "a.mdx").write_text("---\ntitle: A\nopenapi: get /lions\n---\n", "utf-8")
    (folder / "b.md").write_text("---\ntitle: : x\n y: [\n---\n# B\n", "utf-8")
    (folder / "c.md").write_bytes(b"\xff\xfe\x00---\n")
    paths = dict(ZOO["paths"])
    paths["/x\ud800\x01"] = {"get": operation("\ud800", "..", operationId="\ud800")}
    paths["/y"] = {
        "get": operation("y" * 3_000, "", **{"x-mint": {"href": "../../etc", "content": 1}})
    }
    paths["/z"] = {
        "get": operation("z", **{"x-mint": {"metadata": {"url": "javascript:x", "title": {}}}})
    }
    (folder / "zoo.json").write_text(json.dumps(document(paths)), "utf-8")
    return folder


@settings(max_examples=amount(150, 37), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    config=st.fixed_dictionaries({"navigation": VALUES}, optional=dict.fromkeys(SETTINGS, VALUES)),
    matching=st.sampled_from(list(Matching)),
)
def test_hostile_configuration(hostile: Path, config: Any, matching: Matching) -> None:
    def load(name: str, _overlays: object = ()) -> LoadedDocument:
        result = load_document(hostile / name, name, hostile)
        return LoadedDocument(document=result.document, diagnostics=result.diagnostics)

    site = resolve_site(
        PlanInputs(
            srcdir=hostile,
            config=site_config_from_mapping(config, hostile),
            load=load,
            matching=matching,
            source_suffixes=(".rst", ".md", ".mdx"),
            schema_links=book_links,
            remote_documents=False,
        )
    )
    json.dumps(site_json(site.plan, str), ensure_ascii=False).encode()
    for docname, text in generate_stubs(site.plan).items():
        assert stub_values(text)["navapi"]
        segments = docname.split("/")
        assert all(part and part != ".." and len(part.encode()) < 220 for part in segments)
    for docname, page in site.plan.pages.items():
        assert page.next is None or site.plan.pages[page.next].prev == docname
    "\n".join(explain_navigation(site)).encode()
    for reference in ("GET /lions", "get /owls", "a", "zz", "webhook q", ""):
        assert explain_reference(site, reference).lines


# -- documents relative to pages


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("../api.json GET /x", "docs/api.json"),
        ("./../api.json get /x", None),
        ("../../api.json GET /x", "api.json"),
        # Not there, so from the root.
        ("../other.json GET /x", "other.json"),
        ("./other.json GET /x", "other.json"),
        ("../../../other.json GET /x", "other.json"),
        ("api.json GET /x", "api.json"),
        ("/docs/api.json GET /x", "docs/api.json"),
    ],
)
def test_documents_in_metadata_may_be_relative_to_the_page(
    tmp_path: Path, written: str, shown: str | None
) -> None:
    files = {
        name: json.dumps(document({"/x": {"get": operation("X")}}))
        for name in ("api.json", "docs/api.json", "other.json")
    }
    files["docs/pages/a.md"] = f"---\nopenapi: {written}\n---\n"
    page = plan(tmp_path, {"pages": ["docs/pages/a"]}, files).plan.pages["docs/pages/a"]
    assert (page.operation.document if page.operation else None) == shown


def test_pages_of_a_missing_document_are_one_message(tmp_path: Path) -> None:
    head = "---\nopenapi: {} get /x\n---\n"
    site = plan(
        tmp_path,
        {"pages": ["a", "docs/b"]},
        {
            "specs/api.json": json.dumps(document({"/x": {"get": operation("X")}})),
            "a.md": head.format("apo.json"),
            "docs/b.md": head.format("../apo.json"),
        },
    )
    causes = [d.cause for d in site.plan.diagnostics if d.subtype.value == "operation_not_found"]
    assert len(causes) == 2
    assert len(set(causes) - {None}) == 1
    assert "did you mean specs/api.json?" in causes[0].summary
