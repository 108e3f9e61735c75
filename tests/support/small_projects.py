"""A project in a folder, built in this process, with what was read and written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sphinx.config import Config
from sphinx.locale import translators
from sphinx.testing.util import SphinxTestApp

from sphinx_navapi.built_site.pages import without_agent_note

#: Lists and mappings that Sphinx and extensions change in place, for all builds of a process.
_DEFAULTS = {
    name: copy(option.default)
    for name, option in Config.config_values.items()
    if isinstance(option.default, dict | list)
}

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def _restore_defaults() -> None:
    """Defaults as those of a new process, for a build without our extension, too."""
    for name, value in _DEFAULTS.items():
        default: Any = Config.config_values[name].default
        if default != value:
            default.clear()
            (default.update if isinstance(default, dict) else default.extend)(value)


@dataclass
class Built:
    """A finished build."""

    out: Path
    warnings: list[str]
    status: str
    read: list[str]
    written: list[str]
    exit_code: int

    def text(self, name: str) -> str:
        """The file *name*; the Markdown of a page without its note for agents."""
        text = (self.out / name).read_text("utf-8")
        return without_agent_note(text) if name.endswith(".md") else text

    def site(self) -> dict[str, Any]:
        found = json.loads(self.text("_navapi/site.json"))
        assert isinstance(found, dict)
        return found


@dataclass
class Project:
    """A project in a separate folder, built as often as a test needs."""

    folder: Path
    conf: dict[str, Any] = field(default_factory=dict)

    @property
    def src(self) -> Path:
        return self.folder / "src"

    def write(self, files: Mapping[str, Any]) -> None:
        """Write files: text unchanged, anything else as JSON; ``None`` deletes."""
        for name, content in files.items():
            path = self.src / name
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, str) else json.dumps(content, indent=1)
            if path.exists() and path.read_text("utf-8") == text:
                continue
            path.write_text(text, "utf-8")

    def build(
        self,
        builder: str = "html",
        *,
        parallel: int = 0,
        connect: Mapping[str, Callable[..., Any] | tuple[Callable[..., Any], int]] | None = None,
        **conf: Any,
    ) -> Built:
        """Build once, in this process, keeping doctrees between builds of any builder.

        :param connect: an additional handler for each of some events, optionally with its priority.
        """
        self.src.mkdir(parents=True, exist_ok=True)
        (self.src / "conf.py").touch()
        overrides = {
            "extensions": ["sphinx_navapi"],
            "html_theme": "alabaster",
            **self.conf,
            **conf,
        }
        # Interface texts from another build of this process would be found first.
        translators.clear()
        _restore_defaults()
        out = self.folder / "build" / builder
        read: list[str] = []
        written: list[str] = []
        app = SphinxTestApp(
            builder,
            srcdir=self.src,
            builddir=self.folder / "build",
            freshenv=False,
            confoverrides=overrides,
            parallel=parallel,
            exception_on_warning=False,
        )
        try:
            app.connect("env-before-read-docs", lambda _app, _env, names: read.extend(names))
            app.connect(
                "html-page-context",
                lambda _app, name, _t, _c, tree: tree is not None and written.append(name),
            )
            for event, handler in (connect or {}).items():
                handler, priority = handler if isinstance(handler, tuple) else (handler, 500)
                app.connect(event, handler, priority=priority)
            app.build()
            warnings = _ESCAPES.sub("", app.warning.getvalue()).splitlines()
            return Built(
                out=out,
                warnings=[line for line in warnings if line.strip()],
                status=_ESCAPES.sub("", app.status.getvalue()),
                read=sorted(read),
                written=sorted(written),
                exit_code=app.statuscode,
            )
        finally:
            app.cleanup()


def operation(summary: str, tag: str = "Users", **more: Any) -> dict[str, Any]:
    """A small valid operation."""
    return {"summary": summary, "tags": [tag], "responses": {"200": {"description": "OK"}}, **more}
