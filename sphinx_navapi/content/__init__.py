"""The content of pages about operations and schemas, and its writers."""
