project = "Fulmar"
version = "2.3"
epub_copyright = "Fulmar"
extensions = ["sphinx_navapi"]
navapi_config = "docs.json"
navapi_markdown = "myst"
html_theme = "navapi"
