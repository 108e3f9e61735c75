"""Builders of page components: cards, steps, tabs, fields, and others.

Each is a function from values and nodes to nodes. Components of MDX pages and directives use the
same ones, so both give the same result. Most nodes are those of docutils and of sphinx-design; the
few of our own render themselves in HTML, and a post-transform replaces them by stock nodes for
every other builder.
"""
