"""Addresses of pages, what a link leads to, and redirects."""
