project = "Fulmar"
version = "2.3"
epub_copyright = "Fulmar"
navapi_markdown = "myst"
extensions = ["sphinx_navapi"]
navapi_config = "docs.json"
html_theme = "navapi"
