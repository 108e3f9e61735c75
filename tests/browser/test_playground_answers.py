"""Responses in the playground: the names of saved files, and how types are shown."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Page, expect

from sphinx_navapi.html.playground_scripts import FORMAT_PARTS, playground_bundle


@pytest.fixture(scope="module")
def scripts(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(content=playground_bundle())
    page.add_script_tag(content=playground_bundle(FORMAT_PARTS))
    yield page
    page.close()


def saved_name(scripts: Page, headers: list[list[str]], path: str) -> str:
    name = scripts.evaluate(
        "([headers, path]) => navapiPlayground.fileName({ headers }, path)", [headers, path]
    )
    assert isinstance(name, str)
    return name


@pytest.mark.parametrize(
    ("field", "name"),
    [
        # RFC 6266, 5
        ("Attachment; filename=example.html", "example.html"),
        ('INLINE; FILENAME= "an example.html"', "an example.html"),
        ("attachment; filename*= UTF-8''%e2%82%ac%20rates", "€ rates"),
        ("attachment; filename=\"EURO rates\"; filename*=utf-8''%e2%82%ac%20rates", "€ rates"),
        # in any order (RFC 6266, 4.3)
        ("attachment; filename*=utf-8''%e2%82%ac%20rates; filename=\"EURO rates\"", "€ rates"),
        # RFC 8187, 3.2.2: a language, and ISO-8859-1
        ("attachment; filename*=UTF-8'en'%C2%A3%20rates", "£ rates"),
        ("attachment; filename*=iso-8859-1'en'%A3%20rates", "£ rates"),
        # RFC 8187, 3.2.1: characters that are not escaped
        ("attachment; filename*=UTF-8''a!#$&+-.^_`|~z", "a!#$&+-.^_`|~z"),
        # RFC 9110, 5.6.4: quoted pairs, and what separates parameters inside of a quoted string
        ('attachment; filename="a \\"b\\".txt"', 'a "b".txt'),
        ('attachment; filename="a;b=c.txt"', "a;b=c.txt"),
        ('attachment; title="x; filename=no.txt"; filename=yes.txt', "yes.txt"),
        ("attachment ; filename = spaced.txt ; size=3", "spaced.txt"),
        ('attachment;filename="tight.txt";', "tight.txt"),
        ("attachment; x-filename=no.txt; filename=yes.txt", "yes.txt"),
        # other charsets and invalid escapes are ignored (RFC 8187, 3.2.1)
        ("attachment; filename=plain.txt; filename*=UTF-16''%00a", "plain.txt"),
        ("attachment; filename=plain.txt; filename*=UTF-8''%zz", "plain.txt"),
        ("attachment; filename=plain.txt; filename*=UTF-8''%ff", "plain.txt"),
        # percent signs in a plain name are no escapes (RFC 6266, appendix D)
        ('attachment; filename="100%25.txt"', "100%25.txt"),
        # only the last segment of a path (RFC 6266, 4.3)
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ("attachment; filename*=UTF-8''..%2F..%5Cx.txt", "x.txt"),
        ('attachment; filename=".."', "orders.json"),
        # bytes of UTF-8, as fetch returns them, and ISO-8859-1
        ('attachment; filename="\u00c3\u00a9.txt"', "é.txt"),
        ('attachment; filename="\u00e9.txt"', "é.txt"),
        # characters that make a name look like another one
        ("attachment; filename*=UTF-8''%E2%80%AEfdp.exe", "fdp.exe"),
        ("attachment; filename*=UTF-8''a%E2%80%8F.%D8%9Ctxt", "a.txt"),
        # without a type, or without a name
        ("filename=bare.txt", "bare.txt"),
        ("attachment", "orders.json"),
        ('attachment; filename=""', "orders.json"),
        ("", "orders.json"),
    ],
)
def test_a_name_in_the_response(scripts: Page, field: str, name: str) -> None:
    headers = [["Content-Disposition", field], ["Content-Type", "application/json"]]
    assert saved_name(scripts, headers, "/orders/{id}") == name


@pytest.mark.parametrize(
    ("kind", "path", "name"),
    [
        ("application/pdf", "/invoices/{id}/pdf", "pdf.pdf"),
        ("image/png", "/pictures/{id}", "pictures.png"),
        ("image/jpeg; x=1", "/pictures/{id}", "pictures.jpg"),
        ("image/svg+xml", "/drawing", "drawing.svg"),
        ("application/problem+json", "/x", "x.json"),
        ("application/atom+xml; charset=utf-8", "/feed", "feed.xml"),
        ("text/CSV", "/export.csv", "export.csv"),
        ("application/json", "/v1.0", "v1.0.json"),
        ("application/octet-stream", "/data", "data"),
        ("application/vnd.acme.thing", "/data", "data"),
        ("audio/mpeg", "/", "response.mp3"),
        ("video/mp4", "/{id}", "response.mp4"),
        ("", "/data", "data"),
    ],
)
def test_a_name_by_type(scripts: Page, kind: str, path: str, name: str) -> None:
    assert saved_name(scripts, [["content-type", kind]], path) == name


def test_csv_is_read_as_by_python(scripts: Page) -> None:
    chooser = random.Random(7)
    pieces = ["a", "é", " ", ",", '"', "\n", "\r\n", ";", ""]
    for _ in range(200):
        width = chooser.randint(2, 4)
        records = [
            ["".join(chooser.choices(pieces, k=chooser.randint(0, 4))) for _ in range(width)]
            for _ in range(chooser.randint(1, 5))
        ]
        stream = io.StringIO()
        csv.writer(stream, lineterminator=chooser.choice(["\r\n", "\n"])).writerows(records)
        text = stream.getvalue()
        assert scripts.evaluate("text => navapiPlayground.recordsOf(text, ',', 99)", text) == list(
            csv.reader(io.StringIO(text, newline=""))
        )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<a><b>1</b><c/></a>", "<a>\n  <b>1</b>\n  <c/>\n</a>"),
        (
            '<?xml version="1.0"?><a>\n\n<b x=">"/></a>',
            '<?xml version="1.0"?>\n<a>\n  <b x=">"/>\n</a>',
        ),
        ("<a>x <b> y</b>  z<c><d/></c></a>", "<a>x <b> y</b>  z<c><d/></c></a>"),
        ("<a><b></b><!-- <c> --></a>", "<a>\n  <b></b>\n  <!-- <c> -->\n</a>"),
        ("<a><b><![CDATA[ <x> ]]></b></a>", "<a>\n  <b><![CDATA[ <x> ]]></b>\n</a>"),
        (
            '<a><b xml:space="preserve"> <c/> </b></a>',
            '<a>\n  <b xml:space="preserve"> <c/> </b>\n</a>',
        ),
        ("<a><b></a>", "<a><b></a>"),
        (
            '<!DOCTYPE a [<!ENTITY e "x">]><a><b>&e;</b></a>',
            '<!DOCTYPE a [<!ENTITY e "x">]><a><b>&e;</b></a>',
        ),
    ],
)
def test_xml_is_indented_without_a_change_of_its_content(
    scripts: Page, text: str, shown: str
) -> None:
    assert scripts.evaluate("text => navapiPlayground.indentedXml(text)", text) == shown
    if "<b></a>" not in text:
        assert ET.canonicalize(text, strip_text=True) == ET.canonicalize(shown, strip_text=True)


SHOW = """([type, text]) => {
  Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => true, configurable: true });
  const place = document.body.appendChild(document.createElement("div"));
  const bytes = new TextEncoder().encode(text);
  navapiPlayground.showAnswer(
    place, { status: 200, reason: "OK", elapsed: 1, headers: [["Content-Type", type]], bytes },
    { path: "/x" },
  );
}"""


@pytest.fixture
def shown(scripts: Page) -> Page:
    scripts.evaluate("document.body.replaceChildren()")
    return scripts


def test_a_table_is_bounded(shown: Page) -> None:
    shown.evaluate(SHOW, ["text/csv", "name,n\r\n" + "a;b,<b>1</b>\r\n" * 5000])
    rows = shown.locator("tbody tr")
    expect(rows).to_have_count(200)
    expect(shown.get_by_role("columnheader")).to_have_text(["name", "n"])
    expect(rows.first.locator("td")).to_have_text(["a;b", "<b>1</b>"])
    expect(shown.locator(".navapi-try-note")).to_contain_text("200")


def test_a_short_table_is_whole(shown: Page) -> None:
    shown.evaluate(SHOW, ["text/csv; header=present", "a;b\n1;2\n"])
    expect(shown.locator("tbody td")).to_have_text(["1", "2"])
    expect(shown.locator(".navapi-try-note")).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "text", "element"),
    [
        ("audio/mpeg", "\0", "audio[controls]"),
        ("video/mp4", "\0", "video[controls]"),
        ("application/pdf", "%PDF-1.7\n\0", "iframe"),
    ],
)
def test_media_are_shown(shown: Page, kind: str, text: str, element: str) -> None:
    shown.evaluate(SHOW, [kind, text])
    source = shown.locator(f".navapi-try-content {element}").get_attribute("src")
    assert source is not None
    assert source.startswith("blob:")


def test_a_page_that_claims_to_be_a_pdf_is_not_shown(shown: Page) -> None:
    shown.evaluate(SHOW, ["application/pdf", "<script>parent.document.title = 1</script>"])
    expect(shown.locator("iframe")).to_have_count(0)
    expect(shown.locator(".navapi-try-note")).to_be_visible()
