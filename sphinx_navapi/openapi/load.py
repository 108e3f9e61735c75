"""Loading a file as an `OpenApiDocument`, or finding out why it is not one."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.formats.data_file import (
    DataFile,
    DataFileError,
    decode_document,
    parse_document,
    read_bytes,
    unescape_pointer,
)
from sphinx_navapi.openapi.bundler import Bundler
from sphinx_navapi.openapi.cache import read_cache, write_cache
from sphinx_navapi.openapi.check.earlier import EarlierFindings, digest_parts
from sphinx_navapi.openapi.check.findings import VERSION_CODE, Severity
from sphinx_navapi.openapi.check.objects import Grammar, grammar_of
from sphinx_navapi.openapi.check.rules import find_lost_parts
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.normalize import normalize_document
from sphinx_navapi.openapi.operations import find_operations
from sphinx_navapi.openapi.overlays import (
    Overlaid,
    OverlayFile,
    OverlayText,
    apply_overlays,
    read_overlays,
)
from sphinx_navapi.openapi.schema.cycle_guard import fits_unfolded
from sphinx_navapi.openapi.schema.dynamic import bind_dynamic_references
from sphinx_navapi.openapi.sources import DocumentFiles, SourceFile, digest, near_file
from sphinx_navapi.openapi.tags import tag_labels

_VERSION = re.compile(r"3\.([012])(?:\.\d+)?(?:-.*)?\Z")
#: The version as which schemas of other standards are read.
_VERSION_OF_OTHERS: Final = (3, 1)
_USABLE: Final = "OpenAPI 3.0, 3.1 and 3.2 are supported"


@dataclass(frozen=True, slots=True)
class OtherFormat:
    """How a document of another standard is read, with the files that it refers to.

    :ivar key: root key with the standard's version.
    :ivar check_version: returns a problem, and whether the document can still be used.
    :ivar grammar: what it consists of.
    :ivar complete: adds the operations, once it is bundled.
    """

    key: str
    check_version: Callable[[DataFile], tuple[bool, list[Diagnostic]]]
    grammar: Grammar
    complete: Callable[[OpenApiDocument, DocumentFiles], list[Diagnostic]]


#: Finds the format of a document that is not OpenAPI, by its root.
FindFormat = Callable[[Any], OtherFormat | None]


@dataclass(frozen=True, slots=True)
class LoadResult:
    """:ivar document: ``None`` if the file cannot be used; *diagnostics* say why.

    :ivar diagnostics: all that was found, including those of the document.
    """

    document: OpenApiDocument | None
    diagnostics: tuple[Diagnostic, ...]


_TOO_LARGE: Final = (
    "its references to whole maps expand to more than can be shown: refer to single schemas, "
    "parameters and responses instead"
)


def load_document(
    path: Path,
    name: str,
    source_root: Path | None,
    *,
    cache_dir: Path | None = None,
    overlays: Sequence[OverlayFile] = (),
    find_format: FindFormat | None = None,
    normal: bool = True,
) -> LoadResult:
    """The OpenAPI document at *path*, validated and with its references bundled.

    :param name: its name in the site: path relative to *source_root*, or its URL.
    :param source_root: references may lead to files below it, also through symbolic links;
        ``None``: to no other file (for a document loaded from a URL).
    :param cache_dir: where results are cached by the content of all files involved.
    :param overlays: applied before anything else, in this order.
    :param find_format: for documents of other standards.
    :param normal: rewrite its schemas by `normalize_document`.
    """
    cache_dir = cache_dir if normal else None
    with collector_paused():
        return _load(path, name, source_root, cache_dir, overlays, find_format, normal)


def _load(
    path: Path,
    name: str,
    source_root: Path | None,
    cache_dir: Path | None,
    overlays: Sequence[OverlayFile],
    find_format: FindFormat | None,
    normal: bool,
) -> LoadResult:
    try:
        content = read_bytes(path, name)
    except FileNotFoundError:
        message = f"there is no OpenAPI document {name}: {near_file(path, name)}"
        return _failure(Subtype.OPENAPI_NOT_FOUND, message, Place(file=name))
    except DataFileError as error:
        return _failure(Subtype.OPENAPI_INVALID, f"{name}: {error}", error.place)
    overlay_texts = read_overlays(overlays)
    own_digest = _digest_with(content, overlay_texts)
    earlier: EarlierFindings | None = None
    if cache_dir is not None:
        cached, before = read_cache(cache_dir, name, path, source_root, own_digest)
        if cached is not None:
            cached.files = {**cached.files, **{file.name: file.path for file in overlays}}
            return LoadResult(cached, cached.diagnostics)
        if before is not None:
            earlier = EarlierFindings(before)
        del before  # as large as what is read now
    try:
        text, fault = decode_document(content, name)
        del content  # avoids keeping a large document twice while it is parsed
        data = parse_document(text, fault, name)
        del text
    except DataFileError as error:
        return _failure(Subtype.OPENAPI_INVALID, f"{name}: {error}", error.place)
    overlaid = _overlaid(data, overlay_texts)
    data.value = overlaid.value
    other = find_format(data.value) if find_format is not None else None
    version, problems = _version(data, other)
    problems = [*overlaid.diagnostics, *problems]
    if version is None:
        return LoadResult(None, tuple(problems))
    main = SourceFile(name, path, "", data.value, data, own_digest)
    sources = DocumentFiles(main, source_root, overlaid.origins, overlaid.files)
    bundler = Bundler(sources, grammar_of(version) if other is None else other.grammar)
    bundler.bundle()
    if bundler.shares_maps and not fits_unfolded(data.value):
        message = f"{name}: {_TOO_LARGE}"
        return _failure(Subtype.OPENAPI_INVALID, message, data.place(""))
    if bundler.is_dynamic:
        bind_dynamic_references(data.value)
    document = _document_of(sources, version, problems, bundler, earlier, other)
    if normal:
        _make_normal(document, sources, earlier)
    others = sources.digests()
    document.digest = _digest_of_all(own_digest, others)
    document.files = {**document.files, **{file.name: file.path for file in overlays}}
    if cache_dir is not None:
        write_cache(cache_dir, document, path, source_root, own_digest, others)
    return LoadResult(document, document.diagnostics)


def _document_of(
    sources: DocumentFiles,
    version: tuple[int, int],
    problems: Iterable[Diagnostic],
    bundler: Bundler,
    earlier: EarlierFindings | None,
    other: OtherFormat | None,
) -> OpenApiDocument:
    """The document of *sources*, already bundled; its digest is added later.

    :param problems: of its overlays and its version; *bundler* has those of its references.
    :param earlier: what was valid in it before.
    """
    main = sources.main
    document = OpenApiDocument(
        name=main.name, version=version, root=main.value, operations=(), origins=sources.origins
    )
    document.written = bundler.schemas
    if other is not None:
        found_there = other.complete(document, sources)
        diagnostics = [*found_there, *_without(bundler.malformed, found_there)]
    else:
        document.parts = digest_parts(document)
        if earlier is not None:
            earlier.compare(document)
        operations = find_operations(
            document,
            lambda pointer, of_key: sources.place(pointer, of_key=of_key),
            earlier,
        )
        document.operations = tuple(operations.operations)
        document.skipped = operations.skipped
        document.tag_labels = tag_labels(document)
        diagnostics = list(_together(operations.diagnostics, bundler.malformed))
        for lost in dict.fromkeys(find_lost_parts(document)):
            if any((main, pointer) in bundler.mistaken for pointer in lost.about):
                continue
            place = sources.place(lost.pointer, of_key=lost.of_key)
            level = Level.INFO if lost.severity is Severity.WARNING else Level.WARNING
            diagnostics.append(
                _diagnostic(Subtype.OPENAPI_INVALID, lost.message, place, lost.code, level)
            )
    faults = [fault for file in sources.used() for fault in _faults(file)]
    document.diagnostics = (*problems, *faults, *bundler.diagnostics, *diagnostics)
    document.files = {file.name: file.path for file in sources.used()}
    return document


def _make_normal(
    document: OpenApiDocument, sources: DocumentFiles, earlier: EarlierFindings | None
) -> None:
    """Normalize *document*; examples of OpenAPI that are wrong are added to its diagnostics."""
    if not document.is_openapi:
        normalize_document(document)
        return
    from sphinx_navapi.openapi.check.values import find_wrong_examples

    document.wrong_examples = find_wrong_examples(document, earlier)
    wrong = [
        _diagnostic(
            Subtype.INVALID_EXAMPLE, f"{document.name}: {message}",
            sources.place(pointer, of_key=True), rule="example", level=Level.INFO,
        )
        for pointer, message in document.wrong_examples.items()
    ]  # fmt: skip
    document.diagnostics = (*document.diagnostics, *_without(wrong, document.diagnostics))


def _faults(file: SourceFile) -> Iterator[Diagnostic]:
    """Parts of *file* that were cut, read differently than written, or written twice."""
    if file.data is None:
        return
    for fault in file.data.faults:
        message = f"{file.name}: {fault.message}"
        yield _diagnostic(Subtype.OPENAPI_INVALID, message, fault.place)
    for place in file.data.repeated_keys():
        key = unescape_pointer(place.pointer.rpartition("/")[2])
        message = f"duplicate key `{key}`: the earlier value is discarded"
        yield _diagnostic(Subtype.OPENAPI_INVALID, message, place, rule="repeated-key")


def _without(
    diagnostics: Iterable[Diagnostic], others: Iterable[Diagnostic]
) -> Iterator[Diagnostic]:
    """Those of *diagnostics* at no place of the *others*: one message for each mistake."""
    known = {(other.place.file, other.place.line, other.place.column) for other in others}
    return (
        each
        for each in diagnostics
        if (each.place.file, each.place.line, each.place.column) not in known
    )


def _together(
    skipped: Sequence[Diagnostic], malformed: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """Both, one for each mistake: because of some, operations are *skipped*."""
    places = [each.place for each in skipped if each.subtype is Subtype.INVALID_OPERATION]
    in_other_words: set[Diagnostic] = set()
    misspelled: dict[Place, Diagnostic] = {}
    for each in malformed if places else ():
        pointer = each.place.pointer
        for place in places:
            if each.place.file != place.file:
                continue
            if f"{place.pointer}/".startswith(f"{pointer}/"):
                in_other_words.add(each)
            elif place.pointer == pointer.rpartition("/")[0]:
                # What is missing may be a field with another name.
                in_other_words.add(each)
                misspelled.setdefault(place, each)
    for each in skipped:
        typo = misspelled.get(each.place)
        if typo is None:
            yield each
        else:
            yield replace(each, place=typo.place, message=f"{each.message}; {typo.message}")
    yield from (each for each in _without(malformed, skipped) if each not in in_other_words)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause garbage collection while a million new values are created, none of them garbage.

    It would take a third of the time in which a large document loads, and its schemas are read.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _version(
    data: DataFile, other: OtherFormat | None
) -> tuple[tuple[int, int] | None, list[Diagnostic]]:
    """The version of the document, ``None`` if unusable, and diagnostics."""
    if other is not None:
        is_usable, problems = other.check_version(data)
        return (_VERSION_OF_OTHERS if is_usable else None), problems
    root, name = data.value, data.name
    if not isinstance(root, dict):
        message = f"{name} is not an OpenAPI document: its root must be a mapping with `openapi`"
        return None, [_diagnostic(Subtype.OPENAPI_INVALID, message, data.place(""))]
    written = root.get("openapi")
    if "openapi" not in root:
        old = root.get("swagger")
        if old is not None and str(old).startswith("2"):
            return None, [_swagger(data, "/swagger")]
        if "asyncapi" in root:
            message = f"{name} is an AsyncAPI document, but an OpenAPI document is expected"
            return None, [_diagnostic(Subtype.OPENAPI_INVALID, message, data.place("/asyncapi"))]
        message = (
            f"{name} is not an OpenAPI document: it has no `openapi` at its root. "
            "Add `openapi: 3.1.0`, or the version that it uses"
        )
        return None, [_diagnostic(Subtype.OPENAPI_INVALID, message, data.place(""))]
    text = str(written) if isinstance(written, str | float) else ""
    match = _VERSION.match(text.strip())
    if match is None:
        if text.startswith("2"):
            return None, [_swagger(data, "/openapi")]
        shown = repr(written) if isinstance(written, str) else str(written)
        message = (
            f"{name}: `openapi: {shown[:60]}` is not a usable version: {_USABLE}. "
            "Write it in full and quoted, as in `openapi: '3.1.0'`"
        )
        return None, [_diagnostic(Subtype.OPENAPI_INVALID, message, data.place("/openapi"))]
    version = (3, int(match[1]))
    if isinstance(written, str):
        return version, []
    message = (
        f"{name}: `openapi: {text}` is a number and was read as {text}.0: "
        f"quote it, `openapi: '{text}.0'`"
    )
    place = data.key_place("/openapi")
    return version, [_diagnostic(Subtype.OPENAPI_INVALID, message, place, VERSION_CODE)]


def conversion_advice(documents: str) -> str:
    """Advice for Swagger 2.0 documents.

    :param documents: what is to be converted, such as ``it``.
    """
    return (
        f"convert {documents} to OpenAPI 3, for example with `npx swagger2openapi --outfile"
        " openapi.json` and the file's name, or with the online converter at converter.swagger.io"
    )


def _swagger(data: DataFile, pointer: str) -> Diagnostic:
    message = f"{data.name} is Swagger 2.0, which has no pages: {conversion_advice('it')}"
    return _diagnostic(Subtype.OPENAPI_2, message, data.place(pointer))


def _diagnostic(
    subtype: Subtype, message: str, place: Place, rule: str = "", level: Level = Level.WARNING
) -> Diagnostic:
    return Diagnostic(subtype=subtype, message=message, place=place, rule=rule, level=level)


def _failure(subtype: Subtype, message: str, place: Place) -> LoadResult:
    return LoadResult(None, (_diagnostic(subtype, message, place),))


def _overlaid(data: DataFile, overlays: Sequence[OverlayText]) -> Overlaid:
    """*data* with *overlays* applied; unchanged if it is not an object."""
    if not overlays or not isinstance(data.value, dict):
        return Overlaid(data.value, {}, {}, [])
    return apply_overlays(data.value, data.name, overlays)


def _digest_with(content: bytes, overlays: Sequence[OverlayText]) -> str:
    """The combined digest of the *content* of a document and its *overlays*."""
    own = digest(content)
    if not overlays:
        return own
    parts = (own, *(overlay.digest for overlay in overlays))
    return digest("\n".join(parts).encode("utf-8", "surrogatepass"))


def _digest_of_all(own: str, others: Any) -> str:
    whole = blake2b(own.encode(), digest_size=20)
    for name, own_digest in others.items():
        whole.update(f"\0{name}\0{own_digest}".encode("utf-8", "surrogatepass"))
    return whole.hexdigest()
