"""The examples of README and docs, as files of small projects and as commands.

A fenced block whose info string has a second word with a dot is a file of that name: ```` ```json
docs.json ````. The files of one section (down to ``##``) form a project; a second block of the same
name, or a page in another markup, forms a further project with the other files unchanged. ``shell``
blocks are commands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from write_files import write_files

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "docs" / "openapi" / "library.yaml"
#: Pages that are a single project each, with steps to follow in order.
GUIDES = ("docs/django.md", "docs/fastapi.md", "docs/flask.md")
#: Labels of sections whose steps are also followed in order.
GUIDE_SECTIONS = ("fastapi-path",)
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

_FENCE = re.compile(r"^(?P<fence>`{3,}|~{3,})(?P<info>.*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block. :ivar words: of its info string: the language, then an optional file name."""

    words: tuple[str, ...]
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The file name of the block, if any."""
        if len(self.words) < 2 or self.words[0].startswith("{"):
            return None
        return self.words[1] if "." in self.words[1] else None


@dataclass(slots=True)
class Section:
    """A section of a page. :ivar label: the MyST target above its heading."""

    page: str
    title: str
    label: str = ""
    blocks: list[Block] = field(default_factory=list)

    @property
    def id(self) -> str:
        """For the names of tests."""
        return f"{self.page}#{self.title}"

    def projects(self) -> Iterator[dict[str, str]]:
        """File names and texts, per project."""
        project: dict[str, str] = {}
        for block in self.blocks:
            if block.file is None:
                continue
            same = next((name for name in project if _same_page(name, block.file)), None)
            if same is not None:
                yield dict(project)
                del project[same]
            project[block.file] = block.text
        if project:
            yield project


def _same_page(name: str, other: str) -> bool:
    """Whether the two files are the same page in different markups, so a project can only have
    one.
    """
    stem, _, suffix = name.rpartition(".")
    other_stem, _, other_suffix = other.rpartition(".")
    pages = {"md", "mdx", "rst"}
    return name == other or (stem == other_stem and {suffix, other_suffix} <= pages)


def read_sections() -> list[Section]:
    """All sections of README and docs, in order, without build output."""
    return [
        section
        for path in PAGES
        if "_build" not in path.parts
        for section in _sections(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    ]


def _sections(page: str, text: str) -> Iterator[Section]:
    section = Section(page, "")
    label = ""
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        if match := _FENCE.match(line):
            content = []
            for _number, inner in lines:
                if inner.strip() == match["fence"]:
                    break
                content.append(inner)
            section.blocks.append(
                Block(
                    words=tuple(match["info"].split()),
                    text="".join(f"{part}\n" for part in content),
                    line=number,
                )
            )
        elif target := re.fullmatch(r"\(([\w-]+)\)=", line):
            label = target[1]
        elif heading := re.match(r"##? (.+)", line):
            yield section
            section = Section(page, heading[1], label)
            label = ""
    yield section


def write_project(folder: Path, files: Mapping[str, str], *, pages: bool = True) -> None:
    """Write *files* into *folder*, with what examples assume.

    That is: ``conf.py``, the OpenAPI document, a root page, and (with *pages*) every page that the
    navigation lists but the example does not show.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # Markdown outside the navigation is read if the project loads the parser.
    own = "" if "docs.json" in files else '"myst_parser", '
    complete = {
        "conf.py": f'extensions = [{own}"sphinx_navapi"]\n',
        "library.yaml": LIBRARY.read_text("utf-8"),
        **files,
    }
    wanted = {"index"}
    if pages:
        for name, text in files.items():
            if name.endswith(".json"):
                wanted |= set(_page_paths(json.loads(text)))
    stems = {name.rpartition(".")[0] for name in complete if not name.endswith(".json")}
    for stem in sorted(wanted - stems):
        complete[f"{stem}.md"] = f"# Page {stem}\n"
    write_files(folder, complete)


def _page_paths(value: Any) -> Iterator[str]:
    """Page paths below *value*: entries of ``pages`` without white space, and ``root``."""
    if isinstance(value, list):
        for part in value:
            yield from _page_paths(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            if key == "pages" and isinstance(part, list):
                yield from (
                    entry
                    for entry in part
                    if isinstance(entry, str) and not re.search(r"\s|:", entry)
                )
            if key == "root" and isinstance(part, str):
                yield part
            yield from _page_paths(part)
