"""Finding the word that was probably meant by a misspelled one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path, PurePosixPath

#: Longer texts are not typos, and the cost of comparing is quadratic.
_LONGEST = 300


def edit_distance(one: str, other: str, limit: int) -> int:
    """Letters to insert, delete, replace or swap to turn *one* into *other*; *limit* + 1 if
    more.
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, 1):
        last, before, row = before, row, [index]
        for position, against in enumerate(other, 1):
            cost = min(
                before[position] + 1,
                row[-1] + 1,
                before[position - 1] + (letter != against),
            )
            if (
                index > 1
                and position > 1
                and letter == other[position - 2]
                and one[index - 2] == against
            ):
                cost = min(cost, last[position - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


def is_near(word: str, other: str) -> bool:
    """Whether *word* is probably a typo of *other*: at most one mistake per four letters."""
    if max(len(word), len(other)) > _LONGEST:
        return False
    word, other = word.lower(), other.lower()
    limit = max(1, max(len(word), len(other)) // 4)
    return edit_distance(word, other, limit) <= limit


def nearest_word(word: str, words: Iterable[str]) -> str | None:
    """The one of *words* most similar to *word*, or ``None`` if none is similar enough."""
    return next(iter(near_words(word, words)), None)


def near_words(word: str, words: Iterable[str]) -> list[str]:
    """Those of *words* that are similar to *word*, most similar first."""
    near = [other for other in words if is_near(word, other)]
    return sorted(near, key=lambda o: edit_distance(word.lower(), o.lower(), len(o)))


def nearest_file(root: Path, path: str) -> str | None:
    """The existing file below *root* whose path is most similar to *path*, part by part."""
    nearest = PurePosixPath()
    for part in PurePosixPath(path).parts:
        try:
            names = sorted(each.name for each in (root / nearest).iterdir())
        except (OSError, ValueError):
            return None
        name = part if part in names else nearest_word(part, names)
        if name is None:
            return None
        nearest /= name
    return str(nearest) if (root / nearest).is_file() else None


class SimilarWords:
    """`near_words` for a document or a site, which may have thousands of misspelled words.

    :param most: the number of words to compare; once it is reached, none is found.
    """

    def __init__(self, most: int = 100_000) -> None:
        self._left = most

    def near(self, word: str, words: Collection[str]) -> list[str]:
        """Those of *words* that are similar to *word*, most similar first."""
        self._left -= len(words)
        return near_words(word, words) if self._left >= 0 else []

    def nearest(self, word: str, words: Collection[str]) -> str | None:
        """The one of *words* most similar to *word*, or ``None`` if none is similar enough."""
        return next(iter(self.near(word, words)), None)
