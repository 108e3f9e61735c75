"""The results of a check, before their positions in files are known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error violates the specification or costs a page; a warning is a likely mistake."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding.

    :ivar code: short name of the rule, for filters.
    :ivar pointer: JSON pointer in the bundled root.
    :ivar of_key: whether the finding is about the key at *pointer*, not its value.
    """

    code: str
    pointer: str
    message: str
    severity: Severity = Severity.ERROR
    of_key: bool = True
