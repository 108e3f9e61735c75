"""Facts about the texts of whole OpenAPI documents, cached between builds.

Scanning every text of a large document takes time, and the result only changes with the document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Optional

from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.formats.commonmark import link_addresses, unsafe_parts
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.kept_values import KeptValues
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.links.targets import is_page_link
from sphinx_navapi.openapi.document import OpenApiDocument

#: The values of these keys are data, not parts of the document, and so is a description in them.
_VALUES = frozenset({"example", "examples", "default", "enum", "const", "value", "dataValue"})

#: Keywords whose keys are names chosen by the author.
_NAMES = frozenset({"properties", "patternProperties", "schemas", "responses", "parameters"})

#: The position of a value: the trail of its parent, and the key or index in that. Pointers take
#: longer to build, and are only needed for a few texts of a large document.
Trail = Optional[tuple["Trail", str | int]]  # noqa: UP045 - names itself


def texts_of(root: Any) -> Iterator[tuple[Trail, str, bool]]:
    """Trail and text of every description, and of ``content`` shown before an operation.

    Also the addresses of external documentation, marked by the third value. In document order.
    """
    pending: list[tuple[Trail, Any, bool]] = [(None, root, False)]
    while pending:
        trail, value, named = pending.pop()
        below: list[tuple[Trail, Any, bool]] = []
        if isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, dict | list):
                    below.append(((trail, index), child, False))
        elif isinstance(value, dict):
            for key, child in value.items():
                if isinstance(child, dict | list) and (named or key not in _VALUES):
                    below.append(((trail, key), child, not named and key in _NAMES))
            # The content of anything else is an object.
            for key in ("description", "content"):
                text = value.get(key)
                if isinstance(text, str) and not named:
                    yield (trail, key), text, False
            if not named:
                yield from _documentation((trail, "externalDocs"), value.get("externalDocs"))
        below.reverse()
        pending += below


def _documentation(trail: Trail, value: Any) -> Iterator[tuple[Trail, str, bool]]:
    """The address of an External Documentation Object, or of each if they are components."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name == "url" and isinstance(each, str):
                yield (trail, name), each.strip(), True
            elif isinstance(each, dict) and isinstance(each.get("url"), str):
                yield ((trail, name), "url"), each["url"].strip(), True


def pointer_of(trail: Trail) -> str:
    """The JSON pointer of the value at *trail*."""
    segments: list[str] = []
    while trail is not None:
        trail, step = trail
        segments.append(escape_pointer(str(step)))
    return "".join(f"/{segment}" for segment in reversed(segments))


class TextFact(NamedTuple):
    """Facts about one text.

    :ivar unsafe: the markup that is removed for display, as short quotations.
    :ivar link: a link in it that may lead to a page, or to an element of one, if this is the first
        text of the document with that link. An address of external documentation is a text that is
        such a link.
    :ivar pointer: of the text in the document *document*; *file* and *line* are its position.
    """

    document: str
    unsafe: tuple[str, ...]
    link: str | None
    pointer: str
    file: str
    line: int | None


def text_facts(documents: Iterable[OpenApiDocument], cache: Path) -> tuple[TextFact, ...]:
    """The facts of *documents*, computed for new ones, otherwise read from *cache*.

    :param cache: the cache file; disposable.
    """
    kept = KeptValues(cache, "", _facts)
    by_document = [
        kept.get(f"{document.name} {document.digest}", partial(_all_facts, document))
        for document in documents
    ]
    kept.save()
    return tuple(chain.from_iterable(by_document))


def _all_facts(document: OpenApiDocument) -> tuple[TextFact, ...]:
    return tuple(find_text_facts(document))


def find_text_facts(document: OpenApiDocument) -> Iterator[TextFact]:
    """The facts of *document*, in document order; files read for this are released."""
    texts: set[str] = set()
    links: set[str] = set()

    def fact(pointer: str, unsafe: tuple[str, ...] = (), link: str | None = None) -> TextFact:
        place = document.place(pointer)
        return TextFact(document.name, unsafe, link, pointer, place.file, place.line)

    for trail, text, is_address in chain(_info_addresses(document.root), texts_of(document.root)):
        if text in texts:
            continue
        texts.add(text)
        unsafe = () if is_address else unsafe_parts(text)
        if unsafe:
            yield fact(pointer_of(trail), unsafe=unsafe)
        for link in (text,) if is_address else link_addresses(text):
            if link not in links and (is_page_link(link) or link.startswith("#")):
                links.add(link)
                yield fact(pointer_of(trail), link=link)
    document.forget_places()


def _info_addresses(root: Any) -> Iterator[tuple[Trail, str, bool]]:
    """The addresses in the Info Object."""
    info = as_mapping(as_mapping(root).get("info"))
    for keys in (("termsOfService",), ("contact", "url"), ("license", "url")):
        value: Any = info
        trail: Trail = (None, "info")
        for key in keys:
            value, trail = as_mapping(value).get(key), (trail, key)
        if isinstance(value, str):
            yield trail, value.strip(), True


def _facts(stored: object) -> tuple[TextFact, ...] | None:
    """The cached facts of a document; ``None`` if the file is damaged."""
    read = [_fact(each) for each in stored] if isinstance(stored, list) else [None]
    facts = tuple(fact for fact in read if fact is not None)
    return facts if len(facts) == len(read) else None


def _fact(stored: Any) -> TextFact | None:
    match stored:
        case [str(), list() as unsafe, str() | None, str(), str(), int() | None]:
            if all(isinstance(part, str) for part in unsafe):
                return TextFact(stored[0], tuple(unsafe), *stored[2:])
    return None


def markup_diagnostics(facts: Iterable[TextFact]) -> list[Diagnostic]:
    """An info for each text whose markup is partly removed for display."""
    return [
        Diagnostic(
            subtype=Subtype.UNSAFE_MARKUP,
            level=Level.INFO,
            message=(
                f"{fact.document}: the description at {fact.pointer} contains markup that could"
                f" run code; it was removed: {', '.join(fact.unsafe)}. Write it in backticks to"
                " show it as text"
            ),
            place=Place(file=fact.file, line=fact.line),
        )
        for fact in facts
        if fact.unsafe
    ]
