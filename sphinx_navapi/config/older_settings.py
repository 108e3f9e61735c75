"""Older names of keys of ``docs.json``.

``mint.json`` and files converted from it still use them. The value of an old key is read as that of
the new one, unless the new one is set too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.page_settings import AUTH_METHOD
from sphinx_navapi.config.value_types import (
    ChoiceValue,
    FlagValue,
    Key,
    LinkValue,
    ListOf,
    ObjectOf,
    OneOf,
    Record,
    TextValue,
    ValueType,
)
from sphinx_navapi.formats.lenient import as_mapping

_TEXT = TextValue()
_FLAG = FlagValue()
_LINK = LinkValue()

_BAR_LINK = Record(
    (
        Key("name", _TEXT, "Older name of `label`."),
        Key("url", _LINK, "Older name of `href`."),
        Key("type", _TEXT, "`link` or `github`."),
        *hosted_keys.BAR_LINK,
    ),
    open=True,
    label='an object with "name" and "url"',
)
_SOCIALS: ValueType = OneOf(
    (
        ObjectOf(_LINK),
        ListOf(
            Record(
                (
                    Key("type", _TEXT, "Name of the site.", required=True),
                    Key("url", _LINK, "URL of the profile.", required=True),
                ),
                open=True,
                label='an object with "type" and "url"',
            )
        ),
    )
)
_FONT = (
    Key("family", _TEXT, "Name of the font."),
    Key("url", _TEXT, "File of the font."),
)


def _record(*keys: Key) -> ValueType:
    return Record(keys, open=True)


#: Top-level keys with a newer name.
OLDER: Final = (
    Key("topbarLinks", ListOf(_BAR_LINK), "Older name of `navbar.links`."),
    Key("topbarCtaButton", _BAR_LINK, "Older name of `navbar.primary`."),
    Key("footerSocials", _SOCIALS, "Older name of `footer.socials`."),
    Key(
        "modeToggle",
        _record(
            Key("default", ChoiceValue(("light", "dark")), "Older name of `appearance.default`."),
            Key("isHidden", _FLAG, "Older name of `appearance.strict`."),
        ),
        "Older name of `appearance`.",
    ),
    Key("backgroundImage", _TEXT, "Older name of `background.image`."),
    Key(
        "rounded",
        ChoiceValue(("default", "sharp")),
        "`sharp`: corners of our own theme are square. Older name of `styling.rounded`.",
    ),
    Key(
        "eyebrow",
        ChoiceValue(("breadcrumbs", "section")),
        "Older name of `styling.eyebrows`.",
    ),
    Key(
        "codeBlock",
        _record(Key("mode", ChoiceValue(("auto", "dark")), "`auto` or `dark`.")),
        "Older name of `styling.codeblocks`.",
    ),
    Key(
        "font",
        _record(*_FONT, Key("headings", _record(*_FONT), "Font of titles."),
                Key("body", _record(*_FONT), "Font of everything else.")),
        "Older name of `fonts`.",
    ),
    Key("openapi", OneOf((_TEXT, ListOf(_TEXT))), "Older name of `api.openapi`."),
    Key("asyncapi", OneOf((_TEXT, ListOf(_TEXT))), "Older name of `api.asyncapi`."),
)  # fmt: skip


#: Older keys inside `api`.
OLDER_API: Final = (
    Key(
        "auth",
        Record(
            (
                Key(
                    "method",
                    AUTH_METHOD,
                    "Older name of `api.mdx.auth.method`.",
                ),
                Key("name", _TEXT, "Older name of `api.mdx.auth.name`."),
                *hosted_keys.API_AUTH,
            )
        ),
        "Older name of `api.mdx.auth`.",
    ),
    Key(
        "request",
        _record(
            Key(
                "example",
                _record(
                    Key("languages", ListOf(_TEXT), "Older name of `api.examples.languages`."),
                    Key(
                        "showOptionalParams",
                        _FLAG,
                        "`false` means `api.examples.defaults: required`.",
                    ),
                ),
                "Older name of `api.examples`.",
            )
        ),
        "Older place of `api.examples`.",
    ),
    Key(
        "paramFields",
        _record(
            Key(
                "expanded",
                OneOf((ChoiceValue(("all", "topLevel", "topLevelOneOfs", "none")), _FLAG)),
                "Older name of `api.params.expanded`.",
            ),
            *hosted_keys.API_PARAMS,
        ),
        "Older name of `api.params`.",
    ),
)
OLDER_PLAYGROUND: Final = (
    Key(
        "mode",
        ChoiceValue(("show", "simple", "hide")),
        "Older name of `display`: `interactive`, `simple` or `none`.",
    ),
    Key("disableProxy", _FLAG, "`true` means `proxy: false`."),
)


@dataclass(frozen=True, slots=True)
class _Renamed:
    """*older* (a dotted key) is read as *newer*; *convert* returns ``None`` to set nothing."""

    older: str
    newer: str
    convert: Callable[[Any], Any] = lambda value: value


def _link(value: Any) -> dict[str, Any] | None:
    entry = as_mapping(value)
    link = {"label": entry.get("name"), "href": entry.get("url")}
    if entry.get("type") not in (None, "link"):
        link["type"] = entry["type"]
    return {key: each for key, each in link.items() if each is not None} or None


def _links(value: Any) -> list[dict[str, Any]]:
    return [link for each in (value if isinstance(value, list) else ()) if (link := _link(each))]


def _socials(value: Any) -> dict[str, Any]:
    if isinstance(value, list):
        return {str(as_mapping(each).get("type")): as_mapping(each).get("url") for each in value}
    return dict(as_mapping(value))


def _chosen(**words: str) -> Callable[[Any], Any]:
    return lambda value: words.get(value) if isinstance(value, str) else None


def _tags(value: Any) -> dict[str, Any] | None:
    """The format of ``metadata`` before it had ``timestamp``: `meta` elements."""
    tags = {key: each for key, each in as_mapping(value).items() if isinstance(each, str)}
    return tags or None


_RENAMED: Final = (
    _Renamed("topbarLinks", "navbar.links", _links),
    _Renamed("topbarCtaButton", "navbar.primary", _link),
    _Renamed("footerSocials", "footer.socials", _socials),
    _Renamed("modeToggle.default", "appearance.default"),
    _Renamed("modeToggle.isHidden", "appearance.strict"),
    _Renamed("backgroundImage", "background.image"),
    _Renamed("background.style", "background.decoration"),
    _Renamed("colors.background", "background.color"),
    _Renamed("rounded", "styling.rounded"),
    _Renamed("eyebrow", "styling.eyebrows"),
    _Renamed("codeBlock.mode", "styling.codeblocks", _chosen(auto="system", dark="dark")),
    _Renamed("font.family", "fonts.family"),
    _Renamed("font.url", "fonts.source"),
    _Renamed("font.headings.family", "fonts.heading.family"),
    _Renamed("font.headings.url", "fonts.heading.source"),
    _Renamed("font.body.family", "fonts.body.family"),
    _Renamed("font.body.url", "fonts.body.source"),
    _Renamed("openapi", "api.openapi"),
    _Renamed("asyncapi", "api.asyncapi"),
    _Renamed("metadata", "seo.metatags", _tags),
    _Renamed("feedback.thumbs", "feedback.thumbsRating"),
    _Renamed("seo.indexHiddenPages", "seo.indexing", lambda v: "all" if v is True else None),
    _Renamed("api.auth", "api.mdx.auth"),
    _Renamed("api.request.example.languages", "api.examples.languages"),
    _Renamed(
        "api.request.example.showOptionalParams",
        "api.examples.defaults",
        lambda v: "required" if v is False else None,
    ),
    _Renamed(
        "api.paramFields.expanded",
        "api.params.expanded",
        lambda v: "all" if v == "all" or v is True else None,
    ),
    _Renamed(
        "api.playground.mode",
        "api.playground.display",
        _chosen(show="interactive", simple="simple", hide="none"),
    ),
    _Renamed(
        "api.playground.disableProxy",
        "api.playground.proxy",
        lambda v: not v if isinstance(v, bool) else None,
    ),
)


#: The page menu entry that the older ``api.spec.download`` enables.
_DOWNLOAD: Final = "download-spec"


def with_newer_names(settings: Mapping[str, Any]) -> dict[str, Any]:
    """*settings* with the values of older names also set under the newer ones.

    *settings* itself is not modified, and values already set under a newer name are kept.
    """
    updated = dict(settings)
    for renamed in _RENAMED:
        value = _at(settings, renamed.older.split("."))
        newer = renamed.convert(value) if value is not None else None
        if newer is not None:
            _put(updated, renamed.newer.split("."), newer)
    if _at(settings, ["api", "spec", "download"]) is True:
        options = _at(settings, ["contextual", "options"])
        listed = options if isinstance(options, list) else []
        if _DOWNLOAD not in listed:
            contextual = dict(as_mapping(updated.get("contextual")))
            updated["contextual"] = {**contextual, "options": [*listed, _DOWNLOAD]}
    return updated


def in_newer_names(settings: Mapping[str, Any]) -> dict[str, Any]:
    """*settings* with newer names instead of the older ones that have any."""
    updated = with_newer_names(settings)
    for renamed in _RENAMED:
        *path, name = renamed.older.split(".")
        value = _at(settings, [*path, name])
        if value is not None and renamed.convert(value) is not None:
            _remove(updated, path, name)
    return updated


def _remove(target: dict[str, Any], path: list[str], name: str) -> None:
    """Remove *name* below *path*, and the objects on the way that are empty without it."""
    if path:
        inner = dict(as_mapping(target.get(path[0])))
        _remove(inner, path[1:], name)
        target[path[0]] = inner
        name = path[0]
        if inner:
            return
    target.pop(name, None)


def _at(value: Any, path: list[str]) -> Any:
    for key in path:
        value = as_mapping(value).get(key)
    return value


def _put(target: dict[str, Any], path: list[str], value: Any) -> None:
    """Set *path* to *value* unless it is set; objects on the way are copied first."""
    for key in path[:-1]:
        inner = target.get(key)
        if inner is not None and not isinstance(inner, Mapping):
            return
        target[key] = dict(inner or {})
        target = target[key]
    target.setdefault(path[-1], value)
