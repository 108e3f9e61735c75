"""Pictures and other files of a project without ``conf.py``, which keep their URLs.

Such a project has no ``html_extra_path``. Files shown by pages are copied by Sphinx to its own
folders; but style attributes, other sites and emails refer to files by their paths in the
repository.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_navapi.build.reporting import report_diagnostics
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.html.style_urls import copied_style

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.build.site import Site

_logger = logging.getLogger("sphinx_navapi")

#: Folders of the output that Sphinx and this extension use.
_TAKEN = frozenset({"_downloads", "_images", "_navapi", "_sources", "_static"})


def copy_assets(app: Sphinx, site: Site, files: OutputFiles, code: Collection[str] = ()) -> None:
    """Copy the files beside pages to the same paths in the output.

    :param code: style sheets and scripts among them.

    Only new and changed files are copied; none if the project has a ``conf.py``. Addresses in style
    sheets become relative.
    """
    if (Path(app.confdir) / "conf.py").is_file():
        return
    source_dir, outdir = Path(app.srcdir), Path(app.outdir)
    if code:
        _logger.info(
            "loaded on each page: %s (to disable this, set styling.siteFiles to false in"
            " docs.json)",
            ", ".join(code),
        )
    for name in (*site.planned.files.tree.assets, *code):
        if name.partition("/")[0] in _TAKEN:
            continue
        try:
            if name.endswith(".css"):
                base_url = app.config.html_baseurl
                style = copied_style(source_dir / name, name, source_dir, base_url)
                files.put(name, style)
                continue
            copy_file(source_dir / name, outdir / name)
            files.note(name)
        except OSError as error:
            message = (
                f"{name} cannot be copied into the site ({error.strerror or error}); it was"
                " skipped: check that it is readable, and that no page has the name of its folder"
            )
            found = Diagnostic(subtype=Subtype.CONFIG, message=message, place=Place(file=name))
            report_diagnostics([found], source_dir)


def copy_file(source: Path, target: Path) -> None:
    """Make *target* equal to *source*, which may be a symbolic link.

    :raises OSError: copying failed.
    """
    status = source.stat()
    try:
        before = target.stat()
        if (before.st_size, before.st_mtime_ns) == (status.st_size, status.st_mtime_ns):
            return
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    # Compared by size and time next time; permissions and the like are not copied.
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
