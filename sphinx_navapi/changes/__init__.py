"""Changes between two versions of an OpenAPI document, and which of them break clients."""
