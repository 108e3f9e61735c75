from __future__ import annotations

import pytest

from sphinx_navapi.content.search_terms import BlockWords, text_terms, unit_terms

TERMS = {
    "names are found whole and by their parts": (
        "createAlert per_page",
        ["createalert", "create", "alert", "per_page", "per", "page"],
    ),
    "capitals in a row are one part": ("HTTPServer", ["httpserver", "http", "server"]),
    "digits stay with their letters": ("sha256 appV2", ["sha256", "appv2", "app", "v2"]),
    "paths, scopes and headers": (
        "/a/{b} alerts:write X-Rate",
        ["a", "b", "alerts", "write", "x", "rate"],
    ),
    "accents and case": ("Café ÜBER", ["cafe", "uber"]),
    "scripts without spaces": ("日本語API", ["日本", "本語", "api"]),
    "what is too long is no word": ("a" * 41 + " ok", ["ok"]),
}  # fmt: skip


@pytest.mark.parametrize(("text", "terms"), TERMS.values(), ids=TERMS)
def test_terms_of_a_text(text: str, terms: list[str]) -> None:
    assert text_terms(text) == terms


def test_a_term_counts_where_it_is_strongest() -> None:
    blocks = [
        ("parameters", BlockWords(("limit",), ("how many alerts",))),
        ("body", BlockWords(("name", "limit"), ())),
        ("responses", BlockWords(("200", "name", "id"), ())),
    ]
    found = unit_terms(texts=["Lists alerts", "up to a limit"], blocks=blocks)
    assert found == (
        ("p", "limit"), ("b", "name"), ("l", "lists alerts"), ("x", "up to a"), ("r", "200 id"),
        ("s", "how many"),
    )  # fmt: skip
    # Only at the top of a page do the first words describe its topic.
    assert unit_terms(heading="One", texts=["two"]) == (("h", "one"), ("x", "two"))


def test_words_of_a_block_are_one_text() -> None:
    words = BlockWords(("a", "b"), ("said\nof it",))
    assert str(words) == "a b\nsaid of it"
    assert BlockWords.from_text(str(words)) == BlockWords(("a b",), ("said of it",))
    assert str(BlockWords(("a",))) == "a"
