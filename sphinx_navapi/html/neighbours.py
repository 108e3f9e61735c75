"""The pages before and after a page, as Sphinx's templates have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from sphinx.locale import _

from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.plan.site_plan import Page, PlacedPlan

#: Of ``rellinks``: key of the context, access key, and label as Sphinx translates it.
_RELATIONS = (("next", "N", "next"), ("prev", "P", "previous"))


class Neighbours:
    """Finds ``prev``, ``next`` and ``rellinks`` of the pages of one plan.

    :param target_uri: docname to URL relative to the site's root, as the builder has it.
    """

    def __init__(self, plan: PlacedPlan, target_uri: Callable[[str], str]) -> None:
        self._plan = plan
        self._target_uri = target_uri

    def context(self, docname: str, present: Mapping[str, Any]) -> dict[str, Any]:
        """What *docname* has by the plan.

        :param present: what Sphinx has found. Where it names the same page, outside the
            navigation, that stays as it is: it has the title's markup.
        """
        page = self._plan.pages.get(docname)
        targets = {name: self._page(getattr(page, name, None)) for name in ("prev", "next")}
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
