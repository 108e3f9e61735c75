"""Programs of Python that begin where imports are done: a small build takes a fifth of the time.

A helper process imports what a build imports, keeps `kept_work`, and nothing else. Each run is a
copy of it, with the arguments, folder, environment and output of a process of its own; what one run
changes, no other sees. Where processes cannot be copied (Windows), each run is an ordinary process.

Not for tests of what is imported, or of what differs from process to process, as the order of sets.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

#: Writes names of modules that a build of a site loads: `python -c` with a folder.
_PROBE = """
import sys
from pathlib import Path
folder = Path(sys.argv[1])
(folder / "conf.py").write_text("extensions = ['sphinx_navapi']\\nhtml_theme = 'navapi'\\n")
(folder / "docs.json").write_text('{"navigation": {"pages": ["index", "b"], "openapi": "a.json"}}')
(folder / "index.md").write_text("# A\\n\\n```python title=\\"a.py\\"\\nprint(1)\\n```\\n")
(folder / "b.mdx").write_text("# B\\n\\n<Note>\\n  {1 + 1}\\n</Note>\\n")
(folder / "a.json").write_text(
    '{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"get":'
    ' {"summary": "A", "responses": {"200": {"description": "OK"}}}}}}'
)
from sphinx_navapi.cli import main
from sphinx.cmd.build import build_main
build_main(["-qQ", str(folder), str(folder / "out")])
print("\\n".join(sys.modules))
"""


class _Helper:
    """The process of which runs are copies."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            probe = subprocess.run(
                [sys.executable, "-P", "-c", _PROBE, folder],
                capture_output=True, text=True, check=True,
            )  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        atexit.register(self.end)
        self.ask({"modules": probe.stdout.split(), "templates": _templates and _templates[0]})

    def ask(self, request: Mapping[str, Any]) -> Any:
        """The helper's answer to *request*."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


_helper: list[_Helper] = []
_templates: list[str] = []


def keep_templates_in(folder: Path) -> None:
    """Let the helper process, if it starts after this, use the work kept in *folder*."""
    _templates[:] = [str(folder)]


#: What only a shell understands.
_SHELL = re.compile(r"[$&|;<>*?`()\n]")

#: Programs, and the modules that they run.
PROGRAMS = {"navapi": "sphinx_navapi", "sphinx-build": "sphinx"}


def run_module(
    module: str,
    *arguments: str | Path,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    check: bool = False,
) -> subprocess.CompletedProcess[str]:
    """What ``python -m module arguments`` returns and prints.

    :param module: a package, whose ``__main__`` runs.
    :raises subprocess.CalledProcessError: if *check* is set and the status is not 0.
    """
    folder = cwd or Path.cwd()
    done = _run([sys.executable, "-m", module], module, arguments, folder, folder, environment)
    if check:
        done.check_returncode()
    return done


def run_program(
    program: str,
    *arguments: str | Path,
    cwd: Path,
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """What an installed program returns and prints; those of `PROGRAMS` begin sooner."""
    path = Path(sys.executable).with_name(program)
    if program not in PROGRAMS:
        return subprocess.run(
            [path, *arguments], cwd=cwd, env=environment, capture_output=True, text=True
        )
    return _run([str(path)], PROGRAMS[program], arguments, cwd, path.parent, environment)


def run_line(
    line: str, cwd: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What a line of a shell returns and prints; it finds the installed programs."""
    if not _SHELL.search(line):
        program, *arguments = shlex.split(line)
        if program in PROGRAMS:
            return run_program(program, *arguments, cwd=cwd, environment=environment)
    variables = dict(os.environ if environment is None else environment)
    variables["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{variables['PATH']}"
    return subprocess.run(
        ["bash", "-c", line], cwd=cwd, env=variables, capture_output=True, text=True
    )


def _run(
    start: list[str],
    module: str,
    arguments: tuple[str | Path, ...],
    folder: Path,
    first: Path,
    environment: Mapping[str, str] | None,
) -> subprocess.CompletedProcess[str]:
    """Run *module*, as the command that begins with *start* does.

    :param first: the first folder with modules.
    """
    given = [str(argument) for argument in arguments]
    command = [*start, *given]
    variables = dict(os.environ if environment is None else environment)
    if not hasattr(os, "fork"):
        return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    if not _helper:
        _helper.append(_Helper())
    with tempfile.TemporaryDirectory() as output:
        out, err = Path(output) / "out", Path(output) / "err"
        request = {
            "module": module, "arguments": given, "folder": str(folder), "first": str(first),
            "environment": variables, "out": str(out), "err": str(err),
        }  # fmt: skip
        status = _helper[0].ask(request)
        return subprocess.CompletedProcess(command, status, out.read_text(), err.read_text())


# -- the helper process


def _serve() -> None:
    """Answer requests, one a line; in a copy, run the module of one."""
    answers = os.fdopen(os.dup(1), "w")
    # What imports print is no answer.
    os.dup2(2, 1)
    while line := sys.stdin.readline():
        request = json.loads(line)
        if "modules" in request:
            _import(request["modules"])
            if request["templates"]:
                _keep_work(Path(request["templates"]))
            gc.collect()
            gc.freeze()
            answer = 0
        elif child := os.fork():
            answer = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        else:
            os.close(answers.fileno())
            _become(**request)
            return
        print(answer, file=answers, flush=True)


def _import(names: list[str]) -> None:
    for name in names:
        # Some names are aliases, or of modules that only the probe could import.
        with suppress(Exception):
            importlib.import_module(name)


def _keep_work(folder: Path) -> None:
    """What is computed once for all builds of the tests, also is for runs."""
    sys.path.insert(0, str(Path(__file__).parent))
    work = importlib.import_module("kept_work")
    del sys.path[0]
    work.keep_work(folder)
    # A run finds them.
    sys.modules["sphinx.theming"].entry_points(group="sphinx.html_themes")


def _become(
    module: str,
    arguments: list[str],
    folder: str,
    first: str,
    environment: dict[str, str],
    out: str,
    err: str,
) -> None:
    """Become the process of one run: it ends as Python ends."""
    for number, path, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, out, os.O_WRONLY | os.O_CREAT),
        (2, err, os.O_WRONLY | os.O_CREAT),
    ):
        opened = os.open(path, flags)
        os.dup2(opened, number)
        os.close(opened)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    more = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:0] = [first, *filter(None, more)]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _serve()
