"""Templates compiled once for all builds of a test run.

A third of the time of a small build goes into compiling the theme's templates.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import jinja2

#: What the generated code depends on, beside the template and the names of filters and tests.
_SETTINGS = (
    "block_start_string", "block_end_string", "variable_start_string", "variable_end_string",
    "comment_start_string", "comment_end_string", "line_statement_prefix", "line_comment_prefix",
    "trim_blocks", "lstrip_blocks", "newline_sequence", "keep_trailing_newline", "optimized",
    "undefined", "finalize", "autoescape", "is_async", "sandboxed", "code_generator_class",
)  # fmt: skip


def keep_compiled_templates() -> Callable[[], None]:
    """Compile each template only once in this process. :returns: what ends this."""
    compile_template = jinja2.Environment.compile
    known: dict[Hashable, Any] = {}

    def compile_once(
        environment: jinja2.Environment,
        source: Any,
        name: str | None = None,
        filename: str | None = None,
        **options: Any,
    ) -> Any:
        if options.get("raw") or not isinstance(source, str):
            return compile_template(environment, source, name, filename, **options)
        key = (
            source, name, filename, tuple(options.items()), type(environment),
            *(getattr(environment, setting) for setting in _SETTINGS),
            tuple(environment.extensions), frozenset(environment.filters),
            frozenset(environment.tests),
        )  # fmt: skip
        if key not in known:
            known[key] = compile_template(environment, source, name, filename, **options)
        return known[key]

    jinja2.Environment.compile = compile_once  # type: ignore[method-assign,assignment]

    def end() -> None:
        jinja2.Environment.compile = compile_template  # type: ignore[method-assign]

    return end
