"""Create the icon library files of the package from the libraries' own packages.

Run it by hand to update to a new release of a library::

    npm install lucide-static @fortawesome/fontawesome-free
    python docs/icon_libraries.py node_modules

Each file of ``sphinx_navapi/html/icon_data`` is a zip archive: ``index.json``, the library's
license, and ``0.json``, ``1.json``, … with some icons each, so that loading one unpacks only a few.
"""

from __future__ import annotations

import json
import re
import sys
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

ICON_DATA = Path(__file__).parent.parent / "sphinx_navapi" / "html" / "icon_data"

#: Number of icons in one member of an archive: fewer load faster, by milliseconds, but take more
#: of the package, which is to have less than 2 MB.
CHUNK = 512

#: Fixed date of the archive's members, for reproducible output.
_DATE = (1980, 1, 1, 0, 0, 0)

_SVG = re.compile(r"<svg([^>]*)>(.*)</svg>", re.DOTALL)
_BOX = re.compile(r'viewBox="([^"]*)"')
_LEFT_OUT = re.compile(r'<!--.*?-->|<title>.*?</title>| fill="currentColor"', re.DOTALL)

#: Box of a drawing, and its shapes as SVG.
Shape = tuple[str, str]


def read_shape(file: Path) -> Shape:
    """The drawing in *file* without what all drawings of its library share."""
    svg = _SVG.search(_LEFT_OUT.sub("", file.read_text("utf-8")))
    assert svg is not None, file
    box = _BOX.search(svg[1])
    assert box is not None, file
    return box[1], re.sub(r"\s*\n\s*", "", svg[2]).replace(" />", "/>").strip()


def read_folder(folder: Path, preferred: Iterable[str]) -> tuple[dict[str, Shape], dict[str, str]]:
    """Icons of *folder* by name, and aliases: files with the same drawing.

    :param preferred: names to keep if several files contain one drawing.
    """
    icons: dict[str, Shape] = {}
    aliases: dict[str, str] = {}
    names: dict[Shape, str] = {}
    files = {file.stem: file for file in sorted(folder.glob("*.svg"))}
    for name in sorted(files, key=lambda name: (name not in preferred, name)):
        shape = read_shape(files[name])
        if shape in names:
            aliases[name] = names[shape]
        else:
            names[shape] = name
            icons[name] = shape
    return icons, aliases


def write_library(
    file: str, icons: dict[str, Shape], aliases: dict[str, str], licence: Path, **about: Any
) -> None:
    """Write *file*: *icons*, their *aliases*, the *licence*, and further data *about* them."""
    names = sorted(icons)
    boxes = [box for box, _shapes in icons.values()]
    usual = max(sorted(set(boxes)), key=boxes.count)
    chunks = [names[start : start + CHUNK] for start in range(0, len(names), CHUNK)]
    members: dict[str, Any] = {
        "index.json": {
            **about,
            "box": usual,
            "aliases": {name: aliases[name] for name in sorted(aliases) if name not in icons},
            "chunks": chunks,
        }
    }
    for number, chunk in enumerate(chunks):
        members[f"{number}.json"] = {
            name: icons[name][1] if icons[name][0] == usual else [icons[name][1], icons[name][0]]
            for name in chunk
        }
    with zipfile.ZipFile(ICON_DATA / file, "w") as archive:
        for name, value in members.items():
            text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
            archive.writestr(zipfile.ZipInfo(name, _DATE), text, zipfile.ZIP_LZMA)
        text = licence.read_text("utf-8")
        archive.writestr(zipfile.ZipInfo("LICENSE", _DATE), text, zipfile.ZIP_LZMA)


def version(package: Path) -> str:
    """The version of *package*."""
    return str(json.loads((package / "package.json").read_text("utf-8"))["version"])


def write_lucide(package: Path) -> None:
    """Lucide, drawn with lines."""
    current = json.loads((package / "icon-nodes.json").read_text("utf-8"))
    icons, aliases = read_folder(package / "icons", current)
    write_library(
        "lucide.zip", icons, aliases, package / "LICENSE",
        version=version(package), notice="Lucide, ISC License", stroke=True,
    )  # fmt: skip


def write_fontawesome(package: Path) -> None:
    """The free styles of Font Awesome, with the names of version 4."""
    metadata = package / "metadata"
    current = json.loads((metadata / "icon-families.json").read_text("utf-8"))
    shims = yaml.safe_load((metadata / "shims.yml").read_text("utf-8"))
    styles = {"fas": "solid", "far": "regular", "fab": "brands"}
    for style in styles.values():
        icons, aliases = read_folder(package / "svgs" / style, current)
        for old, new in shims.items():
            name = new.get("name", old)
            if styles[new.get("prefix", "fas")] == style and old not in icons:
                aliases[old] = aliases.get(name, name)
        for name, data in current.items():
            for other in data.get("aliases", {}).get("names", ()):
                if name in icons and other not in icons:
                    aliases[other] = name
        write_library(
            f"fontawesome-{style}.zip",
            icons,
            {old: new for old, new in aliases.items() if new in icons},
            package / "LICENSE.txt",
            version=version(package), notice="Font Awesome Free, CC BY 4.0", stroke=False,
        )  # fmt: skip


if __name__ == "__main__":
    PACKAGES = Path(sys.argv[1])
    ICON_DATA.mkdir(exist_ok=True)
    write_lucide(PACKAGES / "lucide-static")
    write_fontawesome(PACKAGES / "@fortawesome" / "fontawesome-free")
    for written in sorted(ICON_DATA.glob("*.zip")):
        print(f"{written.name}: {written.stat().st_size:,} bytes")
