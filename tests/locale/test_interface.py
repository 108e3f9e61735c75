"""Interface texts: which catalog a language uses, and that every catalog is complete."""

from __future__ import annotations

import gettext
import importlib.util
import io
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from case_files import value_cases

from sphinx_navapi.locale.interface import (
    CATALOGS,
    LOCALE_DIR,
    catalog_name,
    compiled_catalog,
    interface_wording,
    interface_words,
)
from sphinx_navapi.locale.wording import Wording

CASES = value_cases(Path(__file__).parent / "cases" / "words.yaml")

SCRIPT = Path(__file__).parents[2] / "docs" / "messages.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that generates the catalogs."""
    spec = importlib.util.spec_from_file_location("navapi_messages", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    path = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = path
    return module


@pytest.mark.parametrize(
    ("language", "catalog"),
    [
        # The tags in the configuration.
        ("ar", "ar"), ("cn", "zh_CN"), ("zh-Hant", "zh_Hant"), ("en", ""), ("fr", "fr"),
        ("de", "de"), ("id", "id"), ("it", "it"), ("jp", "ja"), ("ko", "ko"),
        ("pt-BR", "pt_BR"), ("ru", "ru"), ("es", "es"), ("tr", "tr"),
        # Other tags for them.
        ("ja", "ja"), ("zh-CN", "zh_CN"), ("zh", "zh_CN"), ("zh-Hans", "zh_CN"),
        ("zh-Hans-HK", "zh_CN"), ("zh-TW", "zh_Hant"), ("zh-HK", "zh_Hant"),
        ("zh-Hant-HK", "zh_Hant"), ("pt", "pt_BR"), ("pt-PT", "pt_BR"), ("de-AT", "de"),
        ("es-419", "es"), ("DE", "de"), ("en-GB", ""),
        # The forms that Sphinx and gettext use.
        ("pt_BR", "pt_BR"), ("zh_CN", "zh_CN"), ("zh_TW", "zh_Hant"), ("de_DE", "de"),
        # No catalog, no language.
        ("nl", ""), ("he", ""), ("dex", ""), ("", ""), ("../de", ""), ("a b", ""), (None, ""),
    ],
)  # fmt: skip
def test_catalog_of_a_language(language, catalog):
    assert interface_words(language).catalog == catalog
    assert catalog_name(language or "") == catalog


def test_words_are_kept_and_unknown_texts_come_back():
    assert interface_words("pt-BR") is interface_words("pt_BR")
    assert interface_words("nl") is interface_words(None)
    for language in ("de", "en"):
        assert interface_words(language)("No such message") == "No such message"
        assert interface_words(language)("") == ""


@pytest.mark.parametrize(("language", "one", "two", "many"), CASES["plural_forms"])
def test_plural_forms(language, one, two, many):
    words = interface_words(language)
    found = [words.plural("{count} entry", "{count} entries", count) for count in (1, 2, 11)]
    assert found == [one, two, many]


def test_words_before_those_of_others():
    translate = interface_words("de").then(str.upper)
    assert translate("Copy") == "Kopieren"
    # A message that is the same in both languages is still known.
    assert translate("Version") == "Version"
    assert translate("Nobody knows") == "NOBODY KNOWS"
    assert interface_words("en").then(str.upper)("Copy") == "COPY"


def test_labels_of_blocks_are_translated():
    german, english = (interface_wording(interface_words(code)) for code in ("de", "en"))
    assert english == Wording()
    assert german.request_body == "Anfrage-Body"


@pytest.mark.parametrize(("flow", "english", "german"), CASES["flows"])
def test_flows(flow, english, german):
    assert Wording().flow(flow) == english
    assert interface_wording(interface_words("de")).flow(flow) == german


# -- catalogs -----------------------------------------------------------------------------

_PLACEHOLDER = re.compile(r"%\w|\{\w*\}")


def test_there_is_a_catalog_for_each_language_and_no_other():
    found = [path.parent.name for path in LOCALE_DIR.glob("*/LC_MESSAGES")]
    assert sorted(found) == sorted(CATALOGS)


@pytest.fixture(scope="module")
def messages(script):
    """The messages in the package's files; all files are parsed once for this."""
    return script.read_messages()


@pytest.mark.parametrize("name", CATALOGS)
def test_catalog_is_whole(script, messages, name):
    catalog = script.read_catalog(name)
    have = {m.id if isinstance(m.id, str) else tuple(m.id) for m in catalog if m.id}
    assert have == messages.keys(), "run `tox -e messages` and translate what is new"
    assert script.untranslated(name) == []


def read_translations(script, name):
    """For each message of the catalog, its English texts and their translations."""
    for message in script.read_catalog(name):
        if message.id:
            yield tuple(
                [text] if isinstance(text, str) else list(text)
                for text in (message.id, message.string)
            )


@pytest.mark.parametrize("name", CATALOGS)
def test_placeholders_agree(script, name):
    for ids, texts in read_translations(script, name):
        wanted = sorted(_PLACEHOLDER.findall(ids[-1]))
        for text in texts:
            # Zero, one and two may be words instead of digits.
            found = sorted(_PLACEHOLDER.findall(text))
            assert found == wanted or (len(texts) > 2 and not found), text
        if len(texts) > 2:
            assert wanted == sorted(_PLACEHOLDER.findall(texts[-1]))


@pytest.mark.parametrize("name", CATALOGS)
def test_translations_are_plain_text(script, name):
    for _ids, texts in read_translations(script, name):
        for text in texts:
            # Templates put some of them into attributes without escaping.
            assert not re.search(r"[<>&\"'\n]", text), text
            assert text == text.strip(), text
    # A button gets them separated by commas.
    for scheme in ("automatic", "light", "dark"):
        assert "," not in interface_words(name)(scheme)


#: Forms of address, which these catalogs avoid: infinitives and sentences without a person fit all
#: sites.
_ADDRESS = {
    "de": r"\b(?:[Dd]u|[Dd]ir|[Dd]ich|[Dd]ein\w*|Ihnen|Ihr\w*|\w+en Sie)\b"
    r"|(?:^|[.:] |[Oo]der )(?:Füge|Trage|Öffne|Stelle|Nenne|Sende|Erlaube|Verwende|Gib|Lies|Prüfe"
    r"|Wähle|Klicke|Drücke|Kopiere|Suche|Versuche|Registriere|Berichtige)\b",
    "es": r"(?i)\b(?:tú|te|ti|tus?|contigo|usted(?:es)?|buscaba|has|hayas"
    r"|pega|pegue|registra|registre|abre|abra|introduce|introduzca|sirve|sirva|lee|lea|pulsa"
    r"|pulse|revisa|revise|comprueba|compruebe|corrige|corr[ií]j\w+|prueba|pruebe|publica|publique"
    r"|indica|indique|elija)\b",
}


@pytest.mark.parametrize("name", _ADDRESS)
def test_readers_are_not_addressed_in_two_ways(script, name):
    address = re.compile(_ADDRESS[name])
    texts = [text for _ids, found in read_translations(script, name) for text in found]
    assert [text for text in texts if address.search(text)] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("de", "Berichtigen Sie ihn"), ("de", "Füge ein Token ein"), ("de", "Ihre Antwort"),
        ("de", "Oder: Sende vom Browser"), ("es", "corríjalo para ver"), ("es", "Pega un token"),
        ("es", "Pulse Ctrl+C"), ("es", "tu respuesta"), ("es", "¿Te ha resultado útil?"),
    ],
)  # fmt: skip
def test_forms_of_address_are_noticed(name, text):
    assert re.search(_ADDRESS[name], text)


#: Languages whose words keep their form, or change only at the end.
_ALIKE = ("de", "es", "fr", "id", "it", "ja", "ko", "pt_BR", "zh_CN", "zh_Hant")


@pytest.mark.parametrize("term", ["Body", "Scopes", "Media type", "items", "Token", "Callback"])
@pytest.mark.parametrize("name", _ALIKE)
def test_a_thing_has_one_name(script, name, term):
    """A body is not called a body here and contents there."""
    translations = {ids[0]: found[0] for ids, found in read_translations(script, name)}
    stem = translations[term].casefold()
    if name not in ("ja", "ko", "zh_CN", "zh_Hant"):
        stem = stem[: -2 if len(stem) > 4 else -1]  # items: item, itens; Scopes: Scope
    word = re.compile(rf"\b{term.removesuffix('s')}s?\b", re.IGNORECASE)
    # A number of items needs no name of its own in these languages.
    counted = (
        {"{count} items", "{at} has duplicate items"} if name.startswith(("ja", "zh")) else set()
    )
    found = {each: text for each, text in translations.items() if word.search(each)}
    others = {each: text for each, text in found.items() if stem not in text.casefold()}
    assert {each: text for each, text in others.items() if each not in counted} == {}


@pytest.mark.parametrize("name", CATALOGS)
def test_compiled_catalog_is_that_of_the_text(script, name):
    content = compiled_catalog(name)
    assert content == script.compile_catalog(name), "run `tox -e messages`"
    # With another parser: gettext finds what the text contains.
    compiled = gettext.GNUTranslations(io.BytesIO(content))
    for message in script.read_catalog(name):
        if isinstance(message.id, str) and message.id:
            assert compiled.gettext(message.id) == message.string


def test_compiled_catalog_does_not_depend_on_the_version_of_babel(script, monkeypatch):
    """Versions of Babel disagree about the plural forms of a language."""
    before = {name: script.compile_catalog(name) for name in CATALOGS}
    monkeypatch.setattr("babel.messages.catalog.get_plural", lambda _locale: (4, "n % 4"))
    assert script.Catalog(locale="fr").plural_expr == "n % 4"
    assert {name: script.compile_catalog(name) for name in CATALOGS} == before


@pytest.mark.parametrize("name", CATALOGS)
def test_catalog_is_in_its_language(script, name):
    """Almost nothing is left in English."""
    same = [
        message.id
        for message in script.read_catalog(name)
        if isinstance(message.id, str) and message.id and message.string == message.id
    ]
    assert {"HTTP", "OAuth 2.0", "OpenID Connect"} <= set(same)
    # French, for example, has words such as "Type" and "Description", too.
    assert len(same) < 28, same


def test_script_finds_messages_in_code_and_templates(messages):
    found = messages
    assert "sphinx_navapi/locale/wording.py" in found["Request body"]
    assert "sphinx_navapi/html/navigation.py" in found["Breadcrumbs"]
    assert "sphinx_navapi/html/visitors.py" in found["Copy"]  # inside an f-string
    assert "sphinx_navapi/theme/layout.html" in found["On this page"]
    assert ("{count} entry", "{count} entries") in found
