"""The search of a real site finds the same pages in the browser and for programs."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from shared_builds import DemoBuilds

from sphinx_navapi.built_site.pages import SiteFiles
from sphinx_navapi.built_site.search import search
from sphinx_navapi.built_site.search_index import SiteIndex

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "sphinx_navapi/theme/assets/js/navapi-finder.js"
QUERIES = ROOT / "benchmarks/search_queries.json"
NODE = shutil.which("node")

#: In addition to queries of readers: nothing, one letter, mistakes, paths and other scripts.
ODD = [
    "", " ", "a", "the", "how do i", "createAlrt", "observatons buoy", "200 429", "{}", "/", "///",
    "POST", "get /", "ünïcode", "検索", "обзор", "__init__", "wave height " * 7,
]  # fmt: skip

ASK = """
const fs = require("node:fs"), vm = require("node:vm"), path = require("node:path");
const context = vm.createContext({});
vm.runInContext("globalThis.window = globalThis", context);
vm.runInContext(fs.readFileSync(path.join(output, "_static/language_data.js"), "utf8"), context);
const stemmer = vm.runInContext("new Stemmer()", context);
const load = async (name) => {
  vm.runInThisContext(fs.readFileSync(path.join(output, "_navapi", `${name}.js`), "utf8"));
};
(async () => {
  const found = [];
  for (const query of queries) {
    const finder = await navapiFinder.start(load, (word) => stemmer.stemWord(word));
    const { hits } = await finder.search(finder.common.places, query, new AbortController().signal);
    found.push(hits.map((hit) => [hit.docname, hit.anchor, hit.score + hit.exact]));
  }
  console.log(JSON.stringify(found));
})();
"""


@pytest.mark.skipif(NODE is None, reason="no node")
def test_the_browser_and_programs_find_the_same(demo_builds: DemoBuilds) -> None:
    out = demo_builds()
    kept = json.loads(QUERIES.read_text("utf-8"))
    asked = [query for name in kept for query, *_ in kept[name]] + ODD
    given = f"const output = {json.dumps(str(out))}, queries = {json.dumps(asked)};"
    code = f"{SCRIPT.read_text('utf-8')}\n{given}\n{ASK}"
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=code, capture_output=True, text=True, check=True)
    index = SiteIndex(SiteFiles(out))
    for query, theirs in zip(asked, json.loads(done.stdout), strict=True):
        ours = search(index, index.places, query)
        found = [(hit.docname, hit.anchor) for hit in ours]
        assert found == [(docname, anchor) for docname, anchor, _ in theirs], query
        assert [hit.worth for hit in ours] == pytest.approx([worth for *_, worth in theirs])
    assert any(search(index, index.places, query) for query in asked)


ANCHORS = """
(async () => {
  const found = [];
  const finder = await navapiFinder.start(load, (word) => stemmer.stemWord(word));
  const places = finder.common.places.filter((place) => place.key === "en/2");
  for (const query of queries) {
    const { hits } = await finder.search(places, query, new AbortController().signal);
    found.push(hits[0].docname + "#" + await finder.anchor(hits[0]));
  }
  console.log(JSON.stringify([found, asked]));
})();
"""


@pytest.mark.skipif(NODE is None, reason="no node")
def test_results_are_fields(demo_builds: DemoBuilds) -> None:
    """Files of fields are only loaded for them."""
    out = demo_builds()
    wanted = {
        "Fulmar documentation": "index#",
        "quiet_minutes": "observations/alerts/create-an-alert#body.quiet_minutes",
        "next_cursor": "observations/buoys/list-buoys#r200.next_cursor",
        # One operation has it; errors are on a page of their own, too.
        "206": "observations/exports/file#r206",
    }
    setting = ASK.partition("(async")[0].replace("=> {\n", "=> {\n  asked.push(name);\n", 1)
    for count in (1, len(wanted)):
        queries = list(wanted)[:count]
        given = (
            f"const asked = [], output = {json.dumps(str(out))}, queries = {json.dumps(queries)};"
        )
        code = f"{SCRIPT.read_text('utf-8')}\n{given}{setting}{ANCHORS}"
        assert NODE is not None
        done = subprocess.run([NODE, "-"], input=code, capture_output=True, text=True, check=True)
        found, loaded = json.loads(done.stdout)
        assert found == list(wanted.values())[:count]
        assert any("fields" in name for name in loaded) == (count > 1)
