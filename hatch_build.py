"""What of the package's metadata is not in pyproject.toml: the description and the addresses.

Links and pictures of README.md are relative, for code hosts; an index needs them absolute, and gets
those of the documentation. The address of the repository is that of the workflow that builds the
release: whoever reads the metadata can trust that the package is from there.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

#: Pages of the documentation that include a file of the repository.
_INCLUDED = {"CHANGELOG.md": "changelog", "CONTRIBUTING.md": "contributing"}

_TARGET = re.compile(r'(\]\(|\bsrc=")([^)"#:]+)(?=[)"#])')


class Metadata(MetadataHookInterface):
    """The dynamic fields, on which `project.dynamic` in pyproject.toml agrees."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in the fields."""
        urls: dict[str, str] = dict(self.config["urls"])
        readme = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": with_absolute_links(readme, urls["Documentation"]),
        }
        repository = os.environ.get("GITHUB_REPOSITORY")
        if repository:
            source = f"{os.environ['GITHUB_SERVER_URL']}/{repository}"
            urls |= {"Source": source, "Issues": f"{source}/issues"}
        metadata["urls"] = urls


def with_absolute_links(text: str, documentation: str) -> str:
    """*text*, a README, with links and pictures in the *documentation*."""

    def absolute(match: re.Match[str]) -> str:
        target = match[2]
        if target in _INCLUDED:
            target = f"docs/{_INCLUDED[target]}.md"
        folder, _, path = target.partition("/")
        if folder != "docs":
            raise ValueError(f"README.md refers to {target}, which is not in the documentation")
        return match[1] + documentation + re.sub(r"\.md$", ".html", path)

    return _TARGET.sub(absolute, text)
