"""The ``navapi`` command line: commands, arguments and options."""

from __future__ import annotations

import argparse
import contextlib
import io
import re
from pathlib import Path
from typing import NoReturn

from sphinx_navapi._version import __version__
from sphinx_navapi.diagnostics.similar_words import nearest_word

#: Those with completion.
SHELLS = ("bash", "zsh", "fish")

#: Maximum number of processes of one server: a typo must not start thousands.
_MOST_WORKERS = 64


class _SuggestingParser(argparse.ArgumentParser):
    """A parser that suggests the most similar command or value."""

    def error(self, message: str) -> NoReturn:
        match = re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message)
        near = nearest_word(match[1], re.findall(r"[\w-]+", match[2])) if match else None
        super().error(message if near is None else f"{message}: did you mean {near}?")


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser: argparse.ArgumentParser = _SuggestingParser(
        prog="navapi", description="Build documentation from docs.json and OpenAPI documents."
    )
    parser.add_argument("--version", action="version", version=f"navapi {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_init(commands)
    _add_dev(commands)
    _add_build(commands)
    _add_serve(commands)
    _add_explain(commands)
    _add_check(commands)
    _add_changes(commands)
    _add_schema(commands)
    _add_completion(commands)
    return parser


#: The placeholders of arguments that are paths.
_FOLDERS = ("SRC", "OUT")
_FILES = ("FILE", "OLD", "NEW")


def completion_script(shell: str) -> str:
    """A script that completes the commands in *shell*, one of `SHELLS`."""
    # Only this command needs it.
    import shtab

    parser = make_parser()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:
                # What shells show beside a command.
                action.choices[listed.dest].description = listed.help
            for argument in (each for one in action.choices.values() for each in one._actions):
                if argument.metavar in _FOLDERS:
                    argument.complete = shtab.DIRECTORY
                elif argument.metavar in _FILES:
                    argument.complete = shtab.FILE
    return f"{shtab.complete(parser, shell)}\n"


def option_names(command: str) -> list[str]:
    """The long options of *command*, as shown in its help."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.suppress(SystemExit):
        make_parser().parse_args([command, "--help"])
    return list(dict.fromkeys(re.findall(r"--[a-z][a-z-]*", text.getvalue())))


def _add_init(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "init",
        help="start a site: write docs.json and, if missing, conf.py",
        description="Ask three questions and write docs.json, and in an empty folder also"
        " conf.py and a first page. Existing files are never changed: for an existing conf.py,"
        " the lines to add are printed. With a mint.json, the docs.json has its settings.",
    )
    parser.add_argument(
        "src", nargs="?", type=Path, default=Path(), metavar="SRC", help="folder (default: .)"
    )
    parser.add_argument("--name", metavar="NAME", help="name of the site (skips the question)")
    parser.add_argument(
        "--openapi", metavar="FILE", help="OpenAPI document in SRC, or none (skips the question)"
    )
    parser.add_argument("--theme", metavar="THEME", help="HTML theme (skips the question)")
    parser.add_argument("--yes", action="store_true", help="accept all defaults without asking")


def _add_dev(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "dev",
        help="build, serve, and rebuild on every change",
        description="Build the site and serve it. When you save a file, rebuild what changed and"
        " reload every open tab. The output folder is that of navapi build.",
    )
    _add_source(parser)
    _add_address(parser, port=3000)
    parser.add_argument("--open", action="store_true", help="open a browser")
    parser.add_argument(
        "--base-url",
        metavar="URL",
        help="address of the API, for documents without servers (as NAVAPI_BASE_URL)",
    )
    _add_overrides(parser)


def _add_build(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "build",
        help="build the site",
        usage="navapi build [-h] [-D NAME=VALUE] [--fail-on error|warning] [SRC] [OUT]"
        " [-- SPHINX_BUILD_FLAGS …]",
        description="Build the site with sphinx-build. A conf.py is used if present, but not"
        " required. Flags after -- are passed to sphinx-build, as in: navapi build docs -- -W -j"
        " auto",
    )
    _add_source(parser)
    parser.add_argument(
        "out", nargs="?", type=Path, metavar="OUT", help="output folder (default: SRC/_build/html)"
    )
    _add_overrides(parser)
    parser.add_argument(
        "--fail-on",
        choices=("error", "warning"),
        metavar="LEVEL",
        help="exit with status 1 on errors, or on errors and warnings",
    )


def _add_serve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="serve a built site with its relay",
        description="Serve a built site and its relay, directly or behind a reverse proxy.",
    )
    parser.add_argument("out", type=Path, metavar="OUT", help="output folder of a build")
    _add_address(parser, port=8000)
    repeated = (
        ("--site-url", "URL", "public URL of the site, with its path"),
        ("--trusted-proxy", "ADDRESS", "trusted reverse proxy address or network (CIDR)"),
        ("--allow-origin", "ORIGIN", "another site whose pages may use the relay"),
        ("--allow-private", "HOST", "a host in a private network that the relay may reach"),
        ("--limit", "NAME=VALUE", "a limit of the relay, such as response_bytes=20MiB"),
        ("--metrics-from", "ADDRESS", "client address or network (CIDR) that may read metrics"),
    )
    for name, value, text in repeated:
        parser.add_argument(
            name, action="append", default=[], metavar=value, help=f"{text}; can be repeated"
        )
    parser.add_argument(
        "--workers", type=_workers, default=1, metavar="N", help="number of processes (default: 1)"
    )
    parser.add_argument(
        "--mcp",
        choices=("read", "send", "off"),
        default="read",
        help="what AI tools may do at /mcp: read the site, also send requests, or nothing"
        " (default: read)",
    )

    parser.add_argument(
        "--metrics",
        action="store_true",
        help="serve metrics for Prometheus at /_navapi/metrics, to this machine only unless"
        " --metrics-from names others",
    )
    parser.add_argument(
        "--access-log",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="print a line for each request (default), or none",
    )


def _add_address(parser: argparse.ArgumentParser, *, port: int) -> None:
    parser.add_argument(
        "--port",
        type=_port,
        default=port,
        metavar="PORT",
        help=f"port to listen on (default: {port})",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to listen on (default: 127.0.0.1)",
    )


def _port(text: str) -> int:
    """A port number; 0 picks any free port."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(
            f"{text} is not a valid port: write a number from 0 to 65535"
        )
    return int(text)


def _workers(text: str) -> int:
    """A number of processes."""
    if not text.isdecimal() or not 1 <= int(text[:9]) <= _MOST_WORKERS:
        raise argparse.ArgumentTypeError(
            f"{text} is not a valid number of workers: write 1 to {_MOST_WORKERS}"
        )
    return int(text)


def _add_explain(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "explain",
        help="show the resolved navigation, or why an operation has or lacks a page",
        description="Show the resolved navigation without building. With REF: explain why it has or"
        " lacks a page, which element decides that, and how to change it.",
    )
    # Not converted to a path yet: without a folder, it is REF.
    parser.add_argument(
        "src", nargs="?", default=".", metavar="SRC", help="folder with docs.json (default: .)"
    )
    parser.add_argument(
        "ref",
        nargs="?",
        metavar="REF",
        help='an operation ("GET /users"), an operationId or a page path',
    )
    parser.add_argument("--json", action="store_true", help="print the contents of site.json")
    _add_overrides(parser)


def _add_check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "openapi-check",
        help="check OpenAPI documents",
        description="Print every problem in OpenAPI documents, with line and column.",
    )
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="JSON or YAML file, or a name in navapi_documents of conf.py",
    )
    parser.add_argument(
        "--src", type=Path, default=Path(), metavar="SRC", help="folder with conf.py (default: .)"
    )
    parser.add_argument(
        "--format",
        choices=("text", "json", "github", "sarif"),
        default="text",
        help="output format (default: text)",
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="apply this overlay to each document first; can be repeated",
    )
    parser.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="ignore the problems listed in this file",
    )
    parser.add_argument(
        "--write-baseline",
        action="store_true",
        help="write all current problems to the baseline file",
    )


def _add_changes(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "changes",
        help="compare two versions of an OpenAPI document",
        description="Print what changed between two versions of an OpenAPI document, and which"
        " changes break clients. Breaking changes come first.",
    )
    parser.add_argument(
        "old",
        metavar="OLD",
        help="old version: a JSON or YAML file, or the name of a document in the project",
    )
    parser.add_argument("new", metavar="NEW", help="new version: the same")
    parser.add_argument(
        "--src",
        type=Path,
        metavar="SRC",
        help="read both as the project in this folder does: with its overlays, and including"
        " documents from code or URLs (default: ., if OLD or NEW is not a file)",
    )
    parser.add_argument(
        "--overlay",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="apply this overlay to both documents first; can be repeated",
    )
    parser.add_argument(
        "--format",
        choices=("text", "md", "json"),
        default="text",
        help="output format (default: text)",
    )
    parser.add_argument(
        "--fail-on",
        choices=("breaking", "any"),
        help="exit with status 1 on breaking changes, or on any change",
    )


def _add_schema(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    commands.add_parser(
        "schema",
        help="print the JSON Schema of docs.json",
        description="Print the JSON Schema (draft 7) of docs.json, for editors.",
    )


def _add_completion(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "completion",
        help="print a shell completion script",
        description="Print a shell completion script for navapi. Its documentation says where to"
        " save it.",
    )
    parser.add_argument("shell", choices=SHELLS, help="your shell")


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "src",
        nargs="?",
        type=Path,
        default=Path(),
        metavar="SRC",
        help="folder with docs.json (default: .)",
    )


def _add_overrides(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-D",
        dest="overrides",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="override a value of conf.py",
    )
