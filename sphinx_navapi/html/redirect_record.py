"""Recognizing our own redirect pages: ``redirects.json`` has the digest of each.

The record is beside the pages, so that all builders that write to the folder share it, whatever
their doctree directory. It depends on bytes, not on the version that wrote them: after an upgrade
they still count as ours. A page that is not in it (the record is lost), or that has changed (it was
edited, or replaced by a page of the site), is not ours: it is neither overwritten nor deleted,
unless its content is what we would write anyway.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath

from sphinx_navapi.build.output_files import write_if_changed

#: Path of the record, below the output folder.
RECORD = "_navapi/redirects.json"


@dataclass(frozen=True, slots=True)
class RedirectRecord:
    """The redirect pages written to a folder by the last builds, with any builder.

    :ivar digests: SHA-256 of the bytes, hexadecimal, by path below the folder.
    """

    digests: Mapping[str, str] = field(default_factory=dict)

    def is_ours(self, outdir: Path, name: str) -> bool:
        """Whether the file *name* below *outdir* exists and is as we wrote it."""
        digest = self.digests.get(name)
        return digest is not None and _digest(outdir, name) == digest

    def write(self, outdir: Path, name: str, content: bytes) -> bool:
        """Write a page; false if the path is taken by something that is not ours."""
        path = outdir / name
        try:
            if path.exists() and not self.is_ours(outdir, name):
                return path.read_bytes() == content
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.parent.resolve().is_relative_to(outdir.resolve()):
                return False
            write_if_changed(path, content)
        except (OSError, UnicodeError):
            # A folder of that name, a file instead of a folder, or a name that is too long.
            return False
        return True


def read_record(path: Path) -> RedirectRecord:
    """The record in the file *path*; empty if it cannot be read."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return RedirectRecord()
    pages = found.get("pages") if isinstance(found, dict) else None
    return RedirectRecord(
        {
            name: digest
            for name, page in (pages.items() if isinstance(pages, dict) else ())
            if isinstance(page, dict) and isinstance(digest := page.get("sha256"), str)
        }
    )


def _digest(outdir: Path, name: str) -> str | None:
    """The digest of a file in *outdir*; ``None`` if missing, or a link to outside."""
    parts = PurePosixPath(name)
    try:
        path = (outdir / parts).resolve()
        if parts.is_absolute() or not path.is_relative_to(outdir.resolve()):
            return None
        return sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
