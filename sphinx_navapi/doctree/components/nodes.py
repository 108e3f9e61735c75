"""Nodes of components that neither docutils nor sphinx-design has."""

from __future__ import annotations

from docutils import nodes


class navapi_icon(nodes.Inline, nodes.Element):  # noqa: N801 - docutils dispatches on the name
    """An icon in a line. Only HTML shows it.

    Attributes: ``name``; ``color``, a CSS colour, and ``size`` in pixels, where given.
    """


class navapi_swatch(nodes.Inline, nodes.Element):  # noqa: N801
    """A colour as a small square. Only HTML shows it. Attribute ``color``: a CSS colour."""


class navapi_wrapper(nodes.General, nodes.Element):  # noqa: N801
    """A block of a page's own HTML that is laid out. Only HTML sees it, others its content.

    Attribute ``style``: CSS that does no harm.
    """


class navapi_fields(nodes.General, nodes.Element):  # noqa: N801
    """A list of `navapi_field`: parameters of a request, or parts of an answer.

    Attribute ``place``: ``path``, ``query``, ``header``, ``cookie``, ``body``,
    ``response``, or ``""`` for what is said to be in none of them.
    """


class navapi_field(nodes.Part, nodes.Element):  # noqa: N801
    """A field: a `navapi_field_head`, what is said of it, `navapi_facts`."""


class navapi_field_head(nodes.Part, nodes.TextElement):  # noqa: N801
    """The line with the name of a field.

    Children: a ``literal`` with the name, then inline nodes with the class ``type`` or
    ``badge``.
    """


class navapi_facts(nodes.Part, nodes.TextElement):  # noqa: N801
    """Facts of a field in one line. Children: an inline node for each, label and ``literal``."""


class navapi_details(nodes.General, nodes.Element):  # noqa: N801
    """What opens: a `navapi_summary`, then its content. Attribute ``opened``."""


class navapi_summary(nodes.Part, nodes.TextElement):  # noqa: N801
    """The line that opens a `navapi_details`."""


class navapi_examples(nodes.General, nodes.Element):  # noqa: N801
    """Blocks of code of which one is shown, each a `navapi_example`.

    Attributes: ``kind``, ``request`` or ``response``; ``title``, that word for readers.
    """


class navapi_example(nodes.Part, nodes.Element):  # noqa: N801
    """One of `navapi_examples`: a `navapi_summary` with its name, then blocks."""


class navapi_update(nodes.section):  # noqa: N801
    """An entry of a list of changes. Attribute ``tags``: a list of words."""
