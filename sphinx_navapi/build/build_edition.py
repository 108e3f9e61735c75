"""The edition of a build: this package, Sphinx, and everything that the project loads."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sphinx_navapi.edition import edition

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def build_edition(app: Sphinx) -> str:
    """`edition` with the versions of all extensions in use and of the theme."""
    versions = sorted((name, extension.version) for name, extension in app.extensions.items())
    return hashlib.sha256(f"{edition()} {versions}".encode()).hexdigest()[:16]
