project = "Fulmar"
version = "2.3"
epub_copyright = "Fulmar"
navapi_markdown = "myst"
navapi_functions = {
    "fulmar.Client.*": "openapi/fleet.yaml",
    "fulmar.Client.buoys": "openapi/observations.json GET /buoys",
    "fulmar.Client.buoy": "openapi/observations.json GET /buoys/{buoy_id}",
}
extensions = ["sphinx_navapi"]
navapi_config = "docs.json"
html_theme = "navapi"
