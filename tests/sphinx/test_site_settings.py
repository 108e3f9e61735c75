"""Settings of docs.json other than the navigation, in built pages."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params

HOSTILE = '"><script>alert(1)</script></script><b>'

NAVIGATION = {
    "versions": [
        {
            "version": "2",
            "default": True,
            "groups": [{"group": "G", "pages": ["two/index", "two/a", "two/b"]}],
        },
        {"version": "1", "groups": [{"group": "G", "pages": ["one/a", "one/old"]}]},
    ]
}


@pytest.fixture
def site(project):
    def write(**settings: Any) -> None:
        project.write({"docs.json": {"navigation": NAVIGATION, **settings}})

    project.conf["html_theme"] = "navapi"
    names = ("two/index", "two/a", "two/b", "one/a", "one/old")
    project.write({f"{name}.md": f"# Page {name}\n\nText.\n" for name in names})
    project.change = write
    write()
    return project


def parse(built: Any, name: str) -> BeautifulSoup:
    return BeautifulSoup(built.text(name), "html.parser")


def test_banner(site):
    site.change(
        banner={"content": "Now: **two** [news](/two/a#page-two-a) `a<b`", "dismissible": True}
    )
    built = site.build()
    assert built.warnings == []
    target = "two/a.html#page-two-a"
    for name, href in (("index.html", target), ("one/a.html", f"../{target}")):
        banner = parse(built, name).select_one(".navapi-banner")
        assert banner.p.text == "Now: two news a<b"
        assert banner.a["href"] == href
        assert banner.strong.text == "two"
        assert banner.button["aria-label"]
    site.change(banner={"content": "Now"})
    again = site.build()
    # It is on every page, so every page is written again, but none is read again.
    assert set(again.written) == {"index", "two/index", "two/a", "two/b", "one/a", "one/old"}
    assert again.read == []
    other = parse(again, "index.html").select_one(".navapi-banner")
    assert other["data-banner"] != banner["data-banner"]
    assert other.button is None
    assert site.build().written == []


@pytest.mark.parametrize(
    ("banner", "kind", "style"),
    [
        ({"type": "info"}, None, None),
        ({"type": "warning"}, "warning", None),
        ({"type": "critical", "color": "#fff"}, "critical",
         "background:light-dark(#ffffff,#ffffff);color:light-dark(#000,#000)"),
        ({"color": {"light": "#abc", "dark": "#001100"}}, None,
         "background:light-dark(#aabbcc,#001100);color:light-dark(#000,#fff)"),
        ({"color": "red;} body {"}, None, None),
    ],
)  # fmt: skip
def test_colors_of_the_banner(site, banner, kind, style):
    site.change(banner={"content": "Now", **banner})
    built = site.build()
    expected = ["banner.color"] if banner.get("color") == "red;} body {" else []
    assert [w.partition("WARNING: ")[2].partition(":")[0] for w in built.warnings] == expected
    found = parse(built, "index.html").select_one(".navapi-banner")
    assert (found.get("data-type"), found.get("style")) == (kind, style)


def test_notice_of_the_footer(site):
    site.change(footer={"notice": "By *us*, <script>see</script> [two](/two)"})
    built = site.build()
    assert built.warnings == []
    notice = parse(built, "index.html").select_one("footer.navapi-footer .navapi-footer-notice")
    assert notice.em.text == "us"
    assert notice.script is None
    assert notice.a["href"] == parse(built, "index.html").select_one("a[href*=two]")["href"]


def test_organization(site):
    site.change(
        name="Zoo",
        seo={"organization": {"id": "https://zoo.example/#o", "legalName": "Zoo </script>",
                              "sameAs": ["https://x.com/zoo"], "logo": "https://zoo.example/l.png"}},
    )  # fmt: skip
    built = site.build()
    assert built.warnings == []
    scripts = parse(built, "index.html").select('script[type="application/ld+json"]')
    [value] = [v for v in (json.loads(s.string) for s in scripts) if v["@type"] == "Organization"]
    assert value == {
        "@context": "https://schema.org", "@type": "Organization", "name": "Zoo",
        "@id": "https://zoo.example/#o", "legalName": "Zoo </script>",
        "logo": "https://zoo.example/l.png", "sameAs": ["https://x.com/zoo"],
    }  # fmt: skip


def test_square_corners(site):
    site.change(rounded="sharp")
    built = site.build()
    assert built.warnings == []
    assert "--navapi-radius:0;" in "".join(p.read_text("utf-8") for p in built.out.rglob("*.css"))


def test_older_names_are_shown(site):
    site.change(
        topbarLinks=[{"name": "Support", "url": "mailto:a@b.example"}],
        modeToggle={"default": "dark", "isHidden": True},
        metadata={"og:site_name": "Zoo"},
    )
    built = site.build()
    assert built.warnings == []
    page = parse(built, "index.html")
    assert page.select_one('.navapi-navbar a[href="mailto:a@b.example"]').text.strip() == "Support"
    assert page.html["data-scheme"] == "dark"
    assert page.select_one('meta[property="og:site_name"]')["content"] == "Zoo"


def test_navbar_and_footer(site):
    site.change(
        navbar={
            "links": [
                {"label": "Guide", "href": "/two/a", "icon": "book"},
                {"type": "github", "href": "https://github.com/x/y"},
                {"label": "Mail", "href": "mailto:a@x.example"},
                {"label": "Bad", "href": "javascript:alert(1)"},
            ],
            "primary": {"type": "button", "label": "Start", "href": "/files/x.pdf"},
        },
        footer={
            "socials": {"x": "https://x.example", "my-forum": "https://f.example"},
            "links": [
                {"header": "More", "items": [{"label": "B", "href": "/two/b"}]},
                {"title": "Older key", "items": [{"label": "C", "href": "https://c.example"}]},
                {"header": "Empty", "items": []},
            ],
        },
        logo={"href": "/"},
        colors={"dark": "#223344"},
    )
    built = site.build()
    assert [line for line in built.warnings if "javascript" not in line] == []
    page = parse(built, "one/a.html")
    links = page.select(".navapi-tools .navapi-navbar a")
    assert [(a.text, a["href"]) for a in links] == [
        ("Guide", "../two/a.html"),
        ("GitHub", "https://github.com/x/y"),
        ("Mail", "mailto:a@x.example"),
        ("Start", "../files/x.pdf"),
    ]
    assert [bool(a.svg) for a in links] == [True, True, False, False]
    assert "#223344" in links[-1]["style"]
    footer = page.select_one("footer.navapi-footer")
    assert [(n["aria-label"], n.a["href"]) for n in footer.select("nav")] == [
        ("More", "../two/b.html"),
        ("Older key", "https://c.example"),
    ]
    assert [(a.get("aria-label"), a.text) for a in footer.select(".navapi-socials a")] == [
        ("X", ""),
        (None, "My Forum"),
    ]
    assert page.select_one(".navapi-name")["href"] == "../index.html"


def test_hostile_values_stay_text(site):
    site.change(
        name=HOSTILE,
        description=HOSTILE,
        banner={"content": HOSTILE, "dismissible": True},
        navbar={"links": [{"label": HOSTILE, "href": f"/{HOSTILE}"}]},
        footer={
            "socials": {HOSTILE: f"https://x.example/{HOSTILE}"},
            "links": [{"header": HOSTILE, "items": [{"label": HOSTILE, "href": "/two/a"}]}],
        },
        seo={"metatags": {"og:image": HOSTILE, HOSTILE: "x", "keywords": [HOSTILE]}},
        redirects=[{"source": f"/{HOSTILE}", "destination": "/two/a"}],
    )
    title = f"Page {HOSTILE}"
    site.write({"two/a.md": None, "two/a.rst": f"{title}\n{'=' * len(title)}\n"})
    built = site.build()
    for name in ("two/index.html", "two/a.html"):
        page = parse(built, name)
        assert "alert(1)" not in "".join(
            s.text for s in page.select("script:not([type='application/ld+json'])")
        )
        data = json.loads(page.select_one("script[type='application/ld+json']").text)
        assert data["@type"] == "BreadcrumbList"
        assert not page.select("meta b, nav b, footer b")


def test_notice_of_an_old_version(site):
    built = site.build()
    same = parse(built, "one/a.html").select_one(".navapi-notice")
    assert same.a["href"] == "../two/a.html"
    assert "version 2" in same.a.text
    other = parse(built, "one/old.html").select_one(".navapi-notice")
    assert other.a["href"] == "../two/index.html"
    assert other.a.text != same.a.text
    assert parse(built, "two/a.html").select_one(".navapi-notice") is None


@pytest.mark.parametrize("theme", ["navapi", "alabaster", "furo", "pydata_sphinx_theme"])
def test_head(site, theme):
    site.change(
        name="Site",
        seo={
            "metatags": {"og:site_name": "Other", "og:locale": "en_GB", "verification": 7},
            "indexing": "navigable",
        },
    )
    site.write(
        {
            "two/a.md": "---\ndescription: About *a* & more\nkeywords: [one, two]\n"
            '"og:image": /pic.png\n"twitter:card": summary\n---\n# Page A\n',
            "two/b.md": "---\nnoindex: true\ncanonical: https://other.example/b\n---\n# B\n",
            "outside.rst": "Outside\n=======\n\nText.\n",
        }
    )
    conf = {"html_theme": theme, "html_baseurl": "https://docs.example/base/"}
    built = site.build(**conf)
    page = parse(built, "two/a.html")

    def content(page: BeautifulSoup, name: str) -> list[str]:
        return [m["content"] for m in page.select(f'[name="{name}"], [property="{name}"]')]

    assert content(page, "description") == ["About a & more"]
    assert content(page, "og:description") == ["About a & more"]
    assert content(page, "keywords") == ["one, two"]
    assert content(page, "og:title") == ["Page A"]
    assert content(page, "og:site_name") == ["Other"]
    assert content(page, "og:image") == ["https://docs.example/base/pic.png"]
    assert content(page, "og:url") == ["https://docs.example/base/two/a.html"]
    assert content(page, "og:locale") == ["en_GB"]
    assert content(page, "verification") == ["7"]
    assert content(page, "twitter:card") == ["summary"]
    assert content(page, "robots") == []
    assert [a["href"] for a in page.select("link[rel=canonical]")] == [
        "https://docs.example/base/two/a.html"
    ]
    left_out = parse(built, "two/b.html")
    assert content(left_out, "robots") == ["noindex"]
    assert [a["href"] for a in left_out.select("link[rel=canonical]")] == [
        "https://other.example/b"
    ]
    assert content(parse(built, "outside.html"), "robots") == ["noindex"]
    assert content(parse(built, "search.html"), "verification") == ["7"]
    (data,) = page.select("script[type='application/ld+json']")
    items = json.loads(data.text)["itemListElement"]
    assert [(item["name"], item.get("item")) for item in items] == [
        ("G", "https://docs.example/base/two/index.html"),
        ("Page A", None),
    ]


def test_languages_name_each_other(site):
    site.write(
        {
            "docs.json": {
                "navigation": {
                    "languages": [
                        {"language": "en", "pages": ["en/index", "en/a", "en/only"]},
                        {"language": "cn", "default": True, "pages": ["cn/index", "cn/a"]},
                    ]
                }
            },
            **{f"{n}.md": f"# {n}\n" for n in ("en/index", "en/a", "en/only", "cn/index", "cn/a")},
        }
    )

    def alternates(built: Any, name: str) -> dict[str, str]:
        links = parse(built, name).select("link[rel=alternate][hreflang]")
        return {link["hreflang"]: link["href"] for link in links}

    built = site.build()
    assert alternates(built, "en/a.html") == {
        "en": "a.html", "zh-CN": "../cn/a.html", "x-default": "../cn/a.html",
    }  # fmt: skip
    assert alternates(built, "en/only.html") == {}
    built = site.build("dirhtml", html_baseurl="https://d.example")
    root = "https://d.example/"
    every = {"en": f"{root}en/a/", "zh-CN": f"{root}cn/a/", "x-default": f"{root}cn/a/"}
    assert alternates(built, "en/a/index.html") == every
    assert alternates(built, "cn/a/index.html") == every


def test_base_url(site, monkeypatch):
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", "https://x.readthedocs.io/en/latest/")

    def canonical(**conf: Any) -> str:
        page = parse(site.build(**conf), "two/a.html")
        (link,) = page.select("link[rel=canonical]")
        return str(link["href"])

    assert canonical() == "https://x.readthedocs.io/en/latest/two/a.html"
    site.change(seo={"metatags": {"canonical": "https://own.example/docs"}})
    assert canonical() == "https://own.example/docs/two/a.html"
    assert canonical(html_baseurl="https://c.example/") == "https://c.example/two/a.html"


@pytest.mark.parametrize(
    "favicon", [{"light": "/l.svg", "dark": "/d.svg"}, "/l.svg", {"dark": "/d.svg"}]
)
def test_favicon(site, favicon):
    site.write({"l.svg": "<svg>l</svg>", "d.svg": "<svg>d</svg>"})
    site.change(favicon=favicon)
    built = site.build()
    assert built.warnings == []
    icons = parse(built, "one/a.html").select("link[rel=icon]")
    for icon in icons:
        assert (built.out / "one" / icon["href"]).is_file()
    two = isinstance(favicon, dict)
    assert sorted(i.get("media", "") for i in icons) == (
        ["(prefers-color-scheme: dark)", "(prefers-color-scheme: light)"] if two else [""]
    )


def shared(built: Any, page: str, name: str = "og:image") -> str:
    (tag,) = parse(built, page).select(f'[property="{name}"], [name="{name}"]')
    return str(tag["content"])


@pytest.mark.parametrize("theme", ["navapi", "alabaster", "furo"])
def test_shared_pictures_are_in_the_output(site, theme):
    site.change(seo={"metatags": {"og:image": "images/site card.png"}})
    site.write(
        {
            "images/site card.png": "site",
            "two/images/site card.png": "not for the site",
            "two/card.png": "beside the page",
            "two/a.md": "---\n'og:image': card.png\n'twitter:image': /two/card.png?v=1\n---\n# A\n",
            "two/b.md": "---\n'og:image': https://x.example/card.png\n---\n# B\n",
            "one/a.md": "---\n'og:image': ../../secret.png\n---\n# A\n",
            "one/old.md": "---\n'og:image': /conf.py\n---\n# Old\n",
        }
    )
    (site.src.parent / "secret.png").write_text("secret", "utf-8")
    base = "https://docs.example/base/"
    built = site.build(html_theme=theme, html_baseurl=base)
    for page, name, text in (
        ("index.html", "og:image", "site"),
        ("two/index.html", "og:image", "site"),
        ("two/a.html", "og:image", "beside the page"),
        ("two/a.html", "twitter:image", "beside the page"),
    ):
        url = shared(built, page, name)
        assert url.startswith(base)
        assert built.text(unquote(url.removeprefix(base))) == text
    assert shared(built, "two/b.html") == "https://x.example/card.png"
    # No images of the source directory: used as paths in the output.
    assert shared(built, "one/old.html") == f"{base}conf.py"
    assert b"secret" not in {path.read_bytes() for path in built.out.rglob("*.png")}
    assert not (built.out / "conf.py").exists()


def test_shared_pictures_without_a_base_url(site):
    site.change(seo={"metatags": {"og:image": "/images/card.png"}})
    site.write({"images/card.png": "site"})
    built = site.build()
    url = shared(built, "two/a.html")
    assert url == "../_navapi/images/images/card.png"
    assert built.text("_navapi/images/images/card.png") == "site"
    # A build that writes no page still updates the file.
    site.write({"images/card.png": "changed"})
    again = site.build()
    assert again.written == []
    assert again.text("_navapi/images/images/card.png") == "changed"


def files(out: Path) -> set[str]:
    return {p.relative_to(out).as_posix() for p in out.rglob("*.html")}


def test_redirects_come_and_go(site):
    plain = files(site.build().out)
    site.change(
        redirects=[
            {"source": "/was/here", "destination": "/two/a"},
            {"source": "/two/b", "destination": "/two/a"},
            {"source": "/two/a/index", "destination": "/two/b"},
            {"source": "/gone", "destination": "/nowhere"},
            {"source": "/search", "destination": "/two/a"},
            {"source": "/to-search", "destination": "/search"},
        ]
    )
    built = site.build()
    assert built.written == []
    (warning,) = built.warnings
    assert "redirects.3.destination" in warning
    assert warning.endswith("[navapi.config]")
    assert "docs.json:" in warning
    found = [d for d in built.site()["diagnostics"] if "redirects" in d["message"]]
    assert [(d["subtype"], d["level"]) for d in found] == [
        ("config", "info"), ("config", "warning"),
    ]  # fmt: skip
    assert all(d["file"] == "docs.json" and d["line"] for d in found)
    added = {"was/here.html", "was/here/index.html", "two/a/index.html"}
    assert files(built.out) - plain == {
        *added, "to-search.html", "to-search/index.html", "search/index.html",
    }  # fmt: skip
    assert "Page two/b" in built.text("two/b.html")
    assert 'id="search-documentation"' in built.text("search.html")
    assert 'href="../two/a.html"' in built.text("was/here.html")
    rules = json.loads(built.text("_navapi/redirects.json"))["redirects"]
    assert rules[0] == {"source": "/was/here", "destination": "/two/a", "permanent": True}
    pages = json.loads(built.text("_navapi/redirects.json"))["pages"]
    assert pages["was/here/index.html"] == {
        "href": "two/a.html",
        "permanent": True,
        "sha256": hashlib.sha256((built.out / "was/here/index.html").read_bytes()).hexdigest(),
    }
    assert pages.keys() == files(built.out) - plain
    # A page that replaces a redirect overwrites its file, and keeps it when the redirect is
    # removed.
    site.write({"was/here.rst": "A page again\n============\n"})
    built = site.build()
    assert "A page again" in built.text("was/here.html")
    site.change()
    built = site.build()
    assert "A page again" in built.text("was/here.html")
    assert files(built.out) == plain | {"was/here.html"}
    assert not (built.out / "to-search").exists()
    assert not (built.out / "_navapi/redirects.json").exists()


def test_redirects_of_a_forgotten_build_are_removed(site):
    site.change(redirects=[{"source": "/old", "destination": "/two/a"}])
    assert site.build().text("old.html")
    shutil.rmtree(site.folder / "build" / "doctrees")
    site.change()
    built = site.build()
    assert not (built.out / "old.html").exists()
    assert not (built.out / "old").exists()


@pytest.mark.parametrize(
    ("builder", "expected"),
    [
        ("dirhtml", {"old/index.html": "../two/a/"}),
        ("html", {"old.html": "two/a.html", "old/index.html": "../two/a.html"}),
        ("singlehtml", {"old.html": "index.html#document-two/a"}),
    ],
)
def test_redirects_of_each_builder(site, builder, expected):
    site.change(redirects=[{"source": "/old", "destination": "/two/a"}])
    built = site.build(builder)
    for name, href in expected.items():
        assert parse(built, name).a["href"] == href


def test_other_builders_have_no_redirects(site):
    site.change(redirects=[{"source": "/was", "destination": "/two/a"}])
    built = site.build("text")
    assert not list(built.out.rglob("was*"))


def own_surroundings(kind, label, text):
    """An element with banner, header and footer of its own."""
    return {
        kind: label,
        "banner": {"content": f"[{text}](/two/a)"},
        "navbar": {"links": [{"label": f"{text} help", "href": "/two/b"}]},
        "footer": {"links": [{"items": [{"label": f"{text} terms", "href": "/two/b"}]}]},
    }


def test_a_language_or_version_has_its_own_banner_header_and_footer(site):
    pages = {"language": "de", "versions": [
        {"version": "2", "pages": ["two/a"]},
        {**own_surroundings("version", "1", "Alt"), "pages": ["one/a", "two/b"]},
    ]}  # fmt: skip
    german = {**own_surroundings("language", "de", "Neu"), **pages}
    navigation = {"languages": [{"language": "en", "pages": ["two/index", "one/old"]}, german]}
    site.change(navigation=navigation, banner={"content": "Site"}, footer={"notice": "Site notice"})
    built = site.build()
    assert built.warnings == []

    def shown(built, name):
        page = parse(built, name)
        parts = (".navapi-banner p", ".navapi-navbar a", ".navapi-footer")
        return [" ".join(tag.get_text().split()) for tag in map(page.select_one, parts) if tag]

    for name in ("two/index", "one/old", "index", "search", "404"):
        assert shown(built, f"{name}.html") == ["Site", "Site notice"], name
    assert shown(built, "two/a.html") == ["Neu", "Neu help", "Neu terms"]
    for name, href in (("one/a.html", "../two/a.html"), ("two/b.html", "a.html")):
        assert shown(built, name) == ["Alt", "Alt help", "Alt terms"]
        assert parse(built, name).select_one(".navapi-banner a")["href"] == href
    german["banner"] = {"content": ""}
    site.change(navigation=navigation, banner={"content": "Site"}, footer={"notice": "Site notice"})
    again = site.build()
    assert set(again.written) == {"index", "two/a"}
    assert shown(again, "two/a.html") == ["Neu help", "Neu terms"]


@pytest.mark.parametrize(
    "theme", theme_params(["furo", "pydata_sphinx_theme", "shibuya", "sphinx_book_theme"])
)
def test_a_language_has_its_own_banner_in_other_themes(site, theme):
    german = {**own_surroundings("language", "de", "Neu"), "pages": ["one/a"]}
    navigation = {"languages": [{"language": "en", "pages": ["two/a"]}, german]}
    site.change(navigation=navigation, banner={"content": "Site"})
    built = site.build(html_theme=theme)
    for name, text in (("two/a.html", "Site"), ("one/a.html", "Neu")):
        assert parse(built, name).select_one(".navapi-banner").text == text


def test_banner_where_another_theme_has_a_place(site):
    site.change(banner={"content": "https://x.example news"})
    built = site.build(html_theme="furo")
    assert 'href="https://x.example"' in str(parse(built, "index.html").select_one(".announcement"))
    own = site.build(html_theme="furo", html_theme_options={"announcement": "Mine"})
    assert parse(own, "index.html").select_one(".announcement").text.strip() == "Mine"


@pytest.mark.parametrize(
    "theme", theme_params(["alabaster", "furo", "pydata_sphinx_theme", "sphinx_rtd_theme"])
)
def test_a_name_is_text_in_other_themes_too(site, theme):
    name = 'A & B <b onclick="f()">C</b>'
    site.change(name=name)
    built = site.build(html_theme=theme)
    for page in ("two/a.html", "search.html"):
        text = built.text(page)
        assert "<b onclick" not in text, page
        assert "A &amp;amp; B" not in text, page
        assert "A &amp; B &lt;b onclick=" in text.replace("&#34;", '"')
    assert "&amp;" not in parse(built, "two/a.html").title.text


def test_look(site):
    site.change(
        appearance={"default": "dark", "strict": True},
        styling={"codeblocks": "dark"},
        background={"color": {"light": "#f5f5f7"}},
        thumbnails={"background": "/og.png"},
        icons={"library": "lucide"},
    )
    site.write(
        {
            "og.png": "",
            "two/a.md": "# A\n\n{icon}`rocket` {icon}`rockett` {icon}`rocket-launch`"
            " {icon}`/og.png`\n",
        }
    )
    built = site.build(html_baseurl="https://x.example/")
    assert built.warnings == []
    soup = BeautifulSoup(built.text("two/a.html"), "html.parser")
    assert soup.html is not None
    assert (soup.html["data-scheme"], soup.html["data-code"]) == ("dark", "dark")
    assert soup.select(".navapi-scheme") == []
    assert "localStorage" not in str(soup.head)
    assert "light-dark(#f5f5f7," in built.text("_static/css/navapi-theme.css")
    (image,) = soup.select("meta[property='og:image']")
    assert image["content"] == "https://x.example/_navapi/images/og.png"
    assert (built.out / "_navapi/images/og.png").is_file()
    icon, similar = soup.select("article svg.navapi-icon")
    assert icon["fill"] == "none"
    assert str(similar) == str(icon)
    (picture,) = soup.select("article img.navapi-icon")
    assert picture["src"] == "../_navapi/images/og.png"
    found, substituted = json.loads(built.text("_navapi/site.json"))["diagnostics"]
    assert (found["subtype"], found["level"], found["file"]) == ("unknown_icon", "info", "two/a.md")
    assert "did you mean rocket?" in found["message"]
    assert "a similar one is shown: rocket-launch → rocket;" in substituted["message"]
    # Pages are written again with the other library.
    site.change(icons={"library": "fontawesome"})
    soup = BeautifulSoup(site.build().text("two/a.html"), "html.parser")
    icon = soup.select("article svg.navapi-icon")[0]
    assert icon["fill"] == "currentColor"
