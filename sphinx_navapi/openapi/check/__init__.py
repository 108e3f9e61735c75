"""What is wrong with an OpenAPI document."""
