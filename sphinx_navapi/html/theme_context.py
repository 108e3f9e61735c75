"""The template context of the ``navapi`` theme for a page: one function per key."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.html.asset_marks import unused_assets
from sphinx_navapi.locale.interface import InterfaceWords
from sphinx_navapi.plan.site_plan import PageKind

if TYPE_CHECKING:
    from sphinx_navapi.html.page_links import PageLinks
    from sphinx_navapi.plan.site_plan import Page

#: The theme has its own replacements.
_REPLACED = frozenset({"_static/navapi.css", "_static/basic.css"})

#: Pygments' style sheets, one color scheme each; the theme's own follow the reader's choice.
_CODE_COLORS = frozenset({"_static/pygments.css", "_static/pygments_dark.css"})

_MODES = ("wide", "center", "custom", "frame")


def links_context(links: PageLinks) -> dict[str, Any]:
    """The links around a page by their names in the templates."""
    return {
        "navapi_tabs": links.tabs,
        "navapi_inner_tabs": links.inner_tabs,
        "navapi_selectors": links.selectors,
        "navapi_dropdowns": links.dropdowns,
        "navapi_anchors": links.anchors,
        "navapi_breadcrumbs": links.breadcrumbs,
        "navapi_sidebar": links.sidebar,
    }


def page_kind(page: Page | None) -> str:
    """The kind of page: ``page``, ``operation`` or ``schema``."""
    if page is not None and page.kind is PageKind.ASYNCAPI:
        return PageKind.OPERATION.value
    return (page.kind if page else PageKind.PAGE).value


def page_mode(page: Page | None) -> str:
    """The page's ``mode``: ``wide``, ``center``, ``custom``, ``frame``, or ``""``."""
    mode = page.metadata.get("mode") if page else None
    return mode if isinstance(mode, str) and mode in _MODES else ""


def unused_files(body: str, *, own_code_colors: bool) -> frozenset[str]:
    """Style sheets and scripts (as in ``css_files``) that a page with the text *body* does not
    need.

    :param own_code_colors: whether the project leaves the colors of code to the theme.
    """
    replaced = _REPLACED | _CODE_COLORS if own_code_colors else _REPLACED
    return replaced | unused_assets(body)


def with_badges(body: str, page: Page | None, words: InterfaceWords) -> str:
    """*body* with the page's tag and its "deprecated" badge in the first heading."""
    if page is None:
        return body
    texts = (page.tag, *page.badges) if page.tag else ()
    badges = "".join(f' <span class="navapi-tag">{escape(text or "")}</span>' for text in texts)
    if page.deprecated:
        label = escape(words("deprecated"), quote=False)
        badges += f' <span class="navapi-tag navapi-old">{label}</span>'
    end = body.find("</h1>") if badges else -1
    if end < 0:
        return body
    link = body.rfind('<a class="headerlink"', 0, end)
    end = end if link < 0 else link
    return body[:end] + badges + body[end:]


def edit_url(context: Mapping[str, Any]) -> str | None:
    """URL for editing the page's source, if the project's ``html_context`` has one.

    Uses the variables of Read the Docs and several themes: ``github_user``, ``github_repo``,
    ``github_version`` and ``conf_py_path`` (also ``doc_path``), and the same for ``gitlab`` and
    ``bitbucket``.
    """
    source = context.get("sourcename") and context.get("page_source_suffix")
    if not source or not isinstance(context.get("pagename"), str):
        return None
    path = str(context.get("conf_py_path") or context.get("doc_path") or "").strip("/")
    file = f"{path}/" if path else ""
    file += f"{context['pagename']}{source}"
    for site, host, action in (
        ("github", "https://github.com", "edit"),
        ("gitlab", "https://gitlab.com", "-/edit"),
        ("bitbucket", "https://bitbucket.org", "src"),
    ):
        user, repository = context.get(f"{site}_user"), context.get(f"{site}_repo")
        if user and repository:
            host = str(context.get(f"{site}_url") or host).rstrip("/")
            version = context.get(f"{site}_version") or "main"
            return f"{host}/{user}/{repository}/{action}/{version}/{file}"
    return None
