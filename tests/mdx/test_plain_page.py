"""MDX pages as Markdown: what is taken out, what stays, and where it stands then."""

from __future__ import annotations

import pytest

from sphinx_navapi.mdx.plain_page import plain_markdown, plain_page


def case(name: str, source: str, expected: str):
    return pytest.param(source, expected, id=name)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        case("text", "a *b* [c](/d)\n\n- e\n", "a *b* [c](/d)\n\n- e\n"),
        case("component", "<Note>\ntext\n</Note>\n", "\ntext\n\n"),
        case("self-closing", "a <Icon icon='x' /> b", "a  b"),
        case("member name", "<Foo.Bar a={1}>x</Foo.Bar>", "x"),
        case("fragment", "<>\n  a\n</>\n", "\na\n\n"),
        case("title", '<Tab title="One">\n\na\n</Tab>', "**One**\n\na\n"),
        case("title before text", '<Tab title="One">\na\n</Tab>', "**One**  \na\n"),
        case("title and text on a line", '<Tab title="One">a</Tab>', "**One** a"),
        case("title with link", '<Card title="A" href="/b" />', "**[A](/b)**"),
        case("link with spaces", '<Card title="A" href="/b c)" />', "**[A](</bc)>)**"),
        case("title and description", '<Update label="v1" description="May" />', "**v1** — May"),
        case("title is text", '<Card title="*a* [b] {c} <d> `e` f_g" />',
             r"**\*a\* \[b\] \{c\} \<d\> `e` f_g**"),
        case("title as expression", "<B title={'a'} />\n<B title={`b`} />\n<B title={c} />",
             "**a**  \n**b**\n"),
        case("title with tags", "<Card title={<b>a {x}</b>} />", "**a**"),
        case("tip", 'a <Tooltip tip="why">b</Tooltip> c', "a b (why) c"),
        case("caption", '<Frame caption="cap">\n  a\n</Frame>', "\na\n*cap*"),
        case("parameter", '<ParamField path="id" type="string" required>x</ParamField>',
             "**`id`** (`string`, path, required) x"),
        case("response field", '<ResponseField name="n" type="a[]" default="1" deprecated />',
             "**`n`** (`a[]`, deprecated, default: `1`)"),
        case("required={false}", '<ParamField body="a" required={false} />', "**`a`** (body)"),
        case("tag over lines", '<Card\n  title="A"\n  icon={<X y="{" />}\n>\n  b\n</Card>\n',
             "**A**\n\n\n\nb\n\n"),
        case("braces, strings and templates in attributes",
             "<A b={{ c: '}', d: \"}\", e: `}${ {f: '`'} }` }} g='>' h=\">\">x</A>", "x"),
        case("comment in attribute", "<A b={/* } */ 1}>x</A>", "x"),
        case("spread", "<A {...b} c>x</A>", "x"),
        case("unquoted attribute", "<A b=c>x</A>", "x"),
        case("attributes without space", '<A b="c"d="e">x</A>', "x"),
        case("type, not tag", "Array<T> and Map<K, V>", "Array&lt;T> and Map&lt;K, V>"),
        case("placeholder", "use <your-id> here", "use &lt;your-id> here"),
        case("unclosed tag", '<Card title="a\n\nb', '&lt;Card title="a\n\nb'),
        case("tag without end of line", "a <Card\n\nb>", "a &lt;Card\n\nb>"),
        case("lone closing tag", "a </Card> b", "a  b"),
        case("not a tag", "1 < 2 <3 a<b", "1 < 2 <3 a&lt;b"),
        case("autolinks", "<https://a.b/c> <me@a.b>", "<https://a.b/c> <me@a.b>"),
        case("escapes", r"\<A> \{b} \`c", r"\<A> \{b} \`c"),
    ],
)  # fmt: skip
def test_tags(source, expected):
    assert plain_markdown(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        case("import", 'import A from "/a.mdx";\n\nb', "\n\nb"),
        case("bare import", "import './a.css'\nb", "\nb"),
        case("import over lines", 'import {\n  A,\n  B\n} from "/a";\n\nb', "\n\n\n\n\nb"),
        case("export", "export const a = 1;\n\nb", "\n\nb"),
        case("export of an object", "export const a = {\n  b: [1,\n\n 2],\n}\n\nc", "\n" * 6 + "c"),
        case("export of a component",
             "export const A = () => {\n  const b = `}\n${1}`;\n  return (<p>Don't</p>);\n};\nb",
             "\n\n\n\n\nb"),
        case("export that goes on", "export const a =\n  1 +\n  2;\nb", "\n\n\nb"),
        case("export default", "export default function A() {\n  return null\n}\n\nb", "\n\n\n\nb"),
        case("export list", "export { a, b }\nc", "\nc"),
        case("brackets that never match", "export const a = (\n  <p>(</p>\n)\n\nb", "\n\n\n\nb"),
        case("prose", "import duties and\nexport controls, imports", "import duties and\n"
             "export controls, imports"),
        case("not at the margin", " import A from 'a'", " import A from 'a'"),
        case("comment", "a {/* b */} c", "a  c"),
        case("comment over lines", "{/* a\n\n* b\n*/}\nc", "\n\n\n\nc"),
        case("HTML comment", "a <!-- b\nc --> d", "a \n d"),
        case("unclosed comments", "{/* a <!-- b", "{/* a &lt;!-- b"),
        case("space", 'a{" "}b{\' \'}c', "a b c"),
        case("string", "{'a *b*'} {\"c\"} {`d`}", r"a \*b\* c d"),
        case("string with escapes", r"{'\u0041\x42\n\'c'}", "AB 'c"),
        case("number", "{1_000} {-2.5}", "1000 -2.5"),
        case("expression", "a {b.c} d", "a `{b.c}` d"),
        case("expression with backticks", "{`a${b}`}", "``{`a${b}`}``"),
        case("expression over lines", "{a.map(\n  x => <B>{x}</B>\n)}\nc",
             "`{a.map( x => <B>{x}</B> )}`\n\n\nc"),
        case("expression beside code", "{a}`b`", "`{a}` `b`"),
        case("variable", "{{ a }}", "`{{ a }}`"),
        case("empty", "a{}b", "ab"),
        case("unclosed brace", "a { b\n\nc", "a { b\n\nc"),
        case("brace that goes past the paragraph", "a { b\n\nc } d", "a { b\n\nc } d"),
        case("address", "https://a.b/{c}/d?e={f}", "https://a.b/{c}/d?e={f}"),
        case("heading's name", "## A {#b-c}", "## A {#b-c}"),
        case("math", "$$\n\\frac{a}{b}\n$$\n\n$$c{d}$$", "$$\n\\frac{a}{b}\n$$\n\n$$c{d}$$"),
        case("subscript", "x_{1}^{2}", "x_{1}^{2}"),
    ],
)  # fmt: skip
def test_code_of_the_page(source, expected):
    assert plain_markdown(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "```jsx\nimport A from 'a'\n<A b={c}>\n  {d}\n</A>\n```\n",
        "~~~html\n<A>\n```\n{b}\n~~~\n",
        "````text\n```\n<A>\n```\n````\n",
        "- a\n\n  ```js\n  <A>{b}</A>\n  ```\n",
        "> ```js\n> <A>{b}</A>\n> ```\n",
        "1. ```js\n   {b}\n   ```\n",
        "`<A>` ``{`b`}`` `import x`\n",
        "a `b\nc <D>` e\n",
        "```js\nnever closed {a}\n<B>\n",
    ],
)
def test_code_stays(source):
    assert plain_markdown(source) == source


def test_code_span_ends_with_its_block():
    assert plain_markdown("- a `b\n- <C>c</C>` d\n") == "- a `b\n- c` d\n"
    assert plain_markdown("a ` b\n\n<C>c</C> ` d\n") == "a ` b\n\nc ` d\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        case("to the tag",
             "<A>\n  a\n  - b\n    - c\n</A>\n", "\na\n- b\n  - c\n\n"),
        case("nested", "<A>\n    <B>\n        a\n\n          b\n    </B>\n    c\n</A>\n",
             "\n\na\n\n  b\n\nc\n\n"),
        case("deeper than four", "<A>\n      a\n\n      b\n</A>", "\na\n\nb\n"),
        case("not indented", "<A>\na\n    <B>\nb\n    </B>\n</A>", "\na\n\nb\n\n"),
        case("tabs", "<A>\n\ta\n\t\tb\n</A>", "\na\n    b\n"),
        case("fence with its content", "<A>\n    ```js\n    a\n      b\n    ```\n</A>",
             "\n```js\na\n  b\n```\n"),
        case("code left of its fence", "<A>\n  ```js\na\n  b\n  ```\n</A>", "\n```js\na\nb\n```\n"),
        case("in a list", "1. a\n\n   <A>\n     b\n   </A>\n\n2. c\n",
             "1. a\n\n\n   b\n\n\n2. c\n"),
        case("after a list marker", "- <A>\n    b\n  </A>\n- c", "- \n  b\n\n- c"),
        case("code in a list, left of its fence", "- a\n  ```js\nb\n  ```\n",
             "- a\n  ```js\n  b\n  ```\n"),
        case("text less indented than its neighbours", "<A>\n    a\n  b\n</A>", "\n  a\nb\n"),
        case("tag lines count", "<A>\n  <B>\n    a\n  </B>\n    b\n</A>", "\n\na\n\n  b\n"),
        case("outside of tags", "    a\n  b", "    a\n  b"),
    ],
)  # fmt: skip
def test_indentation(source, expected):
    assert plain_markdown(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        case("wrapper", '<div className="a">\n  **b**\n</div>', "\n**b**\n"),
        case("inline", '<span style={{color: "red"}}>a</span> <u>b</u>', "a <u>b</u>"),
        case("names", '<img className="a" srcSet="b" tabIndex={1} />',
             '<img class="a" srcset="b" tabindex="1" />'),
        case("style", "<img style={{ borderRadius: '8px', width: 30, opacity: 0.5, 'top': 0 }} />",
             '<img style="border-radius: 8px; width: 30px; opacity: 0.5; top: 0" />'),
        case("computed style", "<img style={a} alt={b} src={`/c`} />", '<img src="/c" />'),
        case("events", '<img onClick={() => {}} onerror="x()" src="a" />', '<img src="a" />'),
        case("script address", '<iframe src="java&#115;cript:x" title="a"></iframe>'
             '<embed src=" javascript:x" />', '<iframe title="a"></iframe><embed />'),
        case("bare and true", "<video controls autoPlay={true} muted={false} />",
             "<video controls autoplay />"),
        case("quotes", "<img alt='a \"b\"' />", '<img alt="a &quot;b&quot;" />'),
        case("doubled", '<img class="a" className="b" />', '<img class="a" />'),
        case("over lines", '<img\n  src="a"\n  onClick={() => {\n  }}\n  alt="b"\n/>\nc',
             '<img\nsrc="a"\nalt="b"\n/>\n\n\nc'),
        case("svg", '<svg viewBox="0 0 1 1" strokeWidth={2}><path fillRule="evenodd" /></svg>',
             '<svg viewBox="0 0 1 1" stroke-width="2"><path fill-rule="evenodd" /></svg>'),
        case("table", "<table>\n  <tr>\n    <td colSpan={2}>{'a<b'}</td>\n  </tr>\n</table>",
             '<table>\n<tr>\n<td colspan="2">a&lt;b</td>\n</tr>\n</table>'),
        case("link", '<a href="/b" target="_blank">**a**</a>', "[**a**](/b)"),
        case("link over lines", '<a href="/b">\n  a\n</a>', "\na\n"),
        case("heading", '<h2 id="a">B</h2>', "## B"),
        case("list", "<ul>\n  <li>a</li>\n  <li>\n    b\n\n    c\n  </li>\n</ul>",
             "\n- a\n- \n  b\n\n  c\n\n"),
        case("numbered list", "<ol>\n<li>a</li>\n</ol>", "\n1. a\n"),
        case("list in a line", "| <ul><li>a</li><li>b</li></ul> |", "|  • a • b |"),
        case("details", "<details>\n  <summary>A</summary>\n  b\n</details>", "\n**A**  \nb\n"),
        case("style and script", "<style>{`a { b: c }`}</style>\n<script>\nd < e\n</script>f",
             "\n\n\nf"),
        case("line break", "a<br/>b<br>c", "a<br />b<br>c"),
        case("rule", "a\n\n<hr />\n", "a\n\n***\n"),
        case("unclosed", "<div>\na <b>b", "&lt;div>\na &lt;b>b"),
        case("parts outside of a table", "<td>a</td> <path>", "&lt;td>a&lt;/td> &lt;path>"),
        case("head and body", "in <head> and <body>", "in &lt;head> and &lt;body>"),
        case("declarations", "<!DOCTYPE html> <?xml?>", "&lt;!DOCTYPE html> &lt;?xml?>"),
    ],
)  # fmt: skip
def test_html(source, expected):
    assert plain_markdown(source) == expected


def test_front_matter_stays_to_the_letter():
    head = "---\ntitle: <A> {b}\nimport: `x\n---\n"
    assert plain_markdown(f"{head}<A>\n  a\n</A>\n") == f"{head}\na\n\n"
    assert plain_markdown(f"\ufeff{head}{{1}}") == f"\ufeff{head}1"


def test_line_ends_become_one_kind():
    assert plain_markdown("a\r\n<A>\r\n  b\r\n</A>\rc") == "a\n\nb\n\nc"


def test_anchors_of_what_was_taken_out():
    page = plain_page(
        '<div id="one">\n</div>\n<Step title="Say it!">\n</Step>\n<Step title="Say it!">\n'
        '</Step>\n<Accordion title="A" id="own">\n</Accordion>\n<a name="two"></a>\n'
        '<ParamField body="apiKey" />\n<Card title="not" />\n'
    )
    assert page.anchors == {"one": 1, "say-it": 3, "own": 7, "a": 7, "two": 9, "param-api-key": 10}
