"""Words that look so much alike that one was probably meant as the other."""

from __future__ import annotations

from collections.abc import Iterable

#: Longer texts are not slips of the pen, and comparing takes the square of their length.
_LONGEST = 300


def edit_distance(one: str, other: str, limit: int) -> int:
    """Letters to add, drop, replace or swap to make *other* of *one*; *limit* + 1 if more."""
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
    """Whether *word* is likely to be meant as *other*: one slip in every four letters."""
    if max(len(word), len(other)) > _LONGEST:
        return False
    word, other = word.lower(), other.lower()
    limit = max(1, max(len(word), len(other)) // 4)
    return edit_distance(word, other, limit) <= limit


def nearest_word(word: str, words: Iterable[str]) -> str | None:
    """The one of *words* that is nearest to *word*, ``None`` if none is near."""
    near = [other for other in words if is_near(word, other)]
    return min(near, key=lambda o: edit_distance(word.lower(), o.lower(), len(o)), default=None)
