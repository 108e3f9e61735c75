"""Scripts that only some pages load."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def add_page_script(app: Sphinx, name: str, **attributes: str) -> None:
    """Load the file *name* of ``_static``, deferred, on the page that is being written.

    For handlers of ``html-page-context``. The application's own `add_js_file` would remember the
    script for each page again; the builder forgets it after the page.
    """
    add_js_file = getattr(app.builder, "add_js_file", None)
    if add_js_file is not None:
        add_js_file(name, defer="defer", **attributes)
