"""Descriptions of documents in the gettext builder, and translated on pages."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup

USERS = "api-reference/users/list-users"


def _messages(pot: str) -> dict[str, list[str]]:
    """Message to its locations, read without our code."""
    found: dict[str, list[str]] = {}
    places: list[str] = []
    for line in pot.splitlines():
        if line.startswith("#: "):
            places.append(line[3:])
        elif line.startswith("msgid "):
            found[line[7:-1]] = places
            places = []
    return found


def test_gettext_has_descriptions_with_their_place(small, api):
    built = small.build("gettext")
    assert built.warnings == []
    messages = _messages(built.text("api-reference.pot"))
    lines = (small.src / "api.json").read_text("utf-8").splitlines()
    for text in ("List users", "All of them.", "Somebody with an account.", "Full name."):
        (place,) = messages[text]
        match = re.fullmatch(r".*api\.json:(\d+)", place)
        assert match, place
        assert text in lines[int(match[1]) - 1]


def test_gettext_has_pages_with_directives_without_text(small, api):
    api["components"]["schemas"]["Id"] = {"type": "string"}
    small.write({"api.json": api, "more.rst": "More\n====\n\n.. openapi-schema:: Id\n"})
    built = small.build("gettext")
    assert built.warnings == []
    assert "More" in _messages(built.text("more.pot"))


CATALOG = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "List users"
msgstr "Benutzer auflisten"

msgid "All of them."
msgstr "Alle, mit **Nachdruck** und `Code`."

msgid "Somebody with an account."
msgstr "Jemand mit einem Konto."

msgid "Full name."
msgstr "Vollständiger Name."
"""


def test_catalog_translates_operation_pages(small):
    small.write({"locale/de/LC_MESSAGES/api-reference.po": CATALOG})
    built = small.build(language="de", locale_dirs=["locale"], exclude_patterns=["locale"])
    assert built.warnings == []
    page = built.text(f"{USERS}.html")
    assert "<h1>Benutzer auflisten" in page
    # A translation is CommonMark, like the original.
    assert "<strong>Nachdruck</strong>" in page
    assert "All of them." not in page
    create = built.text("api-reference/users/create-user.html")
    assert "Vollständiger Name." in create
    assert "Jemand mit einem Konto." in create
    assert "Full name." not in create
    # The navigation shows the translated title of the page.
    assert "Benutzer auflisten" in create
    markdown = built.text(f"{USERS}.md")
    assert "# Benutzer auflisten" in markdown
    assert "Alle, mit" in markdown


def test_catalog_translates_other_builders(small):
    small.write({"locale/de/LC_MESSAGES/api-reference.po": CATALOG})
    conf = {"language": "de", "locale_dirs": ["locale"], "exclude_patterns": ["locale"]}
    text = small.build("text", **conf).text("api-reference/users/create-user.txt")
    assert "Vollständiger Name." in text
    assert "Full name." not in text


def test_changed_catalog_reads_the_pages_again(small):
    small.write({"locale/de/LC_MESSAGES/api-reference.po": CATALOG})
    conf = {"language": "de", "locale_dirs": ["locale"], "exclude_patterns": ["locale"]}
    small.build(**conf)
    changed = CATALOG.replace("Vollständiger Name.", "Der volle Name.")
    small.write({"locale/de/LC_MESSAGES/api-reference.po": changed})
    again = small.build(**conf)
    assert "Der volle Name." in again.text("api-reference/users/create-user.html")


LANGUAGES = {
    "languages": [
        {"language": "en", "pages": ["index"], "openapi": "api.json"},
        {"language": "de-AT", "openapi": {"source": "api.json", "directory": "at/api"}},
    ]
}
LIST, CREATE = "at/api/users/list-users", "at/api/users/create-user"
TEAMS = "at/api/teams/list-teams"


def test_a_language_of_the_navigation_has_its_catalog(small):
    """One build: each section in its language, from the catalog that the English pages use."""
    file = "locales/de/LC_MESSAGES/api-reference.po"
    fuzzy = CATALOG.replace('msgid "Full name."', '#, fuzzy\nmsgid "Full name."')
    small.write({"docs.json": {"navigation": LANGUAGES}, file: fuzzy})
    built = small.build()
    assert built.warnings == []
    page = built.text(f"{LIST}.html")
    assert "<h1>Benutzer auflisten" in page
    assert "<strong>Nachdruck</strong>" in page
    assert "All of them." not in page
    assert "# Benutzer auflisten" in built.text(f"{LIST}.md")
    create = built.text(f"{CREATE}.html")
    assert "Jemand mit einem Konto." in create
    assert "Full name." in create
    assert "Benutzer" not in built.text(f"{USERS}.html")
    assert not [*small.src.rglob("*.mo")]
    # It is read again, and so is a new catalog with the pages' own name, which takes precedence.
    small.write({file: CATALOG})
    again = small.build()
    assert again.read == [TEAMS, CREATE, LIST]
    assert "Vollständiger Name." in again.text(f"{CREATE}.html")
    own = CATALOG.replace("Benutzer auflisten", "Leute auflisten")
    small.write({"locales/de_AT/LC_MESSAGES/at.po": own})
    again = small.build()
    assert again.read == [TEAMS, CREATE, LIST]
    assert "<h1>Leute auflisten" in again.text(f"{LIST}.html")
    assert small.build().read == []


def test_labels_of_groups_are_in_the_language_of_the_navigation(small, api):
    """Labels of tags; a page's group is shown in the sidebar and in the breadcrumbs."""
    file = "locales/de/LC_MESSAGES/api-reference.po"
    words = CATALOG + '\nmsgid "Users"\nmsgstr "Benutzer"\n'
    for item in api["paths"].values():
        for operation in item.values():
            operation["tags"] = ["Users"]
    languages = {"languages": [*LANGUAGES["languages"]]}
    small.write({"docs.json": {"navigation": languages}, "api.json": api, file: words})
    built = small.build(html_theme="navapi")
    assert built.warnings == []
    english, german = built.site()["navigation"]["languages"]
    assert [group["group"] for group in english["groups"]] == ["Users"]
    assert [group["group"] for group in german["groups"]] == ["Benutzer"]
    assert ">Benutzer<" in built.text(f"{LIST}.html")
    # The path of a page does not change with its language.
    assert LIST in built.site()["pages"]
    small.write({file: words.replace('msgstr "Benutzer"', 'msgstr "Leute"')})
    again = small.build(html_theme="navapi")
    assert ">Leute<" in again.text(f"{LIST}.html")
    assert ">Benutzer<" not in again.text(f"{LIST}.html")


def test_labels_of_groups_are_in_the_language_of_the_project(small, api):
    file = "locales/de/LC_MESSAGES/api-reference.po"
    for item in api["paths"].values():
        for operation in item.values():
            operation["tags"] = ["Users"]
    words = CATALOG + '\nmsgid "Users"\nmsgstr "Benutzer"\n'
    small.write({"api.json": api, file: words})
    site = small.build(language="de", locale_dirs=["locales"]).site()
    assert "Benutzer" in str(site["navigation"])


def test_messages_of_such_pages_are_those_of_the_document(small):
    file = "locales/de/LC_MESSAGES/api-reference.po"
    small.write({"docs.json": {"navigation": LANGUAGES}, file: CATALOG})
    messages = _messages(small.build("gettext").text("at.pot"))
    assert {"List users", "All of them.", "Full name."} <= messages.keys()
    assert "Benutzer auflisten" not in messages


def test_builders_that_join_pages_keep_the_languages_apart(small):
    file = "locales/de/LC_MESSAGES/api-reference.po"
    small.write({"docs.json": {"navigation": LANGUAGES}, file: CATALOG})
    text = small.build("singlehtml").text("index.html")
    assert text.count("Vollständiger Name.") == text.count("Full name.") > 0


def test_a_catalog_that_cannot_be_read_says_so(small):
    file = "locales/de/LC_MESSAGES/api-reference.po"
    small.write({"docs.json": {"navigation": LANGUAGES}, file: CATALOG + "\nBenutzer\n"})
    built = small.build()
    (warning,) = built.warnings
    assert f"api-reference.po:{len(CATALOG.splitlines()) + 2}:" in warning
    assert "List users" in built.text(f"{LIST}.html")


NAVIGATION = {
    "navigation": {
        "global": {"anchors": [{"anchor": "Source", "href": "https://a.example"}]},
        "tabs": [
            {"tab": "Guides", "groups": [{"group": "First steps", "pages": ["index", "more"]}]},
            {"tab": "API", "openapi": "api.json"},
        ],
    }
}
LABELS = {"Source": "Quelltext", "Guides": "Anleitungen", "First steps": "Erste Schritte"}


def test_labels_of_the_navigation_are_translated(make_project, api):
    """From the catalog of the root document, where gettext puts them with their lines."""
    files = {
        "docs.json": NAVIGATION,
        "api.json": api,
        "index.rst": "Home\n====\n\n.. navapi-navigation:: Guides\n",
        "more.rst": "More\n====\n",
    }
    project, templates = make_project("pages"), make_project("templates")
    for each in (project, templates):
        each.write(files)
    built = templates.build("gettext")
    assert built.warnings == []
    messages = _messages(built.text("index.pot"))
    lines = (project.src / "docs.json").read_text("utf-8").splitlines()
    for label in (*LABELS, "API"):
        (place,) = messages[label]
        assert label in lines[int(place.rpartition(":")[2]) - 1]
    catalog = "".join(f'\nmsgid "{one}"\nmsgstr "{other}"\n' for one, other in LABELS.items())
    project.write({"locales/de/LC_MESSAGES/index.po": CATALOG + catalog})
    built = project.build(html_theme="navapi", language="de", locale_dirs=["locales"])
    assert built.warnings == []
    tabs = built.site()["navigation"]["tabs"]
    assert [tab["tab"] for tab in tabs] == ["Anleitungen", "API"]
    assert [group["group"] for group in tabs[0]["groups"]] == ["Erste Schritte"]
    text = built.text("more.html")
    assert not [label for label in LABELS if f">{label}<" in text]
    # The argument of the directive is the label in docs.json.
    assert "Erste Schritte" in built.text("index.html").partition('role="main"')[2]


def test_labels_below_a_language_are_in_that_language(make_project, api):
    pages = [{"group": "Guides", "pages": ["index"]}]
    languages = [{"language": code, "groups": pages} for code in ("en", "de")]
    catalog = CATALOG + '\nmsgid "Guides"\nmsgstr "Anleitungen"\n'
    project, templates = make_project("pages"), make_project("templates")
    for each in (project, templates):
        each.write(
            {
                "docs.json": {"navigation": {"languages": languages}},
                "index.rst": "Home\n====\n",
                "locales/de/LC_MESSAGES/index.po": catalog,
            }
        )
    assert "Guides" not in _messages(templates.build("gettext").text("index.pot"))
    site = project.build(language="de", locale_dirs=["locales"]).site()
    assert "Anleitungen" not in str(site["navigation"])


#: Components with icons, links and texts in each place that they have.
PARTS = """# Parts

<Card title="One" icon="bell" href="/more">First text.</Card>
<Card title="Two" icon="https://x.example/a.svg" href="https://x.example">Second text.</Card>
<Columns cols={2}>
  <Tile title="Three" href="/more" description="Third text.">![Picture](https://x.example/b.png)</Tile>
</Columns>
<Steps>
  <Step title="Four" icon="check">Fourth text.</Step>
  <Step title="Five">Fifth *text*.</Step>
</Steps>
<Accordion title="Six" icon="bell" description="About six">Sixth text.</Accordion>
<Tabs>
  <Tab title="Seven" icon="bell">Seventh text.</Tab>
</Tabs>
<Note title="Eight" icon="bell">Eighth `text`.</Note>
<Panel>Ninth text.</Panel>
<Badge icon="bell">Ten</Badge> and <Icon icon="bell" />, <Tooltip tip="Explained">word</Tooltip>.
<Tree>
  <Tree.Folder name="eleven"><Tree.File name="twelve.txt" /></Tree.Folder>
</Tree>
<Update label="Thirteen" description="Of July" tags={["New"]}>Thirteenth text.</Update>
<Frame caption="The *14th*">![Picture](https://x.example/c.png)</Frame>
<ParamField path="fifteen" type="string">Fifteenth text.</ParamField>
<GitHub.Repo repo="a/b" />
"""  # fmt: skip


def elements(html):
    """Elements of the text with their classes, except spans, in alphabetical order."""
    body = BeautifulSoup(html, "html.parser").select_one("div.body")
    return sorted(
        " ".join([tag.name, *tag.get("class", [])])
        for tag in body.find_all(True)
        if tag.name != "span"
    )


def test_a_translation_of_every_message_takes_only_texts(make_project):
    site = {"navigation": {"pages": ["index", "parts", "more"]}}
    files = {"docs.json": site, "index.md": "# Home\n", "more.md": "# More\n", "parts.mdx": PARTS}
    source, project = make_project("source"), make_project("project")
    source.write(files)
    project.write(files)
    messages = [*_messages(source.build("gettext").text("parts.pot"))]
    assert {"One", "Third text.", "Four", "Seven"} <= {*messages}
    plain = elements(project.build().text("parts.html"))
    lines = [f'msgid "{text}"\nmsgstr "{text}{"¤" if text else ""}"\n' for text in messages]
    lines[0] = CATALOG.strip().split("\n\n")[0] + "\n"
    project.write({"locale/de/LC_MESSAGES/parts.po": "\n".join(lines)})
    built = project.build(language="de", locale_dirs=["locale"], exclude_patterns=["locale"])
    assert built.warnings == []
    page = built.text("parts.html")
    assert elements(page) == plain
    for text in ("One¤", "Three¤", "Four¤", "Five¤", "Seven¤", "Eight¤", "<em>14th</em>¤"):
        assert text in page
    links = BeautifulSoup(page, "html.parser").select("a.sd-stretched-link")
    assert [link.get_text() for link in links] == ["One¤", "Two¤", "Three¤", "a/b¤"]


def test_an_address_is_translated_with_its_target(project):
    """What is a link by its text alone is no link around the translation."""
    files = {"index.rst": "Home\n====\n\nhttps://x.example/en\n", "docs.json": {"navigation": {}}}
    head = CATALOG.strip().split("\n\n")[0]
    catalog = f'{head}\n\nmsgid "https://x.example/en"\nmsgstr "https://x.example/de"\n'
    project.write({**files, "locale/de/LC_MESSAGES/index.po": catalog})
    built = project.build(language="de", locale_dirs=["locale"], exclude_patterns=["locale"])
    body = BeautifulSoup(built.text("index.html"), "html.parser").select_one("div.body")
    links = [link["href"] for link in body.select("p a")]
    assert links == ["https://x.example/de"]
