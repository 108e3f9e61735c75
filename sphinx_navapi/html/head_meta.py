"""Machine-readable tags in a page's head: descriptions, languages, breadcrumbs, indexing."""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, unquote

from docutils import nodes

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.nodes import navapi_description
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.html.navigation import Counterparts
from sphinx_navapi.links.targets import is_external, relative_url
from sphinx_navapi.locale.languages import language_tag
from sphinx_navapi.plan.metadata import CREATED, UPDATED, authors_of, day_of, is_hidden
from sphinx_navapi.plan.site_plan import Page, ResolvedElement, SitePlan

#: Their folder in the output.
FOLDER = "_navapi/images"

#: Formats that other programs can show.
_SUFFIXES = frozenset({".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"})


class SharedImages:
    """Finds the pictures that pages refer to, and collects the files for the output.

    :ivar files: by URL relative to the site's root, in order of first use.
    """

    def __init__(self, source_dir: Path) -> None:
        self._source_dir = source_dir
        self.files: dict[str, Path] = {}
        self._known: dict[tuple[str, str], str | None] = {}

    def find(self, folder: str, value: str) -> str | None:
        """URL relative to the site's root of the picture *value*; ``None`` if it is not such a
        file.

        :param folder: of the page, the base of a path without a leading slash; otherwise paths are
            relative to the source directory.
        """
        key = (folder, value)
        if key not in self._known:
            self._known[key] = self._find(folder, value)
        return self._known[key]

    def _find(self, folder: str, value: str) -> str | None:
        path = unquote(value.partition("#")[0].partition("?")[0])
        bases = ("",) if path.startswith("/") else (folder, "")
        for base in dict.fromkeys(bases):
            name = os.path.normpath(PurePosixPath(base, path.lstrip("/"))).replace(os.sep, "/")
            if name.startswith("../") or Path(name).suffix.lower() not in _SUFFIXES:
                continue
            try:
                file = (self._source_dir / name).resolve()
                is_inside = file.is_relative_to(self._source_dir.resolve()) and file.is_file()
            except (OSError, ValueError):
                continue
            if is_inside:
                url = f"{FOLDER}/{quote(name)}"
                self.files[f"{FOLDER}/{name}"] = file
                return url
        return None


#: Where a paragraph is part of the page's own text, not of a note, a list or a table.
_PLACES = (nodes.document, nodes.section, navapi_description)


def first_paragraph(doctree: nodes.document) -> str:
    """The words of the first paragraph of *doctree* outside other blocks, ``""`` without one."""
    for paragraph in find_nodes(doctree, nodes.paragraph):
        if isinstance(paragraph.parent, _PLACES):
            text = " ".join("".join(map(_words, paragraph.children)).split())
            if text:
                return text
    return ""


def _words(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return node.astext()
    # HTML and formulas are not words, and neither are images and footnotes.
    if isinstance(node, nodes.raw | nodes.math | nodes.image | nodes.footnote_reference):
        return ""
    return "".join(map(_words, node.children))


#: The extension's name in ``extensions``.
OPEN_GRAPH_EXTENSION = "sphinxext.opengraph"

_DESCRIPTION = re.compile(
    r"""<meta (?:property="og:description"|name="description") content="([^"]*)" ?/?>"""
)


def with_description(tags: str, description: str) -> str:
    """*tags* of a page's head, with *description* in each description tag."""
    content = escape(description)
    return _DESCRIPTION.sub(lambda tag: tag[0].replace(f'"{tag[1]}"', f'"{content}"'), tags)


#: Prefixes of names that are properties (Open Graph and its vocabularies), not names.
_PROPERTIES = ("og:", "article:", "book:", "fb:", "music:", "profile:", "video:")

#: Metadata keys of a page that become ``meta`` elements, besides `_PROPERTIES` and twitter.
_PAGE_NAMES = ("author", "google-site-verification", "keywords", "robots")

#: Tags that every page already has.
_NOT_OURS = frozenset({"canonical", "charset", "content-type", "viewport"})

_NAME = re.compile(r"[^\s\"'<>=&/\x00-\x1f\x7f]+")

#: Maximum length of a description; search engines show less.
_LONGEST = 300

_IMAGES = frozenset({"og:image", "og:image:url", "og:image:secure_url", "twitter:image"})


class HeadMeta:
    """Writes the tags of all pages of a plan.

    :param target_uri: docname to URL relative to the site's root.
    :param base_url: URL of the site's root, ``""`` if unknown.
    :param navigable: pages outside the plan's navigation that readers still see in it.
    :param find_image: for the folder of a page and a path, the URL of that picture relative to the
        site's root, or ``None``.
    :param resolve: resolves an address of the configuration to a URL relative to the site's root.
    :param translator: for a docname, the function that translates its messages.
    :param markdown: pages that have a Markdown file.
    """

    def __init__(
        self,
        plan: SitePlan,
        target_uri: Callable[[str], str],
        *,
        root_doc: str,
        base_url: str = "",
        navigable: frozenset[str] = frozenset(),
        find_image: Callable[[str, str], str | None] = lambda folder, path: None,
        resolve: Callable[[str], str] = str,
        translator: Callable[[str], Callable[[str], str] | None] = lambda docname: None,
        markdown: frozenset[str] = frozenset(),
    ) -> None:
        self._plan = plan
        self._target_uri = target_uri
        self._base_url = f"{base_url.rstrip('/')}/" if base_url else ""
        self._navigable = navigable
        self._find_image = find_image
        self._resolve = resolve
        self._translator = translator
        self._markdown = markdown
        self._counterparts = Counterparts(plan)
        self._first_pages = {root_doc, plan.navigation.first_page}
        seo = plan.settings.get("seo")
        seo = seo if isinstance(seo, dict) else {}
        self._navigable_only = seo.get("indexing") == "navigable"
        self._site_tags = {
            name: [*map(_from_root, values)] if name in _IMAGES else values
            for name, values in _tags(seo.get("metatags"))
        }
        background = as_mapping(plan.settings.get("thumbnails")).get("background")
        if isinstance(background, str):
            self._site_tags.setdefault("og:image", [_from_root(background)])
        self._name = _line(plan.settings.get("name"))
        self._organization = as_mapping(seo.get("organization"))
        self._description = _line(plan.settings.get("description"))

    def description(self, docname: str, present: str = "") -> str:
        """The description tag of *docname*, unless *present* contains one."""
        page = self._plan.pages.get(docname)
        pairs = self._site_tags if page is None else self._pairs(page, self._page_description(page))
        values = () if _has(present, "description") else pairs.get("description", ())
        return "\n".join(_meta("description", value) for value in values)

    def generated_description(self, docname: str) -> str:
        """The Open Graph description of a generated page, ``""`` if it must come from its nodes.

        For an operation without a description, its method and path.
        """
        page = self._plan.pages.get(docname)
        if page is None or not page.generated:
            return ""
        descriptions = self._pairs(page, self._page_description(page)).get("og:description")
        if descriptions:
            return descriptions[0]
        if page.operation is not None:
            return f"{page.operation.method} {page.operation.path}"
        return "" if page.kind.has_description else page.title

    def tags(self, docname: str, present: str = "", text: str = "") -> str:
        """The tags of *docname* as HTML.

        :param present: existing tags of the page; none of them is repeated.
        :param text: describes the page if neither its author nor the site does.
        """
        page = self._plan.pages.get(docname)
        if page is None:
            return self._write(docname, page, self._site_tags, present)
        pairs = self._pairs(page, self._page_description(page))
        text = _shortened(text) or self.generated_description(docname)
        if text:
            for name in ("description", "og:description"):
                pairs.setdefault(name, [text])
        return self._write(docname, page, pairs, present)

    def state(self, docname: str) -> str:
        """Changes with the tags of *docname*; the markup of a description is not parsed for it."""
        page = self._plan.pages.get(docname)
        text = None if page is None else self._page_text(page)
        pairs = self._site_tags if page is None else self._pairs(page, text or "")
        # If a text consists only of markup, nothing is left, and the site's own description is
        # used.
        site = (self._description, self._site_tags.get("description"))
        return repr((text, site, self.canonical(docname), self._write(docname, page, pairs, "")))

    def _write(
        self, docname: str, page: Page | None, pairs: Mapping[str, list[str]], present: str
    ) -> str:
        uri = self._target_uri(docname)
        folder = posixpath.dirname(page.file if page is not None else "")
        lines = [
            _meta(name, value if name not in _IMAGES else self._image(uri, folder, value))
            for name, values in pairs.items()
            for value in values
            if not _has(present, name)
        ]
        if docname in self._markdown:
            href = escape(relative_url(uri, quote(f"{docname}.md")))
            lines.append(f'<link rel="alternate" type="text/markdown" href="{href}">')
        if page is not None:
            lines += self._alternates(page, uri)
            lines += self._breadcrumbs(page, uri)
            lines += self._publisher(uri)
        return "\n".join(lines)

    def canonical(self, docname: str) -> str | None:
        """The canonical URL in the page's own metadata."""
        page = self._plan.pages.get(docname)
        value = page.metadata.get("canonical") if page else None
        if isinstance(value, str) and is_link(value, absolute=True):
            return value.strip() if value.strip().startswith("http") else None
        return None

    def _pairs(self, page: Page, text: str) -> dict[str, list[str]]:
        """Values by name: from the page, from the site, and derived ones, in that order.

        :param text: the description of the page.
        """
        own = dict(_tags({key: v for key, v in page.metadata.items() if _is_page_name(key)}))
        if self.is_left_out(page):
            own["robots"] = ["noindex"]
        description = [text] if text else []
        derived = {
            "description": description,
            "og:title": [page.title],
            "og:description": description,
            "og:site_name": [self._name] if self._name else [],
            "author": authors_of(page.metadata),
            "article:published_time": [day_of(page.metadata, CREATED) or ""],
            "article:modified_time": [day_of(page.metadata, UPDATED) or ""],
            "og:type": ["website" if page.docname in self._first_pages else "article"],
            "og:url": [self.address(page)] if self._base_url else [],
        }
        # The site's description does not apply to a page that has its own.
        site = {k: v for k, v in self._site_tags.items() if k != "description" or not description}
        return {name: values for name, values in {**derived, **site, **own}.items() if any(values)}

    def address(self, page: Page) -> str:
        """The URL of *page*; relative to the site's root if that is unknown."""
        return self.canonical(page.docname) or self._base_url + self._target_uri(page.docname)

    def _page_text(self, page: Page) -> str:
        """The description of *page* in its metadata or document, with markup, as far as needed."""
        text = page.metadata.get("description")
        text = text if isinstance(text, str) else page.description or ""
        translate = self._translator(page.docname) if text else None
        text = translate(text) if translate else text
        # The rest would not be shown.
        return text[: _LONGEST * 5]

    def _page_description(self, page: Page) -> str:
        description = plain_text(self._page_text(page))
        if not description and page.docname in self._first_pages:
            description = self._description
        return _shortened(description)

    def is_left_out(self, page: Page) -> bool:
        """Whether search engines are told not to index *page*."""
        if _is_true(page.metadata.get("noindex")):
            return True
        if not self._navigable_only:
            return False
        hidden = any(element.hidden for element in page.trail) and not page.is_searchable
        if hidden or is_hidden(page.metadata):
            return True
        placed = bool(page.trail) or page.kind.is_linked
        return (
            not placed
            and page.docname not in self._navigable
            and page.docname not in self._first_pages
        )

    def _image(self, uri: str, folder: str, value: str) -> str:
        """Images are fetched by other programs: absolute, if the site's URL is known."""
        if is_external(value):
            return value
        target = self._find_image(folder, value) or self._resolve(value)
        return self._base_url + target if self._base_url else relative_url(uri, target)

    def _link(self, uri: str, docname: str) -> str:
        target = self._target_uri(docname)
        return self._base_url + target if self._base_url else relative_url(uri, target)

    def _alternates(self, page: Page, uri: str) -> Iterator[str]:
        """The same page in other languages: each of them lists all."""
        for tag, docname in self._translations(page).items():
            href = escape(self._link(uri, docname))
            yield f'<link rel="alternate" hreflang="{escape(tag)}" href="{href}">'

    def translated(self, page: Page) -> Iterator[tuple[str, str]]:
        """Language tags and URLs of *page*; empty if it is in a single language."""
        for tag, docname in self._translations(page).items():
            yield tag, self.address(self._plan.pages[docname])

    def _translations(self, page: Page) -> dict[str, str]:
        """Docnames of *page* by language tag, and ``x-default``; empty if it is in a single
        language.
        """
        languages, current = _siblings(page, "languages")
        if current is None:
            return {}
        docnames: dict[str, str] = {}
        default = None
        for element in languages:
            other = self._counterparts.translation(page.docname, current, element)
            if other is None or element.hidden:
                continue
            docnames.setdefault(language_tag(element.label), other)
            if element is default_of(languages):
                default = other
        if len(docnames) < 2:
            return {}
        return {**docnames, "x-default": default} if default else docnames

    def _breadcrumbs(self, page: Page, uri: str) -> Iterator[str]:
        """BreadcrumbList (schema.org): the page's place, for search engines."""
        steps: list[tuple[str, str]] = []
        for element in page.trail:
            target = element.root or element.first_page
            if element.label and element.kind not in _SWITCHED and target:
                steps.append((element.label, target))
        if not steps:
            return
        items: list[dict[str, Any]] = [
            {"@type": "ListItem", "position": n, "name": name, "item": self._link(uri, target)}
            for n, (name, target) in enumerate(steps, start=1)
        ]
        items.append({"@type": "ListItem", "position": len(items) + 1, "name": page.title})
        value = {
            "@context": "https://schema.org",
            "@type": "BreadcrumbList",
            "itemListElement": items,
        }
        yield f'<script type="application/ld+json">{json_in_html(value)}</script>'

    def _publisher(self, uri: str) -> Iterator[str]:
        """Organization (schema.org), if the site sets one."""
        organization = self._organization
        if not organization:
            return
        value: dict[str, Any] = {"@context": "https://schema.org", "@type": "Organization"}
        if organization.get("id"):
            value["@id"] = organization["id"]
        value["name"] = organization.get("name") or self._name
        value |= {key: organization[key] for key in ("legalName", "url") if key in organization}
        if isinstance(organization.get("logo"), str):
            value["logo"] = self._image(uri, "", _from_root(organization["logo"]))
        if organization.get("sameAs"):
            value["sameAs"] = organization["sameAs"]
        yield f'<script type="application/ld+json">{json_in_html(value)}</script>'


_SWITCHED = (ElementKind.VERSION, ElementKind.LANGUAGE)


def _siblings(page: Page, key: str) -> tuple[tuple[ResolvedElement, ...], ResolvedElement | None]:
    """The versions or languages around *page*, and its own one."""
    for outer, inner in zip(page.trail, page.trail[1:], strict=False):
        entries = tuple(e for e in outer.content.get(key, ()) if isinstance(e, ResolvedElement))
        if any(entry is inner for entry in entries):
            return entries, inner
    return (), None


def default_of(elements: Iterable[ResolvedElement]) -> ResolvedElement | None:
    """The default among versions or languages: the marked one, else the first."""
    listed = list(elements)
    marked = (e for e in listed if e.attributes.get("default") is True)
    return next(marked, listed[0] if listed else None)


def version_of(page: Page) -> tuple[ResolvedElement, ResolvedElement] | None:
    """The version of *page* and the default one, if there are several."""
    versions, current = _siblings(page, "versions")
    default = default_of(versions)
    return None if current is None or default is None else (current, default)


def json_in_html(value: Any) -> str:
    """*value* as JSON that cannot end the enclosing ``script`` element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char, code in (
        ("<", "3c"),
        (">", "3e"),
        ("&", "26"),
        ("\u2028", "2028"),
        ("\u2029", "2029"),
    ):
        text = text.replace(char, f"\\u{code:0>4}")
    return text


def _tags(value: object) -> Iterator[tuple[str, list[str]]]:
    """Names and values of *value*, a mapping of ``meta`` elements by name."""
    for name, content in (value if isinstance(value, Mapping) else {}).items():
        key = str(name).strip()
        lowered = key.lower()
        if lowered in _NOT_OURS or not _NAME.fullmatch(key):
            continue
        values = content if isinstance(content, list) else [content]
        lines = [line for line in map(_line, values) if line]
        if lowered == "keywords":
            lines = [", ".join(lines)] if lines else []
        if lines:
            yield key, lines


def shared_images(metadata: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The names and paths of the pictures in *metadata* that other programs show for the page."""
    for name, values in _tags(metadata):
        if name in _IMAGES:
            yield from ((name, value) for value in values if not is_external(value))


def _from_root(path: str) -> str:
    """*path* relative to the site's root, independent of the page."""
    return path if is_external(path) or path.startswith("/") else f"/{path}"


def _is_page_name(key: object) -> bool:
    return isinstance(key, str) and (
        key in _PAGE_NAMES or key.startswith((*_PROPERTIES, "twitter:"))
    )


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _meta(name: str, value: str) -> str:
    kind = "property" if name.startswith(_PROPERTIES) else "name"
    return f'<meta {kind}="{escape(name)}" content="{escape(value)}">'


def _has(present: str, name: str) -> bool:
    return f'"{name}"' in present


def _line(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(str(value).split()) if isinstance(value, (str, int, float)) else ""


def _is_true(value: object) -> bool:
    # A reStructuredText field without a value is an empty string.
    return value is True or (
        isinstance(value, str) and value.strip().lower() in ("", "true", "yes")
    )
