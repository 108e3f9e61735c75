"""The previous and next page, in the form of Sphinx's templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from sphinx.locale import _

from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.plan.metadata import flag_of
from sphinx_navapi.plan.site_plan import Page, PlacedPlan

#: For ``rellinks``: context key, access key, and label as translated by Sphinx.
_RELATIONS = (("next", "N", "next"), ("prev", "P", "previous"))


class Neighbours:
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
        found: dict[str, Any] = {}
        for name, target in targets.items():
            found[name] = None
            if target is None:
                continue
            link = relative_url(self._target_uri(docname), self._target_uri(target.docname))
            known = present.get(name)
            keep = known and known["link"] == link and not (page and page.trail)
            found[name] = known if keep else _link(target, link)
        links = [link for link in present.get("rellinks") or () if link[2] not in ("N", "P")]
        for name, key, label in _RELATIONS:
            if (target := targets[name]) is not None:
                links.append((target.docname, found[name]["title"], key, _(label)))
        return {**found, "rellinks": links}

    def _page(self, docname: str | None) -> Page | None:
        return None if docname is None else self._plan.pages.get(docname)


def _link(target: Page, link: str) -> dict[str, Any]:
    return {
        "link": link,
        "title": escape(target.sidebar_title or target.title, quote=False),
    }
