"""Pictures and other files of a project without ``conf.py``: they keep their addresses.

Such a project has no ``html_extra_path`` to name them with. What pages show is copied
by Sphinx, to folders of its own; but style attributes, pages of other sites and mails
name files by the address at which they stand in the repository.
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

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.build.site import Site

_logger = logging.getLogger("sphinx_navapi")

#: Folders of the output that Sphinx and this extension fill.
_TAKEN = frozenset({"_downloads", "_images", "_navapi", "_sources", "_static"})


def copy_assets(app: Sphinx, site: Site, files: OutputFiles, code: Collection[str] = ()) -> None:
    """Copy the files that stand beside pages to the same paths in the output.

    :param code: style sheets and scripts among them.

    Only what is new or has changed is copied; nothing where the project has a ``conf.py``.
    """
    if (Path(app.confdir) / "conf.py").is_file():
        return
    source_dir, outdir = Path(app.srcdir), Path(app.outdir)
    if code:
        _logger.info(
            "on each page: %s (styling.siteFiles: false in docs.json leaves them out)",
            ", ".join(code),
        )
    for name in (*site.planned.files.tree.assets, *code):
        if name.partition("/")[0] in _TAKEN:
            continue
        try:
            copy_file(source_dir / name, outdir / name)
            files.note(name)
        except OSError as error:
            message = (
                f"{name} cannot be copied into the site ({error.strerror or error}); it is left"
                " out: see whether it can be read, and whether a page has the name of its folder"
            )
            found = Diagnostic(subtype=Subtype.CONFIG, message=message, place=Place(file=name))
            report_diagnostics([found], source_dir)


def copy_file(source: Path, target: Path) -> None:
    """Have *target* be as *source*, which may be a link to a file elsewhere.

    :raises OSError: it cannot.
    """
    status = source.stat()
    try:
        before = target.stat()
        if (before.st_size, before.st_mtime_ns) == (status.st_size, status.st_mtime_ns):
            return
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    # Told apart by size and time the next time; rights and the like are not copied.
    os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
