"""Python's parse tree of a regular expression.

The standard library has the parser in private modules, ``re._parser`` and ``re._constants``,
supported here for Python 3.11 to 3.13. There is no public API for it, and a parser of our own could
disagree with Python's.
"""

from __future__ import annotations

import sys
from typing import Any

#: The codes that the users of trees need.
_CODES = (
    "ANY", "ASSERT", "ASSERT_NOT", "AT", "AT_BEGINNING", "AT_BEGINNING_STRING", "AT_BOUNDARY",
    "AT_END", "AT_END_STRING", "AT_NON_BOUNDARY", "ATOMIC_GROUP", "BRANCH", "CATEGORY",
    "CATEGORY_DIGIT", "CATEGORY_NOT_DIGIT", "CATEGORY_NOT_SPACE", "CATEGORY_NOT_WORD",
    "CATEGORY_SPACE", "CATEGORY_WORD", "GROUPREF", "IN", "LITERAL", "MAX_REPEAT", "MAXREPEAT",
    "MIN_REPEAT", "NEGATE", "NOT_LITERAL", "POSSESSIVE_REPEAT", "RANGE", "SRE_FLAG_UNICODE",
    "SUBPATTERN",
)  # fmt: skip


def _refuse(what: str) -> ImportError:
    version = ".".join(map(str, sys.version_info[:2]))
    return ImportError(
        f"Python {version} has no {what}, which sphinx-navapi needs to read patterns of schemas"
        " (Python 3.11 to 3.13 have it): use an earlier release of Python, or a later release of"
        " sphinx-navapi"
    )


try:
    import re._constants as _constants  # type: ignore[import-not-found]
    import re._parser as _parser  # type: ignore[import-not-found]
except ImportError as error:
    raise _refuse("re._parser") from error

for _name in _CODES:
    if not hasattr(_constants, _name):
        raise _refuse(f"re._constants.{_name}")

#: The types of parts: ``codes.LITERAL``.
codes: Any = _constants


def pattern_tree(pattern: str) -> Any:
    """The tree of *pattern*: a sequence of pairs of a code and its argument.

    :raises re.error: it is not valid in Python; or OverflowError, RecursionError.
    """
    return _parser.parse(pattern)
