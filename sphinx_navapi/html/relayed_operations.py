"""The relay's data about each operation, cached between builds.

Reading all operations of a large document again because of a single change would take a tenth of
the build.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_navapi.formats.kept_values import KeptValues

if TYPE_CHECKING:
    from sphinx_navapi.request.relay_manifest import RelayedOperation


def relayed_operations(path: Path, version: str) -> KeptValues[RelayedOperation | None]:
    """Relayed operations by what they were computed from (`KeptValues`)."""
    return KeptValues(path, version, _operation)


def _operation(stored: Any) -> RelayedOperation | None:
    from sphinx_navapi.request.relay_manifest import RelayedOperation

    match stored:
        case [str(), None | list(), dict(), dict(), dict(), bool()]:
            return RelayedOperation(*stored)
    return None
