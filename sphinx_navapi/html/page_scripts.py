"""Scripts loaded only on some pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def add_page_script(app: Sphinx, name: str, **attributes: str) -> None:
    """Load the file *name* of ``_static``, deferred, on the current page.

    For handlers of ``html-page-context``. The application's own `add_js_file` would add the script
    again for each page; the builder forgets it after the page.
    """
    add_js_file = getattr(app.builder, "add_js_file", None)
    if add_js_file is not None:
        add_js_file(name, defer="defer", **attributes)
