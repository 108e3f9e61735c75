"""The search terms of a page's parts, as stored in the index of our theme.

`navapi-finder.js` parses queries by the same rules; change both together.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx_navapi.content.media_type import MediaType
    from sphinx_navapi.content.operation import OperationTree
    from sphinx_navapi.openapi.schema.row import Field, Subschemas

#: Number of levels of body properties that are searchable.
_DEPTH = 2

#: Separates names from descriptions; irrelevant to a word search.
WORDS_END = "\n"


@dataclass(frozen=True, slots=True)
class BlockWords:
    """The words of one block.

    :ivar names: of parameters, properties, schemas, headers, scopes; statuses; the path.
    :ivar texts: descriptions and permitted values.
    """

    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def __str__(self) -> str:
        """A single string; `from_text` parses it."""
        texts = " ".join(self.texts).replace(WORDS_END, " ")
        names = " ".join(self.names).replace(WORDS_END, " ")
        return f"{names}{WORDS_END}{texts}" if texts else names

    @classmethod
    def from_text(cls, text: str) -> BlockWords:
        """The inverse of `str`."""
        names, _, texts = text.partition(WORDS_END)
        return cls((names,), (texts,))


def block_words(kind: str, operation: OperationTree) -> BlockWords:
    """The words of the block *kind* of *operation*."""
    names: dict[str, None] = {}
    texts: dict[str, None] = {}
    if kind == "parameters":
        for field in operation.parameters:
            names[field.name] = None
            texts |= dict.fromkeys(_texts_of(field))
            _collect(field.subschemas, _DEPTH - 1, names, texts)
    elif kind == "body" and operation.body is not None:
        _bodies(operation.body.content, names, texts)
    elif kind == "responses":
        for response in operation.responses:
            names[response.view.status] = None
            names |= dict.fromkeys(header.name for header in response.headers)
            _bodies(response.content, names, {})
    elif kind == "security":
        for alternative in operation.security:
            for scheme in alternative:
                names |= dict.fromkeys([scheme.scheme, *(scope for scope, _ in scheme.scopes)])
    elif kind == "callbacks":
        names |= dict.fromkeys(name for name, _, _ in operation.callbacks)
    elif kind == "samples":
        names |= dict.fromkeys(_address(operation))
    return BlockWords(tuple(names), tuple(texts))


def schema_words(component: str, schema: Field) -> BlockWords:
    """The words of the page of *schema*: its name and those of its properties."""
    names: dict[str, None] = {component: None}
    texts: dict[str, None] = {}
    _collect(schema.subschemas, _DEPTH, names, texts)
    return BlockWords(tuple(names), tuple(texts))


def _address(operation: OperationTree) -> Iterator[str]:
    # Shown by the signature, which is markup; a word per segment makes parts of the path
    # searchable.
    key = operation.view.key
    yield key.method
    yield key.path
    yield from filter(None, key.path.replace("{", "").replace("}", "").split("/"))
    if operation.view.operation_id:
        yield operation.view.operation_id


def _bodies(content: tuple[MediaType, ...], names: dict[str, None], texts: dict[str, None]) -> None:
    for media in content:
        for schema in (media.schema, media.item_schema):
            if schema is None:
                continue
            if schema.view.component:
                names[schema.view.component] = None
            _collect(schema.subschemas, _DEPTH, names, texts)


def _collect(below: Subschemas, depth: int, names: dict[str, None], texts: dict[str, None]) -> None:
    """The names *depth* levels down, and the descriptions of those on the first level."""
    for field in below.fields:
        if field.kind in ("property", "pattern"):
            names[field.name] = None
            if depth == _DEPTH:
                for text in _texts_of(field):
                    texts[text] = None
            if depth > 1:
                _collect(field.subschemas, depth - 1, names, texts)
        elif depth:
            # Items, variants and other children without a name.
            if field.view.component:
                names[field.view.component] = None
            _collect(field.subschemas, depth, names, texts)


def _texts_of(field: Field) -> Iterator[str]:
    yield from field.texts
    for value in field.view.values:
        yield value.value.strip('"')


#: Positions of a term, the highest weight first; a term only counts at its highest position.
PLACES: Final = "tnhpblxrs"
TITLE, NAME, HEADING, PARAMETER, BODY, LEAD, TEXT, RESPONSE, SAID = PLACES

#: Position of the names in a block of an operation page; others are the page's own.
_OF_BLOCK: Final = {
    "parameters": PARAMETER, "body": BODY, "responses": RESPONSE, "security": PARAMETER,
    "schema": BODY, "callbacks": BODY,
}  # fmt: skip

#: Longer ones are keys, hashes and URLs.
_LONGEST: Final = 40

_LINK = re.compile("\0")
_WORD = re.compile(r"\w+")
_PART = re.compile(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z\d]+|[^\W_A-Za-z\d]+")
#: Scripts without spaces between words.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]+")


#: Stands for the title of a link's target, which is only known once all pages are read.
LINK: Final = "\0"


@dataclass(frozen=True, slots=True)
class SearchLink:
    """A link that shows the title of its target.

    :ivar domain: of Sphinx, and :ivar kind: of the reference in it.
    :ivar anchor: in the target, if it is a page. :ivar text: what is shown if there is no title.
    """

    domain: str
    kind: str
    target: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class SearchUnit:
    """A page up to its first section, or a section: the target of a result.

    :ivar anchor: ``""``: the top of the page. :ivar heading: likewise.
    :ivar excerpt: the start of its text.
    :ivar terms: for some of `PLACES` their terms, separated by spaces.
    :ivar links: a link for each `LINK` in the heading, then those in the text.
    """

    anchor: str
    heading: str
    excerpt: str
    terms: tuple[tuple[str, str], ...]
    links: tuple[SearchLink, ...] = ()

    def with_titles(self, title_of: Callable[[SearchLink], str]) -> SearchUnit:
        """The unit with titles in place of its links, also among its terms."""
        if not self.links:
            return self
        titles = list(map(title_of, self.links))
        left = iter(titles)
        heading, excerpt = (
            _LINK.sub(lambda _match: next(left), text) for text in (self.heading, self.excerpt)
        )
        count = self.heading.count(LINK)
        by_place = ((HEADING, titles[:count]), (TEXT, titles[count:]))
        more = ((place, " ".join(text_terms(" ".join(each)))) for place, each in by_place)
        return SearchUnit(
            self.anchor, heading, excerpt, (*self.terms, *(pair for pair in more if pair[1]))
        )


def unit_terms(
    *,
    heading: str = "",
    texts: Iterable[str] = (),
    blocks: Iterable[tuple[str, BlockWords]] = (),
) -> tuple[tuple[str, str], ...]:
    """The terms of a unit.

    :param heading: of a section; at the top of a page the first of *texts* is its summary.
    :param blocks: kind and words.
    """
    by_place: dict[str, dict[str, None]] = {place: {} for place in PLACES}
    by_place[HEADING] = _unique(heading)
    for position, text in enumerate(texts):
        by_place[TEXT if position or heading else LEAD] |= _unique(text)
    for kind, words in blocks:
        place = _OF_BLOCK.get(kind, NAME)
        for name in words.names:
            by_place[place] |= _unique(name)
        for text in words.texts:
            by_place[SAID] |= _unique(text)
    taken: set[str] = set()
    terms = []
    for place in PLACES:
        fresh = [term for term in by_place[place] if term not in taken]
        taken.update(fresh)
        if fresh:
            terms.append((place, " ".join(fresh)))
    return tuple(terms)


def _unique(text: str) -> dict[str, None]:
    return dict.fromkeys(text_terms(text))


def text_terms(text: str) -> list[str]:
    """The terms of *text* in order.

    ``createAlert`` gives ``createalert``, ``create`` and ``alert``; scripts without spaces give
    each pair of adjacent characters; accents and case are ignored.
    """
    if not text.isascii():
        split = unicodedata.normalize("NFKD", text)
        text = "".join(each for each in split if unicodedata.category(each)[0] != "M")
    terms: list[str] = []
    for word in _WORD.findall(text):
        if not word.isascii() and _UNSPACED.search(word):
            terms += _pairs(word)
            continue
        if len(word) <= _LONGEST:
            terms.append(word.lower().strip("_"))
        if word.islower() and "_" not in word:
            continue
        parts = _PART.findall(word)
        if len(parts) > 1:
            terms += [part.lower() for part in parts if 1 < len(part) <= _LONGEST]
    return [term for term in terms if term]


def _pairs(word: str) -> list[str]:
    terms, at = [], 0
    for match in _UNSPACED.finditer(word):
        terms += text_terms(word[at : match.start()])
        run, at = match[0], match.end()
        terms += [run[i : i + 2] for i in range(max(1, len(run) - 1))]
    return terms + text_terms(word[at:])
