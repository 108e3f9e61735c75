"""The overlays of the documents of a site.

Those beside ``source`` are of that document. Those of ``api.overlays`` are of the documents that
they name with ``extends``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from sphinx_navapi.config.navigation import Binding, NavigationElement, walk
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import DataFileError, is_file, read_data
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.sources import has_scheme
from sphinx_navapi.openapi.vendor import hiding_field
from sphinx_navapi.plan.base_urls import document_name
from sphinx_navapi.plan.inputs import PlanInputs
from sphinx_navapi.plan.source_pages import normal_path

#: Bytes at the start of a data file in which overlays have their version.
_SNIFF_BYTES: Final = 4_096
_OVERLAY_KEY = re.compile(rb"^\s*\{?\s*[\"']?overlay[\"']?\s*:", re.MULTILINE)


class SiteOverlays:
    """The overlays of a site.

    :param settings: of the configuration, valid.
    :param data_files: in the source directory, by path.
    :param place: returns the place of a configuration value, by JSON pointer.
    """

    def __init__(
        self,
        settings: Mapping[str, Any],
        navigation: NavigationElement,
        inputs: PlanInputs,
        data_files: Iterable[str],
        place: Callable[[str], Place],
    ) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._inputs = inputs
        self._data_files = tuple(data_files)
        self._place = place
        self._names: dict[str, tuple[str, ...]] = {}
        first: dict[str, tuple[str, ...]] = {}
        for source, overlays, pointer in _bound_overlays(settings, navigation):
            document = document_name(source)
            if document not in first:
                first[document] = overlays
                self._names[document] = tuple(self._usable(overlays, pointer, document))
            elif first[document] != overlays:
                self._report(
                    f"these overlays of {source} are ignored because its first ones,"
                    f" {', '.join(first[document])}, are used for all its pages: list all of them"
                    " in one place",
                    pointer,
                )
        documents = {document_name(source) for source in _sources(settings, navigation)}
        listed = {name for names in self._names.values() for name in names}
        listed |= self._apply_by_target(as_mapping(settings.get("api")).get("overlays"), documents)
        self._report_unused(documents, listed)

    def of_document(self, name: str) -> tuple[str, ...]:
        """Names of the overlays of the document *name*: paths and https URLs."""
        return self._names.get(name, ())

    def _apply_by_target(self, overlays: Any, documents: Collection[str]) -> set[str]:
        """Add the overlays of ``api.overlays`` to their documents, and return their names."""
        pointer = "/api/overlays"
        names = list(self._usable(_listed(overlays), pointer))
        for name in names:
            target = None if "://" in name else self._extended(name)
            problem = None
            if "://" in name:
                problem = "list it beside its document: overlays from URLs are not found by target"
            elif target is None:
                problem = "it has no `extends`: add the path of its document, or list it beside it"
            elif target not in documents:
                problem = f"it extends {target}, which is not a document of this site"
            else:
                known = self._names.get(target, ())
                self._names[target] = known if name in known else (*known, name)
            if problem is not None:
                self._report(f"the overlay {name} is ignored: {problem}", pointer)
        return set(names)

    def _extended(self, name: str) -> str | None:
        """The document that the overlay file *name* is of: relative to it, or to the source
        directory.
        """
        target = as_text(self._root(name).get("extends"))
        if target is None or has_scheme(target):
            return target
        path = unquote(target.partition("#")[0])
        candidates = (normal_path(f"{name.rpartition('/')[0]}/{path}"), normal_path(path))
        existing = [each for each in candidates if each and is_file(self._inputs.srcdir / each)]
        return existing[0] if existing else candidates[0] or path

    def _root(self, name: str) -> Mapping[str, Any]:
        """The content of the overlay file *name*, empty if it cannot be read."""
        try:
            root = as_mapping(read_data(self._inputs.srcdir / name, name).value)
        except (DataFileError, FileNotFoundError):
            return {}
        return root if "overlay" in root else {}

    def _overlays_in(self, folder: str) -> Iterator[str]:
        """The overlay files below *folder*, by path."""
        for name in self._data_files:
            if name.startswith(f"{folder}/") and _is_overlay(self._inputs.srcdir / name):
                yield name

    def _report_unused(self, documents: Collection[str], listed: Collection[str]) -> None:
        """One note per overlay of *documents* in their folders or below that is not listed."""
        folders = {document.rpartition("/")[0] for document in documents if "://" not in document}
        for name in self._data_files:
            is_near = any(not folder or name.startswith(f"{folder}/") for folder in folders)
            if name in listed or not is_near or not _is_overlay(self._inputs.srcdir / name):
                continue
            target = self._extended(name)
            if target in documents:
                data = read_data(self._inputs.srcdir / name, name)
                hides = _hides(data.value)
                self.diagnostics.append(
                    Diagnostic(
                        subtype=Subtype.OVERLAY_UNUSED,
                        message=f"{name} is an overlay of {target} but is not applied"
                        f"{', so what it hides is shown' if hides else ''}: add"
                        f' "overlays": ["{name}"] to "api" in docs.json, or beside the "source"'
                        " of the document",
                        place=data.key_place("/extends"),
                        level=Level.WARNING if hides else Level.INFO,
                    )
                )

    def _usable(
        self, overlays: Iterable[str], pointer: str, document: str | None = None
    ) -> Iterator[str]:
        """Names of the *overlays* that can be used; a folder stands for the overlays in it.

        :param document: which they are of: overlays in a folder that extend others are skipped.
        """
        for index, written in enumerate(overlays):
            name = written if "://" in written else normal_path(written)
            problem = self._problem(written, name)
            if name is not None and (self._inputs.srcdir / name).is_dir():
                inside = list(self._overlays_in(name))
                problem = None if inside else "the folder contains no overlays"
                for each in inside:
                    target = None if document is None else self._extended(each)
                    if target in (None, document):
                        yield each
                    elif not has_scheme(target) and not is_file(self._inputs.srcdir / target):
                        problem = f"{each} extends {target}, which does not exist"
            elif problem is None and name is not None:
                yield name
            if problem is not None:
                self._report(f"the overlay {written} is ignored: {problem}", f"{pointer}/{index}")

    def _problem(self, written: str, name: str | None) -> str | None:
        """Why the overlay *written*, with the path or URL *name*, cannot be used."""
        if name is None:
            return "it is outside the source directory: move it inside"
        if "://" in name:
            if not name.startswith("https://"):
                return "only https:// URLs are fetched"
            if not self._inputs.remote_documents:
                return (
                    "navapi_remote_documents is off: turn it on, or add a copy to the source"
                    " directory"
                )
            return None
        if is_file(self._inputs.srcdir / name):
            return None
        near = nearest_word(name, self._data_files)
        if near:
            return f"the file does not exist, did you mean {near}?"
        return (
            "the file does not exist: correct its path, which is relative to the source directory"
        )

    def _report(self, message: str, pointer: str) -> None:
        self.diagnostics.append(
            Diagnostic(subtype=Subtype.OVERLAY_INVALID, message=message, place=self._place(pointer))
        )


def _listed(value: Any) -> tuple[str, ...]:
    """The overlays in the value of ``overlays``, a text or a list."""
    texts = [value] if isinstance(value, str) else as_list(value)
    return tuple(text.strip() for text in texts if text.strip())


def _is_overlay(path: Path) -> bool:
    """Whether the file at *path* begins as overlays do."""
    try:
        with path.open("rb") as file:
            return _OVERLAY_KEY.search(file.read(_SNIFF_BYTES)) is not None
    except OSError:
        return False


def _hides(root: Mapping[str, Any]) -> bool:
    """Whether an action of the overlay *root* removes or hides a part of its document."""
    actions = [as_mapping(action) for action in as_list(root.get("actions"))]
    pending = [action.get("update") for action in actions]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            if hiding_field(part) is not None or part.get("x-excluded") is True:
                return True
            pending += part.values()
        else:
            pending += as_list(part)
    return any(action.get("remove") is True for action in actions)


def _bindings(navigation: NavigationElement) -> Iterator[Binding]:
    for element in walk(navigation):
        yield from (*(element.bindings or ()), *(element.channels or ()))


def _sources(settings: Mapping[str, Any], navigation: NavigationElement) -> Iterator[str]:
    """The documents of the navigation and of ``api``, as written."""
    yield from (binding.source for binding in _bindings(navigation))
    for key in ("openapi", "asyncapi"):
        value = as_mapping(settings.get("api")).get(key)
        for entry in value if isinstance(value, list) else [value]:
            source = entry.get("source") if isinstance(entry, dict) else entry
            if isinstance(source, str):
                yield source


def _bound_overlays(
    settings: Mapping[str, Any], navigation: NavigationElement
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Source, overlays and their JSON pointer for each document with overlays."""
    for binding in _bindings(navigation):
        pointer = binding.pointer.removesuffix("/source")
        if binding.overlays:
            yield binding.source, binding.overlays, f"{pointer}/overlays"
        if binding.changes_from is not None and binding.earlier_overlays:
            pointer = f"{pointer}/changes_from/overlays"
            yield binding.changes_from, binding.earlier_overlays, pointer
    for key in ("openapi", "asyncapi"):
        entry = as_mapping(as_mapping(settings.get("api")).get(key))
        listed = _listed(entry.get("overlays"))
        if "source" in entry and listed:
            yield entry["source"], listed, f"/api/{key}/overlays"
