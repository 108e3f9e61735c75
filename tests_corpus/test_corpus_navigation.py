"""Every element of the real sites' navigation is on the page, linked to its first page."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from shared_corpus import SITES

NAMES = (
    "chatwoot", "deepl", "insforge", "kaneo", "sei", "spree", "stagehand", "trigger", "upstash",
)  # fmt: skip

#: Key of the label, key of the list, and where the list is shown.
KINDS = {
    "tabs": ("tab", "nav.navapi-tabs"),
    "menu": ("item", "nav.navapi-tabs"),
    "anchors": ("anchor", "nav.navapi-anchors"),
    "dropdowns": ("dropdown", ".navapi-dropdowns"),
    "versions": ("version", ".navapi-versions"),
    "languages": ("language", ".navapi-languages"),
    "products": ("product", ".navapi-products"),
}


def _site(name: str, folder: Path) -> Path:
    shutil.copytree(SITES / name, folder)
    conf = 'extensions = ["myst_parser", "sphinx_navapi"]\nnavapi_remote_documents = False\n'
    (folder / "conf.py").write_text(conf + 'html_theme = "navapi"\n', "utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-d", "../doctrees", ".", "../out"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return folder.parent / "out"


def _elements(
    node: dict[str, Any], partition: dict[str, str]
) -> Iterator[tuple[str, Any, dict[str, Any], dict[str, str]]]:
    """List key, element, its parent, and the version, language and tab of both."""
    for key, (label_key, _selector) in KINDS.items():
        for element in node.get(key, ()):
            if not element.get("hidden"):
                yield key, element, node, partition
            inner = partition
            if key in ("tabs", "versions", "languages", "products"):
                inner = {**partition, label_key: element[label_key]}
            yield from _elements(element, inner)
    for key in ("pages", "groups"):
        for entry in node.get(key, ()):
            if isinstance(entry, dict):
                yield from _elements(entry, partition)


def _mode(file: Path) -> str | None:
    match = re.search(r'data-mode="(\w+)"', file.read_text("utf-8"))
    return match[1] if match else None


def _pages(element: dict[str, Any]) -> Iterator[str]:
    """Docnames below *element*."""
    for value in element.values():
        for entry in value if isinstance(value, list) else ():
            if isinstance(entry, dict):
                yield from _pages(entry)
            elif isinstance(entry, str):
                yield entry


@pytest.mark.parametrize("name", NAMES)
def test_elements_are_there_and_lead_to_their_first_page(name, tmp_path):
    out = _site(name, tmp_path / "site")
    site = json.loads((out / "_navapi/site.json").read_text("utf-8"))
    urls = {docname: page["url"] for docname, page in site["pages"].items()}
    pages: dict[str, BeautifulSoup] = {}
    checked = skipped = 0
    elements = list(_elements(site["navigation"], {}))
    anchors = site["navigation"].get("global", {}).get("anchors", [])
    elements += [("anchors", anchor, site["navigation"], {}) for anchor in anchors]
    # Pages with these modes (`mode`) have no sidebar, which shows dropdowns and anchors.
    bare = {"center", "custom", "frame"}
    plain = [name for name, page in site["pages"].items() if _mode(out / page["url"]) not in bare]
    for key, element, around, partition in elements:
        label_key, selector = KINDS[key]
        # A page with several places shows what is around the first.
        here = [
            name
            for name in _pages(around)
            if name in plain and partition.items() <= site["pages"][name].items()
        ]
        if not here:
            skipped += 1
            continue
        docname = here[0]
        if docname not in pages:
            html = (out / urls[docname]).read_text("utf-8")
            pages[docname] = BeautifulSoup(html, "html.parser")
        links = [
            unquote(str(link["href"]))
            for box in pages[docname].select(selector)
            for link in box.select("a[href]")
        ]
        at = posixpath.dirname(urls[docname])
        reached = {
            link
            if "://" in link
            else posixpath.normpath(posixpath.join(at, link.partition("#")[0]))
            if link.partition("#")[0]
            else urls[docname]
            for link in links
        }
        target = element.get("first_page")
        place = (key, element[label_key], docname)
        if key in ("versions", "languages"):
            # A switcher leads to the counterpart of the page: there is a link for each choice.
            assert target is None or len(reached) >= 1, place
        elif target:
            assert urls[target] in reached, place
        elif element.get("href"):
            assert element["href"] in reached or element["href"].startswith("/"), place
        checked += 1
    # Pages listed in two versions show the navigation of the first.
    assert checked >= skipped
