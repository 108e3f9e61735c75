"""AsyncAPI documents, written from the specifications: one for 3.0 and one for 2.6."""

from __future__ import annotations

import yaml

LIGHTS_YAML = """\
asyncapi: 3.0.0
info:
  title: Street lights
  version: 1.2.0
  description: Lights that **report** and take orders.
  tags:
    - {name: lighting, description: What lights do.}
  externalDocs: {url: https://lights.example/manual, description: The manual}
defaultContentType: application/json
servers:
  production:
    host: '{region}.lights.example:9092'
    pathname: /city
    protocol: kafka-secure
    protocolVersion: '3.5'
    description: Brokers of the city.
    variables:
      region: {enum: [north, south], examples: [south], description: Where the broker is.}
    security: [{$ref: '#/components/securitySchemes/scram'}]
    bindings: {kafka: {schemaRegistryUrl: https://registry.lights.example}}
    tags: [{name: remote}]
    externalDocs: {url: https://lights.example/broker}
  office: {host: localhost, protocol: mqtt}
channels:
  measured:
    address: lights.{lightId}.measured
    title: Measurements
    description: One message for each measurement.
    servers: [{$ref: '#/servers/production'}]
    messages: {measured: {$ref: '#/components/messages/Measured'}}
    parameters: {lightId: {$ref: '#/components/parameters/lightId'}}
    bindings:
      kafka: {topic: measurements, topicConfiguration: {retention.ms: 5}, bindingVersion: 9}
  orders:
    address: lights.orders
    messages:
      turnOn: {$ref: '#/components/messages/Turn'}
      dim: {$ref: '#/components/messages/Dim'}
  answers:
    address: null
    description: To whom it may concern.
    messages:
      accepted: {$ref: '#/components/messages/Accepted'}
      '404': {payload: {type: string}}
operations:
  receiveMeasurement:
    action: receive
    channel: {$ref: '#/channels/measured'}
    summary: Take in a measurement
    description: What the *control room* needs.
    tags: [{name: lighting}]
    externalDocs: {url: https://lights.example/docs, description: About measuring}
    bindings: {kafka: {groupId: {type: string, enum: [control-room]}}}
    messages: [{$ref: '#/channels/measured/messages/measured'}]
  orderLight:
    action: send
    channel: {$ref: '#/channels/orders'}
    title: Order a light
    summary: Turn it on, or dim it.
    traits: [{$ref: '#/components/operationTraits/paid'}]
    security: [{type: httpApiKey, name: X-Key, in: header}]
    reply:
      address: {location: '$message.header#/replyTo', description: Where the answer goes.}
      channel: {$ref: '#/channels/answers'}
      messages:
        - {$ref: '#/channels/answers/messages/accepted'}
        - {$ref: '#/channels/answers/messages/404'}
  orderAgain:
    action: send
    channel: {$ref: '#/channels/orders'}
    messages: [{$ref: '#/channels/orders/messages/turnOn'}]
components:
  operationTraits:
    paid:
      title: Not this one
      bindings: {kafka: {clientId: {type: string, const: orders}}}
  securitySchemes:
    scram: {type: scramSha256, description: Ask the city for a user.}
  parameters:
    lightId:
      {description: The light., enum: [a1], default: a1, location: '$message.payload#/id'}
  messageTraits:
    common:
      headers:
        type: object
        properties: {traceId: {type: string, description: Follows the message.}}
  messages:
    Measured:
      title: A measurement
      summary: What a light saw.
      correlationId: {location: '$message.header#/traceId', description: Ties both.}
      traits: [{$ref: '#/components/messageTraits/common'}]
      headers:
        type: object
        required: [source]
        properties: {source: {type: string, enum: [sensor, forecast]}}
      payload: {$ref: '#/components/schemas/Measurement'}
      bindings: {kafka: {key: {type: string, description: The light}}}
      tags: [{name: hot}]
      externalDocs: {url: https://lights.example/measured}
      examples:
        - name: night
          summary: At night
          headers: {source: sensor}
          payload: {id: a1, lumens: 3}
        - {name: day, payload: {id: a1, lumens: 3000}}
    Turn:
      contentType: avro/binary
      payload:
        schemaFormat: application/vnd.apache.avro;version=1.9.0
        schema: {type: record, name: TurnRecord, fields: [{name: lit, type: boolean}]}
    Dim:
      payload:
        schemaFormat: application/vnd.google.protobuf;version=3
        schema: 'message DimLight { int32 percent = 1; }'
    Accepted:
      payload:
        schemaFormat: application/schema+json;version=draft-07
        schema: {type: object, properties: {taken: {type: boolean}}}
  schemas:
    Measurement:
      type: object
      required: [id, lumens]
      properties:
        id: {type: string}
        lumens: {type: integer, minimum: 0, description: How bright it is.}
        lamp: {$ref: '#/components/schemas/Lamp'}
    Lamp:
      schemaFormat: application/vnd.aai.asyncapi+json;version=3.0.0
      schema:
        type: object
        discriminator: kind
        properties: {kind: {type: string}}
"""

CHAT_YAML = """\
asyncapi: 2.6.0
info: {title: Chat, version: '1'}
servers:
  live: {url: chat.example/v1, protocol: wss, security: [{user: []}]}
  test: {url: 'ws://localhost', protocol: ws, protocolVersion: '13'}
tags: [{name: rooms, x-displayName: Rooms}]
channels:
  rooms/{room}:
    description: Everything in a room.
    servers: [live]
    parameters:
      room: {description: Which room., schema: {type: string, pattern: '^[a-z]+$'}}
    bindings: {ws: {query: {type: object, properties: {token: {type: string}}}}}
    publish:
      operationId: sayInRoom
      summary: Say something
      tags: [{name: rooms}]
      traits: [{description: From a trait., externalDocs: {url: https://chat.example/say}}]
      message:
        oneOf:
          - {$ref: '#/components/messages/said'}
          - {name: left, payload: {type: object, properties: {reason: {type: string}}}}
    subscribe:
      message: {$ref: 'parts.yaml#/heard'}
components:
  securitySchemes: {user: {type: userPassword}}
  messages:
    said:
      contentType: application/json
      schemaFormat: application/vnd.oai.openapi;version=3.0.0
      payload: {type: object, required: [text], properties: {text: {type: string, maxLength: 280}}}
"""

PARTS_YAML = """\
heard:
  name: heard
  title: Somebody spoke
  payload: {type: object, properties: {who: {type: string}}}
"""


def lights() -> dict[str, object]:
    """A modifiable copy of the 3.0 document."""
    found: dict[str, object] = yaml.safe_load(LIGHTS_YAML)
    return found
