"""MDX page files. Nothing in a page is executed."""
