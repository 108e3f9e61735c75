"""What is read from the operations of AsyncAPI documents."""

from __future__ import annotations

import pytest
from asyncapi_documents import CHAT_YAML, LIGHTS_YAML, PARTS_YAML

from sphinx_navapi.asyncapi.load import load_any_document
from sphinx_navapi.asyncapi.reader import read_channel_operation
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.facts import DescribedFact, Link, NamedFact
from sphinx_navapi.openapi.operation import OperationViews
from sphinx_navapi.openapi.operation_reference import (
    channel_operations,
    find_exact,
    parse_reference,
)
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction

FILES = {"lights.yaml": LIGHTS_YAML, "chat.yaml": CHAT_YAML, "parts.yaml": PARTS_YAML}


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    folder = tmp_path_factory.mktemp("documents")
    for name, text in FILES.items():
        (folder / name).write_text(text, "utf-8")
    return {
        name: load_any_document(folder / f"{name}.yaml", f"{name}.yaml", folder)
        for name in ("lights", "chat")
    }


@pytest.fixture(scope="module")
def views(documents):
    """By operationId, or by action and channel."""
    found = {}
    for loaded in documents.values():
        reader = OperationViews(loaded.document, read_channel_operation)
        for operation in loaded.document.operations:
            found[operation.operation_id or str(operation.key)] = reader.view(operation)
    return found


def named(facts):
    """Name and value of the facts that bindings give."""
    return [(fact.name, *fact.values) for fact in facts if isinstance(fact, NamedFact)]


def test_nothing_is_said_of_correct_documents(documents):
    assert [loaded.diagnostics for loaded in documents.values()] == [(), ()]


@pytest.mark.parametrize(
    ("name", "action", "address", "sends", "tags"),
    [
        ("receiveMeasurement", "RECEIVE", "lights.{lightId}.measured", False, ("lighting",)),
        # Without a tag it is grouped with its channel.
        ("orderLight", "SEND", "lights.orders", True, ("orders",)),
        # The key of a second operation with the same channel and action contains its name.
        ("orderAgain", "SEND", "lights.orders orderAgain", True, ("orders",)),
        # 2.x describes the other side: clients publish what the application receives.
        ("sayInRoom", "PUBLISH", "rooms/{room}", False, ("rooms",)),
        ("SUBSCRIBE rooms/{room}", "SUBSCRIBE", "rooms/{room}", True, ("rooms/{room}",)),
    ],
)
def test_operation(views, name, action, address, sends, tags):
    view = views[name]
    assert (view.key.method, view.key.path) == (action, address)
    assert (view.sends, view.tags) == (sends, tags)


def test_titles(views):
    assert [views[name].summary for name in ("receiveMeasurement", "orderLight", "orderAgain")] == [
        "Take in a measurement", "Order a light", "Order again",
    ]  # fmt: skip


def test_traits(views):
    # 3.x: the operation's values are kept, and the trait adds missing ones.
    order = views["orderLight"]
    assert order.summary == "Order a light"
    assert NamedFact("kafka.clientId", ("orders",)) in order.channel.facts
    say = views["sayInRoom"]
    assert say.description == "From a trait."
    assert say.link == Link("https://chat.example/say")


def test_channel(views):
    channel = views["receiveMeasurement"].channel
    assert (channel.address, channel.summary) == ("lights.{lightId}.measured", "Measurements")
    assert channel.description == "One message for each measurement."
    assert named(channel.facts) == [
        ("kafka.topic", "measurements"), ("kafka.topicConfiguration.retention.ms", "5"),
        ("kafka.bindingVersion", "9"),
        # Of the operation.
        ("kafka.groupId", "control-room"),
    ]  # fmt: skip
    assert named(views["sayInRoom"].channel.facts) == [("ws.query.token", "string")]


def test_servers(views):
    [server] = views["receiveMeasurement"].servers
    assert server.url == "kafka-secure://{region}.lights.example:9092/city"
    assert [(v.name, v.default, v.enum, v.examples) for v in server.variables] == [
        ("region", None, ("north", "south"), ("south",))
    ]
    assert server.facts[0].values == ("remote",)
    assert named(server.facts) == [("kafka.schemaRegistryUrl", "https://registry.lights.example")]
    # A channel without servers is available on all of them.
    assert views["orderLight"].protocols == ("kafka-secure", "mqtt")
    assert [server.url for server in views["sayInRoom"].servers] == ["wss://chat.example/v1"]


def test_security(views):
    def names(view):
        return [[each.scheme for each in alternative] for alternative in view.security]

    assert names(views["receiveMeasurement"]) == [["scram"]]
    # Requirements of servers must be met too.
    assert names(views["orderLight"]) == [["scram", "httpApiKey"]]
    assert names(views["sayInRoom"]) == [["user"]]


def test_parameters(views):
    view = views["receiveMeasurement"]
    [parameter] = view.parameters
    assert (parameter.name, parameter.description) == ("lightId", "The light.")
    assert parameter.location == "$message.payload#/id"


def test_messages(views):
    [message] = views["receiveMeasurement"].responses
    assert (message.status, message.summary) == ("measured", "A measurement")
    assert message.description == "What a light saw."
    correlation = DescribedFact("correlation_id", ("$message.header#/traceId",), text="Ties both.")
    assert correlation in message.facts
    assert [(header.name, header.required) for header in message.headers] == [
        ("source", True), ("traceId", False),
    ]  # fmt: skip
    [media] = message.content
    assert media.media_type == "application/json"
    assert [(e.name, e.value) for e in media.examples] == [
        ("night", {"id": "a1", "lumens": 3}),
        ("night: headers", {"source": "sensor"}),
        ("day", {"id": "a1", "lumens": 3000}),
    ]
    assert [message.status for message in views["sayInRoom"].responses] == ["said", "left"]
    [heard] = views["SUBSCRIBE rooms/{room}"].responses
    assert (heard.status, heard.summary) == ("heard", "Somebody spoke")


def test_schemas_in_other_languages_are_code(views, documents):
    [turn], [dim] = (message.content for message in views["orderLight"].responses)
    assert '"name": "TurnRecord"' in turn.source.text
    assert (dim.source.language, dim.source.text) == (
        "protobuf", "message DimLight { int32 percent = 1; }",
    )  # fmt: skip
    assert turn.media_type == "avro/binary"
    # No example can be generated.
    maker = ExampleMaker(SchemaRegistry(documents["lights"].document))
    assert maker.media_examples(turn, Direction.BOTH) == ()


def test_a_format_of_json_schema_is_a_schema(views, documents):
    [(_, _, reply)] = views["orderLight"].callbacks
    accepted, _ = reply.responses
    document = documents["lights"].document
    assert document.at(accepted.content[0].schema)["properties"] == {"taken": {"type": "boolean"}}
    lamp = document.at("/components/schemas/Lamp")
    assert lamp["discriminator"] == {"propertyName": "kind"}


def test_reply(views):
    [(name, expression, reply)] = views["orderLight"].callbacks
    assert (name, expression) == ("answers", "$message.header#/replyTo")
    assert (reply.key.method, reply.description) == ("RECEIVE", "Where the answer goes.")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("SEND orders", "orderLight"),
        ("SEND lights.orders", "orderLight"),
        ("SEND orderAgain", "orderAgain"),
        ("lights.yaml RECEIVE measured", "receiveMeasurement"),
        ("RECEIVE orders", None),
    ],
)
def test_references(documents, text, found):
    operation = find_exact(documents["lights"].document, parse_reference(text))
    assert (operation.operation_id if operation else None) == found


@pytest.mark.parametrize("text", ["send orders", "SEND", "Receive a book"])
def test_no_reference(text):
    assert parse_reference(text) is None


def test_a_channel_means_its_operations(documents):
    found = channel_operations(documents["lights"].document, "orders")
    assert [each.operation_id for each in found] == ["orderLight", "orderAgain"]


def test_what_real_documents_write(tmp_path):
    """Schemes in unusual places, extensions in bindings, and remote schemas."""
    (tmp_path / "a.yaml").write_text(
        """
asyncapi: 3.1.0
channels:
  c:
    messages:
      m:
        payload:
          schemaFormat: application/vnd.apache.avro;version=1.9.0
          schema: {$ref: 'https://host.example/m.avsc'}
operations:
  o:
    action: send
    channel: {$ref: '#/channels/c'}
    bindings: {kafka: {x-strategy: {type: string, description: Record names.}}}
    security:
      - type: oauth2
        flows:
          clientCredentials:
            tokenUrl: https://host.example/token
            availableScopes: {read: To read.}
        scopes: [read]
""",
        "utf-8",
    )
    loaded = load_any_document(tmp_path / "a.yaml", "a.yaml", tmp_path)
    assert ["points to a host" in each.message for each in loaded.diagnostics] == [True]
    view = read_channel_operation(loaded.document, loaded.document.operations[0])
    [[scheme]] = view.security
    assert (scheme.type, scheme.scopes) == ("oauth2", (("read", "To read."),))
    assert named(view.channel.facts) == [("kafka.x-strategy", "string – Record names.")]
    assert view.responses[0].content[0].source.text == "https://host.example/m.avsc"


def test_headers_are_what_all_parts_of_their_schema_say(tmp_path):
    """An ``allOf`` is intersected; of alternatives, nothing is certain to be required."""
    (tmp_path / "a.yaml").write_text(
        """
asyncapi: 3.0.0
info: {title: A, version: "1"}
channels:
  c:
    address: c
    messages:
      m:
        headers:
          allOf:
            - {type: object, properties: {id: {type: string, minLength: 2}}}
            - required: [id]
              properties: {id: {maxLength: 5}}
              oneOf:
                - {required: [a], properties: {a: {type: string}}}
                - {properties: {b: {type: string}}}
operations: {r: {action: receive, channel: {$ref: "#/channels/c"}}}
""",
        "utf-8",
    )
    document = load_any_document(tmp_path / "a.yaml", "a.yaml", tmp_path).document
    [message] = read_channel_operation(document, document.operations[0]).responses
    headers = {each.name: each for each in message.headers}
    assert {name: each.required for name, each in headers.items()} == {
        "id": True, "a": False, "b": False,
    }  # fmt: skip
    shown = SchemaRegistry(document).view(headers["id"].schema).constraints
    assert [(each.keyword, each.text) for each in shown] == [("minLength", "2"), ("maxLength", "5")]
