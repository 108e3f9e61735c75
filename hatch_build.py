"""What pyproject.toml cannot say of the package: its description and addresses, and short scripts.

Links and pictures of README.md are relative, for code hosts; an index needs them absolute, and gets
those of the documentation. The address of the repository is that of the workflow that builds the
release: whoever reads the metadata can trust that the package is from there.

A build of a site minifies scripts and style sheets anyway; the wheel has them minified, so that it
is smaller. They are as they are written in the source distribution.
"""

from __future__ import annotations

import os
import re
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
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


class ShortAssets(BuildHookInterface):  # type: ignore[type-arg]
    """Puts minified scripts and style sheets into the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files, and name them in *build_data*."""
        if version == "editable":
            return
        # Only for wheels: installing from the source distribution for development needs neither.
        from rcssmin import cssmin
        from rjsmin import jsmin

        self._folder = tempfile.TemporaryDirectory()
        for kind, minify in (("js", jsmin), ("css", cssmin)):
            for path in Path(self.root, "sphinx_navapi").rglob(f"*.{kind}"):
                name = path.relative_to(self.root).as_posix()
                if path.name.endswith(f".min.{kind}") or "/translated/" in name:
                    continue
                short = Path(self._folder.name, name)
                short.parent.mkdir(parents=True, exist_ok=True)
                short.write_text(minify(path.read_text("utf-8")), "utf-8")
                build_data["force_include"][str(short)] = name

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the files, and compress the wheel as far as possible."""
        if version == "editable":
            return
        self._folder.cleanup()
        wheel = Path(artifact_path)
        with zipfile.ZipFile(wheel) as archive:
            held = [(info, archive.read(info)) for info in archive.infolist()]
        with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for info, content in held:
                archive.writestr(info, content, compresslevel=9)
