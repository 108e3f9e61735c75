"""Classes and functions registered with Sphinx by name, and imported on first use.

A project that does not use the extension only pays for a list of names: importing all directives
would take 0.2 s, as long as Sphinx itself. A name is ``"room.module:object"``, below this package.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from sphinx.parsers import Parser
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from sphinx_navapi.project.environment import env_site

if TYPE_CHECKING:
    from collections.abc import Callable

_PACKAGE = "sphinx_navapi"

Transform = TypeVar("Transform", bound=SphinxTransform)


@cache
def load(name: str) -> Any:
    """Import the object *name*."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(f"{_PACKAGE}.{module}"), attribute)


def late_function(name: str) -> Callable[..., Any]:
    """A function that calls the function *name*."""

    def call(*arguments: Any, **named: Any) -> Any:
        return load(name)(*arguments, **named)

    return call


class _LateClass(type):
    """Metaclass of placeholders: instantiating one creates an object of the actual class.

    Attributes that docutils reads from a directive's class are those of the actual class.
    """

    name: str

    _ASKED = frozenset(
        {
            "final_argument_whitespace",
            "has_content",
            "option_spec",
            "optional_arguments",
            "required_arguments",
        }
    )

    def __getattribute__(cls, attribute: str) -> Any:
        if attribute in _LateClass._ASKED:
            return getattr(load(super().__getattribute__("name")), attribute)
        return super().__getattribute__(attribute)

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        cls.before(*arguments, **named)
        return load(cls.name)(*arguments, **named)

    def before(cls, *arguments: Any, **named: Any) -> None:
        """Called before the actual class is used."""


def late_parser(name: str, file_type: str) -> type[Parser]:
    """A parser for *file_type*."""
    found: Any = _LateClass("LateParser", (Parser,), {"name": name, "supported": (file_type,)})
    return found  # type: ignore[no-any-return] # a class, by its metaclass


def late_directive(name: str, begin: Callable[[], None]) -> type[SphinxDirective]:
    """A directive. :param begin: called before each use."""

    class Late(_LateClass):
        def before(cls, *arguments: Any, **named: Any) -> None:
            begin()

    found: Any = Late("LateDirective", (SphinxDirective,), {"name": name})
    return found  # type: ignore[no-any-return] # as above


def late_transform(name: str, priority: int, kind: type[Transform]) -> type[Transform]:
    """A transform or post-transform that has no effect before there is a site.

    :param priority: its priority among all transforms.
    """

    def apply(self: SphinxTransform, **named: Any) -> None:
        if env_site(self.env) is not None:
            load(name)(self.document, self.startnode).apply(**named)

    found: Any = type("LateTransform", (kind,), {"default_priority": priority, "apply": apply})
    return found  # type: ignore[no-any-return] # as above
