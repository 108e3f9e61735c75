"""Reading OpenAPI documents, independent of navigation, Sphinx and HTML."""
