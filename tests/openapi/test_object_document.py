"""Objects that describe an OpenAPI document, and the messages for others."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from datetime import date
from enum import Enum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from write_files import write_files

from sphinx_navapi.openapi.object_document import (
    NoDocumentError,
    describe,
    document_text,
    route_functions,
)

DOCUMENT = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}


def of(module: str, **attributes: Any) -> Any:
    """An object of a class in *module*, as in the frameworks."""
    return type("App", (), {"__module__": module, "__call__": refuse, **attributes})()


def refuse(*_given: Any) -> None:
    raise AssertionError("an application is not called")


class Spec:
    openapi_version = "3.0.3"

    def to_dict(self) -> dict[str, Any]:
        return DOCUMENT


DESCRIBING = {
    "mapping": DOCUMENT,
    "text": json.dumps(DOCUMENT),
    "FastAPI": of("fastapi.applications", openapi=lambda self: DOCUMENT),
    "Litestar": of("litestar.app", openapi_schema=SimpleNamespace(to_schema=lambda: DOCUMENT)),
    "Django Ninja": of("ninja.main", get_openapi_schema=lambda self: DOCUMENT),
    "apispec": Spec(),
    "APIFlask": of("apiflask.app", spec=DOCUMENT),
    "APIFlask in YAML": of("apiflask.app", spec="openapi: 3.1.0"),
    "Api of flask-smorest": of("flask_smorest", spec=Spec()),
    "Flask with flask-smorest": of(
        "flask.app", extensions={"flask-smorest": {"apis": {"": {"ext_obj": of("", spec=Spec())}}}}
    ),
    "factory": lambda: DOCUMENT,
    "factory of a factory": lambda: Spec,
    "class": Spec,
}


@pytest.mark.parametrize("value", DESCRIBING.values(), ids=DESCRIBING)
def test_what_describes_a_document(value: Any) -> None:
    found = describe(value)
    assert found in (DOCUMENT, json.dumps(DOCUMENT), "openapi: 3.1.0")


@pytest.mark.parametrize(
    ("value", "message", "advice"),
    [
        (7, "objects of type int", "use an app"),
        (of("flask.app", extensions={}), "flask.app.App", "APIFlask, flask-smorest"),
        (of("django.core.handlers.wsgi"), "django", '"spectacular"'),
        (lambda: None, "NoneType", "use an app"),
        (
            of("flask.app", extensions={"flask-smorest": {"apis": {"A_": {}, "B_": {}}}}),
            "2 Api objects",
            "use one of them",
        ),
    ],
)
def test_what_describes_none(value: Any, message: str, advice: str) -> None:
    with pytest.raises(NoDocumentError) as caught:
        describe(value)
    assert message in str(caught.value)
    assert advice in caught.value.advice


def test_a_flask_app_is_asked_in_its_context() -> None:
    entered = []

    @contextmanager
    def app_context(_self: Any) -> Any:
        entered.append(True)
        yield
        entered.append(False)

    def spec(_self: Any) -> Any:
        assert entered == [True]
        return DOCUMENT

    assert describe(of("apiflask.app", app_context=app_context, spec=property(spec))) == DOCUMENT
    assert entered == [True, False]


class Color(Enum):
    RED = "red"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the search path; modules imported from it are removed afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_values_that_json_does_not_have(module: Path) -> None:
    write_files(
        module,
        {
            "navapi_test_values.py": "from datetime import date\nfrom enum import Enum\n"
            "from collections import UserDict\nfrom types import SimpleNamespace as holder\n"
            "class Color(Enum):\n    RED = 'red'\n"
            "api = holder(document={'day': date(2020, 1, 2), 'color': Color.RED,\n"
            "  'names': {'b', 'a'}, 'map': UserDict(a=1), 200: (1, 2)})\n"
        },
    )
    assert json.loads(document_text("navapi_test_values:api.document")) == {
        "day": date(2020, 1, 2).isoformat(),
        "color": Color.RED.value,
        "names": ["a", "b"],
        "map": {"a": 1},
        "200": [1, 2],
    }


@pytest.mark.parametrize(
    ("name", "message", "advice"),
    [
        ("ap", "navapi_test_names has no ap", "did you mean app?"),
        ("zzz", "navapi_test_names has no zzz", "use the name of an object in it"),
        ("app.spek", "it has no spek", "did you mean spec?"),
    ],
)
def test_names_that_are_not_there(module: Path, name: str, message: str, advice: str) -> None:
    code = "class App: pass\napp = App()\napp.spec = {}\n"
    write_files(module, {"navapi_test_names.py": code})
    with pytest.raises(NoDocumentError) as caught:
        document_text(f"navapi_test_names:{name}")
    assert (str(caught.value), caught.value.advice) == (message, advice)


def test_a_factory_may_be_written_as_a_call(module: Path) -> None:
    write_files(module, {"navapi_test_call.py": "def make():\n    return {'openapi': '3.1.0'}\n"})
    assert document_text("navapi_test_call:make()") == document_text("navapi_test_call:make")


def list_books() -> str:
    """All books."""
    return ""


def read_book(isbn: int) -> str:
    """One book."""
    return str(isbn)


def replace_books() -> str:
    """Other books."""
    return ""


BOOKS = f"{__name__}.list_books"
BOOK = f"{__name__}.read_book"


def test_functions_of_the_routes_of_fastapi() -> None:
    app = pytest.importorskip("fastapi").FastAPI()
    app.get("/books")(list_books)
    app.api_route("/books/{isbn:path}", methods=["GET", "PUT"])(read_book)
    app.get("/other")(lambda: "")
    found = route_functions(app)
    assert found["GET /books"] == BOOKS
    assert found["GET /books/{isbn}"] == found["PUT /books/{isbn}"] == BOOK
    assert "GET /other" not in found


def test_functions_of_the_routes_of_flask() -> None:
    app = pytest.importorskip("apiflask").APIFlask("books")
    app.get("/books")(list_books)
    app.get("/books/<int:isbn>")(read_book)
    views = pytest.importorskip("flask.views")
    shelf = type("Shelf", (views.MethodView,), {"put": read_book})
    app.add_url_rule("/shelves/<isbn>", view_func=shelf.as_view("shelf"))
    found = route_functions(app)
    assert found["GET /books"] == BOOKS
    assert found["GET /books/{isbn}"] == found["PUT /shelves/{isbn}"] == BOOK


def test_functions_of_the_routes_of_litestar() -> None:
    litestar = pytest.importorskip("litestar")
    handlers = [litestar.get("/books", sync_to_thread=False)(list_books)]
    handlers.append(litestar.put("/books", sync_to_thread=False)(replace_books))
    found = route_functions(litestar.Litestar(handlers))
    assert found["GET /books"] == BOOKS
    assert found["PUT /books"] == f"{__name__}.replace_books"


def test_functions_of_django_ninja_are_found_by_operation() -> None:
    # As in its releases 1.0 to 1.4; it is not installed for the tests.
    listed = SimpleNamespace(operation_id="listBooks", view_func=list_books)
    read = SimpleNamespace(operation_id=None, view_func=read_book)
    views = {"/books": SimpleNamespace(operations=[listed, read])}
    api = SimpleNamespace(
        _routers=[("", SimpleNamespace(path_operations=views))],
        get_openapi_operation_id=lambda operation: "app_read_book",
    )
    assert route_functions(api) == {"listBooks": BOOKS, "app_read_book": BOOK}


@pytest.mark.parametrize("value", [{}, "text", SimpleNamespace(routes=[1]), object()])
def test_what_is_no_application_has_no_functions(value: object) -> None:
    assert route_functions(value) == {}
