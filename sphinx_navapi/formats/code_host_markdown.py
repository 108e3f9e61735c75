"""What code hosts add to CommonMark: bare links, alerts, task lists and footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from sphinx_navapi.formats.callout_kinds import kind_named

#: Where a bare URL may start.
ADDRESS_START = re.compile(r"(?<![^\W_])https?://|(?<![\w/@.:-])www\.", re.IGNORECASE)

_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"'`|\\^]*", re.IGNORECASE)
_HOST = re.compile(
    r"(?:https?://(?:[^\s/@?#]*@)?(?:\[[\da-f:]+\]|[^\W_][^\s/:?#\[\]]*)|www\.[^\s/:?#]+\.[^\W_])",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&[A-Za-z0-9]+;\Z")
#: Placeholders for a part of a URL that readers replace: ``{id}``, ``<id>``.
_PLACEHOLDER = re.compile(r"\{|<(?=[^\s/])|&lt;")


def find_address(text: str, start: int) -> int | None:
    """The end of the URL at *start* of *text*; ``None`` if there is none to link.

    Excludes punctuation of the surrounding sentence. A template (``https://x/{id}``) is not a URL.
    """
    match = _ADDRESS.match(text, start)
    if match is None:
        return None
    address = _without_outer_bracket(match[0])
    if _PLACEHOLDER.search(address) or (
        address == match[0] and _PLACEHOLDER.match(text, match.end())
    ):
        return None
    address = trim_address(address)
    return start + len(address) if _HOST.match(address) else None


def _without_outer_bracket(address: str) -> str:
    """*address* up to the ``]`` that closes a bracket before it, as in the text of a link."""
    if "]" not in address:
        return address
    depth = 0
    for index, char in enumerate(address):
        depth += (char == "[") - (char == "]")
        if depth < 0:
            return address[:index]
    return address


def trim_address(url: str) -> str:
    """*url* without punctuation of the surrounding sentence."""
    opened, closed = url.count("("), url.count(")")
    end = len(url)
    while end:
        last = url[end - 1]
        if last == ")":
            if closed <= opened:
                break
            closed -= 1
        elif last == ";" and (entity := _ENTITY.search(url, max(0, end - 40), end)):
            end = entity.start() + 1
        elif last not in "?!.,:;*_~]…":
            break
        end -= 1
    return url[:end]


def address_href(address: str) -> str:
    """The ``href`` for *address*, with a scheme."""
    return address if "://" in address[:8] else f"http://{address}"


def split_addresses(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of *text*, each with whether it is a URL to link."""
    position = 0
    for match in ADDRESS_START.finditer(text):
        if match.start() < position:
            continue
        end = find_address(text, match.start())
        if end is None:
            continue
        if match.start() > position:
            yield text[position : match.start()], False
        yield text[match.start() : end], True
        position = end
    if position < len(text):
        yield text[position:], False


#: Types of inline tokens: the default title of a callout, whose content is the kind, and the
#: checkbox of a task, whose content is as typed and whose ``info`` is ``"done"`` or empty.
KIND = "navapi_kind"
CHECKBOX = "navapi_checkbox"


def use_rules(parser: MarkdownIt) -> None:
    """Configure *parser* for alerts, task lists and footnotes."""
    parser.options["alerts"] = parser.options["tasklists"] = True
    parser.use(footnote_plugin, inline=False)


def mend(tokens: list[Token]) -> list[Token]:
    """*tokens* with callouts, tasks and notes in their final form.

    The ``info`` of an alert is its kind of callout; a first paragraph in bold is its title, or
    another kind (``**Info**``). A task starts with a checkbox. Notes are a numbered list under a
    rule, and references to them are numbers, without links: one page may show the same notes twice.
    """
    return list(_mended(tokens))


def _mended(tokens: list[Token]) -> Iterator[Token]:
    checked: bool | None = None
    skipped = range(0)
    for index, token in enumerate(tokens):
        if index in skipped or token.type == "footnote_anchor":
            continue
        if token.type == "alert_open":
            token.info = token.info.lower()
            title = _own_title(tokens, index + 4)
            if title is not None:
                skipped = range(index + 4, index + 7)
                named = kind_named("".join(child.content for child in title))
                token.info = named or token.info
            if title is None or named:
                title = [Token(KIND, "", 0, content=token.info)]
            tokens[index + 2].children = title
        elif token.type == "list_item_open":
            checked = token.meta.pop("checked", None)
        elif token.type == "inline":
            children = token.children or []
            if checked is not None:
                box = Token(CHECKBOX, "", 0, content="[x] " if checked else "[ ] ")
                box.info, checked = "done" if checked else "", None
                children.insert(0, box)
            token.children = list(_numbered(children))
        if token.type in _LISTS:
            kind, tag = _LISTS[token.type]
            if kind == "ordered_list_open":
                yield Token("hr", "hr", 0, block=True)
            token = Token(kind, tag, token.nesting, block=True)
        elif token.type.endswith("_list_open") or token.type == "list_item_open":
            token.attrs.pop("class", None)
        yield token


#: The tokens of footnotes, with those of a list.
_LISTS = {
    "footnote_block_open": ("ordered_list_open", "ol"),
    "footnote_open": ("list_item_open", "li"),
    "footnote_close": ("list_item_close", "li"),
    "footnote_block_close": ("ordered_list_close", "ol"),
}


def _own_title(tokens: list[Token], index: int) -> list[Token] | None:
    """The content of the paragraph at *index* if it is bold and more follows in the alert."""
    if tokens[index].type != "paragraph_open" or tokens[index + 3].type == "alert_close":
        return None
    children = [child for child in tokens[index + 1].children or [] if child.content or child.tag]
    opened = [child.type for child in children].count("strong_open")
    if opened != 1 or not (
        children[0].type == "strong_open" and children[-1].type == "strong_close"
    ):
        return None
    return children[1:-1]


def _numbered(children: list[Token]) -> Iterator[Token]:
    for child in children:
        if child.type != "footnote_ref":
            yield child
            continue
        yield Token("sup_open", "sup", 1)
        yield Token("text", "", 0, content=str(child.meta["id"] + 1))
        yield Token("sup_close", "sup", -1)
