"""The command ``navapi``.

Exit status: 0 where all is well, 1 where there are problems in the input, 2 where
the command line is wrong. Results go to stdout, problems to stderr, one line each.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from sphinx_navapi._version import __version__
from sphinx_navapi.diagnostics import Diagnostic, Level
from sphinx_navapi.diagnostics.terminal import printable, shown_line
from sphinx_navapi.plan.conf_file import ProjectError

FINE, PROBLEMS, USAGE = 0, 1, 2

#: Processes of one server; a slip of the finger is no reason to start thousands.
_MOST_WORKERS = 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with *arguments* (of the process, if ``None``); its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    given, flags = _split_flags(given)
    parser = make_parser()
    try:
        options = parser.parse_args(given)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if flags and options.command != "build":
        return _fail("only navapi build passes flags after -- on", USAGE)
    options.flags = flags
    try:
        status = int(options.run(options))
        # What waits here would else fail at exit, where nobody can tell of it.
        sys.stdout.flush()
        return status
    except ProjectError as error:
        return _fail(str(error), USAGE if error.usage else PROBLEMS)
    except BrokenPipeError:
        # Whoever read the output has left; what remains must not fail at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _tell_os_error(error)


def _tell_os_error(error: OSError) -> int:
    """A line about a file or device that failed, and nothing more at exit."""
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    null = os.open(os.devnull, os.O_WRONLY)
    with contextlib.suppress(OSError, ValueError):
        os.dup2(null, sys.stdout.fileno())
    what = f"{error.filename}: " if error.filename else "the result cannot be written: "
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


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="navapi", description="Build documentation from docs.json and OpenAPI documents."
    )
    parser.add_argument("--version", action="version", version=f"navapi {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_dev(commands)
    _add_build(commands)
    _add_serve(commands)
    _add_explain(commands)
    _add_check(commands)
    _add_changes(commands)
    _add_schema(commands)
    return parser


def _add_dev(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "dev",
        help="build, serve, and rebuild on every change",
        description="Build the site and serve it; whenever a file is saved, rebuild what changed"
        " and have every open tab show it. Writes into the folder that navapi build writes into.",
    )
    _add_source(parser)
    _add_address(parser, port=3000)
    parser.add_argument("--open", action="store_true", help="open a browser")
    _add_overrides(parser)
    parser.set_defaults(run=_run_dev)


def _add_build(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "build",
        help="build the site",
        usage="navapi build [-h] [-D NAME=VALUE] [--fail-on error|warning] [SRC] [OUT]"
        " [-- SPHINX_BUILD_FLAGS …]",
        description="Build the site with sphinx-build. A conf.py is used if there is one and not"
        " needed. Flags after -- are those of sphinx-build, as in: navapi build docs -- -W -j auto",
    )
    _add_source(parser)
    parser.add_argument(
        "out", nargs="?", type=Path, metavar="OUT", help="output folder (SRC/_build/html)"
    )
    _add_overrides(parser)
    parser.add_argument(
        "--fail-on",
        choices=("error", "warning"),
        metavar="LEVEL",
        help="exit with status 1 if anything is reported as an error, or also as a warning",
    )
    parser.set_defaults(run=_run_build)


def _add_serve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve a built site, with the relay",
        description="Serve a built site and its relay, also behind a reverse proxy.",
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="output folder of a build")
    _add_address(parser, port=8000)
    repeated = (
        ("--site-url", "URL", "public address of the site, with its path"),
        ("--trusted-proxy", "ADDRESS", "a reverse proxy, or a network of them, to believe"),
        ("--allow-origin", "ORIGIN", "another site whose pages may use the relay"),
        ("--allow-private", "HOST", "a host in a private network that the relay may reach"),
    )
    for name, value, text in repeated:
        parser.add_argument(
            name, action="append", default=[], metavar=value, help=f"{text}; may be repeated"
        )
    parser.add_argument(
        "--workers", type=_workers, default=1, metavar="N", help="processes that share the port (1)"
    )
    parser.add_argument(
        "--mcp",
        choices=("read", "send", "off"),
        default="read",
        help="what programs may do at /mcp: read the site, also send requests, or nothing (read)",
    )
    parser.set_defaults(run=_run_serve)


def _add_address(parser: argparse.ArgumentParser, *, port: int) -> None:
    parser.add_argument(
        "--port", type=_port, default=port, metavar="PORT", help=f"port to listen on ({port})"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="HOST", help="address to listen on (127.0.0.1)"
    )


def _port(text: str) -> int:
    """A port; 0 is any that is free."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port: write a number up to 65535")
    return int(text)


def _workers(text: str) -> int:
    """How many processes."""
    if not text.isdecimal() or not 1 <= int(text[:9]) <= _MOST_WORKERS:
        raise argparse.ArgumentTypeError(
            f"{text} is no number of workers: write 1 to {_MOST_WORKERS}"
        )
    return int(text)


def _add_explain(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "explain",
        help="show the resolved navigation, or why an operation has or lacks a page",
        description="Show the resolved navigation without building. With REF: why it has or lacks a"
        " page, by which rule and element, and how to change that.",
    )
    _add_source(parser)
    parser.add_argument(
        "ref",
        nargs="?",
        metavar="REF",
        help='an operation ("GET /users"), an operationId or a page path',
    )
    parser.add_argument("--json", action="store_true", help="print the object of site.json")
    _add_overrides(parser)
    parser.set_defaults(run=_run_explain)


def _add_check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "openapi-check",
        help="check OpenAPI documents",
        description="Print every problem of OpenAPI documents with line and column.",
    )
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="JSON or YAML file, or a name of navapi_documents in conf.py",
    )
    parser.add_argument(
        "--src", type=Path, default=Path(), metavar="SRC", help="folder with that conf.py (.)"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "github", "sarif"),
        default="text",
        help="how to print them",
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="apply this overlay to each of them first; may be repeated",
    )
    parser.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="say nothing of the problems in this file",
    )
    parser.add_argument(
        "--write-baseline",
        action="store_true",
        help="write all problems of now into the baseline",
    )
    parser.set_defaults(run=_run_check)


def _add_changes(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "changes",
        help="compare two versions of an OpenAPI document",
        description="Print what changed between two versions of an OpenAPI document, and which of"
        " it breaks clients. Breaking changes come first.",
    )
    parser.add_argument(
        "old",
        metavar="OLD",
        help="JSON or YAML file of the old one, or the name of a document of the project",
    )
    parser.add_argument("new", metavar="NEW", help="the same of the new one")
    parser.add_argument(
        "--src",
        type=Path,
        metavar="SRC",
        help="read both as the project in this folder does: with its overlays, and those that"
        " code writes or that have a URL (the current folder, if OLD or NEW is not a file)",
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="apply this overlay to both of them first; may be repeated",
    )
    parser.add_argument(
        "--format", choices=("text", "md", "json"), default="text", help="how to print them"
    )
    parser.add_argument(
        "--fail-on",
        choices=("breaking", "any"),
        help="exit with status 1 if there is a breaking change, or any change",
    )
    parser.set_defaults(run=_run_changes)


def _add_schema(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of docs.json",
        description="Print the JSON Schema (draft 2020-12) of docs.json, for editors.",
    )
    parser.set_defaults(run=_run_schema)


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "src",
        nargs="?",
        type=Path,
        default=Path(),
        metavar="SRC",
        help="folder with docs.json (the current one)",
    )


def _add_overrides(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-D",
        dest="overrides",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a value of conf.py",
    )


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
        )
    )


def _run_build(options: argparse.Namespace) -> int:
    from sphinx_navapi.build.build_command import build, sphinx_arguments
    from sphinx_navapi.config.site_config import parsed_once

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
        )
    )


def _need_server(command: str) -> None:
    """:raises ProjectError: packages are missing that only servers need."""
    names = ("starlette", "uvicorn", "httpx", "watchfiles")
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing:
        raise ProjectError(
            f"navapi {command} needs {', '.join(missing)}: pip install 'sphinx-navapi[serve]'"
        )


def _run_explain(options: argparse.Namespace) -> int:
    from sphinx_navapi.config.site_config import parsed_once
    from sphinx_navapi.html.site_json import site_json
    from sphinx_navapi.plan import resolve_site
    from sphinx_navapi.plan.conf_file import open_project, plan_inputs
    from sphinx_navapi.plan.explain import explain_navigation, explain_reference

    with (
        parsed_once(),
        plan_inputs(open_project(options.src, options.overrides)) as (inputs, problems),
    ):
        _progress(f"reading {options.src}")
        site = resolve_site(inputs)
        if options.ref is not None:
            answer = explain_reference(site, options.ref)
            if options.json:
                _print_json({"has_page": answer.has_page, "lines": list(answer.lines)})
            else:
                _print_lines(answer.lines)
            return FINE if answer.has_page else PROBLEMS
        if options.json:
            _print_json(site_json(site.plan, lambda docname: f"{docname}.html"))
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


def _progress(text: str) -> None:
    """Say what is being done, to someone who watches."""
    if sys.stderr.isatty():
        print(printable(f"{text} …", sys.stderr), file=sys.stderr)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(printable(line, sys.stdout))


def _print_json(value: object) -> None:
    print(printable(json.dumps(value, ensure_ascii=False, indent=2), sys.stdout))


def _print_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    for diagnostic in diagnostics:
        print(shown_line(diagnostic, sys.stderr), file=sys.stderr)


def _fail(message: str, status: int) -> int:
    print(printable(f"navapi: {message}", sys.stderr), file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
