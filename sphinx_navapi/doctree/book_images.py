"""SVG images for LaTeX, which has none: as PDF, by a program or package that is installed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.project.environment import env_site
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx_navapi.project.site import Site

#: Programs that convert an SVG file, in order of preference, with their arguments.
PROGRAMS: dict[str, Callable[[str, str], list[str]]] = {
    "rsvg-convert": lambda source, target: ["--format=pdf", f"--output={target}", source],
    "inkscape": lambda source, target: [f"--export-filename={target}", source],
}

#: Seconds that a program may take for one image.
_TIMEOUT = 60

_FOLDER = "navapi/images"


class ConvertSvg(SphinxPostTransform):
    """Replaces SVG images by PDF files; by their text if nothing can convert them."""

    def run(self, **kwargs: Any) -> None:
        """Convert the images that no other extension has converted; report the rest at once."""
        site = env_site(self.env)
        if site is None or not site.configured or site.builder.name != "latex":
            return
        left: dict[str, None] = {}
        for image in find_nodes(self.document, nodes.image):
            source = _source(image)
            if source is None:
                continue
            target = self._convert(source)
            if target is not None:
                image["candidates"] = {"*": target}
                image["uri"] = target
                self.env.images.add_file(self.env.docname, target)
            else:
                left[source] = None
                _leave_out(image)
        if left:
            _report(site, list(left))

    def _convert(self, source: str) -> str | None:
        path = Path(self.env.srcdir, source)
        try:
            digest = digest_of([source, path.read_bytes().hex()])
        except OSError:
            return None
        target = Path(self.env.doctreedir, _FOLDER, f"{path.stem}-{digest[:12]}.pdf")
        if target.is_file() or convert_svg(path, target):
            return str(target)
        return None


def _source(image: nodes.image) -> str | None:
    """The SVG file of *image* if it has no other."""
    candidates: dict[str, str] = image.get("candidates", {})
    if "?" in candidates or candidates.keys() & {"application/pdf", "image/png", "image/jpeg"}:
        return None
    source = candidates.get("image/svg+xml") or candidates.get("*") or ""
    return str(source) if str(source).lower().endswith(".svg") else None


def convert_svg(source: Path, target: Path) -> bool:
    """Write the image *source* as PDF to *target*. :returns: whether something could."""
    target.parent.mkdir(parents=True, exist_ok=True)
    for program, arguments in PROGRAMS.items():
        command = which(program)
        if command is None:
            continue
        try:
            subprocess.run(  # noqa: S603 - a program found in the path, without a shell
                [command, *arguments(str(source), str(target))],
                check=True, capture_output=True, timeout=_TIMEOUT,
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError):
            continue
        if target.is_file():
            return True
    return _convert_with_cairosvg(source, target)


def _convert_with_cairosvg(source: Path, target: Path) -> bool:
    try:
        from cairosvg import svg2pdf  # type: ignore[import-not-found,unused-ignore] # optional
    except (ImportError, OSError):  # OSError: without the library Cairo
        return False
    try:
        svg2pdf(url=str(source), write_to=str(target))
    except Exception:  # whatever it raises for an image that it cannot read
        return False
    return target.is_file()


def _leave_out(image: nodes.image) -> None:
    """Replace *image* by its alternative text."""
    text = nodes.inline("", image.get("alt", ""))
    is_inline = isinstance(image.parent, nodes.TextElement)
    image.replace_self(text if is_inline else nodes.paragraph("", "", text))


def _report(site: Site, sources: list[str]) -> None:
    others = f" and {len(sources) - 1} more SVG images" if len(sources) > 1 else ""
    message = (
        f"the image {sources[0]}{others} cannot be converted for LaTeX, and only the alternative"
        " text is in the PDF; install rsvg-convert (package librsvg2-bin), Inkscape, or"
        " sphinx-navapi with the extra pdf"
    )
    diagnostic = Diagnostic(subtype=Subtype.CONFIG, message=message, place=Place(file=sources[0]))
    report_diagnostics([diagnostic], site.source_dir)
