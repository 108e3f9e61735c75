"""The documentation of public packages, from their source distributions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

#: Folder of archives and builds, kept between runs.
CACHE = Path(os.environ.get("NAVAPI_PROJECTS") or Path(__file__).resolve().parent / "_build")


@dataclass(frozen=True, slots=True)
class Project:
    """A package with documentation.

    :ivar folder: of its conf.py. :ivar theme: used by it.
    :ivar instead: text for files that its conf.py would download if they are missing, by their path
        in *folder*: what another project publishes changes from day to day.
    """

    name: str
    folder: str
    theme: str
    instead: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def archive(self) -> str:
        """Name and installed version, as in the name of an archive."""
        return f"{self.name}-{version(self.name)}"

    @property
    def root(self) -> Path:
        """Its unpacked archive."""
        return CACHE / "sources" / self.archive


PROJECTS = (
    Project("alabaster", "docs", "alabaster"),
    Project("attrs", "docs", "furo"),
    Project("babel", "docs", "its own"),
    Project("flask", "docs", "that of Pallets"),
    Project("jupyter_client", "docs", "pydata_sphinx_theme"),
    Project("sphinx", "doc", "its own"),
    Project(
        "sphinx_book_theme",
        "docs",
        "sphinx_book_theme",
        {"content/pydata-content-blocks.md": "# PyData Theme Elements\n\n## Blocks\n\nText.\n"},
    ),
    Project("tornado", "docs", "sphinx_rtd_theme"),
    Project("urllib3", "docs", "furo"),
)


def fetch(project: Project) -> None:
    """Download and unpack *project*, unless that is done.

    :raises CalledProcessError: pip failed, and has printed why.
    """
    if project.root.is_dir():
        return
    archives = CACHE / "archives"
    archives.mkdir(parents=True, exist_ok=True)
    if not list(archives.glob(f"{project.archive}.tar.gz")):
        wanted = f"{project.name}=={version(project.name)}"
        options = ("--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(archives))
        subprocess.run([sys.executable, "-m", "pip", "download", *options, wanted], check=True)
    project.root.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archives / f"{project.archive}.tar.gz") as archive:
        archive.extractall(project.root.parent, filter="data")


def copy(project: Project, target: Path, lines: str, files: dict[str, str] | None = None) -> Path:
    """A copy of *project* in *target* with *lines* at the end of its conf.py, and *files*."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(project.root, target, symlinks=True)
    folder = target / project.folder
    with (folder / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(f"\n{lines}")
    for name, text in {**project.instead, **(files or {})}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


if __name__ == "__main__":
    for each in PROJECTS:
        fetch(each)
