"""The notice on pages of a version that is not the default."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.html.counterpart import Counterparts
from sphinx_navapi.html.head_meta import version_of
from sphinx_navapi.plan.site_plan import Page


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
    found = version_of(page)
    if found is None:
        return None
    current, default = found
    if current is default:
        return None
    same = counterparts.translation(page.docname, current, default)
    docname = same or counterparts.find(page.docname, current, default)
    if docname is None or docname == page.docname:
        return None
    return VersionNotice(
        version=current.label, default=default.label, docname=docname, same=same is not None
    )
