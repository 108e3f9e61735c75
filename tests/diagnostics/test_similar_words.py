"""Typing mistakes: what counts as one, and how many a word may have."""

from __future__ import annotations

from itertools import product

import pytest

from sphinx_navapi.diagnostics import similar_words
from sphinx_navapi.diagnostics.similar_words import edit_distance, is_near, nearest_word

LETTERS = "abc"
WORDS = ["".join(word) for size in range(5) for word in product(LETTERS, repeat=size)]


def one_slip(word: str) -> set[str]:
    """*word* with one letter removed, added or replaced, or two letters swapped."""
    splits = [(word[:index], word[index:]) for index in range(len(word) + 1)]
    return {
        *(left + right[1:] for left, right in splits if right),
        *(left + letter + right for left, right in splits for letter in LETTERS),
        *(left + letter + right[1:] for left, right in splits if right for letter in LETTERS),
        *(left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1),
    }


def test_one_slip_is_a_distance_of_one() -> None:
    for word in WORDS:
        near = one_slip(word)
        for other in WORDS:
            expected = 0 if word == other else 1 if other in near else 2
            assert edit_distance(word, other, 1) == expected, (word, other)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("kitten", "sitting", 3), ("abcd", "badc", 2), ("abcdef", "", 6), ("sunday", "saturday", 3)],
)
def test_distances(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other, 10) == edit_distance(other, one, 10) == distance
    assert edit_distance(one, other, distance) == distance
    assert edit_distance(one, other, distance - 1) == distance  # more than the limit


@pytest.mark.parametrize(
    ("word", "other", "near"),
    [
        ("a", "b", True),  # one mistake is always tolerated
        ("ab", "cd", False),
        ("abcdefg", "abcdexy", False),
        ("abcdefgh", "abcdefxy", True),  # two in eight letters
        ("abcdefgh", "abcdexyz", False),
        ("ABCD", "abcx", True),
        ("a" * 300, "a" * 299, True),
        ("a" * 301, "a" * 301, False),
    ],
)
def test_one_slip_in_every_four_letters(word: str, other: str, near: bool) -> None:
    assert is_near(word, other) is is_near(other, word) is near


def test_the_nearest_of_several() -> None:
    words = ["navigate", "Navigation", "navigations"]
    assert nearest_word("navigatoin", words) == "Navigation"
    assert nearest_word("NAVIGATE", words) == "navigate"
    assert nearest_word("banner", words) is None
    assert nearest_word("a", ()) is None


def test_many_misspelled_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A document can have thousands, each of which would be compared with thousands."""
    compared = []
    monkeypatch.setattr(similar_words, "is_near", lambda *words: compared.append(words) or True)
    similar = similar_words.SimilarWords(most=10)
    found = [similar.nearest("cat", ["cart"] * 4) for _ in range(100)]
    assert found == ["cart"] * 2 + [None] * 98
    assert len(compared) == 8
