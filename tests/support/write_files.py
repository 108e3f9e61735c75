"""Files of a project, from a mapping."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_files(folder: Path, files: Mapping[str, Any]) -> Path:
    """Write *files* below *folder*: text and bytes unchanged, anything else as JSON.

    :returns: *folder*.
    """
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(content, str | bytes):
            content = json.dumps(content, indent=1)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
