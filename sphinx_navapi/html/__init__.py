"""HTML output of page blocks and navigation."""
