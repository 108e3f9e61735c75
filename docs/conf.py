import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "sphinx-navapi"
extensions = ["sphinx_navapi", "own_pages"]
navapi_config = "docs.json"
navapi_markdown = "myst"
html_theme = "navapi"

myst_enable_extensions = ["deflist"]
# Links to headings, as on code hosts.
myst_heading_anchors = 3
exclude_patterns = ["_build"]
# Also the pictures of README.md, which indexes of packages show.
html_static_path = ["_static"]
html_css_files = ["tables.css"]
