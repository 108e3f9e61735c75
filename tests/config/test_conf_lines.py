"""The line at which ``conf.py`` sets an invalid value."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_navapi.config.confvals import ConfLines, conf_places

#: Each line says what it sets.
CONF = """\
import os
other = named = {
    "first": 1,
    "a/b": [
        "zero",
        {"deep": 2},
    ],
    7: "number",
    **os.environ,
    "pair": (
        "left",
        "right",
    ),
}
declared: dict
typed: dict = {
    "x": 1,
}
by_name = named
within = {"part": named}
unknown = missing
twice = 1
twice = 2
if os.environ:
    conditional = 1
os.name = "x"
"""


@pytest.mark.parametrize(
    ("name", "pointer", "part"),
    [
        ("named", "", "other = named"),
        ("other", "/first", '"first"'),
        ("named", "/a~1b", '"a/b"'),
        ("named", "/a~1b/0", '"zero"'),
        ("named", "/a~1b/1/deep", '"deep"'),
        ("named", "/7", "7:"),
        ("named", "/pair/1", '"right"'),
        ("typed", "/x", '"x"'),
        ("by_name", "/a~1b/0", '"zero"'),
        ("within", "/part/first", '"first"'),
        ("unknown", "/a", "unknown ="),
        ("twice", "", "twice = 2"),
        # as close as the text allows
        ("named", "/none", "other = named"),
        ("named", "/a~1b/2", '"a/b"'),
        ("named", "/a~1b/first", '"a/b"'),
        ("named", "/a~1b/-1", '"a/b"'),
        ("named", "/first/deeper", '"first"'),
        # not set at the top level
        ("declared", "", None),
        ("conditional", "", None),
        ("name", "", None),
        ("nothing", "", None),
    ],
)
def test_lines(tmp_path: Path, name: str, pointer: str, part: str | None) -> None:
    path = tmp_path / "conf.py"
    path.write_text(CONF, "utf-8")
    line = ConfLines(path).find(name, pointer)
    if part is None:
        assert line is None
    else:
        assert line is not None
        assert part in CONF.splitlines()[line - 1]
    place = conf_places(path, tmp_path)(name)
    assert (place.file, place.line) == ("conf.py", ConfLines(path).find(name))


@pytest.mark.parametrize("content", [b"a = (", b"a = '\xff'", b"a = 1\0", b"(" * 10_000])
def test_what_is_not_python_sets_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "conf.py"
    path.write_bytes(content)
    assert ConfLines(path).find("a") is None
    assert ConfLines(tmp_path / "none.py").find("a") is None
