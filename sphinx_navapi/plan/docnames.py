"""Docnames of generated documents, unique within the site, and titles of operations."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Final

from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.openapi.document import Operation, OperationKey
from sphinx_navapi.plan.metadata import single_line

#: Longest segment in UTF-8 bytes: file systems allow 255, and builders append suffixes.
MAX_SEGMENT_BYTES = 180

#: Longest configured path: systems allow 1,024 or 4,096, folders of the build included.
MAX_PATH_BYTES = 600

_BRACES = re.compile(r"\{[^}]*\}")
_SPACE = re.compile(r"[^\S\r\n]")
_DELETED = re.compile(r"[{}(),.'/\r\n]")
_RUNS = re.compile("-{2,}")
_PLAIN = re.compile(r"[a-z0-9_~-]*")
#: Characters not allowed in the folder of a page: they end a path or a URL, or are not text.
_UNSAFE = re.compile(
    r'[\x00-\x1f\x7f\\:*?"<>|#%\ud800-\udfff\u200e\u200f\u202a-\u202e\u2066-\u2069]'
)


def slug(text: str) -> str:
    """*text* as one segment of a docname; may be empty."""
    text = _SPACE.sub("-", _BRACES.sub("-", text))
    text = _DELETED.sub("", text).lower()
    if not _PLAIN.fullmatch(text):
        text = "".join(char for char in text if char in "-_~" or _is_word(char))
    return _shorten(_RUNS.sub("-", text).strip("-"))


def _is_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LM" or category == "Nd"


def _shorten(segment: str) -> str:
    encoded = segment.encode()
    if len(encoded) <= MAX_SEGMENT_BYTES:
        return segment
    return encoded[:MAX_SEGMENT_BYTES].decode("utf-8", "ignore").strip("-")


def folder(path: str) -> str:
    """A configured ``directory`` or ``href`` as a path: lower case, no empty segment, no ``..``.

    Cut to what file systems support; `is_too_long` tells whether it was.
    """
    kept: list[str] = []
    size = 0
    for part in map(_shorten, _segments(path)):
        size += len(part.encode()) + 1
        if part and size <= MAX_PATH_BYTES:
            kept.append(part)
    return "/".join(kept)


def is_too_long(path: str) -> bool:
    """Whether `folder` has to cut *path*."""
    sizes = [len(part.encode()) for part in _segments(path)]
    return sum(sizes) + len(sizes) > MAX_PATH_BYTES or max(sizes, default=0) > MAX_SEGMENT_BYTES


def _segments(path: str) -> list[str]:
    parts = (_UNSAFE.sub("", part).strip() for part in path.lower().split("/"))
    return [part for part in parts if part not in {"", ".", ".."}]


def schema_segment(name: str) -> str:
    """A component name as the last segment of its page: case kept, only safe characters."""
    kept = "".join(char for char in name if char in "-_.~" or _is_word(char)).strip(".")
    return _shorten(kept) or "schema"


def title_from_name(segment: str) -> str:
    """A title from the last segment of a docname: ``get-v1_users`` gives ``Get v1 users``."""
    words = " ".join(segment.replace("-", " ").replace("_", " ").split())
    return words[:1].upper() + words[1:]


#: Maximum length of a sentence that is a title.
_LONGEST_TITLE: Final = 80

#: The end of a sentence; not of an abbreviation within it.
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s+[^\sa-z0-9]|\s*$)|[。！？]")

#: What CommonMark could read as something else than text.
_MARKUP: Final = re.compile(r"[`*<>\[\]|~\\#&$]|(?<!\w)_|_(?!\w)|://|^[-+=]|^\d+[.)]\s|^:")


def title_of(operation: Operation) -> str:
    """The title of the page of *operation*, if its metadata have none.

    Its summary, else the first sentence of its description, if that is short and plain text, else
    its method and path (of a webhook, its name).
    """
    summary = single_line(operation.summary)
    if summary:
        return summary
    if operation.is_webhook:
        return single_line(operation.key.path) or operation.key.path
    return _first_sentence(operation.description or "") or str(operation.key)


def _first_sentence(text: str) -> str | None:
    first = single_line(re.split(r"\n[ \t]*\n", text.strip(), maxsplit=1)[0])
    end = _SENTENCE_END.search(first)
    sentence = first[: end.end()] if end else first
    if len(sentence) > _LONGEST_TITLE or _MARKUP.search(sentence):
        return None
    return sentence.removesuffix(".").removesuffix("。").strip() or None


def docname_of(operation: Operation, directory: str) -> str:
    """The docname of the page of *operation* below *directory*, before it is made unique."""
    href = operation.extension.get("href")
    if isinstance(href, str) and folder(href):
        return folder(href)
    method = operation.key.method.lower()
    tag = first_tag(operation)
    segments = [directory]
    if tag is not None:
        segments.append(slug(tag) or method)
    segments.append(slug(_name(operation, method)) or method)
    return "/".join(segments)


def _name(operation: Operation, method: str) -> str:
    if operation.summary and operation.summary.strip():
        return operation.summary
    if operation.is_webhook:
        return operation.key.path
    return f"{method}-{operation.key.path}"


def first_tag(operation: Operation) -> str | None:
    """The tag that determines the folder, or ``None``."""
    return operation.tags[0] if operation.tags and operation.tags[0].strip() else None


class DocnameRegister:
    """Assigns docnames to generated operation pages."""

    def __init__(self, shows_other: Callable[[str, OperationKey], bool]) -> None:
        self._shows_other = shows_other
        self._taken: dict[str, OperationKey | None] = {}
        self._given: dict[tuple[OperationKey, str], str] = {}
        self._next: dict[str, int] = {}

    def give(self, operation: Operation, directory: str) -> str:
        """The docname of *operation* below *directory*: always the same for the same arguments."""
        base = docname_of(operation, directory)
        known = self._given.get((operation.key, base))
        if known is not None:
            return known
        docname = base
        while docname in self._taken or self._shows_other(docname, operation.key):
            self._next[base] = self._next.get(base, 0) + 1
            docname = f"{base}-{self._next[base]}"
        self._taken[docname] = operation.key
        self._given[operation.key, base] = docname
        return docname

    def reserve(self, base: str, others: Collection[str]) -> str:
        """A docname for a page without an operation: *base*, with a number if it is taken.

        :param others: docnames of operations, which take precedence.
        """
        docname = free_name(base, lambda name: name in self._taken or name in others)
        self._taken[docname] = None
        return docname
