"""Site navigation and OpenAPI reference pages for Sphinx from one ``docs.json``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi._version import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

__all__ = ["__version__", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension (Sphinx's entry point)."""
    # Imported here so that the plain half can be used without Sphinx.
    from sphinx_navapi.edition import edition_number
    from sphinx_navapi.extension import register

    if getattr(app, "builder", None) is not None:
        # By the entry point of the theme, after Sphinx has read the configuration.
        from sphinx.errors import ConfigError

        raise ConfigError('html_theme = "navapi" needs extensions = ["sphinx_navapi"] in conf.py')
    register(app)
    return {
        "version": __version__,
        "env_version": edition_number(),
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
