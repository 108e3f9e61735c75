"""HTML: what a page's blocks and the navigation look like."""
