"""The OpenAPI document that a Python object describes: a script that runs in its own process.

It imports the project, which may do anything, so none of this happens in the build process. Its
only argument is a JSON object:

- ``object``: ``module:object``, where the object may be an attribute of an attribute;
- ``path``: the search path for modules;
- ``document``, ``report``: the files to write.

The report has ``files``, the modules of the project that were imported; ``functions``, the names of
those that handle the operations of an application, by ``METHOD path`` or operationId; and, if there
is no document, ``error``: ``text``, ``place`` and ``advice``.

Only the standard library is used here, so that nothing affects what the project imports.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Any

#: A factory may return a factory; a longer chain is a mistake.
_CALLS = 3


class NoDocumentError(Exception):
    """The object does not describe a document. :ivar advice: what to write instead."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


def main() -> int:
    """Exit status: 0 if the document was written, 1 if the report says why not."""
    settings = json.loads(sys.argv[1])
    sys.path[:] = [*dict.fromkeys((*settings["path"], *sys.path))]
    # Empty for a project that reads its command line.
    del sys.argv[1:]
    error = None
    functions: dict[str, str] = {}
    try:
        value, text = _value_and_text(settings["object"])
        functions = route_functions(value)
        Path(settings["document"]).write_text(text, "utf-8")
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        error = failure
    files = sorted({*_project_files(), *_failed_files(error)})
    report: dict[str, Any] = {"files": files, "functions": functions}
    if error is not None:
        report["error"] = _describe(error, settings["object"])
    Path(settings["report"]).write_text(json.dumps(report), "utf-8")
    return 0 if error is None else 1


def document_text(target: str) -> str:
    """The OpenAPI document that the object *target* (``module:object``) describes, as text."""
    return _value_and_text(target)[1]


def _value_and_text(target: str) -> tuple[Any, str]:
    """The object *target*, or what it returns if it is a factory, and its document as text."""
    value, described = _resolve(_find(target))
    if isinstance(described, str):
        return value, described
    return value, json.dumps(described, indent=1, default=_plain)


def describe(value: Any) -> Mapping[str, Any] | str:
    """The OpenAPI document that *value* is or describes, as a mapping or as text.

    :raises NoDocumentError: it does not describe one.
    """
    return _resolve(value)[1]


def _resolve(value: Any) -> tuple[Any, Mapping[str, Any] | str]:
    """*value*, or what it returns if it is a factory, and its document."""
    for _call in range(_CALLS):
        document = _described(value)
        if document is not None:
            return value, document
        if not callable(value) or _is_application(value):
            break
        value = value()
    raise _no_document(value)


def _described(value: Any) -> Mapping[str, Any] | str | None:
    """The document of *value* itself, without calling it."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, str | bytes):
        return value if isinstance(value, str) else value.decode("utf-8")
    if isinstance(value, type):
        return None
    with _application_context(value):
        for name in ("openapi", "get_openapi_schema"):  # FastAPI; Django Ninja
            if callable(getattr(value, name, None)):
                return _described(getattr(value, name)())
        if _is_of(value, "litestar"):
            document: Mapping[str, Any] = value.openapi_schema.to_schema()
            return document
        if hasattr(value, "openapi_version") and callable(getattr(value, "to_dict", None)):
            spec: Mapping[str, Any] = value.to_dict()  # apispec
            return spec
        if hasattr(value, "spec"):  # APIFlask, and the Api of flask-smorest
            return _described(value.spec)
        apis = getattr(value, "extensions", {})
        if isinstance(apis, Mapping) and "flask-smorest" in apis:
            return _described(_only_api(apis["flask-smorest"]["apis"]))
        if _is_of(value, "starlette") and hasattr(value, "routes"):
            return _starlette_schema(value)
        if callable(getattr(value, "list_tools", None)):  # the MCP SDK; FastMCP
            return {"tools": asyncio.run(_listed_tools(value))}
    return None


async def _listed_tools(server: Any) -> list[Any]:
    """The tools of an MCP server, as it answers ``tools/list``."""
    tools = (
        each.to_mcp_tool() if hasattr(each, "to_mcp_tool") else each  # FastMCP has its own
        for each in await server.list_tools()
    )
    return [each.model_dump(mode="json", by_alias=True, exclude_none=True) for each in tools]


def route_functions(value: Any) -> dict[str, str]:
    """The names of the functions that handle the operations of the application *value*.

    By ``METHOD path``, or by operationId; empty for what is not an application, or one of a
    framework or release that keeps its routes elsewhere.
    """
    functions: dict[str, str] = {}
    with contextlib.suppress(Exception):
        for operation, function in _routes(value):
            name = _function_name(function)
            if name:
                functions.setdefault(operation, name)
    return functions


def _routes(value: Any) -> Iterator[tuple[str, Any]]:
    if callable(getattr(value, "get_openapi_operation_id", None)):  # Django Ninja
        for _prefix, router in getattr(value, "_routers", ()):
            for view in router.path_operations.values():
                for operation in view.operations:
                    ident = operation.operation_id or value.get_openapi_operation_id(operation)
                    yield ident, operation.view_func
        return
    app = value if hasattr(value, "url_map") else getattr(value, "_app", None)
    if hasattr(app, "url_map"):  # Flask; the Api of flask-smorest
        yield from _flask_routes(app)
        return
    for route in getattr(value, "routes", ()):
        path = str(getattr(route, "path_format", None) or getattr(route, "path", ""))
        for handler in getattr(route, "route_handlers", ()):  # Litestar
            yield from _of_methods(handler.http_methods, path, handler.fn)
        if hasattr(route, "endpoint"):  # FastAPI, Starlette
            yield from _of_methods(getattr(route, "methods", None) or (), path, route.endpoint)


def _flask_routes(app: Any) -> Iterator[tuple[str, Any]]:
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:[^<>]*:)?([^<>:]+)>", r"{\1}", rule.rule)
        view = app.view_functions[rule.endpoint]
        for method in rule.methods or ():
            yield (
                f"{method} {path}",
                getattr(getattr(view, "view_class", None), method.lower(), view),
            )


def _of_methods(methods: Iterable[Any], path: str, function: Any) -> Iterator[tuple[str, Any]]:
    for method in methods:
        yield f"{getattr(method, 'value', method)} {path}", function


def _function_name(function: Any) -> str:
    """The full name of *function*, ``""`` if it cannot be imported by one."""
    function = inspect.unwrap(getattr(function, "value", function))
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    return f"{module}.{name}" if module and name and "<" not in name else ""


def _only_api(apis: Mapping[str, Any]) -> Any:
    """The only Api of a Flask app with flask-smorest."""
    if len(apis) != 1:
        raise NoDocumentError(
            f"the app has {len(apis)} Api objects of flask-smorest",
            "use one of them, as in myproject.main:api",
        )
    return next(iter(apis.values()))["ext_obj"]


def _starlette_schema(app: Any) -> Mapping[str, Any]:
    """The schema in the docstrings of *app*'s endpoints, as parsed by Starlette."""
    schemas = importlib.import_module("starlette.schemas")
    info = {"title": getattr(app, "title", "API"), "version": "0.1.0"}
    schema: dict[str, Any] = schemas.SchemaGenerator({"openapi": "3.1.0", "info": info}).get_schema(
        app.routes
    )
    if not schema.get("paths"):
        raise NoDocumentError(
            "no endpoint of the Starlette app has a docstring in YAML",
            "write them in the format of Starlette's SchemaGenerator",
        )
    return schema


@contextlib.contextmanager
def _application_context(value: Any) -> Iterator[None]:
    """The context of a Flask app, which its extensions may need."""
    if callable(getattr(value, "app_context", None)):
        with value.app_context():
            yield
    else:
        yield


def _is_of(value: Any, package: str) -> bool:
    """Whether the class of *value* is from *package*, or derived from one that is."""
    modules = (getattr(base, "__module__", "") for base in type(value).__mro__)
    return any(f"{module}.".startswith(f"{package}.") for module in modules)


def _is_application(value: Any) -> bool:
    """Whether calling *value* handles a request instead of creating something."""
    return any(_is_of(value, package) for package in ("flask", "starlette", "django", "litestar"))


def _no_document(value: Any) -> NoDocumentError:
    kind = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    advice = "use an app, a mapping, or a function without arguments that returns one"
    if _is_of(value, "django"):
        advice = 'use a command, as in ["python", "../manage.py", "spectacular"]'
    elif _is_of(value, "flask"):
        advice = "describe it with APIFlask, flask-smorest or apispec, and use their object"
    return NoDocumentError(f"objects of type {name} do not describe an OpenAPI document", advice)


def _plain(value: Any) -> Any:
    """*value* converted to JSON types."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    if isinstance(value, Enum):
        return value.value
    if callable(getattr(value, "isoformat", None)):
        return value.isoformat()
    return str(value)  # also lazily translated strings


def _find(target: str) -> Any:
    """The object ``module:object``; ``object()`` calls a factory."""
    module, _, names = target.partition(":")
    value: Any = importlib.import_module(module)
    for name in names.removesuffix("()").split("."):
        if not hasattr(value, name):
            known = [other for other in vars(value) if not other.startswith("_")]
            near = get_close_matches(name, known, n=1)
            advice = f"did you mean {near[0]}?" if near else "use the name of an object in it"
            owner = module if value is sys.modules.get(module) else "it"
            raise NoDocumentError(f"{owner} has no {name}", advice)
        value = getattr(value, name)
    return value


def _describe(error: BaseException, target: str) -> dict[str, str]:
    """What went wrong, where in the project, and how to fix it."""
    if isinstance(error, NoDocumentError):
        return {"text": str(error), "place": "", "advice": error.advice}
    text = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    module = target.partition(":")[0]
    advice = "fix the error"
    if isinstance(error, ModuleNotFoundError) and error.name:
        of_project = f"{module}.".startswith(f"{error.name}.")
        advice = (
            "install the project where Sphinx runs, or put its folder on sys.path in conf.py"
            if of_project
            else f"install {error.name.partition('.')[0]} where Sphinx runs"
        )
        near = get_close_matches(error.name, _top_level_modules(), n=1) if of_project else ()
        if near:
            advice = f"did you mean {near[0]}? If not, {advice}"
    return {"text": text, "place": _place(error), "advice": advice}


def _top_level_modules() -> list[str]:
    """The modules that can be imported, except Python's own."""
    names = (module.name for module in pkgutil.iter_modules())
    return [name for name in names if name not in sys.stdlib_module_names]


def _place(error: BaseException) -> str:
    """File and line in the project where *error* was raised, ``""`` if it was elsewhere."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_shown(error.filename)}:{error.lineno}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _is_of_project(frame.filename):
            return f"{_shown(frame.filename)}:{frame.lineno}"
    return ""


def _shown(file: str) -> str:
    with contextlib.suppress(ValueError):  # on another drive
        return Path(os.path.relpath(file)).as_posix()
    return file


def _project_files() -> Iterator[str]:
    """The files of the imported modules, except installed ones and Python's own."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and _is_of_project(file):
            yield str(Path(file).resolve())


def _failed_files(error: BaseException | None) -> Iterator[str]:
    """The project files in the traceback of *error*: they may not be modules yet."""
    if error is None:
        return
    if isinstance(error, SyntaxError) and error.filename and _is_of_project(error.filename):
        yield str(Path(error.filename).resolve())
    for frame in traceback.extract_tb(error.__traceback__):
        if _is_of_project(frame.filename):
            yield str(Path(frame.filename).resolve())


def _is_of_project(file: str) -> bool:
    if file == __file__ or not file.endswith(".py") or not Path(file).is_file():
        return False
    parts = Path(file).parts
    if "site-packages" in parts or "dist-packages" in parts:
        return False
    own = Path(os.__file__).resolve().parent
    return not Path(file).resolve().is_relative_to(own)


if __name__ == "__main__":
    sys.exit(main())
