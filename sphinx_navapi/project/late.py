"""Classes and functions registered with Sphinx by name, and imported on first use.

A project that does not use the extension only pays for a list of names: importing all directives
would take 0.2 s, as long as Sphinx itself. A name is ``"room.module:object"``, below this package.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

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


class _OfDirective:
    """An attribute that docutils reads from a directive's class: that of the actual class."""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._attribute = name

    def __get__(self, _instance: object, owner: type[_LateDirective]) -> Any:
        return getattr(load(owner.target), self._attribute)


class _LateDirective(SphinxDirective):
    """Creates a directive of the class *target*."""

    target: ClassVar[str]
    begin: ClassVar[Callable[[], None]]

    final_argument_whitespace = _OfDirective()
    has_content = _OfDirective()
    option_spec = _OfDirective()
    optional_arguments = _OfDirective()
    required_arguments = _OfDirective()

    def __new__(cls, *arguments: Any, **named: Any) -> Any:
        cls.begin()
        return load(cls.target)(*arguments, **named)


def late_directive(name: str, begin: Callable[[], None]) -> type[SphinxDirective]:
    """A directive. :param begin: called before each use."""
    members = {"target": name, "begin": staticmethod(begin)}
    return type("LateDirective", (_LateDirective,), members)


def late_parser(name: str, file_type: str) -> type[Parser]:
    """A parser for *file_type*."""

    def create(_cls: type, *arguments: Any, **named: Any) -> Any:
        return load(name)(*arguments, **named)

    return type("LateParser", (Parser,), {"supported": (file_type,), "__new__": create})


def late_transform(name: str, priority: int, kind: type[Transform]) -> type[Transform]:
    """A transform or post-transform that has no effect before there is a site.

    :param priority: its priority among all transforms.
    """

    def apply(self: SphinxTransform, **named: Any) -> None:
        if env_site(self.env) is not None:
            load(name)(self.document, self.startnode).apply(**named)

    return type("LateTransform", (kind,), {"default_priority": priority, "apply": apply})
