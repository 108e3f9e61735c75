"""The rules in `sphinx_navapi.request` as scripts for the playground, translated from Python.

The rules of styles and the languages of code samples are written once, in a small subset of Python
(functions of text, lists and regular expressions) that these modules translate to JavaScript,
statement by statement. The translation of an expression depends on its type, which comes from the
annotations. Where the two languages differ, the translation preserves the behavior, or fails with
file and line. ``python tools/translate.py`` writes the files again after a change:
``translated/*.js`` for readers and the type checker, and the same without comments, types and long
names for browsers.

Supported are: functions, with constants for defaults; assignments, ``if``, ``for``, ``while``,
``yield``, ``return``; f-strings, comprehensions with one ``for`` or two; methods of text, lists,
mappings and sets; constant patterns without flags. Keyword-only parameters become keys of an
object.
"""
