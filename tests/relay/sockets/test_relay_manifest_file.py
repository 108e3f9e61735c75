"""The manifest as a file that anyone may have edited."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from relay_world import API, ask, make_relay, one_operation, upstream, write_manifest

GOOD = one_operation(f"http://{API}")


def edited(**entry: Any) -> dict[str, Any]:
    """The manifest with another entry for its operation."""
    (name, operation), = GOOD["operations"].items()  # fmt: skip
    return {**GOOD, "operations": {name: {**operation, **entry}}}


@pytest.mark.parametrize(
    "manifest",
    [
        "", "{", "null", "[]", '"x"', "1", "{}", '{"version": 2}', "\x00\x01", "[" * 100_000,
        {**GOOD, "version": "1"}, {**GOOD, "version": 2}, {**GOOD, "servers": {}},
        {**GOOD, "servers": "x"}, {**GOOD, "operations": []}, {**GOOD, "operations": "x"},
        {**GOOD, "tokens": []}, {**GOOD, "discovery": 1},
        {**GOOD, "servers": [["http://evil.test"]]}, {**GOOD, "servers": [{"url": "x"}]},
        {**GOOD, "servers": [[{"url": 1}]]}, {**GOOD, "servers": [[{}]]},
        {**GOOD, "servers": [[{"url": "http://x.test", "variables": []}]]},
        {**GOOD, "servers": [[{"url": "http://{x}.test", "variables": {"x": "y"}}]]},
        {**GOOD, "servers": [[{"url": "http://{x}.test", "variables": {"x": {"enum": "y"}}}]]},
        {**GOOD, "servers": [[{"url": "http://{x}.test", "variables": {"x": {"enum": [1]}}}]]},
        {**GOOD, "servers": [[{"url": "http://x.test/{x}", "variables": {"x": {"default": 1}}}]]},
        {**GOOD, "servers": [[]]}, {**GOOD, "servers": []},
        {**GOOD, "operations": {"api.json GET /things/{id}": "x"}},
        {**GOOD, "operations": {"api.json GET /things/{id}": {}}},
        edited(method=1), edited(method="get"), edited(method="track"), edited(method="G ET"),
        edited(path=1), edited(path="things"), edited(path="http://evil.test/"), edited(path=""),
        edited(path="@evil.test/"), edited(path="/../x"), edited(path="//evil.test"),
        edited(path="/a\r\nX: y"), edited(path="/\\evil"), edited(path="/%2e%2e/x"),
        edited(path="/a\x00"), edited(path="/a/..;/x"),
        edited(servers=1), edited(servers=-1), edited(servers="0"), edited(servers=True),
        edited(servers=[]), edited(servers=0.0), edited(parameters={}), edited(parameters=["x"]),
        edited(parameters=[{"name": "x", "in": "body"}]), edited(parameters=[{"in": "query"}]),
        edited(parameters=[{"name": 1, "in": "query"}]), edited(parameters=[{"name": "x"}]),
        edited(parameters=[{"name": "x", "in": "query", "style": 1}]),
        edited(parameters=[{"name": "x", "in": "query", "contentType": 1}]),
        edited(headers="x"), edited(headers=[1]), edited(cookies={}), edited(cookies=[None]),
    ],
)  # fmt: skip
def test_nonsense_is_refused(tmp_path: Path, manifest: Any) -> None:
    make_relay(tmp_path, manifest).refused(ask())


@pytest.mark.parametrize("manifest", ["", "{", {"version": 1, "operations": 3}])
def test_the_refusal_names_the_file(tmp_path: Path, manifest: Any) -> None:
    problem = make_relay(tmp_path, manifest).refused(ask())
    assert problem["type"].endswith("manifest-unusable")
    assert "_navapi/relay.json" in problem["detail"]
    assert str(tmp_path) not in problem["detail"]


def test_a_style_that_is_none_counts_as_the_usual_one(tmp_path: Path) -> None:
    with upstream() as api:
        entry = {"parameters": [{"name": "a", "in": "query", "style": "nonsense", "explode": 1}]}
        make_relay(tmp_path, one_operation(api.url(), **entry)).post(ask(query=[["a", ["1", "2"]]]))
        assert api.seen[0].target == "/things/7?a=1,2"


def test_no_manifest(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, GOOD)
    (tmp_path / "_navapi" / "relay.json").unlink()
    assert "does not exist" in relay.refused(ask())["detail"]
    (tmp_path / "_navapi" / "relay.json").mkdir()
    relay.refused(ask())


def test_the_manifest_is_read_again_when_it_changes(tmp_path: Path) -> None:
    with upstream() as first, upstream() as second:
        relay = make_relay(tmp_path, one_operation(first.url()))
        assert relay.post(ask()).status_code == 200
        write_manifest(tmp_path, one_operation(second.url("/changed")))
        assert relay.post(ask()).status_code == 200
        write_manifest(tmp_path, "{")
        relay.refused(ask())
        # A build writes a new file and replaces the old one with it.
        fresh = tmp_path / "fresh.json"
        fresh.write_text(json.dumps(one_operation(first.url("/again"))))
        os.replace(fresh, tmp_path / "_navapi" / "relay.json")  # noqa: PTH105
        assert relay.post(ask()).status_code == 200
        assert [seen.target for seen in first.seen] == ["/things/7", "/again/things/7"]
        assert [seen.target for seen in second.seen] == ["/changed/things/7"]


def test_an_entry_that_makes_no_sense_does_not_cost_the_others(tmp_path: Path) -> None:
    with upstream() as api:
        manifest = one_operation(api.url())
        manifest["operations"]["api.json GET /broken"] = {"method": 5}
        relay = make_relay(tmp_path, manifest)
        relay.refused(ask(operation="api.json GET /broken"))
        assert relay.post(ask()).status_code == 200
