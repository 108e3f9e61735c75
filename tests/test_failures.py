"""Errors that stop a command: one line that says what is wrong, and no partial output."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest
from sphinx.cmd.build import build_main
from write_files import write_files

from sphinx_navapi import __version__
from sphinx_navapi.cli import main
from sphinx_navapi.project.output_files import OutputFiles

GOOD = {"name": "Site", "navigation": {"pages": ["index"]}}


@pytest.fixture
def src(tmp_path: Path) -> Path:
    files = {"docs.json": GOOD, "index.md": "# Start\n\nText.\n"}
    return write_files(tmp_path / "src", files)


def run(*arguments: str | Path, stdout: str | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinx_navapi", *map(str, arguments)]
    with Path(stdout or "/dev/null").open("w") as out:
        return subprocess.run(command, stdout=out, stderr=subprocess.PIPE, text=True, check=False)


UNREADABLE = [
    (b'{\n "name": "X",\n "navigation": {"pages": ["index"}\n}', "docs.json:3:26: "),
    (b'{"name": "\xff"}', "docs.json:1:11: "),
    (b"[1]", "docs.json:1:1: "),
]


@pytest.mark.parametrize(("content", "place"), UNREADABLE)
def test_unreadable_configuration_ends_navapi_build(
    src: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], content: bytes, place: str
) -> None:
    out = tmp_path / "out"
    assert main(["build", str(src), str(out), "--", "-q"]) == 0
    before = {path: path.read_bytes() for path in out.rglob("*.*") if path.is_file()}
    (src / "docs.json").write_bytes(content)
    capfd.readouterr()
    assert main(["build", str(src), str(out), "--", "-q"]) == 1
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"navapi: {place}")
    assert lines[0].endswith("nothing was built: correct the file")
    assert {path: path.read_bytes() for path in out.rglob("*.*") if path.is_file()} == before


def test_unreadable_configuration_ends_sphinx_build(
    src: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (src / "conf.py").write_text('extensions = ["sphinx_navapi"]\n', "utf-8")
    (src / "docs.json").write_text("{", "utf-8")
    out = tmp_path / "out"
    assert build_main(["-q", str(src), str(out)]) != 0
    err = capfd.readouterr().err
    assert "Extension error" in err
    assert "docs.json:1:1: " in err
    assert "Traceback" not in err
    assert "sphinx/issues" not in err
    assert not list(out.rglob("*.html"))
    assert build_main(["-q", "-T", str(src), str(out)]) != 0
    assert "Traceback" in capfd.readouterr().err


def test_explain_reports_an_unreadable_configuration(
    src: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (src / "docs.json").write_text("{", "utf-8")
    assert main(["explain", str(src)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("docs.json:1:1: ")
    assert "[navapi.config]" in err


def test_part_that_cannot_be_read_costs_only_itself(
    src: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    navigation = {"pages": ["index", {"$ref": "part.json"}]}
    (src / "docs.json").write_text(json.dumps({"navigation": navigation}), "utf-8")
    (src / "part.json").write_text("{", "utf-8")
    assert main(["build", str(src), str(tmp_path / "out"), "--", "-q"]) == 0
    assert "part.json:1:1" in capfd.readouterr().err


def test_output_folder_that_is_below_a_file(
    src: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["build", str(src), str(tmp_path / "file" / "out"), "--", "-q"]) == 1
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "Not a directory" in lines[0]
    assert "free some space" not in lines[0]


@pytest.mark.parametrize(
    ("number", "advice"),
    [(errno.ENOSPC, "free some space"), (errno.EROFS, "can be written"), (errno.EDQUOT, "free")],
)
def test_output_folder_without_room(
    src: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    advice: str,
) -> None:
    def put(files: OutputFiles, name: str, content: object) -> None:
        raise OSError(number, "no room here")

    monkeypatch.setattr(OutputFiles, "put", put)
    assert main(["build", str(src), str(tmp_path / "out"), "--", "-q"]) == 1
    lines = capfd.readouterr().err.splitlines()
    (line,) = lines
    assert "no room here" in line
    assert advice in line


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that only the system fills")
def test_output_folder_that_cannot_be_created(src: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["build", str(src), "/proc/navapi/out", "--", "-q"]) == 1
    (line,) = capfd.readouterr().err.splitlines()
    assert "/proc/navapi" in line
    assert "another output folder" in line


def test_mistake_of_an_extension_keeps_its_traceback(
    src: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (src / "conf.py").write_text(
        'extensions = ["sphinx_navapi"]\n'
        "def setup(app):\n"
        '    app.connect("builder-inited", lambda app: open("no-such-file"))\n',
        "utf-8",
    )
    assert main(["build", str(src), str(tmp_path / "out"), "--", "-q"]) == 2
    assert "another output folder" not in capfd.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("arguments", [["schema"], ["explain", "SRC", "--json"]])
def test_full_device(src: Path, arguments: list[str]) -> None:
    given = [str(src) if argument == "SRC" else argument for argument in arguments]
    found = run(*given, stdout="/dev/full")
    assert found.returncode == 1
    assert found.stderr == "navapi: cannot write the result: No space left on device\n"


def test_python_m_is_the_command() -> None:
    command = [sys.executable, "-m", "sphinx_navapi", "--version"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout == f"navapi {__version__}\n"


@pytest.mark.parametrize(
    ("text", "level", "status"),
    [
        ("Text.\n", "warning", 0),
        ("`no-such-target`_\n", None, 0),
        ("`no-such-target`_\n", "error", 1),
        ("`no-such-target`_\n", "warning", 1),
        (":doc:`nowhere`\n", "error", 0),
        (":doc:`nowhere`\n", "warning", 1),
    ],
)
def test_fail_on(src: Path, tmp_path: Path, text: str, level: str | None, status: int) -> None:
    (src / "index.md").unlink()
    (src / "index.rst").write_text(f"Start\n=====\n\n{text}", "utf-8")
    options = ["--fail-on", level] if level else []
    out = tmp_path / "out"
    assert main(["build", *options, str(src), str(out), "--", "-q"]) == status
    assert (out / "index.html").is_file()


@pytest.mark.parametrize(
    ("conf", "advice"),
    [
        ('extensions = ["sphinx_navpi"]', "did you mean sphinx_navapi?"),
        ('extensions = "sphinx_navapi"', 'extensions = ["sphinx_navapi"]'),
        ('extensions = ["no_such_thing"]', "install it"),
        ('html_theme = "alabastr"', "did you mean alabaster?"),
        ('html_theme = "no_such_thing"', "install it"),
    ],
)
def test_a_name_that_is_not_installed(
    src: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], conf: str, advice: str
) -> None:
    (src / "conf.py").write_text(f'extensions = ["sphinx_navapi"]\n{conf}\n', "utf-8")
    assert main(["build", str(src), str(tmp_path / "out"), "--", "-q"]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert advice in line


@pytest.mark.parametrize(("extensions", "is_told"), [([], True), (["sphinx_navapi"], False)])
def test_a_conf_py_that_does_not_load_the_extension(
    src: Path,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    extensions: list[str],
    is_told: bool,
) -> None:
    (src / "conf.py").write_text(f"extensions = {extensions}\n", "utf-8")
    (src / "index.rst").write_text("Start\n=====\n", "utf-8")
    (src / "index.md").unlink()
    assert main(["build", str(src), str(tmp_path / "out"), "--", "-q"]) == 0
    lines = capfd.readouterr().err.splitlines()
    assert bool(lines) == is_told
    assert all("docs.json" in line and "extensions" in line for line in lines)
