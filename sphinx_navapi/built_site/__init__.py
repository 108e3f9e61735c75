"""A built site as its files: what may be read of them, its pages, and its search."""
