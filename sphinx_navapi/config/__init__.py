"""The configuration in `docs.json` and `conf.py`, validated."""
