"""A project with toctrees of its own, beside which there may be a navigation of ours."""

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
