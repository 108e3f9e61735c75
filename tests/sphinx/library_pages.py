"""A project with its own toctrees, to which a navigation can be added."""

from __future__ import annotations


def library_index(rest: str, *, numbered: bool = False) -> str:
    """``index.rst`` with a toctree of two pages, and the *rest* of the page."""
    number = "   :numbered:\n" if numbered else ""
    return f"""
Library
=======

.. toctree::
   :caption: Handbook
{number}
   shelves
   cards

{rest}"""
