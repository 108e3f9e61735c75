"""Modules of this room as scripts for the playground, translated from their Python.

The rules of styles and the languages of code samples are written once, in a small part of
Python (functions of text, lists and regular expressions) that these modules write as JavaScript,
statement by statement. What kind of value an expression is decides how it is written, and comes
from the annotations. What the two languages do differently is written so that both do the same,
or refused, with file and line. ``python -m sphinx_navapi.request.script`` writes the files again
after a change: ``translated/*.js`` for readers and the type checker, and the same without
comments, types and long names for browsers.

What may be used: functions, with constants for defaults; assignments, ``if``, ``for``, ``while``,
``yield``, ``return``; f-strings, comprehensions with one ``for`` or two; methods of text, lists,
mappings and sets; constant patterns without flags. Parameters that are given by name alone become
keys of an object.
"""
