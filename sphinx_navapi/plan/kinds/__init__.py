"""The kinds of planned pages: what each is titled, and what a change of it means.

A module for each kind; `planned_page` has what they share. How a page is read and written stands in
the rooms above, by `PageKind`.
"""
