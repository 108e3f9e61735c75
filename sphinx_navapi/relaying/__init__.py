"""Parts of the relay; `sphinx_navapi.relay` puts them together.

Of the rest of the package they import `sphinx_navapi.styles` alone, which writes parameters.
"""
