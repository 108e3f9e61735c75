"""The content of overview and tag pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from markdown_it import MarkdownIt

from sphinx_navapi.formats.lenient import as_mapping, as_text, below
from sphinx_navapi.openapi.base_urls import lacks_servers
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.facts import Link, Text, external_docs
from sphinx_navapi.openapi.security import read_requirement, read_whole_scheme
from sphinx_navapi.openapi.server import read_servers
from sphinx_navapi.openapi.tags import described
from sphinx_navapi.openapi.view import RequirementView, ServerView
from sphinx_navapi.plan.listed_operations import ListedGroup
from sphinx_navapi.request.relay_manifest import url_of_api


@dataclass(frozen=True, slots=True)
class OverviewPart:
    """A part of the description. :ivar level: of its heading, from 1; 0 without one."""

    level: int
    heading: Text | None
    text: Text | None


@dataclass(frozen=True, slots=True)
class OverviewFact:
    """A line about the document: a word of `Wording`, and text or a link."""

    word: str
    text: str = ""
    link: Link | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewGroup:
    """Operations of a tag.

    :ivar depth: number of enclosing groups.
    :ivar page: docname of its own page, which has the rest of *texts*.
    :ivar operations: each with the docname of its page.
    :ivar brief: without a sentence for each of them.
    """

    label: Text | None
    depth: int
    page: str | None
    texts: tuple[Text, ...]
    links: tuple[Link, ...]
    operations: tuple[tuple[Operation, str], ...]
    brief: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewTree:
    """The content of a document's overview page, in display order.

    :ivar pointer: of the page's title.
    :ivar logo: an image: its URL and alternative text.
    :ivar parts: of the description, one for each of its headings.
    """

    pointer: str
    summary: Text | None
    facts: tuple[OverviewFact, ...]
    logo: tuple[str, str] | None
    parts: tuple[OverviewPart, ...]
    servers: tuple[ServerView, ...]
    schemes: tuple[RequirementView, ...]
    groups: tuple[OverviewGroup, ...]

    @property
    def intro(self) -> tuple[OverviewPart, ...]:
        """The parts of the description before its first heading."""
        return tuple(part for part in self.parts if part.heading is None)

    @property
    def sections(self) -> tuple[OverviewPart, ...]:
        """The rest of the description."""
        return tuple(part for part in self.parts if part.heading is not None)


def overview_content(document: OpenApiDocument, groups: Iterable[ListedGroup]) -> OverviewTree:
    """The content of the page about *document*; *groups* are its lists of operations."""
    info = as_mapping(document.root.get("info"))
    description = as_text(info.get("description")) or ""
    summary = as_text(info.get("summary")) or ""
    schemes = as_mapping(as_mapping(document.root.get("components")).get("securitySchemes"))
    servers = read_servers(document, {}, {})

    def absolute(url: str) -> str:
        return url_of_api(url, document.name, servers)

    return OverviewTree(
        pointer="/info/title",
        summary=Text(summary, "/info/summary") if summary.strip() else None,
        facts=tuple(_facts(document, info)),
        logo=_logo(document, info),
        parts=tuple(split_description(description, "/info/description")),
        servers=() if lacks_servers(document) and not document.base_urls else servers,
        schemes=tuple(read_whole_scheme(document, name).with_urls(absolute) for name in schemes),
        groups=tuple(_groups(document, groups)),
    )


def tags_content(
    document: OpenApiDocument, tags: Iterable[str], groups: Iterable[ListedGroup]
) -> OverviewTree:
    """The content of the page about *tags*; *groups* are its lists of operations."""
    names = tuple(tags)
    texts, links = _of_tags(document, names)
    declared = document.declared_tags
    return OverviewTree(
        pointer=f"/tags/{declared[names[0]][0]}/name" if names[0] in declared else "",
        summary=None,
        facts=tuple(OverviewFact("more", link=link) for link in links),
        logo=None,
        parts=tuple(part for each in texts for part in split_description(each, each.pointer)),
        servers=(),
        schemes=(),
        groups=tuple(_groups(document, groups)),
    )


def split_description(text: str, pointer: str) -> Iterator[OverviewPart]:
    """*text* (CommonMark), whose pointer is *pointer*, split at top-level headings."""
    lines = text.splitlines()
    start, level, heading = 0, 0, None
    tokens = MarkdownIt("commonmark").parse(text)
    for index, token in enumerate(tokens):
        if token.type != "heading_open" or token.level or token.map is None:
            continue
        body = "\n".join(lines[start : token.map[0]]).strip()
        if heading or body:
            yield OverviewPart(level, heading, Text(body, pointer) if body else None)
        start, level = token.map[1], int(token.tag[1])
        heading = Text(tokens[index + 1].content.strip(), pointer)
    body = "\n".join(lines[start:]).strip()
    if heading or body:
        yield OverviewPart(level, heading, Text(body, pointer) if body else None)


def _facts(document: OpenApiDocument, info: Mapping[str, Any]) -> Iterator[OverviewFact]:
    version = info.get("version")
    if isinstance(version, str | int | float) and str(version).strip():
        yield OverviewFact("version", str(version).strip())
    contact = as_mapping(info.get("contact"))
    name, url, mail = (as_text(contact.get(key)) or "" for key in ("name", "url", "email"))
    if url:
        yield OverviewFact("contact", link=Link(url, name))
    elif name and not mail:
        yield OverviewFact("contact", name)
    if mail:
        yield OverviewFact("contact", link=Link(f"mailto:{mail}", mail if url else name or mail))
    licence = as_mapping(info.get("license"))
    name, url = as_text(licence.get("name")) or "", as_text(licence.get("url")) or ""
    identifier = as_text(licence.get("identifier")) or ""
    if url:
        yield OverviewFact("license", link=Link(url, name))
    elif name or identifier:
        both = name if not identifier or identifier == name else f"{name} ({identifier})"
        yield OverviewFact("license", both if name else identifier)
    terms = as_text(info.get("termsOfService")) or ""
    if terms:
        yield OverviewFact("terms", link=Link(terms))
    more = external_docs(document.root.get("externalDocs"), "")
    if more is not None:
        yield OverviewFact("more", link=more)


def _logo(document: OpenApiDocument, info: Mapping[str, Any]) -> tuple[str, str] | None:
    """``x-logo`` in the Info Object, in ReDoc's format."""
    logo = as_mapping(info.get("x-logo") or document.root.get("x-logo"))
    url = as_text(logo.get("url")) or ""
    return (url, as_text(logo.get("altText")) or "") if url.startswith("https://") else None


def _groups(document: OpenApiDocument, groups: Iterable[ListedGroup]) -> Iterator[OverviewGroup]:
    for group in groups:
        texts, links = _of_tags(document, group.tags)
        yield OverviewGroup(
            label=_label(document, group),
            depth=group.depth,
            page=group.page,
            texts=tuple(texts),
            links=tuple(links),
            operations=group.operations,
            brief=group.brief,
        )


def _label(document: OpenApiDocument, group: ListedGroup) -> Text | None:
    if not group.label:
        return None
    declared = document.declared_tags
    index = next((declared[tag][0] for tag in group.tags if tag in declared), 0)
    return Text(group.label, f"/tags/{index}/name" if group.tags else "")


def _of_tags(document: OpenApiDocument, tags: Iterable[str]) -> tuple[list[Text], list[Link]]:
    """The descriptions of *tags*, and their external documentation."""
    texts, links = [], []
    declared = document.declared_tags
    for index, tag in (declared[name] for name in tags if name in declared):
        text = described(tag)
        if text:
            texts.append(Text(text, f"/tags/{index}/description"))
        link = external_docs(tag.get("externalDocs"), f"/tags/{index}")
        if link is not None:
            links.append(link)
    return texts, links


#: The end of a sentence: not after ``e.g.`` or in ``v1.2``.
_END = re.compile(r"(?<!\b[a-z])(?<!\b[a-z]\.[a-z])[.!?](?=\s)|[。！？]")


def first_sentence(text: str) -> str:
    """The first sentence of *text*, CommonMark; ``""`` if it does not start with a plain
    paragraph.
    """
    block = text.strip().partition("\n\n")[0]
    line = " ".join(block.split())
    if not line or line[0] in "#|<>-*`!" or "](" in line:
        return ""
    end = _END.search(line)
    return line[: end.end()] if end else line


def channel_overview(document: OpenApiDocument, groups: Iterable[ListedGroup]) -> OverviewTree:
    """`overview_content` of an AsyncAPI document."""
    # Imported here, since other documents do not need it.
    from sphinx_navapi.asyncapi.parts import read_object
    from sphinx_navapi.asyncapi.servers import read_server

    root = document.root
    info = as_mapping(root.get("info"))
    # In 3.x, these are in the Info Object, unlike in 2.x and OpenAPI.
    about = {key: root.get(key) or info.get(key) for key in ("tags", "externalDocs")}
    schemes = as_mapping(as_mapping(root.get("components")).get("securitySchemes"))
    return replace(
        overview_content(replace(document, root={**root, **about}, _by_key={}), groups),
        servers=tuple(
            read_server(document, name, read_object(document, below("/servers", name)))
            for name in as_mapping(root.get("servers"))
        ),
        schemes=tuple(read_requirement(document, name) for name in schemes),
    )
