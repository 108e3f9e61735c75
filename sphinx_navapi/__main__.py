"""``python -m sphinx_navapi``: the ``navapi`` command when its script is not on the path."""

from __future__ import annotations

import sys

from sphinx_navapi.cli import main

if __name__ == "__main__":
    sys.exit(main())
