"""The overlays of the documents of a site: ``overlays`` beside ``source``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sphinx_navapi.config.navigation import NavigationElement, walk
from sphinx_navapi.diagnostics import Diagnostic, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import is_file
from sphinx_navapi.formats.lenient import as_list, as_mapping
from sphinx_navapi.plan.base_urls import document_name
from sphinx_navapi.plan.inputs import PlanInputs
from sphinx_navapi.plan.source_pages import normal_path


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
                self._names[document] = tuple(self._usable(overlays, pointer))
            elif first[document] != overlays:
                self._report(
                    f"these overlays of {source} are ignored because its first ones,"
                    f" {', '.join(first[document])}, are used for all its pages: list all of them"
                    " in one place",
                    pointer,
                )

    def of_document(self, name: str) -> tuple[str, ...]:
        """Names of the overlays of the document *name*: paths and https URLs."""
        return self._names.get(name, ())

    def _usable(self, overlays: Iterable[str], pointer: str) -> Iterator[str]:
        for index, written in enumerate(overlays):
            name = written if "://" in written else normal_path(written)
            problem = self._problem(written, name)
            if problem is None and name is not None:
                yield name
            else:
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


def _bound_overlays(
    settings: Mapping[str, Any], navigation: NavigationElement
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Source, overlays and their JSON pointer for each document with overlays."""
    for element in walk(navigation):
        for binding in (*(element.bindings or ()), *(element.channels or ())):
            pointer = binding.pointer.removesuffix("/source")
            if binding.overlays:
                yield binding.source, binding.overlays, f"{pointer}/overlays"
            if binding.changes_from is not None and binding.earlier_overlays:
                pointer = f"{pointer}/changes_from/overlays"
                yield binding.changes_from, binding.earlier_overlays, pointer
    for key in ("openapi", "asyncapi"):
        entry = as_mapping(as_mapping(settings.get("api")).get(key))
        listed = tuple(text.strip() for text in as_list(entry.get("overlays")) if text.strip())
        if "source" in entry and listed:
            yield entry["source"], listed, f"/api/{key}/overlays"
