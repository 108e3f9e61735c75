"""The overview page of an AsyncAPI document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sphinx_navapi.asyncapi.parts import read_object
from sphinx_navapi.asyncapi.servers import read_server
from sphinx_navapi.content.overview import OverviewTree, overview_content
from sphinx_navapi.formats.lenient import as_mapping, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.security import read_requirement
from sphinx_navapi.plan.listed_operations import ListedGroup


def channel_overview(document: OpenApiDocument, groups: Iterable[ListedGroup]) -> OverviewTree:
    """The content of the page about *document*; *groups* are its lists of operations."""
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
