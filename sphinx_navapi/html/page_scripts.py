"""Style sheets and scripts that only some pages load: those that their elements need."""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence
from typing import TYPE_CHECKING, Any, Final

from docutils import nodes

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.mdx.marks import UTILITY
from sphinx_navapi.project.environment import env_site, env_state, writes_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

Marks = Mapping[str, tuple[str, ...]]

#: Classes of the blocks of operation pages.
_BLOCKS = ("navapi-signature", "navapi-fields", "navapi-schema", "navapi-samples", "navapi-switch")

#: Classes of channel actions, beside addresses and in lists.
_CHANNELS = ("m-send", "m-receive", "m-publish", "m-subscribe")

#: Other elements styled by the style sheet of components.
_MEDIA = ("<iframe", "<video", "<embed", "<object")

#: Our style sheets and scripts needed only by pages with such a class or tag.
OURS: Marks = {
    "_static/navapi.css": ("navapi-",),
    "_static/navapi-content.css": ("navapi-", "sd-", *_MEDIA),
    "_static/navapi-operation.css": (
        *_BLOCKS,
        "navapi-heading",
        "navapi-operations",
        "<navapi-playground ",
    ),
    "_static/navapi-channel.css": (*_CHANNELS, "navapi-facts", "navapi-step-facts"),
    "_static/navapi-operation.js": _BLOCKS,
}

#: The same for sphinx-design.
OF_DESIGN: Marks = {
    "_static/sphinx-design.min.css": ("sd-",),
    "_static/design-tabs.js": ("sd-tab",),
}


def unused_assets(body: str) -> frozenset[str]:
    """Style sheets and scripts (as in ``css_files``) that a page with the text *body* does not
    need.
    """
    return without_marks(body, OURS) | without_marks(body, OF_DESIGN)


def without_marks(body: str, marks_of: Marks) -> frozenset[str]:
    """The keys of *marks_of* none of whose marks is in *body*."""
    return frozenset(
        name for name, marks in marks_of.items() if not any(_has(body, mark) for mark in marks)
    )


def _has(body: str, mark: str) -> bool:
    if mark not in body:
        return False
    if mark.startswith("<"):
        return True
    return f'"{mark}' in body or f" {mark}" in body


def add_page_script(app: Sphinx, name: str, **attributes: str) -> None:
    """Load the file *name* of ``_static``, deferred, on the current page.

    For handlers of ``html-page-context``. The application's own `add_js_file` would add the script
    again for each page; the builder forgets it after the page.
    """
    add_js_file = getattr(app.builder, "add_js_file", None)
    if add_js_file is not None:
        add_js_file(name, defer="defer", **attributes)


#: Scripts of Sphinx and sphinx-design that begin when the page is complete.
_PATIENT: Final = frozenset(
    f"_static/{name}.js"
    for name in (
        "documentation_options", "doctools", "sphinx_highlight", "translations", "design-tabs"
    )
)  # fmt: skip


def defer_scripts(script_files: MutableSequence[Any]) -> None:
    """Defer the scripts of Sphinx, which a browser otherwise loads before it shows anything.

    Scripts are executed in order. If there is another one that is not deferred, which may use
    them at once, nothing is changed.
    """
    free = {"defer", "async"}
    waiting = [each for each in script_files if not free & set(getattr(each, "attributes", ()))]
    if all(str(getattr(each, "filename", "")) in _PATIENT for each in waiting):
        script_files[:] = [
            type(each)(
                each.filename, priority=each.priority, **each.attributes | {"defer": "defer"}
            )
            if each in waiting
            else each
            for each in script_files
        ]


#: Marks of pages with a diagram, also its class, and with a formula.
DIAGRAM: Final = "navapi-mermaid"
FORMULA: Final = "formula"


def has_mark(env: BuildEnvironment, mark: str, docname: str) -> bool:
    """Whether the page *docname* has *mark*."""
    return mark in env_state(env).marks.get(docname, ())


def count_marked(env: BuildEnvironment, mark: str) -> int:
    """The number of pages with *mark*."""
    return sum(mark in marks for marks in env_state(env).marks.values())


def add_page_styles(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """``html-page-context``: add the style sheet for the layout classes of the page."""
    body = str(context.get("body") or "")
    if UTILITY not in body or not writes_site(app.builder):
        return
    from sphinx_navapi.mdx.utility_classes import find_classes, rules

    if style := rules(find_classes(body)):
        tags = context.get("metatags") or ""
        context["metatags"] = f"{tags}\n<style>\n{style}\n</style>\n"


#: sphinx-design's nodes for collapsible content, and entries of changelogs.
_OPENING = frozenset({"sd_tab_label", "dropdown_main", "navapi_update"})


def add_component_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Add the script to pages with tabs, dropdowns or updates.

    Without a navigation only to those that use this extension: otherwise tabs of sphinx-design are
    the project's own.
    """
    site = env_site(app.env)
    if pagename not in env_state(app.env).marks and not (site and site.configured):
        return
    if isinstance(doctree, nodes.document) and not _OPENING.isdisjoint(
        [node.tagname for node in find_nodes(doctree, nodes.Element)]
    ):
        add_page_script(app, "navapi-content.js")
