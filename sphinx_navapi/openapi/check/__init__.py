"""Checking OpenAPI documents."""
