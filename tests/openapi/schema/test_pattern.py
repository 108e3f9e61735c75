"""Patterns of schemas: the results of Python's matcher, in a limited number of steps."""

from __future__ import annotations

import contextlib
import re
import re._parser as parser
from itertools import combinations, product

import pytest
from full_run import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_navapi.openapi.schema.pattern import (
    _MOST_STEPS,
    _Expression,
    _expression,
    _UnmadeError,
    _Walker,
    are_apart,
    common_text,
    is_quick,
    matches,
    matches_all,
    text_for,
)
from sphinx_navapi.openapi.schema.pattern_backtracking import Ways, ways_through
from sphinx_navapi.openapi.schema.pattern_match import MOST_STEPS, Matcher, UndecidedError

#: Each would keep a backtracking matcher busy for years.
ENDLESS = [
    "(([^,]*,?)*)*;", "^(a+)+$", "(a*)*b", "(x+x+)+y", "(a|a)*b", "^(a|aa)+$", "(.*a){20}b",
    "(a?){40}a{40}", "a?" * 40 + "a" * 40, "((a{0,14}){0,14}){0,14}b",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "(?=(a+)+$)b", "(?:(?:a+)|b)*c",
]  # fmt: skip


@pytest.mark.parametrize("pattern", ENDLESS)
@pytest.mark.parametrize("text", ["a" * 39, "x" * 60 + "!", "a,b," * 20, "aA" * 200])
def test_endless_patterns_end(pattern: str, text: str) -> None:
    assert not is_quick(pattern)
    matcher = Matcher(parser.parse(pattern))
    for ask in (matcher.search, matcher.fullmatch):
        with contextlib.suppress(UndecidedError):
            ask(text)
        assert matcher.steps <= MOST_STEPS + 1
    matches(pattern, text)
    matches_all(pattern, text)


@pytest.mark.parametrize("pattern", ENDLESS)
def test_a_text_for_an_endless_pattern(pattern: str) -> None:
    text = text_for(pattern)
    assert text is None or Matcher(parser.parse(pattern)).search(text)


@pytest.mark.parametrize(
    ("pattern", "ways"),
    [
        ("^[a-z]{2,5}$", Ways(0, 4)),
        ("^[a-z]{2,50}$", Ways(1, 1)),
        ("a{50}", Ways(0, 1)),
        (".*a.*b", Ways(2, 1)),
        ("^[a-z]+(-[a-z]+)*$", Ways(3, 1)),
        ("^([a-z]+\\.)+[a-z]{2,}$", Ways(3, 1)),
        ("([^,]*,)*", Ways(2, 1)),
        ("(a|bb|ccc)d?", Ways(0, 6)),
        ("((25[0-5]|1\\d\\d|\\d)\\.){3}\\d", Ways(0, 27)),
        ("([a-z]+-?)*", None),
        ("(a|bb)*", None),
        ("(a+[a-z])*", None),
    ],
)  # fmt: skip
def test_ways(pattern: str, ways: Ways | None) -> None:
    assert ways_through(parser.parse(pattern)) == ways


ATOMS = st.sampled_from(
    ["a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\b", "^", "$", "\\n", "-", "(?=a)", "(?!b)",
     "(?<=a)", "(?<!ab)"]
)  # fmt: skip
PATTERNS = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map("".join)
        | st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({'|'.join(parts)})")
        | st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{0,3}", "{2,}", "*?"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        )
    ),
    max_leaves=6,
)


@settings(max_examples=amount(600, 150), deadline=None, derandomize=True)
@given(pattern=PATTERNS, text=st.text("ab-1\n", max_size=6))
def test_answers_are_those_of_python(pattern: str, text: str) -> None:
    matcher, compiled = Matcher(parser.parse(pattern)), re.compile(pattern)
    assert matcher.search(text) == (compiled.search(text) is not None)
    assert matcher.fullmatch(text) == (compiled.fullmatch(text) is not None)


@pytest.mark.parametrize("pattern", ["(a)\\1", "(?i)a", "(?i:a)", "(?>a)", "a*+"])
def test_what_only_python_can_tell(pattern: str) -> None:
    if pattern in ("(?>a)", "a*+"):
        with pytest.raises(UndecidedError):
            Matcher(parser.parse(pattern))
    else:
        assert matches(pattern, "aa" * 5_000)
        with pytest.raises(UndecidedError):
            Matcher(parser.parse(pattern))


@pytest.mark.parametrize("pattern", ["^[a-z]{2,5}$", "a{50}", ".*a.*b", "(a|bb|ccc)d*", "x*y*"])
def test_only_a_text_that_is_quick_is_left_to_python(pattern: str) -> None:
    expression, ways = _expression(pattern), ways_through(parser.parse(pattern))
    assert expression is not None
    assert ways is not None

    def steps(length: int) -> int:
        return int(length ** (ways.loops + 1) * ways.choices)

    assert steps(expression.longest) <= _MOST_STEPS < steps(expression.longest + 1)


@pytest.mark.parametrize("ask", ["search", "fullmatch"])
def test_a_longer_text_is_not(ask: str) -> None:
    tree = parser.parse(".*a.*b")
    expression = _Expression(re.compile(".*a.*b"), tree)
    getattr(expression, ask)("x" * expression.longest)
    assert expression._matcher is None
    getattr(expression, ask)("x" * (expression.longest + 1))
    assert expression._matcher is not None


def test_a_text_within_bounds() -> None:
    assert text_for("^[a-z]{5,}$", 0, 3) is None
    assert text_for("^[a-z]{5,}$", 0, 5) == "abcde"
    assert text_for("^ab$", 3) is None
    assert text_for("ab", 4) == "abab"
    # Nothing longer than `_LONGEST` is generated, whatever a schema allows.
    assert text_for("a{4096}", 0, 10_000) == "a" * 4096
    assert text_for("a{4097}", 0, 10_000) is None


def test_repetitions_of_repetitions_are_given_up() -> None:
    walker = _Walker(0, 0)
    with pytest.raises(_UnmadeError):
        walker.walk(parser.parse("(((a{60}){60}){60}){60}"))
    assert walker.made == 4 * 4096 + 1


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("^a", "^b", True),
        ("^x-", "^[a-w]", True),
        ("^x-a", "^x-b$", True),
        ("^(?:a|b)", "^c", True),
        ("^a", "^ab", False),
        ("^a?b", "^c", True),
        ("^(?:ab|c)", "^d", True),
        ("^[a-f]+$", "[x-z]", True),
        (r"^\d+$", r"^\D", True),
        (r"^\n$", "^.$", True),
        ("^[\u0400-\u04ff]$", r"^\w", False),
        (r"^[\u0401-\u04ff]$", r"^[^a-z]", False),
        ("^[б-я]$", "^[^a-z]", False),
        ("^(?=a)", "^b", False),
        ("a", "^b", False),
        ("^a|b", "^c", False),
        ("^[", "^a", False),
    ],
)
def test_patterns_that_no_text_matches_both(one: str, other: str, expected: bool) -> None:
    assert are_apart(one, other) is are_apart(other, one) is expected


PATTERNS = ("^[a-m]+$", "^[k-z]+$", "[ak]$", "^k?.z", r"\d", r"^\D*$", "m{2}", r"\bz", "^(?:ab|mk)",
            "^$", "z|ak", "^[^k]*$", "a+$")  # fmt: skip


def test_a_text_that_several_patterns_match() -> None:
    """One is found exactly where there is one."""
    texts = ["".join(each) for size in range(5) for each in product("abkmz1 ", repeat=size)]
    found = 0
    for two in combinations(PATTERNS, 2):
        exists = any(all(re.search(each, text) for each in two) for text in texts)
        text = common_text(two)
        assert (text is not None) is exists, (two, text)
        found += exists
        assert are_apart(*two) is not exists
        if text is not None:
            assert all(re.search(each, text) for each in two)
            long = common_text(two, 3, 6)
            assert long is None or (3 <= len(long) <= 6 and all(re.search(e, long) for e in two))
    assert 30 < found < 78
    assert common_text(("^[a-m]+$", "^[k-z]+$"), 5) == "kkkkk"


@pytest.mark.parametrize("pattern", ["[", "(?=b)", r"(a)\1", "(a?){40}(a?){40}b$"])
def test_a_text_for_several_patterns_is_given_up(pattern: str) -> None:
    assert common_text((pattern, "^[ab]{90}$")) is None
    assert not are_apart(pattern, "^[ab]{90}$")
