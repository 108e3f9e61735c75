"""MDX page files. No code in a page is executed."""
