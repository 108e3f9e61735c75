"""The earlier versions of the documents of a site, from ``history`` beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx_navapi.config.navigation import Binding
from sphinx_navapi.config.value_problems import ValueProblem
from sphinx_navapi.formats.data_file import DATA_SUFFIXES
from sphinx_navapi.formats.git import find_tags, write_files
from sphinx_navapi.formats.kept_values import KeptValues, digest_of
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import FORMATS, OpenApiDocument, Operation
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.openapi.history import (
    NO_HISTORY,
    History,
    history_values,
    read_history_values,
)

if TYPE_CHECKING:
    from sphinx_navapi.plan.inputs import PlanInputs

#: The version of a document whose own is that of an earlier one.
UNRELEASED: Final = "unreleased"

_NUMBERS: Final = re.compile(r"v?(\d+(?:\.\d+)*)\Z", re.IGNORECASE)

#: The name of the document at a position, ``None`` (reported) if there is none.
Locate = Callable[..., str | None]


@dataclass(frozen=True, slots=True)
class _Version:
    """A version of a document.

    :ivar number: its ``info.version``. :ivar name: of its tag, or of its file.
    :ivar load: its document, which is not kept.
    """

    number: str
    name: str
    digest: str
    load: Callable[[], OpenApiDocument | None] = lambda: None


class HistoryReader:
    """Reads histories.

    :param locate: finds the documents of a list.
    :param overlays: returns the names of those of a document.
    :param report: a problem of the configuration.
    """

    def __init__(
        self,
        inputs: PlanInputs,
        locate: Locate,
        overlays: Callable[[str], tuple[str, ...]],
        report: Callable[[ValueProblem], None],
    ) -> None:
        self._inputs = inputs
        self._locate = locate
        self._overlays = overlays
        self._report = report

    def with_history(self, document: OpenApiDocument, binding: Binding) -> OpenApiDocument:
        """*document* with its history, as *binding* sets it; fingerprints change with that."""
        versions = [*self._listed(document, binding), *self._tagged(document, binding)]
        versions = _sorted(versions)
        # The current version of a repository is a tag, too, until something is changed.
        name = UNRELEASED
        while versions and versions[-1].digest == document.digest:
            name = versions.pop().name
        if not versions:
            return document
        labels = _labels([*versions, _Version(_version(document), name, document.digest)])
        history = self._history(document, versions, labels)
        document = replace(document, history=history, _by_key={})
        by_id: dict[str, str] = {}
        for operation in document.operations:
            if operation.operation_id:
                by_id.setdefault(operation.operation_id, str(operation.key))
        printer = Fingerprinter(document, by_id)
        operations = tuple(
            replace(each, fingerprint=_fingerprint(each, printer)) for each in document.operations
        )
        return replace(document, operations=operations, _by_key={})

    def _history(
        self, document: OpenApiDocument, versions: Sequence[_Version], labels: Sequence[str]
    ) -> History:
        """The history of *document*, kept between builds."""

        def find() -> dict[str, Any]:
            # A build whose documents have not changed compares nothing.
            from sphinx_navapi.changes.history import EarlierVersion, read_history

            earlier = [
                EarlierVersion(label, version.load)
                for label, version in zip(labels, versions, strict=False)
            ]
            return history_values(read_history(document, labels[-1], earlier))

        if self._inputs.cache_dir is None:
            return read_history_values(find()) or NO_HISTORY
        digests = [version.digest for version in versions]
        name = f"history-{digest_of(document.name)[:12]}.json"
        kept = KeptValues(self._inputs.cache_dir / name, "", read_history_values)
        key = digest_of([document.digest, digests, labels])
        history = kept.get(key, lambda: read_history_values(find()) or NO_HISTORY)
        kept.save(history_values)
        return history

    def _listed(self, document: OpenApiDocument, binding: Binding) -> Iterator[_Version]:
        """The versions that are files or addresses."""
        known = {document.name, *(each.source for each in binding.history)}
        for earlier in binding.history:
            name = self._locate(earlier.source, earlier.pointer, known=known)
            if name is None:
                continue
            own = earlier.overlays
            overlays = self._overlays(document.name) if own is None else own
            load = partial(self._load, name, overlays, None)
            listed = load()
            if listed is None:
                other = self._inputs.load(name, overlays, None).document
                if other is not None:
                    problem = f"is {FORMATS[other.standard]}"
                    advice = "use an earlier version of the OpenAPI document"
                else:
                    problem = "cannot be read as an OpenAPI document"
                    advice = f"`navapi openapi-check {earlier.source}` says why"
                message = f"{earlier.source} {problem}, so this version is left out: {advice}"
                self._report(ValueProblem(earlier.pointer, message))
            else:
                yield _Version(_version(listed), Path(name).stem, listed.digest, load)

    def _load(
        self, name: str, overlays: Sequence[str], root: Path | None
    ) -> OpenApiDocument | None:
        document = self._inputs.load(name, overlays, root).document
        return document if document is not None and document.is_openapi else None

    def _tagged(self, document: OpenApiDocument, binding: Binding) -> Iterator[_Version]:
        """The versions of the repository's tags; those without the document are left out."""
        pattern, cache_dir = binding.history_tags, self._inputs.cache_dir
        if not pattern or cache_dir is None:
            return
        is_code = document.name in self._inputs.code_documents
        tags = None if is_code else find_tags(self._inputs.srcdir, pattern)
        problem = ""
        if is_code:
            problem = f"{document.name} is generated by code, but tags only have files: keep the"
            problem += " document of each release in a file, and list these files"
        elif tags is None:
            problem = "the source directory is in no Git repository, so the document has no history"
            problem += ": use a list of documents"
        elif not tags:
            problem = f"no tag matches {pattern}: correct the pattern, or fetch the tags"
            problem += " (`git fetch --tags`)"
        is_known = False
        for tag, commit in tags or ():
            root = cache_dir / "tags" / commit
            if not root.is_dir() and not write_files(
                self._inputs.srcdir, commit, DATA_SUFFIXES, root
            ):
                continue
            if (root / document.name).is_file():
                load = partial(self._load, document.name, self._overlays(document.name), root)
                tagged = load()
                if tagged is not None:
                    is_known = True
                    yield _Version(_version(tagged), tag, tagged.digest, load)
        if tags and not is_known:
            problem = f"no tag that matches {pattern} has a usable {document.name}: correct the"
            problem += " pattern, or use a list of documents"
        if problem:
            where = f"{binding.pointer.removesuffix('/source')}/history/git"
            self._report(ValueProblem(where, problem))


def _fingerprint(operation: Operation, printer: Fingerprinter) -> str:
    shown = printer.operation(operation.pointer, operation.path_pointer)
    stamp = printer.document.history.stamp(str(operation.key))
    return digest_of([operation.fingerprint, shown, stamp])


def _version(document: OpenApiDocument) -> str:
    """``info.version``, ``""`` if there is none."""
    version = as_mapping(document.root.get("info")).get("version")
    return "" if version is None else " ".join(str(version).split())


def _sorted(versions: list[_Version]) -> list[_Version]:
    """*versions* by their numbers, if all have one; otherwise in the given order."""
    numbers = [_NUMBERS.match(version.number) for version in versions]
    if not all(numbers):
        return versions
    order = {
        id(version): tuple(map(int, number[1].split(".")))
        for version, number in zip(versions, numbers, strict=True)
        if number
    }
    return sorted(versions, key=lambda version: order[id(version)])


def _labels(versions: Sequence[_Version]) -> list[str]:
    """Different labels: the numbers in the documents, or else what the versions are called."""
    numbers = [version.number for version in versions]
    if all(numbers) and len(set(numbers)) == len(numbers):
        return numbers
    return [version.name for version in versions]
