"""markdown-it's rules for the marks that represent tags."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from functools import partial
from typing import Any, cast

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore, block
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.token import Token

from sphinx_navapi.mdx.html_styles import FLUSH
from sphinx_navapi.mdx.marked_page import MARK, MarkedPage, MarkedText
from sphinx_navapi.mdx.marks import CLOSING, OPENING
from sphinx_navapi.mdx.text_rules import INTERRUPTS, add_text, unlink_inside_links, use_definitions

#: Types of tokens; MyST's renderer calls ``render_`` plus the type.
ELEMENT = "mdx_element"

_PAGE = "navapi_page"

_BRACKET = re.compile(r"[\[\]]")
_MOST_BRACKETS = 100
_PLAIN = re.compile(rf"(?:\{{(?![{OPENING}{CLOSING}]))+|(?:<(?=[<\s]|\Z))+|\[+")


def use_marks(parser: MarkdownIt) -> None:
    """Configure *parser* to parse the marks of the page in its environment (`mark_environment`)."""
    parser.core.ruler.at("block", _read_blocks)
    parser.core.ruler.at("inline", _read_lines)
    parser.block.ruler.before("fence", ELEMENT, _block, INTERRUPTS)
    parser.inline.ruler.after("text", ELEMENT, _inline)
    parser.inline.ruler.at("link", _guarded(link))
    parser.inline.ruler.at("image", _guarded(image))


def _read_blocks(state: StateCore) -> None:
    if state.inlineMode:
        block(state)
    else:
        state.tokens[:] = _blocks(marked_page(state.env).text, state, 0)


def _blocks(text: MarkedText, core: StateCore, level: int) -> list[Token]:
    """The blocks of *text*, and of those in it, with their places in their files."""
    page = marked_page(core.env)
    use_definitions(core.env, text.file)
    read: list[Token] = []
    state = StateBlock(text.markdown, core.md, core.env, read)
    state.level = level
    core.md.block.tokenize(state, state.line, state.lineMax)
    tokens: list[Token] = []
    for token in read:
        if token.map:
            _place([token], text, token.map[0])
        number = token.meta["element"] if token.type == ELEMENT else -1
        if token.type == "paragraph_close":
            inside = [int(mark[2]) for mark in MARK.finditer(tokens[-1].content)]
            alone = not MARK.sub("", tokens[-1].content).strip()
            if alone and inside and all(each in page.inserted for each in inside):
                if len(inside) == 1:
                    del tokens[-2:]
                    number = inside[0]
                elif all(page.inserted[each].flush for each in inside):
                    _place(tokens[-2:], page.inserted[inside[0]], 0)
        if number in page.inserted:
            tokens += _blocks(page.inserted[number], core, token.level)
            continue
        tokens.append(token)
        if number in page.contents:
            token.type, token.nesting = f"{ELEMENT}_open", 1
            tokens += _blocks(page.contents[number], core, token.level + 1)
            end = Token(f"{ELEMENT}_close", "", -1, level=token.level, block=True, meta=token.meta)
            tokens.append(end)
    return tokens


def _place(tokens: Iterable[Token], text: MarkedText, number: int) -> None:
    """Let *tokens* come from the line *number* of *text*."""
    line = text.lines[min(number, len(text.lines) - 1)]
    for token in tokens:
        start, end = token.map or (0, 0)
        token.map = [line, line + max(0, end - start)]
        if text.file:
            token.meta["file"] = text.file
        if text.flush and token.type == "paragraph_open":
            token.meta[FLUSH] = True


def _read_lines(state: StateCore) -> None:
    for token in state.tokens:
        if token.type == "inline":
            file = token.meta.get("file", "")
            if not state.inlineMode:
                use_definitions(state.env, file)
            token.children = token.children or []
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            if file:
                for child in token.children:
                    child.meta.setdefault("file", file)


def mark_environment(page: MarkedPage) -> dict[str, Any]:
    """The environment for parsing the Markdown of *page*."""
    return {_PAGE: page}


def marked_page(environment: MutableMapping[str, Any]) -> MarkedPage:
    """The page of *environment*."""
    return cast("MarkedPage", environment[_PAGE])


def close_marks(tokens: Sequence[Token], page: MarkedPage) -> None:
    """Make inline elements that are unclosed within their block empty.

    Also restore the original text of *page* in tokens that keep their source, for translators.
    """
    for token in tokens:
        if token.type == "inline":
            token.content = page.without_marks(token.content)
        waiting = [token] if token.type == "inline" else []
        while waiting:
            children = waiting.pop().children or []
            waiting.extend(child for child in children if child.type == "image")
            stack: list[Token] = []
            for child in children:
                if child.nesting > 0:
                    stack.append(child)
                elif child.nesting < 0 and stack:
                    while stack:
                        opening = stack.pop()
                        if opening.type.removesuffix("_open") == child.type.removesuffix("_close"):
                            break
                        _empty(opening)
            for opening in stack:
                _empty(opening)

    unlink_inside_links(tokens, partial(_is_link, page))


def _is_link(page: MarkedPage, token: Token) -> bool:
    return token.type.startswith(ELEMENT) and page.elements[token.meta["element"]].name == "a"


def _empty(opening: Token) -> None:
    if opening.type == f"{ELEMENT}_open":
        opening.type, opening.nesting = ELEMENT, 0


def _block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("{", begin):
        return False
    match = MARK.match(state.src, begin)
    if match is None or match.end() != state.eMarks[start_line]:
        return False
    if marked_page(state.env).elements[int(match[2])].inline:
        # An inline element alone on its line.
        return False
    if not silent:
        token = state.push(ELEMENT, "", 0)
        token.map = [start_line, start_line + 1]
        token.meta = {"element": int(match[2])}
        token.block = True
        state.line = start_line + 1
    return True


def _inline(state: StateInline, silent: bool) -> bool:
    match = MARK.match(state.src, state.pos, state.posMax)
    if match is None:
        return _plain(state, silent)
    if not silent:
        page = cast("MarkedPage", state.env[_PAGE])
        number = int(match[2])
        stack = _open_elements(state)
        if number in page.inserted:
            _insert(state, page.inserted[number])
        elif match[1] == OPENING:
            closing = f"{{{CLOSING}{number}}}"
            if number in page.paired and state.src.find(closing, match.end(), state.posMax) >= 0:
                stack.append((number, state.level))
                state.push(f"{ELEMENT}_open", "", 1).meta = {"element": number}
            elif page.elements[number].inline:
                state.push(ELEMENT, "", 0).meta = {"element": number}
        elif stack and stack[-1][0] == number and stack[-1][1] == state.level - 1:
            stack.pop()
            state.push(f"{ELEMENT}_close", "", -1).meta = {"element": number}
    state.pos = match.end()
    return True


def _insert(state: StateInline, text: MarkedText) -> None:
    """Add the line *text*."""
    if state.pending:
        state.pushPending()
    around = use_definitions(state.env, text.file)
    read: list[Token] = []
    state.md.inline.parse(text.markdown.strip(), state.md, state.env, read)
    use_definitions(state.env, around)
    for token in read:
        token.level += state.level
        token.meta.setdefault("file", text.file)
    state.tokens += read
    state.tokens_meta += [None] * len(read)


def _plain(state: StateInline, silent: bool) -> bool:
    """Skip characters that other rules would try one by one without success."""
    match = _PLAIN.match(state.src, state.pos, state.posMax)
    if match is None or (match[0][0] == "[" and not _has_deep_brackets(state)):
        return False
    if not silent:
        add_text(state, match[0])
    state.pos = match.end()
    return True


def _guarded(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """*rule*, disabled for unreasonably nested brackets."""

    def guarded(state: StateInline, silent: bool) -> bool:
        if state.src[state.pos] not in "[!" or _has_deep_brackets(state):
            return False
        return rule(state, silent)

    return guarded


def _has_deep_brackets(state: StateInline) -> bool:
    deep: bool | None = getattr(state, "navapi_deep", None)
    if deep is None:
        depth = most = 0
        if state.src.count("[") > _MOST_BRACKETS:
            for bracket in _BRACKET.findall(state.src):
                depth = depth + 1 if bracket == "[" else max(0, depth - 1)
                most = max(most, depth)
        deep = most > _MOST_BRACKETS
        state.navapi_deep = deep  # type: ignore[attr-defined] # our own attribute of the state
    return deep


def _open_elements(state: StateInline) -> list[tuple[int, int]]:
    stack: list[tuple[int, int]] | None = getattr(state, "navapi_open", None)
    if stack is None:
        stack = []
        state.navapi_open = stack  # type: ignore[attr-defined] # our own attribute of the state
    return stack
