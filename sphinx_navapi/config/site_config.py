"""``docs.json`` as a value: ``$ref`` parts resolved, and file and line of every key kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sphinx_navapi.config.confvals import DOCS_JSON, MINT_JSON, ConfLines, site_file
from sphinx_navapi.config.mint_json import docs_from_mint, is_mint_json
from sphinx_navapi.config.value_problems import ValueProblem, readable, show
from sphinx_navapi.diagnostics import Cause, Diagnostic, Level, Place, Subtype
from sphinx_navapi.formats.data_file import (
    DataFile,
    DataFileError,
    escape_pointer,
    read_data,
    relative_name,
    unescape_pointer,
)

#: Maximum number of ``$ref`` parts in one configuration, repetitions included: stops a bomb.
MAX_PARTS = 1_000

#: Maximum depth of objects and lists.
MAX_DEPTH = 200

#: Maximum number of values in the whole configuration with all parts resolved.
MAX_VALUES = 1_000_000


@dataclass(slots=True, kw_only=True)
class SiteConfig:
    """The site configuration.

    :ivar value: the object, without ``$ref``.
    :ivar name: of the file, relative to the source directory; of ``conf.py`` for a dict.
    :ivar files: every file that was read, relative to the source directory.
    :ivar diagnostics: problems found while reading it.
    :ivar unusable: why there is no configuration at all; one of `diagnostics`.
    """

    value: dict[str, Any]
    name: str
    files: tuple[str, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    unusable: Diagnostic | None = None
    _mounts: dict[str, _Mount] = field(default_factory=dict, repr=False)
    _conf: ConfLines | None = field(default=None, repr=False)
    _moved: Mapping[str, str] = field(default_factory=dict, repr=False)

    def place(self, pointer: str) -> Place:
        """File and line of the value at *pointer* of the whole configuration."""
        return self._place(pointer, key=False)

    def key_place(self, pointer: str) -> Place:
        """Like `place`, but for the key instead of its value."""
        return self._place(pointer, key=True)

    def _place(self, pointer: str, *, key: bool) -> Place:
        pointer = self._written(pointer)
        for prefix in _prefixes(pointer):
            mount = self._mounts.get(prefix)
            if mount is None:
                continue
            inner = mount.pointer + pointer[len(prefix) :]
            if mount.file is None:
                return self._conf_place(inner)
            at_key = key and prefix != pointer
            return mount.file.key_place(inner) if at_key else mount.file.place(inner)
        return self._conf_place(pointer)

    def _written(self, pointer: str) -> str:
        """*pointer* of `value` as a pointer in the file, which may be in an older form."""
        for prefix in _prefixes(pointer):
            if prefix in self._moved:
                return self._moved[prefix] + pointer[len(prefix) :]
        return pointer

    def _conf_place(self, pointer: str) -> Place:
        line = self._conf.find("navapi_config", pointer) if self._conf is not None else None
        return Place(file=self.name, line=line, pointer=pointer)

    def diagnose(self, problem: ValueProblem) -> Diagnostic:
        """*problem* as a diagnostic with its place."""
        place = self.key_place if problem.key else self.place
        where = self._written(problem.pointer).lstrip("/").replace("/", ".") or "the configuration"
        return Diagnostic(
            subtype=problem.subtype,
            message=f"{where}: {problem.text}",
            place=place(problem.pointer),
            level=problem.level,
            cause=Cause(key=f"{problem.subtype}:{problem.text}"),
        )


@dataclass(frozen=True, slots=True)
class _Mount:
    """The source of the configuration below a pointer; file ``None`` is ``conf.py``."""

    file: DataFile | None
    pointer: str


def _prefixes(pointer: str) -> Iterator[str]:
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
    yield ""


#: What `parsed_once` has read; ``None`` outside of it.
_PARSED: ContextVar[dict[tuple[Path, Path], SiteConfig] | None] = ContextVar(
    "_PARSED", default=None
)


@contextmanager
def parsed_once() -> Iterator[None]:
    """Make `read_site_config` parse each file only once within the context, that of one command.

    The command line needs some values before there is a build, and Sphinx only accepts strings from
    it.
    """
    token = _PARSED.set({})
    try:
        yield
    finally:
        _PARSED.reset(token)


def read_site_config(path: Path, srcdir: Path) -> SiteConfig:
    """The configuration in the `site_file` of *path*; empty, with a diagnostic, if it is unusable.

    :raises FileNotFoundError: the file does not exist.
    """
    path = site_file(path)
    parsed = _PARSED.get()
    if parsed is None:
        return _read_site_config(path, srcdir)
    key = path.resolve(), srcdir.resolve()
    if key not in parsed:
        parsed[key] = _read_site_config(path, srcdir)
    return parsed[key]


def _read_site_config(path: Path, srcdir: Path) -> SiteConfig:
    name = relative_name(path, srcdir)
    try:
        data = read_data(path, name, relaxed=True)
    except DataFileError as error:
        return _unusable(name, f"the configuration cannot be read: {error}", error.place)
    config = _assemble(data.value, data, name, path, srcdir)
    if path.name == DOCS_JSON and path.with_name(MINT_JSON).is_file():
        other = relative_name(path.with_name(MINT_JSON), srcdir)
        message = f"{other} is ignored: {name} replaces it; delete {other}"
        ignored = Diagnostic(
            subtype=Subtype.CONFIG, message=message, place=Place(file=other), level=Level.INFO
        )
        config.diagnostics = (*config.diagnostics, ignored)
    return config


def site_config_from_mapping(
    mapping: Mapping[str, Any], srcdir: Path, conf_file: Path | None = None
) -> SiteConfig:
    """The configuration given as a dict in ``conf.py``; ``$ref`` paths are relative to *srcdir*.

    :param conf_file: path of that file, to report its lines.
    """
    name = "conf.py" if conf_file is None else relative_name(conf_file, srcdir)
    conf = ConfLines(conf_file) if conf_file is not None else None
    return _assemble(mapping, None, name, srcdir / "conf.py", srcdir, conf)


def _unusable(name: str, message: str, place: Place) -> SiteConfig:
    problem = Diagnostic(subtype=Subtype.CONFIG, message=message, place=place)
    return SiteConfig(value={}, name=name, files=(name,), diagnostics=(problem,), unusable=problem)


def _assemble(
    value: Any,
    data: DataFile | None,
    name: str,
    path: Path,
    srcdir: Path,
    conf: ConfLines | None = None,
) -> SiteConfig:
    config = SiteConfig(value={}, name=name, files=(name,), _conf=conf)
    config._mounts[""] = _Mount(data, "")
    assembler = _Assembler(config, srcdir.resolve())
    assembled = assembler.expand(value, "", path, (), 0)
    if is_mint_json(assembled):
        docs = docs_from_mint(assembled)
        for problem in docs.problems:
            assembler.diagnostics.append(config.diagnose(problem))
        config.value, config._moved = docs.value, docs.moved
    elif isinstance(assembled, dict):
        config.value = assembled
    elif assembled is not _LEFT_OUT:
        assembler.report("", f"{show(assembled)} is not a configuration: use an object")
        config.unusable = assembler.diagnostics[-1]
    return replace(
        config,
        files=tuple(dict.fromkeys((name, *assembler.files))),
        diagnostics=(
            *assembler.diagnostics,
            *(
                diagnostic
                for file in (data, *assembler.parsed.values())
                for diagnostic in _faults(file)
            ),
            *(
                diagnostic
                for file in (data, *assembler.parsed.values())
                for diagnostic in _repeated(file)
            ),
        ),
    )


def _faults(data: DataFile | None) -> Iterator[Diagnostic]:
    """Parts of a file that were cut, or read differently than written."""
    if data is not None:
        for fault in data.faults:
            message = f"{data.name}: {fault.message}"
            yield Diagnostic(subtype=Subtype.CONFIG, message=message, place=fault.place)


def _repeated(data: DataFile | None) -> Iterator[Diagnostic]:
    """One diagnostic for each duplicate key in an object: the first value is discarded."""
    for place in data.repeated_keys() if data is not None else ():
        key = unescape_pointer(place.pointer.rpartition("/")[2])
        where = place.pointer.lstrip("/").replace("/", ".")
        yield Diagnostic(
            subtype=Subtype.CONFIG,
            message=f"{where}: duplicate key {show(key)}: the earlier value is discarded; write it"
            " once",
            place=place,
        )


#: Result of a broken ``$ref``: the key or list entry is removed with it.
_LEFT_OUT = object()


class _Assembler:
    """Resolves ``$ref`` parts and makes a plain copy of everything."""

    def __init__(self, config: SiteConfig, root: Path) -> None:
        self.config = config
        self.root = root
        self.diagnostics: list[Diagnostic] = []
        self.files: list[str] = []
        self.parsed: dict[Path, DataFile] = {}
        self.parts = 0
        self.values = 0

    def report(self, pointer: str, text: str) -> None:
        # Immediately, because pointers change when an earlier entry is removed.
        self.diagnostics.append(self.config.diagnose(ValueProblem(pointer, text)))

    def expand(
        self, value: Any, pointer: str, path: Path, trail: tuple[tuple[Path, str], ...], depth: int
    ) -> Any:
        """A copy of *value*, a part of the file *path*, with its references resolved."""
        self.values += 1
        if depth > MAX_DEPTH or self.values > MAX_VALUES:
            if self.values <= MAX_VALUES + 1:
                self.report(
                    pointer,
                    "the configuration is too deep or too large here; this part was ignored",
                )
            return None
        if isinstance(value, Mapping):
            if isinstance(value.get("$ref"), str):
                return self.part(value, pointer, path, trail, depth)
            members = {
                readable(str(key)): self.expand(
                    entry, f"{pointer}/{escape_pointer(str(key))}", path, trail, depth + 1
                )
                for key, entry in value.items()
            }
            return {key: entry for key, entry in members.items() if entry is not _LEFT_OUT}
        if isinstance(value, (list, tuple)):
            return self.items(value, pointer, path, trail, depth)
        if isinstance(value, str):
            return readable(value)
        if isinstance(value, (bool, int, float)) or value is None:
            return value
        return readable(str(value))

    def items(
        self,
        value: list[Any] | tuple[Any, ...],
        pointer: str,
        path: Path,
        trail: tuple[tuple[Path, str], ...],
        depth: int,
    ) -> list[Any]:
        """A copy of a list; an entry that refers to a list is replaced by that list's entries."""
        items: list[Any] = []
        shifted = False
        source = self.config._mounts.get(pointer) or self.mount_above(pointer)
        for index, entry in enumerate(value):
            where = f"{pointer}/{len(items)}"
            if shifted:
                self.config._mounts[where] = _Mount(source.file, f"{source.pointer}/{index}")
            item = self.expand(entry, where, path, trail, depth + 1)
            if item is _LEFT_OUT:
                shifted = True
            elif isinstance(item, list) and isinstance(entry, Mapping):
                part = self.config._mounts.pop(where, None) or source
                moved = self.take_mounts(f"{where}/")
                for inner, one in enumerate(item):
                    at = f"{pointer}/{len(items)}"
                    self.config._mounts[at] = _Mount(part.file, f"{part.pointer}/{inner}")
                    for rest, mount in moved.get(str(inner), ()):
                        self.config._mounts[at + rest] = mount
                    items.append(one)
                shifted = True
            else:
                items.append(item)
        return items

    def take_mounts(self, prefix: str) -> dict[str, list[tuple[str, _Mount]]]:
        """Remove the mounts below *prefix*: the rest of their pointers, by the segment after it."""
        mounts = self.config._mounts
        taken: dict[str, list[tuple[str, _Mount]]] = {}
        for key in [key for key in mounts if key.startswith(prefix)]:
            segment = key[len(prefix) :].partition("/")[0]
            rest = key[len(prefix) + len(segment) :]
            taken.setdefault(segment, []).append((rest, mounts.pop(key)))
        return taken

    def mount_above(self, pointer: str) -> _Mount:
        """The source of the part of the configuration at *pointer*."""
        for prefix in _prefixes(pointer):
            mount = self.config._mounts.get(prefix)
            if mount is not None:
                return _Mount(mount.file, mount.pointer + pointer[len(prefix) :])
        return _Mount(None, pointer)

    def part(
        self,
        value: Mapping[str, Any],
        pointer: str,
        path: Path,
        trail: tuple[tuple[Path, str], ...],
        depth: int,
    ) -> Any:
        """The target of ``{"$ref": …}``; sibling keys override those of an object."""
        reference = value["$ref"]
        beside = {key: entry for key, entry in value.items() if key != "$ref"}
        part = self.find_part(reference, pointer, path, trail)
        if part is None:
            return self.expand(beside, pointer, path, trail, depth) if beside else _LEFT_OUT
        data, fragment, target = part
        above = self.mount_above(pointer)
        self.config._mounts[pointer] = _Mount(data, fragment)
        inner = _at(data.value, fragment)
        expanded = self.expand(inner, pointer, target, (*trail, (target, fragment)), depth + 1)
        if not beside:
            return expanded
        if not isinstance(expanded, dict):
            self.report(pointer, "the keys beside $ref are ignored: it does not refer to an object")
            return expanded
        for key, entry in beside.items():
            where = f"{pointer}/{escape_pointer(str(key))}"
            inner_pointer = f"{above.pointer}/{escape_pointer(str(key))}"
            self.config._mounts[where] = _Mount(above.file, inner_pointer)
            member = self.expand(entry, where, path, trail, depth + 1)
            if member is not _LEFT_OUT:
                expanded[str(key)] = member
        return expanded

    def find_part(
        self, reference: str, pointer: str, path: Path, trail: tuple[tuple[Path, str], ...]
    ) -> tuple[DataFile, str, Path] | None:
        """The file, the pointer in it and the path that *reference* resolves to, or a problem."""
        file, _, fragment = reference.partition("#")
        target = path
        if file:
            try:
                target = (path.parent / file).resolve()
            except (OSError, ValueError, RuntimeError):
                self.refuse(pointer, reference, "it is not a path")
                return None
            if "://" in file:
                self.refuse(pointer, reference, "it has a host: only files are supported")
                return None
            if not target.is_relative_to(self.root):
                self.refuse(pointer, reference, "it is outside the source directory")
                return None
        self.parts += 1
        if self.parts > MAX_PARTS:
            if self.parts == MAX_PARTS + 1:
                self.refuse(pointer, reference, f"there are more than {MAX_PARTS} references")
            return None
        if (target, fragment) in trail or (target == path.resolve() and not fragment):
            self.refuse(pointer, reference, "it refers to itself")
            return None
        data = self.read(target, pointer, reference)
        if data is None:
            return None
        if fragment and (not fragment.startswith("/") or _at(data.value, fragment) is None):
            self.refuse(pointer, reference, "the file does not contain this part")
            return None
        return data, fragment, target

    def read(self, target: Path, pointer: str, reference: str) -> DataFile | None:
        known = self.parsed.get(target)
        if known is not None:
            return known
        mount = self.config._mounts[""].file
        name = relative_name(target, self.root)
        if mount is not None and name == mount.name:
            return mount
        try:
            data = read_data(target, name, relaxed=True)
        except FileNotFoundError:
            self.refuse(pointer, reference, "the file does not exist")
            return None
        except DataFileError as error:
            self.refuse(pointer, reference, f"{error.place}: {error}")
            return None
        self.parsed[target] = data
        self.files.append(name)
        return data

    def refuse(self, pointer: str, reference: str, reason: str) -> None:
        self.report(pointer, f"$ref {show(reference)} is ignored: {reason}")


def _at(value: Any, pointer: str) -> Any:
    for segment in pointer.split("/")[1:]:
        key = unescape_pointer(segment)
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value
