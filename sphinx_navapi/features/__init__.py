"""What a site may lack: each feature is a module with ``setup``, which connects it to a build.

Nothing else knows the features of this room: a feature handles Sphinx's events, and
``navapi-page-state``, whose handlers return what a page shows of the feature. If that has changed
since the last build, the page is written again.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from sphinx_navapi.config.confvals import OUR_SEARCH
from sphinx_navapi.plan.metadata import flag_of
from sphinx_navapi.project.environment import writes_site
from sphinx_navapi.project.output_files import writes_llms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sphinx.application import Sphinx

    from sphinx_navapi.project.site import Site


def _has_pages(app: Sphinx, site: Site) -> bool:
    return site.configured and writes_site(app.builder)


def _has_key(key: str) -> Callable[[Sphinx, Site], bool]:
    """For features enabled by a key of ``docs.json``."""
    return lambda app, site: _has_pages(app, site) and bool(site.plan.settings.get(key))


def _has_address(app: Sphinx, site: Site) -> bool:
    """Whether pages have absolute URLs, each its own."""
    is_known = bool(str(app.config.html_baseurl or "").rstrip("/"))
    return _has_pages(app, site) and is_known and app.builder.name != "singlehtml"


def _has_feed(app: Sphinx, site: Site) -> bool:
    pages = site.plan.pages.values()
    return _has_address(app, site) and any(flag_of(page.metadata, "rss") for page in pages)


def _has_sitemap(app: Sphinx, site: Site) -> bool:
    return site.confvals.sitemap and _has_address(app, site)


def _has_llms(app: Sphinx, site: Site) -> bool:
    return _has_pages(app, site) and writes_llms(app, site.confvals)


def _has_apis(app: Sphinx, site: Site) -> bool:
    is_single = app.builder.name == "singlehtml"
    return _has_pages(app, site) and bool(site.plan.documents) and not is_single


def _has_functions(app: Sphinx, site: Site) -> bool:
    """Whether Python functions are linked with operations."""
    documents = site.plan.documents.values()
    return bool(site.confvals.functions) or any(document.functions for document in documents)


def _has_history(app: Sphinx, site: Site) -> bool:
    documents = site.plan.documents.values()
    return _has_apis(app, site) and any(document.history.versions for document in documents)


def _has_skill_file(app: Sphinx, site: Site) -> bool:
    return _has_pages(app, site) and (site.source_dir / "skill.md").is_file()


#: The modules here, each with the condition on which a build imports it; handlers with the same
#: event and priority are called in this order.
FEATURES: Final[Mapping[str, Callable[[Sphinx, Site], bool]]] = {
    "playground": lambda app, site: writes_site(app.builder),
    # What a page contains is stored by any builder that reads it.
    "search_files": lambda app, site: True,
    "theme_search": lambda app, site: site.confvals.search == OUR_SEARCH,
    "guide_requests": lambda app, site: bool(site.plan.documents),
    "functions": _has_functions,
    "changed_since": _has_history,
    "section_labels": lambda app, site: "sphinx.ext.autosectionlabel" in app.extensions,
    "builtin_search": lambda app, site: app.builder.format == "html",
    "epub": lambda app, site: app.builder.name == "epub",
    "page_menu": _has_key("contextual"),
    "reader_values": _has_key("values"),
    "page_end": _has_pages,
    "feedback": _has_key("feedback"),
    "integrations": _has_key("integrations"),
    "diagrams": _has_pages,
    "formulas": _has_pages,
    "update_feed": _has_feed,
    "not_found": _has_pages,
    "skill_file": _has_skill_file,
    "llms": _has_llms,
    "sitemap": _has_sitemap,
    "api_catalog": _has_apis,
}


def setup_features(app: Sphinx, site: Site) -> None:
    """Set up the features that *site* has."""
    for name, has_feature in FEATURES.items():
        if has_feature(app, site):
            import_module(f"{__name__}.{name}").setup(app, site)
