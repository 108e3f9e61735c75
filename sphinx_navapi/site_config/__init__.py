"""``docs.json``: what may stand in it, reading it, its JSON Schema and its reference table."""
