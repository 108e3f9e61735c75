"""Finding the end of JavaScript in a page. Nothing is parsed, let alone executed.

Only what can contain brackets is recognized: strings, template strings, comments. Text between JSX
tags may contain apostrophes, so a quotation mark only counts if it is closed on its line. All
searches together take linear time: one that fails is remembered for the next, and the total work of
failed searches is limited.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(r"""["'`{}]|//|/\*""")
_STATEMENT_TOKEN = re.compile(r"""["'`{}()\[\]\n]|//|/\*""")
_STRING_REST = {
    quote: re.compile(rf"[^{quote}\\\n]*(?:\\.[^{quote}\\\n]*)*{quote}") for quote in "\"'"
}
_TEMPLATE_TEXT = re.compile(r"(?:[^`\\$]+|\\.|\$(?!\{))*", re.DOTALL)
_OPEN, _CLOSE = "{([", "})]"
#: The end of each bracket.
CLOSING_BRACKETS = dict(zip(_OPEN, _CLOSE, strict=True))

#: How often the whole page may be searched unsuccessfully before searching stops.
_VAIN_SEARCHES = 8

_TEMPLATE = -1


def unclosed_bracket(code: str) -> int | None:
    """The offset of the bracket in *code* that has no counterpart: the innermost that is open where
    another kind closes, or at the end.
    """
    reader = CodeReader(code)
    stack: list[int] = []
    position = 0
    while match := _STATEMENT_TOKEN.search(code, position):
        mark, position = match[0], match.end()
        if mark in _OPEN:
            stack.append(match.start())
        elif mark in _CLOSE:
            if not stack:
                return match.start()
            if CLOSING_BRACKETS[code[stack[-1]]] != mark:
                return stack[-1]
            stack.pop()
        elif mark == "`":
            position = reader.template_end(position) or position
        elif mark != "\n":
            position = reader.skip(mark, match.start(), position)
    return stack[-1] if stack else None


class CodeReader:
    """Finds ends of expressions and statements in one page."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, int | None] = {}
        self._budget = _VAIN_SEARCHES * len(text) + 10_000
        self._absent: dict[str, int] = {}

    def find(self, what: str, start: int) -> int:
        """Like ``str.find``, but remembers what does not occur."""
        if start >= self._absent.get(what, len(self._text) + 1):
            return -1
        position = self._text.find(what, start)
        if position < 0:
            self._absent[what] = start
        return position

    def expression_end(self, start: int) -> int | None:
        """The offset after the ``}`` that closes the ``{`` at *start*."""
        if start in self._ends:
            return self._ends[start]
        if self._budget < 0:
            return None
        text = self._text
        # Open braces; `_TEMPLATE` above one means that it started in a template string.
        stack = [start]
        position = start + 1
        while stack and (match := _TOKEN.search(text, position)):
            mark, position = match[0], match.end()
            if mark == "{":
                stack.append(match.start())
            elif mark == "}":
                self._ends[stack.pop()] = position
                if stack and stack[-1] == _TEMPLATE:
                    stack.pop()
                    position = self._template(position, stack)
            elif mark == "`":
                position = self._template(position, stack)
            else:
                position = self.skip(mark, match.start(), position)
        if not stack:
            return position
        self._budget -= len(text) - start
        self._ends.update((brace, None) for brace in stack if brace != _TEMPLATE)
        return None

    def _template(self, position: int, stack: list[int]) -> int:
        """Continue in a template string: to its end, or into a ``${``, which is put on *stack*."""
        match = _TEMPLATE_TEXT.match(self._text, position)
        end = match.end() if match else position
        following = self._text[end : end + 1]
        if following == "`":
            return end + 1
        if following == "$":
            stack += (_TEMPLATE, end + 1)
            return end + 2
        # Unclosed: it was not a template string.
        return position

    def skip(self, mark: str, start: int, position: int) -> int:
        """The end of a string or comment that starts at *start*; *position* if it is unclosed."""
        if mark in _STRING_REST:
            match = _STRING_REST[mark].match(self._text, position)
            return match.end() if match else position
        if mark == "//":
            if self._text[start - 1 : start] == ":":
                return position
            end = self.find("\n", position)
            return end if end >= 0 else len(self._text)
        end = self.find("*/", position)
        return end + 2 if end >= 0 else position

    def template_end(self, position: int) -> int | None:
        """The end of the template string around *position*, including all braces in it."""
        stack: list[int] = []
        position = self._template(position, stack)
        while stack:
            # The braces in a template string close like an expression.
            end = self.expression_end(stack[-1])
            if end is None:
                return None
            stack.clear()
            position = self._template(end, stack)
        return position

    def statement_end(self, start: int) -> int:
        """The offset of the line end that ends the statement starting at *start*.

        A statement ends at the end of a line with no open brackets and nothing to follow; if
        brackets never match, with a line that only has closing ones, or before an empty line.
        """
        if self._budget >= 0:
            end = self._matched_end(start)
            if end is not None:
                return end
            self._budget -= len(self._text) - start
        return self._formatted_end(start)

    def _matched_end(self, start: int) -> int | None:
        text = self._text
        depth = 0
        position = start
        while match := _STATEMENT_TOKEN.search(text, position):
            mark, position = match[0], match.end()
            if mark in _OPEN:
                depth += 1
            elif mark in _CLOSE:
                depth -= 1
                if depth < 0:
                    return None
            elif mark == "\n":
                if not depth and _ends_here(text, start, match.start()):
                    return match.start()
            elif mark == "`":
                end = self.template_end(position)
                if end is None:
                    return None
                position = end
            else:
                position = self.skip(mark, match.start(), position)
        return len(text) if not depth else None

    def _formatted_end(self, start: int) -> int:
        text = self._text
        ends = [self.find(f"\n{bracket}", start) for bracket in _CLOSE]
        known_ends = [end for end in ends if end >= 0]
        blank = self.find("\n\n", start)
        if known_ends and (blank < 0 or text[blank + 2 : blank + 3] in {" ", "\t"}):
            end = self.find("\n", min(known_ends) + 1)
            return end if end >= 0 else len(text)
        return blank if blank >= 0 else len(text)


_UNFINISHED = tuple("=,(+-*/?:&|<.{[>")
_CONTINUED = tuple(".?:&|+*/=,)]}")


def _ends_here(text: str, start: int, line_end: int) -> bool:
    line = text[max(start, text.rfind("\n", start, line_end) + 1) : line_end].rstrip()
    following = text[line_end + 1 : line_end + 3]
    if (not following.strip() and "\n" in following[:1]) or not following:
        return True
    if line.endswith(_UNFINISHED):
        return False
    return following[0] not in " \t" and not following.startswith(_CONTINUED)
