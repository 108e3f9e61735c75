"""Addresses of pages, link targets, and redirects."""
