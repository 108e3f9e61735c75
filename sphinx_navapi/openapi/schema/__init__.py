"""Schemas as a page shows them."""
