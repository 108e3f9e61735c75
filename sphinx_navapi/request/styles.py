"""Serializing parameter values in the styles of an OpenAPI document.

Static samples, the relay and (translated to JavaScript) the playground serialize requests by the
rules of this module, so that a sample is the request sent. It is written in the subset of Python
that `tools/translator` translates, and only depends on `encoding`: the relay imports
the two and nothing else of the package.

Values are strings, numbers, booleans, ``None``, lists and mappings, always raw: percent signs in
them have no special meaning. Everything but the unreserved characters of RFC 3986 is
percent-encoded as UTF-8, a space as ``%20``. The source of the rules is the Parameter Object of
OpenAPI 3.0 to 3.2 (its table of style examples) and RFC 6570, on which it is based. Where both are
silent:

- ``None`` is RFC 6570's *undefined*: a parameter is omitted, an item or property is skipped; so is
  an empty list or object. In a path it is empty text.
- a list or object inside a style without nesting is written as compact JSON.
- ``deepObject`` nests to any depth, list items by index: ``a[b][0]=c``.
- ``spaceDelimited`` and ``pipeDelimited`` with ``explode`` equal ``form`` with it.
- *allow_reserved* keeps the reserved characters that do not change the meaning in their place:
  never ``#``, ``[``, ``]`` and ``'`` (URL parsers encode it in queries), in a query not ``&`` and
  ``+``, in a path not ``/`` and ``?``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sphinx_navapi.request.encoding import (
    ascii_json,
    encode_host,
    json_text,
    normal_triplet,
    percent_encode,
    well_formed,
)

#: Reserved characters that *allow_reserved* keeps, by place.
_RESERVED_IN_PATH = ":@!$&()*+,;="
_RESERVED_IN_QUERY = ":@!$()*,;=/?"

_IN_LITERAL = "/?:@!$&()*+,;="

_FORM = "application/x-www-form-urlencoded"

_PATH_PREFIXES = {"label": ".", "matrix": ";"}
_QUERY_JOINTS = {"spaceDelimited": "%20", "pipeDelimited": "%7C"}
_FIELD_JOINTS = {"spaceDelimited": " ", "pipeDelimited": "|"}

# Longest host name (RFC 1035, 2.3.4) with a port; encoding one takes quadratic time.
_LONGEST_AUTHORITY = 259

#: Header fields that a client derives from the URL, the body and the connection.
_CLIENT_FIELDS = ("connection", "content-length", "expect", "host", "http2-settings", "keep-alive",
                  "te", "trailer", "transfer-encoding", "upgrade")  # fmt: skip
#: Header fields that the relay does not send for anyone. An API may trust what a proxy says of a
#: caller; the relay itself says that there are no cookies, and needs a response that it can read.
_PROXY_FIELDS = ("accept-encoding", "cookie", "cookie2", "forwarded", "x-real-ip")
_PROXY_PREFIX = re.compile(r"^(?:proxy|sec|x-forwarded)-")

_NOT_IN_NAME = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
#: A variable in a template of a URL.
VARIABLE = re.compile(r"\{([^{}]*)\}")
_PATH_PIECE = re.compile(r"\{([^{}]*)\}|[^{]+|\{")
# A run of percent signs is one piece, to reduce the number of calls.
_LITERAL_PIECE = re.compile(r"%[0-9A-Fa-f]{2}|[^%]+|%+(?![0-9A-Fa-f]{2})")
_TRIPLET = re.compile(r"^%[0-9A-Fa-f]{2}")
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9._~/-]")
_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:")
_LEADING_DOTS = re.compile(r"^[./]+")


class TooLong(ValueError):  # noqa: N818 - an outcome by design, as Refusal is
    """The result does not fit in the budget."""


class LengthBudget:
    """How many characters may still be written; those beyond ASCII count as ``%XX``.

    Some styles repeat a name for each item, so a short value can become a very long text. Writers
    with a budget take from it before creating the text.

    :param size: ``None`` is unlimited.
    """

    def __init__(self, size: int | None = None) -> None:
        self._left = size

    def take(self, *parts: int | str) -> None:
        """Reduce this by the lengths of *parts*. :raises TooLong: not enough is left."""
        if self._left is not None:
            self._left -= sum(
                part if isinstance(part, int) else self._length(part) for part in parts
            )
            if self._left < 0:
                raise TooLong

    @staticmethod
    def _length(text: str) -> int:
        if text.isascii():
            return len(text)
        plain = len(text.encode("ascii", "ignore"))
        return plain + 3 * (len(text.encode("utf-8", "replace")) - plain)


#: For writers whose values come from a document, not from a caller.
UNBOUNDED = LengthBudget()


def scalar_text(value: Any) -> str:
    """*value* as text in a style: ``true``, ``12``, the string itself, or JSON."""
    if isinstance(value, str):
        return value
    return "" if value is None else json_text(value)


def header_safe(text: str) -> str:
    """*text* made valid for a header field: control characters as spaces, none at the ends."""
    return well_formed(_CONTROL.sub(" ", text)).strip(" \t")


def is_field_name(name: str) -> bool:
    """Whether *name* is a token (RFC 9110, 5.6.2), as names of header fields are."""
    return name != "" and not _NOT_IN_NAME.search(name)


def is_settable(name: str) -> bool:
    """Whether a request may have a header field *name*: clients set some of them themselves."""
    return is_field_name(name) and name.lower() not in _CLIENT_FIELDS


def is_relayed_field(name: str) -> bool:
    """Whether the relay sends the header field *name*, if the operation declares it."""
    lower = name.lower()
    return is_settable(name) and lower not in _PROXY_FIELDS and not _PROXY_PREFIX.search(lower)


def write_path(
    name: str,
    value: Any,
    *,
    style: str = "simple",
    explode: bool = False,
    allow_reserved: bool = False,
    budget: LengthBudget = UNBOUNDED,
) -> str:
    """What replaces ``{name}`` in a path: percent-encoded, ``/``, ``?`` and ``#`` always.

    :param style: ``simple``, ``label`` or ``matrix``; any other counts as ``simple``.
    :raises TooLong: it does not fit in the *budget*.
    """
    keep = _RESERVED_IN_PATH if allow_reserved else ""
    prefix = _PATH_PREFIXES.get(style, "")
    joint = prefix or ","
    if isinstance(value, (Mapping, list, tuple)):
        items = _defined_items(value)
        if not items:
            return ""
        if explode and isinstance(value, Mapping):
            pairs = [_pair(k, v, keep, budget, bare_empty=style == "matrix") for k, v in items]
            return prefix + joint.join(pairs)
        if explode and style == "matrix":
            return "".join(f";{_pair(name, v, keep, budget, bare_empty=True)}" for _, v in items)
        if explode:
            return prefix + joint.join(_encoded(v, keep, budget) for _, v in items)
        flat = ",".join(_encoded(text, keep, budget) for text in _flat(value))
        return f";{_encoded(name, '', budget)}={flat}" if style == "matrix" else prefix + flat
    if value is None:
        return ""
    if style == "matrix":
        return ";" + _pair(name, scalar_text(value), keep, budget, bare_empty=True)
    return prefix + _encoded(scalar_text(value), keep, budget)


def write_query(
    name: str,
    value: Any,
    *,
    style: str = "form",
    explode: bool = True,
    allow_reserved: bool = False,
    budget: LengthBudget = UNBOUNDED,
) -> str:
    """The parameter's part of a query, ``a=1&a=2``, percent-encoded; empty if undefined.

    :param style: ``form``, ``spaceDelimited``, ``pipeDelimited`` or ``deepObject``; any other
        counts as ``form``.
    :raises TooLong: it does not fit in the *budget*.

    Also used for bodies of type ``application/x-www-form-urlencoded``: ``%20`` is read as a space
    by every form decoder, ``+`` only by some.
    """
    keep = _RESERVED_IN_QUERY if allow_reserved else ""
    if value is None:
        return ""
    if style == "deepObject":
        return "&".join(
            _deep_pair(path, text, keep, budget) for path, text in _nested((name,), value)
        )
    if not isinstance(value, (Mapping, list, tuple)):
        return _pair(name, scalar_text(value), keep, budget)
    items = _defined_items(value)
    if not items:
        return ""
    if explode:
        if isinstance(value, Mapping):
            return "&".join(_pair(key, text, keep, budget) for key, text in items)
        return "&".join(_pair(name, text, keep, budget) for _, text in items)
    joint = _QUERY_JOINTS.get(style, ",")
    flat = joint.join(_encoded(text, keep, budget) for text in _flat(value))
    return f"{_encoded(name, '', budget)}={flat}"


def write_fields(
    name: str, value: Any, *, style: str = "form", explode: bool = True
) -> list[tuple[str, str]]:
    """Names and texts of the parts of a multipart body for a value.

    Like `write_query`, but nothing is percent-encoded.
    """
    if style == "deepObject":
        return [(_deep_name(path), text) for path, text in _nested((name,), value)]
    if not isinstance(value, (Mapping, list, tuple)):
        return [] if value is None else [(name, scalar_text(value))]
    items = _defined_items(value)
    if explode and isinstance(value, Mapping):
        return items
    if explode:
        return [(name, text) for _, text in items]
    joint = _FIELD_JOINTS.get(style, ",")
    return [(name, joint.join(_flat(value)))] if items else []


def write_header(value: Any, *, explode: bool = False, budget: LengthBudget = UNBOUNDED) -> str:
    """The value of a header field in style ``simple``, raw: fields are not percent-encoded.

    Control characters, which are not allowed in fields, become spaces.

    :raises TooLong: it does not fit in the *budget*.
    """
    if isinstance(value, Mapping) and explode:
        text = ",".join(f"{key}={text}" for key, text in _defined_items(value))
    elif isinstance(value, (Mapping, list, tuple)):
        text = ",".join(_flat(value))
    else:
        text = scalar_text(value)
    budget.take(len(text))
    return header_safe(text)


def write_cookies(
    name: str,
    value: Any,
    *,
    style: str = "form",
    explode: bool = True,
    budget: LengthBudget = UNBOUNDED,
) -> tuple[tuple[str, str], ...]:
    """Name and value of each cookie for the parameter, as in ``Cookie``.

    Style ``form`` percent-encodes; style ``cookie`` (3.2) writes values raw. Exploded items and
    properties are separate cookies: there is no ``&`` between cookies.

    :raises TooLong: they do not fit in the *budget*.
    """
    if value is None:
        return ()

    def write(text: str) -> str:
        budget.take(len(text) + 1)
        return header_safe(text) if style == "cookie" else percent_encode(text)

    if not isinstance(value, (Mapping, list, tuple)):
        return ((write(name), write(scalar_text(value))),)
    items = _defined_items(value)
    if not items:
        return ()
    if explode and isinstance(value, Mapping):
        return tuple((write(key), write(text)) for key, text in items)
    if explode:
        return tuple((write(name), write(text)) for _, text in items)
    return ((write(name), ",".join(write(text) for text in _flat(value))),)


def write_content(
    value: Any, media_type: str, *, ascii_only: bool = False, budget: LengthBudget = UNBOUNDED
) -> str:
    """A parameter described by ``content``, as raw text: JSON, or a string itself.

    :raises TooLong: a form does not fit in the *budget*. JSON is about as long as its value.
    """
    essence = essence_of(media_type)
    if isinstance(value, str) and not is_json(essence):
        return value
    if essence == _FORM and isinstance(value, Mapping):
        return write_form(value.items(), budget)
    return ascii_json(value) if ascii_only else json_text(value)


def write_form(fields: Iterable[tuple[str, Any]], budget: LengthBudget = UNBOUNDED) -> str:
    """Fields as ``application/x-www-form-urlencoded`` with default encoding.

    Lists are repeated fields, objects JSON (Encoding Object, ``contentType``).

    :raises TooLong: they do not fit in the *budget*.
    """
    written = [
        write_query(name, json_text(value) if isinstance(value, Mapping) else value, budget=budget)
        for name, value in fields
    ]
    return "&".join(filter(None, written))


def write_querystring(value: Any, media_type: str, budget: LengthBudget = UNBOUNDED) -> str:
    """The whole query of a ``querystring`` parameter (3.2), percent-encoded.

    A form is already a query; any other type is encoded as one text.

    :raises TooLong: it does not fit in the *budget*.
    """
    essence = essence_of(media_type)
    if essence != _FORM:
        return _encoded(write_content(value, media_type), "", budget)
    if isinstance(value, str):
        budget.take(len(value))
        return value
    return write_content(value, media_type, budget=budget)


def essence_of(media_type: str) -> str:
    """*media_type* in lower case, without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Whether *media_type* is JSON: ``application/json``, ``text/json`` or ``…+json``.

    A range such as ``*/*`` is not: the type that is sent depends on the value (`concrete_type`).
    """
    essence = essence_of(media_type)
    return essence in ("application/json", "text/json") or essence.endswith("+json")


def expand_server(
    template: str, variables: Mapping[str, str], *, base: str = "https://api.example.com"
) -> str:
    """The absolute URL of a server, without trailing slash, query, fragment and user.

    :param base: base of a relative *template*.

    Scheme and host are lower case, a default port is omitted, as in all clients. Variables without
    a value stay in braces, encoded.
    """
    url = VARIABLE.sub(lambda match: variables.get(match[1], match[0]), template).strip()
    if url.startswith("//"):
        url = base.partition(":")[0] + ":" + url
    elif not _SCHEME.search(url):
        url = f"{base.rstrip('/')}/{_LEADING_DOTS.sub('', url)}"
    start, _, rest = url.partition(":")
    authority, slash, path = rest.removeprefix("//").partition("/")
    scheme = start.lower()
    host = _host(_before_query(authority).split("@")[-1], scheme)
    return f"{scheme}://{host}{normalize_literal(_before_query(slash + path)).rstrip('/')}"


def _before_query(text: str) -> str:
    return text.partition("?")[0].partition("#")[0]


def _host(written: str, scheme: str) -> str:
    authority = written.lower()
    if scheme == "http":
        authority = authority.removesuffix(":80")
    elif scheme == "https":
        authority = authority.removesuffix(":443")
    if authority.isascii() or len(authority) > _LONGEST_AUTHORITY:
        return percent_encode(authority, ":[]!$&'()*+,;=%")
    return encode_host(authority)


def expand_path(template: str, written: Mapping[str, str]) -> str:
    """A path template with its parameters: percent-encoded, without a fragment.

    :param written: name to the result of `write_path`; a parameter without one stays in braces,
        encoded.

    A fragment in a template (``/files#create``) only distinguishes operations: it is not sent.
    """
    return _PATH_PIECE.sub(
        lambda match: (
            normalize_literal(match[0])
            if match[1] is None
            else written.get(match[1], percent_encode(match[0]))
        ),
        _without_fragment(template),
    )


def _without_fragment(template: str) -> str:
    """*template* up to a ``#`` outside of braces."""
    depth = 0
    kept: list[str] = []
    for char in template:
        if char == "{":
            depth += 1
        elif char == "}":
            depth = max(depth - 1, 0)
        elif char == "#" and not depth:
            return "".join(kept)
        kept.append(char)
    return template


def path_names(template: str) -> tuple[str, ...]:
    """Names in braces in a path template, without the fragment, in order, each once."""
    return tuple(dict.fromkeys(VARIABLE.findall(_without_fragment(template))))


def join_url(server: str, path: str, queries: Iterable[str] = ()) -> str:
    """One URL from the results of `expand_server`, `expand_path` and `write_query`."""
    query = "&".join(one for one in queries if one)
    url = server + path
    if not query:
        return url
    return f"{url}{'&' if '?' in url else '?'}{query}"


def normalize_literal(text: str) -> str:
    """Literal URL text of a document, as every client sends it.

    Percent-encodes invalid characters, and normalizes triplets as in RFC 3986, 6.2.2: unreserved
    characters decoded, hexadecimal digits in upper case.
    """
    if not _NOT_PLAIN.search(text):
        return text
    return _LITERAL_PIECE.sub(
        lambda match: (
            normal_triplet(match[0])
            if _TRIPLET.search(match[0])
            else percent_encode(match[0], _IN_LITERAL)
        ),
        text,
    )


def _encoded(text: str, keep: str, budget: LengthBudget) -> str:
    # One more for a separator before or after it.
    budget.take(text, 1)
    return percent_encode(text, keep)


def _pair(key: str, text: str, keep: str, budget: LengthBudget, *, bare_empty: bool = False) -> str:
    budget.take(key, text, 2)
    if bare_empty and not text:
        return percent_encode(key)
    return f"{percent_encode(key)}={percent_encode(text, keep)}"


def _deep_pair(path: tuple[str, ...], text: str, keep: str, budget: LengthBudget) -> str:
    budget.take(text, 2, *path, 2 * len(path))
    return f"{percent_encode(_deep_name(path))}={percent_encode(text, keep)}"


def _deep_name(path: tuple[str, ...]) -> str:
    return path[0] + "".join(f"[{name}]" for name in path[1:])


def _defined_items(value: Any) -> list[tuple[str, str]]:
    """Key (empty for a list) and text of the items that are not ``None``."""
    if isinstance(value, Mapping):
        return [(str(key), scalar_text(item)) for key, item in value.items() if item is not None]
    if isinstance(value, (list, tuple)):
        return [("", scalar_text(item)) for item in value if item is not None]
    return []


def _flat(value: Any) -> list[str]:
    """Items of a list, or keys and values of an object in turn."""
    if isinstance(value, Mapping):
        return [text for pair in _defined_items(value) for text in pair]
    return [text for _, text in _defined_items(value)]


def _nested(path: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """The path of names to each text below *value*, and the text.

    One at a time, and not yet joined: each contains all names above it again.
    """
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _nested((*path, str(name)), item)
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from _nested((*path, str(index)), item)
    elif value is not None:
        yield path, scalar_text(value)
