"""``skill.md``: what an agent can do with the product, if the site has such a file.

The file at the root of the source directory is copied unchanged, together with the index that
agents use to find it (agentskills.io, discovery 0.2.0). It is never generated from the pages.
"""

from __future__ import annotations

import hashlib
import json
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from sphinx_navapi.formats.front_matter import read_markdown_head
from sphinx_navapi.plan.docnames import slug
from sphinx_navapi.project.output_files import is_taken
from sphinx_navapi.project.project_settings import url_of_build

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

NAME: Final = "skill.md"
_FOLDER: Final = ".well-known/agent-skills"
_SCHEMA: Final = "https://schemas.agentskills.io/discovery/0.2.0/schema.json"

#: Maximum length of a description in the index.
_LONGEST: Final = 1024


def setup(app: Sphinx, site: Site) -> None:
    """Write the files at the end of a build."""
    app.connect("navapi-output-files", partial(write_skill_files, site))


def write_skill_files(site: Site, app: Sphinx, files: OutputFiles) -> None:
    """Write the files, if ``skill.md`` is not a page.

    Its front matter must have a ``name`` and a ``description``.
    """
    path = site.source_dir / NAME
    if "skill" in app.env.found_docs:
        return
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return
    metadata = read_markdown_head(text, NAME).metadata
    name, description = metadata.get("name"), metadata.get("description")
    if not isinstance(name, str) or not isinstance(description, str) or not slug(name):
        return
    if not is_taken(app, files, NAME):
        files.put(NAME, text)
    base = urlsplit(url_of_build(app.config)).path.strip("/")
    place = f"{_FOLDER}/{slug(name)}/SKILL.md"
    entry = {
        "name": slug(name),
        "type": "skill-md",
        "description": description[:_LONGEST],
        "url": f"/{base}/{place}" if base else f"/{place}",
        "digest": f"sha256:{hashlib.sha256(text.encode()).hexdigest()}",
    }
    files.put(place, text)
    index = json.dumps({"$schema": _SCHEMA, "skills": [entry]}, ensure_ascii=False, indent=1)
    files.put(f"{_FOLDER}/index.json", f"{index}\n")
