"""What a page of an operation costs a cold build, in calls: the sum that no other test holds."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benchmark_modules import load

#: Prints the number of calls of Python functions in a build.
COUNTED = """
import cProfile, pstats, sys
from sphinx.cmd.build import main
profile = cProfile.Profile(builtins=False)
with profile:
    status = main(["-q", "-b", "html", sys.argv[1], sys.argv[2]])
assert status == 0
print(sum(each.callcount for each in profile.getstats()))
"""

#: Calls for each further operation of a generated document, with the pages of its schemas: 38,000
#: in November 2026. Whoever raises it says why in a news fragment.
MOST = 42_000


def calls(folder: Path, operations: int) -> int:
    """The calls in a cold build of a document with so many *operations*."""
    source = folder / f"source-{operations}"
    source.mkdir()
    (source / "conf.py").write_text('extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n')
    (source / "index.md").write_text("# Home\n")
    group = {"group": "API", "openapi": "api.json"}
    (source / "docs.json").write_text(
        json.dumps({"navigation": {"pages": ["index"], "groups": [group]}})
    )
    document = load("generated").make_document(operations)
    (source / "api.json").write_text(json.dumps(document))
    command = [sys.executable, "-c", COUNTED, source, folder / f"built-{operations}"]
    counted = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(counted.stdout.splitlines()[-1])


def test_calls_for_each_operation(tmp_path: Path) -> None:
    few, many = calls(tmp_path, 20), calls(tmp_path, 60)
    assert 10_000 < (many - few) / 40 < MOST
