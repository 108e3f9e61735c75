"""``_navapi/search.js`` and the folder beside it: the search index of our theme.

The first lists places (the pages of one language and version) and their files; a reader loads those
of the current place that a query needs, then those of others.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.addnodes import pending_xref
from sphinx.util.logging import suppress_logging

from sphinx_navapi.built_site.search_index import called_with
from sphinx_navapi.content.search_index import CALLED, SearchPage, place_index
from sphinx_navapi.content.search_terms import (
    BODY,
    LINK,
    PARAMETER,
    RESPONSE,
    BlockWords,
    SearchLink,
    SearchUnit,
    text_terms,
    unit_terms,
)
from sphinx_navapi.doctree.nodes import (
    OPERATION_LIST,
    navapi_block,
    navapi_for_programs,
    navapi_signature,
)
from sphinx_navapi.features.builtin_search import (
    RELATED,
    search_words,
    stemmer_name,
    stop_words,
    stop_words_of,
    synonyms,
)
from sphinx_navapi.html.page_contexts import Place, page_place
from sphinx_navapi.html.themes import has_our_search
from sphinx_navapi.locale.languages import language_name
from sphinx_navapi.plan.docnames import slug
from sphinx_navapi.plan.site_plan import Page
from sphinx_navapi.project.environment import env_state, writes_site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site


#: Maximum length of excerpts: of a section, and of a generated page.
_EXCERPT: Final = 600
_DOCUMENT_EXCERPT: Final = 240

#: Nodes that are invisible, or shown elsewhere.
_PASSED: Final = (
    nodes.Invisible, nodes.raw, nodes.system_message, nodes.title, addnodes.toctree,
    addnodes.index, navapi_signature, navapi_for_programs, nodes.image,
)  # fmt: skip

#: Kinds of references that show the title of their target: Sphinx's, and MyST's.
_TITLED: Final = frozenset({"doc", "ref", "numref", "any", "myst"})

#: The class of sphinx-design for a link that covers a card, whose text is invisible.
_HIDDEN: Final = "sd-hide-link-text"


@dataclass(slots=True)
class _Section:
    anchor: str = ""
    heading: str = ""
    texts: list[str] = field(default_factory=list)
    blocks: list[tuple[str, BlockWords]] = field(default_factory=list)
    links: list[SearchLink] = field(default_factory=list)


def setup(app: Sphinx, site: Site) -> None:
    """Store what pages contain while they are read, by any builder; write the index."""
    app.connect("doctree-read", note_search_units)
    if writes_site(app.builder) and has_our_search(app.builder, site):
        app.connect("navapi-output-files", partial(write_search_files, site))


def note_search_units(app: Sphinx, doctree: nodes.document) -> None:
    """``doctree-read``: store the page's search units."""
    docname = app.env.docname
    metadata = app.env.metadata.get(docname, {})
    units: tuple[SearchUnit, ...] = ()
    if "no-search" not in metadata and "nosearch" not in metadata:
        units = tuple(search_units(doctree))
    env_state(app.env).search[docname] = units


def search_units(doctree: nodes.Element) -> Iterator[SearchUnit]:
    """The page up to its first section, then each section except fixed parts of an operation."""
    parts = [_Section()]
    _collect(doctree, parts, parts[0], top=True)
    for part in parts:
        longest = _DOCUMENT_EXCERPT if part.blocks else _EXCERPT
        yield SearchUnit(
            anchor=part.anchor,
            heading=part.heading,
            excerpt=_shortened(" ".join(" ".join(part.texts).split()), longest),
            terms=unit_terms(heading=part.heading, texts=part.texts, blocks=part.blocks),
            links=tuple(part.links),
        )


def _collect(node: nodes.Element, parts: list[_Section], part: _Section, *, top: bool) -> None:
    for child in node.children:
        if isinstance(child, navapi_block):
            text = child.astext()
            part.blocks.append((child["kind"], BlockWords.from_text(text)))
        elif isinstance(child, _PASSED):
            continue
        elif isinstance(child, nodes.section):
            # The title of the page is in its section; the parts of an operation have fixed titles.
            is_own = not top and not any(isinstance(each, navapi_block) for each in child.children)
            inner = part
            if is_own:
                title = next(child.findall(nodes.title), None)
                anchor = child["ids"][0] if child["ids"] else ""
                inner = _Section(anchor)
                inner.heading = _text_of(title, inner.links) if title is not None else ""
                parts.append(inner)
            _collect(child, parts, inner, top=False)
        elif isinstance(child, nodes.TextElement):
            if text := _text_of(child, part.links):
                part.texts.append(text)
        elif isinstance(child, nodes.Element) and OPERATION_LIST not in child["classes"]:
            # Descriptions in a list of operations are on their own pages.
            _collect(child, parts, part, top=top)


def _text_of(node: nodes.Node, links: list[SearchLink]) -> str:
    """The visible text of *node*, with `LINK` for each link that is added to *links*."""
    if isinstance(node, nodes.raw):
        return ""
    if not isinstance(node, nodes.Element) or type(node).astext is not nodes.Element.astext:
        return node.astext()
    if _HIDDEN in node["classes"]:
        return ""
    if isinstance(node, addnodes.pending_xref) and _shows_title(node):
        domain, kind, target, anchor = (
            str(node.get(name) or "")
            for name in ("refdomain", "reftype", "reftarget", "reftargetid")
        )
        links.append(SearchLink(domain, kind, target, anchor, node.astext()))
        return LINK
    return node.child_text_separator.join(_text_of(child, links) for child in node.children)


def _shows_title(node: addnodes.pending_xref) -> bool:
    is_titled = node.get("reftype") in _TITLED or node.get("refdomain") == "navapi"
    return is_titled and not node.get("refexplicit")


def _shortened(text: str, longest: int) -> str:
    """*text*, or its start up to the end of a word."""
    if len(text) <= longest:
        return text
    start = text[:longest]
    return f"{start.rpartition(' ')[0] or start}…"


def with_titles(app: Sphinx, docname: str, units: tuple[SearchUnit, ...]) -> tuple[SearchUnit, ...]:
    """The *units* of a page with the titles that its links show."""
    if not any(unit.links for unit in units):
        return units
    # What is missing is reported when the page is written.
    with suppress_logging():
        return tuple(
            unit.with_titles(lambda link: " ".join(_title(app, docname, link).split()))
            for unit in units
        )


def _title(app: Sphinx, docname: str, link: SearchLink) -> str:
    env = app.env
    if link.domain == "doc":
        # MyST's links to pages, and to headings in them.
        if link.target not in env.titles:
            return link.text
        _line, _id, heading = (
            env.metadata[link.target].get("myst_slugs", {}).get(link.anchor, (0, "", ""))
        )
        return heading or env.titles[link.target].astext()
    domain = env.get_domain("navapi" if link.domain == "navapi" else "std")
    kinds = {"any": ("doc", "ref"), "myst": ("ref",)}.get(link.kind, (link.kind,))
    for kind in kinds:
        node = pending_xref(
            "", refdomain=domain.name, reftype=kind, reftarget=link.target, refexplicit=False,
            refdoc=docname,
        )  # fmt: skip
        shown = nodes.inline("", link.text)
        reference = domain.resolve_xref(env, docname, app.builder, kind, link.target, node, shown)
        if reference is not None:
            return reference.astext()
    return link.text


#: Pages per file, as in ``navapi-finder.js``.
_PAGES: Final = 32

_IDS = re.compile(r'<(?:li id="([^"]+)"><div>|details id="([^"]*r\d[^"]*)")')
_SEPARATORS = re.compile("[.~]")


def has_fields(page: SearchPage) -> bool:
    """Whether names of fields are among the terms of *page*."""
    return any(
        place in (PARAMETER, BODY, RESPONSE) for unit in page.units for place, _ in unit.terms
    )


def field_ids(html: str) -> str:
    """The ids of the fields and responses in *html*, separated by spaces.

    For each name only the first one, which is the result for its word.
    """
    by_word: dict[str, str] = {}
    for ids in _IDS.findall(html):
        ident = unescape("".join(ids))
        by_word.setdefault(_SEPARATORS.split(ident)[-1], ident)
    return " ".join(by_word.values())


def field_files(
    builder: StandaloneHTMLBuilder,
    folder: Path,
    key: str,
    pages: Sequence[SearchPage],
    changed: set[str],
) -> Mapping[str, str]:
    """The files for *pages* by name, with their content.

    :param folder: with the files of the last build. :param key: prefix of their keys.
    :param changed: pages that differ from those of the last build.
    """
    known: dict[str, str] = {}
    for path in folder.glob("fields-*.js"):
        earlier: Any = called_with(path.read_text("utf-8"))
        known |= {name: ids for name, ids in earlier.items() if name not in changed}
    files = {}
    for start in range(0, len(pages), _PAGES):
        ids_of_page: dict[str, str] = {}
        for page in pages[start : start + _PAGES]:
            name = page.docname
            if has_fields(page):
                ids_of_page[name] = known[name] if name in known else _ids_of(builder, name)
        if ids_of_page:
            file = f"fields-{start // _PAGES}"
            value = json.dumps(ids_of_page, ensure_ascii=False, separators=(",", ":"))
            files[file] = f'{CALLED}("{key}/{file}",{value})\n'
    return files


def _ids_of(builder: StandaloneHTMLBuilder, docname: str) -> str:
    try:
        return field_ids(Path(builder.get_outfilename(docname)).read_text("utf-8"))
    except OSError:
        return ""


FIRST_FILE: Final = "_navapi/search.js"
FOLDER: Final = "_navapi/search"


def write_search_files(site: Site, app: Sphinx, files: OutputFiles) -> None:
    """Write the index; if its pages are unchanged, it is kept without computing it again."""
    if not getattr(app.builder, "search", False):
        return
    places = _places(app, site, env_state(app.env).search)
    common = _common(app, site, places)
    shown_by = {
        page.docname: site.digests.get(page.docname)
        for pages in places.values()
        for page in filter(has_fields, pages)
    }
    files.make(
        "search",
        _values(places, [common, shown_by]),
        lambda _key: _write_index(app, site, files, places, common),
    )


def _write_index(
    app: Sphinx,
    site: Site,
    files: OutputFiles,
    places: Mapping[Place, list[SearchPage]],
    common: dict[str, Any],
) -> None:
    builder = cast("StandaloneHTMLBuilder", app.builder)
    outdir = Path(app.outdir)
    stop = frozenset(common["stop"])
    for place, shown in zip(places, common["places"], strict=True):
        index = place_index(places[place], stop)
        shown["words"] = index.prefixes
        folder = shown["folder"]
        for name, value in index.files.items():
            key = f"{folder}/{name}"
            files.put(f"{FOLDER}/{key}.js", f'{CALLED}("{key}",{value})\n')
        old = outdir / FOLDER / folder
        changed = site.changed | _authored(site, places[place])
        for name, text in field_files(builder, old, folder, places[place], changed).items():
            files.put(f"{FOLDER}/{folder}/{name}.js", text)
    value = json.dumps(common, ensure_ascii=False, separators=(",", ":"))
    files.put(FIRST_FILE, f'{CALLED}("",{value})\n')


def _authored(site: Site, pages: Iterable[SearchPage]) -> set[str]:
    """Those of *pages* with a source file, which may have changed."""
    planned = site.plan.pages
    return {
        page.docname
        for page in pages
        if page.docname not in planned or not planned[page.docname].generated
    }


def _places(
    app: Sphinx, site: Site, units: Mapping[str, tuple[SearchUnit, ...]]
) -> dict[Place, list[SearchPage]]:
    """The pages of each place: places in navigation order, pages by docname."""
    planned = site.plan.pages
    by_place: dict[Place, list[SearchPage]] = {
        page_place(page): [] for name, page in planned.items() if name in units
    }
    titles = app.env.titles
    for docname in sorted(units.keys() & app.env.found_docs):
        page = planned.get(docname)
        if page is not None and not page.search_weight:
            continue
        shown = with_titles(app, docname, units[docname])
        entry = (
            SearchPage(docname=docname, title=titles[docname].astext(), units=shown)
            if page is None
            else _search_page(page, shown, site.words(docname))
        )
        by_place.setdefault(page_place(page), []).append(entry)
    return {place: pages for place, pages in by_place.items() if pages}


def _search_page(page: Page, units: tuple[SearchUnit, ...], words: InterfaceWords) -> SearchPage:
    trail, method, path = " › ".join(page.breadcrumbs[-2:]), "", ""
    if page.operation is not None:
        method, path = page.operation.method.lower(), page.operation.path
        if not page.has_known_method:
            # A method without a color, possibly in lower case, is shown before the path.
            method, path = "", str(page.operation)
    else:
        method = page.kind.search_label
        path = page.schema[1] if page.schema is not None else ""
        if page.kind.is_linked:
            trail = trail or words(page.kind.caption)
    return SearchPage(
        docname=page.docname,
        title=page.title,
        method=method,
        path=path,
        operation_id=page.operation_id or "",
        trail=trail,
        # That of a document is in the text of the page.
        description="" if page.generated else page.description or "",
        is_deprecated=page.deprecated,
        weight=page.search_weight,
        units=units,
    )


def _common(app: Sphinx, site: Site, places: Mapping[Place, list[SearchPage]]) -> dict[str, Any]:
    """The content of the first file, without the files of words."""
    shown: list[dict[str, Any]] = []
    folders: set[str] = set()
    for (language, version), pages in places.items():
        name = folder = slug(f"{language}-{version}") or "all"
        while folder in folders:
            folder = f"{name}~{len(folders)}"
        folders.add(folder)
        shown.append(
            {
                "key": f"{language}/{version}",
                "folder": folder,
                "language": language_name(language) if language else "",
                "version": version,
                "texts": search_words(site.words(pages[0].docname)),
            }
        )
    languages = {language for language, _version in places}
    stop = stop_words(app.builder).union(*map(stop_words_of, languages))
    return {
        "places": shown,
        "stop": sorted(stop),
        "stemmer": stemmer_name(app.builder),
        "synonyms": synonyms(site.plan.settings),
        "related": RELATED,
        "verbs": verbs(),
    }


def _values(places: Mapping[Place, Iterable[SearchPage]], settings: object) -> Iterator[str]:
    """Everything that the index depends on."""
    yield json.dumps(settings, sort_keys=True)
    for place, pages in places.items():
        yield repr(place)
        for page in pages:
            yield from (page.docname, page.title, page.method, page.path, page.operation_id)
            yield from (page.trail, page.description, f"{page.is_deprecated} {page.weight}")
            for unit in page.units:
                yield from (unit.anchor, unit.heading, unit.excerpt)
                for kind, terms in unit.terms:
                    yield kind + terms


@dataclass(frozen=True, slots=True)
class Verb:
    """What the operations do that readers ask for with one of the words.

    :ivar methods: theirs, in lower case, separated by spaces.
    :ivar ends: ``one`` if their paths end with a parameter, ``many`` if they do not, else ``""``.
    :ivar words: in English. :ivar beginnings: of words in the other languages of the interface.
    """

    methods: str
    ends: str
    words: str
    beginnings: str = ""


#: The first that applies counts.
VERBS: Final = (
    Verb(
        "post put", "many",
        "create creates creating add adds new make register open upload insert",
        "adicion erstell anleg hinzufüg hochlad neu crear créer ajout añad agreg nuev criar"
        " aggiung nuov buat tambah oluştur ekle yeni созда добав нов"
        " 作成 追加 만들 생성 추가 创建 添加 新增"
        " إنشاء إضافة",
    ),
    Verb(
        "delete", "one",
        "delete deletes deleting remove removes",
        "lösch entfern elimin borrar supprim excluir remov cancella hapus sil удал 削除 삭제 删除"
        " 刪除 حذف",
    ),
    Verb(
        "patch put post", "one",
        "update updates updating edit edits change changes modify rename replace set",
        "änder aktualisier bearbeit ersetz umbenenn setz actualiz modific cambiar modifi"
        " mettre atualiz alter aggiorn ubah perbarui güncelle"
        " değiştir обнов измен 更新 変更 수정 변경 修改"
        " تحديث تعديل",
    ),
    Verb(
        "get", "many",
        "list lists listing all",
        "auflist liste alle listar lister todos tous toutes elenc daftar semua список все 一覧 목록"
        " 列表 列出 قائمة",
    ),
    Verb(
        "get", "one",
        "get gets fetch retrieve read show find",
        "abruf abfrag lesen zeig obten récupér afficher ottien leggi ambil baca getir oku получ"
        " чита 取得 조회 获取 الحصول",
    ),
    Verb(
        "delete post put", "",
        "cancel cancels",
        "abbrech kündig storn annul batal iptal отмен 取消 취소 إلغاء",
    ),
    Verb("post put", "", "run start trigger execute send", "senden auslös ausführ"),
)  # fmt: skip


def verbs() -> list[list[object]]:
    """`VERBS` for the first file of the index: words as terms, and beginnings with a ``*``."""
    return [
        [
            each.methods.split(),
            each.ends,
            [*text_terms(each.words), *(f"{term}*" for term in text_terms(each.beginnings))],
        ]
        for each in VERBS
    ]
