"""Real sites: every link in the output leads to a file and an element."""

from __future__ import annotations

import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from link_checks import BadLink, bad_links, bad_markdown_links, bad_objects, count_links
from shared_corpus import SITES

#: Sites, and the minimum number of links to follow.
FOLLOWED = {
    "chatwoot": 7000,
    "deepl": 11000,
    "kaneo": 15000,
    "sei": 14000,
    "spree": 100000,
    "stagehand": 11000,
}

_LOOSE = re.compile(r"[\W_]+")

#: Code, in which lines with `#` are comments.
_FENCED = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module", params=sorted(FOLLOWED))
def site(request, tmp_path_factory):
    """Source and output of a site in our own theme."""
    folder = tmp_path_factory.mktemp(request.param)
    source, output = folder / "site", folder / "out"
    shutil.copytree(SITES / request.param, source)
    (source / "conf.py").write_text(
        'extensions = ["myst_parser", "sphinx_navapi"]\nnavapi_remote_documents = False\n'
        'html_theme = "navapi"\n'
    )
    command = [sys.executable, "-m", "sphinx", "-q", "-d", folder / "doctrees", source, output]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return request.param, source, output


def is_lacking(bad: BadLink, source: Path) -> bool:
    """Whether the site's own files contain no target for *bad*.

    A page: no file at its path, whatever its suffix. An image or the like: no file of its name. An
    element: no heading, title, id or name in the files of the page, or in snippets, similar to the
    fragment.
    """
    path, _, fragment = bad.href.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(bad.page), unquote(path)))
    target = target.partition("?")[0].strip("/")
    if bad.why != "no such element":
        if Path(target).suffix in ("", ".html", ".md", ".mdx"):
            file = source / target
            return not list(file.parent.glob(f"{file.stem}.*")) and not file.is_dir()
        return not list(source.rglob(Path(target).name))
    page = source / (target if path else bad.page)
    files = [page.with_suffix(suffix) for suffix in (".mdx", ".md")]
    files += [f for folder in source.rglob("snippets") for f in folder.rglob("*.md*")]
    texts = "\n".join(file.read_text("utf-8") for file in files if file.is_file())
    texts = _FENCED.sub("", texts)
    names = re.findall(r"^\s*#+\s+(.*)$|(?:id|title|name)=[\"'{]+([^\"'}]*)", texts, re.MULTILINE)
    loose = {_LOOSE.sub("-", "".join(found).lower()).strip("-") for found in names}
    return _LOOSE.sub("-", unquote(fragment).lower()).strip("-") not in loose


def test_every_link_leads_somewhere(site):
    name, source, output = site
    assert count_links(output) >= FOLLOWED[name]
    found = bad_links(output)
    assert [bad for bad in found if not is_lacking(bad, source)] == []
    # Missing are images, and headings that have been renamed: never a page.
    pages = [bad for bad in found if bad.why != "no such element" and ".html" in bad.href]
    assert pages == []


def test_every_object_is_in_its_page(site):
    _name, _source, output = site
    found = bad_objects(output)
    assert [bad for bad in found if not bad.page.startswith("std:label ")] == []


def test_every_markdown_file_leads_to_others(site):
    _name, source, output = site
    found = bad_markdown_links(output)
    assert [bad for bad in found if not is_lacking(bad, source)] == []
