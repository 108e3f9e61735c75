"""The changes of a document, as stock nodes for every builder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.changes.change import code, coded_parts
from sphinx_navapi.content.changes import (
    NO_CHANGES,
    ChangeBlock,
    ChangeItem,
    ChangeSection,
    history_items,
)
from sphinx_navapi.doctree.domain import object_link
from sphinx_navapi.doctree.nodes import titled_section
from sphinx_navapi.project.environment import translator_for

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.locale.interface import InterfaceWords
    from sphinx_navapi.openapi.document import OperationKey
    from sphinx_navapi.openapi.history import VersionedChange
    from sphinx_navapi.project.site import Site


def changes_content(
    site: Site,
    env: BuildEnvironment,
    old: str,
    new: str,
    *,
    document: nodes.document | None,
    words: InterfaceWords,
    prefix: str = "",
) -> Iterator[nodes.Element]:
    """The content of a page about the changes from the document *old* to *new*.

    :param old: ``""``: the changes in each version of *new*.
    :param document: if given, headings are sections of it; ``None``: they are rubrics.
    :param prefix: prefix of ids.
    """
    sections = site.change_sections(new, old)
    writer = _ChangesWriter(site, env, new)
    if not sections:
        text = f"{words(NO_CHANGES)}."
        yield nodes.paragraph(text, text, translatable=False)
    for section in sections:
        title, anchor = words(section.title), prefix + section.anchor
        if document is None:
            yield nodes.rubric(title, title, ids=[anchor], translatable=False)
            yield from writer.write(section)
        else:
            yield titled_section(document, title, anchor, *writer.write(section))


class _ChangesWriter:
    """Creates the nodes. :param new: the document to which translatable messages refer."""

    def __init__(self, site: Site, env: BuildEnvironment, new: str) -> None:
        self.site = site
        self.env = env
        self.new = new
        self.translate = translator_for(env, env.docname)

    def write(self, section: ChangeSection) -> Iterator[nodes.Element]:
        """Changes of the document as a whole, then the others by subject."""
        # Themes style lists of terms that are not simple like the objects of a domain.
        classes = ["navapi-changes", f"navapi-{section.level}", "simple"]
        named = nodes.definition_list(classes=classes)
        for block in section.blocks:
            if block.operations:
                named += self._named(block)
            else:
                yield self._items(block)
        if named.children:
            yield named

    def _items(self, block: ChangeBlock) -> nodes.bullet_list:
        return _change_list(block.items, block.messages(), self.new, self.translate)

    def _named(self, block: ChangeBlock) -> nodes.definition_list_item:
        """The changes of an operation, or of a component with the operations that use it."""
        operations: list[nodes.Node] = []
        for key in block.operations:
            operations += [nodes.Text(", "), _link(self.site, self.env, key)]
        del operations[0]
        if block.more:
            operations.append(nodes.Text(f" + {block.more}"))
        content = nodes.definition("", self._items(block))
        if not block.subject:
            return nodes.definition_list_item("", nodes.term("", "", *operations), content)
        content += nodes.paragraph("", "", *operations)
        term = nodes.term("", "", *_coded(block.say_subject(self.translate)))
        return nodes.definition_list_item("", term, content)


def _change_list(
    items: Iterable[ChangeItem],
    messages: Iterable[str],
    document: str,
    translate: Callable[[str], str] | None,
) -> nodes.bullet_list:
    """*items* as a list. :param document: to which the *messages* in them refer."""
    listed = [
        nodes.list_item("", nodes.paragraph("", "", *_coded(item.say(translate)))) for item in items
    ]
    texts = list(dict.fromkeys(messages))
    return nodes.bullet_list("", *listed, bullet="*", messages=texts, document=document)


def _coded(text: str) -> list[nodes.Node]:
    """*text* with its parts in backticks as code."""
    return [
        nodes.literal(part, part) if is_code else nodes.Text(part)
        for part, is_code in coded_parts(text)
    ]


def _link(site: Site, env: BuildEnvironment, key: OperationKey) -> nodes.Element:
    """The operation, linked to its page if it has one."""
    name = code(str(key)).strip("`")
    literal = nodes.literal(name, name, classes=["navapi-op"])
    if site.find_operation_page(key) is None:
        return literal
    return object_link(env, "op", f"{key.document} {key}", literal)


def history_list(
    changes: Iterable[VersionedChange], document: str, translate: Callable[[str], str] | None
) -> nodes.definition_list:
    """The *changes* of an operation of *document*, by version."""
    listed = nodes.definition_list(classes=["navapi-changes", "simple"])
    for version, items in history_items(changes):
        messages = (text for item in items for text in item.messages())
        bullets = _change_list(items, messages, document, translate)
        term = nodes.term(version, version)
        listed += nodes.definition_list_item("", term, nodes.definition("", bullets))
    return listed
