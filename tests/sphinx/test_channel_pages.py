"""Pages of operations of AsyncAPI documents, in every output format."""

from __future__ import annotations

import re

import pytest
from asyncapi_documents import CHAT_YAML, LIGHTS_YAML, PARTS_YAML
from bs4 import BeautifulSoup

DOCS_JSON = {
    "navigation": {
        "groups": [
            {"group": "Guide", "pages": ["index", "orders"]},
            {"group": "Lights", "asyncapi": "lights.yaml"},
            {"group": "Chat", "asyncapi": {"source": "chat.yaml", "directory": "chat"}},
        ]
    }
}
FILES = {
    "index.rst": "Home\n====\n\n:navapi:op:`RECEIVE measured`, :navapi:op:`sayInRoom`\n",
    "orders.md": "---\ntitle: Orders\nasyncapi: /lights.yaml orders\n---\n\nRead this.\n",
    "lights.yaml": LIGHTS_YAML,
    "chat.yaml": CHAT_YAML,
    "parts.yaml": PARTS_YAML,
    "docs.json": DOCS_JSON,
}
MEASURED = "api-reference/lighting/take-in-a-measurement"
ORDER = "api-reference/orders/order-a-light"
SAY = "chat/rooms/say-something"
KNOWN = {"suppress_warnings": ["navapi.duplicate_operation"]}


@pytest.fixture(scope="module")
def built(shared_project):
    shared_project.write(FILES)
    return shared_project.build(**KNOWN)


def page_of(built, name):
    page = BeautifulSoup(built.text(f"{name}.html"), "html.parser").select_one("[role=main]")
    for link in page.select("a.headerlink"):
        link.decompose()
    return page


def words_of(element):
    return " ".join(element.get_text(" ").split())


def test_nothing_is_said(built):
    assert built.warnings == []


def test_groups_and_kinds(built):
    site = built.site()
    lights, chat = site["navigation"]["groups"][1:]
    assert [(each["group"], each["pages"]) for each in lights["pages"][1:]] == [
        ("lighting", [MEASURED]),
        ("orders", [ORDER, "api-reference/orders/order-again"]),
    ]
    assert [each["group"] for each in chat["pages"]] == ["Rooms", "rooms/{room}"]
    page = site["pages"][SAY]
    assert (page["kind"], page["title"]) == ("asyncapi", "Say something")
    assert page["operation"] == {
        "document": "chat.yaml",
        "method": "PUBLISH",
        "path": "rooms/{room}",
        "operation_id": "sayInRoom",
    }
    assert site["pages"]["api-reference/index"]["kind"] == "overview"


def test_page_of_an_operation(built):
    page = page_of(built, MEASURED)
    bar = page.select_one(".navapi-signature")
    assert words_of(bar).startswith("RECEIVE lights. {lightId} .measured kafka-secure")
    assert [tag.get_text() for tag in page.select("h2")] == [
        "Examples", "Channel", "Parameters", "Messages", "Servers", "Authorization",
    ]  # fmt: skip
    text = words_of(page)
    for part in (
        "The application receives messages from this channel.",
        "What the control room needs.",
        "About measuring",
        "One message for each measurement.",
        "kafka.topic measurements",
        "kafka.groupId control-room",
        "Location $message.payload#/id",
        "What a light saw.",
        "Correlation ID $message.header#/traceId Ties both.",
        "Tags hot",
        "kafka.key string – The light",
        "source string required",
        "Follows the message.",
        "How bright it is.",
        "kafka-secure://{region}.lights.example:9092/city production (kafka-secure 3.5)",
        "Tags remote kafka.schemaRegistryUrl https://registry.lights.example",
        "lights.example/broker",
        "Where the broker is. Allowed north south Example south",
        "SASL/SCRAM-SHA-256",
    ):
        assert part in text
    samples = words_of(page.select_one(".navapi-samples"))
    assert "At night" in samples
    assert '"lumens": 3000' in samples
    assert page.select("navapi-playground") == []


def test_its_style_is_on_no_other_page(built):
    style = "_static/navapi-channel.css"
    assert style in built.text(f"{MEASURED}.html")
    assert style not in built.text("index.html")


def test_schemas_of_other_languages_and_the_reply(built):
    page = page_of(built, ORDER)
    messages = words_of(page.select_one(".navapi-responses"))
    assert "Schema format application/vnd.apache.avro;version=1.9.0" in messages
    assert '"name": "TurnRecord"' in messages
    assert "message DimLight { int32 percent = 1 ; }" in messages
    reply = words_of(page.select_one(".navapi-callbacks"))
    assert reply.startswith(
        "answers RECEIVE $message.header#/replyTo Where the answer goes. To whom it may concern."
    )
    assert "taken boolean" in reply
    # A name is not an HTTP status.
    assert "404" in reply
    assert "Not Found" not in reply
    assert "API key X-Key header" in words_of(page.select_one(".navapi-security"))


def test_an_authored_page_shows_all_of_a_channel(built):
    page = page_of(built, "orders")
    assert [tag.get_text() for tag in page.select("h1, h2")] == [
        "Orders", "Order a light", "Order again",
    ]  # fmt: skip
    assert [words_of(bar).split(" ")[1] for bar in page.select(".navapi-signature")] == [
        "lights.orders", "lights.orders",
    ]  # fmt: skip
    assert "Orders Read this. Order a light SEND" in words_of(page)
    ids = [tag["id"] for tag in page.select("[id]")]
    assert len(ids) == len(set(ids))


def test_references_lead_to_the_pages(built):
    found = page_of(built, "index").select("p a")
    links = {a.get_text(): a["href"].partition("#")[0] for a in found}
    assert links == {"Take in a measurement": f"{MEASURED}.html", "Say something": f"{SAY}.html"}


def test_markdown(built):
    lines = built.text(f"{MEASURED}.md").splitlines()
    for line in (
        "**RECEIVE** `lights.{lightId}.measured`",
        "The application receives messages from this channel. `kafka-secure`",
        "## Messages",
        "### measured A measurement",
        "- `source` (string, required)",
        (
            "Correlation ID `$message.header#/traceId` Ties both.; Tags `hot`; kafka.key"
            " `string – The light`"
        ),
    ):
        assert line in lines
    assert f"[Say something]({SAY}.md)" in built.text("llms.txt")
    assert "Order again" in built.text("orders.md")


def test_search(built):
    index = built.text("searchindex.js")
    assert "traceid" in index
    assert "lumen" in index


@pytest.mark.parametrize("builder", ["text", "latex", "singlehtml"])
def test_other_builders(project, builder):
    project.write(FILES)
    built = project.build(builder, **KNOWN)
    assert built.warnings == []
    if builder == "text":
        text = built.text(f"{MEASURED}.txt")
        assert '**RECEIVE** "lights.{lightId}.measured" (kafka-secure)' in text
        assert re.search(r'Correlation ID "[^"]+" Ties both\.', " ".join(text.split()))


def test_texts_can_be_translated(project):
    project.write(FILES)
    pot = project.build("gettext", **KNOWN).text("api-reference.pot")
    for message in ("One message for each measurement.", "What a light saw.", "Ties both."):
        assert f'msgid "{message}"' in pot
    assert "lights.yaml:" in pot


def test_only_pages_of_what_changed_are_read_again(project):
    project.write(FILES)
    project.build(**KNOWN)
    project.write({"lights.yaml": LIGHTS_YAML.replace("How bright it is.", "How bright.")})
    assert project.build(**KNOWN).read == [MEASURED]
    project.write({"parts.yaml": PARTS_YAML.replace("spoke", "talked")})
    assert project.build(**KNOWN).read == ["chat/rooms/subscribe-rooms"]
    project.write(
        {
            "lights.yaml": LIGHTS_YAML.replace("How bright it is.", "How bright.").replace(
                "percent", "share"
            )
        }
    )
    assert project.build(**KNOWN).read == [ORDER, "orders"]


def test_a_channel_that_gets_an_operation_is_read_again(project):
    without = LIGHTS_YAML.replace("orderAgain:", "x-later:")
    project.write({**FILES, "lights.yaml": without})
    assert "Order again" not in words_of(page_of(project.build(**KNOWN), "orders"))
    project.write({"lights.yaml": LIGHTS_YAML})
    built = project.build(**KNOWN)
    assert "orders" in built.read
    assert "Order again" in words_of(page_of(built, "orders"))


def site_of(*pages, **more):
    return {"navigation": {"groups": [{"group": "A", "pages": list(pages), **more}]}}


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        ({"docs.json": site_of("index", asyncapi="gone.yaml")}, "docs.json:",
         "there is no AsyncAPI document gone.yaml: correct its path"),
        ({"docs.json": site_of("index", openapi="chat.yaml")}, "docs.json:",
         ('chat.yaml is an AsyncAPI document, and is treated as one: set it with "asyncapi"'
         ' instead of "openapi"')),
        ({"docs.json": site_of("index", "SEND orders", asyncapi="chat.yaml")}, "docs.json:",
         "SEND orders is neither an operation of chat.yaml nor a page file, and was ignored"),
        ({"docs.json": site_of("index", "SEND orders")}, "docs.json:",
         "SEND orders is an operation, but neither its element nor a parent sets asyncapi"),
        ({"docs.json": site_of("index", "orders"),
          "orders.md": "---\nasyncapi: chat.yaml rooms\n---\n\n# Orders\n"}, "orders.md:2:",
         ("no document has the channel or operation chat.yaml rooms in orders.md, so the page"
         " shows no operation")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(project, files, place, message):
    project.write(
        {"index.rst": "Home\n====\n", "chat.yaml": CHAT_YAML, "parts.yaml": PARTS_YAML, **files}
    )
    warnings = [line for line in project.build().warnings if message in line]
    assert len(warnings) == 1
    assert place in warnings[0]


def test_references_choose(project):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "chat.yaml": CHAT_YAML,
            "parts.yaml": PARTS_YAML,
            "docs.json": site_of("index", "PUBLISH rooms/{room}", asyncapi="chat.yaml"),
        }
    )
    built = project.build()
    pages = built.site()["pages"]
    assert [name for name in pages if name != "index"] == ["api-reference/rooms/say-something"]
    # An info contains the number of omitted ones.
    assert [d["subtype"] for d in built.site()["diagnostics"]] == ["explicit_only"]
