"""``python tools/translate.py``: write the scripts again."""

from __future__ import annotations

import sys

from translator.write import write_scripts

for name in write_scripts():
    sys.stdout.write(f"{name}\n")
