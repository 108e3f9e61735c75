"""Tags, bindings, message IDs and headers of an AsyncAPI document are on its page."""

from __future__ import annotations

import pytest

EVENTS = """\
asyncapi: 3.0.0
info: {title: Events, version: '1'}
servers:
  main:
    host: h.example
    protocol: kafka
    tags: [{name: fast, description: Within a second.}, {name: plain}]
    bindings: {kafka: {bindingVersion: 0.5.0}}
channels:
  books:
    messages:
      lent: {$ref: '#/components/messages/Lent'}
operations:
  lend:
    action: send
    channel: {$ref: '#/channels/books'}
    tags: [{name: Loans}, {name: Members}]
components:
  messages:
    Lent:
      name: lent
      messageId: lent-v2
      tags: [{name: audited, description: Kept for ten years.}]
      headers:
        required: [trace]
        properties: {trace: {type: string}}
        oneOf:
          - {required: [shelf], properties: {shelf: {type: string, description: Where it was.}}}
          - {properties: {member: {type: integer, description: Who had it.}}}
      payload: {type: string}
"""
SHOWN = (
    "Within a second.", "plain", "kafka.bindingVersion", "0.5.0", "Members", "lent-v2",
    "Kept for ten years.", "shelf", "Where it was.", "member", "Who had it.",
)  # fmt: skip


@pytest.mark.parametrize("suffix", ["html", "md", "txt"])
def test_all_of_it(suffix, project):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "events.yaml": EVENTS,
            "docs.json": {"navigation": {"groups": [{"group": "E", "asyncapi": "events.yaml"}]}},
        }
    )
    built = project.build("text" if suffix == "txt" else "html")
    assert built.warnings == []
    text = built.text(f"api-reference/loans/lend.{suffix}")
    assert [part for part in SHOWN if part not in text] == []
    if suffix == "md":
        # Requirements of only one of several alternatives may be missing.
        assert "`shelf` (string)" in text
        assert "`trace` (string, required)" in text
