"""Our own nodes. Few per page: large data stays in the document until it is written."""

from __future__ import annotations

from docutils import nodes


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
