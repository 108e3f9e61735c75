"""Links of ``docs.json``, of page metadata and of OpenAPI documents that lead nowhere."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from sphinx_navapi.config.value_problems import ValueProblem
from sphinx_navapi.config.written_links import written_links
from sphinx_navapi.diagnostics import Diagnostic, Level, Place, Subtype
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_page_link, names_file, rooted, split_href
from sphinx_navapi.plan.document_facts import TextFact
from sphinx_navapi.plan.metadata import link_of
from sphinx_navapi.plan.page_notes import related_of
from sphinx_navapi.plan.site import PlannedSite

_ADVICE = "use the path of a page, from the root of the site with '/'"

#: What `navapi serve` answers itself, below the site's root.
_SERVED = "mcp"


class LinkJudge:
    """Finds links within the site that lead nowhere.

    :param find: returns the target of an address.
    :param has_file: whether the site has a file at a path below its root.
    :param pages: docnames of all pages, for suggestions.
    """

    def __init__(
        self,
        find: Callable[[str], PageTarget | str | None],
        has_file: Callable[[str], bool],
        pages: Iterable[str],
    ) -> None:
        self._find = find
        self._has_file = has_file
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_folder: dict[str, list[str]] = defaultdict(list)
        for docname in pages:
            folder, name = posixpath.split(docname)
            self._by_name[name].append(docname)
            self._by_folder[folder].append(docname)

    def advice(self, href: str) -> str | None:
        """What to write instead of the dead link *href*; ``None`` if it is not dead."""
        if not is_page_link(href) or self._find(href) is not None:
            return None
        path = posixpath.normpath(f"/{split_href(href)[0]}").strip("/")
        if path == _SERVED or self._has_file(path):
            return None
        near = self._near(path)
        if near is not None:
            return f"did you mean '/{near}'?"
        return "add the file, unless your server provides it" if names_file(path) else _ADVICE

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
        advice = judge.advice(rooted(href))
        if advice is not None:
            text = f"{_dead(href)}: {advice}"
            subtype = Subtype.UNRESOLVED_LINK
            yield config.diagnose(ValueProblem(pointer, text, level=_level(href), subtype=subtype))
    for docname, page in planned.plan.pages.items():
        url = link_of(page.metadata)
        links = [("url", url)] if url is not None else []
        for key, href in (*links, *(("related", each) for _, each in related_of(page.metadata))):
            advice = judge.advice(rooted(href))
            file = planned.files.get(docname) if advice is not None else None
            if file is not None:
                yield Diagnostic(
                    subtype=Subtype.UNRESOLVED_LINK,
                    message=f"{key}: {_dead(href)}: {advice}",
                    level=_level(href),
                    place=Place(file=file.path, line=file.head.lines.get(key)),
                )


def _level(href: str) -> Level:
    """A file may be added to the site after the build."""
    return Level.INFO if names_file(split_href(href)[0]) else Level.WARNING


def _dead(href: str) -> str:
    return f"no page or file exists at {href!r}, so the link leads nowhere"


def unresolved_links(facts: Iterable[TextFact], judge: LinkJudge) -> Iterator[Diagnostic]:
    """An info for each dead link of *facts*."""
    for fact in facts:
        advice = judge.advice(fact.link) if fact.link is not None else None
        if advice is not None:
            yield Diagnostic(
                subtype=Subtype.UNRESOLVED_LINK,
                level=Level.INFO,
                message=f"{fact.document}: {fact.pointer} links to {fact.link!r}, where there is no"
                f" page or file; the link is unchanged: {advice}",
                place=Place(file=fact.file, line=fact.line),
            )
