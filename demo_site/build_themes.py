"""Build the demo site in our theme and in each theme with an adapter; warnings are errors."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.cmd.build import main

from sphinx_navapi.html.themes import THEMES

DEMO = Path(__file__).parent

if __name__ == "__main__":
    options = ["-qnW", "--keep-going", *sys.argv[1:]]
    failed = [
        theme
        for theme in ("navapi", *THEMES)
        if main([*options, "-D", f"html_theme={theme}", str(DEMO), str(DEMO / "_build" / theme)])
    ]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)
