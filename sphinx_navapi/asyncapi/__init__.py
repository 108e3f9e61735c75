"""AsyncAPI documents, read into the values of OpenAPI documents: writers know one kind of page."""
