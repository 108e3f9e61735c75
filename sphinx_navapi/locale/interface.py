"""The interface's own texts in the languages of pages, from the catalogs of the package.

A site may have pages in several languages, so texts are looked up per page, not per build.
"""

from __future__ import annotations

import gettext
import io
import json
import struct
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from sphinx_navapi.locale.languages import language_tag
from sphinx_navapi.locale.wording import Wording


class CatalogError(ValueError):
    """A catalog that cannot be read. :ivar line: from 1, if known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class _Unknown(gettext.NullTranslations):
    """The fallback for messages missing in a catalog."""

    def gettext(self, message: str) -> str:
        return ""


class Catalog:
    """The messages of one catalog, compiled: a ``.mo`` file, or its content.

    The file is read again each time, unlike by `gettext.translation`, which caches it.

    :raises CatalogError: it is invalid.
    """

    __slots__ = ("_translations",)

    def __init__(self, source: Path | BinaryIO) -> None:
        try:
            if isinstance(source, Path):
                with source.open("rb") as file:
                    self._translations = gettext.GNUTranslations(file)
            else:
                self._translations = gettext.GNUTranslations(source)
        except OSError as error:
            if error.errno:
                raise  # an error of the file, not of its content
            raise CatalogError(str(error)) from error
        except (ValueError, LookupError) as error:
            raise CatalogError(str(error)) from error
        self._translations.add_fallback(_Unknown())

    def find(self, text: str) -> str | None:
        """The translation of *text*, ``None`` if there is none."""
        # The empty message is the catalog's header.
        return (self._translations.gettext(text) or None) if text else None

    def plural(self, one: str, other: str, count: int) -> str:
        """The form for *count*."""
        return self._translations.ngettext(one, other, count)


def read_source(path: Path) -> Catalog:
    """The catalog that translators edit, the ``.po`` file *path*; nothing is written.

    :raises CatalogError: it is invalid.
    """
    # Imported here, since builds without such catalogs do not need it.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    compiled = io.BytesIO()
    try:
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, ignore_obsolete=True, abort_invalid=True))
    except PoFileError as error:
        message = str(error).removesuffix(f" on {error.lineno}")
        raise CatalogError(message, error.lineno + 1) from error
    except (ValueError, LookupError) as error:
        raise CatalogError(str(error)) from error
    compiled.seek(0)
    return Catalog(compiled)


#: Name of the catalogs.
DOMAIN = "sphinx_navapi"

#: Contains ``<catalog>/LC_MESSAGES/sphinx_navapi.po``, which translators edit.
LOCALE_DIR = Path(__file__).parent

#: The compiled catalogs as JSON: the English messages below ``""``, and their translations below
#: the name of each catalog, in the same order. Forms of plurals are one text, as in a ``.mo`` file;
#: together the catalogs are a third as large as such files.
COMPILED = LOCALE_DIR / "catalogs.json.xz"

#: Languages with a catalog, by their gettext names; English is the source.
CATALOGS = (
    "ar", "de", "es", "fr", "id", "it", "ja", "ko", "pt_BR", "ru", "tr", "zh_CN", "zh_Hant",
)  # fmt: skip

#: Fallbacks for varieties of a language without a catalog, better than English.
_NEAREST = {
    "pt": "pt_BR", "zh": "zh_CN", "zh_TW": "zh_Hant", "zh_HK": "zh_Hant", "zh_MO": "zh_Hant",
}  # fmt: skip

_BY_NAME = {name.lower(): name for name in CATALOGS} | {
    name.lower(): nearest for name, nearest in _NEAREST.items()
}


def compiled_catalog(catalog: str) -> bytes:
    """The ``.mo`` of *catalog*, one of `CATALOGS` (GNU gettext, The Format of GNU MO Files)."""
    import lzma  # imported here, because sites in English do not need it

    with lzma.open(COMPILED) as file:
        catalogs = json.load(file)
    pairs = zip(catalogs[""], catalogs[catalog], strict=True)
    messages = sorted((one.encode(), other.encode()) for one, other in pairs if other is not None)
    texts = [text for texts in zip(*messages, strict=True) for text in texts]
    tables = struct.calcsize("<7I")
    position = tables + 8 * len(texts)
    numbers = [0x950412DE, 0, len(messages), tables, tables + 4 * len(texts), 0, 0]
    for text in texts:
        numbers += (len(text), position)
        position += len(text) + 1
    return struct.pack(f"<{len(numbers)}I", *numbers) + b"".join(text + b"\0" for text in texts)


class InterfaceWords:
    """The words of one catalog: ``words("Copy")``. One object for each catalog.

    :ivar catalog: its name (``pt_BR``), ``""`` for English.
    """

    __slots__ = ("_messages", "catalog")

    def __init__(self, catalog: str) -> None:
        self.catalog = catalog
        self._messages = Catalog(io.BytesIO(compiled_catalog(catalog))) if catalog else None

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
    return _words(catalog_name(language or ""))


def interface_wording(words: InterfaceWords) -> Wording:
    """The labels of blocks in the language of *words*."""
    return _wording(words.catalog)


@lru_cache(maxsize=256)
def catalog_name(language: str) -> str:
    """Name of the catalog for *language*, ``""`` for English and languages without one."""
    parts = language_tag(language.replace("_", "-")).lower().split("-")
    # From the full tag to the language alone.
    for length in range(len(parts), 0, -1):
        known = _BY_NAME.get("_".join(parts[:length]))
        if known:
            return known
    return ""


@lru_cache(maxsize=len(CATALOGS) + 1)
def _words(catalog: str) -> InterfaceWords:
    return InterfaceWords(catalog)


@lru_cache(maxsize=len(CATALOGS) + 1)
def _wording(catalog: str) -> Wording:
    return Wording.translated(_words(catalog)) if catalog else Wording()
