"""What a page says of an operation or a schema, and its writers."""
