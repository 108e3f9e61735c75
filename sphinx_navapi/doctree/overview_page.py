"""Overview and tag pages as a doctree of stock nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.doctree.domain import navapi_domain
from sphinx_navapi.doctree.nodes import (
    OPERATION_LIST,
    navapi_block,
    navapi_description,
    navapi_entry,
)
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.links.targets import heading_slug
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.project.environment import translator_for

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.content.overview import OverviewGroup, OverviewPart, OverviewTree
    from sphinx_navapi.locale.wording import Wording
    from sphinx_navapi.openapi.facts import Text
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site


#: Maximum number of operations listed before the rest is closed.
MOST_LISTED = 20

#: Maximum depth of groups with decreasing heading levels.
_DEEPEST = 3


class DocumentPageWriter:
    """Creates pages about the document *name* of *site*.

    :param translate: translates texts of the document to the language of the page.
    :param words: our own texts in that language.
    """

    def __init__(
        self, site: Site, name: str, translate: Callable[[str], str] | None, words: Wording
    ) -> None:
        # Imported here, since builds that read no such page do not need it.
        from sphinx_navapi.content.markdown.schema import SchemaMarkdown

        self._site = site
        self._name = name
        self._words = words
        self._translate = translate or str
        self._texts = SchemaMarkdown(self._translate, words, site.page_names(name).schema)
        self._ids: dict[str, None] = {}

    def _section(self, title: str, anchor: str, text: Text | None = None) -> nodes.section:
        from sphinx_navapi.content.nodes.description import inline_nodes

        heading = nodes.title("", "", *(inline_nodes(title) if text else [nodes.Text(title)]))
        heading["translatable"] = False
        if text is not None:
            heading.update_all_atts(
                {"message": str(text), "document": self._name, "pointer": text.pointer}
            )
        free = free_name(anchor or "section", self._ids.__contains__)
        self._ids[free] = None
        return nodes.section("", heading, ids=[free], names=[])

    def _to_nodes(self, markdown: str, texts: Iterable[Text | None]) -> list[nodes.Node]:
        """*markdown* as nodes, with the texts of the document in it as messages."""
        from sphinx_navapi.content.nodes.description import description_nodes

        if not markdown.strip():
            return []
        messages = {str(each): each.pointer for each in texts if each and each.strip()}
        node = navapi_description("", messages=list(messages.items()), document=self._name)
        node["support_smartquotes"] = False
        node.extend(description_nodes(markdown, self._words.callout))
        return [node]

    def _schema_rows(self, pointer: str, directory: str) -> navapi_block:
        """The rows of the schema at *pointer*. :param directory: of the pages of schemas."""
        return navapi_block(
            "",
            kind="schema",
            document=self._name,
            pointer=pointer,
            directory=directory,
            prefix="",
            titled=False,
        )

    def _label(self, docname: str) -> str:
        page = self._site.page(docname)
        return self._translate(page.title) if page else docname


class OverviewWriter(DocumentPageWriter):
    """Creates the page about a document, or about some of its tags."""

    def write(self, section: nodes.section, tree: OverviewTree, *, is_part: bool = False) -> None:
        """Add the content of *tree* to *section*, which has the page's title.

        :param is_part: it is about tags.
        """
        from sphinx_navapi.content.markdown import overview as markdown

        words, texts = self._words, self._texts
        self._ids.update(dict.fromkeys(section["ids"]))
        if tree.logo is not None:
            uri, text = tree.logo
            image = nodes.image(uri=uri, alt=text, classes=["navapi-logo"])
            # Formats that embed their images would have to fetch it.
            section += addnodes.only("", image, expr="html and not epub")
        section += self._to_nodes(texts.tell(tree.summary), [tree.summary])
        self._add_parts(section, tree.intro)
        section += self._to_nodes(markdown.write_facts(tree, words, texts), _texts_of(tree.facts))
        if not is_part:
            section += self._download()
        self._add_parts(section, tree.sections)
        if tree.servers:
            descriptions = (text for server in tree.servers for text in _texts_of(server))
            servers = self._section(words.servers, "servers")
            servers += self._to_nodes(markdown.write_servers(tree, words, texts), descriptions)
            section += servers
        if tree.schemes:
            descriptions = (text for scheme in tree.schemes for text in _texts_of(scheme))
            schemes = self._section(words.authorization, "authorization")
            schemes += self._to_nodes(markdown.write_schemes(tree, words, texts), descriptions)
            section += schemes
        if tree.groups:
            operations = self._section(words.operations, "operations")
            self._add_groups(operations, tree.groups)
            section += operations

    def _add_parts(self, section: nodes.section, parts: Iterable[OverviewPart]) -> None:
        """Add the parts of the description, nested by heading level."""
        open_sections: list[tuple[int, nodes.section]] = [(0, section)]
        for part in parts:
            if part.heading is not None:
                while open_sections[-1][0] >= part.level:
                    open_sections.pop()
                title = self._translate(part.heading)
                inner = self._section(title, heading_slug(title), part.heading)
                open_sections[-1][1].append(inner)
                open_sections.append((part.level, inner))
            open_sections[-1][1].extend(self._to_nodes(self._texts.tell(part.text), [part.text]))

    def _download(self) -> list[nodes.Node]:
        """A link to the document's file, if it is one of the project."""
        document = self._site.document(self._name)
        if document is None or self._name not in document.files:
            return []
        label = nodes.inline("", self._words.download)
        link = addnodes.download_reference(
            "", "", label, reftarget=f"/{self._name}", refdoc="", refwarn=False
        )
        if PurePosixPath(self._name).is_absolute() or self._name.startswith("../"):
            return []
        return [nodes.paragraph("", "", link, classes=["navapi-download"])]

    def _add_groups(self, section: nodes.section, groups: Iterable[OverviewGroup]) -> None:
        """Add *groups*, nested by depth; those without a label belong to *section*."""
        from sphinx_navapi.content.markdown.overview import write_group

        around = [section]
        for group in groups:
            del around[min(group.depth, _DEEPEST) + 1 :]
            inner = around[-1]
            if group.label is not None:
                inner = self._group_section(group, group.label)
                around[-1].append(inner)
                around.append(inner)
            # If only a sentence of a text is shown, the text is also a message of the page.
            labels = (next(_texts_of(more), None) for more in group.links)
            texts = iter((*group.texts, *labels))
            for markup in write_group(group, self._words, self._texts):
                inner += self._to_nodes(markup, [next(texts, None)])
            if group.operations:
                entries = nodes.bullet_list("", bullet="*", classes=[OPERATION_LIST])
                entries.extend(self._entries(group))
                inner += entries

    def _group_section(self, group: OverviewGroup, label: Text) -> nodes.section:
        title = self._translate(label)
        section = self._section(title, heading_slug(title))
        heading = section[0]
        assert isinstance(heading, nodes.title)
        heading.update_all_atts(
            {"message": str(label), "document": self._name, "pointer": label.pointer}
        )
        if group.page is not None:
            heading.clear()
            heading += page_link(group.page, title)
        return section

    def _entries(self, group: OverviewGroup) -> Iterator[nodes.list_item]:
        from sphinx_navapi.content.nodes.description import inline_nodes

        for operation, docname in group.operations:
            line = operation_entry(docname, self._label(docname), operation.key)
            if operation.deprecated:
                label = nodes.emphasis("", self._words.deprecated, classes=["navapi-old"])
                line += [nodes.Text("\n"), label]
            item = nodes.list_item("", line)
            sentence = "" if group.brief else self._texts.sentence(operation.description)
            if sentence:
                item += nodes.paragraph("", "", *inline_nodes(sentence))
            yield item


def part_section(page: Page, env: BuildEnvironment, pointer: str) -> nodes.section:
    """The section of a page about a workflow or a tool, which the domain knows from now on.

    :param pointer: of the workflow or tool.
    """
    from sphinx_navapi.content.nodes.description import inline_nodes

    translate = translator_for(env, env.docname)
    text = translate(page.title) if translate else page.title
    title = nodes.title("", "", *inline_nodes(text), translatable=False, message=page.title)
    title.update_all_atts({"document": page.document, "pointer": pointer})
    kind, document = page.kind.name, page.document or ""
    anchor = nodes.make_id(page.title) or kind
    navapi_domain(env).note_part(kind, document, str(page.subject[kind]), anchor, page.title)
    return nodes.section("", title, ids=[anchor], names=[])


def joined(links: Iterable[nodes.Node]) -> Iterator[nodes.Node]:
    """*links* with commas between them."""
    for index, link in enumerate(links):
        if index:
            yield nodes.Text(", ")
        yield link


def page_link(docname: str, label: str) -> addnodes.pending_xref:
    """A link to the page *docname*."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", label, classes=["doc"]),
        refdomain="std",
        reftype="doc",
        reftarget=f"/{docname}",
        refexplicit=True,
        refwarn=False,
    )


def operation_list(items: Sequence[nodes.list_item], words: Wording) -> Iterator[nodes.Element]:
    """*items* as a list; of a long one, the rest is closed, with a count."""
    # Imported here, since builds without such lists do not need it.
    from sphinx_navapi.doctree.components.dropdowns import make_details

    shown, rest = items[:MOST_LISTED], items[MOST_LISTED:]
    yield nodes.bullet_list("", *shown, bullet="*", classes=[OPERATION_LIST])
    if rest:
        count = nodes.Text(f"{words.more} ({len(rest)})")
        more = nodes.bullet_list("", *rest, bullet="*", classes=[OPERATION_LIST])
        yield make_details([count], [more])


def operation_entry(docname: str, label: str, key: OperationKey) -> nodes.paragraph:
    """A link to the page of the operation *key*, with its method and path."""
    text = f"{key.method} {key.path}"
    shown = text if label == text else f"{label} {text}"
    entry = navapi_entry("", shown, docname=docname, label=label, method=key.method, path=key.path)
    return nodes.paragraph("", "", entry)


def entry_line(entry: navapi_entry, link: Callable[[str], nodes.Element]) -> nodes.paragraph:
    """What *entry* stands for. :param link: makes the link of a text."""
    key = OperationKey(document="", method=entry["method"], path=entry["path"])
    return operation_line(link, entry["label"], key)


def operation_line(
    link: Callable[[str], nodes.Element], label: str, key: OperationKey
) -> nodes.paragraph:
    """The operation *key*: its title, method and path. :param link: makes the link of a text."""
    method = nodes.strong("", key.method, classes=["navapi-method", f"m-{key.method.lower()}"])
    if label == f"{key.method} {key.path}":
        # It has no title.
        return nodes.paragraph("", "", method, nodes.Text(" "), link(key.path))
    # Programs that read the HTML line by line find the units of the Markdown's entry.
    line = nodes.paragraph("", "", link(label), nodes.Text("\n"), method)
    line += [nodes.Text(" "), nodes.literal("", key.path)]
    return line


def _texts_of(value: object) -> Iterator[Text]:
    """The texts in a server or a security scheme."""
    from sphinx_navapi.content.messages import texts_of

    return texts_of(value)
