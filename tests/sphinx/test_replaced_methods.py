"""Every method of Sphinx, docutils and MyST that we replace accepts each call that the original
accepts: other extensions call it in all of these forms.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from full_run import first

import sphinx_navapi

#: Packages whose classes we derive from, and whose objects we change.
FOREIGN = ("sphinx", "docutils", "myst_parser", "markdown_it", "jinja2")


def modules() -> Iterator[Any]:
    for info in pkgutil.walk_packages(sphinx_navapi.__path__, "sphinx_navapi."):
        if not info.name.endswith("__main__"):
            yield importlib.import_module(info.name)


def is_foreign(owner: Any) -> bool:
    name = getattr(owner, "__module__", None) or ""
    return name.partition(".")[0] in FOREIGN


def overridden() -> Iterator[tuple[str, Any, Any]]:
    """Name, our function and theirs for each method in a class of ours."""
    for module in modules():
        for owner in vars(module).values():
            if not inspect.isclass(owner) or owner.__module__ != module.__name__:
                continue
            for name, ours in vars(owner).items():
                theirs = next(
                    (
                        vars(base)[name]
                        for base in owner.__mro__[1:]
                        if is_foreign(base) and name in vars(base)
                    ),
                    None,
                )
                ours, theirs = (getattr(each, "__func__", each) for each in (ours, theirs))
                if inspect.isfunction(ours) and inspect.isfunction(theirs):
                    yield f"{owner.__module__}.{owner.__qualname__}.{name}", ours, theirs


def call_forms(function: Callable[..., Any]) -> Iterator[tuple[list[None], dict[str, None]]]:
    """Arguments that *function* accepts: each parameter by position, by name, or left out."""
    parameters = [
        each
        for each in inspect.signature(function).parameters.values()
        if each.kind not in {each.VAR_POSITIONAL, each.VAR_KEYWORD}
    ]
    choices = []
    for each in parameters:
        is_object = not choices and each.name in {"self", "cls", "el"}
        ways = [] if each.kind is each.KEYWORD_ONLY else ["position"]
        ways += [] if each.kind is each.POSITIONAL_ONLY or is_object else ["name"]
        ways += [] if each.default is each.empty else [""]
        choices.append(ways)
    for ways in product(*choices):
        if any(later == "position" and way != "position" for way, later in pairwise(ways)):
            continue
        named = {
            each.name: None for each, way in zip(parameters, ways, strict=True) if way == "name"
        }
        yield [None] * ways.count("position"), named


def refused(ours: Callable[..., Any], theirs: Callable[..., Any]) -> list[Any]:
    """The calls of *theirs* that *ours* does not accept."""
    signature, found = inspect.signature(ours), []
    for positional, named in call_forms(theirs):
        try:
            signature.bind(*positional, **named)
        except TypeError as error:
            found.append((len(positional), sorted(named), str(error)))
    return found


METHODS = {name: (ours, theirs) for name, ours, theirs in overridden()}


def test_there_are_methods_of_each_kind() -> None:
    assert any("NavApiProject.doc2path" in name for name in METHODS)
    assert any("visit" in name or "render_" in name for name in METHODS)


@pytest.mark.parametrize("name", METHODS)
def test_a_method_accepts_each_call_of_the_original(name: str) -> None:
    ours, theirs = METHODS[name]
    if name.endswith("__init__"):
        # Only we create objects of our own classes.
        return
    assert not refused(ours, theirs)


def test_a_narrower_method_is_noticed() -> None:
    def theirs(self: Any, name: str, absolute: bool = True) -> None: ...

    def ours(self: Any, name: str, full: bool = True) -> None: ...

    def loose(*arguments: Any, **options: Any) -> None: ...

    assert refused(ours, theirs)
    assert not refused(theirs, theirs)
    assert not refused(loose, theirs)


def replaced_on(owner: Any) -> Iterator[tuple[str, Any, Any]]:
    """Name, our function and theirs for each method that *owner* itself has in another form."""
    for name, ours in vars(owner).items():
        theirs = inspect.getattr_static(type(owner), name, None)
        theirs = getattr(theirs, "__func__", theirs)
        if not callable(ours) or not inspect.isfunction(theirs) or not is_foreign(theirs):
            continue
        # Bound like a method, as callers see it.
        yield name, ours, theirs.__get__(owner)


@pytest.mark.parametrize(
    "builder", first(2, ["html", "latex", "epub", "text", "gettext", "linkcheck"])
)
def test_methods_of_objects_accept_each_call_of_the_original(project, builder) -> None:
    pages = {"pages": ["index", "two"], "openapi": "api.json"}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "servers": [{"url": "https://a.example"}],
        "paths": {"/a": {"get": {"responses": {"200": {"description": "Fine."}}}}},
    }
    project.write({"docs.json": {"navigation": pages}, "api.json": document})
    project.write({name + ".md": f"# {name}\n\nText.\n" for name in ("index", "two")})
    found: dict[str, list[Any]] = {}

    def look(app: Any, _error: object) -> None:
        owners = [app, app.env, app.builder, app.env.project, app.config, app.events, app.registry]
        owners += [vars(each)["templates"] for each in owners if "templates" in vars(each)]
        for owner in owners:
            for name, ours, theirs in replaced_on(owner):
                found[f"{type(owner).__name__}.{name}"] = refused(ours, theirs)

    project.build(builder, connect={"build-finished": (look, 0)})
    if builder == "html":
        assert found
    assert not {name: calls for name, calls in found.items() if calls}
