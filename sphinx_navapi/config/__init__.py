"""What `docs.json` and `conf.py` say, checked."""
