"""Builders of what pages are made of beside text: cards, steps, tabs, fields, and others.

Each is a function from values and nodes to nodes. Components of MDX pages and directives
call the same ones, so both give the same page. Most nodes are those of docutils and of
sphinx-design; the few of our own write themselves in HTML, and a post-transform puts stock
nodes in their place for every other builder.
"""
