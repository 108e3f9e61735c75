"""What is the same for each page is created once, and the output is unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import sphinx
from docutils import nodes
from docutils.frontend import Values, get_default_settings
from docutils.parsers.rst import Parser
from docutils.readers.standalone import Reader
from sphinx.builders import html
from sphinx.search.en import SearchEnglish
from sphinx.testing.util import SphinxTestApp
from sphinx.util import docutils
from sphinx.writers.html5 import HTML5Translator

from sphinx_navapi.build.repeated_work import KnownSettings, known_checksums, known_titles


class Made:
    """Creates settings as Sphinx does, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(
        self, *components: Any, defaults: Mapping[str, Any], read_config_files: bool = False
    ) -> Values:
        self.count += 1
        values = get_default_settings(*components)
        for name, value in defaults.items():
            setattr(values, name, value)
        return values


def test_settings_are_made_once_for_a_kind() -> None:
    made = Made()
    settings = KnownSettings(made)
    defaults = {"env": object(), "shared": ["a"]}
    first, second = (settings(Reader, Parser(), defaults=defaults) for _ in range(2))
    assert made.count == 1
    for each in (first, second):
        assert vars(each).keys() == vars(made(Reader, Parser(), defaults=defaults)).keys()
    assert second.shared is first.shared is defaults["shared"]
    assert second.env is defaults["env"]


def test_settings_of_documents_are_not_one() -> None:
    made = Made()
    settings = KnownSettings(made)
    first = settings(Reader, Parser(), defaults={})
    first.record_dependencies.add("a.txt")
    first.strip_classes = ["changed"]
    second = settings(Reader, Parser(), defaults={})
    assert second.record_dependencies.list == []
    assert second.strip_classes is None


def test_other_settings_are_made_anew() -> None:
    made = Made()
    settings = KnownSettings(made)
    settings(Reader, Parser(), defaults={"smart_quotes": True})
    assert settings(Reader, Parser(), defaults={"smart_quotes": False}).smart_quotes is False
    settings(Reader, defaults={})
    settings(Reader, defaults={}, read_config_files=True)
    assert made.count == 4


def test_a_parser_with_settings_of_its_own_is_asked_each_time() -> None:
    made = Made()
    settings = KnownSettings(made)
    for value in ("a", "b"):
        parser = Parser()
        parser.settings_default_overrides = {"mark": value}
        assert settings(Reader, parser, defaults={}).mark == value
    assert made.count == 2


def test_a_checksum_is_made_once_there_is_a_file(tmp_path: Path) -> None:
    asked = []
    found = {"here.css": "1a2b"}

    def make(outdir: Path, filename: Any) -> str:
        asked.append(filename)
        return found.get(filename, "")

    checksum = known_checksums(make)
    assert [checksum(tmp_path, "here.css") for _ in range(2)] == ["1a2b", "1a2b"]
    assert checksum(tmp_path, "late.css") == ""
    found["late.css"] = "3c4d"
    assert checksum(tmp_path, "late.css") == "3c4d"
    assert asked == ["here.css", "late.css", "late.css"]
    assert checksum(tmp_path / "other", "here.css") == "1a2b"
    assert len(asked) == 4


def test_only_plain_titles_are_remembered() -> None:
    rendered: list[str] = []

    def render(node: nodes.Node | None) -> dict[str, str]:
        rendered.append(str(node))
        return {"title": str(node)}

    render_partial = known_titles(render)
    same = [
        None,
        nodes.title("", "", nodes.emphasis("", "a")),
        nodes.title("", "a", classes=["b"]),
        nodes.paragraph("", "a"),
    ]
    for node in same * 2:
        assert render_partial(node) == {"title": str(node)}
    assert rendered == [str(node) for node in same * 2]
    rendered.clear()
    for _ in range(3):
        parts = render_partial(nodes.title("", "a"))
        assert parts == {"title": "<title>a</title>"}
        parts["title"] = "changed"
    assert rendered == ["<title>a</title>"]


@pytest.mark.parametrize("own", [False, True])
def test_titles_are_asked_of_translators_of_others(tmp_path: Path, own: bool) -> None:
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    (tmp_path / "index.rst").write_text("Title\n=====\n")

    class Translator(HTML5Translator):
        pass

    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        if own:
            app.set_translator("html", Translator, override=True)
        builder: Any = app.builder
        seen = []
        app.connect(
            "doctree-resolved", lambda *given: seen.append("render_partial" in vars(builder))
        )
        app.build()
        assert seen == [not own]
        assert "render_partial" not in vars(builder)
    finally:
        app.cleanup()


def test_a_build_does_it_once_and_puts_all_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = {"settings": 0, "stems": 0}
    original: Any = getattr(docutils, "_get_settings", None)
    stem = SearchEnglish.stem

    def count_settings(*given: Any, **options: Any) -> Any:
        counts["settings"] += 1
        return original(*given, **options)

    def count_stems(self: SearchEnglish, word: str) -> str:
        counts["stems"] += 1
        return stem(self, word)

    monkeypatch.setattr(docutils, "_get_settings", count_settings, raising=False)
    monkeypatch.setattr(SearchEnglish, "stem", count_stems)
    checksum = html._file_checksum
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    names = [f"page{number}" for number in range(5)]
    for name in names:
        (tmp_path / f"{name}.rst").write_text("Title\n=====\n\nSome words of a page.\n")
    (tmp_path / "index.rst").write_text(
        "\n   ".join(["Title\n=====\n\n.. toctree::\n", *names]) + "\n"
    )
    app = SphinxTestApp("html", srcdir=tmp_path)
    try:
        app.build()
        assert app.warning.getvalue() == ""
    finally:
        app.cleanup()
    assert docutils._get_settings is count_settings
    assert html._file_checksum is checksum
    # From six documents of one kind.
    assert counts["settings"] == (1 if sphinx.version_info >= (9,) else 0)
    # Some, texts and page; the texts of the first page are requested before it is known.
    assert counts["stems"] < 12


def test_titles_of_a_sphinx_that_gives_one_mapping_for_all() -> None:
    parts: dict[str, str] = {}

    def render(node: nodes.Node | None) -> dict[str, str]:
        parts["title"] = str(node)
        return parts

    render_partial = known_titles(render)
    first = render_partial(nodes.title("", "a"))
    render_partial(nodes.title("", "b"))
    assert first == render_partial(nodes.title("", "a")) == {"title": "<title>a</title>"}
