"""Samples of every operation of real documents: written for all, run for some."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from sample_requests import sample_request
from sample_runner import ORIGIN, RUNNERS, differences, missing_tool, run_samples
from shared_corpus import DOCUMENTS, load, views_of

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_request import Fill
from sphinx_navapi.request.snippets import CLIENTS

#: Maximum number of samples per document that are run in each language.
RUN_PER_DOCUMENT = 12


@cache
def requests_of(name: str, fill: Fill = Fill.GIVEN) -> tuple[HttpRequest, ...]:
    maker = ExampleMaker(SchemaRegistry(load(name)))
    return tuple(
        sample_request(view, maker, fill=fill, media_type=media_type)
        for view in views_of(name)
        for media_type in ([m.media_type for m in view.body.content] if view.body else [None])
    )


def is_visible_ascii(text: str) -> bool:
    return all(" " < char <= "~" for char in text)


@pytest.mark.parametrize("fill", Fill)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_operation_has_a_request_that_can_be_sent(name, fill):
    for request in requests_of(name, fill):
        assert request.url.startswith(("https://", "http://")), request
        assert is_visible_ascii(request.url), request
        assert "#" not in request.url
        assert "{" not in request.url
        assert "//" not in request.url.partition("://")[2], request
        names = [field.lower() for field, _ in request.headers]
        assert len(set(names)) == len(names), request
        assert not any(set(value) & set("\r\n\0") for _, value in request.headers)
        assert sum(bool(x) for x in (request.body is not None, request.parts, request.file)) <= 1
        assert request.body is None or request.body.encode() is not None


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_sample_is_written_in_every_language(name):
    for request in requests_of(name, Fill.ALL):
        for client in CLIENTS:
            text = client.render(request)
            assert text
            assert text == text.strip("\n")


def chosen() -> dict[str, HttpRequest]:
    found = {}
    for name in DOCUMENTS:
        for fill in (Fill.GIVEN, Fill.ALL):
            requests = requests_of(name, fill)
            step = max(1, -(-len(requests) // RUN_PER_DOCUMENT))
            for index, request in list(enumerate(requests))[::step]:
                rest = request.url.partition("://")[2].partition("/")
                url = ORIGIN + rest[1] + rest[2]
                found[f"{name} {fill} {index}"] = replace(request, url=url)
    return found


@pytest.mark.parametrize(
    "client", ["curl", "python", "javascript", "typescript", "php", "ruby", "go", "java"]
)
def test_samples_send_exactly_their_request(client, tmp_path):
    assert client in RUNNERS
    tool = missing_tool(client)
    if tool:
        pytest.skip(f"{tool} is not installed")
    cases = chosen()
    names = list(cases)
    requests = dict(enumerate(cases.values()))
    received = run_samples(client, requests, tmp_path)
    wrong = {names[i]: differences(requests[i], received[i]) for i in requests}
    assert not {name: found for name, found in wrong.items() if found}
    assert len(requests) > 100
