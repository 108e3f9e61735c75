from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.config.site_config import (
    MAX_PARTS,
    SiteConfig,
    read_site_config,
    site_config_from_mapping,
)


def write(folder: Path, **files: Any) -> None:
    for name, value in files.items():
        text = value if isinstance(value, str) else json.dumps(value, indent=1)
        (folder / f"{name}.json").write_text(text, "utf-8")


def read(folder: Path, **files: Any) -> SiteConfig:
    write(folder, **files)
    return read_site_config(folder / "docs.json", folder)


def test_comments_and_trailing_commas(tmp_path: Path) -> None:
    text = '{\n // a comment\n "name": "x",\n "navigation": {"pages": ["a",],},\n}'
    config = read(tmp_path, docs=text)
    assert config.value == {"name": "x", "navigation": {"pages": ["a"]}}
    assert config.diagnostics == ()
    assert config.place("/navigation/pages/0").line == 4


def test_yaml(tmp_path: Path) -> None:
    (tmp_path / "docs.yaml").write_text("name: x\nnavigation:\n  pages:\n    - a\n", "utf-8")
    config = read_site_config(tmp_path / "docs.yaml", tmp_path)
    assert config.value["navigation"] == {"pages": ["a"]}
    assert (config.place("/navigation/pages/0").file, config.name) == ("docs.yaml", "docs.yaml")
    assert config.place("/navigation/pages/0").line == 4


def test_a_missing_file_is_the_callers_business(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_site_config(tmp_path / "docs.json", tmp_path)


@pytest.mark.parametrize("text", ['{"name": ', "[1]", '"x"', "", "\x00"])
def test_unusable_files_give_an_empty_configuration(tmp_path: Path, text: str) -> None:
    config = read(tmp_path, docs=text)
    assert config.value == {}
    assert [d.subtype for d in config.diagnostics] == ["config"]
    assert config.diagnostics[0].place.file == "docs.json"


def test_parts_are_put_in_place_with_their_lines(tmp_path: Path) -> None:
    config = read(
        tmp_path,
        docs={"navigation": {"$ref": "./nav.json"}, "api": {"$ref": "more.json#/api"}},
        nav={"tabs": [{"tab": "A"}, {"$ref": "tab.json", "hidden": True}]},
        tab={"tab": "B", "hidden": False, "pages": ["b"]},
        more={"api": {"openapi": "x.json"}},
    )
    assert config.diagnostics == ()
    assert config.value == {
        "navigation": {"tabs": [{"tab": "A"}, {"tab": "B", "hidden": True, "pages": ["b"]}]},
        "api": {"openapi": "x.json"},
    }
    assert config.files == ("docs.json", "nav.json", "tab.json", "more.json")
    place = config.place("/navigation/tabs/1/pages/0")
    assert (place.file, place.line, place.pointer) == ("tab.json", 5, "/pages/0")
    place = config.place("/navigation/tabs/1/hidden")
    assert (place.file, place.line) == ("nav.json", 8)
    assert config.place("/navigation/tabs/0/tab").file == "nav.json"
    assert config.place("/api/openapi").line == 3
    assert config.place("/api/openapi").pointer == "/api/openapi"


def test_a_part_that_is_a_list_joins_the_list(tmp_path: Path) -> None:
    config = read(
        tmp_path,
        docs={"navigation": {"pages": ["a", {"$ref": "./more.json"}, "d", {"group": "G"}]}},
        more=["b", {"$ref": "c.json"}],
        c={"group": "C", "pages": ["c"]},
    )
    pages = ["a", "b", {"group": "C", "pages": ["c"]}, "d", {"group": "G"}]
    assert config.value == {"navigation": {"pages": pages}}
    spots = [
        (p.file, p.pointer)
        for p in (config.place(f"/navigation/pages/{index}") for index in range(5))
    ]
    assert spots == [
        ("docs.json", "/navigation/pages/0"),
        ("more.json", "/0"),
        ("c.json", ""),
        ("docs.json", "/navigation/pages/2"),
        ("docs.json", "/navigation/pages/3"),
    ]
    assert config.place("/navigation/pages/2/pages/0").pointer == "/pages/0"


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("../outside.json", "is outside the source directory"),
        ("/etc/passwd", "is outside the source directory"),
        ("link.json", "is outside the source directory"),
        ("https://example.com/x.json", "has a host"),
        ("gone.json", "the file does not exist"),
        ("broken.json", "broken.json"),
        ("docs.json", "refers to itself"),
        ("#", "refers to itself"),
        ("loop.json", "refers to itself"),
        ("fine.json#/nowhere", "does not contain this part"),
        ("fine.json#nowhere", "does not contain this part"),
        (".", "is not a file"),
        ("a\x00b", ""),
    ],
)
def test_refused_parts(tmp_path: Path, reference: str, reason: str) -> None:
    source = tmp_path / "src"
    source.mkdir()
    (tmp_path / "outside.json").write_text('{"group": "X"}', "utf-8")
    (source / "link.json").symlink_to(tmp_path / "outside.json")
    config = read(
        source,
        docs={"navigation": {"groups": [{"$ref": reference}, {"group": "kept", "pages": []}]}},
        broken="{",
        loop={"$ref": "loop2.json"},
        loop2={"group": "L", "pages": [{"$ref": "loop.json"}]},
        fine={},
    )
    assert {"group": "kept", "pages": []} in config.value["navigation"]["groups"]
    assert {d.subtype for d in config.diagnostics} == {"config"}
    assert reason in config.diagnostics[0].message
    assert config.diagnostics[0].place.line


def test_a_bomb_of_parts_goes_off_quietly(tmp_path: Path) -> None:
    for level in range(12):
        write(tmp_path, **{f"p{level}": [{"$ref": f"p{level + 1}.json"}] * 8})
    config = read(tmp_path, docs={"navigation": {"pages": [{"$ref": "p0.json"}]}}, p12=["x"])
    assert any(str(MAX_PARTS) in d.message for d in config.diagnostics)
    assert len(config.diagnostics) < 2 * MAX_PARTS


def test_a_dict_of_conf_py(tmp_path: Path) -> None:
    write(tmp_path, tab={"tab": "B"})
    value = {"navigation": {"tabs": ({"tab": 1}, {"$ref": "tab.json"}), 5: Path("x")}}
    config = site_config_from_mapping(value, tmp_path)
    assert config.value == {"navigation": {"tabs": [{"tab": 1}, {"tab": "B"}], "5": "x"}}
    place = config.place("/navigation/tabs/0/tab")
    assert (place.file, place.line, place.pointer) == ("conf.py", None, "/navigation/tabs/0/tab")
    assert config.place("/navigation/tabs/1/tab").file == "tab.json"


def test_an_object_inside_itself(tmp_path: Path) -> None:
    value: dict[str, Any] = {"navigation": {"pages": []}}
    value["navigation"]["pages"].append(value)
    config = site_config_from_mapping(value, tmp_path)
    assert "too deep" in config.diagnostics[0].message


def test_texts_that_no_file_can_hold(tmp_path: Path) -> None:
    config = site_config_from_mapping({"name": "a\ud800\x00b", "\udfff": 1}, tmp_path)
    assert config.value == {"name": "ab", "": 1}


def test_a_refused_part_is_omitted_and_reported_once(tmp_path: Path) -> None:
    pages = ["a", {"$ref": "gone.json"}, "b", {"$ref": "gone.json", "group": "G"}]
    files = {"docs.json": {"navigation": {"pages": pages}, "footer": {"$ref": "gone.json"}}}
    for name, value in files.items():
        (tmp_path / name).write_text(json.dumps(value, indent=1), "utf-8")
    config = read_site_config(tmp_path / "docs.json", tmp_path)
    assert config.value == {"navigation": {"pages": ["a", "b", {"group": "G"}]}}
    assert [d.place.line for d in config.diagnostics] == [5, 9, 15]
    assert config.place("/navigation/pages/1").line == 8


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("docs.json", '{"navigation": {"pages": []},\n "navigation": {"pages": ["a"]}}'),
        ("docs.yaml", "navigation: {pages: []}\nnavigation: {pages: [a]}\n"),
    ],
)
def test_a_repeated_key_is_reported(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    config = read_site_config(tmp_path / name, tmp_path)
    assert config.value == {"navigation": {"pages": ["a"]}}
    (diagnostic,) = config.diagnostics
    assert 'duplicate key "navigation": the earlier value is discarded' in diagnostic.message
    assert (diagnostic.place.file, diagnostic.place.line) == (name, 2)


def test_lines_of_a_dict_in_conf_py(tmp_path: Path) -> None:
    conf = tmp_path / "conf" / "conf.py"
    conf.parent.mkdir()
    conf.write_text(
        "pages = [\n"
        "    'a',\n"
        "    5,\n"
        "]\n"
        "navapi_config: dict = {\n"
        "    'navigation': {\n"
        "        'groups': [{'group': 'G', 'pages': pages}],\n"
        "        **{'x': 1},\n"
        "    },\n"
        "}\n",
        "utf-8",
    )
    value = {"navigation": {"groups": [{"group": "G", "pages": ["a", 5]}], "x": 1}}
    config = site_config_from_mapping(value, tmp_path, conf)
    lines = {
        "/navigation": 6,
        "/navigation/groups/0/pages/1": 3,
        "/navigation/groups/7": 7,
        "/navigation/x": 6,
    }
    for pointer, line in lines.items():
        place = config.place(pointer)
        assert (place.file, place.line, place.pointer) == ("conf/conf.py", line, pointer)


def test_a_conf_py_that_sets_nothing_has_no_lines(tmp_path: Path) -> None:
    config = site_config_from_mapping({"navigation": 1}, tmp_path, tmp_path / "conf.py")
    assert config.place("/navigation").line is None
