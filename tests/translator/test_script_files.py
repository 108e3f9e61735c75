"""The generated scripts are up to date; `tests/browser` compares the two languages."""

import re

import pytest
from translator import write
from translator.write import HTML, SHORT, SHORT_SAMPLES, TRANSLATED, scripts

from sphinx_navapi.request.snippets import CLIENTS, VARIANTS


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """All generated scripts, by name."""
    return scripts()


def test_the_scripts_are_those_of_the_modules(texts):
    old = [
        name
        for name, text in texts.items()
        if not (HTML / name).is_file() or (HTML / name).read_text("utf-8") != text
    ]
    assert old == [], "python tools/translate.py writes them again"


def test_nothing_else_is_kept(texts):
    kept = {path.relative_to(HTML).as_posix() for path in (HTML / "translated").iterdir()}
    assert kept == texts.keys() - {SHORT, SHORT_SAMPLES}


def test_every_client_is_translated(texts):
    all_texts = "".join(texts[f"translated/{path.rpartition('/')[2]}.js"] for path in TRANSLATED)
    found = re.findall(r"playground\.samples \?\?= \{\}\)\.(\w+) = ", all_texts)
    assert sorted(found) == sorted(client.id for client in (*CLIENTS, *VARIANTS))


def test_scripts_for_readers_are_checked_and_short_ones_are_short(texts):
    for name, text in texts.items():
        if name.endswith(".js") and name not in (SHORT, SHORT_SAMPLES):
            assert text.startswith("// @ts-check\n// Generated from "), name
            assert "@returns" in text, name
            assert len(text.splitlines()) < 600, name
    for name in (SHORT, SHORT_SAMPLES):
        first, rest = texts[name].split("\n", 1)
        assert first.startswith("// Generated: ")
        assert not re.search(r"^\s*(//|/\*)", rest, re.MULTILINE)


def test_a_changed_rule_makes_old_scripts_known(texts, monkeypatch, tmp_path):
    text = (write.REQUEST / "styles.py").read_text("utf-8")
    changed = write.World()
    for path in (*write.READ, *TRANSLATED):
        source = (write.REQUEST / f"{path}.py").read_text("utf-8")
        if path == "styles":
            source = text.replace('"spaceDelimited": "%20"', '"spaceDelimited": "+"')
            assert source != text
        changed.add(path.rpartition("/")[2], source)
    monkeypatch.setattr(write, "read_world", lambda: changed)
    monkeypatch.setattr(write, "HTML", tmp_path)
    assert set(write.write_scripts()) == texts.keys()
    assert write.write_scripts() == []
    assert '["spaceDelimited", "+"]' in (tmp_path / SHORT).read_text("utf-8")
    assert '["spaceDelimited", "+"]' in (tmp_path / "translated/styles.js").read_text("utf-8")
