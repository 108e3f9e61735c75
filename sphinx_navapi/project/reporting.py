"""Reporting diagnostics as Sphinx warnings: each cause once, at the end of the build."""

from __future__ import annotations

import logging
import os
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import asdict, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.logging import (
    NAMESPACE,
    WarningStreamHandler,
    get_node_location,
    getLogger,
    is_suppressed_warning,
)

from sphinx_navapi.diagnostics import (
    CODE_LABEL,
    COUNT,
    Cause,
    Diagnostic,
    Level,
    Place,
    Report,
    list_folders,
    merge_causes,
    merge_diagnostics,
    missing_folder,
    one_line,
)
from sphinx_navapi.diagnostics.similar_words import nearest_file
from sphinx_navapi.project.sphinx_internals import STEPS, check_internals, raises_on_warning
from sphinx_navapi.project.unknown_names import suggest_names

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: Record attribute by which `causes` merges.
CAUSE = "navapi_cause"

#: Attribute of applications that report each warning separately.
SEPARATE = "navapi_separate_warnings"

#: MyST's message for a link to a heading of the same page, or to a page by its bare name.
_MYST_ANCHOR = re.compile(r"target not found: '([\w-]+)'")


def cause_extra(cause: Cause | None) -> dict[str, Any]:
    """``extra`` for a record with *cause*."""
    if cause is None:
        return {}
    return {CAUSE: asdict(cause)}


def hold_warnings(app: Sphinx) -> None:
    """From now on, hold back the warnings of *app*; `release_warnings` reports them."""
    suggest_names(app)
    if getattr(app, SEPARATE, False) or raises_on_warning(app):
        return
    logger = logging.getLogger(NAMESPACE)
    for handler in list(logger.handlers):
        if isinstance(handler, WarningStreamHandler):
            # In its place, as Sphinx's own `pending_warnings`: a filter would count the warning.
            logger.removeHandler(handler)
            logger.addHandler(_WarningBuffer(app, handler))


def release_on_failure(app: Sphinx) -> None:
    """Report the warnings held back also if *app* does not finish.

    Sphinx emits ``build-finished`` neither after an interrupt nor if a handler of
    ``builder-inited`` fails, and a handler of ``build-finished`` itself may fail before ours.
    """
    for name in STEPS:
        if hasattr(app, name):
            setattr(app, name, _releasing(getattr(app, name), app))


def _releasing(step: Callable[..., Any], app: Sphinx) -> Callable[..., Any]:
    @wraps(step)
    def run(*arguments: Any, **named: Any) -> Any:
        try:
            return step(*arguments, **named)
        except BaseException:
            release_warnings(app)
            raise

    return run


def release_warnings(app: Sphinx) -> Counter[str]:
    """Report the warnings held back, and stop holding back.

    :returns: number of warnings by ``type.subtype``.
    """
    counts: Counter[str] = Counter()
    logger = logging.getLogger(NAMESPACE)
    for buffer in [each for each in logger.handlers if isinstance(each, _WarningBuffer)]:
        logger.removeHandler(buffer)
        logger.addHandler(buffer.handler)
        counts.update(buffer.kinds())
        buffer.pass_on()
    return counts


class _WarningBuffer(WarningStreamHandler):
    """Passes records on to *handler*, except those that may have a cause in common.

    A stream handler of Sphinx, so that its functions that add and remove these know it.
    """

    def __init__(self, app: Sphinx, handler: WarningStreamHandler) -> None:
        super().__init__(handler.stream)
        self.setLevel(handler.level)
        self.handler = handler
        self._app = app
        self._records: list[logging.LogRecord] = []
        # The folders of missing pictures.
        self._pictures: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Hold *record* back, or pass it on."""
        kind = _kind(record)
        if kind[0] != "navapi" and kind not in _KINDS and not _may_be_repeated(record):
            self.handler.handle(record)
            return
        location = getattr(record, "location", None)
        if isinstance(location, nodes.Node):
            # Not the node, which would keep the whole page in memory.
            record.location = get_node_location(location)
        self._records.append(record)

    def kinds(self) -> Iterator[str]:
        """``type.subtype`` of each warning held back and not suppressed."""
        suppressed = self._app.config.suppress_warnings
        for record in self._records:
            kind, subtype = _kind(record)
            if record.levelno >= logging.WARNING and not is_suppressed_warning(
                kind, subtype, suppressed
            ):
                yield f"{kind}.{subtype}"

    def _is_repeated(self, record: logging.LogRecord, files: frozenset[str]) -> bool:
        """Whether *record* repeats what one of our messages says about a file's front matter."""
        text = logging.LogRecord.getMessage(record)
        is_about = text.startswith(_ABOUT_FRONT_MATTER)
        return is_about and self._place(record).partition(":")[0] in files

    def pass_on(self) -> None:
        """Pass on what was held back, merged."""
        files = frozenset(
            self._place(record).partition(":")[0]
            for record in self._records
            if getattr(record, "type", "") == "navapi"
            and logging.LogRecord.getMessage(record).startswith("the front matter ")
        )
        self._records = [record for record in self._records if not self._is_repeated(record, files)]
        self._pictures = Counter(
            self._folder(logging.LogRecord.getMessage(record))
            for record in self._records
            if _kind(record) == _IMAGE
        )
        for index, text in merge_causes([self._report(record) for record in self._records]):
            record = copy(self._records[index])
            record.msg, record.args = one_line(text), None
            self.handler.handle(record)

    def _report(self, record: logging.LogRecord) -> Report:
        # Only the message: records passed between processes include their location.
        text = logging.LogRecord.getMessage(record)
        cause = self._cause(record, text)
        near = (
            nearest_file(Path(self._app.srcdir), _file(text)) if _kind(record) == _IMAGE else None
        )
        if near is not None:
            cause = replace(cause, example=f"; for example, {_file(text)} may be {near}")
            text += f": did you mean {near}?"
        return Report(text=text, place=self._place(record), cause=cause)

    def _cause(self, record: logging.LogRecord, text: str) -> Cause:
        cause = getattr(record, CAUSE, None)
        if cause is not None:
            return Cause(**cause)
        kind = _kind(record)
        if kind == _IMAGE:
            return self._cause_of_picture(text)
        anchor = _MYST_ANCHOR.search(text)
        if anchor and kind == _LINK:
            file = self._place(record).partition(":")[0]
            return Cause(
                key=f"anchors:{file}",
                summary=f"{COUNT} links on this page are broken: correct them",
                example=f", for example '{anchor[1]}'",
            )
        return Cause(key=f"{kind[0]}.{kind[1]}:{text}")

    def _cause_of_picture(self, text: str) -> Cause:
        """The missing folder; all pictures have the same cause if many folders lack some."""
        what, many = f"{COUNT} pictures do not exist in", 4
        if len(self._pictures) >= many:
            what, key = f"{what} {list_folders(self._pictures)}", "pictures"
        elif missing := missing_folder(Path(self._app.srcdir), _file(text)):
            return missing
        else:
            folder = posixpath.dirname(_file(text))
            what, key = f"{what} {folder or 'the top folder'}", f"pictures:{folder}"
        return Cause(key=key, summary=f"{what}: add them, or correct their paths")

    def _folder(self, text: str) -> str:
        missing = missing_folder(Path(self._app.srcdir), _file(text))
        return missing.key.partition(":")[2] if missing else posixpath.dirname(_file(text))

    def _place(self, record: logging.LogRecord) -> str:
        location = getattr(record, "location", None)
        if isinstance(location, tuple):
            docname, line = location
            path = str(self._app.env.doc2path(docname)) if docname else ""
            location = f"{path}:{line}" if path and line else path
        elif location and ":" not in location:
            location = str(self._app.env.doc2path(location))
        text = (location or "").rstrip(":")
        return text.removeprefix(f"{self._app.srcdir}{os.sep}")


_IMAGE = ("image", "not_readable")
_LINK = ("myst", "xref_missing")
_KINDS = frozenset({_IMAGE, _LINK, ("download", "not_readable")})

#: Messages of MyST and docutils about invalid or unclosed front matter.
_ABOUT_FRONT_MATTER = (
    "Malformed YAML",
    "Document or section may not begin with a transition",
)


def _kind(record: logging.LogRecord) -> tuple[str, str]:
    return getattr(record, "type", ""), getattr(record, "subtype", "")


def _file(text: str) -> str:
    """The path in the message *text*."""
    return text.rpartition(": ")[2]


def _may_be_repeated(record: logging.LogRecord) -> bool:
    return logging.LogRecord.getMessage(record).startswith(_ABOUT_FRONT_MATTER)


_logger = getLogger("sphinx_navapi")

_LOGS = {Level.INFO: _logger.info, Level.WARNING: _logger.warning, Level.ERROR: _logger.error}


class _Location(str):
    """A place without a line. Sphinx takes a location without a colon for a docname, and writes a
    colon after each location.
    """

    __slots__ = ()

    def __contains__(self, part: object) -> bool:
        return part == ":" or str(part) in str(self)


def _location(place: Place, source_dir: Path) -> str | None:
    """*place* in Sphinx's format."""
    if not place.file:
        return None
    file = place.file
    if file.startswith(CODE_LABEL):
        return _Location(place)
    if file.startswith("../"):
        file = os.path.normpath(source_dir.resolve() / file)
    elif "://" not in file:
        file = str(source_dir / file)
    file = one_line(file)
    if not place.line:
        return _Location(file)
    return f"{file}:{place.line}:{place.column}" if place.column else f"{file}:{place.line}"


def report_diagnostics(diagnostics: Iterable[Diagnostic], source_dir: Path) -> None:
    """Log each of *diagnostics* with its type, subtype and place.

    A diagnostic of level info is an info message: ``-W`` does not fail on it. Those with the same
    cause are merged here: only warnings are held back until all are known.
    """
    by_level: dict[bool, list[Diagnostic]] = {True: [], False: []}
    for diagnostic in diagnostics:
        by_level[diagnostic.level is Level.INFO].append(diagnostic)
    for diagnostic in (*merge_diagnostics(by_level[True]), *by_level[False]):
        place = diagnostic.place
        location = _location(place, source_dir)
        log = _LOGS[diagnostic.level]
        text = diagnostic.message
        if diagnostic.level is Level.INFO:
            # Sphinx adds the subtype only to warnings.
            text = f"{text} [navapi.{diagnostic.subtype}]"
        log(
            "%s",
            text,
            type="navapi",
            subtype=str(diagnostic.subtype),
            location=location,
            extra=cause_extra(diagnostic.cause),
        )


def report_missing_target(node: nodes.Element, message: str, cause: Cause | None) -> None:
    """Warn about the broken link *node*.

    With the type of MyST's own warning about such links, so that one setting applies to both.
    """
    _logger.warning(
        message, type="myst", subtype="xref_missing", location=node, extra=cause_extra(cause)
    )


def report_internals(app: Sphinx, *, indexed: bool = False) -> None:
    """Warn about internals that this version of Sphinx lacks, and the consequences."""
    for message in check_internals(app, indexed=indexed):
        _logger.warning(message, type="navapi", subtype="sphinx")


def tell_lines(lines: Iterable[str]) -> None:
    """Print lines that are not diagnostics to the output of the build."""
    for line in lines:
        _logger.info("%s", line)
