"""Not rendering templates only to see whether they are empty.

Before it renders a page, the theme renders each part that its options list (the logo, the search
button, the list of headings), and omits those without output. Most templates start with an element,
so they always have output.
"""

from __future__ import annotations

import sys
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from jinja2 import Environment, TemplateError, nodes

from sphinx_navapi.build.sphinx_internals import template_environment
from sphinx_navapi.html.themes.adapter import Context
from sphinx_navapi.html.themes.pydata_sphinx_theme.page_toc import known_toc

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: The theme's module and its function that omits empty parts.
_MODULE, _CHECK = "pydata_sphinx_theme.utils", "_update_and_remove_templates"

#: Key in the contexts of pages whose parts are checked faster: whether none is checked yet.
_MARK = "navapi_checks_parts"

#: The theme's list of headings, a function in the context.
_TOC = "generate_toc_html"

#: Functions and methods that have no effect on what is rendered after them.
_FUNCTIONS = frozenset({"_", "gettext", "hasdoc", "ngettext", "pathto"})
_METHODS = frozenset({"endswith", "get", "startswith"})

#: Nodes with effects that only rendering shows.
_UNKNOWN: tuple[type[nodes.Node], ...] = (
    nodes.CallBlock,
    nodes.ExprStmt,
    nodes.Extends,
    nodes.FromImport,
    nodes.Import,
    nodes.Include,
)

_filled: WeakKeyDictionary[Environment, dict[str, bool]] = WeakKeyDictionary()


def check_parts_once(context: Context) -> None:
    """Let the theme check the parts of the page of *context* faster.

    The theme's function is replaced for the rest of the process. For other pages, the replacement
    only calls it. If the theme has no such function, nothing is changed.
    """
    module = sys.modules.get(_MODULE)
    check = getattr(module, _CHECK, None)
    if check is None:
        return
    if not hasattr(check, "__wrapped__"):
        if [*signature(check).parameters][:2] != ["app", "context"]:
            return
        setattr(module, _CHECK, _with_less_work(check))
    context[_MARK] = True


def _with_less_work(check: Any) -> Any:
    @wraps(check)
    def check_parts(app: Sphinx, context: Context, *positional: Any, **named: Any) -> Any:
        if _MARK not in context:
            return check(app, context, *positional, **named)
        if context[_MARK] and _TOC in context:
            context[_TOC] = known_toc(context[_TOC], context)
        context[_MARK] = False
        return check(_Stand(app, builder=_builder(app)), context, *positional, **named)

    return check_parts


def _builder(app: Sphinx) -> _Stand:
    templates: Any = getattr(app.builder, "templates", None)
    environment = template_environment(app.builder)

    def render(template: str, context: Context) -> Any:
        if environment is not None and is_filled(environment, template):
            return _SOMETHING
        return templates.render(template, context)

    return _Stand(app.builder, templates=_Stand(templates, render=render))


#: Returned instead of the output of a template, which only has to be non-empty.
_SOMETHING = "."


class _Stand:
    """An object with other values for some attributes."""

    def __init__(self, original: object, **others: Any) -> None:
        self.__dict__.update(others)
        self._original = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)


def is_filled(environment: Environment, template: str) -> bool:
    """Whether *template* always has output, and rendering it has no other effect."""
    known = _filled.setdefault(environment, {})
    if template not in known:
        known[template] = _is_filled(environment, template)
    return known[template]


def _is_filled(environment: Environment, template: str) -> bool:
    if environment.loader is None:
        return False
    try:
        source, _path, _is_current = environment.loader.get_source(environment, template)
        tree = environment.parse(source)
    except (TemplateError, OSError, ValueError):
        return False  # rendering it reports the error
    if any(tree.find(kind) is not None for kind in _UNKNOWN):
        return False
    calls = tree.find_all(nodes.Call)
    return all(map(_has_no_effect, calls)) and any(map(_writes_something, tree.body))


def _has_no_effect(call: nodes.Call) -> bool:
    function = call.node
    if isinstance(function, nodes.Name):
        return function.name in _FUNCTIONS
    return isinstance(function, nodes.Getattr) and function.attr in _METHODS


def _writes_something(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Block):
        return any(map(_writes_something, node.body))
    return isinstance(node, nodes.Output) and any(
        isinstance(part, nodes.TemplateData) and part.data.strip() for part in node.nodes
    )
