"""What entries of ``pages`` resolve to, and the messages for those that do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from case_files import value_cases
from plan_sites import ZOO, document, found, operation, plan

from sphinx_navapi.diagnostics import merge_diagnostics
from sphinx_navapi.plan import Matching
from sphinx_navapi.plan.site_plan import ExternalLink

CASES = value_cases(Path(__file__).parent / "cases" / "entries.yaml")

CATS = "api-reference/cats/list-lions"


def mistakes(where: str) -> list[tuple[str, str, str]]:
    """The diagnostic at *where*: its subtype and part of its message."""
    return [(subtype, *row) for subtype, rows in CASES[where] for row in rows.items()]


def entries(folder: Path, pages: list[Any], **more: Any) -> tuple[list[Any], list[Any]]:
    """What *pages* resolve to below a tab that sets the zoo document, and the warnings."""
    files = more.pop("files", {})
    documents = {"zoo.json": ZOO, **more.pop("documents", {})}
    navigation = {"tabs": [{"tab": "API", "openapi": "zoo.json", "pages": pages}]}
    site = plan(folder, navigation, documents, files, **more)
    (tab,) = site.plan.navigation.children()
    return list(tab.content["pages"]), found(site)


@pytest.mark.parametrize(
    "entry",
    ["GET /lions", "  GET   /lions ", "zoo.json GET /lions", "zoo GET /lions", "/zoo GET /lions"],
)
def test_references(tmp_path: Path, entry: str) -> None:
    assert entries(tmp_path, [entry]) == ([CATS], [])


@pytest.mark.parametrize(("subtype", "entry", "words"), mistakes("entries"))
def test_dropped_entries_have_one_reason(
    tmp_path: Path, entry: str, subtype: str, words: str
) -> None:
    files = {"intro.md": "", "guide/index.md": "", "deep/setup.md": "", "out.md": ""}
    paths = dict(ZOO["paths"])
    paths["/broken"] = {"get": []}
    paths["/excluded"] = {"get": operation("X", **{"x-excluded": True})}
    pages, problems = entries(
        tmp_path,
        [entry],
        files=files,
        documents={"zoo.json": document(paths)},
        exclude_patterns=("out.md",),
    )
    assert pages == []
    (problem,) = [p for p in problems if p[0] != "invalid_operation"]
    assert problem[0] == subtype
    assert words in problem[1]
    assert " ".join(entry.split()) in problem[1]


def test_no_document_in_scope(tmp_path: Path) -> None:
    site = plan(
        tmp_path,
        {"pages": ["GET /lions"]},
        {"zoo.json": ZOO},
        settings={"api": {"openapi": "zoo.json"}},
    )
    assert [subtype for subtype, _ in found(site)] == ["missing_openapi"]
    assert site.plan.navigation.content == {"pages": ()}


def test_no_document_in_scope_suggests_the_one_with_the_operation(tmp_path: Path) -> None:
    documents = {"bus.json": document({"/stops": {"get": operation("Stops")}}), "zoo.json": ZOO}
    navigation: dict[str, Any] = {"groups": [{"group": "G", "pages": ["GET /lions"]}]}
    ((_, message),) = found(plan(tmp_path, navigation, documents))
    assert message.endswith('set "openapi": "zoo.json" there')
    navigation["groups"][0]["openapi"] = "zoo.json"
    site = plan(tmp_path, navigation, documents)
    assert found(site) == []
    assert CATS in site.plan.pages
    ((_, message),) = found(plan(tmp_path / "none", {"pages": ["GET /lions"]}))
    assert message.endswith(
        "add an OpenAPI document to the source directory, and set openapi to it"
    )


def test_an_exact_match_is_suggested_before_a_lenient_one(tmp_path: Path) -> None:
    nearly = document({"/lions/": {"get": operation("Nearly")}})
    navigation: dict[str, Any] = {"pages": ["GET /lions"]}
    documents = {"bus.json": document({}), "nearly.json": nearly}
    ((_, message),) = found(plan(tmp_path / "a", navigation, documents))
    assert message.endswith('set "openapi": "nearly.json" there')
    ((_, message),) = found(plan(tmp_path / "b", navigation, {**documents, "zoo.json": ZOO}))
    assert message.endswith('set "openapi": "zoo.json" there')


def test_a_suggested_document_is_neither_used_nor_judged(tmp_path: Path) -> None:
    paths = {**ZOO["paths"], "/broken": {"get": []}}
    site = plan(tmp_path, {"pages": ["GET /lions"]}, {"zoo.json": document(paths)})
    assert [subtype for subtype, _ in found(site)] == ["missing_openapi"]
    assert site.matcher.library.used() == {}


@pytest.mark.parametrize(
    ("content", "subtype"),
    [
        (None, "openapi_not_found"),
        ("{", "openapi_invalid"),
        ({"swagger": "2.0", "paths": {}}, "openapi_2"),
    ],
)
def test_an_unusable_document_is_in_scope(tmp_path: Path, content: Any, subtype: str) -> None:
    documents = {} if content is None else {"bad.json": content}
    navigation = {"tabs": [{"tab": "A", "openapi": "bad.json", "pages": ["GET /x"]}]}
    site = plan(tmp_path, navigation, documents)
    assert [s for s, _ in found(site)] == [subtype, "page_not_found"]
    assert "cannot be used" in found(site)[1][1]


def test_a_page_file_of_that_name_is_not_a_problem(tmp_path: Path) -> None:
    files = {"GET started.md": "", "get x.md": "", "GET /lions.md": ""}
    assert entries(tmp_path, ["GET started"], files=files) == (["GET started"], [])
    # It looks like a reference, but nothing matches: a page path.
    files = {"GET /tigers.md": "# T\n"}
    assert entries(tmp_path, ["GET /tigers"], files=files) == (["GET /tigers"], [])
    files = {"get /lions.md": "# T\n"}
    assert entries(tmp_path, ["get /lions"], files=files) == (["get /lions"], [])
    site = plan(tmp_path / "b", {"pages": ["GET /x"]}, {}, {"GET /x.md": ""})
    assert found(site) == []


def test_an_operation_comes_before_a_page_of_that_name(tmp_path: Path) -> None:
    assert entries(tmp_path, ["GET /lions"], files={"GET /lions.md": ""}) == ([CATS], [])


def test_lenient(tmp_path: Path) -> None:
    pages, problems = entries(tmp_path, ["get /lions/", "Get /owls"], matching=Matching.LENIENT)
    assert (pages, problems) == ([CATS, "api-reference/birds/list-owls"], [])


def test_lenient_prefers_an_exact_match_in_a_later_document(tmp_path: Path) -> None:
    navigation = {"openapi": ["a.json", "b.json"], "pages": ["GET /x", "get /x"]}
    documents = {
        "a.json": document({"/x/": {"get": operation("In a")}}),
        "b.json": document({"/x": {"get": operation("In b")}}),
    }
    site = plan(tmp_path, navigation, documents, matching=Matching.LENIENT)
    assert site.plan.navigation.content["pages"] == ("api-reference/in-b", "api-reference/in-a")


@pytest.mark.parametrize("source", ["gone.json", "http://a.example/zoo.json", "bad.json"])
def test_pages_without_an_operation_follow_the_document_that_cannot_be_used(
    tmp_path: Path, source: str
) -> None:
    files = {"page.md": "---\nopenapi: GET /x\n---\n"}
    navigation = {"pages": ["page"], "openapi": source}
    site = plan(tmp_path / "one", navigation, {"bad.json": "{"}, files)
    problem, following = site.plan.diagnostics
    assert (str(following.subtype), str(following.place)) == ("operation_not_found", "page.md:2")
    assert problem.cause is not None
    assert following.cause is not None
    assert (following.cause.key, following.cause.follows) == (problem.cause.key, True)
    # Another document could be used, so this is a mistake of its own.
    site = plan(tmp_path / "other", navigation, {"bad.json": "{", "zoo.json": ZOO}, files)
    (own,) = (each.cause for each in site.plan.diagnostics if each.place.file == "page.md")
    assert own is not None
    assert not own.follows


def test_links_and_pages_that_are_links(tmp_path: Path) -> None:
    files = {
        "go.md": "---\ntitle: Go\nurl: https://a.example/go\n---\n",
        "bad.md": "---\nurl: javascript:alert(1)\n---\n",
        "next.md": "# Next\n",
    }
    navigation = {"pages": ["https://b.example/x/", "mailto:a@b.example", "go", "bad", "next"]}
    site = plan(tmp_path, navigation, {}, files)
    assert site.plan.navigation.content["pages"] == (
        ExternalLink(href="https://b.example/x/", title="b.example/x"),
        ExternalLink(href="mailto:a@b.example", title="a@b.example"),
        ExternalLink(href="https://a.example/go", title="Go", docname="go"),
        "bad",
        "next",
    )
    ((subtype, message),) = found(site)
    assert subtype == "config"
    assert "javascript:alert(1)" in message
    pages = site.plan.pages
    assert (pages["bad"].prev, pages["bad"].next, pages["go"].next) == (None, "next", None)
    assert pages["go"].trail == (site.plan.navigation,)


def test_a_hidden_operation_that_is_named(tmp_path: Path) -> None:
    navigation = {"openapi": "zoo.json", "pages": ["GET /keys", "ops"]}
    files = {"ops.md": "---\nopenapi: GET /keys\n---\n"}
    site = plan(tmp_path, navigation, {"zoo.json": ZOO}, files)
    assert "api-reference/cats/list-keys" in site.plan.pages
    notes = found(site, "hidden_operation")
    assert len(notes) == 2
    assert all("GET /keys" in message for _, message in notes)


@pytest.mark.parametrize(("subtype", "field", "words"), mistakes("metadata"))
def test_metadata_that_names_no_operation(
    tmp_path: Path, field: str, subtype: str, words: str
) -> None:
    paths = {**ZOO["paths"], "/broken": {"get": []}}
    files = {"a.md": f"---\ntitle: A\nopenapi: {field}\n---\n"}
    site = plan(tmp_path, {"pages": ["a"]}, {"zoo.json": document(paths)}, files)
    (problem,) = [d for d in site.plan.diagnostics if d.subtype == subtype]
    assert words in problem.message
    assert (problem.place.file, problem.place.line) == ("a.md", 3)
    assert site.plan.pages["a"].operation is None


def test_metadata_looks_in_scope_first(tmp_path: Path) -> None:
    def one(summary: str) -> dict[str, Any]:
        return document({"/x": {"get": operation(summary)}})

    documents = {f"{name}.json": one(name) for name in ("found", "api", "nav", "scope")}
    field = "---\nopenapi: GET /x\n---\n"
    files = {"in.md": field, "out.md": field, "named.md": "---\nopenapi: found GET /x\n---\n"}
    navigation = {
        "tabs": [
            {"tab": "N", "openapi": "nav.json", "groups": []},
            {"tab": "S", "openapi": "scope.json", "groups": [{"group": "G", "pages": ["in"]}]},
            {"tab": "O", "pages": ["out", "named"]},
        ]
    }
    settings = {"api": {"openapi": "api.json"}}
    site = plan(tmp_path, navigation, documents, files, settings=settings)
    titles = {name: site.plan.pages[name].title for name in ("in", "out", "named")}
    assert titles == {"in": "scope", "out": "api", "named": "found"}
    site = plan(tmp_path, navigation, documents, files, settings={})
    assert site.plan.pages["out"].title == "nav"
    site = plan(tmp_path, {"pages": ["out"]}, documents, files)
    assert site.plan.pages["out"].title == "api", "the first by path"


def test_documents_that_are_found_are_read_only_when_asked_for(tmp_path: Path) -> None:
    documents = {"broken.json": '{"openapi": "9"}', "data.json": {"x": {"openapi": 1}}}
    site = plan(tmp_path, {"pages": ["a"]}, documents, {"a.md": "---\nopenapi: GET /x\n---\n"})
    assert [s for s, _ in found(site)] == ["operation_not_found"]
    files = {"a.md": "---\nopenapi: broken.json GET /x\n---\n"}
    site = plan(tmp_path, {"pages": ["a"]}, documents, files)
    assert sorted(s for s, _ in found(site)) == ["openapi_invalid", "operation_not_found"]


def test_schema_metadata(tmp_path: Path) -> None:
    schemas = {"components": {"schemas": {"Pet": {"type": "object"}, "A B": {}}}}
    files = {
        "pet.md": "---\nopenapi-schema: Pet\n---\n",
        "doc.md": "---\nopenapi-schema: /pets.json A B\n---\n",
        "no.md": "---\nopenapi-schema: Dog\n---\n",
    }
    documents = {"pets.json": document({}, **schemas)}
    site = plan(tmp_path, {"pages": ["pet", "doc", "no"]}, documents, files)
    pages = site.plan.pages
    assert pages["pet"].schema == ("pets.json", "Pet")
    assert pages["pet"].kind.name == "schema"
    assert pages["doc"].schema == ("pets.json", "A B")
    assert (pages["no"].schema, pages["no"].kind.name) == (None, "page")
    assert [s for s, _ in found(site)] == ["operation_not_found"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("gone.json", "there is no OpenAPI document gone.json"),
        ("zop.json", "did you mean zoo.json?"),
        ("zoo", "did you mean zoo.json?"),
        ("../zoo.json", "outside the source directory"),
        ("http://a.example/o.json", "use an https:// URL"),
        ("https://a.example/o.json", "navapi_remote_documents"),
    ],
)
def test_documents_that_are_not_there(tmp_path: Path, source: str, words: str) -> None:
    navigation = {"tabs": [{"tab": "A", "openapi": source}, {"tab": "B", "openapi": source}]}
    site = plan(tmp_path, navigation, {"zoo.json": ZOO}, remote_documents=False)
    (problem,) = site.plan.diagnostics
    assert problem.subtype == "openapi_not_found"
    assert words in problem.message
    assert (problem.place.file, problem.place.line) == ("docs.json", 6)


def test_remote_documents_are_asked_of_the_loader(tmp_path: Path) -> None:
    from sphinx_navapi.plan import LoadedDocument

    asked: list[str] = []

    def load(name: str, _overlays: object = ()) -> LoadedDocument:
        asked.append(name)
        return LoadedDocument()

    plan(tmp_path, {"openapi": "https://a.example/o.json"}, load=load)
    assert asked == ["https://a.example/o.json"]


@pytest.mark.parametrize(
    ("name", "text", "is_document"),
    [
        *((*row, True) for row in CASES["documents"]),
        *((*row, False) for row in CASES["no_documents"]),
    ],
)
def test_which_files_are_documents(tmp_path: Path, name: str, text: str, is_document: bool) -> None:
    from sphinx_navapi.plan import LoadedDocument

    asked: list[str] = []

    def load(document_name: str, _overlays: object = ()) -> LoadedDocument:
        asked.append(document_name)
        return LoadedDocument()

    files = {"p.md": "---\nopenapi: GET /x\n---\n", name: text}
    plan(tmp_path, {"pages": ["p"]}, {}, files, load=load, exclude_patterns=("out",))
    assert asked == ([name] if is_document else [])


def test_of_two_documents_with_an_invalid_operation_the_first_says_why(tmp_path: Path) -> None:
    navigation = {"openapi": ["a.json", "b.json"], "pages": ["GET /x"]}
    documents = {
        "a.json": document({"/x": {"get": []}}),
        "b.json": {**document({"/x": {"get": {}}}), "openapi": "3.0.3"},
    }
    site = plan(tmp_path, navigation, documents)
    ((_, message),) = found(site, "page_not_found")
    assert "mapping" in message.partition("it is invalid")[2]
    assert "responses" not in message


def test_additional_operations(tmp_path: Path) -> None:
    item = {"get": operation("List"), "additionalOperations": {"COPY": operation("Copy")}}
    files = {"copy.json": {**document({"/lions": item}), "openapi": "3.2.0"}}
    binding = {"openapi": {"source": "copy.json", "overview": False}}
    cases = (
        (["COPY /lions"], ["copy"], []),
        (["copy.json COPY /lions", "GET /lions"], ["copy", "list"], []),
        # An entry that matches no operation does not prevent the others from being added; a near
        # miss does.
        (["FETCH /lions"], ["list", "copy"], ["page_not_found"]),
        (["Copy /lions"], [], ["near_miss"]),
    )
    for number, (pages, expected, problems) in enumerate(cases):
        folder = tmp_path / str(number)
        folder.mkdir()
        site = plan(folder, {"groups": [{"group": "A", "pages": pages, **binding}]}, files)
        names = [name.rpartition("/")[2] for name in site.plan.pages]
        assert [name for name in names if name != "index"] == expected
        assert [subtype for subtype, _ in found(site)] == problems


@pytest.mark.parametrize(("entry", "meant"), [("index.html", "index"), ("lendBook", "POST /loans")])
def test_what_is_meant_by_other_names_is_said(tmp_path: Path, entry: str, meant: str) -> None:
    paths = {"/loans": {"post": operation("Lend", operationId="lendBook")}}
    navigation = {"openapi": "a.json", "pages": [entry]}
    site = plan(tmp_path, navigation, {"a.json": document(paths)}, {"index.md": "# Home\n"})
    ((_, message),) = found(site, "page_not_found")
    assert meant in message.partition(entry)[2]


def test_pages_that_are_not_translated_are_one_message_for_each_language(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d", "e"]
    navigation = {
        "languages": [
            {"language": "en", "pages": [*names, "gone"]},
            {"language": "fr", "pages": [f"fr/{name}" for name in names]},
            {"language": "ja", "groups": [{"group": "G", "pages": [f"ja/{n}" for n in names]}]},
        ]
    }
    pages = [*names, "fr/a", "fr/b", "ja/e"]
    site = plan(tmp_path, navigation, {}, {f"{name}.md": "" for name in pages})
    missing = [d for d in site.plan.diagnostics if d.subtype == "page_not_found"]
    merged = [each.message.split() for each in merge_diagnostics(missing)]
    # Three are named, four and more are not.
    one, *french, japanese = [[word.strip(",;") for word in words] for words in merged]
    assert "gone" in one
    assert [words[5] for words in french] == ["fr/c", "fr/d", "fr/e"]
    assert {"4", "ja", "ja/a"} <= set(japanese)


@pytest.mark.parametrize("suffix", ["md", "mdx"])
def test_a_missing_page_should_be_written_like_the_others(tmp_path: Path, suffix: str) -> None:
    files = {f"{name}.{suffix}": "" for name in ("start", "basics")}
    site = plan(tmp_path, {"pages": ["start", "basics", "zebra"]}, {}, files)
    ((_, message),) = found(site, "page_not_found")
    assert f"zebra.{suffix}," in message.split()
