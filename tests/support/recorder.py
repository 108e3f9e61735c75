"""A Sphinx extension that records the template context of each page."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from sphinx.application import Sphinx

#: The surroundings of a page's text in the context.
RELATIONS = ("parents", "prev", "next", "toc", "title", "rellinks", "body", "metatags")

#: Additions around the text: breadcrumbs above it, neighbors below it, their places in an unknown
#: theme, and in the root document the places of hidden toctrees.
_AROUND = re.compile(
    r'<div class="navapi-place".*?</div>|<nav class="navapi-prev-next".*?</nav>'
    r"|<!--navapi-(?:above|below)-->"
    r'|<div class="toctree-wrapper navapi-toctree compound">\s*</div>\s*',
    re.DOTALL,
)

#: Random ids that some extensions create in each build.
RANDOM = re.compile(
    r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=SNCB-)[0-9a-f]{8}|(?<=thumb-)[0-9a-f]{32}"
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Record as late as possible: after the project's own extensions, and after ours."""
    app.connect("html-page-context", record, priority=10_000)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def record(
    app: Sphinx, docname: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Write one file for the page *docname*."""
    kept: dict[str, Any] = {key: context.get(key) for key in RELATIONS}
    body = RANDOM.sub("", _AROUND.sub("", context.get("body") or ""))
    kept["body"] = hashlib.sha256(body.encode()).hexdigest()
    kept["template"] = template
    for key in ("css_files", "script_files"):
        kept[key] = [
            RANDOM.sub("", str(getattr(each, "filename", each))) for each in context.get(key) or ()
        ]
    if doctree is not None:
        kept["tree"] = {
            name: links(context["toctree"](**options))
            for name, options in {
                "whole": {"collapse": False, "includehidden": True, "titles_only": True},
                "collapsed": {"collapse": True, "includehidden": True},
                "theme": {"maxdepth": 4},
            }.items()
        }
    folder = Path(app.outdir).with_name(f"{Path(app.outdir).name}-pages")
    file = folder / f"{docname}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kept, indent=1, default=str), encoding="utf-8")


def links(html: str | None) -> list[list[Any]]:
    """Depth, text, URL and classes of each entry and caption of a toctree."""
    soup = BeautifulSoup(html or "", "html.parser")
    return [
        [
            len(tag.find_parents("li")),
            tag.get_text(),
            tag.get("href", ""),
            sorted((tag.find_parent("li") or {}).get("class", ())) if tag.name == "a" else [],
        ]
        for tag in soup.select("a, p.caption")
    ]
