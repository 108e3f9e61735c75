"""What changed between two versions of an OpenAPI document, and what of it breaks clients."""
