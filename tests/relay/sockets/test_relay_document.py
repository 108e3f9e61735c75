"""The relay's own OpenAPI document matches the behavior of the relay."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from case_files import read_yaml
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from relay_world import API, answer, ask, make_relay, one_operation, upstream

DOCUMENT = Path(__file__).parents[3] / "demo_site" / "relay.yaml"


@cache
def document() -> Any:
    return read_yaml(DOCUMENT)


def validator(name: str) -> Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{name}", "components": document()["components"]}
    return Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)


def test_it_is_valid_openapi() -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(document()).iter_errors()] == []


def test_its_examples_are_messages() -> None:
    content = document()["paths"]["/api/request"]["post"]["requestBody"]["content"]
    examples = content["application/json"]["examples"]
    for name, example in examples.items():
        assert list(validator("Message").iter_errors(example["value"])) == [], name


MESSAGES = [
    (ask(), 200),
    (ask(query=[["a", ["1"]], ["b", None], ["c", {"d": "1"}]], variables={}, server=0), 200),
    (ask(body={"content_type": "text/plain", "text": "x"}), 200),
    (ask(body={"content_type": "image/png", "base64": "AA=="}), 200),
    (ask(body={"multipart": [{"name": "a", "text": "x"}]}), 200),
    (ask(body=None), 200),
    ({"token": "api.json login password", "form": {"a": "b"}}, 404),
    ({"discovery": "api.json login"}, 404),
    ({}, 400), (ask(server="x"), 403), (ask(server=1.5), 400), (ask(url="http://x"), 400),
    (ask(query=[["a"]]), 400), (ask(query=[[1, "a"]]), 400), (ask(body={}), 400),
    (ask(body={"text": "x", "base64": ""}), 400), (ask(body={"multipart": [{"text": "x"}]}), 400),
    ({"token": "x", "form": []}, 400), ({"discovery": 1}, 400),
    (ask(body={"multipart": [{"name": "a", "text": "x", "headers": [["X-A", "b"]]}]}), 200),
    (ask(body={"multipart": [{"name": "a", "text": "x", "headers": [["X-A"]]}]}), 400),
    (ask(stream=True), 200), (ask(stream=False), 200), (ask(stream=1), 400),
]  # fmt: skip


@pytest.mark.parametrize(("message", "status"), MESSAGES)
def test_the_relay_takes_what_the_document_says(
    tmp_path: Path, message: dict[str, Any], status: int
) -> None:
    with upstream(answer(b"\xff", "200 OK", "X-A: 1", "X-A: 2")) as api:
        response = make_relay(tmp_path, one_operation(api.url())).post(message)
    assert response.status_code == status
    assert validator("Message").is_valid(message) is (status in (200, 404))
    is_stream = status == 200 and message.get("stream") is True
    kind = "Line" if is_stream else "Envelope" if status == 200 else "Problem"
    for answered in response.text.splitlines() if is_stream else [response.text]:
        assert list(validator(kind).iter_errors(json.loads(answered))) == []
    declared = document()["paths"]["/api/request"]["post"]["responses"]
    assert response.headers["content-type"] in declared[str(status)]["content"]


def test_every_status_of_a_refusal_is_declared() -> None:
    declared = document()["paths"]["/api/request"]["post"]["responses"]
    assert set(declared) == {
        "200", "400", "403", "404", "405", "413", "415", "429", "502", "504"
    }  # fmt: skip
    assert API not in DOCUMENT.read_text("utf-8")
