"""The Sphinx projects to build: one with an OpenAPI document, and ordinary ones for comparison."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

NODES_PER_PLAIN_PAGE = 190
PLAIN_PAGES_PER_SECTION = 25


def write_plain_project(folder: Path, pages: int, theme: str = "") -> None:
    """A Sphinx project of *pages* pages with `NODES_PER_PLAIN_PAGE` nodes each, in groups of 25.

    :param theme: with its sidebar; without one, ``basic`` without a sidebar.
    """
    fresh(folder)
    look = 'html_theme = "basic"\nhtml_theme_options = {"nosidebar": True}\n'
    if theme:
        look = f'html_theme = "{theme}"\n'
    (folder / "conf.py").write_text(f'project = "Plain"\n{look}', encoding="utf-8")
    text = plain_page()
    sections = range((pages + PLAIN_PAGES_PER_SECTION - 1) // PLAIN_PAGES_PER_SECTION)
    for section in sections:
        numbers = range(
            section * PLAIN_PAGES_PER_SECTION, min(pages, (section + 1) * PLAIN_PAGES_PER_SECTION)
        )
        for number in numbers:
            heading = f"Page {number}"
            (folder / f"page{number}.rst").write_text(
                f"{heading}\n{'=' * len(heading)}\n\n{text}", encoding="utf-8"
            )
        write_toctree(folder / f"section{section}.rst", f"Section {section}", "page", numbers)
    write_toctree(folder / "index.rst", "Plain pages", "section", sections)


def write_toctree(path: Path, title: str, stem: str, numbers: range) -> None:
    """A page with little more than a table of contents."""
    entries = "\n".join(f"   {stem}{number}" for number in numbers)
    path.write_text(f"{title}\n{'=' * len(title)}\n\n.. toctree::\n\n{entries}\n", encoding="utf-8")


def plain_page() -> str:
    """Body of a page; with its heading it has `NODES_PER_PLAIN_PAGE` nodes."""
    paragraph = (
        "A parcel waits in its *locker* for ``three`` days and goes back to the **depot** then.\n\n"
    )
    plain = "Nothing but words.\n\n"
    fields = "".join(f":name{number}: What the field means.\n" for number in range(13))
    items = "".join(f"* An entry with ``code`` in it, number {number}.\n" for number in range(6))
    code = ".. code-block:: python\n\n   parcel = depot.fetch(17)\n\n"
    section = f"Section\n-------\n\n{paragraph}"
    return f"{paragraph}{fields}\n{items}\n{code}{section * 3}{paragraph}{plain * 2}"


def navigation(document: str, label: str = "Reference") -> dict[str, object]:
    """``docs.json`` of a site that shows *document* in a group called *label*."""
    groups = [{"group": "Guide", "pages": ["index"]}, {"group": label, "openapi": document}]
    return {"name": "Measured", "navigation": {"groups": groups}}


def write_our_project(folder: Path, document: Path) -> Path:
    """A project whose navigation is only *document*; returns the copy of the document."""
    fresh(folder)
    copy = folder / f"openapi{document.suffix}"
    shutil.copyfile(document, copy)
    (folder / "conf.py").write_text(
        'project = "Measured"\nextensions = ["sphinx_navapi"]\n', encoding="utf-8"
    )
    (folder / "docs.json").write_text(
        json.dumps(navigation(copy.name)),
        encoding="utf-8",
    )
    (folder / "index.md").write_text("# Measured\n\nOne page of prose.\n", encoding="utf-8")
    return copy


def write_directive_project(folder: Path, document: Path) -> None:
    """A project with one page that shows *document* with sphinxcontrib-openapi."""
    name = _write_peer_project(folder, document, "sphinxcontrib.openapi")
    text = f"API\n===\n\n.. openapi:: {name}\n"
    (folder / "index.rst").write_text(text, encoding="utf-8")


def write_redoc_project(folder: Path, document: Path) -> None:
    """A project with a page of sphinxcontrib-redoc that contains *document*."""
    name = _write_peer_project(folder, document, "sphinxcontrib.redoc")
    page = {"name": "API", "page": "api", "spec": name, "embed": True}
    with (folder / "conf.py").open("a", encoding="utf-8") as file:
        file.write(f"redoc = [{page!r}]\n")
    (folder / "index.rst").write_text("Measured\n========\n", encoding="utf-8")


def _write_peer_project(folder: Path, document: Path, extension: str) -> str:
    fresh(folder)
    name = f"openapi{document.suffix}"
    shutil.copyfile(document, folder / name)
    (folder / "conf.py").write_text(
        f'project = "Peer"\nextensions = ["{extension}"]\nhtml_theme = "basic"\n'
        'exclude_patterns = ["build"]\n',
        encoding="utf-8",
    )
    return name


def fresh(folder: Path) -> None:
    """Create *folder*, empty."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
