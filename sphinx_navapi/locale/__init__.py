"""Translations of the interface, and language codes."""
