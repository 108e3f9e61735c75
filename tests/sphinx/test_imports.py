"""A build only imports what it needs: startup is a large part of a build with few changes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

#: Modules that read pages in MDX.
MDX = ("sphinx_navapi.mdx.parser", "sphinx_navapi.mdx.javascript", "sphinx_navapi.mdx.renderer")

#: Modules that read operations and schemas, and write them.
OPENAPI = (
    "sphinx_navapi.content.media_type",
    "sphinx_navapi.content.html.blocks",
    "sphinx_navapi.content.markdown.pages",
    "sphinx_navapi.content.nodes",
    "sphinx_navapi.openapi.example",
    "sphinx_navapi.openapi.operation",
    "sphinx_navapi.openapi.schema.reader",
    "sphinx_navapi.openapi.view",
    "sphinx_navapi.request.playground",
    "sphinx_navapi.request.sample_request",
    "sphinx_navapi.request.snippets",
)

#: Modules that read all operations for one page.
CATALOG = (
    "sphinx_navapi.doctree.catalog_page",
    "sphinx_navapi.openapi.error_catalog",
    "sphinx_navapi.openapi.scope_matrix",
    "sphinx_navapi.plan.deprecations",
)

#: Modules that no build needs, or only another kind of build.
ELSEWHERE = (
    "sphinx_navapi.arazzo",
    "sphinx_navapi.cli",
    "sphinx_navapi.config.integration_hosts",
    *CATALOG,
    "sphinx_navapi.features.changed_since",
    "sphinx_navapi.features.epub",
    "sphinx_navapi.features.feedback",
    "sphinx_navapi.features.integrations",
    "sphinx_navapi.features.page_menu",
    "sphinx_navapi.features.reader_values",
    "sphinx_navapi.features.sitemap",
    "sphinx_navapi.features.skill_file",
    "sphinx_navapi.features.update_feed",
    "sphinx_navapi.openapi.check.check",
    "sphinx_navapi.openapi.remote",
    "sphinx_navapi.doctree.workflow_page",
    "sphinx_navapi.plan.explain",
    "sphinx_navapi.plan.workflows",
    "sphinx_navapi.relay",
    "sphinx_navapi.server",
)

API = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "paths": {"/users": {"get": {"summary": "List users", "responses": {}}}},
}


def build(folder: Path) -> set[str]:
    """Build the project in *folder* in a separate process; returns the loaded modules."""
    code = (
        "import json, sys\n"
        "from sphinx.cmd.build import build_main\n"
        f"assert build_main(['-q', {str(folder)!r}, {str(folder / '_build')!r}]) == 0\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\n', "utf-8")
    (tmp_path / "index.rst").write_text("Welcome\n=======\n\nText.\n", "utf-8")
    return tmp_path


def below(loaded: set[str], names: tuple[str, ...]) -> list[str]:
    return sorted(m for m in loaded if any(m == name or m.startswith(f"{name}.") for name in names))


def test_project_without_configuration_loads_nothing_of_documents_and_mdx(folder: Path) -> None:
    loaded = build(folder)
    assert "sphinx_navapi.extension" in loaded
    assert below(loaded, (*MDX, *OPENAPI, *ELSEWHERE)) == []


def test_build_with_nothing_changed_reads_no_operation(folder: Path) -> None:
    (folder / "api.json").write_text(json.dumps(API), "utf-8")
    (folder / "docs.json").write_text(
        json.dumps({"name": "N", "navigation": {"openapi": "api.json", "pages": ["index"]}}),
        "utf-8",
    )
    first = build(folder)
    assert "sphinx_navapi.openapi.operation" in first
    assert below(first, (*MDX, *ELSEWHERE)) == []
    assert below(build(folder), (*MDX, *OPENAPI, *ELSEWHERE)) == []


def test_only_a_build_of_a_page_of_all_operations_loads_its_reader(folder: Path) -> None:
    paths = {"/users": {"get": {"responses": {"404": {"description": "There is none."}}}}}
    (folder / "api.json").write_text(json.dumps({**API, "paths": paths}), "utf-8")
    openapi = {"source": "api.json", "catalog": True}
    (folder / "docs.json").write_text(
        json.dumps({"name": "N", "navigation": {"openapi": openapi, "pages": ["index"]}}), "utf-8"
    )
    assert below(build(folder), CATALOG) == sorted(CATALOG)
    # Whether there is such a page, and whether it has changed, is known without them.
    assert below(build(folder), (*MDX, *OPENAPI, *ELSEWHERE)) == []


def test_pages_in_mdx_load_what_reads_them(folder: Path) -> None:
    (folder / "page.mdx").write_text("---\ntitle: Page\n---\n\nText.\n", "utf-8")
    (folder / "docs.json").write_text(
        json.dumps({"name": "N", "navigation": {"pages": ["index", "page"]}}), "utf-8"
    )
    loaded = build(folder)
    assert below(loaded, MDX) != []
    assert below(loaded, (*OPENAPI, *ELSEWHERE)) == []
