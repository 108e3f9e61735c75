"""What code hosts add to CommonMark: alerts, task lists and footnotes.

markdown-it-py and its plugins parse them; `mend` simplifies their tokens for all writers.
"""

from __future__ import annotations

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from sphinx_navapi.formats.callout_kinds import kind_named

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
