"""A compiled catalogue of gettext that tells which messages it has."""

from __future__ import annotations

import gettext
from pathlib import Path


class _Unknown(gettext.NullTranslations):
    """What is asked for a message that a catalogue lacks."""

    def gettext(self, message: str) -> str:
        return ""


class Catalogue:
    """The messages of one ``.mo`` file.

    The file is read anew, unlike by `gettext.translation`, which never looks at it again.
    """

    __slots__ = ("_translations",)

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._translations = gettext.GNUTranslations(file)
        self._translations.add_fallback(_Unknown())

    def find(self, text: str) -> str | None:
        """The translation of *text*, ``None`` where there is none."""
        # The empty message is the catalogue's header.
        return (self._translations.gettext(text) or None) if text else None

    def plural(self, one: str, other: str, count: int) -> str:
        """The form for *count*."""
        return self._translations.ngettext(one, other, count)
