project = "Fulmar"
extensions = ["sphinx_navapi"]
navapi_config = "docs.json"
html_theme = "navapi"
