"""The version; modules of every room may import it."""

from __future__ import annotations

__version__ = "0.2.0"
