"""``python -m sphinx_navapi.request.script``: write the scripts again."""

from __future__ import annotations

import sys

from sphinx_navapi.request.script.write import write_scripts

for name in write_scripts():
    sys.stdout.write(f"{name}\n")
