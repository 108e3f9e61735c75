"""Elements that stay HTML and show files of the project: players, frames, drawings."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from docutils import nodes

from sphinx_navapi.links.targets import is_external, split_href
from sphinx_navapi.mdx.marks import CLOSING, OPENING

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_ADDRESS = re.compile(r'(?<= )(src|poster|data|href)="([^"#][^"]*)"')
_FILE = re.compile(rf"{OPENING}([^{CLOSING}]*){CLOSING}")


class kept_markup(nodes.General, nodes.Inline, nodes.Element):  # noqa: N801 # as docutils names nodes
    """HTML in which marks stand for files that the build copies. Attribute ``html``."""


def markup_node(html: str, env: BuildEnvironment) -> nodes.Element:
    """*html*, written by us, as a node; the files that it names go into the output.

    :param html: with attributes in double quotes, escaped.
    """
    marked = _ADDRESS.sub(lambda match: _with_file(match, env), html)
    if marked == html:
        return nodes.raw("", html, format="html")
    return kept_markup("", html=marked)


def _with_file(match: re.Match[str], env: BuildEnvironment) -> str:
    name, address = match.groups()
    path, _ = split_href(unquote(address))
    if is_external(address) or not path:
        return match[0]
    try:
        relative, _ = env.relfn2path(path, env.docname)
        if not (env.srcdir / relative).is_file() or relative.startswith("../"):
            return match[0]
    except (OSError, ValueError):
        return match[0]
    env.note_dependency(relative)
    copied = env.dlfiles.add_file(env.docname, relative)
    return f'{name}="{OPENING}{copied}{CLOSING}"'


def visit_kept_markup(translator: Any, node: kept_markup) -> None:
    """Write the HTML with addresses relative to the page."""
    folder = translator.builder.dlpath
    translator.body.append(
        _FILE.sub(lambda match: quote(posixpath.join(folder, match[1])), node["html"])
    )
    raise nodes.SkipNode
