"""AsyncAPI documents, read as OpenAPI documents: writers only deal with one kind of page."""
