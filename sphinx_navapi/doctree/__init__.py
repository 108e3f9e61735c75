"""Doctrees of generated pages, and directives and roles for operations."""
