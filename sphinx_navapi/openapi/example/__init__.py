"""Example values, given or generated."""
