"""The interface's own texts in the languages of pages, from the catalogs of the package.

A site may have pages in several languages, so texts are looked up per page, not per build.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from sphinx_navapi.locale.catalogue import Catalogue
from sphinx_navapi.locale.languages import language_tag
from sphinx_navapi.locale.wording import Wording

#: Name of the catalogs.
DOMAIN = "sphinx_navapi"

#: Contains ``<catalogue>/LC_MESSAGES/sphinx_navapi.mo``.
LOCALE_DIR = Path(__file__).parent

#: Languages with a catalog, by their gettext names; English is the source.
CATALOGUES = (
    "ar", "de", "es", "fr", "id", "it", "ja", "ko", "pt_BR", "ru", "tr", "zh_CN", "zh_Hant",
)  # fmt: skip

#: Fallbacks for varieties of a language without a catalog, better than English.
_NEAREST = {
    "pt": "pt_BR", "zh": "zh_CN", "zh_TW": "zh_Hant", "zh_HK": "zh_Hant", "zh_MO": "zh_Hant",
}  # fmt: skip

_BY_NAME = {name.lower(): name for name in CATALOGUES} | {
    name.lower(): found for name, found in _NEAREST.items()
}


class InterfaceWords:
    """The words of one catalog: ``words("Copy")``. One object for each catalog.

    :ivar catalogue: its name (``pt_BR``), ``""`` for English.
    """

    __slots__ = ("_messages", "catalogue")

    def __init__(self, catalogue: str) -> None:
        self.catalogue = catalogue
        path = LOCALE_DIR / catalogue / "LC_MESSAGES" / f"{DOMAIN}.mo"
        self._messages = Catalogue(path) if catalogue and path.is_file() else None

    def __call__(self, text: str) -> str:
        """*text* in this language, unchanged if the catalog lacks it."""
        return (self._messages and self._messages.find(text)) or text

    def plural(self, one: str, other: str, count: int) -> str:
        """The form for *count*, with ``{count}`` filled in."""
        if self._messages is None:
            return (one if count == 1 else other).format(count=count)
        return self._messages.plural(one, other, count).format(count=count)

    def then(self, others: Callable[[str], str]) -> Callable[[str], str]:
        """These texts, falling back to *others* for those that are not the interface's own."""
        own = self._messages
        return others if own is None else lambda text: own.find(text) or others(text)


def message(text: str) -> str:
    """*text*, marked for the catalogs: it is translated when a page is written."""
    return text


def interface_words(language: str | None) -> InterfaceWords:
    """The words for pages in *language*; English where there is no catalog.

    :param language: code of docs.json (``cn``), language tag (``pt-BR``), or gettext's
        name (``pt_BR``). ``zh-TW`` finds ``zh_Hant``, ``de-AT`` finds ``de``.
    """
    return _words(catalogue_name(language or ""))


def interface_wording(words: InterfaceWords) -> Wording:
    """The labels of blocks in the language of *words*."""
    return _wording(words.catalogue)


@lru_cache(maxsize=256)
def catalogue_name(language: str) -> str:
    """Name of the catalog for *language*, ``""`` for English and languages without one."""
    parts = language_tag(language.replace("_", "-")).lower().split("-")
    # From the full tag to the language alone.
    for length in range(len(parts), 0, -1):
        found = _BY_NAME.get("_".join(parts[:length]))
        if found:
            return found
    return ""


@lru_cache(maxsize=len(CATALOGUES) + 1)
def _words(catalogue: str) -> InterfaceWords:
    return InterfaceWords(catalogue)


@lru_cache(maxsize=len(CATALOGUES) + 1)
def _wording(catalogue: str) -> Wording:
    return Wording.translated(_words(catalogue)) if catalogue else Wording()
