"""If another release of Sphinx lacks an internal that we use, the build says so."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sphinx.errors import ExtensionError
from sphinx.testing.util import SphinxTestApp

import sphinx_navapi
from sphinx_navapi.project import sphinx_internals
from sphinx_navapi.project.sphinx_internals import INTERNALS, Internal, check_internals

PACKAGE = Path(sphinx_navapi.__file__).parent

#: The modules that use private names of others; ``re`` is not part of Sphinx.
HERE = {"project/sphinx_internals.py", "openapi/schema/pattern_tree.py"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SphinxTestApp]:
    """An application that has created a site."""
    source = tmp_path_factory.mktemp("internals")
    (source / "conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    (source / "index.rst").write_text("Welcome\n=======\n")
    made = SphinxTestApp("html", srcdir=source)
    made.build()
    yield made
    made.cleanup()


class Without:
    """An object that lacks one attribute of another."""

    def __init__(self, owner: object, name: str) -> None:
        self._owner, self._name = owner, name

    def __getattr__(self, name: str) -> Any:
        if name == self._name:
            raise AttributeError(name)
        return getattr(self._owner, name)


def test_this_sphinx_lacks_nothing(app: SphinxTestApp) -> None:
    assert check_internals(app) == check_internals(app, indexed=True) == []
    owners = {internal.name: internal.owner(app) for internal in INTERNALS}
    assert [name for name, owner in owners.items() if owner is None] == []


@pytest.mark.parametrize("internal", INTERNALS, ids=lambda internal: internal.name)
def test_missing_internals_are_reported(
    app: SphinxTestApp, internal: Internal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not internal.is_missing(app)
    lacking = Internal(
        name=internal.name, file=internal.file, lost=internal.lost, needed=internal.needed,
        indexed=internal.indexed,
        owner=lambda app: Without(internal.owner(app), internal.name),
    )  # fmt: skip
    monkeypatch.setattr(sphinx_internals, "INTERNALS", (lacking,))
    if internal.needed:
        with pytest.raises(ExtensionError, match=f"has no '{internal.name}', .* {internal.lost};"):
            check_internals(app, indexed=internal.indexed)
        return
    (message,) = check_internals(app, indexed=internal.indexed)
    assert f"has no '{internal.name}', which existed in {internal.file}" in message
    assert f": {internal.lost}; use an earlier release of Sphinx" in message


@pytest.mark.parametrize("name", ["_mapping", "_title_mapping", "_index_entries", "_titles"])
def test_a_build_without_a_part_of_the_index_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from sphinx.search import IndexBuilder

    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n')
    (tmp_path / "index.rst").write_text("Welcome\n=======\n")

    def get(self: Any, asked: str) -> Any:
        caller = sys._getframe(1).f_globals["__name__"]
        if asked == name and caller == sphinx_internals.__name__:
            raise AttributeError(asked)
        return object.__getattribute__(self, asked)

    monkeypatch.setattr(IndexBuilder, "__getattribute__", get, raising=False)
    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.build()
        assert f"has no {name!r}" in app.warning.getvalue()
        assert "[navapi.sphinx]" in app.warning.getvalue()
        assert (Path(app.outdir) / "searchindex.js").is_file()
    finally:
        app.cleanup()


def test_without_them_what_can_goes_on(app: SphinxTestApp) -> None:
    builder: Any = SimpleNamespace(indexer=object(), templates=object())
    assert list(sphinx_internals.indexed_words(builder)) == []
    assert sphinx_internals.indexed_entries(builder) is None
    assert not sphinx_internals.add_template_loader(builder, SimpleNamespace())  # type: ignore[arg-type]
    lacking: Any = object()
    sphinx_internals.forget_doctree(lacking, "index")
    assert sphinx_internals.doctrees_in_memory(lacking) == []
    assert sphinx_internals.set_in_conf_py(lacking) == {}
    assert not sphinx_internals.raises_on_warning(lacking)


def test_a_command_without_its_handler_tells(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sphinx._cli.util.errors as errors
    import sphinx.cmd.build as command

    monkeypatch.delattr(command, "handle_exception")
    monkeypatch.delattr(errors, "handle_exception")
    with sphinx_internals.errors_told_by(lambda *given: None):
        pass
    assert "has no 'handle_exception'" in capsys.readouterr().err


@pytest.mark.parametrize("module", ["re._parser", "re._constants"])
def test_a_python_without_pattern_trees_is_reported(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "sphinx_navapi.openapi.schema.pattern_tree"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.delattr(re, module.partition(".")[2])
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=r"Python 3\.\d+ has no re\._parser, which sphinx"):
        importlib.import_module(name)


def test_a_python_without_a_pattern_code_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    import re._constants as constants  # type: ignore[import-not-found]

    name = "sphinx_navapi.openapi.schema.pattern_tree"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.delattr(constants, "ATOMIC_GROUP")
    with pytest.raises(ImportError, match=r"has no re\._constants\.ATOMIC_GROUP, which"):
        importlib.import_module(name)


@cache
def _modules() -> Mapping[str, tuple[ast.AST, ...]]:
    """What matters in the modules that must not use private names of others, by module.

    Collected once for all tests: parsing and walking through the package takes seconds.
    """
    kinds = (
        ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef,
        ast.Attribute, ast.Name, ast.Call, ast.ImportFrom, ast.Import,
    )  # fmt: skip
    return {
        path.relative_to(PACKAGE).as_posix(): tuple(
            node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, kinds)
        )
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in HERE
    }


def _own_names() -> set[str]:
    """Names to which the package itself assigns something."""
    given = set()
    defined = set()
    for nodes in _modules().values():
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                defined.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                given.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                given.add(node.id)
    return defined | given - {internal.name for internal in INTERNALS}


#: In the standard library: methods of named tuples, parts without a public name, `os._exit`. The
#: routers of a Django Ninja API, which are guarded.
PUBLIC = {
    "_", "_replace", "_Decompress", "_exit",
    "_SubParsersAction", "_AppendAction", "_actions", "_choices_actions",
    "_routers",
}  # fmt: skip


def _called(function: ast.expr) -> str:
    """The last name in *function*."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _private_uses(nodes: Iterable[ast.AST], own: set[str]) -> Iterator[str]:
    for node in nodes:
        names: list[str] = []
        if isinstance(node, ast.Attribute):
            names = [node.attr]
        elif isinstance(node, ast.Call) and _called(node.func).endswith("attr"):
            # getattr(indexer, "_titles")
            values = [each.value for each in node.args if isinstance(each, ast.Constant)]
            names = [value for value in values if isinstance(value, str)]
        elif isinstance(node, ast.ImportFrom) and not str(node.module).startswith("sphinx_navapi"):
            names = [*str(node.module).split("."), *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [part for alias in node.names for part in alias.name.split(".")]
        for name in names:
            if re.match(r"_[^_]", name) and name not in own and name not in PUBLIC:
                yield f"{name}, line {getattr(node, 'lineno', 0)}"


def test_no_other_module_uses_private_names() -> None:
    own = _own_names()
    found = {
        name: uses for name, nodes in _modules().items() if (uses := [*_private_uses(nodes, own)])
    }
    assert found == {}


def test_public_names_without_a_promise_are_used_in_one_place() -> None:
    names = {each.name for each in INTERNALS if not each.name.startswith("_")}
    found = {
        f"{name}: {node.attr}"
        for name, nodes in _modules().items()
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in names
    }
    assert found == set()


#: Rooms whose objects are Sphinx's, docutils' or those of Sphinx's extensions.
ROOMS = ("project", "doctree", "mdx", "html", "features", "events.py", "extension.py")

#: Names that only a version other than the installed one has, with that version.
OF_OTHER_VERSIONS: dict[str, str] = {}


_DEFINED = re.compile(r"def (\w+)|\.(\w+)\b|^    (\w+)\s*[:=]|'(\w+)'", re.MULTILINE)


def _words(package: str) -> set[str]:
    folder = Path(import_module(package).__file__ or "").parent
    texts = (path.read_text("utf-8") for path in folder.rglob("*.py"))
    return {
        word
        for text in texts
        for found in re.findall(
            r"def (\w+)|\.(\w+)\b|^    (\w+)\s*[:=]|'(\w+)'", text, re.MULTILINE
        )
        for word in found
    }


def test_names_that_may_be_missing_exist_somewhere() -> None:
    """A guarded name that no version has would be a branch that never runs."""
    packages = ("sphinx", "docutils", "markdown_it", "myst_parser", "jinja2", "logging")
    known = set().union(*map(_words, packages)) | _own_names() | OF_OTHER_VERSIONS.keys()
    # Of functions that we replace by ones that remember their results.
    known.update(dir(cache(print)))
    checked = {
        node.args[1].value: name
        for name, nodes in _modules().items()
        for node in nodes
        if isinstance(node, ast.Call) and _called(node.func) in {"getattr", "hasattr"}
        if name.startswith(ROOMS) and len(node.args) > 1
        if isinstance(node.args[1], ast.Constant)
    }
    assert len(checked) > 20
    assert {name: file for name, file in checked.items() if name not in known} == {}
