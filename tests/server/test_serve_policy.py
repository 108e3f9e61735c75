"""The policy of a page is derived from its content."""

from __future__ import annotations

import base64
import hashlib
import json

import pytest

from sphinx_navapi.built_site.pages import SiteFile, is_path
from sphinx_navapi.relay.caller import AddressError, SiteAddresses, parse_site_url
from sphinx_navapi.server.content_policy import page_policy
from sphinx_navapi.server.replies import Compressor, accepted_encodings


def directives(html: str, *, signs_in: bool = False) -> dict[str, list[str]]:
    policy = page_policy(html.encode(), signs_in=signs_in)
    assert "\n" not in policy
    parts = [part.split() for part in policy.split(";")]
    return {name: sources for name, *sources in parts}


def sha(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_a_page_without_scripts() -> None:
    found = directives("<p>Words")
    assert found["script-src"] == ["'self'"]
    assert found["connect-src"] == ["'self'"]
    assert found["frame-ancestors"] == ["'self'"]
    assert found["base-uri"] == ["'self'"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<script>let a = '<p>';</script>", "let a = '<p>';"),
        ("<SCRIPT TYPE='Text/JavaScript'>\r\nlet a\r\n</SCRIPT >", "\nlet a\n"),
        ("<script type=module>import 'x'</script>", "import 'x'"),
        ("<script>if (a && b) c()</script>", "if (a && b) c()"),
        ("<script>é '&amp;'</script>", "é '&amp;'"),
        ("<script></script>", ""),
    ],
)
def test_inline_scripts(html: str, text: str) -> None:
    assert directives(html)["script-src"] == ["'self'", sha(text)]


@pytest.mark.parametrize(
    "html",
    [
        '<script type="application/json">{"a": 1}</script>',
        '<script type="application/ld+json">{}</script>',
        '<script src="a.js">let a</script>',
        '<script src="/a.js"></script>',
        "<!-- <script>let a</script> -->",
        "<style>script { }</style>",
        "<a href='javascript:alert(1)'>x</a>",
    ],
)
def test_what_is_not_an_inline_script(html: str) -> None:
    assert directives(html)["script-src"] == ["'self'"]


def test_event_handlers() -> None:
    found = directives("""<button onclick="go('a &amp; b')" onblur="">x</button>""")
    assert found["script-src"] == ["'self'", "'unsafe-hashes'", sha("go('a & b')")]


def test_addresses_of_other_hosts() -> None:
    found = directives(
        '<script src="https://cdn.example/mathjax@3/es5/tex.js?x"></script>'
        '<script src="https://cdn.example/a;b/c,d/x.js"></script>'
        '<script src="//other.example:8443/x.js"></script>'
        '<link rel="stylesheet" href="https://fonts.example/css?a=b">'
        '<link rel="canonical" href="https://canonical.example/">'
        '<iframe src="https://video.example/embed/1"></iframe>'
        '<iframe src="javascript:alert(1)"></iframe>'
        '<form action="https://list.example/join"></form>'
        '<object data="https://docs.example/a.pdf"></object>'
        "<script src=\"https://evil.example 'unsafe-eval'/x.js\"></script>"
    )
    assert found["script-src"][1:] == [
        "https://cdn.example/mathjax@3/es5/",
        "https://cdn.example",
        "other.example:8443/",
    ]
    assert "https://fonts.example" in found["style-src"]
    assert found["frame-src"] == ["'self'", "https://video.example"]
    assert found["form-action"] == ["'self'", "https://list.example"]
    assert found["object-src"] == ["'self'", "https://docs.example"]
    assert "canonical.example" not in str(found)
    assert "unsafe-eval" not in str(found)


def test_a_page_with_very_many_scripts_keeps_its_header_short() -> None:
    html = "".join(f"<script>let a{number}</script>" for number in range(200))
    assert directives(html)["script-src"] == ["'self'", "'unsafe-inline'"]
    assert len(page_policy(html.encode())) < 1000


def playground(**data: object) -> str:
    # Falsy values are left out.
    given = {"proxy": True, "servers": [{"url": "https://api.example", "relay": True}], **data}
    text = json.dumps({name: value for name, value in given.items() if value is not False})
    return f'<navapi-playground><script type="application/json">{text}</script></navapi-playground>'


@pytest.mark.parametrize(
    ("data", "sources"),
    [
        ({}, []),
        ({"proxy": "https://relay.example/base"}, ["https://relay.example"]),
        ({"proxy": False}, ["https:", "http:"]),
        ({"customServer": True}, ["https:", "http:"]),
        ({"servers": [{"url": "https://{any}.example"}]}, ["https:", "http:"]),
        ({"schemes": {"id": {"openIdConnectUrl": "https://id.example/x"}}}, ["https:", "http:"]),
        ({"schemes": {"key": {"type": "apiKey"}}}, []),
        ({"schemes": [], "servers": None}, []),
    ],
)
def test_where_the_playground_connects_to(data: dict[str, object], sources: list[str]) -> None:
    assert directives(playground(**data))["connect-src"] == ["'self'", *sources]


def test_the_page_that_signs_in_asks_any_server() -> None:
    assert directives("<p>", signs_in=True)["connect-src"] == ["'self'", "https:", "http:"]


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("", set()),
        ("gzip", {"gzip"}),
        ("GZIP, deflate, br;q=1.0", {"gzip", "br"}),
        ("*", {"gzip", "br"}),
        ("gzip;q=0, *", {"br"}),
        ("br;q=0.5,gzip;q=0.000", {"br"}),
        ("identity;q=1, *;q=0", set()),
        ("gzip;q=x", set()),
    ],
)
def test_accepted_encodings(header: str, names: set[str]) -> None:
    assert accepted_encodings(header) == names


def test_compressed_texts_are_kept_within_bounds(tmp_path: object) -> None:
    from pathlib import Path

    def file(name: str) -> SiteFile:
        return SiteFile(path=Path(name), name=name, mtime=1, size=1)

    compressor = Compressor(limit=1000)
    for name in "abcde":
        compressor.keep(file(name), bytes(240))
        compressor.kept(file("a"))
    assert [name for name in "abcde" if compressor.kept(file(name))] == ["a", "c", "d", "e"]
    compressor.keep(file("huge"), bytes(300))
    # Sent unchanged from then on.
    assert compressor.kept(file("huge")) == b""


@pytest.mark.parametrize(
    ("text", "host", "base"),
    [
        ("https://Docs.Library.example", "docs.library.example", ""),
        ("https://docs.library.example/", "docs.library.example", ""),
        ("http://docs.library.example:8080/a/b/", "docs.library.example:8080", "/a/b"),
        ("https://docs.library.example/the%20manual", "docs.library.example", "/the manual"),
        ("http://[2001:db8::1]:8000/x", "[2001:db8::1]:8000", "/x"),
    ],
)
def test_site_urls(text: str, host: str, base: str) -> None:
    url = parse_site_url(text)
    assert url.base_path == base
    addresses = SiteAddresses([url])
    assert addresses.is_known(host)
    assert addresses.inner_path(host, f"{base}/page") == "/page"
    assert addresses.inner_path(host, "/page") == "/page"
    assert parse_site_url(url.origin).origin == url.origin


@pytest.mark.parametrize(
    "text", ["", "x", "mailto:a@b", "https:///x", "https://a:b", "https://a_/#x"]
)
def test_site_urls_that_are_none(text: str) -> None:
    with pytest.raises(AddressError):
        parse_site_url(text)


@pytest.mark.parametrize("host", ["a b", "a/b", "a@b", "[::1", "::1", "a:0", "a:99999", "é", "."])
def test_hosts_that_are_none(host: str) -> None:
    assert not SiteAddresses([parse_site_url("https://a.example")], ["é", "a"]).is_known(host)


@pytest.mark.parametrize("name", ["a", "a/b.html", "a..b", "a/...b".replace("...", "x."), "ü/日本"])
def test_paths(name: str) -> None:
    assert is_path(name)


@pytest.mark.parametrize(
    "name", ["", "/a", "a/", "a//b", ".", "..", "a/../b", ".a", "a/.b", "a\\b", "a\0"]
)
def test_paths_that_are_none(name: str) -> None:
    assert not is_path(name)
