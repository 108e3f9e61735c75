"""Parsing MDX pages into doctrees: as Markdown, using MyST, without MyST's own syntax.

In MDX an indented line is not code, and a brace is an expression; MyST's roles, directives, targets
and ``%`` comments have no meaning. So MyST's Markdown parser is created with a separate
configuration for each page and renders with `MdxRenderer`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.token import Token
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from sphinx_navapi.config.confvals import CODE_HOST_EXTENSIONS
from sphinx_navapi.config.settings import site_variables
from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.diagnostics import Cause, Diagnostic, Place, Subtype, missing_folder
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.doctree.components import component_names, find_component
from sphinx_navapi.doctree.components.component import (
    invalid_numbers,
    missing_attribute,
    unknown_attributes,
)
from sphinx_navapi.doctree.page_dependencies import note_question
from sphinx_navapi.doctree.page_metadata import hide_head
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.formats.front_matter import read_markdown_head, with_variables
from sphinx_navapi.mdx.elements import GENERAL_ATTRIBUTES
from sphinx_navapi.mdx.expanded_page import (
    ExpandedPage,
    read_mdx,
)
from sphinx_navapi.mdx.html_tags import LEFT_OUT
from sphinx_navapi.mdx.javascript import find_syntax_error
from sphinx_navapi.mdx.mark_rules import close_marks, mark_environment, use_marks
from sphinx_navapi.mdx.markdown_files import reported_places
from sphinx_navapi.mdx.marked_page import HEADING, MarkedPage, mark_page, names_any
from sphinx_navapi.mdx.marks import PageFinding
from sphinx_navapi.mdx.renderer import TITLED, MdxRenderer
from sphinx_navapi.mdx.snippet_files import SNIPPET_FOLDERS
from sphinx_navapi.mdx.tag_uses import kind_of
from sphinx_navapi.mdx.text_rules import scope_notes, use_formulas, use_text_rules
from sphinx_navapi.mdx.values import Code
from sphinx_navapi.plan.metadata import single_line, text_of
from sphinx_navapi.project.environment import env_site
from sphinx_navapi.project.program_findings import note_program
from sphinx_navapi.project.reporting import report_diagnostics

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

#: MyST's additions to Markdown, and indented code, which MDX does not have.
_NOT_IN_MDX = (
    "code", "front_matter", "myst_line_comment", "myst_block_break", "myst_target", "myst_role",
    "html_block", "html_inline",
)  # fmt: skip

#: Maximum nesting of lists, quotations and elements; deeper ones are dropped.
_MAX_NESTING = 60

#: Attributes of HTML elements that readers miss.
_ADDRESSES = frozenset({"href", "src"})

_INNER = "dangerouslySetInnerHTML is left out: write its HTML between the tags"


def parse_page(inputstring: str, document: nodes.document) -> None:
    """Fill *document* with the MDX page *inputstring*; its metadata is added to the environment."""
    env: BuildEnvironment = document.settings.env
    # Text is shown as written: ``--flag`` and ``1...2`` are not typography.
    document["support_smartquotes"] = False
    variables = _variables(env)
    metadata = _read_metadata(inputstring, env, variables)
    for key, value in metadata.items():
        env.metadata[env.docname][key] = _metadata_value(key, value)
    source = _read_source(inputstring, env, variables)
    page = mark_page(source, kind_of)
    parser = _make_parser(_myst_config(env), page)
    parser.options["document"] = document
    state: dict[str, Any] = mark_environment(page)
    tokens = parser.parse(page.text.markdown, state)
    close_marks(tokens, page)
    scope_notes(tokens)
    title = text_of(metadata, "title")
    is_added = False
    if title and not _heads_page(tokens, title):
        is_added = True
        demote_headings(tokens)
        tokens[:0] = _heading(title)
    renderer = cast("MdxRenderer", parser.renderer)
    renderer.render(tokens, parser.options, state)
    _drop_misplaced_transitions(document)
    if description := text_of(metadata, "description"):
        _add_description(document, description, renderer)
    if is_added:
        hide_head(next(document.findall(nodes.section)), metadata)
    diagnostics = renderer.diagnostics
    answered = reported_places(env_site(env), env.docname, inputstring) if page.findings else ()
    report_diagnostics([*_findings(source, page, env, answered), *diagnostics], env.srcdir)


def _variables(env: BuildEnvironment) -> Mapping[str, str]:
    """The variables of the site."""
    site = env_site(env)
    return site_variables(site.plan.settings) if site is not None else {}


def _read_source(text: str, env: BuildEnvironment, variables: Mapping[str, str]) -> ExpandedPage:
    """The page with its includes; dependencies are recorded in the environment."""
    site = env_site(env)
    file = str(env.doc2path(env.docname, False))
    source = read_mdx(text, file=file, source_dir=Path(env.srcdir), variables=variables)
    for included in sorted(source.files):
        env.note_dependency(included)
    if site is not None and (source.files or "{{" in text):
        note_question(env, site, "variables")
    return source


def _findings(
    source: ExpandedPage,
    page: MarkedPage,
    env: BuildEnvironment,
    answered: Collection[tuple[int, int]],
) -> Iterator[Diagnostic]:
    """Problems of the page, except those of the lines and columns in *answered*."""
    file = str(env.doc2path(env.docname, False))
    findings = [*source.findings, *page.findings]
    findings.sort(key=lambda finding: (finding.file, finding.line, finding.column))
    for finding in findings:
        if finding.file:
            # A snippet that is also a page reports its own problems.
            if env.path2doc(finding.file) in env.found_docs and not finding.is_name:
                continue
        elif (finding.line, finding.column) in answered or (finding.is_name and _is_snippet(env)):
            continue
        if finding.component and finding.file:
            place = Place(file=finding.file, line=finding.line)
            note_program(env, finding.message, place)
            continue
        yield Diagnostic(
            subtype=finding.subtype,
            message=finding.message,
            place=Place(file=finding.file or file, line=finding.line, column=finding.column),
            cause=_cause(finding, Path(env.srcdir)),
        )
    yield from _unknown_names(source, page, env)


def _unknown_names(
    source: ExpandedPage, page: MarkedPage, env: BuildEnvironment
) -> Iterator[Diagnostic]:
    """Unknown components, and unknown attributes of known ones: each name once; unknown values of
    attributes.
    """
    file = str(env.doc2path(env.docname, False))
    seen: set[str] = set()
    for element in page.elements:
        here = Place(file=element.file or file, line=element.line, column=element.column)
        component = find_component(element.name)
        known = component.known if component is not None else _ADDRESSES
        for name, value in element.attributes.items():
            if name in known and isinstance(value, Code):
                if names_any(value.text, source.absent):
                    continue
                reason = "pages do not run code: write its value instead"
                if mistake := find_syntax_error(value.text, is_expression=True):
                    reason = f"of a mistake in the syntax of {{{value.text}}}: {mistake[1]}"
                message = f"{name} of <{element.name}> is left out because {reason}"
                yield Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=message, place=here)
        if "dangerouslySetInnerHTML" in element.attributes and _INNER not in seen:
            yield Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=_INNER, place=here)
            seen.add(_INNER)
        if component is not None and element.name not in source.absent | source.programs:
            if missing := missing_attribute(component, element.name, element.attributes):
                yield Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=missing, place=here)
            for message in invalid_numbers(
                component, element.name, element.attributes, element.number
            ):
                yield Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=message, place=here)
            names = (n for n in element.attributes if not GENERAL_ATTRIBUTES.fullmatch(n))
            for message in unknown_attributes(component, element.name, names):
                if message not in seen:
                    yield Diagnostic(subtype=Subtype.UNKNOWN_ATTRIBUTE, message=message, place=here)
                seen.add(message)
        if element.name in {HEADING} | seen | source.absent:
            continue
        left_out = LEFT_OUT.get(element.name)
        if kind_of(element.name).known and not left_out:
            continue
        seen.add(element.name)
        if left_out:
            message = f"<{element.name}> is left out; {left_out}"
            yield Diagnostic(subtype=Subtype.PAGE_SYNTAX, message=message, place=here)
            continue
        advice = "its content is shown: use a documented component, or Markdown"
        if element.name in source.programs:
            what = f"the component <{element.name}> cannot be evaluated without running code"
            defined, line = source.places.get(element.name.partition(".")[0], ("", 0))
            if defined:
                note_program(env, f"{what}; {advice}", Place(file=defined, line=line))
                continue
        else:
            kind = "component" if element.is_component else "element"
            what = f"unknown {kind} <{element.name}>"
            near = nearest_word(element.name, component_names())
            if near is not None:
                advice = f"its content is shown: did you mean <{near}>?"
        yield Diagnostic(subtype=Subtype.UNKNOWN_COMPONENT, message=f"{what}; {advice}", place=here)


def _cause(finding: PageFinding, source_dir: Path) -> Cause | None:
    """The cause that *finding* may share with findings of other pages."""
    if not finding.missing:
        return None
    return missing_folder(source_dir, finding.missing) or Cause(key=f"file:{finding.missing}")


def _is_snippet(env: BuildEnvironment) -> bool:
    """Whether the page is only included by others: names in it are defined there."""
    site = env_site(env)
    page = site.page(env.docname) if site is not None else None
    return env.docname.startswith(SNIPPET_FOLDERS) and (page is None or not page.trail)


def _read_metadata(
    text: str, env: BuildEnvironment, variables: Mapping[str, str]
) -> Mapping[str, Any]:
    """Front matter; its problems are reported here unless the plan of the site does so."""
    head = read_markdown_head(text.replace("\r\n", "\n"), str(env.doc2path(env.docname, False)))
    site = env_site(env)
    if site is None or not site.configured or site.page(env.docname) is None:
        report_diagnostics(head.diagnostics, env.srcdir)
    return with_variables(head, variables).metadata


def _metadata_value(key: str, value: Any) -> Any:
    """*value* as Sphinx stores metadata: text, except for the depth of the contents."""
    if key == "tocdepth":
        return value if isinstance(value, int) else 0
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return "" if value is None else str(value)


def _myst_config(env: BuildEnvironment) -> MdParserConfig:
    return cast("MdParserConfig", getattr(env, "myst_config", None) or MdParserConfig())


def _make_parser(config: MdParserConfig, page: MarkedPage) -> MarkdownIt:
    extensions = set(CODE_HOST_EXTENSIONS)
    texts = (page.text, *page.contents.values(), *page.inserted.values())
    if any(text.markdown.count("$") > 1 for text in texts):
        extensions.add("dollarmath")
    own = config.copy(
        commonmark_only=False,
        gfm_only=False,
        all_links_external=False,
        disable_syntax=[*config.disable_syntax, *_NOT_IN_MDX],
        enable_extensions=extensions,
        dmath_allow_space=False,
        dmath_allow_digits=False,
        dmath_double_inline=True,
        # Only ``conf.py`` configures what MathJax skips.
        update_mathjax=False,
        fence_as_directive=set(),
        # docutils rejects it if the page itself has a rule before the notes.
        footnote_transition=False,
        heading_anchors=6,
        title_to_header=False,
        substitutions={},
    )
    parser = create_md_parser(own, MdxRenderer)
    parser.options["maxNesting"] = _MAX_NESTING
    use_marks(parser)
    use_text_rules(parser)
    use_formulas(parser)
    return parser


def _drop_misplaced_transitions(document: nodes.document) -> None:
    """Remove rules where docutils does not allow them: under a title, doubled, at the end."""
    for rule in find_nodes(document, nodes.transition):
        index = rule.parent.index(rule)
        before = rule.parent[index - 1] if index else None
        if isinstance(before, nodes.title | nodes.transition | None):
            rule.parent.remove(rule)
    last: nodes.Element = document
    while len(last) and isinstance(last[-1], nodes.section):
        last = last[-1]
    while len(last) and isinstance(last[-1], nodes.transition):
        del last[-1]


def _add_description(document: nodes.document, description: str, renderer: MdxRenderer) -> None:
    """Add *description* below the title, as docs.json sites do, and to the HTML head.

    Code and links in it are parsed as Markdown; the head has only its text.
    """
    plain = plain_text(description)
    paragraph = nodes.paragraph(description, classes=["navapi-lead"])
    if plain == description:
        paragraph += nodes.Text(description)
    else:
        with renderer.current_node_context(paragraph):
            renderer.nested_render_text(description, 1, inline=True)
    paragraph.source, paragraph.line = document["source"], 1
    first = document[0] if len(document) else None
    if isinstance(first, nodes.section):
        first.insert(1, paragraph)
    else:
        document.insert(0, paragraph)
    document.insert(0, nodes.meta("", name="description", content=plain))


def _heads_page(tokens: Sequence[Token], title: str) -> bool:
    """Whether the text contains the heading of the page itself.

    It does if its first heading equals *title*, or if it has a single first-level heading and
    starts with it.
    """
    headings = [
        index
        for index, token in enumerate(tokens)
        if token.type == "heading_open" and not token.level
    ]
    top = [index for index in headings if tokens[index].tag == "h1"]
    if not top or top[0] != headings[0]:
        return False
    first = top[0]
    same = _plain(tokens[first + 1]).casefold() == single_line(title).casefold()
    return same or (len(top) == 1 and first == 0)


def _plain(token: Token) -> str:
    children = token.children or []
    return single_line("".join(child.content for child in children if child.type != "html_inline"))


def demote_headings(tokens: Sequence[Token]) -> None:
    """Move all headings one level down if there is a first-level one: the title is above."""
    headings = [token for token in tokens if token.type in {"heading_open", "heading_close"}]
    if any(token.tag == "h1" for token in headings):
        for token in headings:
            token.tag = f"h{int(token.tag[1]) + 1}"


def _heading(title: str) -> list[Token]:
    """Tokens of a heading with the literal text *title*."""
    text = Token("text", "", 0, content=title)
    return [
        Token("heading_open", "h1", 1, map=[0, 1], markup="#", meta={TITLED: True}, block=True),
        Token("inline", "", 0, map=[0, 1], content=title, children=[text], block=True),
        Token("heading_close", "h1", -1, markup="#", block=True),
    ]
