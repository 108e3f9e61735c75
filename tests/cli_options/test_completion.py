"""Completion, tested in the shells themselves."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sphinx_navapi.cli import main

ROOT = Path(__file__).parents[2]
#: The commands as listed in the documentation.
COMMAND_LINE = (ROOT / "docs/reference/command-line.md").read_text("utf-8")
COMMANDS = re.findall(r"^\| `navapi ([a-z-]+)", COMMAND_LINE, re.MULTILINE)


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def in_bash(script: str, *words: str) -> list[str]:
    """What bash suggests for the last of *words*."""
    line = (
        'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_navapi; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-uc", f"{script}\n{line}", "bash", *words],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_offers_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    text = script("bash", capsys)
    assert len(COMMANDS) > 8
    assert {*COMMANDS} == {*in_bash(text, "navapi", "")}
    assert {"--help", "--version"} <= {*in_bash(text, "navapi", "-")}
    assert in_bash(text, "navapi", "openapi") == ["openapi-check"]
    assert in_bash(text, "navapi", "nothing") == []


@pytest.mark.parametrize("command", COMMANDS)
def test_bash_offers_every_option_that_the_help_shows(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script("bash", capsys)
    assert main([command, "--help"]) == 0
    shown = re.findall(r"^  -.*?(?=  |$)", capsys.readouterr().out, re.MULTILINE)
    options = {name for line in shown for name in re.findall(r"(?<![\w-])--?\w[\w-]*", line)}
    assert "--help" in options
    assert {*in_bash(text, "navapi", command, "-")} == options


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["build", "--fail-on", ""], ["error", "warning"]),
        (["build", "docs", "--fail-on", "w"], ["warning"]),
        (["serve", "out", "--mcp", ""], ["read", "send", "off"]),
        (["changes", "a.yaml", "b.yaml", "--fail-on", ""], ["breaking", "any"]),
        (["openapi-check", "--format", "s"], ["sarif"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        # No files if none is expected.
        (["dev", "--port", ""], []),
    ],
)
def test_bash_offers_values(
    words: list[str], offered: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert in_bash(script("bash", capsys), "navapi", *words) == offered


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_zsh_reads_its_script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "_navapi"
    path.write_text(script("zsh", capsys), "utf-8")
    subprocess.run(["zsh", "-n", path], check=True)


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_offers_commands_and_values(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "navapi.fish"
    path.write_text(script("fish", capsys), "utf-8")

    def offered(line: str) -> set[str]:
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source {path}; complete -C '{line}'"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return {answer.split("\t")[0] for answer in done.stdout.splitlines()}

    assert offered("navapi ") == {*COMMANDS}
    assert offered("navapi build --fail-on ") == {"error", "warning"}
    assert "--overlay" in offered("navapi changes --o")
    assert offered("navapi schema ") == set()


def test_all_scripts_name_all_options(capsys: pytest.CaptureFixture[str]) -> None:
    for shell, name in {"bash": "--fail-on", "zsh": '"--fail-on[', "fish": "-l fail-on "}.items():
        assert name in script(shell, capsys)
