"""Update the interface's message catalogs from the code, and compile them.

`python docs/messages.py` (or `tox -e messages`) does both. Messages are the labels of
`sphinx_navapi.locale.wording`, the texts of the playground's script, arguments in Python code of
`words("…")`, `words.plural("…", "…", n)` and `message("…")`, and in templates of `_("…")`.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import lzma
import struct
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "sphinx_navapi"
sys.path.insert(0, str(ROOT))

from sphinx_navapi.html.page_language import PLAYGROUND_WORDS, playground_words  # noqa: E402
from sphinx_navapi.locale.interface import (  # noqa: E402
    CATALOGS,
    COMPILED,
    DOMAIN,
    LOCALE_DIR,
    compiled_catalog,
)
from sphinx_navapi.locale.wording import Wording  # noqa: E402

#: Names of functions that look up or mark a message.
_CALLS = frozenset({"words", "_words", "message", "plural"})

Message = str | tuple[str, ...]


class _Catalog(Catalog):
    """An empty catalog of *name*, without dates in its header.

    Its output is the same on every day and with every version of Babel: the plural forms of a
    language are those of its file, *found*, for which its translations were written. Versions of
    Babel disagree about them.
    """

    def __init__(self, name: str, found: Catalog) -> None:
        super().__init__(locale=name, charset="utf-8", fuzzy=False, header_comment="")
        self._found = found

    @property
    def num_plurals(self) -> int:
        return self._found.num_plurals

    @property
    def plural_expr(self) -> str:
        return self._found.plural_expr

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", self.plural_forms),
        ]

    @mime_headers.setter
    def mime_headers(self, headers: object) -> None:
        """Ignore the header of an existing file."""


def read_messages() -> dict[Message, list[str]]:
    """All messages of the interface, each with the files that contain it."""
    found: dict[Message, list[str]] = {}
    for field in fields(Wording):
        found.setdefault(str(field.default), ["sphinx_navapi/locale/wording.py"])
    for text in playground_words().values():
        found.setdefault(text, []).append(PLAYGROUND_WORDS.relative_to(ROOT).as_posix())
    for path in sorted(PACKAGE.rglob("*.py")):
        for message in _python_messages(path.read_text("utf-8")):
            found.setdefault(message, []).append(path.relative_to(ROOT).as_posix())
    for path in sorted(PACKAGE.rglob("*.html")):
        with path.open("rb") as file:
            for _line, message, _comments, _context in extract("jinja2", file, {"_": None}):
                found.setdefault(message, []).append(path.relative_to(ROOT).as_posix())
    return found


def _python_messages(source: str) -> Iterator[Message]:
    # Not by Babel, which ignores f-strings before Python 3.12.
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.func if isinstance(node.func, ast.Call) else node.func
        name = getattr(called, "attr", None) or getattr(called, "id", None)
        texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
        given = tuple(text for text in texts if isinstance(text, str))
        if name in _CALLS and given:
            yield given if name == "plural" else given[0]


def po_path(catalog: str) -> Path:
    """The file that translators edit."""
    return LOCALE_DIR / catalog / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalog(catalog: str) -> Catalog:
    """The translations of *catalog*; empty if there is no file yet."""
    path = po_path(catalog)
    if not path.is_file():
        return Catalog(locale=catalog)
    with path.open("rb") as file:
        return read_po(file, locale=catalog, charset="utf-8")


def update(catalog: str, messages: dict[Message, list[str]]) -> bytes:
    """The updated ``.po`` of *catalog*; new messages are untranslated."""
    found = read_catalog(catalog)
    updated = _Catalog(catalog, found)
    for message, files in messages.items():
        known = found.get(message)
        empty = ("",) * updated.num_plurals if isinstance(message, tuple) else ""
        updated.add(message, known.string if known else empty)
        # Files without lines, which would differ after every change of the code.
        updated[message].locations = [(file, None) for file in dict.fromkeys(files)]  # type: ignore[misc]
    buffer = io.BytesIO()
    write_po(buffer, updated, width=100)
    return buffer.getvalue().lstrip(b"#\n ")


def compile_catalog(catalog: str) -> bytes:
    """The ``.mo`` of *catalog*, from its ``.po``."""
    found = read_catalog(catalog)
    compiled = _Catalog(catalog, found)
    for message in found:
        if message.id:
            compiled.add(message.id, message.string)
    buffer = io.BytesIO()
    write_mo(buffer, compiled)
    return buffer.getvalue()


def read_texts(content: bytes) -> dict[str, str]:
    """The messages of a ``.mo`` with their translations; forms are separated by NUL."""
    count, *tables = struct.unpack_from("<3I", content, 8)

    def text(table: int, index: int) -> str:
        length, start = struct.unpack_from("<2I", content, table + 8 * index)
        return content[start : start + length].decode()

    return {text(tables[0], index): text(tables[1], index) for index in range(count)}


def write_compiled(catalogs: dict[str, bytes]) -> None:
    """Write *catalogs* by name, unless they are there; versions of the compressor differ."""
    with contextlib.suppress(OSError, KeyError):  # there is no file yet, or no such catalog in it
        if all(compiled_catalog(name) == content for name, content in catalogs.items()):
            return
    texts = {name: read_texts(content) for name, content in catalogs.items()}
    messages = sorted({message for each in texts.values() for message in each})
    data = {"": messages, **{name: [*map(each.get, messages)] for name, each in texts.items()}}
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    preset = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 2, "pb": 0}
    COMPILED.write_bytes(lzma.compress(written, filters=[preset]))


def untranslated(catalog: str) -> list[Message]:
    """Messages of *catalog* without a translation, or without one of its plural forms."""
    return [
        tuple(message.id) if isinstance(message.id, list) else message.id
        for message in read_catalog(catalog)
        if message.id and not (message.string and all(message.string))
    ]


def main() -> int:
    """Update and compile every catalog; 1 if one of them lacks translations."""
    messages = read_messages()
    missing = 0
    for name in CATALOGS:
        path = po_path(name)
        text = update(name, messages)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        for message in untranslated(name):
            missing += 1
            print(f"{name}: no translation of {message!r}", file=sys.stderr)
    write_compiled({name: compile_catalog(name) for name in CATALOGS})
    print(f"{len(messages)} messages in {len(CATALOGS)} languages, {missing} missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
