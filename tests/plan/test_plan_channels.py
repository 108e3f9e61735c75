"""`asyncapi` in the navigation and in the metadata of pages, beside `openapi`."""

from __future__ import annotations

import re

import pytest
from plan_sites import ZOO, plan

from sphinx_navapi.plan.explain import explain_navigation, explain_reference

BUS = {
    "asyncapi": "3.0.0",
    "info": {"title": "Bus", "version": "1"},
    "channels": {
        "stops": {"address": "bus/{line}/stops", "messages": {}},
        "rides": {"title": "Rides", "tags": [{"name": "Riders"}]},
    },
    "operations": {
        "arrive": {"action": "send", "channel": {"$ref": "#/channels/stops"}, "summary": "Arrive"},
        "ask": {"action": "receive", "channel": {"$ref": "#/channels/stops"}, "x-hidden": True},
        "leave": {"action": "receive", "channel": {"$ref": "#/channels/stops"}},
        "board": {"action": "receive", "channel": {"$ref": "#/channels/rides"}},
        "gone": {"action": "send", "channel": {"$ref": "#/channels/rides"}, "x-excluded": True},
    },
}
FILES = {"zoo.json": ZOO, "bus.json": BUS}


def pages_of(site):
    return [name for name, page in site.plan.pages.items() if page.operation and page.generated]


def said(site, subtype):
    return [each.message for each in site.plan.diagnostics if each.subtype == subtype]


ALL = [
    "api-reference/stops/arrive",
    "api-reference/stops/leave",
    "api-reference/riders/board",
]
CATS = ["api-reference/cats/list-lions", "api-reference/cats/add-lion"]
ZOO_PAGES = [*CATS, "api-reference/birds/list-owls"]


@pytest.mark.parametrize(
    ("navigation", "pages"),
    [
        # Grouped by tag, else by channel; hidden and excluded ones are not added.
        ({"groups": [{"group": "A", "asyncapi": "bus.json"}]}, ALL),
        ({"tabs": [{"tab": "A", "asyncapi": ["bus.json"]}]}, ALL),
        ({"asyncapi": {"source": "bus.json", "directory": "x"}},
         [name.replace("api-reference", "x") for name in ALL]),
        # Both on one element: OpenAPI first.
        ({"groups": [{"group": "A", "asyncapi": "bus.json", "openapi": "zoo.json"}]},
         [*ZOO_PAGES, *ALL]),
        # Listing operations of one kind does not affect the other.
        ({"groups": [{"group": "A", "asyncapi": "bus.json", "openapi": "zoo.json",
                      "pages": ["SEND stops"]}]},
         ["api-reference/stops/arrive", *ZOO_PAGES]),
        # Each is inherited separately.
        ({"openapi": "zoo.json", "asyncapi": "bus.json",
          "tabs": [{"tab": "A", "asyncapi": {"source": "bus.json", "directory": "x"},
                    "pages": ["GET /owls", "RECEIVE leave"]}]},
         ["api-reference/birds/list-owls", "x/stops/leave"]),
        # By name, without a document in scope; hidden ones have a page if they are listed.
        ({"pages": ["bus.json SEND bus/{line}/stops", "bus RECEIVE ask"]},
         ["api-reference/stops/arrive", "api-reference/stops/ask"]),
    ],
)  # fmt: skip
def test_pages(tmp_path, navigation, pages):
    site = plan(tmp_path, navigation, FILES, {})
    assert pages_of(site) == pages
    assert {each.level for each in site.plan.diagnostics} <= {"info"}


def test_labels_of_groups(tmp_path):
    site = plan(tmp_path, {"groups": [{"group": "A", "asyncapi": "bus.json"}]}, FILES, {})
    [group] = site.plan.navigation.content["groups"]
    assert [each.label for each in group.content["pages"]] == ["stops", "Riders"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("stops", ["arrive", "ask", "leave"]),
        ("bus/{line}/stops", ["arrive", "ask", "leave"]),
        ("bus.json stops", ["arrive", "ask", "leave"]),
        ("/bus.json board", ["board"]),
        ("RECEIVE stops", ["ask"]),
        ("leave", ["leave"]),
    ],
)
def test_metadata(tmp_path, written, shown):
    """Documents are found even if no element sets them."""
    text = f'---\nasyncapi: "{written}"\n---\n\n# Page\n'
    site = plan(tmp_path, {"pages": ["page"]}, FILES, {"page.md": text})
    page = site.plan.pages["page"]
    ids = {each.key: each.operation_id for each in site.document("bus.json").operations}
    assert [ids[key] for key in (page.operation, *page.more_operations)] == shown
    assert page.kind.name == "asyncapi"


@pytest.mark.parametrize(
    ("documents", "written", "advice"),
    [
        (FILES, "stop", "did you mean"),
        (FILES, "elsewhere", "use the name of a channel or an operation in bus.json, such as"),
        ({"zoo.json": ZOO}, "stops", "there is no AsyncAPI document in this site"),
    ],
)
def test_metadata_that_names_nothing(tmp_path, documents, written, advice):
    text = f"---\nasyncapi: {written}\n---\n\n# Page\n"
    site = plan(tmp_path, {"pages": ["page"]}, documents, {"page.md": text})
    [message] = said(site, "operation_not_found")
    assert f"no document has the channel or operation {written} in page.md" in message
    assert advice in message
    assert site.plan.pages["page"].kind.name == "page"
    for proposed in re.findall(r"did you mean (.+)\?", message):
        words = proposed.split(" or ")
        assert len(set(words)) == len(words)


def test_api_asyncapi_is_a_place_to_look(tmp_path):
    text = "---\nasyncapi: stops\n---\n\n# Page\n"
    other = {**BUS, "operations": {"arrive": BUS["operations"]["arrive"]}}
    files = {"another.json": other, **FILES}
    settings = {"api": {"asyncapi": "bus.json"}}
    site = plan(tmp_path, {"pages": ["page"]}, files, {"page.md": text}, settings=settings)
    assert site.plan.pages["page"].operation.document == "bus.json"


#: Methods of OpenAPI 3.2 that have the names of AsyncAPI's actions and of webhooks.
OUTBOX = {
    "openapi": "3.2.0",
    "info": {"title": "Outbox", "version": "1"},
    "paths": {
        "/outbox/{id}": {
            "additionalOperations": {
                name: {"operationId": name, "responses": {"200": {"description": "OK"}}}
                for name in ("SEND", "PUBLISH", "WEBHOOK")
            }
        }
    },
}


@pytest.mark.parametrize("method", ["SEND", "PUBLISH", "WEBHOOK"])
@pytest.mark.parametrize("document", ["", "outbox.json "])
def test_a_method_of_the_name_of_an_action_is_an_operation(tmp_path, document, method):
    reference = f"{document}{method} /outbox/{{id}}"
    text = f'---\nopenapi: "{reference}"\n---\n\n# Page\n'
    navigation = {
        "groups": [{"group": "A", "openapi": "outbox.json", "pages": ["page", reference]}]
    }
    site = plan(tmp_path, navigation, {"outbox.json": OUTBOX, **FILES}, {"page.md": text})
    problems = {each.subtype for each in site.plan.diagnostics if each.level == "warning"}
    assert problems == {"duplicate_operation"}
    pages = [page for page in site.plan.pages.values() if page.operation]
    assert {page.kind.name for page in pages} == {"operation"}
    assert [page.operation.method for page in pages].count(method) == 2
    assert site.find_operation(reference).operation_id == method
    assert explain_reference(site, reference).has_page
    assert explain_reference(site, method).has_page
    lenient = reference.replace("{id}", "{id}/")
    assert site.near_reference(lenient, "page") == reference


def test_of_a_channel_and_a_path_of_one_name_each_is_found(tmp_path):
    """A channel is looked up first where no field names the standard."""
    bus = {**BUS, "channels": {"stops": {"address": "/outbox/{id}"}, "rides": {}}}
    text = '---\n{}: "SEND /outbox/{{id}}"\n---\n\n# Page\n'
    pages = {f"{name}.md": text.format(name) for name in ("asyncapi", "openapi")}
    files = {"outbox.json": OUTBOX, "bus.json": bus}
    bound = {"asyncapi": "bus.json", "openapi": "outbox.json"}
    navigation = {**bound, "pages": ["asyncapi", "openapi", "SEND /outbox/{id}"]}
    site = plan(tmp_path, navigation, files, pages)
    for name, document in (("asyncapi", "bus.json"), ("openapi", "outbox.json")):
        assert site.plan.pages[name].operation.document == document
    assert pages_of(site) == ["api-reference/stops/arrive"]


def test_explain(tmp_path):
    navigation = {"tabs": [{"tab": "Bus", "asyncapi": "bus.json"}]}
    site = plan(tmp_path, navigation, FILES, {})
    assert '  tab "Bus" (asyncapi: bus.json)' in list(explain_navigation(site))
    answer = explain_reference(site, "SEND stops")
    assert answer.has_page
    assert "sets asyncapi, and no entry in its scope" in " ".join(answer.lines)
    hidden = explain_reference(site, "RECEIVE ask")
    assert not hidden.has_page
    assert "is not added automatically" in " ".join(hidden.lines)
    alone = plan(tmp_path / "alone", {"pages": []}, FILES, {})
    assert '"asyncapi": "bus.json"' in " ".join(explain_reference(alone, "SEND stops").lines)
