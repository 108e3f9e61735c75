"""OpenAPI documents, read: nothing here knows of navigation, Sphinx or HTML."""
