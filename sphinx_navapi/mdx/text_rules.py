"""markdown-it's rules where MDX pages differ from Markdown, apart from tags.

Bare URLs are links (GitHub Flavored Markdown). There is no indented code, so an indented line
starts a block like any other. And each file that a page is assembled from has its own link
definitions: two snippets may both define ``[1]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, lheading, paragraph
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from sphinx_navapi.formats.code_host_markdown import ADDRESS_START, address_href, find_address
from sphinx_navapi.formats.numbers import free_name

_BETWEEN = re.compile(
    r"(?<![\w$\\])\$(?![\s${])"
    r"(?P<formula>(?:[^$\\\n`]|\\.|\n(?![ \t]*\n)){1,500})(?<![\s\\])\$(?![\w${])"
)
_COMMAND = re.compile(r"\\(?:text|mathrm|operatorname|mbox)\s*\{[^{}]*\}|\\[A-Za-z]+")
_FUNCTIONS = re.compile(
    r"\b(?:sin|cos|tan|log|exp|max|min|mod|lim|sup|inf|det|dim|gcd|arg|var|ker)\b"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_SIGN = re.compile(r"[\^_=+*/<>{}|≤≥≠±×·∈]|(?<=[\w)\s])-|\\")
_NAME = re.compile(r"[(\[]*\d*[^\W\d_]['\d]*(?:\([^()\s]{1,12}\))?(?:,\s*[^\W\d_]['\d]*)*[)\]]*")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]+")


def formula_end(text: str, start: int) -> int | None:
    """The end of the formula that starts with the ``$`` at *start*; ``None`` if there is none.

    The dollar signs follow pandoc's rules (no space inside, no digit after the closing one), and
    the content must have a mathematical symbol or be a single letter: prices and shell variables
    are text.
    """
    match = _BETWEEN.match(text, start)
    return match.end() if match and _is_formula(match["formula"]) else None


def _is_formula(text: str) -> bool:
    if _VARIABLE.fullmatch(text):
        return False
    bare = _FUNCTIONS.sub("", _COMMAND.sub(" ", text))
    if _WORD.search(bare):
        return False
    return bool(_SIGN.search(text)) or bool(_NAME.fullmatch(text))


_SCOPES = "navapi_definitions"
_FILE = "navapi_file"
_REFERENCES = "references"

#: Where markdown-it's text rule stops, and where a URL may start.
_TEXT_END = re.compile(rf"[\n!#$%&*+\-:<=>@\[\\\]^_`{{}}~]|{ADDRESS_START.pattern}", re.IGNORECASE)

#: Indentation relative to the container from which on a line does not start a block in Markdown.
_FURTHEST = 3
#: What ends a paragraph (CommonMark, section 4.8): lists with another number do not.
INTERRUPTING = re.compile(r"`{3}|~{3}|#{1,6}(?:[ \t]|\Z)|>|[-*+][ \t]|1[.)][ \t]")

#: Options of a rule whose blocks end others, like fences.
INTERRUPTS: Final[RuleOptionsType] = {"alt": ["paragraph", "reference", "blockquote", "list"]}

_InlineRule = Callable[[StateInline, bool], bool]
_BlockRule = Callable[[StateBlock, int, int, bool], bool]


def use_text_rules(parser: MarkdownIt) -> None:
    """Configure *parser* for text of MDX."""
    parser.block.ruler.at("paragraph", _indented(paragraph))
    parser.block.ruler.at("lheading", _indented(lheading))
    parser.inline.ruler.before("text", "navapi_address", _address)
    parser.inline.ruler.at("text", _text)


def add_text(state: StateInline, text: str) -> None:
    """Append *text* to what *state* has read since its last token.

    markdown-it-py 4.3 and later have a method for this, which does not copy the existing text.
    """
    if hasattr(state, "append_pending"):
        state.append_pending(text)
    else:
        state.pending += text


def use_formulas(parser: MarkdownIt) -> None:
    """Prevent *parser*, which supports ``$`` and ``$$``, from treating prices as formulas."""
    for rule in parser.inline.ruler.__rules__:
        if rule.name == "math_inline":
            parser.inline.ruler.at("math_inline", _formula(rule.fn))
    for block in parser.block.ruler.__rules__:
        if block.name == "math_block":
            # Like fences, they need no empty line before.
            parser.block.ruler.at("math_block", _block_formula(block.fn), INTERRUPTS)


def _formula(rule: _InlineRule) -> _InlineRule:
    def read(state: StateInline, silent: bool) -> bool:
        source, position = state.src, state.pos
        single = source.startswith("$", position) and not source.startswith("$$", position)
        if single and formula_end(source, position) is None:
            return False
        return rule(state, silent)

    return read


def _block_formula(rule: _BlockRule) -> _BlockRule:
    def read(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        count, line = len(state.tokens), state.line
        is_formula = rule(state, start, end, silent)
        if silent:
            # The rule itself ignores that nothing is to be written.
            del state.tokens[count:]
            state.line = line
        return is_formula

    return read


def use_definitions(environment: MutableMapping[str, Any], file: str) -> str:
    """Use the link definitions of *file* for what is parsed next; returns the file before."""
    before: str = environment.get(_FILE, "")
    environment[_FILE] = file
    environment[_REFERENCES] = environment.setdefault(_SCOPES, {}).setdefault(file, {})
    return before


def _indented(rule: _BlockRule) -> _BlockRule:
    """*rule*, changed so that an indented block also ends a paragraph.

    markdown-it treats every such line as the rest of the paragraph, as Markdown does.
    """

    def read(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        counts, furthest = state.sCount, state.blkIndent + _FURTHEST
        moved: dict[int, int] = {}
        following = start + 1
        while following < state.lineMax and not state.isEmpty(following):
            if counts[following] > furthest:
                begin = state.bMarks[following] + state.tShift[following]
                if INTERRUPTING.match(state.src, begin, state.eMarks[following]):
                    moved[following] = counts[following]
                    counts[following] = furthest
            following += 1
        try:
            return rule(state, start, end, silent)
        finally:
            for line, count in moved.items():
                counts[line] = count

    return read


def _text(state: StateInline, silent: bool) -> bool:
    match = _TEXT_END.search(state.src, state.pos, state.posMax)
    end = match.start() if match else state.posMax
    if end == state.pos:
        return False
    if not silent:
        add_text(state, state.src[state.pos : end])
    state.pos = end
    return True


def _address(state: StateInline, silent: bool) -> bool:
    """A bare URL as a link, unless it is the text of one."""
    if not ADDRESS_START.match(state.src, state.pos, state.posMax):
        return False
    address_end = find_address(state.src, state.pos)
    # Otherwise it is text, whose characters would be tried again.
    end = state.pos + 1 if address_end is None else min(address_end, state.posMax)
    address = state.src[state.pos : end]
    if not silent:
        if address_end is None or state.linkLevel:
            add_text(state, address)
        else:
            push_address(state, address)
    state.pos = end
    return True


def push_address(state: StateInline, address: str) -> None:
    """Add a link to *address* to the tokens of *state*."""
    opening = state.push("link_open", "a", 1)
    opening.attrs = {"href": address_href(address)}
    opening.markup, opening.info = "linkify", "auto"
    state.push("text", "", 0).content = address
    closing = state.push("link_close", "a", -1)
    closing.markup, closing.info = "linkify", "auto"


def unlink_inside_links(tokens: Iterable[Token], is_link: Callable[[Token], bool]) -> None:
    """Turn links back into text if an enclosing element is a link.

    :param is_link: whether a token starts an element that is a link.
    """
    around = 0
    for token in tokens:
        around = _unlink(token, around, is_link)
        inside = around
        for child in token.children or []:
            inside = _unlink(child, inside, is_link)


def _unlink(token: Token, around: int, is_link: Callable[[Token], bool]) -> int:
    """Unlink *token* inside of *around* links; returns their number after it."""
    if token.type.startswith("link_") and token.info == "auto" and around:
        token.type, token.content, token.nesting = "text", "", 0
    elif token.nesting and is_link(token):
        return max(0, around + token.nesting)
    return around


def scope_notes(tokens: Iterable[Token]) -> None:
    """Give each file its own footnotes; references to missing ones are text, as on GitHub.

    :param tokens: with the file that each comes from in ``meta``, unless it is the page.
    """
    tokens = list(tokens)
    names: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for token in tokens:
        if token.type == "footnote_reference_open":
            file, label = token.meta.get("file", ""), token.meta["label"]
            if (file, label) not in names:
                names[file, label] = free_name(label, taken.__contains__, first=2)
            name = token.meta["label"] = names[file, label]
            taken.add(name)
    for token in tokens:
        for child in token.children or []:
            if child.type == "footnote_ref":
                label = child.meta["label"]
                scoped = names.get((child.meta.get("file", ""), label))
                if scoped is None:
                    child.type, child.content = "text", f"[^{label}]"
                else:
                    child.meta["label"] = scoped
