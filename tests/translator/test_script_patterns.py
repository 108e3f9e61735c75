import re

import pytest
from translator.patterns import PatternError, script_pattern


@pytest.mark.parametrize(
    ("pattern", "script"),
    [
        ("[a-z]+", "/[a-z]+/gu"),
        (r"^a\Z", "/^a$/gu"),
        (r"\{([^{}]*)\}", r"/\{([^{}]*)\}/gu"),
        ("#(?=[{$@])", "/#(?=[{$@])/gu"),
        ("a{2,3}b{1}c{2,}", "/a{2,3}b{1}c{2,}/gu"),
        ("{x}", r"/\{x\}/gu"),
        ("[]a]", r"/[\]a]/gu"),
        ("[^]a]", r"/[^\]a]/gu"),
        (r"[\[]", r"/[\[]/gu"),
        (r"[a\-z]", r"/[a\-z]/gu"),
        (r'[",;\\ ]', r'/[",;\\\x20]/gu'),
        ("a/b", r"/a\/b/gu"),
        (r"\#\&", "/#&/gu"),
        (r"\x41\u2028\n", r"/\x41\u2028\n/gu"),
        ("é\n😀", r"/\xe9\x0a\u{1f600}/gu"),
        ("(?:a|b)(?!c)", "/(?:a|b)(?!c)/gu"),
    ],
)
def test_patterns(pattern, script):
    assert script_pattern(pattern) == script


@pytest.mark.parametrize(
    "pattern",
    [".", "a$", r"\s", r"\w", r"\d", r"\b", r"\A", r"\S", "(?i)a", "(?P<a>b)", "(?<=a)b", r"(a)\1",
     r"[\d]", r"[\s]", "a++", "(?>a)", r"\U0001f600", "a{,2}", "(?#c)a", "(?s:.)"],
)  # fmt: skip
def test_patterns_that_are_refused(pattern):
    re.compile(pattern)
    with pytest.raises(PatternError):
        script_pattern(pattern)
