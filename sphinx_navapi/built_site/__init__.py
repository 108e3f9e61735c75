"""A built site as files: access to them, its pages, and its search."""
