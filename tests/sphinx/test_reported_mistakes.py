"""Mistakes in values and paths, as a build reports them: each once, with what was meant."""

from __future__ import annotations

import re

import pytest

from sphinx_navapi.config.confvals import CONFVALS

SITE = {"docs.json": {"navigation": {"pages": ["index"]}}, "index.md": "# Start\n\nText.\n"}

#: A type that no value has.
ODD = object


def test_values_of_the_wrong_type_are_reported_once(project):
    project.write(SITE)
    values = {each.name: "text" if each.accepts(3.5) else 3.5 for each in CONFVALS}
    built = project.build(**values)
    assert len(built.warnings) == len(values)
    for name in values:
        (warning,) = [each for each in built.warnings if f"{name}: " in each]
        assert "[navapi.config]" in warning
    assert (built.out / "index.html").is_file()


@pytest.mark.parametrize("url", ["handbook", "/handbook/", "docs.example.org", "ftp://x.org"])
def test_a_base_url_without_a_scheme(project, url):
    project.write(SITE)
    built = project.build(html_baseurl=url)
    (warning,) = built.warnings
    assert "html_baseurl" in warning
    assert "https://" in warning
    assert 'rel="canonical"' not in built.text("index.html")
    assert not (built.out / "sitemap.xml").exists()


@pytest.mark.parametrize("url", ["https://docs.example.org", "http://localhost:8000/docs/"])
def test_a_base_url(project, url):
    project.write(SITE)
    built = project.build(html_baseurl=url)
    assert not built.warnings
    assert f'rel="canonical" href="{url.rstrip("/")}/' in built.text("index.html")


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        ({"acent_color": "#123456"}, 'did you mean "accent_color"?'),
        ({"acent_color": "#123456", "accent_color": "#123456"}, '"accent_color" is set, too'),
        ({"zzzz": 1, "accent_color": "#123456"}, "the options are "),
    ],
)
def test_a_misspelled_option_of_the_theme(project, options, advice):
    project.write(SITE)
    built = project.build(html_theme="navapi", html_theme_options=options)
    (warning,) = built.warnings
    assert advice in warning


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("img/Logo.PNG", "img/logo.png"),
        ("Img/logo.png", "img/logo.png"),
        ("img/lgo.png", "img/logo.png"),
        ("img/photo.png", ""),
        ("logo.png", ""),
    ],
)
@pytest.mark.parametrize("page", ["![a]({})", "<img src='{}' />"])
def test_a_missing_picture(project, written, meant, page):
    project.write({**SITE, "index.mdx": f"# Start\n\n{page.format(written)}\n", "img/logo.png": ""})
    (project.src / "index.md").unlink()
    (warning,) = project.build().warnings
    assert written in warning
    assert ("did you mean" in warning) == bool(meant)
    assert meant in warning


@pytest.mark.parametrize(
    ("written", "meant"),
    [("/img/logo.png", None), ("_static/a.png", None), ("https://x.example/a.png", None),
     ("/img/lgo.png", "img/logo.png"), ("/photo.png", "add the file")],
)  # fmt: skip
@pytest.mark.parametrize("of_site", [False, True])
def test_a_missing_picture_for_previews(project, written, meant, of_site):
    settings = {"seo": {"metatags": {"og:image": written}}} if of_site else {}
    head = "" if of_site else f"---\ntitle: Start\nog:image: {written}\n---\n"
    files = {"img/logo.png": "", "_static/a.png": "", "index.mdx": f"{head}Text.\n"}
    project.write({"docs.json": {**SITE["docs.json"], **settings}, **files})
    warnings = project.build(html_static_path=["_static"]).warnings
    assert len(warnings) == (meant is not None)
    for warning in warnings:
        assert meant in warning
        assert ("docs.json:" if of_site else "index.mdx:3:") in warning
        assert "[navapi.file_not_found]" in warning


def test_slips_in_a_page_have_their_lines(project):
    text = "# Start\n\n> [!NOTTE]\n> Text.\n\n<Note>\n  ```pyhton\n  x\n  ```\n</Note>\n\n"
    snippet = "Text.\n\n| A | B |\n|--|\n| 1 | 2 |\n"
    files = {"index.mdx": f"import S from '/snippets/s.mdx'\n\n{text}<S />\n"}
    project.write({"docs.json": SITE["docs.json"], "snippets/s.mdx": snippet, **files})
    warnings = project.build().warnings
    places = [warning.split(": WARNING")[0].rsplit("/", 1)[-1] for warning in warnings]
    assert sorted(places) == ["index.mdx:5", "index.mdx:9", "s.mdx:4"]


def test_many_missing_pictures(project):
    pictures = "".join(
        f"![a](img/{name}.png)\n" for name in ("Logo", "one", "two", "three", "four")
    )
    project.write({**SITE, "index.md": f"# Start\n\n{pictures}", "img/logo.png": ""})
    (warning,) = project.build().warnings
    assert "img/logo.png" in warning


def test_a_place_without_a_line_has_one_colon(project):
    document = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {}}
    files = {
        "gone.rst": "Not in the navigation\n=====================\n",
        "docs.json": {"navigation": {"pages": ["index"], "openapi": "api"}},
        "source.json": document,
    }
    project.write(SITE | files)
    built = project.build(navapi_documents={"api": ["cat", "source.json"]})
    (warning,) = built.warnings
    assert re.match(r'navapi_documents\["api"\](#[^\s:]*)?: WARNING: ', warning)
    (note,) = (line for line in built.status.splitlines() if "does not list gone" in line)
    assert re.search(r"gone\.rst: (?!:)", note)


def test_a_missing_earlier_version_is_not_the_document_itself(project):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "2"},
        "paths": {"/a": {"get": {"responses": {"200": {"description": "Fine."}}}}},
        "servers": [{"url": "https://a.example"}],
    }
    history = {"source": "api-2.json", "history": ["api-1.json", "api-0.json"]}
    project.write(
        {
            **SITE,
            "docs.json": {"navigation": {"pages": ["index"], "openapi": history}},
            "api-2.json": document,
            "api-0.json": document | {"info": {"title": "A", "version": "0"}},
        }
    )
    (warning,) = project.build().warnings
    assert "api-1.json" in warning
    assert "did you mean" not in warning


def test_front_matter_that_cannot_be_read(project):
    page = "---\ntitle: a: b\nsidebarTitle: Kept\n---\n\n# Heading\n\nText.\n"
    project.write({**SITE, "index.md": page})
    built = project.build()
    (warning,) = built.warnings
    assert "index.md:2:" in warning
    assert "[navapi.page_metadata]" in warning
    assert "Text." in built.text("index.html")


def test_variables_in_front_matter(project):
    page = (
        '---\ntitle: "Version {{release}}"\ndescription: "About {{ release }}, not {{other}}"\n'
        'sidebarTitle: "V{{release}}"\n---\n\nText of {{release}}.\n'
    )
    settings = {"navigation": {"pages": ["index"]}, "variables": {"release": "2.5"}}
    project.write({"index.mdx": page, "docs.json": settings})
    built = project.build(html_theme="navapi")
    assert not built.warnings
    text = built.text("index.html")
    assert "<h1>Version 2.5<" in text
    assert "About 2.5, not {{other}}" in text
    assert ">V2.5</a>" in text
    assert "{{release}}" not in text
    assert built.site()["pages"]["index"]["title"] == "Version 2.5"
    project.write({"docs.json": settings | {"variables": {"release": "2.6"}}})
    assert "<h1>Version 2.6<" in project.build(html_theme="navapi").text("index.html")


@pytest.mark.parametrize(
    "written", ["a <hr/> b", "- a <hr /> b", "| a <hr/> b |\n|---|", "# a <hr/> b"]
)
def test_a_rule_within_a_line(project, written):
    project.write({"index.mdx": f"# Start\n\n{written}\n", "docs.json": SITE["docs.json"]})
    built = project.build()
    assert not built.warnings
    assert re.search(r'a <span role="separator"[^>]*></span> b', built.text("index.html"))
    text = project.build("text").text("index.txt")
    assert "* * *" in text or written.startswith("#")


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("Guide/Start.md", "did you mean guide/start?"),
        ("guide/start.html", "did you mean guide/start?"),
        ("other.md", "write other.md,"),
        ("other", "write other.md,"),
    ],
)
def test_a_page_that_does_not_exist(project, written, advice):
    settings = {"navigation": {"pages": ["index", written]}}
    project.write({**SITE, "docs.json": settings, "guide/start.md": "# Start\n\nText.\n"})
    (warning,) = project.build().warnings
    assert advice in warning


def test_front_matter_in_toml(project):
    project.write({**SITE, "index.md": "+++\ntitle = 'A'\n+++\n\n# Start\n\nText.\n"})
    built = project.build()
    (warning,) = built.warnings
    assert "index.md:1:1" in warning
    assert "---" in warning
    assert "Text." in built.text("index.html")


def test_a_site_configuration_in_another_folder(project):
    project.write({**SITE, "site/docs.json": SITE["docs.json"]})
    (warning,) = project.build(navapi_config="site/doc.json").warnings
    assert "did you mean site/docs.json?" in warning


@pytest.mark.parametrize(
    ("link", "meant"),
    [
        ({"name": "Code", "href": "https://a.example"}, {"label"}),
        ({"label": "Code", "url": "https://a.example"}, {"href"}),
        ({"title": "Code", "link": "https://a.example"}, {"label", "href"}),
    ],
)
def test_a_key_with_the_name_of_another_tool(project, link, meant):
    project.write({**SITE, "docs.json": {**SITE["docs.json"], "navbar": {"links": [link]}}})
    warnings = project.build().warnings
    assert {re.findall(r'did you mean "(\w+)"', each)[0] for each in warnings} == meant


def test_a_misspelled_variable(project):
    page = '---\ntitle: "Version {{relase}} of {{other}}"\n---\n\nIs {{relaese}}.\n'
    settings = {"navigation": {"pages": ["index"]}, "variables": {"release": "2.5"}}
    project.write({"index.mdx": page, "docs.json": settings})
    warnings = project.build().warnings
    assert len(warnings) == 2
    assert all("did you mean release?" in each for each in warnings)
    assert {re.search(r"index\.mdx:(\d)", each)[1] for each in warnings} == {"2", "5"}


@pytest.mark.parametrize(
    ("page", "names"),
    [
        (".. nte::\n\n   Text.\n", ["note"]),
        (".. opnapi-operation:: GET /x\n", ["openapi-operation"]),
        (".. py:functon:: f\n\n.. c:functon:: g\n", ["py:function", "c:function"]),
        (":rf:`index` :py:clas:`x` :navapi:oq:`GET /x`\n", ["ref", "py:class", "navapi:op"]),
        (".. quite-another:: x\n", []),
    ],
)
def test_directives_and_roles_that_nobody_knows(project, page, names):
    project.write({"docs.json": SITE["docs.json"], "index.rst": f"Start\n=====\n\n{page}"})
    warnings = [each for each in project.build().warnings if "Unknown " in each]
    assert [m[1] for each in warnings if (m := re.search(r"did you mean (\S+)\?", each))] == names
    assert len(warnings) == max(1, len(names))
    assert all(re.search(r"index\.rst:\d+: ERROR", each) for each in warnings)


def test_a_directive_of_myst_that_nobody_knows(project):
    project.write({**SITE, "index.md": "# Start\n\n```{nte}\nText.\n```\n"})
    (warning,) = project.build(navapi_markdown="myst").warnings
    assert "did you mean note?" in warning


def test_style_sheets_and_scripts_that_do_not_exist(project):
    project.write({**SITE, "_static/custom.css": "a {}", "_static/own.js": ""})
    names = {
        "html_css_files": ["cutom.css", "custom.css", "https://a.example/b.css", ("gone.css", {})],
        "html_js_files": [(None, {"body": "1"}), "own.js", "onw.js"],
    }
    project.write({"conf.py": "html_static_path = ['_static']\n\nhtml_js_files = []\n"})
    built = project.build(**names, html_static_path=["_static"])
    assert built.warnings == []
    found = [d for d in built.site()["diagnostics"] if d["subtype"] == "file_not_found"]
    assert {re.search(r'"(.+?)"', each["message"])[1] for each in found} == {
        "cutom.css", "gone.css", "onw.js",
    }  # fmt: skip
    meant = dict(
        re.findall(r'"(\S+)".*?did you mean (\S+)\?', "\n".join(d["message"] for d in found))
    )
    assert meant == {"cutom.css": "custom.css", "onw.js": "own.js"}
    assert {(each["file"], each["line"]) for each in found} == {("conf.py", None), ("conf.py", 3)}


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ('msgstr "Anfang', "at both ends"),
        ('mgsstr "Anfang"', "did you mean msgstr?"),
        ('msgstr "Der "Anfang""', 'write " at both ends'),
    ],
)
def test_a_catalog_with_a_mistake(project, line, advice):
    name = "locale/de/LC_MESSAGES/index.po"
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    project.write({**SITE, name: f'{header}\n# A "comment\nmsgid "Start"\n{line}\n'})
    settings = {"language": "de", "locale_dirs": ["locale"]}
    (warning,) = project.build(**settings).warnings
    assert f"{name}:7:" in warning
    assert advice in warning
    # Reported when it is compiled.
    assert project.build(**settings).warnings == []
    project.write({name: f'{header}\nmsgid "Start"\nmsgstr "Anfang"\n'})
    assert project.build(**settings).warnings == []
