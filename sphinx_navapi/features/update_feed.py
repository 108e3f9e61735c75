"""The updates of a page as an RSS feed: ``rss: true`` in its metadata."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.content.html.markup import plain
from sphinx_navapi.doctree.nodes import navapi_update
from sphinx_navapi.links.targets import root_prefix
from sphinx_navapi.plan.metadata import flag_of
from sphinx_navapi.project.output_files import OutputFiles, write_if_changed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx

    from sphinx_navapi.project.site import Site

#: Maximum length of an update in a feed.
_LONGEST = 2_000


def feed_name(docname: str) -> str:
    """The path of the feed of *docname* in the output."""
    return f"{docname}/rss.xml"


def setup(app: Sphinx, site: Site) -> None:
    """Write feeds, whose links are absolute."""

    def note(app: Sphinx, files: OutputFiles) -> None:
        for name, page in site.plan.pages.items():
            if flag_of(page.metadata, "rss"):
                files.note(feed_name(name))

    app.connect("html-page-context", partial(write_update_feed, site))
    app.connect("navapi-output-files", note)


def write_update_feed(
    site: Site,
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: Any,
) -> None:
    """Write the feed of a page that has one, and link it in the page's head."""
    page = site.page(pagename) if isinstance(doctree, nodes.document) else None
    if page is None or not flag_of(page.metadata, "rss"):
        return
    base = str(app.config.html_baseurl).rstrip("/")
    uri = app.builder.get_target_uri(pagename)
    address = f"{base}/{uri}"
    items = [_item(update, address) for update in find_nodes(doctree, navapi_update)]
    title, description = page.title, page.description or page.title
    text = _feed(title, description, address, items)
    write_if_changed(Path(app.outdir) / feed_name(pagename), text)
    href = escape(root_prefix(uri) + feed_name(pagename))
    context["metatags"] = (
        f'{context.get("metatags", "")}\n<link rel="alternate" type="application/rss+xml"'
        f' title="{escape(title)}" href="{href}">'
    )


def _feed(title: str, description: str, address: str, items: Iterable[str]) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>\n'
        f"<title>{_text(title)}</title>\n<link>{_text(address)}</link>\n"
        f"<description>{_text(description)}</description>\n{''.join(items)}</channel></rss>\n"
    )


def _item(update: navapi_update, address: str) -> str:
    title, *content = update.children
    anchor = update["ids"][0] if update["ids"] else ""
    link = f"{address}#{anchor}"
    texts: dict[str, str] = update.get("feed", {})
    heading = texts.get("title") or title.astext()
    text = texts.get("description") or "\n\n".join(
        node.astext() for node in content if not _is_note(node)
    )
    categories = "".join(f"<category>{_text(tag)}</category>" for tag in update["tags"])
    return (
        f"<item><title>{_text(heading)}</title><link>{_text(link)}</link>"
        f"<guid>{_text(link)}</guid>{_date(title.astext())}{categories}"
        f"<description>{_text(text[:_LONGEST])}</description></item>\n"
    )


def _is_note(node: nodes.Node) -> bool:
    """Whether *node* is the line of tags, which a feed has in its own format."""
    return isinstance(node, nodes.Element) and "navapi-update-note" in node["classes"]


def _date(label: str) -> str:
    """The date of the update, if its label is one (ISO 8601)."""
    try:
        day = datetime.strptime(label.strip(), "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        return ""
    return f"<pubDate>{format_datetime(day)}</pubDate>"


def _text(text: str) -> str:
    return escape(plain(text), quote=False)
