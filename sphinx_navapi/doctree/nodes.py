"""Our own nodes. Few per page: large data stays in the document until it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.content.doctree_parts import find_nodes

#: The class of a list of operations, which is laid out in columns and left out of the search.
OPERATION_LIST: Final = "navapi-operations"


class navapi_block(nodes.General, nodes.Element):  # noqa: N801 - docutils dispatches on the name
    """A part of an operation page, or a schema, that renders itself.

    Attributes: ``kind`` (``parameters``, ``body``, ``responses``, ``security``, ``servers``,
    ``callbacks``, ``samples``, ``schema``), ``document``; ``method`` and ``path`` of the operation,
    or ``pointer`` of the schema; ``prefix`` for ids; ``directory`` for links to schema pages;
    ``source_path`` and ``docname`` for messages. Its only Text child is for the search index; it is
    never shown.
    """


class navapi_signature(nodes.General, nodes.Element):  # noqa: N801
    """Method and path of an operation.

    Attributes: ``document``, ``method``, ``path``, ``deprecated``; of a channel ``address``
    and ``protocols``.
    """


class navapi_run(nodes.General, nodes.Element):  # noqa: N801
    """What runs a workflow in HTML, and its steps: nothing for other builders.

    Attributes: ``document``, ``workflow``; of a step also ``step``, its position, and the
    ``operation`` whose form it is: document, method and path.
    """


class navapi_entry(nodes.Inline, nodes.TextElement):  # noqa: N801
    """A link to the page of an operation, with its method and path, in a line of a list.

    Attributes: ``docname``, ``label``, ``method``, ``path``. One node: long lists of them are
    walked by each transform. Its only Text child is for the search index.
    """


class navapi_operation(nodes.section):  # noqa: N801
    """The section of a whole operation page. Attributes: ``method``, ``path``."""

    #: Sphinx uses it to recognize elements with a title that labels may refer to.
    tagname = "section"


class navapi_shown_operation(nodes.General, nodes.Element):  # noqa: N801
    """An operation shown by a directive. Attributes: ``method``, ``path``."""


class navapi_description(nodes.General, nodes.Element):  # noqa: N801
    """A description rendered to stock nodes.

    Attributes: ``message``, the text of the document, untranslated, with the operation and its
    ``field``; or ``messages``, texts with JSON pointers. Children contain the translation if there
    is one.
    """


class navapi_navigation(nodes.General, nodes.Element):  # noqa: N801
    """The navigation, or one element of it, as content; expanded when a page is written.

    Attribute ``target``: the element given by the author, ``""`` for all of it. Not expanded while
    reading: a changed navigation writes pages again but reads none.
    """


class navapi_icon(nodes.Inline, nodes.Element):  # noqa: N801 - docutils dispatches on the name
    """An inline icon. Only shown in HTML.

    Attributes: ``name``; ``color``, a CSS color, and ``size`` in pixels, if given.
    """


class navapi_swatch(nodes.Inline, nodes.Element):  # noqa: N801
    """A color as a small square. Only shown in HTML. Attribute ``color``: a CSS color."""


class navapi_for_programs(nodes.General, nodes.Inline, nodes.Element):  # noqa: N801
    """Content that is only in the Markdown of the page."""


class navapi_wrapper(nodes.General, nodes.Element):  # noqa: N801
    """A block of a page's own HTML with a layout. Other builders only see its content.

    Attribute ``style``: safe CSS.
    """


#: In `kept_markup`, a file that the build copies: its path in the folder of downloads.
COPIED_FILE: Final = re.compile("\ufdd0([^\ufdd1]*)\ufdd1")


class kept_markup(nodes.General, nodes.Inline, nodes.Element):  # noqa: N801
    """HTML of a page, with `COPIED_FILE` for addresses of files. Attribute ``html``."""


class navapi_fields(nodes.General, nodes.Element):  # noqa: N801
    """A list of `navapi_field`: parameters of a request, or parts of a response.

    Attribute ``place``: ``path``, ``query``, ``header``, ``cookie``, ``body``, ``response``, or
    ``""`` if unknown.
    """


class navapi_field(nodes.Part, nodes.Element):  # noqa: N801
    """A field: a `navapi_field_head`, its description, `navapi_facts`."""


class navapi_field_head(nodes.Part, nodes.TextElement):  # noqa: N801
    """The line with the name of a field.

    Children: a ``literal`` with the name, then inline nodes with the class ``type`` or
    ``badge``.
    """


class navapi_facts(nodes.Part, nodes.TextElement):  # noqa: N801
    """Facts about a field on one line. Children: an inline node for each, label and ``literal``."""


class navapi_details(nodes.General, nodes.Element):  # noqa: N801
    """Collapsible content: a `navapi_summary`, then the content. Attribute ``opened``."""


class navapi_summary(nodes.Part, nodes.TextElement):  # noqa: N801
    """The line that toggles a `navapi_details`."""


class navapi_examples(nodes.General, nodes.Element):  # noqa: N801
    """Switchable code blocks, each a `navapi_example`.

    Attributes: ``kind``, ``request`` or ``response``; ``title``, that word for readers.
    """


class navapi_example(nodes.Part, nodes.Element):  # noqa: N801
    """One of `navapi_examples`: a `navapi_summary` with its name, then blocks."""


class navapi_update(nodes.section):  # noqa: N801
    """An entry of a changelog.

    Attributes: ``tags``, a list of words; ``feed``, its ``title`` and ``description`` in the feed
    of the page, if they differ.
    """


class navapi_code(nodes.literal_block):  # noqa: N801
    """Code with marked lines.

    Attributes: ``marks``, a list of kinds for each marked line (from 1); ``diff``, the code as a
    diff, if it shows a change.
    """

    tagname = "literal_block"


def titled_section(
    document: nodes.document, text: str, anchor: str, *content: nodes.Node
) -> nodes.section:
    """A section of *document* for *content*, with a title that is not a text to translate.

    :param anchor: its id, for external links, the same in every language.
    """
    title = nodes.title(text, text, translatable=False)
    section = nodes.section("", title, *content, ids=[anchor], names=[])
    document.ids.setdefault(anchor, section)
    return section


def ancestors(node: nodes.Node) -> Iterator[nodes.Element]:
    """The elements around *node*, the innermost first."""
    while (around := node.parent) is not None:
        yield around
        node = around


def page_of(node: nodes.Element) -> str | None:
    """Docname of the page of *node* in a doctree that joins many pages, else ``None``.

    Sphinx also notes it on sections, whose parent is the document of the page.
    """
    around = (each for each in (node, *ancestors(node)) if isinstance(each, _OF_PAGE))
    return next((str(each["docname"]) for each in around if "docname" in each), None)


_OF_PAGE = (addnodes.start_of_file, nodes.section)


def join_following(first: nodes.Element, belongs: Callable[[nodes.Node], bool]) -> None:
    """Move the children of the elements right after *first* that *belongs* accepts into it."""
    parent = first.parent
    position = parent.index(first) + 1
    while position < len(parent) and belongs(parent[position]):
        following = parent.pop(position)
        first.extend(following.children)
        following.children = []
        following.parent = None


def note_parts(note: nodes.Element) -> list[list[nodes.Node]]:
    """The description of an update, and each of its tags, without the spaces between them."""
    tags = [tag for tag in find_nodes(note, nodes.inline) if "navapi-update-tag" in tag["classes"]]
    end = max(0, note.index(tags[0]) - 1) if tags else len(note)
    parts: list[list[nodes.Node]] = [note.children[:end]]
    return parts + [[tag] for tag in tags]
