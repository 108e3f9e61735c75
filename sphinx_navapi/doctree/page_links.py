"""Links, images and files in pages, as hosted sites write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from docutils import nodes
from markdown_it.common.normalize_url import normalizeLink, normalizeLinkText, validateLink
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.links.targets import PAGE_LINK, below_base, is_external, site_file, split_href
from sphinx_navapi.project.environment import env_site

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_SIZE = re.compile(r"(\d+(?:\.\d+)?)(px|em|rem|ex|ch|vw|vh|cm|mm|in|pt|pc|%)?")


def file_path(path: str, env: BuildEnvironment) -> str:
    """*path*, unquoted, relative to the root of the source directory.

    It may begin with the path of the site on its host: ``/docs/images/plan.png`` on a site at
    ``https://library.example/docs``.
    """
    base_url = env.config.html_baseurl
    site = env_site(env)
    if site is not None and below_base(path, base_url) is not None:
        # Projects without a site do not load the plan.
        from sphinx_navapi.doctree.page_dependencies import note_question

        note_question(env, site, "base")
    return site_file(path, Path(env.srcdir), base_url)


def link_node(href: str, env: BuildEnvironment) -> tuple[nodes.Element, nodes.Element]:
    """A link to *href*, and the node in it for its content; both may be the same.

    External, to a file of the source directory, or to a page, resolved later.
    """
    text = normalizeLinkText(href)
    if is_external(href):
        if not validateLink(href):
            plain = nodes.inline()
            return plain, plain
        link = nodes.reference(refuri=normalizeLink(href))
        return link, link
    node: nodes.Element
    if _names_file(text, env):
        node = addnodes.download_reference(
            "",
            "",
            refdoc=env.docname,
            reftarget=file_path(split_href(text)[0], env),
            reftype="myst",
        )
    else:
        node = addnodes.pending_xref(
            "",
            refdoc=env.docname,
            refdomain=None,
            reftype=PAGE_LINK,
            reftarget=text,
            refexplicit=True,
        )
    inner = nodes.inline("", "")
    node.append(inner)
    return node, inner


def _names_file(href: str, env: BuildEnvironment) -> bool:
    """Whether *href* is a file of the source directory that is not a page."""
    path, _ = split_href(href)
    if not path or "." not in path.rsplit("/", 1)[-1]:
        return False
    try:
        _, name = env.relfn2path(file_path(path, env), env.docname)
        file = env.srcdir / name
        return file.is_file() and file.is_relative_to(env.srcdir) and not env.path2doc(name)
    except (OSError, ValueError):
        return False


def image_node(
    src: str, alt: str, attributes: Mapping[str, str], env: BuildEnvironment
) -> nodes.Element | None:
    """The image *src*; ``None`` without an address, or if it is a script.

    :param attributes: ``title``, ``width``, ``height``, ``classes`` (separated by spaces).
    """
    uri = src.strip()
    if not uri:
        return None
    if not is_external(uri):
        uri = file_path(unquote(split_href(uri)[0]), env)
    elif not validateLink(uri):
        return None
    # Without raw source or text Sphinx does not report the line of a missing image.
    node = nodes.image(uri, uri=uri, alt=alt)
    if attributes.get("title"):
        node["title"] = attributes["title"]
    for name in ("width", "height"):
        match = _SIZE.fullmatch(attributes.get(name, "").strip())
        if match and not (name == "height" and match[2] == "%"):
            node[name] = match[0]
    node["classes"].extend(attributes.get("classes", "").split())
    return node


class OneFileLinks(SphinxPostTransform):
    """Adds an anchor to the root document, and reduces each link to a single fragment.

    Sphinx writes ``#document-page#section`` for a link to a section of another page, and an anchor
    ``document-page`` for every page but the first.
    """

    builders = ("singlehtml",)

    def run(self, **kwargs: Any) -> None:
        """Change the references of the whole site."""
        site = env_site(self.env)
        if site is None or not site.configured:
            return
        for reference in find_nodes(self.document, nodes.reference):
            page, mark, anchor = reference.get("refuri", "")[1:].partition("#")
            if mark and page.startswith("document-"):
                reference["refuri"] = f"#{anchor}"
        root = f"document-{self.config.root_doc}"
        self.document.insert(0, nodes.target("", "", ids=[root]))


class ManualPageLinks(SphinxPostTransform):
    """Reduces links within a manual page to their text: it has no targets."""

    builders = ("man",)

    def run(self, **kwargs: Any) -> None:
        """Replace the references without an address."""
        site = env_site(self.env)
        if site is None or not site.configured:
            return
        for reference in find_nodes(self.document, nodes.reference):
            if not reference.get("refuri", "").partition("#")[0]:
                reference.replace_self(reference.children)
