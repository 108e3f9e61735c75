"""Everything we use of Sphinx that is not public API: private names, and functions we replace.

Each was checked in Sphinx 8.1.3, 8.2.3, 9.0.4, 9.1.0 and 9.2.0, in the file given in its entry of
`INTERNALS`. If a later version lacks one, `check_internals` reports what no longer works; if it is
essential, that message ends the build. A test ensures that no other module uses a private name of
Sphinx, docutils or Jinja.

Sphinx 8.1 is made to build like later versions. If there are no pages to write, it skips everything
that follows: ``404.html`` and other files written there would be mistaken for files of an earlier
build. And it writes the first page in each build.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sphinx
from jinja2 import Environment
from sphinx.application import ENV_PICKLE_FILENAME, Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError, SphinxError
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.locale import __
from sphinx.project import Project
from sphinx.util.display import progress_message

if TYPE_CHECKING:
    from docutils import nodes
    from jinja2 import BaseLoader


@dataclass(frozen=True, slots=True, kw_only=True)
class Internal:
    """A name that Sphinx may remove without notice.

    :ivar file: the file of Sphinx that defines it.
    :ivar lost: what no longer works without it.
    :ivar owner: the object or class that has it; ``None`` if a build has none of the kind.
    :ivar since: the first version that has it; earlier ones work without it.
    :ivar needed: building without it is impossible.
    :ivar indexed: its owner only exists once pages are in the search index.
    """

    name: str
    file: str
    lost: str
    owner: Callable[[Sphinx], object]
    since: tuple[int, ...] = ()
    needed: bool = False
    indexed: bool = False

    def is_missing(self, app: Sphinx) -> bool:
        """Whether this Sphinx lacks it."""
        if sphinx.version_info < self.since:
            return False
        owner = self.owner(app)
        return owner is not None and not hasattr(owner, self.name)


def _indexer(app: Sphinx) -> object:
    return getattr(app.builder, "indexer", None)


def _templates(app: Sphinx) -> object:
    templates = getattr(app.builder, "templates", None)
    return templates if isinstance(templates, BuiltinTemplateLoader) else None


def _module(name: str) -> Callable[[Sphinx], object]:
    # If the module is missing, so is the name: ``False`` has no such attribute.
    return lambda app: _find_module(name) or False


def _find_module(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


#: The last version of Sphinx in which all of them were checked.
_LAST_READ = "9.2.0"

_MEMORY = "doctrees of all pages stay in memory"
_OLD_WORDS = "the search index keeps old words of changed pages until everything is built again"
_DEV_START = "`navapi dev` reads the environment when it builds, not before"
_TRACEBACK = "`navapi build` shows a report with a traceback for errors in docs.json and conf.py"

INTERNALS = (
    Internal(
        name="_docname_to_path", file="project.py", owner=lambda app: app.project, needed=True,
        lost="generated pages cannot be added to the project",
    ),
    Internal(
        name="_path_to_docname", file="project.py", owner=lambda app: app.project, needed=True,
        lost="generated pages cannot be added to the project",
    ),
    Internal(
        name="toctree_includes", file="environment/__init__.py", owner=lambda app: app.env,
        needed=True, lost="the navigation cannot be passed to Sphinx",
    ),
    Internal(
        name="files_to_rebuild", file="environment/__init__.py", owner=lambda app: app.env,
        needed=True, lost="the navigation cannot be passed to Sphinx",
    ),
    Internal(
        name="_raw_config", file="config.py", owner=lambda app: app.config,
        lost="docs.json overrides title, logo and favicon from conf.py",
    ),
    Internal(
        name="_pickled_doctree_cache", file="environment/__init__.py",
        owner=lambda app: app.env, lost=_MEMORY,
    ),
    Internal(
        name="_write_doc_doctree_cache", file="environment/__init__.py",
        owner=lambda app: app.env, lost=_MEMORY,
    ),
    Internal(
        name="_mapping", file="search/__init__.py", owner=_indexer, indexed=True,
        lost=_OLD_WORDS,
    ),
    Internal(
        name="_title_mapping", file="search/__init__.py", owner=_indexer, indexed=True,
        lost=_OLD_WORDS,
    ),
    Internal(
        name="_index_entries", file="search/__init__.py", owner=_indexer, indexed=True,
        lost="the search index loses entries of pages that are not built again",
    ),
    Internal(
        name="_titles", file="search/__init__.py", owner=_indexer, indexed=True,
        lost="the search index loses entries of pages that are not built again",
    ),
    Internal(
        name="loaders", file="jinja2glue.py", owner=_templates,
        lost="parts of this extension do not match the look of third-party themes",
    ),
    Internal(
        name="templatepathlen", file="jinja2glue.py", owner=_templates,
        lost="parts of this extension do not match the look of third-party themes",
    ),
    Internal(
        name="_exception_on_warning", file="application.py", owner=lambda app: app,
        lost="`--exception-on-warning` ignores warnings of this extension",
    ),
    Internal(
        name="_init_builder", file="application.py", owner=lambda app: app,
        lost="warnings are lost if another extension fails before the build",
    ),
    Internal(name="_init_env", file="application.py", owner=lambda app: app, lost=_DEV_START),
    Internal(name="_fresh_env_used", file="application.py", owner=lambda app: app, lost=_DEV_START),
    Internal(
        name="_file_checksum", file="builders/html/_assets.py",
        owner=_module("sphinx.builders.html._assets"),
        lost="in `navapi dev`, browsers keep outdated style sheets and scripts",
    ),
    Internal(
        name="handle_exception", file="cmd/build.py", owner=_module("sphinx.cmd.build"),
        lost=_TRACEBACK,
    ),
)  # fmt: skip


def check_internals(app: Sphinx, *, indexed: bool = False) -> list[str]:
    """The warnings: one for each feature lost with this Sphinx.

    :param indexed: check those with this mark; the others can be checked from the start.

    :raises ExtensionError: something essential is missing.
    """
    missing = [each for each in INTERNALS if each.indexed == indexed and each.is_missing(app)]
    needed = next((each for each in missing if each.needed), None)
    if needed is not None:
        raise ExtensionError(describe_missing(needed), modname="sphinx_navapi")
    return [describe_missing(each) for each in {each.lost: each for each in missing}.values()]


def describe_missing(internal: Internal) -> str:
    """The message if *internal* is missing."""
    return (
        f"Sphinx {sphinx.__version__} has no {internal.name!r}, which existed in"
        f" {internal.file} up to {_LAST_READ}: {internal.lost}; use an earlier release of Sphinx,"
        " or a later release of sphinx-navapi"
    )


# -- documents


def document_paths(project: Project) -> tuple[dict[str, Any], dict[Any, str]]:
    """Source paths by docname and docnames by source path, to be modified in place."""
    return project._docname_to_path, project._path_to_docname


def set_document_paths(
    project: Project, paths: Mapping[str, Path], docnames: Mapping[Path, str]
) -> None:
    """Set the documents known to *project*."""
    known_paths, known_docnames = document_paths(project)
    known_paths.update(paths)
    known_docnames.update(docnames)


def included_by_toctrees(env: BuildEnvironment) -> MutableMapping[str, list[str]]:
    """The documents in toctrees of each document, to be modified in place."""
    return env.toctree_includes


#: Pages of Sphinx's own that toctrees may contain like documents.
_IN_TOCTREES = frozenset({"genindex", "modindex", "search"})


def documents_in_toctrees(env: BuildEnvironment) -> dict[str, list[str]]:
    """The documents in toctrees of each document, and pages of Sphinx's own there.

    A document that was removed is not among them, although Sphinx keeps its name there until the
    documents that name it are read again.
    """
    known = env.found_docs | _IN_TOCTREES
    return {
        docname: [name for name in names if name in known]
        for docname, names in env.toctree_includes.items()
    }


def documents_above(env: BuildEnvironment, docnames: Iterable[str]) -> set[str]:
    """The documents with toctrees that name any of *docnames*."""
    return {above for docname in docnames for above in env.files_to_rebuild.get(docname, ())}


def forget_toctrees_of(env: BuildEnvironment, docname: str, parent: str) -> None:
    """Remove *docname* from the toctrees of *parent*."""
    parents = env.files_to_rebuild.get(docname)
    if parents:
        parents.discard(parent)
        if not parents:
            del env.files_to_rebuild[docname]


# -- doctrees


def write_doctree(builder: Builder, docname: str, doctree: nodes.document) -> None:
    """Replace the doctree written when *docname* was read by *doctree*."""
    builder.write_doctree(docname, doctree)
    forget_doctree(builder.env, docname)
    # The cache of `env.master_doctree`.
    builder.env.__dict__.pop("master_doctree", None)


def forget_doctree(env: BuildEnvironment, docname: str) -> None:
    """Drop *docname*'s doctree from Sphinx's memory; it is read from its file again if needed.

    Sphinx keeps all of them while it reads, and the pickles of all while it writes: 70 MB for 1,000
    pages.
    """
    for cache in ("_pickled_doctree_cache", "_write_doc_doctree_cache"):
        getattr(env, cache, {}).pop(docname, None)


def doctrees_in_memory(env: BuildEnvironment) -> list[str]:
    """The documents whose doctrees Sphinx keeps for writing, in the order of reading."""
    return list(getattr(env, "_write_doc_doctree_cache", ()))


# -- configuration


def set_in_conf_py(config: Config) -> Mapping[str, Any]:
    """The names that ``conf.py`` sets; empty if this Sphinx does not provide them."""
    names: Mapping[str, Any] = getattr(config, "_raw_config", {})
    return names


#: The methods of an application in which its builder starts, and builds.
STEPS = ("_init_builder", "build")


def raises_on_warning(app: Sphinx) -> bool:
    """Whether a warning ends the build immediately."""
    return bool(getattr(app, "_exception_on_warning", False))


# -- the search index


def indexed_words(builder: Builder) -> Iterator[dict[str, set[str]]]:
    """The documents by word, of texts and of titles, to be modified in place."""
    indexer = getattr(builder, "indexer", None)
    for name in ("_mapping", "_title_mapping"):
        words = getattr(indexer, name, None)
        if isinstance(words, dict):
            yield words


def word_stemmer(builder: Builder) -> Callable[[str], str] | None:
    """The function that maps a word to its index term (``SearchLanguage.stem``)."""
    language = getattr(getattr(builder, "indexer", None), "lang", None)
    stem = getattr(language, "stem", None)
    return stem if callable(stem) else None


def indexed_entries(builder: Builder) -> tuple[dict[str, Any], Iterable[str]] | None:
    """Entries of the general index by docname, to be modified in place, and the documents."""
    indexer = getattr(builder, "indexer", None)
    entries = getattr(indexer, "_index_entries", None)
    titles = getattr(indexer, "_titles", None)
    if not isinstance(entries, dict) or not isinstance(titles, dict):
        return None
    return entries, titles


# -- templates


def add_template_loader(builder: Builder, loader: BaseLoader) -> bool:
    """Use *loader* after the project's own templates; false if that is not possible.

    It is not if templates do not come from the theme (``template_bridge``).
    """
    templates: Any = getattr(builder, "templates", None)
    if not isinstance(templates, BuiltinTemplateLoader):
        return False
    if not hasattr(templates, "loaders") or not hasattr(templates, "templatepathlen"):
        return False
    templates.loaders.insert(templates.templatepathlen, loader)  # type: ignore[arg-type] # others will do
    return True


def template_environment(builder: Builder) -> Environment | None:
    """Where *builder* compiles its templates; ``None`` if that is unknown."""
    environment = getattr(getattr(builder, "templates", None), "environment", None)
    return environment if isinstance(environment, Environment) else None


def finish_rendered(builder: Builder, finish: Callable[[str, dict[str, Any]], str]) -> None:
    """Pass each template that *builder* renders through *finish*, wherever it is rendered."""
    templates: Any = getattr(builder, "templates", None)
    if templates is None:
        return
    render = templates.render

    def render_finished(template: str, context: dict[str, Any]) -> str:
        return finish(render(template, context), context)

    templates.render = render_finished


# -- the application and its command


class SphinxWithEnvironment(Sphinx):
    """Sphinx with an environment that has been loaded.

    :param take: returns it, once; ``None``: Sphinx loads the file as usual.
    """

    def __init__(self, take: Callable[[Path], BuildEnvironment | None], **options: Any) -> None:
        self._navapi_take = take  # used while the base class initializes
        super().__init__(**options)

    def _init_env(self, freshenv: bool) -> BuildEnvironment:
        env = self._navapi_take(Path(self.doctreedir) / ENV_PICKLE_FILENAME)
        if env is not None and not freshenv:
            try:
                env.setup(self)
            except Exception:  # for example, another version: then continue without it
                return super()._init_env(freshenv)
            self._fresh_env_used = False
            return env
        return super()._init_env(freshenv)


def forget_checksums() -> None:
    """Make the URLs of style sheets and scripts change with these files.

    Sphinx caches their checksums for the life of a process.
    """
    assets = _find_module("sphinx.builders.html._assets")
    for name in ("_file_checksum_inner", "_file_checksum"):
        clear = getattr(getattr(assets, name, None), "cache_clear", None)
        if clear is not None:
            clear()


def observe_writing(
    builder: Builder, before: Callable[[int], None], after: Callable[[], None]
) -> None:
    """Call *before* with the number of pages to write, and *after* when they are written.

    Sphinx has no event at either point.
    """
    write_documents, finish = builder.write_documents, builder.finish

    def write_observed(docnames: Any) -> None:
        before(len(docnames))
        write_documents(docnames)

    def finish_observed() -> None:
        after()
        finish()

    builder.write_documents = write_observed  # type: ignore[method-assign] # as said
    builder.finish = finish_observed  # type: ignore[method-assign] # replaced on the instance


@contextmanager
def errors_told_by(tell: Callable[..., None]) -> Iterator[None]:
    """Call *tell* for the error that ends a build: with Sphinx's own function, then its
    arguments.
    """
    originals = list(_error_tellers())
    if not originals:
        missing = next(each for each in INTERNALS if each.name == "handle_exception")
        sys.stderr.write(f"navapi: {describe_missing(missing)}\n")
    for owner, original in originals:
        owner["handle_exception"] = partial(tell, original)
    try:
        yield
    finally:
        for owner, original in originals:
            owner["handle_exception"] = original


def _error_tellers() -> Iterator[tuple[dict[str, Any], Callable[..., None]]]:
    """Where Sphinx's function is that reports what ended a build: this differs by version."""
    for name in ("sphinx.cmd.build", "sphinx._cli.util.errors"):
        module = _find_module(name)
        if hasattr(module, "handle_exception"):
            yield vars(module), module.handle_exception


def wants_report(arguments: Sequence[Any], options: Mapping[str, Any]) -> bool:
    """Whether the flags of sphinx-build ask for tracebacks, from the arguments of a teller."""
    flags = next((value for value in arguments if hasattr(value, "traceback")), None)
    names = ("traceback", "verbosity", "pdb")
    is_flagged = any(getattr(flags, name, False) for name in names)
    return bool(is_flagged or options.get("print_traceback") or options.get("use_pdb"))


def tell_without_report(kind: type[SphinxError]) -> None:
    """Have sphinx-build print an error of *kind*, a mistake of the author, without a traceback, and
    not ask to report it to its developers.
    """
    for owner, original in _error_tellers():
        # `errors_told_by` already does so.
        if not isinstance(original, partial):
            owner["handle_exception"] = partial(_tell_briefly, kind, original)


def _tell_briefly(
    kind: type[SphinxError], original: Callable[..., None], *arguments: Any, **options: Any
) -> None:
    error = next((value for value in arguments if isinstance(value, kind)), None)
    if error is None or wants_report(arguments, options):
        original(*arguments, **options)
        return
    stream = options.get("stderr") or (arguments[3] if len(arguments) > 3 else sys.stderr)
    stream.write(f"\n{error.category}:\n{error}\n")


@contextmanager
def after_logging_setup(call: Callable[[Sphinx], None]) -> Iterator[None]:
    """Call *call* whenever an application has set up its log, before it logs anything."""
    from sphinx.util import logging as sphinx_logging

    original = sphinx_logging.setup

    def setup(app: Sphinx, *arguments: Any, **options: Any) -> None:
        original(app, *arguments, **options)
        call(app)

    sphinx_logging.setup = setup
    try:
        yield
    finally:
        sphinx_logging.setup = original


#: The first version that does not need this.
_LATER = (8, 2)


def build_as_later(app: Sphinx) -> None:
    """``builder-inited``: replace methods of *app*'s builder."""
    if sphinx.version_info >= _LATER:
        return
    builder: Any = app.builder
    builder.build = partial(_build, builder.build)
    if type(builder).write is Builder.write:
        builder.write = partial(_write, builder)


def _build(build: Any, docnames: Any, summary: str | None = None, method: str = "update") -> None:
    # A name that no document has: Sphinx drops it after checking that the list is not empty.
    build(docnames or ["/"] if method == "update" else docnames, summary, method)


def _write(
    builder: Any,
    build_docnames: Iterable[str] | None,
    updated_docnames: Iterable[str],
    method: str = "update",
) -> None:
    """`Builder.write` as of 8.2, with its parameter names."""
    env = builder.env
    builder.events.emit("write-started", builder)
    if build_docnames is None or build_docnames == ["__all__"]:
        build_docnames = env.found_docs
    docnames = set(build_docnames)
    if method == "update":
        docnames.update(updated_docnames)
    docnames |= documents_above(env, docnames) & env.found_docs
    # The order in which documents are read differs between builds.
    included = included_by_toctrees(env)
    for docname in sorted(included):
        included[docname] = included.pop(docname)
    with progress_message(__("preparing documents")):
        builder.prepare_writing(docnames)
    with progress_message(__("copying assets"), nonl=False):
        builder.copy_assets()
    if docnames:
        builder.write_documents(docnames)
