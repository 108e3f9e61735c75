"""Language codes of the configuration as language tags, names and writing directions."""

from __future__ import annotations

import re

from sphinx_navapi.diagnostics.similar_words import nearest_word

#: BCP 47 (RFC 5646): language, script, region, variants, extensions; private use; the tags that
#: were registered before. A language has two or three letters: longer ones are allowed by the
#: grammar, but none is registered, and ``english`` is a mistake.
_TAG = (
    "(?:[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}"
    "(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?"
    "(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*"
    "(?:-[A-WYZa-wyz0-9](?:-[A-Za-z0-9]{2,8})+)*(?:-[Xx](?:-[A-Za-z0-9]{1,8})+)?"
    "|[Xx](?:-[A-Za-z0-9]{1,8})+|[Ii]-[A-Za-z]{3,8}"
    "|[Ee][Nn]-[Gg][Bb]-[Oo][Ee][Dd]|[Ss][Gg][Nn]-(?:[Bb][Ee]-(?:[Ff][Rr]|[Nn][Ll])|[Cc][Hh]-[Dd][Ee]))"
)
_WELL_FORMED = re.compile(_TAG)

#: What `is_language` accepts, for a JSON Schema.
LANGUAGE_PATTERN = rf"^\s*{_TAG}\s*$"

#: Codes in docs.json files that are country codes, not languages.
_ALIASES = {"cn": "zh-CN", "jp": "ja"}
_RIGHT_TO_LEFT = frozenset({"ar", "he", "fa", "ur"})
_NAMES = {
    "ar": "العربية",
    "cs": "Čeština",
    "da": "Dansk",
    "de": "Deutsch",
    "el": "Ελληνικά",
    "en": "English",
    "es": "Español",
    "fa": "فارسی",
    "fi": "Suomi",
    "fr": "Français",
    "he": "עברית",
    "hi": "हिन्दी",
    "hu": "Magyar",
    "id": "Bahasa Indonesia",
    "it": "Italiano",
    "ja": "日本語",
    "ko": "한국어",
    "nl": "Nederlands",
    "no": "Norsk",
    "pl": "Polski",
    "pt": "Português",
    "pt-BR": "Português (Brasil)",
    "ro": "Română",
    "ru": "Русский",
    "sv": "Svenska",
    "tr": "Türkçe",
    "uk": "Українська",
    "ur": "اردو",
    "vi": "Tiếng Việt",
    "zh": "中文",
    "zh-CN": "简体中文",
    "zh-Hans": "简体中文",
    "zh-Hant": "繁體中文",
    "zh-TW": "繁體中文",
}


def is_language(code: str) -> bool:
    """Whether *code* is a language tag (or ``cn``, ``jp``)."""
    return code in _ALIASES or _WELL_FORMED.fullmatch(code) is not None


def meant_language(code: str) -> str | None:
    """The language tag that was probably meant by *code*, which is not one, if any."""
    from babel import Locale  # slow to import, and only needed for mistakes

    tag = code.strip().partition(".")[0].replace("_", "-")
    if is_language(tag):
        return tag
    names = {name: tag for tag, name in Locale("en").languages.items() if "_" not in tag}
    names |= {name: tag for tag, name in _NAMES.items()}
    near = nearest_word(code, names)
    return names[near] if near else None


def language_tag(code: str) -> str:
    """The language tag (BCP 47) for *code*, for the ``lang`` attribute; ``und`` if invalid."""
    if code in _ALIASES:
        return _ALIASES[code]
    return code if _WELL_FORMED.fullmatch(code) else "und"


def language_name(code: str) -> str:
    """The language's own name, or *code* if unknown."""
    tag = language_tag(code)
    language, _, rest = tag.partition("-")
    if tag in _NAMES or language not in _NAMES:
        return _NAMES.get(tag, code)
    return f"{_NAMES[language]} ({rest})"


def is_right_to_left(code: str) -> bool:
    """Whether pages in the language of *code* are written from right to left."""
    return language_tag(code).split("-")[0].lower() in _RIGHT_TO_LEFT
