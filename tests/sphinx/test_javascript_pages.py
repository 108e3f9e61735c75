"""Expressions on built pages show what React shows: Node is the reference."""

from __future__ import annotations

import shutil

import pytest
from bs4 import BeautifulSoup
from full_run import amount
from random_javascript import NAMES, Writer, node_values

from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.values import Code

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node")


def test_random_expressions_show_what_they_mean_to_node(project) -> None:
    writer = Writer(7)
    codes = [writer.expression(2) for _ in range(amount(300, 60))]
    codes += [writer.body() for _ in range(amount(30, 8))]
    texts = [f"String({code})" for code in codes]
    expected = node_values(texts)
    names = "".join(f"export const {name} = {code};\n\n" for name, code in NAMES.items())
    cells = "".join(f"<p>[{{{text}}}]</p>\n\n" for text in texts)
    project.write(
        {
            "docs.json": {"name": "T", "navigation": {"pages": ["index", "jsx"]}},
            "index.mdx": f"---\ntitle: Home\n---\n\n{names}{cells}",
            "jsx.mdx": "---\ntitle: JSX\n---\n\n{names}\n\nexport const All = () => <div>\n"
            + "".join(f"<p>[{{{text}}}]</p>\n" for text in texts)
            + "</div>;\n\n<All />\n",
        }
    )
    built = project.build(smartquotes=False)
    page = BeautifulSoup(built.text("index.html"), "html.parser")
    shown = [p.get_text() for p in page.select(".body p") if p.get_text().startswith("[")]
    assert len(shown) == len(texts)
    wrong, read = [], 0
    for text, found, (kind, *value) in zip(texts, shown, expected, strict=True):
        scope = {name: read_value(code) for name, code in NAMES.items()}
        if isinstance(read_value(text, scope), Code):
            continue
        read += 1
        if kind == "error" or found.split() != f"[{value[0]}]".split():
            wrong.append((text, value, found))
    assert wrong == []
    assert read > len(texts) / 2


KIDS = (
    "export const Size = ({children}) => <p>{React.Children.count(children)}"
    "/{typeof children}/{children?.length}</p>\n\n"
    "export const List = ({children}) => <ol>{React.Children.map(children, (c, i) => "
    "<li key={i}>{c}</li>)}</ol>\n\n"
    "export const Rest = ({children}) => {\n  const parts = Array.isArray(children) ? children : "
    "[children];\n  return <div><i>{parts[0]}</i>: {parts.slice(1)}</div>;\n};\n\n"
    "export const Twice = ({children}) => <b>{children('a') + children('b')}</b>\n\n"
    "export const cart = {title: 'Red cart', href: 'https://example.org'}\n\n"
)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{['a', 'b'].map((x) => <Card key={x} title={x}>Of {x}.</Card>)}", "a Of a. b Of b."),
        ("{true && <Tip>Shown.</Tip>}", "Tip Shown."),
        ("{false ? <Tip>Hidden.</Tip> : <Note>Shown.</Note>}", "Note Shown."),
        ("<Card {...{title: 'One'}}>x</Card>", "One x"),
        (f"{KIDS}<Card {{...cart}}>x</Card>", "Red cart x Red cart"),
        (f"{KIDS}<Card {{...cart}} title='Blue'>x</Card>", "Blue x Blue"),
        (f"{KIDS}<Card title='Blue' {{...cart}}>x</Card>", "Red cart x Red cart"),
        ("<Note children='As an attribute.' />", "Note As an attribute."),
        ("<Card title='T' children={<b>bold</b>} />", "T bold"),
        (f"{KIDS}<Size>word</Size>", "1/string/4"),
        (f"{KIDS}<Size><b>a</b><i>b</i></Size>", "2/object/2"),
        (f"{KIDS}<Size />", "0/undefined/"),
        (f"{KIDS}<List>\n  <b>one</b>\n  two **bold**\n  {{1 + 2}}\n</List>", "one two bold 3"),
        (
            f"{KIDS}<Rest>\n  <b>A</b>\n  It is **on**: <u>come</u>.\n</Rest>",
            "A It is on : come . :",
        ),
        (
            f"{KIDS}<Rest>\n  <hr />\n  It is **on**.\n\n  Come.\n</Rest>",
            ": It is on . Come.",
        ),
        (f"{KIDS}<Rest>Alone.</Rest>", "Alone. :"),
        (f"{KIDS}<Twice>{{(x) => x + '!'}}</Twice>", "a!b!"),
        ("<p>{'1. not a list'}</p>", "1. not a list"),
        ("{'# no heading'}\n\n{'- none'}\n\n{`+ none`}", "# no heading - none + none"),
        ("a{' b'} {'`c` *d* &lt; [e](f)'}", "a b `c` *d* &lt; [e](f)"),
        ("<ul>{['- x', 'y'].map((r, i) => <li>{i + 1}. {r}</li>)}</ul>", "1. - x 2. y"),
        ("<Note>{`first { x }\n\nsecond`}</Note>", "Note first { x } second"),
        ("<pre><code>{`one\n\ntwo {y}`}</code></pre>", "one two {y}"),
        ("<CodeBlock>{`one {x};\n\n\\`two\\``}</CodeBlock>", "one {x}; `two`"),
        ("<CodeBlock>{String.raw`a\\n`}</CodeBlock>", "a\\n"),
        ("<Card title={['a ', <b>b</b>, 3]}>x</Card>", "a b 3 x"),
        (
            "<Prompt description='d'>\n<Note title={<b>n</b>}>x</Note>\n</Prompt>",
            'd ¶ <Note title={"n"}>x</Note>',
        ),
        (
            "<div>{[{ n: 'a' }, { n: 'b' }].map((v) => <p style={{ margin: 0 }}>{v.n}</p>)}</div>",
            "a b",
        ),
        ("<ResponseField name='n' post={[<b>p</b>, 'q']}>x</ResponseField>", "n p q x"),
        ("<Card title={<>A {true && <i>b</i>}{['c', 1]}</>}>x</Card>", "A b c1 x"),
        (
            "{(() => { let n = 0; React.Children.forEach([1, 2], () => { n++ }); return n })()}",
            "2",
        ),
    ],
)
def test_what_a_page_calculates_is_shown(project, source: str, text: str) -> None:
    project.write({"index.mdx": f"---\ntitle: T\n---\n\n{source}\n", "docs.json": {"name": "T"}})
    built = project.build(smartquotes=False)
    assert not [each for each in built.warnings if "index.mdx" in each]
    body = BeautifulSoup(built.text("index.html"), "html.parser").select_one(".body section")
    body.h1.decompose()
    assert body.get_text(" ").split() == text.split()


def test_content_that_a_component_calculates_with_is_shown(project) -> None:
    source = (
        "export const Clone = ({children}) => "
        "<div>{React.cloneElement(children, {title: 'new'})}</div>\n\n"
        "<Clone>\n\nThe **text**.\n\n</Clone>\n"
    )
    project.write({"index.mdx": f"---\ntitle: T\n---\n\n{source}", "docs.json": {"name": "T"}})
    built = project.build()
    (warning,) = [each for each in built.warnings if "index.mdx" in each]
    assert "<Clone>" in warning
    body = BeautifulSoup(built.text("index.html"), "html.parser").select_one(".body section")
    assert body.strong.parent.get_text() == "The text."


def test_preformatted_elements_are_blocks_in_their_language(project) -> None:
    source = (
        "{['js', 'py'].map((l) => "
        "<pre key={l}><code className={`language-${l}`}>c {l}</code></pre>)}"
        "\n\n<Note><pre className='language-css'>in a note</pre></Note>\n"
    )
    project.write({"index.mdx": f"---\ntitle: T\n---\n\n{source}", "docs.json": {"name": "T"}})
    built = project.build()
    body = BeautifulSoup(built.text("index.html"), "html.parser").select_one(".body section")
    blocks = {
        block["class"][0]: block.get_text().strip() for block in body.select("div.notranslate")
    }
    assert blocks == {
        "highlight-js": "c js",
        "highlight-py": "c py",
        "highlight-css": "in a note",
    }


def test_unknown_values_of_attributes_are_reported(project) -> None:
    source = "<Card title={x} cols={y} onClick={z}>a</Card> <a href={u}>b</a> <Card {...v}>c</Card>"
    project.write({"index.mdx": f"---\ntitle: T\n---\n\n{source}", "docs.json": {"name": "T"}})
    told = [each.partition("WARNING: ")[2] for each in project.build().warnings]
    left = "is left out because pages do not run code"
    assert [each.partition(":")[0] for each in told if left in each] == [
        f"what <Card> spreads {left}",
        f"onClick of <Card> {left}",
        f"title of <Card> {left}",
        f"href of <a> {left}",
    ]


def test_elements_as_attributes(project) -> None:
    """Titles have the emphasis, code and links of their elements; icons are names or drawings."""
    source = (
        "export const Star = () => <svg viewBox='0 0 9 9'><path d='M0 0h9' /></svg>\n\n"
        "<Card title={<>Plain <em>cart</em></>} icon={<img src='/logo.png' />}>1</Card>\n\n"
        "<Accordion title={<b>Which?</b>} description={<em>So</em>} icon={<Star />}>2</Accordion>\n"
        "\n"
        "<Tabs><Tab title={<b>Red {1 + 1}</b>} icon={<Late />}>three</Tab></Tabs>\n\n"
        "<Steps><Step title={<code>a_b</code>} icon={<Icon icon='x' />}>x</Step></Steps>\n\n"
        "<Frame caption={<a href='https://example.org'>here</a>}>![a](/logo.png)</Frame>\n\n"
        "<Tooltip tip={<>rich <b>tip</b></>}>word</Tooltip>\n"
    )
    project.write({"index.mdx": f"---\ntitle: T\n---\n\n{source}", "docs.json": {"name": "T"}})
    (project.src / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    built = project.build()
    (warning,) = [each for each in built.warnings if "index.mdx" in each]
    assert "unknown component <Late>" in warning
    body = BeautifulSoup(built.text("index.html"), "html.parser").select_one(".body section")
    card = body.select_one(".sd-card-title")
    assert " ".join(card.get_text().split()) == "Plain cart"
    assert card.em.get_text() == "cart"
    assert card.img["src"].endswith("logo.png")
    summary = body.select_one("summary")
    assert summary.strong.get_text() == "Which?"
    assert summary.em.get_text() == "So"
    assert summary.select_one("svg path")["d"] == "M0 0h9"
    assert body.select_one(".sd-tab-label strong").get_text() == "Red 2"
    assert body.select_one(".navapi-step-title code").get_text() == "a_b"
    assert body.select_one(".navapi-step-title svg") is not None
    assert body.select_one("figcaption a")["href"] == "https://example.org"
    assert body.select_one("abbr")["title"] == "rich tip"


def test_icons_that_are_elements(project) -> None:
    """Elements in titles are shown as in the page; signs and masks are icons."""
    source = (
        "export const Mark = ({ of: name }) => <i>{name}</i>\n\n"
        "<Card title={<><Icon icon='star' /> Starred <Badge>new</Badge></>}>1</Card>\n\n"
        "<Card title='Sent' icon={<span>🚀</span>}>2</Card>\n\n"
        "<Card title='Sent' icon='🚀'>3</Card>\n\n"
        '<Card title="Masked" icon={<span style={{ maskImage: "url(/logo.png)" }} />}>4</Card>\n\n'
        "<Card title={<>&lt;<Mark of='one' /> {[1, <b>two</b>]}{' '}\n  three</>}>5</Card>\n"
    )
    project.write({"index.mdx": f"---\ntitle: T\n---\n\n{source}", "docs.json": {"name": "T"}})
    (project.src / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    built = project.build()
    assert not [each for each in built.warnings if "index.mdx" in each]
    body = BeautifulSoup(built.text("index.html"), "html.parser").select_one(".body section")
    first, second, third, masked, last = body.select(".sd-card-title")
    assert first.svg is not None
    assert first.select_one(".navapi-badge").get_text() == "new"
    assert [" ".join(each.get_text().split()) for each in (second, third)] == ["🚀 Sent"] * 2
    assert masked.img["src"].endswith("logo.png")
    assert " ".join(last.get_text().split()) == "<one 1two three"
    assert last.em.get_text() == "one"
    assert last.strong.get_text() == "two"
    written = built.text("index.md")
    assert "**🚀 Sent**" in written
    assert "**Starred new**" in written
    assert r"**\<*one* 1two three**" in written
