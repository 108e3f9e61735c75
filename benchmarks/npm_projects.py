"""The smallest projects of programs from npm that show an OpenAPI document.

Each follows the program's own instructions or template for a new project.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

_PROSE = "# Measured\n\nOne page of prose.\n"

#: `future.v4` is what the template for new projects sets: the fast bundler.
_DOCUSAURUS = """\
module.exports = {
  title: "Measured",
  url: "https://docs.measured.example",
  baseUrl: "/",
  onBrokenLinks: "warn",
  future: { v4: true },
  presets: [["classic", {
    docs: { routeBasePath: "/", sidebarPath: "./sidebars.js", docItemComponent: "@theme/ApiItem" },
    blog: false,
  }]],
  plugins: [["docusaurus-plugin-openapi-docs", {
    id: "api",
    docsPluginId: "classic",
    config: { api: {
      specPath: DOCUMENT,
      outputDir: "docs/api",
      sidebarOptions: { groupPathsBy: "tag", categoryLinkSource: "tag" },
    } },
  }]],
  themes: ["docusaurus-theme-openapi-docs"],
};
"""

_DOCUSAURUS_SIDEBAR = """\
const items = require("./docs/api/sidebar.ts").default;
module.exports = { main: ["index", { type: "category", label: "Reference", items }] };
"""

_ZUDOKU = """\
export default {
  navigation: [
    { type: "category", label: "Guide", items: ["index"] },
    { type: "link", to: "/api", label: "Reference" },
  ],
  apis: [{ type: "file", input: DOCUMENT, path: "/api" }],
};
"""


def write_redocly_project(folder: Path, document: Path) -> None:
    """Nothing but *document*."""
    _place(folder, document)


def write_docusaurus_project(folder: Path, document: Path) -> None:
    """A site with one page of prose and *document*, in groups by tags."""
    name = _place(folder, document)
    config = _DOCUSAURUS.replace("DOCUMENT", json.dumps(name))
    (folder / "docusaurus.config.js").write_text(config, encoding="utf-8")
    (folder / "sidebars.js").write_text(_DOCUSAURUS_SIDEBAR, encoding="utf-8")
    (folder / "docs").mkdir()
    text = f"---\nslug: /\n---\n\n{_PROSE}"
    (folder / "docs" / "index.md").write_text(text, encoding="utf-8")


def docusaurus_pages(folder: Path) -> list[Path]:
    """The HTML of each operation page, as the plugin has named them."""
    names = [path.name.removesuffix(".api.mdx") for path in folder.glob("docs/api/*.api.mdx")]
    return [folder / "build" / "api" / name / "index.html" for name in names]


def write_zudoku_project(folder: Path, document: Path) -> None:
    """A site with one page of prose and *document*."""
    name = _place(folder, document)
    config = _ZUDOKU.replace("DOCUMENT", json.dumps(f"./{name}"))
    (folder / "zudoku.config.ts").write_text(config, encoding="utf-8")
    (folder / "pages").mkdir()
    (folder / "pages" / "index.md").write_text(_PROSE, encoding="utf-8")


def _place(folder: Path, document: Path) -> str:
    """Copy *document* into *folder*, of which only the packages stay; returns its name."""
    for path in folder.iterdir():
        if path.name == "node_modules":
            for cache in (".cache", ".vite"):
                shutil.rmtree(path / cache, ignore_errors=True)
        elif path.name not in {"package.json", "package-lock.json"}:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    name = f"openapi{document.suffix}"
    shutil.copyfile(document, folder / name)
    return name
