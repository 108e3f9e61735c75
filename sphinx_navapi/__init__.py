"""Site navigation and OpenAPI reference pages for Sphinx from one ``docs.json``."""

__version__ = "0.1.0"
