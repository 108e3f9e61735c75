"""Create the icon library files of the package from the libraries' own packages.

Run it by hand to update to a new release of a library::

    npm install lucide-static @fortawesome/fontawesome-free svgo
    python docs/icon_libraries.py node_modules

The package is to have less than 2 MB. So the icons of a library are one file, and coordinates of
Font Awesome are whole numbers: that moves lines by a thousandth of an icon's height at most.
The libraries' licenses are in ``licenses``, which the wheel contains.
"""

from __future__ import annotations

import json
import lzma
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parent.parent
ICON_DATA = ROOT / "sphinx_navapi" / "html" / "icon_data"
LICENSES = ROOT / "licenses"

#: Made for numbers in text: no byte has to be at an even position.
_FILTER: dict[str, Any] = {
    "id": lzma.FILTER_LZMA2, "preset": lzma.PRESET_EXTREME | 9, "lc": 4, "lp": 0, "pb": 0,
}  # fmt: skip

#: Settings of svgo: only numbers are rounded, and written shorter. Arcs stay arcs, curves curves.
_ROUNDING = """export default {plugins: [{name: "convertPathData", params: {
  floatPrecision: 0, makeArcs: false, convertToQ: false, smartArcRounding: false,
  utilizeAbsolute: false,
}}]};
"""

_SVG = re.compile(r"<svg([^>]*)>(.*)</svg>", re.DOTALL)
_BOX = re.compile(r'viewBox="([^"]*)"')
_ARC = re.compile(r' d="[^"]*[aA]')
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


def round_numbers(icons: dict[str, Shape], folder: Path, svgo: Path, *, arcs: bool) -> None:
    """Round the coordinates of *icons*, the files of *folder*, to whole numbers.

    :param arcs: also of icons with arcs. Those of logos have radii with fractions, and rounding
        would move their lines visibly.
    """
    with tempfile.TemporaryDirectory() as name:
        config = Path(name, "svgo.config.mjs")
        config.write_text(_ROUNDING, "utf-8")
        subprocess.run(
            (svgo, "--quiet", "--config", config, "--folder", folder, "--output", name), check=True
        )
        for icon, (box, shapes) in icons.items():
            if arcs or not _ARC.search(shapes):
                rounded = read_shape(Path(name, f"{icon}.svg"))
                assert rounded[0] == box, icon
                icons[icon] = rounded


def write_library(
    file: str, icons: dict[str, Shape], aliases: dict[str, str], **about: Any
) -> None:
    """Write *file*: *icons*, their *aliases*, and further data *about* them."""
    boxes = [box for box, _shapes in icons.values()]
    usual = max(sorted(set(boxes)), key=boxes.count)
    library = {
        **about,
        "box": usual,
        "aliases": {name: aliases[name] for name in sorted(aliases) if name not in icons},
        "icons": {
            name: icons[name][1] if icons[name][0] == usual else [icons[name][1], icons[name][0]]
            for name in sorted(icons)
        },
    }
    text = json.dumps(library, separators=(",", ":"), ensure_ascii=False)
    (ICON_DATA / file).write_bytes(lzma.compress(text.encode(), filters=[_FILTER]))


def copy_license(package: Path, source: str, name: str) -> None:
    """Copy the license *source* of *package* to *name*."""
    (LICENSES / name).write_bytes((package / source).read_bytes())


def version(package: Path) -> str:
    """The version of *package*."""
    return str(json.loads((package / "package.json").read_text("utf-8"))["version"])


def write_lucide(package: Path) -> None:
    """Lucide, drawn with lines."""
    current = json.loads((package / "icon-nodes.json").read_text("utf-8"))
    icons, aliases = read_folder(package / "icons", current)
    copy_license(package, "LICENSE", "lucide.txt")
    write_library(
        "lucide.json.xz", icons, aliases,
        version=version(package), notice="Lucide, ISC License", stroke=True,
    )  # fmt: skip


def write_fontawesome(package: Path, svgo: Path) -> None:
    """The free styles of Font Awesome, with the names of version 4."""
    metadata = package / "metadata"
    current = json.loads((metadata / "icon-families.json").read_text("utf-8"))
    shims = yaml.safe_load((metadata / "shims.yml").read_text("utf-8"))
    copy_license(package, "LICENSE.txt", "fontawesome.txt")
    styles = {"fas": "solid", "far": "regular", "fab": "brands"}
    for style in styles.values():
        folder = package / "svgs" / style
        icons, aliases = read_folder(folder, current)
        round_numbers(icons, folder, svgo, arcs=style != "brands")
        for old, new in shims.items():
            name = new.get("name", old)
            if styles[new.get("prefix", "fas")] == style and old not in icons:
                aliases[old] = aliases.get(name, name)
        for name, data in current.items():
            for other in data.get("aliases", {}).get("names", ()):
                if name in icons and other not in icons:
                    aliases[other] = name
        write_library(
            f"fontawesome-{style}.json.xz",
            icons,
            {old: new for old, new in aliases.items() if new in icons},
            version=version(package), notice="Font Awesome Free, CC BY 4.0, rounded", stroke=False,
        )  # fmt: skip


if __name__ == "__main__":
    PACKAGES = Path(sys.argv[1])
    ICON_DATA.mkdir(exist_ok=True)
    LICENSES.mkdir(exist_ok=True)
    write_lucide(PACKAGES / "lucide-static")
    write_fontawesome(PACKAGES / "@fortawesome" / "fontawesome-free", PACKAGES / ".bin" / "svgo")
    for written in sorted(ICON_DATA.iterdir()):
        print(f"{written.name}: {written.stat().st_size:,} bytes")
