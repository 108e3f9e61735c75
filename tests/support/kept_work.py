"""What all builds of a test run compute alike, computed once.

Of the time of a small build, a third goes into compiling the theme's templates, 8 % into the list
of docutils' options (once for each page), and 6 % into the entry points of installed packages.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Hashable
from contextlib import ExitStack, suppress
from copy import copy
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
import sphinx.theming
from docutils.frontend import OptionParser

#: What the generated code depends on, beside the template and the names of filters and tests.
_SETTINGS = (
    "block_start_string", "block_end_string", "variable_start_string", "variable_end_string",
    "comment_start_string", "comment_end_string", "line_statement_prefix", "line_comment_prefix",
    "trim_blocks", "lstrip_blocks", "newline_sequence", "keep_trailing_newline", "optimized",
    "undefined", "finalize", "autoescape", "is_async", "sandboxed", "code_generator_class",
)  # fmt: skip


def keep_work(folder: Path) -> ExitStack:
    """Keep all of this until the result is closed.

    :param folder: for compiled templates, which other processes may use, too.
    """
    ends = ExitStack()
    ends.callback(_keep_templates(folder))
    ends.callback(_keep_options())
    ends.callback(_keep_entry_points())
    return ends


def _keep_templates(folder: Path) -> Callable[[], None]:
    """Compile each template only once. :returns: what ends this."""
    compile_template = jinja2.Environment.compile
    known: dict[str, CodeType] = {}
    folder.mkdir(exist_ok=True)

    def compile_once(
        environment: jinja2.Environment,
        source: Any,
        name: str | None = None,
        filename: str | None = None,
        **options: Any,
    ) -> Any:
        if options.get("raw") or not isinstance(source, str):
            return compile_template(environment, source, name, filename, **options)
        state = (
            source, name, filename, sorted(options.items()), type(environment),
            *(getattr(environment, setting) for setting in _SETTINGS),
            sorted(environment.extensions), sorted(environment.filters), sorted(environment.tests),
        )  # fmt: skip
        key = sha256(repr(state).encode("utf-8", "surrogatepass")).hexdigest()
        if key not in known:
            path = folder / key
            if path.exists():
                known[key] = marshal.loads(path.read_bytes())
            else:
                known[key] = compile_template(environment, source, name, filename, **options)
                # Complete as soon as it exists. Some tests let writing fail.
                part = path.with_name(f"{key}-{os.getpid()}")
                with suppress(OSError):
                    part.write_bytes(marshal.dumps(known[key]))
                    part.replace(path)
        return known[key]

    jinja2.Environment.compile = compile_once  # type: ignore[method-assign,assignment]

    def end() -> None:
        jinja2.Environment.compile = compile_template  # type: ignore[method-assign]

    return end


def _keep_options() -> Callable[[], None]:
    """Create docutils' options only once for each list of components."""
    populate = OptionParser.populate_from_components
    known: dict[Hashable, dict[str, Any]] = {}

    def populate_once(parser: OptionParser, components: Any) -> None:
        kinds = tuple(one if isinstance(one, type) else type(one) for one in components)
        instances = [one for one in components if not isinstance(one, type)]
        # Such an instance may have options of its own.
        if any("settings_spec" in getattr(one, "__dict__", ()) for one in instances):
            populate(parser, components)
            return
        if kinds not in known:
            populate(parser, components)
            known[kinds] = {name: copy(value) for name, value in vars(parser).items()}
            return
        own = {"components", "config_files", "formatter", "values"}
        for name, value in known[kinds].items():
            if name not in own:
                setattr(parser, name, copy(value))

    OptionParser.populate_from_components = populate_once

    def end() -> None:
        OptionParser.populate_from_components = populate

    return end


def _keep_entry_points() -> Callable[[], None]:
    """Look for installed themes only once."""
    find = sphinx.theming.entry_points
    sphinx.theming.entry_points = cache(find)

    def end() -> None:
        sphinx.theming.entry_points = find

    return end
