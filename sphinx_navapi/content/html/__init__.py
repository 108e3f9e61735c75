"""A page's content as HTML."""
