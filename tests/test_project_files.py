"""The files around the package are consistent."""

from __future__ import annotations

import configparser
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import sphinx_navapi
from sphinx_navapi.config.json_schema import DOCUMENTATION
from sphinx_navapi.html.themes import THEMES

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def tracked_files() -> list[Path]:
    result = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if result.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in result.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_no_merge_is_unfinished() -> None:
    sides = re.compile(rb"^(?:<{7}|>{7}) ", re.MULTILINE)
    assert [path.name for path in tracked_files() if sides.search(path.read_bytes())] == []


def test_version_and_changelog_agree() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## (\S+)", changelog, re.MULTILINE)
    assert versions[0] == sphinx_navapi.__version__
    sections = set(re.findall(r"^### (.+)", changelog, re.MULTILINE))
    assert sections <= {"Added", "Changed", "Fixed"}


def test_tox_environments_are_described_and_use_groups_that_exist() -> None:
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini", encoding="utf-8")
    environments = [name for name in tox.sections() if name.startswith("testenv")]
    assert {f"testenv:{name}" for name in ("lint", "types", "docs", "demo", "corpus", "bench")} <= (
        set(environments)
    )
    for name in environments:
        assert tox[name]["description"], name
        groups = tox[name].get("dependency_groups", "").split()
        assert set(groups) <= PROJECT["dependency-groups"].keys(), name


def test_the_lowest_versions_are_those_of_the_project() -> None:
    tox = (ROOT / "tox.ini").read_text("utf-8")
    required = [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["serve"],
    ]
    lowest = [name.split(",")[0].replace(">=", "==") for name in required]
    assert re.findall(r"^ +lowest: (.+)$", tox, re.MULTILINE) == lowest


def test_every_supported_theme_is_installed_for_tests() -> None:
    """Alabaster comes with Sphinx."""
    groups = PROJECT["dependency-groups"]["themes"]
    installed = {re.split(r"[><=]", name)[0].replace("-", "_") for name in groups}
    assert {*THEMES} == {*installed, "alabaster"}


def test_script_for_continuous_integration_is_executable_bash() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o100
    assert script.read_text("utf-8").startswith("#!/usr/bin/env bash\n")
    subprocess.run(["bash", "-n", script], check=True)


def test_read_the_docs_builds_the_documentation() -> None:
    config = yaml.safe_load((ROOT / ".readthedocs.yaml").read_text("utf-8"))
    assert (ROOT / config["sphinx"]["configuration"]).is_file()
    assert config["sphinx"]["fail_on_warning"] is True


def test_classifiers_name_the_pythons_that_tox_tests() -> None:
    tox = (ROOT / "tox.ini").read_text("utf-8")
    for classifier in PROJECT["project"]["classifiers"]:
        if match := re.fullmatch(r"Programming Language :: Python :: 3\.(\d+)", classifier):
            assert f"py3{match[1]}" in tox


def test_addresses_of_the_documentation_agree() -> None:
    assert PROJECT["project"]["urls"] == {
        "Documentation": DOCUMENTATION,
        "Changelog": f"{DOCUMENTATION}changelog.html",
    }


def test_no_file_names_a_package_registry() -> None:
    hosts = ("pypi" + ".org", "files.python" + "hosted.org", "registry.npm" + "js.org")
    for path in tracked_files():
        if path.suffix in {".png", ".ico", ".mo", ".woff2", ".zip"}:
            continue
        text = path.read_text("utf-8")
        assert not any(host in text for host in hosts), path


def built(target: str, folder: Path) -> Path:
    """What hatchling builds from the project."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (file,) = folder.iterdir()
    return file


def source_names() -> set[str]:
    """The files of the project, including uncommitted ones."""
    new = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    tracked = {path.relative_to(ROOT).as_posix() for path in tracked_files()}
    return tracked | {name for name in new.stdout.split("\0") if name}


def test_lines_of_scripts_styles_and_templates_are_short() -> None:
    """Except texts, which a line holds whole, and what a program writes."""
    package = ROOT / "sphinx_navapi"
    written = [
        path for kind in ("css", "js", "html", "jinja") for path in package.rglob(f"*.{kind}")
    ]
    paths = [p for p in written if "translated" not in p.parts and not p.name.endswith(".min.js")]
    assert len(paths) > 40
    for path in paths:
        long = [line for line in path.read_text("utf-8").splitlines() if len(line) > 120]
        assert path.name == "words.js" or long == [], path


def test_wheel_holds_the_package_and_nothing_else(tmp_path: Path) -> None:
    wheel = built("wheel", tmp_path)
    held = set(zipfile.ZipFile(wheel).namelist())
    about = {name for name in held if name.startswith("sphinx_navapi-")}
    assert {name.partition("/")[2] for name in about} == {
        "METADATA", "WHEEL", "entry_points.txt", "licenses/LICENSE", "RECORD",
    }  # fmt: skip
    assert held - about == {
        name
        for name in source_names()
        if name.startswith("sphinx_navapi/")
        and not name.startswith("sphinx_navapi/html/translated/")
        and not name.endswith(".po")
    }
    assert {
        "sphinx_navapi/py.typed",
        "sphinx_navapi/locale/de/LC_MESSAGES/sphinx_navapi.mo",
    } <= held
    assert wheel.stat().st_size < 2_300_000


def test_source_distribution_holds_the_repository_and_nothing_else(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path)) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert held - {"PKG-INFO"} == source_names()


def test_what_the_instructions_name_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## How to add one")[2].partition("\n## ")[0]
    paths = re.findall(r"`((?:sphinx_navapi|tests|docs)/[\w./-]+)`", section)
    assert len(paths) >= 10
    assert [name for name in paths if not (ROOT / name.removesuffix("/NAME")).exists()] == []
    registries = re.findall(r"`([A-Z_]{5,})` in\s+`([\w./-]+)`", section)
    assert len(registries) >= 4
    for name, file in registries:
        assert re.search(rf"^{name}\b.* = [({{]$", (ROOT / file).read_text("utf-8"), re.MULTILINE)
