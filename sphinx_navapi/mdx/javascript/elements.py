"""JSX as a value: its source, and the values of the expressions in it."""

from __future__ import annotations

from tree_sitter import Node

from sphinx_navapi.mdx.javascript.conversions import NotDataError, ThrowsError
from sphinx_navapi.mdx.javascript.statements import Evaluator
from sphinx_navapi.mdx.javascript.syntax import parts, text_at
from sphinx_navapi.mdx.values import Bindings, Code, Markup, Value


class PageEvaluator(Evaluator):
    """Evaluates the code of a page."""

    def markup(self, node: Node, names: Bindings) -> Value:
        """The element *node*. What it shows is evaluated now: names may change later."""
        values: dict[int, Value] = {}
        source = node.text or b""
        stack = [node]
        while stack:
            part = stack.pop()
            if part.type != "jsx_expression":
                stack += part.named_children[::-1]
                continue
            inner = parts(part)
            if inner:
                code = parts(inner[0])[0] if inner[0].type == "spread_element" else inner[0]
                before = source[: part.start_byte - node.start_byte].decode()
                values[len(before)] = self._known(code, names)
        return Markup(
            text=text_at(node),
            scope=names,
            values=values,
            line=names.line + node.start_point.row,
            file=names.file,
        )

    def _known(self, code: Node, names: Bindings) -> Value:
        """The value of *code*, `Code` if only that part is unknown."""
        depth = self.depth
        try:
            return self.value(code, names)
        except ThrowsError:
            raise
        except NotDataError:
            self.depth = depth
            if any(True for _ in self.changed(code, names)):
                raise
            return Code(text=text_at(code))
