"""Every real document as a site: page counts, true warnings, reproducible output."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from shared_corpus import CORPUS, OPENAPI

FACTS: dict[str, dict[str, Any]] = json.loads((CORPUS / "facts.json").read_text("utf-8"))["openapi"]
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace"}
LARGE = (
    "box.json",
    "digitalocean.yaml",
    "github.json",
    "kubernetes-core-v1.json",
    "openai.yaml",
    "stripe.yaml",
)


def _site(folder: Path, name: str) -> Path:
    folder.mkdir()
    document = OPENAPI / name
    shutil.copy(document, folder / document.name)
    tab = {"tab": "API", "openapi": document.name}
    config = {"name": "Corpus", "navigation": {"tabs": [tab]}}
    (folder / "docs.json").write_text(json.dumps(config), "utf-8")
    (folder / "conf.py").write_text('extensions = ["sphinx_navapi"]\n', "utf-8")
    return folder


def _build(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx", "-qn", "-d", "doctrees", *options, ".", "out"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix in {".html", ".json", ".txt", ".md", ".js", ".inv"}
    }


def _referred_webhooks(site: Path, name: str) -> int:
    """Operations of webhooks that are a `$ref`: they have pages, but the facts do not count
    them.
    """
    with (site / Path(name).name).open("rb") as file:
        root = yaml.load(file, yaml.CSafeLoader)
    count = 0
    for item in (root.get("webhooks") or {}).values():
        if "$ref" in item:
            target = root
            for key in item["$ref"].split("/")[1:]:
                target = target[key]
            count += len(METHODS & target.keys())
    return count


@pytest.mark.parametrize("name", sorted(FACTS))
def test_document(name, tmp_path):
    facts = FACTS[name]
    site = _site(tmp_path / "site", name)
    done = _build(site)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    pages = json.loads((site / "out/_navapi/site.json").read_text("utf-8"))["pages"]
    operations = [p for p in pages.values() if p["kind"] == "operation"]
    warnings = [line for line in done.stderr.splitlines() if line.strip()]
    if facts["swagger"]:
        assert operations == []
        assert len(warnings) == 1
        assert "[navapi.openapi_2]" in warnings[0]
        return
    # The facts count methods below `paths` and `webhooks`, but none behind a path item's `$ref`.
    methods = [p for p in operations if p["operation"]["method"] != "WEBHOOK"]
    skipped = sum("[navapi.invalid_operation]" in line for line in warnings)
    assert len(methods) + skipped == facts["operations"]
    hooks = len(operations) - len(methods)
    assert hooks == facts["webhook_operations"] + _referred_webhooks(site, name)
    assert all("[navapi." in line for line in warnings), warnings
    for page in pages.values():
        assert (site / "out" / page["url"]).is_file()


@pytest.mark.parametrize("name", LARGE)
def test_two_processes_give_the_same_site(name, tmp_path):
    one, two = _site(tmp_path / "one", name), _site(tmp_path / "two", name)
    first, done = _build(one), _build(two, "-j", "2")
    assert (first.returncode, done.returncode) == (0, 0)
    assert done.stderr.replace(str(two), str(one)) == first.stderr
    serial, parallel = _files(one / "out"), _files(two / "out")
    assert serial.keys() == parallel.keys()
    assert sorted(name for name in serial if serial[name] != parallel[name]) == []
