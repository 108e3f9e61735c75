"""The ``navapi`` command.

Exit status: 0 on success, 1 for problems in the input, 2 for an invalid command line. Results go to
stdout, problems to stderr, one per line.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx_navapi.cli_options import completion_script, make_parser, option_names
from sphinx_navapi.diagnostics import Diagnostic, Level, merge_diagnostics, printable, shown_line
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.plan.conf_file import ProjectError

if TYPE_CHECKING:
    from sphinx_navapi.plan.new_project import Folder, NewProject

FINE, PROBLEMS, USAGE = 0, 1, 2

#: The answer that means "no document".
_NONE: Final = "none"

#: The answer that means a sample API, offered in an empty folder.
_SAMPLE: Final = "sample"

#: The answer that means Sphinx's default theme.
_UNCHANGED: Final = "unchanged"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with *arguments* (``sys.argv`` if ``None``) and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    words, flags = _split_flags(words)
    parser = make_parser()
    if not words and not flags:
        parser.print_help(sys.stderr)
        return USAGE
    try:
        options, unknown = parser.parse_known_args(words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if unknown:
        return _fail(_unknown_arguments(options.command, unknown), USAGE)
    if flags and options.command != "build":
        return _fail("only navapi build accepts flags after --", USAGE)
    options.flags = flags
    try:
        status = _RUN[options.command](options)
        # Unflushed output would fail at exit, where the error cannot be caught.
        sys.stdout.flush()
        return status
    except ProjectError as error:
        return _fail(str(error), USAGE if error.usage else PROBLEMS)
    except BrokenPipeError:
        # The reader of the pipe is gone; the remaining output must not fail at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _tell_os_error(error)


def _unknown_arguments(command: str, unknown: Sequence[str]) -> str:
    """The error message for arguments that *command* does not accept."""
    first = unknown[0]
    options = option_names(command)
    meant = nearest_word(first.partition("=")[0], options) if first.startswith("--") else None
    if meant is not None:
        return f"navapi {command} has no option {first}: did you mean {meant}?"
    if command == "build" and first in ("--watch", "-w", "--serve"):
        return "navapi build builds once: navapi dev builds again on every change, and serves it"
    if command == "build" and first.startswith("-"):
        return (
            f"navapi build has no option {first}: flags of sphinx-build go after --, as in"
            f" navapi build . -- {' '.join(unknown)}"
        )
    what = f"option {first}" if first.startswith("-") else f"argument {first}"
    return f"navapi {command} does not accept the {what}: see navapi {command} --help"


def _tell_os_error(error: OSError) -> int:
    """Print one line about a file or device that failed, and suppress errors at exit."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    null = os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError, ValueError):
        os.dup2(null, sys.stdout.fileno())
    what = f"{error.filename}: " if error.filename else "cannot write the result: "
    try:
        return _fail(f"{what}{error.strerror or error}", PROBLEMS)
    except OSError:
        os.dup2(null, sys.stderr.fileno())
        return PROBLEMS


def _split_flags(arguments: list[str]) -> tuple[list[str], list[str]]:
    """*arguments* before and after ``--``."""
    if "--" not in arguments:
        return arguments, []
    index = arguments.index("--")
    return arguments[:index], arguments[index + 1 :]


def _run_init(options: argparse.Namespace) -> int:
    from sphinx_navapi.plan.new_project import from_older_settings, look_at

    folder = look_at(options.src)
    question = "Write docs.json with the settings of mint.json (yes or no)"
    keeps = folder.has_older_settings and _ask(question, "yes", None, options.yes).lower() == "yes"
    names = [name for name in ("name", "openapi", "theme") if getattr(options, name) is not None]
    if keeps and names:
        return _fail(
            f"--{names[0]} does not apply: the settings are those of mint.json; change docs.json"
            " afterwards, or move mint.json away to start without it",
            USAGE,
        )
    plan = from_older_settings(folder) if keeps else _ask_about(folder, options)
    options.src.mkdir(parents=True, exist_ok=True)
    for path, text in plan.files.items():
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        _print_lines([f"wrote {path}"])
    if folder.has_older_settings:
        _print_lines([f"{options.src / 'mint.json'} no longer has an effect: delete it"])
    if plan.conf_lines:
        _print_lines(
            [f"add to {options.src / 'conf.py'}:", *(f"    {line}" for line in plan.conf_lines)]
        )
    where = "" if options.src == Path() else f" {options.src}"
    _print_lines(
        [
            f"then preview the site with: navapi dev{where}",
            f"build it with: navapi build{where}",
            f"see where each page is, and why, with: navapi explain{where}",
        ]
    )
    return FINE


def _ask_about(folder: Folder, options: argparse.Namespace) -> NewProject:
    """The project that the user wants, by three questions."""
    from sphinx_navapi.html.themes import THEMES
    from sphinx_navapi.plan.new_project import (
        SAMPLE_DOCUMENT,
        Answers,
        check_document,
        check_theme,
        plan_project,
    )

    if options.theme is not None:
        check_theme(folder, options.theme, THEMES)
    choices = [*folder.documents, *([_SAMPLE] if folder.is_empty else []), _NONE]
    name = _ask("Name of the site", folder.name, options.name, options.yes)
    question = f"OpenAPI document ({', '.join(choices)})"
    written = _ask(question, choices[0], options.openapi, options.yes)
    has_sample = written == _SAMPLE and _SAMPLE in choices
    document = None if written == _NONE else SAMPLE_DOCUMENT
    if document is not None and not has_sample:
        document = check_document(folder, written)
    theme = _ask("HTML theme", folder.theme or _UNCHANGED, options.theme, options.yes)
    theme = folder.theme if theme == _UNCHANGED else check_theme(folder, theme, THEMES)
    return plan_project(
        folder, Answers(name=name, document=document, theme=theme, has_sample=has_sample)
    )


def _ask(question: str, proposed: str, option: str | None, is_silent: bool) -> str:
    """The answer to *question*: *option* by an option, else typed by the user, else *proposed*."""
    if option is not None or is_silent:
        return (option or "").strip() or proposed
    print(printable(f"{question} [{proposed}]: ", sys.stderr), end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(file=sys.stderr)
    return line.strip() or proposed


def _run_dev(options: argparse.Namespace) -> int:
    _need_server("dev")
    from sphinx_navapi.server.dev.command import DevOptions, dev

    return dev(
        DevOptions(
            srcdir=options.src,
            port=options.port,
            host=options.host,
            open_browser=options.open,
            overrides=options.overrides,
            base_url=options.base_url,
        )
    )


def _run_build(options: argparse.Namespace) -> int:
    from sphinx_navapi.config.site_config import parsed_once
    from sphinx_navapi.project.build_command import build, sphinx_arguments

    with parsed_once():
        arguments = sphinx_arguments(
            options.src, options.out, overrides=options.overrides, flags=options.flags
        )
        if options.fail_on is None:
            return build(arguments)
        return build(arguments, fail_on=options.fail_on)


def _run_serve(options: argparse.Namespace) -> int:
    _need_server("serve")
    from sphinx_navapi.server.command import ServeOptions, serve

    return serve(
        ServeOptions(
            out=options.out,
            host=options.host,
            port=options.port,
            site_urls=options.site_url,
            trusted_proxies=options.trusted_proxy,
            allowed_origins=options.allow_origin,
            allowed_private=options.allow_private,
            workers=options.workers,
            mcp=options.mcp,
            limits=options.limit,
            metrics=options.metrics or bool(options.metrics_from),
            metrics_readers=options.metrics_from,
            access_log=options.access_log,
        )
    )


def _need_server(command: str) -> None:
    """:raises ProjectError: packages that only the servers need are not installed."""
    names = ("starlette", "uvicorn", "httpx", "watchfiles")
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        raise ProjectError(
            f"navapi {command} needs {', '.join(missing)}:"
            " install sphinx-navapi with the extra serve"
        )


def _run_explain(options: argparse.Namespace) -> int:
    from urllib.parse import quote

    from sphinx_navapi.config.site_config import parsed_once
    from sphinx_navapi.html.site_json import site_json
    from sphinx_navapi.plan import resolve_site
    from sphinx_navapi.plan.conf_file import has_project, open_project, plan_inputs
    from sphinx_navapi.plan.explain import explain_navigation, explain_reference

    src, ref = Path(options.src), options.ref
    if ref is None and not src.exists() and has_project(Path()):
        src, ref = Path(), options.src
    with (
        parsed_once(),
        plan_inputs(open_project(src, options.overrides)) as (inputs, problems),
    ):
        _progress(f"reading {src}")
        site = resolve_site(inputs)
        if ref is not None:
            answer = explain_reference(site, ref)
            if options.json:
                _print_json({"has_page": answer.has_page, "lines": list(answer.lines)})
            else:
                _print_lines(answer.lines)
            if not (answer.has_page or options.json):
                _print_lines(['  All reasons: "When a page is missing" in the documentation'])
            return FINE if answer.has_page else PROBLEMS
        if options.json:
            _print_json(site_json(site.plan, lambda docname: f"{quote(docname)}.html"))
        else:
            _print_lines(explain_navigation(site))
    diagnostics = [*problems, *site.plan.diagnostics]
    _print_diagnostics(diagnostics)
    return FINE if all(d.level is Level.INFO for d in diagnostics) else PROBLEMS


def _run_check(options: argparse.Namespace) -> int:
    from sphinx_navapi.plan.check_report import CheckRequest, check_documents

    _progress(f"checking {', '.join(map(str, options.files))}")
    report = check_documents(
        CheckRequest(
            files=options.files,
            srcdir=options.src,
            overlays=options.overlay,
            format_=options.format,
            baseline=options.baseline,
            writes_baseline=options.write_baseline,
        )
    )
    if report.text:
        print(printable(report.text.rstrip("\n"), sys.stdout))
    for note in report.notes:
        print(printable(note, sys.stderr), file=sys.stderr)
    return PROBLEMS if report.failed else FINE


def _run_changes(options: argparse.Namespace) -> int:
    from datetime import date

    from sphinx_navapi.changes.report import is_matched
    from sphinx_navapi.plan.changes_report import ChangesRequest, report_changes

    _progress(f"comparing {options.old} with {options.new}")
    report, diagnostics = report_changes(
        ChangesRequest(
            old=options.old,
            new=options.new,
            srcdir=options.src,
            overlays=options.overlay,
            today=date.today(),
        )
    )
    _print_diagnostics(diagnostics)
    if report is None:
        return PROBLEMS
    _print_lines(report.write(options.format).splitlines())
    return PROBLEMS if is_matched(report.changes, options.fail_on) else FINE


def _run_schema(options: argparse.Namespace) -> int:
    from sphinx_navapi.config.json_schema import config_schema

    _print_json(config_schema())
    return FINE


def _run_completion(options: argparse.Namespace) -> int:
    sys.stdout.write(completion_script(options.shell))
    return FINE


def _progress(text: str) -> None:
    """Print a progress message if stderr is watched by someone."""
    if sys.stderr.isatty():
        print(printable(f"{text} …", sys.stderr), file=sys.stderr)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(printable(line, sys.stdout))


def _print_json(value: object) -> None:
    print(printable(json.dumps(value, ensure_ascii=False, indent=2), sys.stdout))


def _print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    for diagnostic in merge_diagnostics(diagnostics):
        print(shown_line(diagnostic, sys.stderr), file=sys.stderr)


def _fail(message: str, status: int) -> int:
    print(printable(f"navapi: {message}", sys.stderr), file=sys.stderr)
    return status


#: The function that runs each command.
_RUN: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "init": _run_init,
    "dev": _run_dev,
    "build": _run_build,
    "serve": _run_serve,
    "explain": _run_explain,
    "openapi-check": _run_check,
    "changes": _run_changes,
    "schema": _run_schema,
    "completion": _run_completion,
}


if __name__ == "__main__":
    sys.exit(main())
