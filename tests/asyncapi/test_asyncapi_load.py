"""AsyncAPI documents that cannot be used, or only in part."""

from __future__ import annotations

import pytest
import yaml
from asyncapi_documents import lights

from sphinx_navapi.asyncapi.load import load_any_document


@pytest.fixture
def load(tmp_path):
    def load(text):
        written = text if isinstance(text, str) else yaml.safe_dump(text, sort_keys=False)
        (tmp_path / "lights.yaml").write_text(written, "utf-8")
        return load_any_document(
            tmp_path / "lights.yaml", "lights.yaml", tmp_path, cache_dir=tmp_path / "cache"
        )

    return load


@pytest.mark.parametrize(
    ("version", "line"),
    [
        ("'1.2.0'", ("`asyncapi: '1.2.0'` is not a usable version: AsyncAPI 2 and 3 are supported. "
         "Convert it, for example with `npx @asyncapi/cli convert` and the file's name")),
        ("[3]", ("`asyncapi: [3]` is not a usable version: AsyncAPI 2 and 3 are supported. "
         "Write it in full and quoted, as in `asyncapi: '3.0.0'`")),
    ],
)  # fmt: skip
def test_versions_that_cannot_be_read(load, version, line):
    loaded = load(f"info: {{}}\nasyncapi: {version}\n")
    assert loaded.document is None
    [found] = loaded.diagnostics
    assert found.message == f"lights.yaml: {line}"
    assert (found.place.file, found.place.line, found.place.column) == ("lights.yaml", 2, 11)


def test_a_version_that_is_a_number(load):
    loaded = load("asyncapi: 3.0\nchannels: {}\n")
    assert loaded.document is not None
    assert "quote it, `asyncapi: '3.0.0'`" in loaded.diagnostics[0].message


def change(document, *path, to):
    value = document
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = to
    return document


@pytest.mark.parametrize(
    ("path", "to", "message"),
    [
        (("operations", "orderAgain", "action"), "post",
         ("the operation orderAgain is invalid and was skipped: `action: post`: write `send` or"
         " `receive`")),
        (("operations", "orderAgain", "channel"), {"$ref": "#/channels/gone"},
         ("the reference `#/channels/gone` cannot be resolved: there is no /channels/gone in the"
         " document")),
        (("operations", "orderAgain", "channel"), "orders",
         ("the operation orderAgain is invalid and was skipped: its channel cannot be resolved:"
         " write `channel: {$ref: '#/channels/…'}`")),
        (("operations",), [], "`operations` must be a mapping; it was ignored"),
    ],
)  # fmt: skip
def test_what_is_omitted(load, path, to, message):
    loaded = load(change(lights(), *path, to=to))
    said = [found.message for found in loaded.diagnostics]
    assert message in said
    assert all(found.place.line for found in loaded.diagnostics)
    names = [operation.operation_id for operation in loaded.document.operations]
    assert names == ([] if path == ("operations",) else ["receiveMeasurement", "orderLight"])


def test_fingerprints_change_with_what_pages_show(load):
    before = {each.operation_id: each.fingerprint for each in load(lights()).document.operations}
    changed = change(
        lights(), "components", "schemas", "Measurement", "properties", "id", to={"type": "integer"}
    )
    after = {each.operation_id: each.fingerprint for each in load(changed).document.operations}
    assert [name for name in before if before[name] != after[name]] == ["receiveMeasurement"]


def test_what_is_kept_is_the_same(load):
    first, kept = load(lights()).document, load(lights()).document
    assert kept.is_asyncapi
    assert kept.operations == first.operations
    assert kept.root == first.root


@pytest.mark.parametrize("value", [None, [], "x"])
@pytest.mark.parametrize(
    "path",
    [
        ("servers",), ("servers", "production"), ("channels",), ("channels", "orders"),
        ("channels", "orders", "messages"), ("operations", "orderLight"), ("components",),
        ("operations", "orderLight", "reply"), ("operations", "orderLight", "traits"),
        ("operations", "orderLight", "security"), ("operations", "orderLight", "bindings"),
        ("components", "messages", "Measured"), ("components", "parameters", "lightId"),
        ("components", "messages", "Measured", "payload"),
        ("components", "messages", "Measured", "headers"),
        ("components", "messages", "Measured", "examples"),
        ("components", "messages", "Measured", "correlationId"),
        ("info",), ("info", "tags"),
    ],
    ids="/".join,
)  # fmt: skip
def test_odd_values_end_nothing(load, path, value):
    from sphinx_navapi.asyncapi.reader import read_channel_operation
    from sphinx_navapi.openapi.operation import OperationViews

    loaded = load(change(lights(), *path, to=value))
    reader = OperationViews(loaded.document, read_channel_operation)
    for operation in loaded.document.operations:
        reader.view(operation)
