"""The files around the package are consistent."""

from __future__ import annotations

import configparser
import inspect
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from case_files import read_yaml

import sphinx_navapi
from sphinx_navapi.config.json_schema import DOCUMENTATION
from sphinx_navapi.html.themes import THEMES
from sphinx_navapi.relay import create_app

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


CHANGE_KINDS = {kind["directory"]: kind["name"] for kind in PROJECT["tool"]["towncrier"]["type"]}


def test_every_place_with_the_version_agrees() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## (\S+)", changelog, re.MULTILINE)
    assert versions[0] == sphinx_navapi.__version__
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        pins = re.findall(r"git\+REPOSITORY_URL@v([\d.]+)", path.read_text("utf-8"))
        assert {*pins} <= {sphinx_navapi.__version__}, path


def test_the_changelog_has_the_sections_of_the_fragments_and_room_for_readers() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    before, _marker, releases = changelog.partition(PROJECT["tool"]["towncrier"]["start_string"])
    assert before.startswith("# Changelog\n")
    for release in re.split(r"^## ", releases.strip(), flags=re.MULTILINE)[1:]:
        sections = re.findall(r"^### (.+)", release, re.MULTILINE)
        assert sections == [name for name in CHANGE_KINDS.values() if name in sections]
        assert sections
        assert len(release.encode()) < 8192, release.split()[0]


def test_news_fragments_have_a_known_kind() -> None:
    """The others would be missing in the changelog; `towncrier` only skips them."""
    paths = [path for path in (ROOT / "newsfragments").iterdir() if path.name != "README.md"]
    for path in paths:
        match = re.fullmatch(r"(?:\d+|\+[a-z\d-]+)\.([a-z]+)\.md", path.name)
        assert match is not None, path.name
        assert match[1] in CHANGE_KINDS, path.name
        text = path.read_text("utf-8").strip()
        assert text, path.name
        assert not text.startswith(("-", "*", "#")), f"{path.name}: the bullet is added"


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


def test_the_group_for_development_has_what_the_script_installs() -> None:
    script = (ROOT / "run.py").read_text("utf-8")
    groups = re.search(r"^TEST_GROUPS = \((.+)\)$", script, re.MULTILINE)
    assert groups is not None
    included = [
        part["include-group"]
        for part in PROJECT["dependency-groups"]["dev"]
        if isinstance(part, dict)
    ]
    assert included == re.findall(r"\w+", groups[1])


def test_script_for_continuous_integration_is_executable_bash() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o100
    assert script.read_text("utf-8").startswith("#!/usr/bin/env bash\n")
    subprocess.run(["bash", "-n", script], check=True)


def test_read_the_docs_builds_the_documentation() -> None:
    config = read_yaml(ROOT / ".readthedocs.yaml")
    assert (ROOT / config["sphinx"]["configuration"]).is_file()
    assert config["sphinx"]["fail_on_warning"] is True


WORKFLOWS = {path.stem: read_yaml(path) for path in (ROOT / ".github/workflows").glob("*")}
JOBS = {
    f"{name}.{key}": job for name, flow in WORKFLOWS.items() for key, job in flow["jobs"].items()
}


def test_the_same_pythons_are_in_classifiers_tox_and_workflows() -> None:
    declared = [
        match[1]
        for classifier in PROJECT["project"]["classifiers"]
        if (match := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", classifier))
    ]
    assert PROJECT["project"]["requires-python"] == f">={declared[0]}"
    tox = (ROOT / "tox.ini").read_text("utf-8")
    (environments,) = re.findall(r"^env_list = (.+)$", tox, re.MULTILINE)
    assert [f"py{version.replace('.', '')}" for version in declared] == (
        re.findall(r"py3\d+", environments)
    )
    matrix = JOBS["tests.tests"]["strategy"]["matrix"]
    assert matrix["python"] == declared
    assert matrix["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    for job in JOBS.values():
        for step in job.get("steps", ()):
            python = step.get("with", {}).get("python-version", declared[-1])
            assert python in {declared[-1], "${{ matrix.python }}"}


def test_workflows_run_environments_of_tox() -> None:
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini", encoding="utf-8")
    factors = set(re.findall(r"^ +(\w+): ", (ROOT / "tox.ini").read_text("utf-8"), re.MULTILINE))
    used = {
        *JOBS["tests.checks"]["strategy"]["matrix"]["environment"],
        *JOBS["nightly.nightly"]["strategy"]["matrix"]["environment"],
        *(f"py{row['versions']}" for row in JOBS["tests.tests"]["strategy"]["matrix"]["include"]),
    }
    lines = [step["run"] for job in JOBS.values() for step in job.get("steps", ()) if "run" in step]
    used |= {name for line in lines for name in re.findall(r"^tox run -e (\w+)$", line)}
    assert {"lint", "package", "py-lowest", "py-sphinxmain"} <= used
    for name in used:
        python, *own = name.split("-")
        assert f"testenv:{name}" in tox or (python == "py" and own and {*own} <= factors), name


def test_actions_are_pinned() -> None:
    """By digest, with the version beside it, which Dependabot also updates; one for all uses."""
    pinned: dict[str, set[str]] = {}
    for path in (ROOT / ".github/workflows").glob("*"):
        text = path.read_text("utf-8")
        lines = re.findall(r"^ *(?:- )?uses: *(.+)$", text, re.MULTILINE)
        assert lines
        for line in lines:
            if not line.startswith("./"):
                match = re.fullmatch(r"([\w./-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)", line)
                assert match is not None, line
                pinned.setdefault(match[1], set()).add(match[2])
    assert all(len(versions) == 1 for versions in pinned.values()), pinned


def test_workflows_may_only_read() -> None:
    for name, workflow in WORKFLOWS.items():
        assert workflow["permissions"] == {}, name
        # YAML 1.1 reads `on` as true. This event gives forks the permissions of the repository.
        assert "pull_request_target" not in workflow[True], name
    written = {
        (name, permission)
        for name, job in JOBS.items()
        for permission, access in job["permissions"].items()
        if access != "read"
    }
    assert written == {("release.publish", "id-token")}
    assert JOBS["release.publish"]["permissions"] == {"id-token": "write"}
    # It runs nothing of the repository, whose tests are before it.
    publish = JOBS["release.publish"]
    assert {*publish["needs"]} == {"tests", "build"}
    assert all("run" not in step for step in publish["steps"])
    for name, job in JOBS.items():
        for step in job.get("steps", ()):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False, name


def test_values_reach_commands_of_workflows_as_variables() -> None:
    """In a command, ``${{ … }}`` is replaced before the shell reads it."""
    for name, job in JOBS.items():
        for step in job.get("steps", ()):
            assert "${{" not in step.get("run", ""), name


def test_citation_agrees_with_the_metadata() -> None:
    citation = read_yaml(ROOT / "CITATION.cff")
    project = PROJECT["project"]
    assert citation["version"] == sphinx_navapi.__version__
    assert (citation["title"], citation["abstract"], citation["authors"]) == (
        project["name"], project["description"], project["authors"],
    )  # fmt: skip
    assert citation["url"] == DOCUMENTATION
    # That of the icons is their own.
    assert project["license"].partition(" AND ")[0] == citation["license"]
    assert project["authors"][0]["name"] in (ROOT / "LICENSE").read_text("utf-8")


def test_forms_for_issues_are_complete() -> None:
    paths = {path.stem: path for path in (ROOT / ".github/ISSUE_TEMPLATE").iterdir()}
    pages = [link["url"] for link in read_yaml(paths.pop("config"))["contact_links"]]
    for page in pages:
        assert page.startswith(DOCUMENTATION)
        assert (ROOT / "docs" / page.removeprefix(DOCUMENTATION)).with_suffix(".md").is_file()
    assert {*paths} == {"bug_report", "feature_request"}
    for path in paths.values():
        form = read_yaml(path)
        assert form["name"]
        assert form["description"]
        ids = [field["id"] for field in form["body"]]
        assert len(ids) == len({*ids}) > 0
        for field in form["body"]:
            assert field["type"] in {"textarea", "input", "dropdown", "checkboxes"}
            assert field["attributes"]["label"]


def test_security_names_options_of_the_relay() -> None:
    options = inspect.signature(create_app).parameters
    named = re.findall(r"`((?:allow|site)\w+)`", (ROOT / "SECURITY.md").read_text("utf-8"))
    assert {*named} == {"allow_private", "allow_loopback", "allowed_origins"}
    assert {*named} <= options.keys()


def test_hooks_for_commits_are_at_fixed_versions() -> None:
    repositories = read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
    assert {hook["id"] for repo in repositories for hook in repo["hooks"]} >= {
        "ruff-check", "ruff-format", "mypy", "zizmor",
    }  # fmt: skip
    for repo in repositories:
        assert repo["repo"] == "local" or re.fullmatch(r"v\d+\.\d+\.\d+", repo["rev"]), repo
    updated = {
        one["package-ecosystem"] for one in read_yaml(ROOT / ".github/dependabot.yml")["updates"]
    }
    assert updated == {"github-actions", "pre-commit"}


def test_no_file_names_a_package_registry() -> None:
    hosts = ("pypi" + ".org", "files.python" + "hosted.org", "registry.npm" + "js.org")
    for path in tracked_files():
        if path.suffix in {".png", ".ico", ".woff2", ".zip", ".xz"}:
            continue
        text = path.read_text("utf-8")
        assert not any(host in text for host in hosts), path


def built(target: str, folder: Path, **variables: str) -> Path:
    """What hatchling builds from the project, with these environment *variables*."""
    environment = {name: value for name, value in os.environ.items() if "GITHUB" not in name}
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env=environment | variables,
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
        "METADATA", "WHEEL", "entry_points.txt", "RECORD", "licenses/LICENSE",
        "licenses/licenses/fontawesome.txt", "licenses/licenses/lucide.txt",
    }  # fmt: skip
    assert held - about == {
        name
        for name in source_names()
        if name.startswith("sphinx_navapi/")
        and not name.startswith("sphinx_navapi/html/translated/")
        and not name.endswith((".po", ".d.ts"))
    }
    assert {
        "sphinx_navapi/py.typed",
        "sphinx_navapi/locale/catalogs.json.xz",
    } <= held
    assert wheel.stat().st_size < 2 * 1024 * 1024


def read_metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def test_metadata_has_absolute_addresses(tmp_path: Path) -> None:
    metadata = read_metadata(built("wheel", tmp_path))
    assert metadata.get_all("Project-URL") == [
        f"Documentation, {DOCUMENTATION}",
        f"Changelog, {DOCUMENTATION}changelog.html",
    ]
    assert metadata["License-Expression"] == PROJECT["project"]["license"]
    description = metadata.get_payload()
    assert isinstance(description, str)
    targets = re.findall(r'\]\(([^)]*)\)|src="([^"]*)"', description)
    addresses = [link or picture for link, picture in targets]
    assert len(addresses) > 8
    assert all(address.startswith("https://") for address in addresses)
    own = [a.removeprefix(DOCUMENTATION) for a in addresses if a.startswith(DOCUMENTATION)]
    assert len(own) > 6
    for path in own:
        name = path.partition("#")[0].replace(".html", ".md")
        assert (ROOT / "docs" / name).is_file(), path


def test_metadata_of_a_release_names_the_repository_that_built_it(tmp_path: Path) -> None:
    server = "https://code.example"
    wheel = built("wheel", tmp_path, GITHUB_SERVER_URL=server, GITHUB_REPOSITORY="a/b")
    assert (read_metadata(wheel).get_all("Project-URL") or [])[2:] == [
        "Source, https://code.example/a/b",
        "Issues, https://code.example/a/b/issues",
    ]


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
