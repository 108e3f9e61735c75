"""A gettext catalog that tells whether it contains a message."""

from __future__ import annotations

import gettext
import io
from pathlib import Path
from typing import BinaryIO


class CatalogueError(ValueError):
    """A catalog that cannot be read. :ivar line: from 1, if known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class _Unknown(gettext.NullTranslations):
    """The fallback for messages missing in a catalog."""

    def gettext(self, message: str) -> str:
        return ""


class Catalogue:
    """The messages of one catalog, compiled: a ``.mo`` file, or its content.

    The file is read again each time, unlike by `gettext.translation`, which caches it.

    :raises CatalogueError: it is invalid.
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
            raise CatalogueError(str(error)) from error
        except (ValueError, LookupError) as error:
            raise CatalogueError(str(error)) from error
        self._translations.add_fallback(_Unknown())

    def find(self, text: str) -> str | None:
        """The translation of *text*, ``None`` if there is none."""
        # The empty message is the catalog's header.
        return (self._translations.gettext(text) or None) if text else None

    def plural(self, one: str, other: str, count: int) -> str:
        """The form for *count*."""
        return self._translations.ngettext(one, other, count)


def read_source(path: Path) -> Catalogue:
    """The catalog that translators edit, the ``.po`` file *path*; nothing is written.

    :raises CatalogueError: it is invalid.
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
        raise CatalogueError(message, error.lineno + 1) from error
    except (ValueError, LookupError) as error:
        raise CatalogueError(str(error)) from error
    compiled.seek(0)
    return Catalogue(compiled)
