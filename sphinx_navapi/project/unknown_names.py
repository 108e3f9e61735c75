"""What was probably meant by a directive, a role or a configuration value that Sphinx does not
know.
"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from docutils.parsers.rst.languages import en
from sphinx.roles import generic_docroles, specific_docroles
from sphinx.util.logging import NAMESPACE, WarningStreamHandler

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.project.extensions import DIRECTIVES as DESIGN_DIRECTIVES

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: Messages of docutils and MyST; they are not translated.
_UNKNOWN = re.compile(
    r"Unknown (directive type|interpreted text role):? ([\"'])(?P<name>[^\"'\n]+)\2\.?"
)

#: Directives of Sphinx and of this extension; neither docutils nor Sphinx lists what is registered.
_DIRECTIVES = (
    "toctree", "code-block", "literalinclude", "highlight", "only", "index", "seealso",
    "versionadded", "versionchanged", "versionremoved", "deprecated", "centered", "hlist", "acks",
    "sectionauthor", "codeauthor", "tabularcolumns", "default-domain", "rst-class",
    "openapi-operation", "openapi-schema", "openapi-changes", "navapi-navigation",
    *DESIGN_DIRECTIVES,
)  # fmt: skip

_OPTIONS = f"{NAMESPACE}.sphinx.config"


def _with_suggestion(record: logging.LogRecord, app: Sphinx) -> str | None:
    """The message of *record* with the name that was probably meant; ``None`` if it has none."""
    text = logging.LogRecord.getMessage(record)
    if record.name == _OPTIONS:
        # This message is translated; its only argument is the name.
        (name,) = record.args if isinstance(record.args, tuple) and record.args else ("",)
        known = {*app.config.values}
        if not isinstance(name, str) or not name or name in known:
            return None
        near = nearest_word(name, known)
        return None if near is None else f"{text}: did you mean {near}?"
    unknown = _UNKNOWN.match(text)
    if unknown is None:
        return None
    near = _nearest(unknown["name"], app, is_role=unknown[1].endswith("role"))
    if near is None:
        return None
    return f"{unknown[0].removesuffix('.')}: did you mean {near}?{text[unknown.end() :]}"


def _nearest(name: str, app: Sphinx, *, is_role: bool) -> str | None:
    """The directive or role that is most similar to *name*; with a domain, one of that domain."""
    in_domains = {
        domain.name: tuple(domain.roles if is_role else domain.directives)
        for domain in app.env.domains.sorted()
    }
    prefix, colon, local = name.rpartition(":")
    if colon and prefix in in_domains:
        near = nearest_word(local, in_domains[prefix])
        return None if near is None else f"{prefix}:{near}"
    # Names without a domain are looked up in this order.
    known = [*in_domains.get(app.config.primary_domain or "", ()), *in_domains["std"]]
    known += [*generic_docroles, *specific_docroles] if is_role else _DIRECTIVES
    known += en.roles if is_role else en.directives
    known += [f"{prefix}:{each}" for prefix, names in in_domains.items() for each in names]
    return nearest_word(name, known)


def suggest_names(app: Sphinx) -> None:
    """From now on, add what was probably meant to warnings of *app* about unknown names."""
    for handler in logging.getLogger(NAMESPACE).handlers:
        if isinstance(handler, WarningStreamHandler) and not any(
            isinstance(each, _Suggestions) for each in handler.filters
        ):
            handler.addFilter(_Suggestions(app))


class _Suggestions(logging.Filter):
    """Changes messages, and lets all of them pass."""

    def __init__(self, app: Sphinx) -> None:
        super().__init__()
        self._app = app

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the name that was probably meant to the message of *record*."""
        text = _with_suggestion(record, self._app)
        if text is not None:
            record.msg, record.args = text, None
        return True
