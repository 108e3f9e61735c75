"""Pages as Markdown: CommonMark with the tables, footnotes and alerts of code hosts.

A page is written from its doctree as the builder shows it, so that the text is that of the page,
whatever its source is: MDX, MyST or reStructuredText. Nodes are found by the names of their
classes and base classes, like docutils' own visitors do; of an unknown node, the content is
written. Nothing here raises because of what a page contains.
"""
