"""The state of one Sphinx build."""
