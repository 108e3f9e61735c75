"""Links of ``docs.json``, of page metadata and of OpenAPI documents that lead nowhere."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from typing import NamedTuple, Protocol

from sphinx_navapi.config.value_problems import ValueProblem
from sphinx_navapi.config.written_links import written_links
from sphinx_navapi.diagnostics import COUNT, Cause, Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import (
    anchor_advice,
    is_field_anchor,
    is_page_link,
    names_file,
    rooted,
    split_href,
)
from sphinx_navapi.plan.document_facts import TextFact
from sphinx_navapi.plan.metadata import link_of, related_of
from sphinx_navapi.plan.planned_pages import index_overviews
from sphinx_navapi.plan.site import PlannedSite
from sphinx_navapi.plan.site_plan import SitePlan

_ADVICE = "use the path of a page, from the root of the site with '/'"

#: What `navapi serve` answers itself, below the site's root.
_SERVED = "mcp"


class LinkFinder(Protocol):
    """Finds the targets of links, once all pages are read."""

    def find(self, href: str, docname: str) -> PageTarget | str | None:
        """The target of *href* on the page *docname*."""

    def other_anchors(self, target: PageTarget) -> Iterable[str] | None:
        """The anchors of the page of *target* if none of them is its own."""


class DeadLink(NamedTuple):
    """A link that leads nowhere.

    :ivar page: the page that lacks *anchor*; ``None`` if there is no page.
    :ivar advice: what to write.
    """

    page: str | None
    anchor: str
    advice: str


class LinkJudge:
    """Finds links within the site that lead nowhere.

    :param has_file: whether the site has a file at a path below its root.
    :param pages: docnames of all pages, for suggestions.
    """

    def __init__(
        self, links: LinkFinder, has_file: Callable[[str], bool], pages: Iterable[str]
    ) -> None:
        self._links = links
        self._has_file = has_file
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_folder: dict[str, list[str]] = defaultdict(list)
        for docname in pages:
            folder, name = posixpath.split(docname)
            self._by_name[name].append(docname)
            self._by_folder[folder].append(docname)

    def fault(self, href: str, docname: str = "") -> DeadLink | None:
        """What is wrong with *href*; ``None`` if it leads out of the site or somewhere.

        :param docname: the page with the link; without one, anchors of its own are not judged.
        """
        if not is_page_link(href) and not (docname and href.startswith("#")):
            return None
        target = self._links.find(href, docname)
        if isinstance(target, PageTarget):
            others = self._links.other_anchors(target)
            if others is None:
                return None
            return DeadLink(target.docname, target.anchor, anchor_advice(target.anchor, others))
        path = posixpath.normpath(f"/{split_href(href)[0]}").strip("/")
        if target is not None or path == _SERVED or self._has_file(path):
            return None
        near = self._near(path)
        if near is not None:
            return DeadLink(None, "", f"did you mean '/{near}'?")
        is_file = names_file(path)
        return DeadLink(None, "", "add the file, unless your server has it" if is_file else _ADVICE)

    def leads_on(self, href: str) -> bool:
        """Whether *href*, an anchor, leads from any page to another."""
        target = self._links.find(href, "")
        return isinstance(target, PageTarget) and bool(target.docname)

    def _near(self, path: str) -> str | None:
        """The page that was probably meant: moved to another folder, or misspelled."""
        folder, name = posixpath.split(path)
        same = self._by_name.get(name, [])
        return same[0] if len(same) == 1 else nearest_word(path, self._by_folder.get(folder, ()))


def find_dead_links(planned: PlannedSite, judge: LinkJudge) -> Iterator[Diagnostic]:
    """A diagnostic for each dead link of ``docs.json``, and of ``url`` and ``related`` in the
    metadata of pages.
    """
    config = planned.inputs.config
    for href, pointer in written_links(config.value, planned.navigation):
        fault = judge.fault(rooted(href))
        if fault is not None:
            text, level = _message(href, fault), _level(href)
            subtype = Subtype.UNRESOLVED_LINK
            yield config.diagnose(ValueProblem(pointer, text, level=level, subtype=subtype))
    for docname, page in planned.plan.pages.items():
        url = link_of(page.metadata)
        links = [("url", url)] if url is not None else []
        for key, href in (*links, *(("related", each) for _, each in related_of(page.metadata))):
            fault = judge.fault(rooted(href))
            file = planned.files.get(docname) if fault is not None else None
            if fault is not None and file is not None:
                yield Diagnostic(
                    subtype=Subtype.UNRESOLVED_LINK,
                    message=f"{key}: {_message(href, fault)}",
                    level=_level(href),
                    place=Place(file=file.path, line=file.head.lines.get(key)),
                )


def _level(href: str) -> Level:
    """A file may be added to the site after the build."""
    return Level.INFO if names_file(split_href(href)[0]) else Level.WARNING


def _message(href: str, fault: DeadLink) -> str:
    if fault.page is None:
        return f"no page or file exists at {href!r}, so the link leads nowhere: {fault.advice}"
    return f"{_without_anchor(fault)}: {fault.advice}"


def _without_anchor(fault: DeadLink) -> str:
    page = f"page {fault.page!r} has" if fault.page else "the pages that show it have"
    return f"{page} no heading or anchor {fault.anchor!r}; the link leads to the page"


def unresolved_links(
    facts: Iterable[TextFact], plan: SitePlan, judge: LinkJudge, sections: Container[str]
) -> Iterator[Diagnostic]:
    """An info for each dead link of *facts*; many below the same folder have one cause.

    :param sections: anchors of the sections of operation pages.
    """
    pages = TextPages(plan)
    for fact in facts:
        fault = None if fact.link is None else _fault(fact, fact.link, pages, judge, sections)
        if fact.link is not None and fault is not None:
            problem, cause = f"but {_without_anchor(fault)}", None
            if fault.page is None:
                problem = "where there is no page or file; the link is unchanged"
                cause = _missing_folder(fact.document, fact.link)
            yield Diagnostic(
                subtype=Subtype.UNRESOLVED_LINK,
                level=Level.INFO,
                message=f"{fact.document}: {fact.pointer} links to {fact.link!r}, {problem}:"
                f" {fault.advice}",
                place=Place(file=fact.file, line=fact.line),
                cause=cause,
            )


def _missing_folder(document: str, link: str) -> Cause | None:
    """Why many links of *document* lead nowhere: it was written for another site."""
    if not link.startswith("/"):
        return None
    folder = link.split("/")[1]
    return Cause(
        key=f"links:{document}:{folder}",
        summary=f"{document}: {COUNT} links lead below '/{folder}', where there are no such pages"
        f" or files; they are unchanged: {_ADVICE}",
        example=f", for example {link!r}",
    )


def _fault(
    fact: TextFact, link: str, pages: TextPages, judge: LinkJudge, sections: Container[str]
) -> DeadLink | None:
    if not link.startswith("#"):
        return judge.fault(link)
    docname = pages.find(fact)
    if docname:
        return judge.fault(link, docname)
    anchor = split_href(link)[1]
    # Several pages show the text of a component: fields and sections are on some of them.
    is_possible = anchor in sections or is_field_anchor(anchor) or judge.leads_on(link)
    return (
        None if docname is None or is_possible else DeadLink("", anchor, anchor_advice(anchor, ()))
    )


class TextPages:
    """The pages of *plan* that show the texts of documents."""

    def __init__(self, plan: SitePlan) -> None:
        self._plan = plan
        self._operations = {
            (name, operation.pointer): operation.key
            for name, document in plan.documents.items()
            for operation in document.operations
        }
        self._overviews = index_overviews(plan.pages)

    def find(self, fact: TextFact) -> str | None:
        """The page with the text of *fact*; ``""`` if there may be several, ``None`` if none is."""
        steps = fact.pointer.split("/")
        if steps[1] in ("info", "tags", "externalDocs"):
            return self._overviews.get(fact.document)
        for count in (3, 4):
            key = self._operations.get((fact.document, "/".join(steps[:count])))
            if key is not None:
                return next(iter(self._plan.operation_pages.get(key, ())), None)
        return ""
