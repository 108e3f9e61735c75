"""What a check of a document finds, before it is known where that stands in a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error breaks the specification or costs a page; a warning is likely a mistake."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding.

    :ivar code: short name of the rule, for filters.
    :ivar pointer: JSON pointer in the bundled root.
    :ivar of_key: whether the key at *pointer* is meant rather than its value.
    """

    code: str
    pointer: str
    message: str
    severity: Severity = Severity.ERROR
    of_key: bool = True
