"""Files that change when an operation or schema does, for pages that show one of several.

A page file that shows an operation depends on its fingerprint, not on the whole
document, so that a change elsewhere in the document reads no page again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path


class FingerprintFolder:
    """Fingerprint files below the doctree directory.

    :ivar current: the fingerprint of ``[kind, document, …]`` now, ``""`` where it is gone.
    """

    def __init__(self, folder: Path, current: Callable[[list[str]], str]) -> None:
        self._folder = folder
        self.current = current

    def refresh(self) -> None:
        """Write again the files whose object changed; Sphinx then reads the pages that use them."""
        for path in sorted(self._folder.glob("*.json")):
            try:
                name = json.loads(path.read_text("utf-8"))["name"]
            except (OSError, ValueError, KeyError, TypeError):
                path.unlink(missing_ok=True)
                continue
            self._write(path, name)

    def file_for(self, name: list[str]) -> Path:
        """The file that changes when the object *name* does."""
        digest = hashlib.sha256("\0".join(name).encode()).hexdigest()[:24]
        path = self._folder / f"{digest}.json"
        self._write(path, name)
        return path

    def _write(self, path: Path, name: list[str]) -> None:
        text = json.dumps({"name": name, "fingerprint": self.current(name)})
        try:
            if path.read_text("utf-8") == text:
                return
        except OSError:
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
