"""Anchors of headings, and matching of anchors in links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from sphinx_navapi.diagnostics.similar_words import nearest_word

_NOT_IN_SLUG = re.compile(r"[^\w\- ]")
_NUMBERED = re.compile(r"(?:id|section|index)-?\d+")
_LOOSE = re.compile(r"[\W_]+")


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

#: What precedes the name of a field in our ids, and in the anchors of hosted services.
_FIELD_PLACES = (
    (re.compile(r"^(?:path|query|header|cookie)(?=\.)"), "parameter"),
    (re.compile(r"^r(?:\d\w\w|default)(?:-\d+)?(?=[.~])"), "response"),
    (re.compile(r"^body-\d+(?=[.~])"), "body"),
    (re.compile(r"~[^.~]*"), ""),
)
_FIELD = re.compile(r"(?:body|parameter|response)-")
_OF_ALTERNATIVE = re.compile(r"-(?:one|any|all)-of-\d+")
_ITEMS = re.compile(r"-items(?=-|$)")

#: Characters that a hosted service removes: ASCII punctuation except ``&``, ``/``, ``-``, ``_``.
_NOT_IN_HOSTED = re.compile(r"[!\"#$%()*+,:;<=>?@\[\\\]^`{|}~]")
_GAPS = re.compile(r"[\s.-]+")


def heading_slug(title: str) -> str:
    """The anchor of a heading, as on GitHub."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")


def hosted_slug(title: str) -> str:
    """The anchor of a heading on Mintlify: external links may use it.

    Its documentation ("Format text", "Automatic anchor IDs") says: lower case; hyphens for spaces
    and full stops; apostrophes become curly; brackets are removed; slashes, ampersands and
    non-ASCII characters are kept, such as the full-width punctuation of Chinese and Japanese. Links
    of sites written for it (``#session-in-—-clients-→-task``) agree, and show what else is removed.
    """
    text = _NOT_IN_HOSTED.sub("", title.strip().lower().replace("'", "’"))
    return _GAPS.sub("-", text).strip("-")


def kebab(name: str) -> str:
    """*name* in lower case, with hyphens between its words."""
    return _HUMP.sub("-", name).lower()


def hosted_field(anchor: str) -> str:
    """The anchor that a hosted service gives a field: from its own or from our id.

    ``body.userId`` is ``body-user-id`` there, a parameter of any place ``parameter-…``, and a field
    of a response ``response-…``, whatever its status. Alternatives are not part of our names.
    """
    for ours, theirs in _FIELD_PLACES:
        anchor = ours.sub(theirs, anchor)
    return _OF_ALTERNATIVE.sub("", kebab(anchor).replace(".", "-").replace("_", "-"))


def field_names(ids: Iterable[str]) -> dict[str, str]:
    """The names under which fields with *ids* can be linked to, in display order, to these."""
    names: dict[str, str] = {ident: ident for ident in ids}
    hosted = {ident: hosted_field(ident) for ident in names}
    for ident, name in hosted.items():
        names.setdefault(name, ident)
    # The service also names the items of arrays, which have no row of their own here.
    for ident, name in hosted.items():
        names.setdefault(_ITEMS.sub("", name), ident)
    return names


def find_field(anchor: str, names: Mapping[str, str]) -> str | None:
    """The id of the field for *anchor* among the result of `field_names`."""
    name = hosted_field(anchor)
    found = (names.get(each) for each in (anchor, name, _ITEMS.sub("", name)))
    return next((ident for ident in found if ident is not None), None)


def is_field_anchor(anchor: str) -> bool:
    """Whether *anchor* has the form of a field's."""
    return _FIELD.match(hosted_field(anchor)) is not None


def find_anchor(anchor: str, anchors: Mapping[str, str]) -> str | None:
    """The id of the element for *anchor*, also if its author used another slug style.

    :param anchors: names to ids.
    """
    if anchor in anchors:
        return anchors[anchor]
    wanted = loose_anchor(anchor)
    return next((ident for name, ident in anchors.items() if loose_anchor(name) == wanted), None)


def nearest_anchor(anchor: str, anchors: Iterable[str]) -> str | None:
    """The one of *anchors* that was probably meant by *anchor*; ``None`` if none is similar."""
    wanted = loose_anchor(anchor)
    # Sphinx's generated names of elements without a title mean nothing to an author.
    names = {loose_anchor(name): name for name in anchors if not _NUMBERED.fullmatch(name)}
    # A heading that was lengthened or shortened.
    parts = sorted(name for name in names if _holds(name, wanted) or _holds(wanted, name))
    found = nearest_word(wanted, sorted(names)) or max(parts, key=len, default=None)
    return names[found] if found is not None else None


def anchor_advice(anchor: str, anchors: Iterable[str]) -> str:
    """What to write instead of *anchor*, which is none of *anchors*."""
    near = nearest_anchor(anchor, anchors)
    return "use the anchor of an existing heading" if near is None else f"did you mean {near!r}?"


def _holds(text: str, part: str) -> bool:
    return bool(part) and f"-{part}-" in f"-{text}-"


def loose_anchor(anchor: str) -> str:
    """*anchor* or a title, equal for all slug styles; some have ``and`` for an ampersand."""
    return _LOOSE.sub("-", anchor.lower().replace("&", "-and-")).strip("-")
