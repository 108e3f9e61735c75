"""The two commands of a fresh clone: `python3 run.py demo` and `python3 run.py test`.

Needs Python 3.11 or newer and nothing else: everything is installed into `.venv`
beside this file, once, and again only when pyproject.toml has changed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

#: Dependency groups of pyproject.toml required by the checks.
TEST_GROUPS = ("lint", "types", "test", "themes", "frameworks")

#: Names of Chromium on the search path, the same as in tests/browser/conftest.py.
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


def main() -> int:
    """Run the command in the arguments and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0].replace("`", ""))
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser(
        "demo", help="build and serve the demo site with a working API, and open a browser"
    )
    demo.add_argument("--theme", help="an HTML theme instead of our own, for example furo")
    demo.add_argument("--port", default="3000", help="port on 127.0.0.1 (default: 3000)")
    demo.add_argument("--no-open", action="store_true", help="do not open a browser")
    test = commands.add_parser(
        "test", help="lint, types and tests; further arguments go to pytest", allow_abbrev=False
    )
    test.add_argument(
        "--fast",
        action="store_true",
        help="only lint, and tests without a build, a browser or a socket: less than a minute",
    )
    arguments, rest = parser.parse_known_args()
    if rest and arguments.command != "test":
        parser.error(f"unrecognized arguments: {shlex.join(rest)}")
    demo_groups = ("themes",) if arguments.command == "demo" and arguments.theme else ()
    try:
        install(TEST_GROUPS if arguments.command == "test" else demo_groups)
    except subprocess.CalledProcessError as error:
        say(f"failed: {shlex.join(map(str, error.cmd))}")
        return 1
    if arguments.command == "demo":
        return run_demo(arguments.theme, arguments.port, open_browser=not arguments.no_open)
    if arguments.fast:
        return run_checks([*rest, "--fast"], {"lint", "format"})
    prepare_browser()
    return run_checks(rest)


def install(groups: tuple[str, ...]) -> None:
    """Install the package and *groups* of its dependencies into `.venv`, unless that is done.

    :raises CalledProcessError: a step failed, and has printed why.
    """
    state = hashlib.sha256((HERE / "pyproject.toml").read_bytes() + sys.version.encode())
    stamps = [VENV / f".installed-{name}" for name in ("package", *groups)]
    wanted = state.hexdigest()
    if PYTHON.exists() and all(stamp.exists() and stamp.read_text() == wanted for stamp in stamps):
        return
    if not PYTHON.exists():
        say("creating .venv")
        create_venv()
    say("installing (once; some minutes on a slow network)")
    pip = (PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    # `--group` requires pip 25.1; distributions ship older ones.
    subprocess.run((*pip, "--upgrade", "pip>=25.1"), check=True, cwd=HERE)
    options = [part for group in groups for part in ("--group", group)]
    subprocess.run((*pip, "--editable", ".[serve]", *options), check=True, cwd=HERE)
    for stamp in stamps:
        stamp.write_text(wanted)


def create_venv() -> None:
    """Create `.venv`, or report the missing system package."""
    result = subprocess.run((sys.executable, "-m", "venv", VENV), check=False)
    if result.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        say("Python cannot create virtual environments; on Debian: apt-get install python3-venv")
        raise subprocess.CalledProcessError(result.returncode, result.args)


def prepare_browser() -> None:
    """Install Chromium for the browser tests if there is none, or print how to do that.

    Its headless shell does the tests in half the time, and replaces another one if we may install.
    """
    if os.environ.get("NAVAPI_CHROMIUM") or shutil.which(CHROMIUM[0]):
        return
    if sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get"):
        # Releases without the shell have the browser.
        if any(install_package(name) for name in CHROMIUM[:2] if not shutil.which(name)):
            return
    if any(map(shutil.which, CHROMIUM)):
        return
    say("getting Chromium for the browser tests: playwright install --only-shell chromium")
    command = (PYTHON, "-m", "playwright", "install", "--only-shell", "chromium")
    if subprocess.run(command, check=False).returncode:
        say(
            "no Chromium: the browser tests are skipped. Install Chromium or Chrome, or set "
            "NAVAPI_CHROMIUM to its path"
        )


def install_package(name: str) -> bool:
    """Whether apt-get could install *name*."""
    say(f"installing Chromium for the browser tests: apt-get install {name}")
    return all(
        subprocess.run(
            ("apt-get", "-qq", "-o", "Acquire::http::Timeout=20", *command),
            check=False,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        ).returncode
        == 0
        for command in (("update",), ("-y", "--no-install-recommends", "install", name))
    )


def run_demo(theme: str | None, port: str, *, open_browser: bool) -> int:
    """Serve the demo site and an API for its playground, until interrupted."""
    command = [str(BIN / "navapi"), "dev", "demo_site", "--port", port]
    if open_browser:
        command.append("--open")
    if theme:
        command += ["-D", f"html_theme={theme}"]
    emulator = subprocess.Popen((PYTHON, "demo_site/emulator.py"), cwd=HERE)
    site = subprocess.Popen(command, cwd=HERE)
    # A signal is passed on to the site; Ctrl+C reaches it directly.
    signal.signal(signal.SIGTERM, lambda _number, _frame: site.terminate())
    try:
        while True:
            try:
                return site.wait()
            except KeyboardInterrupt:
                say("ending")
    finally:
        emulator.terminate()
        emulator.wait()


def run_checks(
    pytest_options: list[str], wanted: Collection[str] = ("lint", "format", "types")
) -> int:
    """Run the *wanted* checks and the tests; unless one failed, their last line is the last."""
    failed = [
        name
        for name, command in (
            ("lint", ("ruff", "check", ".")),
            ("format", ("ruff", "format", "--check", ".")),
        )
        if name in wanted and not run_check(name, command)
    ]
    with ThreadPoolExecutor() as beside:
        # It needs a single core, and so does the start of the tests.
        types = beside.submit(run_check, "types", ("mypy",)) if "types" in wanted else None
        status = run_tests(pytest_options)
    if types is not None and not types.result():
        failed.append("types")
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else status


def run_tests(options: list[str]) -> int:
    """The exit status of pytest."""
    if not chooses_tests(options):
        # One more than cores: many tests wait for a browser, a server or another process. Tests of
        # a file stay together as long as there are others, to share what they build.
        processes = ("--numprocesses", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
        options = [*processes, *options]
        say("about a minute" if "--fast" in options else "about 15 minutes on two cores")
    say(f"tests: pytest {shlex.join(options)}")
    # Hundreds of tests start a process: without the cache, each would compile the package.
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        (PYTHON, "-m", "pytest", *options), check=False, cwd=HERE, env=kept
    ).returncode


def chooses_tests(options: list[str]) -> bool:
    """Whether *options* of pytest select tests, or set the number of processes.

    All tests use every core. A few finish sooner, and are more readable, in one process.
    """
    return any(
        option.startswith(("-k", "-n", "--numprocesses", "--pdb"))
        or (not option.startswith("-") and (HERE / option.partition("::")[0]).exists())
        for option in options
    )


def run_check(name: str, command: tuple[str, ...]) -> bool:
    """Whether *command*, a module of the environment, succeeded; its output is printed at once."""
    done = subprocess.run(
        (PYTHON, "-m", *command), check=False, cwd=HERE, capture_output=True, text=True
    )
    say(f"{name}: {shlex.join(command)}\n{done.stdout}{done.stderr}".rstrip())
    return done.returncode == 0


def say(text: str) -> None:
    """Print one line of progress, in order with what subprocesses print."""
    sys.stdout.write(f"run.py: {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    # With an older Python, print a sentence instead of pip's error.
    if sys.version_info < (3, 11):  # noqa: UP036
        sys.exit("run.py: Python 3.11 or newer is needed; this is " + sys.version.split()[0])
    sys.exit(main())
