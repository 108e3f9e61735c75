"""The navigation as configured: nothing here knows of OpenAPI documents or page files."""
