"""README fits a screen and mentions nothing that does not exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_it_fits_one_screen() -> None:
    assert len(README.splitlines()) <= 45


def test_links_lead_to_files() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)|src=\"([^\"]+)\"", README)
    targets = [link or picture for link, picture in targets]
    assert targets
    for target in targets:
        if not target.startswith("https:"):
            assert (ROOT / target).is_file(), target


def test_it_shows_the_last_lines_of_the_demo() -> None:
    match = re.search(r"```python conf\.py\n(.*?)```", README, re.DOTALL)
    assert match is not None
    assert len(match[1].splitlines()) == 4
    assert (ROOT / "demo_site" / "conf.py").read_text("utf-8").splitlines()[-3:] == (
        match[1].splitlines()[1:]
    )


def test_the_two_commands_exist() -> None:
    commands = re.findall(r"^python3 run\.py (\w+)", README, re.MULTILINE)
    assert commands == ["demo", "test"]
    for command in commands:
        result = subprocess.run(
            [sys.executable, ROOT / "run.py", command, "--help"], capture_output=True, text=True
        )
        assert result.returncode == 0
        assert f"run.py {command}" in result.stdout


def test_links_of_the_documentation_work_on_a_code_host() -> None:
    """On code hosts, Sphinx roles are shown as text in braces; Markdown links work in both."""
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if "_build" in path.parts:
            continue
        text = re.sub(
            r"^(`{3,}|~{3,}).*?^\1$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL
        )
        assert re.findall(r"\{(?:doc|ref|download)\}`[^`]*`", text) == [], path
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text):
            assert (path.parent / target).is_file(), f"{path}: {target}"
