"""A page's content as docutils nodes."""
