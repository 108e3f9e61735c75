"""Compiled templates, kept from build to build: Jinja would compile them anew in each."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import sphinx
from jinja2 import FileSystemBytecodeCache

from sphinx_navapi.build.sphinx_internals import template_environment

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def keep_compiled_templates(app: Sphinx) -> None:
    """Keep the templates that *app* compiles beside its doctrees.

    Jinja itself checks its version, Python's, and the template's text. The names of the files also
    depend on what else affects the compiled code: Sphinx's filters and the extensions of Jinja.
    """
    environment = template_environment(app.builder)
    if environment is None or environment.bytecode_cache is not None:
        return
    folder = Path(app.doctreedir) / "navapi" / "templates"
    folder.mkdir(parents=True, exist_ok=True)
    compiler = (sphinx.__version__, type(environment).__name__, sorted(environment.extensions))
    name = blake2b(repr(compiler).encode(), digest_size=6).hexdigest()
    environment.bytecode_cache = FileSystemBytecodeCache(str(folder), f"{name}-%s")
