"""The template context that a page gets from the plan, and whether it must be written again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import _

from sphinx_navapi.config.page_settings import MODE
from sphinx_navapi.doctree.text_links import TextLinks, text_links
from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.html.head_meta import (
    OPEN_GRAPH_EXTENSION,
    HeadMeta,
    SharedImages,
    version_of,
    with_description,
)
from sphinx_navapi.html.icons import Icons
from sphinx_navapi.html.navigation import Counterparts, NavigationHtml, SidebarHtml
from sphinx_navapi.html.page_language import language_digest
from sphinx_navapi.html.page_links import (
    NavigationLinks,
    PageLinks,
    ThemeTree,
    are_apart,
    numbers_of,
)
from sphinx_navapi.html.page_scripts import unused_assets
from sphinx_navapi.html.sidebar_writer import SidebarEntries
from sphinx_navapi.html.site_assets import HeadElements, site_code
from sphinx_navapi.html.site_files import dark_favicon
from sphinx_navapi.html.site_settings import SiteFrame
from sphinx_navapi.html.theme_settings import (
    THEME,
    ThemeSettings,
    logo_file,
    site_styles,
    theme_settings,
)
from sphinx_navapi.html.themes import theme_names
from sphinx_navapi.html.themes.adapter import Logos
from sphinx_navapi.html.themes.page_navigation import PageNavigation, PageNavigations
from sphinx_navapi.links.targets import relative_url, root_prefix
from sphinx_navapi.locale.interface import InterfaceWords
from sphinx_navapi.plan.metadata import flag_of
from sphinx_navapi.plan.site_plan import PAGE, Page
from sphinx_navapi.project.environment import translator_for
from sphinx_navapi.project.project_settings import is_set

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_navapi.html.page_links import PageLinks
    from sphinx_navapi.plan.site_plan import PlacedPlan, ResolvedElement
    from sphinx_navapi.project.site import Site

#: The theme has its own replacements.
_REPLACED = frozenset(f"_static/{name}.css" for name in ("navapi", "navapi-content", "basic"))

#: Pygments' style sheets, one color scheme each; the theme's own follow the reader's choice.
_CODE_COLORS = frozenset({"_static/pygments.css", "_static/pygments_dark.css"})


def _on_read_the_docs(theme: ThemeSettings) -> str:
    """Which search the box opens on Read the Docs; ``""`` for a build elsewhere."""
    if os.environ.get("READTHEDOCS") != "True":
        return ""
    return "search" if theme.readthedocs_search else "own"


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


#: Language and version, ``""`` for none.
Place = tuple[str, str]


def page_place(page: Page | None) -> Place:
    """Language and version of a page."""
    return (page.language or "", page.version or "") if page is not None else ("", "")


def place_key(page: Page | None) -> str:
    """The value that identifies a page's place in HTML; ``""`` on sites with a single place."""
    language, version = page_place(page)
    return f"{language}/{version}" if language or version else ""


def page_kind(page: Page | None) -> str:
    """The kind of page: ``page``, ``operation`` or ``schema``."""
    kind = page.kind if page else PAGE
    return kind.layout or kind.name


def page_mode(page: Page | None) -> str:
    """The page's ``mode``: ``wide``, ``center``, ``custom``, ``frame``, or ``""``."""
    mode = page.metadata.get("mode") if page else None
    return str(mode) if MODE.accepts(mode) else ""


def unused_files(body: str, *, own_code_colors: bool) -> frozenset[str]:
    """Style sheets and scripts (as in ``css_files``) that a page with the text *body* does not
    need.

    :param own_code_colors: whether the project leaves the colors of code to the theme.
    """
    replaced = _REPLACED | _CODE_COLORS if own_code_colors else _REPLACED
    return replaced | unused_assets(body)


def with_badges(body: str, page: Page | None, words: InterfaceWords) -> str:
    """*body* with the page's tag and its "deprecated" badge in the first heading.

    The path in the heading of an operation without a title has places for line breaks.
    """
    if page is None:
        return body
    if page.is_untitled:
        # A path that does not fit is broken before a slash.
        title = escape(page.title, quote=False)
        body = body.replace(f"<h1>{title}", f"<h1>{title.replace('/', '<wbr>/')}", 1)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionNotice:
    """:ivar version: label of the page's version; *default*: of the default one.

    :ivar docname: the same page in the default version, else its first page.
    :ivar same: whether it is the same page.
    """

    version: str
    default: str
    docname: str
    same: bool


def version_notice(page: Page, counterparts: Counterparts) -> VersionNotice | None:
    """The notice for *page*; ``None`` in the default version."""
    versions = version_of(page)
    if versions is None:
        return None
    current, default = versions
    if current is default:
        return None
    same = counterparts.translation(page.docname, current, default)
    docname = same or counterparts.find(page.docname, current, default)
    if docname is None or docname == page.docname:
        return None
    return VersionNotice(
        version=current.label, default=default.label, docname=docname, same=same is not None
    )


#: For ``rellinks``: context key, access key, and label as translated by Sphinx.
_RELATIONS = (("next", "N", "next"), ("prev", "P", "previous"))


class Neighbors:
    """Finds ``prev``, ``next`` and ``rellinks`` of the pages of one plan.

    :param target_uri: docname to URL relative to the site's root, as given by the builder.
    """

    def __init__(self, plan: PlacedPlan, target_uri: Callable[[str], str]) -> None:
        self._plan = plan
        self._target_uri = target_uri

    def context(self, docname: str, present: Mapping[str, Any]) -> dict[str, Any]:
        """The values for *docname* according to the plan; none if its metadata has
        ``hideFooterPagination``.

        :param present: Sphinx's own values. One for the same page, outside the navigation, is kept:
            it has the title's markup.
        """
        page = self._plan.pages.get(docname)
        is_last = page is not None and flag_of(page.metadata, "hideFooterPagination") is True
        targets = {
            name: None if is_last else self._page(getattr(page, name, None))
            for name in ("prev", "next")
        }
        values: dict[str, Any] = {}
        here = self._target_uri(docname)
        for name, target in targets.items():
            values[name] = None
            if target is None:
                continue
            link = relative_url(here, self._target_uri(target.docname))
            known = present.get(name)
            keep = known and known["link"] == link and not (page and page.trail)
            values[name] = known if keep else _link(target, link)
        links = [link for link in present.get("rellinks") or () if link[2] not in ("N", "P")]
        for name, key, label in _RELATIONS:
            if (target := targets[name]) is not None:
                links.append((target.docname, values[name]["title"], key, _(label)))
        return {**values, "rellinks": links}

    def _page(self, docname: str | None) -> Page | None:
        return None if docname is None else self._plan.pages.get(docname)


def _link(target: Page, link: str) -> dict[str, Any]:
    return {
        "link": link,
        "title": escape(target.label, quote=False),
    }


class PageContexts:
    """Template contexts of one build: one function per key.

    :param extra: groups of pages that are only in the project's own toctrees.
    :param ours: pages of the toctrees that we added to the root document.
    :param markdown: pages that have a Markdown file.
    """

    def __init__(
        self,
        site: Site,
        plan: PlacedPlan,
        builder: Builder,
        extra: tuple[ResolvedElement, ...] = (),
        ours: frozenset[str] = frozenset(),
        markdown: frozenset[str] = frozenset(),
    ) -> None:
        settings = plan.settings
        self._site = site
        self._builder = builder
        theme = self._theme = _own_theme(builder, settings)
        self._images = SharedImages(site.source_dir)
        styles = site_styles(settings, site.source_dir) if theme is not None else None
        self._style_files = styles.files if styles is not None else {}
        self.icons = Icons(settings, self._images.find)
        config = builder.config
        links = text_links(builder.env)
        assert links is not None, "there is a site"
        self.site_links = links
        self._navigation = self._plan_navigation(plan, links, extra)
        self._neighbors = Neighbors(plan, builder.get_target_uri)
        self._links = NavigationLinks(
            self._navigation, theme or theme_settings({}, settings), self.icons
        )
        tree = self._theme_tree(plan, ours) if theme is None and extra else None
        self._page_navigations = PageNavigations(self._navigation, self._links, tree)
        folders = (site.source_dir, Path(builder.confdir))
        shown = theme or theme_settings({}, settings)
        place = "_navapi/logo-" if theme is not None else "_static/navapi-logo-"
        self._logo_files = _logo_files(place, shown, *folders)
        self._has_own_logo = is_set(config, "html_logo")
        self._frame = SiteFrame(settings, links, self.icons)
        self._counterparts = Counterparts(plan)
        self._head = self._make_head(plan, extra, markdown)
        #: Additional elements in the head of every page.
        self.head_elements = HeadElements(settings, site.source_dir, links, config.html_baseurl)
        #: Style sheets and scripts of the site itself.
        self.code = site_code(site, Path(builder.confdir), settings, self.head_elements)
        icon = dark_favicon(settings, *folders)
        self._dark_favicon = icon[0] if icon else None

    def _make_head(
        self, plan: PlacedPlan, extra: tuple[ResolvedElement, ...], markdown: frozenset[str]
    ) -> HeadMeta:
        builder, links = self._builder, self.site_links
        config = builder.config
        return HeadMeta(
            plan,
            builder.get_target_uri,
            root_doc=config.root_doc,
            base_url=config.html_baseurl,
            navigable=frozenset(name for element in extra for name in element.docnames()),
            find_image=self._images.find,
            resolve=links.target,
            translator=partial(translator_for, builder.env),
            markdown=markdown,
        )

    def _plan_navigation(
        self, plan: PlacedPlan, links: TextLinks, extra: tuple[ResolvedElement, ...]
    ) -> NavigationHtml:
        builder, theme = self._builder, self._theme
        target_uri = lru_cache(maxsize=None)(builder.get_target_uri)
        entries = SidebarEntries(
            plan,
            target_uri,
            links,
            drilldown=_is_drilldown(theme, plan.settings),
            open_groups=theme is not None and theme.open_groups,
            authored=extra,
            icons=self.icons.draw if theme is not None and theme.sidebar_icons else None,
            has_fragments=theme is not None and builder.name != "singlehtml",
            numbers=numbers_of(builder.env),
        )
        sidebar = SidebarHtml(entries, plan.navigation, target_uri, self._site.words)
        return NavigationHtml(plan, sidebar, links)

    def _theme_tree(self, plan: PlacedPlan, ours: frozenset[str]) -> ThemeTree | None:
        """The writer of a third-party theme's tree around the project's own toctrees."""
        builder = self._builder
        if (
            not isinstance(builder, StandaloneHTMLBuilder)
            or builder.name == "singlehtml"
            or not self._navigation.has_one_section()
        ):
            return None
        apart = are_apart(builder.env, plan, ours)
        return ThemeTree(self._navigation, builder, builder.config.root_doc if apart else None)

    @property
    def navigation(self) -> NavigationHtml:
        """The writer of the navigation."""
        return self._navigation

    @property
    def head_meta(self) -> HeadMeta:
        """The machine-readable tags of each page."""
        return self._head

    @property
    def theme(self) -> ThemeSettings | None:
        """Settings of our own theme, ``None`` if the builder uses another one."""
        return self._theme

    def fragments(self) -> Iterator[tuple[str, str]]:
        """Name and HTML of the fragments that the sidebar of our own theme fetches; none for
        others.
        """
        if self._theme is not None and self._builder.name != "singlehtml":
            yield from self._navigation.fragments()

    def theme_context(self, docname: str, context: dict[str, Any]) -> dict[str, Any]:
        """The template context of our own theme for *docname*."""
        assert self._theme is not None
        theme = self._theme
        root = root_prefix(self._builder.get_target_uri(docname))
        logo = {
            scheme: _logo_url(self._logo_files.get(scheme, (None, None))[0], root)
            for scheme in ("light", "dark")
        }
        logo["light"] = logo["light"] or context.get("logo_url")
        return {
            **self._navigation_context(docname, self._links.around(docname)),
            **({"navapi_home": theme.logo_href} if theme.logo_href else {}),
            **self._settings_context(docname),
            "navapi_favicon_dark": _logo_url(self._dark_favicon, root),
            "navapi_logo": logo,
            "navapi_color_scheme": theme.color_scheme,
            "navapi_strict_scheme": theme.strict_scheme,
            "navapi_dark_code": theme.dark_code,
            "navapi_search_prompt": theme.search_prompt,
            "navapi_readthedocs": _on_read_the_docs(theme),
            "navapi_place": place_key(self._site.page(docname)),
            "navapi_show_prev_next": theme.show_prev_next,
            "navapi_edit_url": edit_url(context),
            **self.badges(docname, context),
            "navapi_unused": unused_files(
                str(context.get("body", "")),
                own_code_colors=not self._builder.config.pygments_style,
            ),
        }

    def is_single(self, docname: str) -> bool:
        """Whether *docname* is a page of the plan, with surroundings, in a separate file."""
        page = self._site.page(docname)
        return (
            page is not None
            and page_mode(page) not in ("custom", "frame")
            and self._builder.name != "singlehtml"
        )

    def badges(self, docname: str, context: Mapping[str, Any]) -> dict[str, Any]:
        """The ``body`` of *context* with the page's badges beside its title."""
        if "body" not in context:
            return {}
        page, words = self._site.page(docname), self._site.words(docname)
        return {"body": with_badges(context["body"], page, words)}

    def _navigation_context(self, docname: str, links: PageLinks) -> dict[str, Any]:
        """The navigation context of the page *docname* in our own theme."""
        page = self._navigation.page(docname)
        return {
            "navapi_page": docname,
            "navapi_kind": page_kind(page),
            "navapi_mode": page_mode(page),
            **links_context(links),
        }

    def head(self, docname: str, present: str = "") -> dict[str, Any]:
        """Sphinx's ``metatags`` and ``pageurl`` with the page's own tags, for any theme.

        :param present: existing tags.
        """
        canonical = self._head.canonical(docname)
        values = {"metatags": _joined(present, self._head.description(docname, present))}
        elements = self.head_elements.html(self._builder.get_target_uri(docname))
        if elements:
            values["navapi_head"] = elements
        return {**values, "pageurl": canonical} if canonical else values

    def more_tags(self, docname: str, present: str = "", text: str = "") -> dict[str, Any]:
        """Sphinx's ``metatags`` with the site's tags that are not there yet.

        :param text: describes the page if nothing else does.
        """
        if OPEN_GRAPH_EXTENSION in self._builder.config.extensions:
            description = self._head.generated_description(docname)
            present = with_description(present, description) if description else present
        return {"metatags": _joined(present, self._head.tags(docname, present, text))}

    def banner(self, docname: str) -> str | None:
        """The banner as HTML, for third-party themes."""
        banner = self._surroundings(docname)["navapi_banner"]
        # Some themes interpret text that starts like a URL as one.
        return None if banner is None else f'<span class="navapi-banner">{banner.html}</span>'

    def _surroundings(self, docname: str) -> dict[str, Any]:
        """Header, footer and banner of the page."""
        uri = self._builder.get_target_uri(docname)
        return self._frame.context(uri, self._navigation.current(docname))

    def plain_name(self, context: Mapping[str, Any]) -> dict[str, Any]:
        """The name in docs.json as text, for themes that insert it as markup."""
        name = self._site.plan.settings.get("name")
        if not isinstance(name, str):
            return {}
        # Filters recognize safe markup, and do not escape it again.
        return {
            key: Markup.escape(value)
            for key in ("project", "docstitle", "shorttitle")
            if (value := context.get(key)) == name.strip()
        }

    @property
    def logo_files(self) -> dict[str, Path]:
        """The files of logos by their URL relative to the site's root."""
        if self._theme is None and self.logos() is None:
            return {}
        return {url: path for url, path in self._logo_files.values() if path is not None}

    @property
    def image_files(self) -> dict[str, Path]:
        """The files used by pages and our style sheet, by their path in the output."""
        return {**self._images.files, **self._style_files}

    def logos(self) -> Logos | None:
        """Two logos for third-party themes, if docs.json has them and ``conf.py`` has none."""
        if self._theme is not None or self._has_own_logo or len(self._logo_files) < 2:
            return None
        names = {s: url.removeprefix("_static/") for s, (url, _) in self._logo_files.items()}
        return Logos(light=names["light"], dark=names["dark"])

    def _settings_context(self, docname: str) -> dict[str, Any]:
        """Other settings of docs.json, and the notice of an old version."""
        uri = self._builder.get_target_uri(docname)
        page = self._site.page(docname)
        notice = version_notice(page, self._counterparts) if page else None
        href = notice and relative_url(uri, self._builder.get_target_uri(notice.docname))
        return {
            **self._surroundings(docname),
            "navapi_notice": notice,
            "navapi_notice_href": href,
        }

    def page_navigation(self, docname: str) -> PageNavigation:
        """The parts of the navigation for third-party themes."""
        return self._page_navigations.of_page(docname)

    def neighbors(self, docname: str, present: Mapping[str, Any]) -> dict[str, Any]:
        """Sphinx's ``prev``, ``next`` and ``rellinks``, according to the plan
        (`Neighbors.context`).
        """
        if self._builder.name == "singlehtml":
            # There is only one page.
            return {}
        return self._neighbors.context(docname, present)

    def digests(self, docnames: Iterable[str]) -> dict[str, str]:
        """For each page, a digest of everything that the navigation adds to it."""
        known: dict[str, str] = {}
        for docname in docnames:
            if self._theme is not None:
                links = self._links.state(docname)
                shown = repr(self._navigation_context(docname, links)) + repr(self._theme)
                shown += repr(self._settings_context(docname)) + repr(self._dark_favicon)
            else:
                shown = repr(self._page_navigations.state(docname))
                shown += str(self.banner(docname))
                shown += str(self.logos())
            parts = (
                shown,
                language_digest(self._site, docname),
                str(self.neighbors(docname, {})),
                self._head.state(docname),
                repr([self._site.plan.settings.get(key) for key in _ON_EACH_PAGE])
                + repr(self.code),
            )
            known[docname] = digest_of(parts)
        return known


#: Settings that change all pages.
_ON_EACH_PAGE = ("customCSS", "head", "icons")


def _joined(present: str, tags: str) -> str:
    return f"{present}\n{tags}\n" if tags else present


def _is_drilldown(theme: ThemeSettings | None, settings: Mapping[str, Any]) -> bool:
    """Whether opening a group leads to its first page."""
    if theme is not None:
        return theme.drilldown is True
    interaction = settings.get("interaction")
    return isinstance(interaction, dict) and interaction.get("drilldown") is True


def _own_theme(builder: Builder, settings: Mapping[str, Any]) -> ThemeSettings | None:
    theme = getattr(builder, "theme", None)
    if theme is None or THEME not in theme_names(builder):
        return None
    return theme_settings(theme.get_options(builder.config.html_theme_options), settings)


def _logo_files(
    place: str, shown: ThemeSettings, source_dir: Path, conf_dir: Path
) -> dict[str, tuple[str, Path | None]]:
    """The files of the logos by color scheme, as returned by `logo_file`."""
    return {
        scheme: file
        for scheme, value in (("light", shown.logo_light), ("dark", shown.logo_dark))
        if (file := logo_file(f"{place}{scheme}", value, source_dir, conf_dir)) is not None
    }


def _logo_url(url: str | None, root: str) -> str | None:
    return url if url is None or url.startswith("https://") else f"{root}{url}"
