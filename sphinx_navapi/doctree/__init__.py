"""Doctrees of generated pages, and what page files may say of operations."""
