"""Loading other extensions when they are needed, beside what the project has registered.

Listed in ``extensions``, MyST and sphinx-design write all containers, and sphinx-design takes its
names before others can. Loaded here, they write their own containers, and get the names that are
free. Each directive and role of sphinx-design is also an attribute of this module, by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.extension import Extension
from sphinx.util.docutils import is_directive_registered, is_role_registered

from sphinx_navapi.config.confvals import MARKDOWN_SUFFIXES

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DESIGN = "sphinx_design"

#: Its directives, ...
DIRECTIVES = (
    "accordion", "article-info", "aside", "button-link", "button-ref", "card", "card-carousel",
    "card-footer", "card-header", "div", "dropdown", "grid", "grid-item", "grid-item-card", "step",
    "steps", "tab-item", "tab-set", "tab-set-code",
)  # fmt: skip

_COLORS = (
    "black", "danger", "dark", "info", "light", "muted", "primary", "secondary", "success",
    "warning", "white",
)  # fmt: skip
_BADGES = ("bdg", "bdg-link", "bdg-ref")

#: ... and its roles.
ROLES = (
    *_BADGES,
    *(f"{kind}-{color}{line}" for kind in _BADGES for color in _COLORS for line in ("", "-line")),
    "fa", "fa-brands", "fa-regular", "fa-solid", "fab", "far", "fas", "material-outlined",
    "material-regular", "material-round", "material-sharp", "material-twotone", "octicon",
)  # fmt: skip

#: A function that writes the start or the end of a node.
Visitor = Callable[[Any, nodes.Element], None]


class _Names:
    """Receives what sphinx-design registers by name."""

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}

    def add_directive(self, name: str, directive: Any, override: bool = False) -> None:
        self.objects[name] = directive

    add_role = add_directive

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments, **named: None


@cache
def _objects() -> dict[str, Any]:
    names = _Names()
    import_module(DESIGN).setup(names)
    return names.objects


def __getattr__(name: str) -> Any:
    """The directive or the role *name* of sphinx-design."""
    if name not in (*DIRECTIVES, *ROLES):
        raise AttributeError(name)
    return _objects()[name]


class _Registration:
    """The application as an extension sees it while it is set up.

    :param is_own: whether the extension has made a container.
    :param past: events that have begun; their handlers are called at once.
    """

    def __init__(
        self, app: Sphinx, is_own: Callable[[nodes.Element], bool], past: Sequence[str] = ()
    ) -> None:
        self._app = app
        self._is_own = is_own
        #: Handlers with their priorities.
        self._late: dict[str, list[tuple[int, Callable[..., object]]]] = {e: [] for e in past}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)

    def add_directive(self, name: str, directive: Any, override: bool = False) -> None:
        if not is_directive_registered(name):
            self._app.add_directive(name, directive)

    def add_role(self, name: str, role: Any, override: bool = False) -> None:
        if not is_role_registered(name):
            self._app.add_role(name, role)

    def add_node(self, node: type[nodes.Element], override: bool = False, **visitors: Any) -> None:
        if override and "html" in visitors:
            name = node.__name__
            html = self._app.registry.translation_handlers.get("html", {}).get(name, (None, None))
            visit, depart = (
                self._only_own(visitor, before, f"{step}_{name}")
                for visitor, before, step in zip(
                    visitors.pop("html"), html, ("visit", "depart"), strict=True
                )
            )
            visitors["html"] = visit, depart
        self._app.add_node(node, override=override, **visitors)

    def _only_own(self, visitor: Visitor, before: Visitor | None, name: str) -> Visitor:
        """*visitor* for the extension's nodes; others are written as *before*.

        :param before: another extension's visitor, if any; otherwise the translator's *name*.
        """
        is_own = self._is_own

        def write(translator: Any, node: nodes.Element) -> None:
            if is_own(node):
                visitor(translator, node)
            else:
                (before or getattr(type(translator), name))(translator, node)

        return write

    def connect(self, event: str, handler: Callable[..., object], priority: int = 500) -> None:
        if event in self._late:
            self._late[event].append((priority, handler))
        else:
            self._app.connect(event, handler, priority)

    def catch_up(self) -> None:
        """Call the handlers of past events."""
        for event, handlers in self._late.items():
            arguments = (self._app.config,) if event == "config-inited" else ()
            for _, handler in sorted(handlers, key=lambda pair: pair[0]):
                handler(self._app, *arguments)


def load_design(app: Sphinx) -> bool:
    """Load sphinx-design unless it is loaded, after all other extensions.

    :returns: whether this call loaded it.
    """
    if DESIGN in app.extensions or DESIGN in app.config.extensions:
        return False
    past = ("config-inited", "builder-inited") if hasattr(app, "builder") else ("config-inited",)
    _load(DESIGN, _Registration(app, lambda node: "design_component" in node, past))
    return True


def load_myst(app: Sphinx) -> None:
    """Load MyST."""
    _load("myst_parser", _Registration(app, _is_of_markdown))


def _is_of_markdown(node: nodes.Element) -> bool:
    return str(node.source or "").endswith(MARKDOWN_SUFFIXES)


def _load(name: str, registration: _Registration) -> None:
    module = import_module(name)
    metadata = module.setup(registration)
    registration.extensions[name] = Extension(name, module, **metadata)
    registration.catch_up()
