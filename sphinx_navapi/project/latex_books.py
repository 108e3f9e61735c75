"""Settings of Sphinx's LaTeX builder for books of a site, unless the project itself sets them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sphinx import package_dir
from sphinx.builders.latex import LaTeXBuilder
from sphinx.locale import init as init_locale
from sphinx.util import texescape
from sphinx.util.osutil import make_filename_from_project

from sphinx_navapi.plan.books import Book, BookSection, plan_books, start_books
from sphinx_navapi.project.project_settings import is_set

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_navapi.project.site import Site

#: Headings and tables that take little room; a chapter begins a page, a section does not.
_PREAMBLE = r"""
\makeatletter
\titleformat{\chapter}{\py@HeaderFamily\huge}{\py@TitleColor\thechapter}{0.7em}{\py@TitleColor}
\titlespacing*{\chapter}{0pt}{0pt}{1.2\baselineskip}
\titlespacing*{\section}{0pt}{1.6\baselineskip plus .4\baselineskip}{.4\baselineskip}
\setlength{\LTpre}{.5\baselineskip}\setlength{\LTpost}{.5\baselineskip}
\newenvironment{sphinxclassnavapi-rows}{\footnotesize\renewcommand{\arraystretch}{1.05}%
  \setlength{\leftmargini}{1.2em}%
  \def\@listi{\leftmargin\leftmargini\topsep0pt\parsep0pt\itemsep0pt}\@listi}{}
\makeatother
% Paths are longer than a column of the index: they may end a line after each slash.
\begingroup
\catcode`\/=\active
\gdef/{\string/\penalty\exhyphenpenalty}
\gdef\navapibreakpaths{\raggedright\catcode`\/=\active}
\endgroup
\let\navapitheindex\sphinxtheindex
\def\sphinxtheindex{\navapitheindex\navapibreakpaths}
"""

#: What a book looks like where the project says nothing.
_ELEMENTS = {
    "extraclassoptions": "openany,oneside",
    "fncychap": "",
    "fvset": r"\fvset{fontsize=\footnotesize}",
    # Tokens and encoded data in examples are often wider than a page.
    "sphinxsetup": "verbatimforcewraps=true",
}

#: The font of code that Sphinx chooses for XeLaTeX is too thin in small sizes.
_CODE_FONT = r"""
\IfFontExistsTF{DejaVu Sans Mono}{\setmonofont{DejaVu Sans Mono}[Scale=MatchLowercase]}{}
"""

#: Languages that are written from right to left.
_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ks", "ku", "ps", "ug", "ur", "yi"})


def prepare_latex(app: Sphinx, site: Site) -> None:
    """Set up the builder for the books of *site*, before anything is read."""
    config, builder = app.config, app.builder
    is_default = not is_set(config, "latex_engine") and config.latex_engine == "pdflatex"
    if is_default and any(map(_needs_unicode, _texts(site))):
        config.latex_engine = "xelatex"
    elements_of_conf: Mapping[str, Any] = config.latex_elements
    preamble = "" if config.latex_theme == "howto" else _PREAMBLE
    elements = {
        **_ELEMENTS,
        **elements_of_conf,
        "preamble": preamble + elements_of_conf.get("preamble", ""),
    }
    config.latex_elements = elements
    for name, value in (("latex_show_pagerefs", True), ("latex_documents", _documents(app, site))):
        if value and not is_set(config, name):
            setattr(config, name, value)
    # It has already read the settings.
    builder.init()
    # Sphinx's own is the caption of the first toctree.
    assert isinstance(builder, LaTeXBuilder)
    builder.get_contentsname = lambda indexfile: ""  # type: ignore[method-assign] # of one build


def _documents(app: Sphinx, site: Site) -> list[tuple[str, str, str, str, str]]:
    """The entries of ``latex_documents``: the book of each language and version, the first last.

    Sphinx writes the words that all files share in the language of the last one.
    """
    config = app.config
    engine = config.latex_engine
    author = config.author if is_set(config, "author") else ""
    entries = []
    for start, book in start_books(site.plan, config.root_doc).items():
        is_first = start == config.root_doc or book.language == _default_language(site)
        names = [name for name in ("" if is_first else book.language, book.version) if name]
        title = " ".join([config.project, *([book.version] if book.version else [])])
        entries.append(
            (
                start,
                f"{make_filename_from_project('-'.join([config.project, *names]))}.tex",
                texescape.escape_abbr(texescape.escape(title, engine)),
                texescape.escape_abbr(texescape.escape(author, engine)),
                config.latex_theme,
            )
        )
    return [*entries[1:], *entries[:1]]


def _default_language(site: Site) -> str | None:
    return next((book.language for book in plan_books(site.plan)), None)


def begin_book(site: Site, book: Book) -> None:
    """Set what differs between the books of a site, before *book* is written."""
    assert isinstance(site.builder, LaTeXBuilder)
    builder, config = site.builder, site.builder.config
    language = config.language
    config.language = book.language or language
    try:
        builder.init_context()
        builder.init_babel()
        builder.init_multilingual()
    finally:
        config.language = language
    if config.latex_engine == "xelatex" and "fontpkg" not in config.latex_elements:
        builder.context["fontpkg"] += _CODE_FONT
    if config.latex_engine == "xelatex" and (book.language or language)[:2] in _RIGHT_TO_LEFT:
        _turn_around(builder)
    if not is_set(config, "latex_toplevel_sectioning"):
        config.latex_toplevel_sectioning = "part" if book.has_parts else None
    depth = min(max(_depths(book.sections), default=1) - (2 if book.has_parts else 1), 2)
    builder.context["preamble"] += f"\\setcounter{{tocdepth}}{{{depth}}}\n"
    if (book.language or language) != language:
        _translate(builder, str(book.language))


#: Commands whose texts `sphinxmessages.sty` has in the language of the project only.
_MESSAGES = {
    "literalblockcontinuedname": "continued from previous page",
    "literalblockcontinuesname": "continues on next page",
    "sphinxnonalphabeticalgroupname": "Non-alphabetical",
    "sphinxsymbolsname": "Symbols",
    "sphinxnumbersname": "Numbers",
    "pageautorefname": "page",
}


def _translate(builder: LaTeXBuilder, language: str) -> None:
    """Set Sphinx's own words in *language*, instead of that of the project."""
    folders = [str(package_dir / "locale")]
    words, _is_found = init_locale(folders, language, "sphinx", f"navapi-{language}")

    def say(text: str) -> str:
        return texescape.escape(words.gettext(text), builder.config.latex_engine)

    lines = [f"\\def\\{name}{{{say(text)}}}" for name, text in _MESSAGES.items()]
    # Languages have their own definitions, which are set when the text begins.
    builder.context["preamble"] += "\\AtBeginDocument{%\n" + "%\n".join(lines) + "}\n"
    index = f"\\renewcommand{{\\indexname}}{{{say('Index')}}}"
    builder.context["printindex"] = f"{index}\n{builder.context['printindex']}"


def _turn_around(builder: LaTeXBuilder) -> None:
    """Load Polyglossia after all other packages: that for writing from right to left must be last.

    Until then, `sphinxmessages.sty` needs a command of it.
    """
    context = builder.context
    languages = context["multilingual"].replace("\\usepackage{polyglossia}\n", "")
    main = builder.babel.get_language()
    font = "FreeSerif" if main == "hebrew" else "Amiri"
    fonts = {"": font, "sf": font, "tt": "FreeMono"}
    context["multilingual"] = ""
    context["extrapackages"] += "\n\\def\\addto#1#2{}"
    context["preamble"] += "\n".join(
        [
            "\n\\let\\addto\\undefined",
            "\\usepackage{polyglossia}",
            languages,
            "\\setotherlanguage{english}",
            *(_script_font(main, kind, font) for kind, font in fonts.items()),
            _CODE,
        ]
    )


#: Code is written from left to right.
_CODE = r"""
\usepackage{etoolbox}
\BeforeBeginEnvironment{sphinxVerbatim}{\begin{LTR}}
\AfterEndEnvironment{sphinxVerbatim}{\end{LTR}}
\let\navapicode\sphinxcode
\renewcommand{\sphinxcode}[1]{\LR{\navapicode{#1}}}
"""


def _script_font(language: str, kind: str, font: str) -> str:
    """The font of a script; one that has all if it is not installed."""
    command = f"\\newfontfamily\\{language}font{kind}[Script={language.capitalize()}]"
    fallback = "FreeSerif"
    return f"\\IfFontExistsTF{{{font}}}{{{command}{{{font}}}}}{{{command}{{{fallback}}}}}"


def _depths(sections: Iterable[BookSection], above: int = 0) -> Iterator[int]:
    """The level of each page, the outermost being 1."""
    for section in sections:
        if section.page is not None:
            yield above + 1
        yield from _depths(section.entries, above + 1)


def note_documents(builder: Builder, docnames: Iterable[str]) -> None:
    """Tell the builder which documents the book contains, and references lead to."""
    assert isinstance(builder, LaTeXBuilder)
    builder.docnames = set(docnames)


def _texts(site: Site) -> Iterator[str]:
    """Page files and OpenAPI documents."""
    names = {page.file for page in site.plan.pages.values() if page.file}
    for document in site.plan.documents.values():
        names.update(document.files)
    for name in sorted(names):
        try:
            yield (site.source_dir / name).read_text("utf-8", "replace")
        except OSError:
            continue


def _needs_unicode(text: str) -> bool:
    """Whether *text* has letters of a script that pdfLaTeX has no font for."""
    return not text.isascii() and any(map(_is_foreign, set(text)))


@cache
def _is_foreign(character: str) -> bool:
    if character < "\u0250" or not character.isalpha():
        return False
    return not unicodedata.name(character, "").startswith(("LATIN ", "MODIFIER LETTER "))
