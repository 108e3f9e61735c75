"""The kinds of pages, a module for each; `planned_page` has what they share.

A `PageKind` names the functions of the rooms above that read and write its pages; `registered`
lists all of them.
"""
