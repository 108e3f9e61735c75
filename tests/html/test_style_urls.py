"""Addresses in style sheets: root-relative ones become relative."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sphinx_navapi.html.site_assets import copied_style, relative_styles


def relative(css: str, uri: str = "theme/site.css", base_url: str = "") -> str:
    return relative_styles(css, uri, Path("/nonexistent"), base_url)


@pytest.mark.parametrize(
    ("css", "wanted"),
    [
        ("src: url(/fonts/a.woff2)", "src: url(../fonts/a.woff2)"),
        ("src: url('/a.woff2') format('woff2')", "src: url('../a.woff2') format('woff2')"),
        ('src: URL( "/fonts/a.eot?v=1#iefix" )', 'src: URL( "../fonts/a.eot?v=1#iefix" )'),
        ("src: url(/theme/a.svg#x)", "src: url(a.svg#x)"),
        ("src: src('/a.png')", "src: src('../a.png')"),
        ('@import "/a.css" layer("/b");', '@import "../a.css" layer("/b");'),
        ("@import url(/a.css) print; b { content: '/c' }",
         "@import url(../a.css) print; b { content: '/c' }"),
        ("@IMPORT/**/'/a.css'", "@IMPORT/**/'../a.css'"),
        ("image-set('/a.avif' type('/b') 1x, url(/c.png) 2x)",
         "image-set('../a.avif' type('/b') 1x, url(../c.png) 2x)"),
        ('-webkit-image-set("/a.png" 1x, "/b.png" 2x), "/c"',
         '-webkit-image-set("../a.png" 1x, "../b.png" 2x), "/c"'),
        ("url('/a b/\N{LATIN SMALL LETTER U WITH DIAERESIS}.png')", "url('../a%20b/%C3%BC.png')"),
        ("url(/a%20b.png)", "url(../a%20b.png)"),
        ("url(/)", "url(../)"),
        ("url(/x:y.png)", "url(../x%3Ay.png)"),
        ("url(", "url("),
    ],
)  # fmt: skip
def test_root_relative_addresses(css: str, wanted: str) -> None:
    assert relative(css) == wanted


@pytest.mark.parametrize(
    "css",
    [
        "url(a.png) url('../b.png') url(//cdn.example/c.png) url(https://a.example/d) url(#e)",
        "/* url(/a.png) '*/ a[href^='/docs'] { content: '/x' }",
        "/* url(/a.png)",
        "--image: \"url(/a.png)\"; --path: '/b'",
        "@document url-prefix(/a)",
        "url(data:image/svg+xml;utf8,<svg xmlns='/a'>\"/b\")",
        "url('/a\\'b.png')",
        "url(/a'b.png) url(/a b.png) url('/a.png",
        "a { content: 'it\n } b { content: '/x' }",
        "image-set('a' 1x; } b { content: '/x' }",
        "@import; a { content: '/x' }",
        "@namespace '/a';",
    ],
)
def test_what_is_left_alone(css: str) -> None:
    assert relative(css) == css


def test_a_page_at_the_root_and_a_path_of_the_site(tmp_path: Path) -> None:
    assert relative("url(/a.png)", "index.html") == "url(a.png)"
    (tmp_path / "a.png").touch()
    base = "https://library.example/docs/"
    css = "url(/docs/a.png) url(/docs/b.png)"
    assert relative_styles(css, "x/y.css", tmp_path, base) == "url(../a.png) url(../docs/b.png)"


def test_other_encodings_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.css"
    file.write_bytes(b"@charset 'latin1'; a { content: '\xfc'; src: url(/\xfc.png) }\r\n")
    wanted = b"@charset 'latin1'; a { content: '\xfc'; src: url(%FC.png) }\r\n"
    assert copied_style(file, "a.css", tmp_path, "") == wanted


def test_it_takes_one_pass() -> None:
    # The addresses of a reader that knows neither strings nor comments, on sheets without any.
    css = "".join(f".a{n} {{ background: url(/i/{n}.png) {'x-' * n} }}\n" for n in range(300))
    found = relative(css + "x" * 200_000)
    assert found.startswith(re.sub(r"url\(/", "url(../", css))
