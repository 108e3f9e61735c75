"""``redirects`` of ``docs.json`` as small pages: a static site cannot answer with 308.

A rule for a single path becomes a page at that path. A rule with ``:name`` or ``*`` applies to any
number of paths; it becomes a page for each path that it redirects to an existing page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any
from urllib.parse import quote, unquote

from sphinx_navapi.config.value_problems import ValueProblem, show
from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.diagnostics import COUNT, Cause, Level
from sphinx_navapi.links import targets
from sphinx_navapi.links.targets import HOLE, relative_url
from sphinx_navapi.locale.interface import interface_words, message
from sphinx_navapi.locale.languages import is_right_to_left, language_tag

#: Shown if the browser does not redirect by itself.
TITLE = message("This page has moved")
LINK = message("It is here now:")

#: Maximum length of a chain of redirects.
_MAX_STEPS = 20

#: Maximum number of pages for all rules with ``*``.
_MAX_EXPANDED = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """:ivar source: path below the site's root, without surrounding slashes, unquoted.

    :ivar target: URL, relative to the site's root if it has no scheme.
    :ivar label: text of the link.
    """

    source: str
    target: str
    label: str
    permanent: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectPage:
    """A written redirect. :ivar sha256: of the page's bytes, hexadecimal."""

    redirect: Redirect
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectFinding:
    """A diagnostic about a rule, with its level. :ivar cause: that of several rules."""

    problem: ValueProblem
    level: Level
    cause: Cause | None = None


_IS_PAGE = Cause(
    key="redirect:page",
    summary=f"{COUNT} redirects are ignored because their sources are pages: remove the redirects"
    " or the pages",
)
_NOT_PLAIN = Cause(
    key="redirect:plain",
    summary=f"{COUNT} redirects are ignored because they cannot match what follows # or ? in their"
    " sources: use paths such as /old/page",
)


@dataclass(frozen=True, kw_only=True)  # without slots, so that it can have a cached property
class Destinations:
    """The possible targets of redirects.

    :ivar pages: title by docname, in reading order.
    :ivar target_uri: docname to URL relative to the site's root.
    :ivar find_file: URL of the output file at a path, ``None`` if there is none.
    :ivar root_leads_on: whether the root has no page, but redirects elsewhere.
    """

    pages: Mapping[str, str]
    root_doc: str
    target_uri: Callable[[str], str]
    find_file: Callable[[str], str | None]
    root_leads_on: bool = False

    def find(self, path: str) -> tuple[str, str] | None:
        """URL and label of the target at the root-relative *path*."""
        rooted = f"/{path.strip('/')}"
        docname = targets.find_page(rooted, "", self.pages, self.root_doc)
        if docname is None:
            file = self.find_file(path.strip("/"))
            if file is not None:
                return file, path.strip("/").rpartition("/")[2]
            docname = targets.find_in_folder(rooted, "", self._first) if path.strip("/") else None
        return (self.target_uri(docname), self.pages[docname]) if docname is not None else None

    @cached_property
    def _first(self) -> Mapping[str, str]:
        return targets.first_pages(self.pages)


def plan_redirects(
    rules: object, destinations: Destinations
) -> tuple[tuple[Redirect, ...], tuple[RedirectFinding, ...]]:
    """The redirects that can be written, and findings about the others.

    :param rules: the value of ``redirects`` as configured; problems have pointers below
        ``/redirects``. Invalid entries are skipped: they were reported when the configuration was
        read.

    The first rule for a path applies. Existing pages take precedence.
    """
    planner = _RedirectPlanner(rules if isinstance(rules, list) else [], destinations)
    planner.run()
    return tuple(planner.redirects.values()), tuple(planner.findings)


class _RedirectPlanner:
    def __init__(self, rules: list[Any], destinations: Destinations) -> None:
        self.rules = [
            (index, rule["source"].strip(), rule["destination"].strip(), rule)
            for index, rule in enumerate(rules)
            if isinstance(rule, Mapping)
            and isinstance(rule.get("source"), str)
            and isinstance(rule.get("destination"), str)
            and rule["source"].strip()
            and rule["destination"].strip()
        ]
        self.destinations = destinations
        self.follow = targets.Redirects(rules).follow
        self.redirects: dict[str, Redirect] = {}
        self.findings: list[RedirectFinding] = []
        self.unanswered: list[str] = []

    def run(self) -> None:
        """Rules for a single path come first: they are more specific than patterns."""
        for index, source, destination, rule in self.rules:
            if not HOLE.search(_path_of(source)):
                self.exact(index, source, destination, permanent=rule.get("permanent") is not False)
        for index, source, destination, rule in self.rules:
            if HOLE.search(_path_of(source)):
                self.open(index, source, destination, permanent=rule.get("permanent") is not False)
        self.say_unanswered()

    def say(
        self,
        index: int,
        key: str,
        text: str,
        level: Level = Level.WARNING,
        cause: Cause | None = None,
    ) -> None:
        problem = ValueProblem(f"/redirects/{index}/{key}", text)
        self.findings.append(RedirectFinding(problem=problem, level=level, cause=cause))

    def say_page(self, index: int, source: str) -> None:
        text = f"{show(source)} is a page, so the redirect is ignored: remove one of them"
        self.say(index, "source", text, Level.INFO, _IS_PAGE)

    def exact(self, index: int, source: str, destination: str, *, permanent: bool) -> None:
        if not source.strip("/"):
            self.root(index, source, destination)
            return
        path = self.source_path(index, source)
        if path is None:
            return
        if self.is_page(path):
            self.say_page(index, source)
            return
        if path in self.redirects:
            text = f"{show(source)} is already redirected; this redirect is ignored"
            self.say(index, "source", text, Level.INFO)
            return
        page = self.destination(index, destination)
        if page is not None:
            self.add(path, page, permanent=permanent)

    def root(self, index: int, source: str, destination: str) -> None:
        """A rule for the root; the writer of the root page uses `root_destination`."""
        if self.destinations.root_leads_on:
            self.destination(index, destination)
            return
        self.say_page(index, source)

    def open(self, index: int, source: str, destination: str, *, permanent: bool) -> None:
        """A rule with placeholders, for the paths that it redirects to an existing page."""
        if "(" in source:
            # A placeholder with its own regular expression.
            self.unanswered.append(source)
            return
        if self.source_path(index, source) is None:
            return
        if targets.is_external(destination) and not self.is_link(index, destination):
            return
        pairs = dict(self.matching(source, destination))
        base = self.base(source, destination)
        if base is not None and base not in pairs:
            holes = set(HOLE.findall(source))
            emptied = HOLE.sub(lambda m: "" if m[1] in holes else m[1], destination)
            pairs[base] = self.resolve(emptied or "/")
        for path, page in pairs.items():
            if page is not None and not self.is_page(path) and path not in self.redirects:
                if len(self.redirects) >= _MAX_EXPANDED:
                    break
                self.add(path, page, permanent=permanent)
        if not _same_holes(source, destination) or targets.is_external(destination):
            self.unanswered.append(source)

    def say_unanswered(self) -> None:
        """One finding for all rules that need a server."""
        if not self.unanswered:
            return
        shown = ", ".join(show(source) for source in self.unanswered[:3])
        more = len(self.unanswered) - 3
        text = (
            f"{shown}{f' and {more} more' if more > 0 else ''}"
            f" {'matches' if len(self.unanswered) == 1 else 'match'} any path, which a static"
            " site cannot redirect: only known paths are redirected; write a rule for each path, or"
            " have your server apply the rules in _navapi/redirects.json"
        )
        self.findings.append(
            RedirectFinding(problem=ValueProblem("/redirects", text), level=Level.INFO)
        )

    def matching(
        self, source: str, destination: str
    ) -> Iterator[tuple[str, tuple[str, str] | None]]:
        """Source paths of all pages that the rule leads to."""
        path, _, anchor = destination.partition("#")
        if targets.is_external(destination) or not _same_holes(source, path):
            return
        backwards = targets.Redirects(
            [{"source": _unquoted(path), "destination": _unquoted(source)}]
        )
        suffix = f"#{anchor}" if anchor else ""
        for docname, title in self.destinations.pages.items():
            names = [docname, docname.removesuffix("/index")] if "/" in docname else [docname]
            for name in dict.fromkeys(names):
                old = backwards.follow(name)
                if old is not None and old.strip("/") != name:
                    uri = self.destinations.target_uri(docname)
                    yield old.strip("/"), (f"{uri}{suffix}", title)

    def base(self, source: str, destination: str) -> str | None:
        """The path of the rule if its ``*`` match nothing."""
        if any(not hole.endswith("*") for hole in HOLE.findall(source)):
            return None
        return _unquoted(HOLE.sub("", source)).strip("/") or None

    def source_path(self, index: int, source: str) -> str | None:
        """The path below the root for *source*, ``None`` (reported) if it is invalid.

        For a rule with placeholders, only its validity is checked.
        """
        if targets.is_external(source):
            reason = "an external URL, which this site cannot redirect"
        elif "#" in source or "?" in source:
            reason = "not a plain path: redirects cannot match what follows # or ?"
        else:
            # A placeholder stands for a valid segment.
            path = _unquoted(HOLE.sub(lambda hole: "/_" if hole[1][0] == "/" else "_", source))
            segments = path.strip("/").split("/")
            if path.strip("/") and not any(
                s in ("", ".", "..") or _BAD.search(s) for s in segments
            ):
                return "/".join(segments)
            reason = "not a path of the site"
        text = f"{show(source)} is {reason}; it was ignored: use a path such as /old/page"
        if "#" in source or "?" in source:
            self.say(index, "source", text, Level.INFO, _NOT_PLAIN)
        else:
            self.say(index, "source", text)
        return None

    def is_page(self, path: str) -> bool:
        return path in self.destinations.pages or f"{path}/index" in self.destinations.pages

    def destination(self, index: int, destination: str) -> tuple[str, str] | None:
        if targets.is_external(destination):
            return (destination, destination) if self.is_link(index, destination) else None
        page = self.resolve(destination)
        if page is None:
            self.say(
                index,
                "destination",
                f"no page or file exists at {show(destination)}; the redirect was ignored: use"
                " the path of a page",
            )
        return page

    def is_link(self, index: int, destination: str) -> bool:
        if is_link(destination):
            return True
        text = f"{show(destination)} is ignored: use a path, or a URL with https:"
        self.say(index, "destination", text)
        return False

    def resolve(self, destination: str) -> tuple[str, str] | None:
        """URL and label of *destination*, following other redirects if needed."""
        seen = set()
        for _step in range(_MAX_STEPS):
            if targets.is_external(destination):
                return (destination, destination) if is_link(destination) else None
            path, anchor = targets.split_href(destination)
            if path in seen:
                return None
            seen.add(path)
            page = self.destinations.find(path)
            # The source of a rule is not a page, even if a folder of pages has its name.
            following = None if page and self.is_page(path.strip("/")) else self.follow(path)
            if following is None:
                suffix = f"#{quote(anchor)}" if anchor else ""
                return (f"{page[0]}{suffix}", page[1]) if page else None
            destination = following if "#" in following or not anchor else f"{following}#{anchor}"
        return None

    def add(self, path: str, page: tuple[str, str], *, permanent: bool) -> None:
        target, label = page
        self.redirects[path] = Redirect(
            source=path, target=target, label=label, permanent=permanent
        )


#: Characters that a path segment cannot contain on some file systems.
_BAD = re.compile(r'[\x00-\x1f\x7f<>"|\\?*]|\A\s|[\s.]\Z')


def _path_of(source: str) -> str:
    return "" if targets.is_external(source) else source.partition("#")[0].partition("?")[0]


def _unquoted(path: str) -> str:
    return unquote(path, errors="replace")


def _same_holes(source: str, destination: str) -> bool:
    """Whether a path matching *destination* determines all placeholders of *source*."""
    ours, theirs = HOLE.findall(source), HOLE.findall(destination.partition("#")[0])
    names = [hole.strip("/") for hole in ours]
    return len(set(names)) == len(names) and sorted(names) == sorted(h.strip("/") for h in theirs)


def root_destination(rules: object) -> str | None:
    """The destination of the rule for the root, ``None`` without one."""
    for rule in redirect_rules(rules):
        if not rule["source"].strip("/"):
            return str(rule["destination"])
    return None


def redirect_paths(source: str, *, suffix: str, folders: bool) -> tuple[str, ...]:
    """Output paths of the pages for *source*.

    :param folders: whether pages are ``index`` files of folders (dirhtml). Without, there are two:
        hosts differ in which of them they serve at ``/source``.
    """
    if source.endswith((suffix, ".html", ".htm")):
        return (source,)
    if folders:
        return (f"{source}/index{suffix}",)
    if source.rpartition("/")[2] == "index":
        return (f"{source}{suffix}",)
    return (f"{source}{suffix}", f"{source}/index{suffix}")


def redirect_page(redirect: Redirect, path: str, *, base_url: str = "", lang: str = "en") -> str:
    """The page at *path* that redirects without scripts.

    :param base_url: address of the site's root, for the canonical link.
    :param lang: language of its text.
    """
    words = interface_words(lang)
    title = escape(words(TITLE), quote=False)
    tag = language_tag(lang.replace("_", "-"))
    direction = "rtl" if is_right_to_left(lang) else "ltr"
    href = redirect.target
    if not targets.is_external(href):
        href = relative_url(path, href)
    href = _url(href)
    canonical = href
    if base_url and not targets.is_external(redirect.target):
        canonical = f"{base_url.rstrip('/')}/{redirect.target}"
    head = f'<link rel="canonical" href="{escape(canonical)}">\n'
    if not redirect.permanent:
        head = '<meta name="robots" content="noindex">\n'
    return (
        f'<!DOCTYPE html>\n<html lang="{tag}" dir="{direction}">\n<head>\n'
        f'<meta charset="utf-8">\n<meta name="generator" content="sphinx-navapi redirect">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="refresh" content="0; url={escape(href)}">\n{head}'
        f"<title>{title}</title>\n<style>:root{{color-scheme:light dark}}"
        "body{max-width:40rem;margin:4rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}"
        "</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n"
        f"<p>{escape(words(LINK), quote=False)}"
        f' <a href="{escape(href)}">{escape(redirect.label, quote=False)}</a></p>\n'
        "</main>\n</body>\n</html>\n"
    )


def redirect_pages(
    redirects: Iterable[Redirect], *, suffix: str, folders: bool
) -> dict[str, Redirect]:
    """The redirect for each page to write, by output path; the first if there are two for a
    path.
    """
    pages: dict[str, Redirect] = {}
    for redirect in redirects:
        for path in redirect_paths(redirect.source, suffix=suffix, folders=folders):
            pages.setdefault(path, redirect)
    return pages


def redirects_json(rules: object, pages: Mapping[str, RedirectPage]) -> dict[str, Any] | None:
    """The object of ``redirects.json``, ``None`` if it would be empty.

    :param rules: the value of ``redirects`` as configured.
    :param pages: those that were written, by path.
    """
    usable = redirect_rules(rules)
    if not usable and not pages:
        return None
    return {
        "version": 1,
        "redirects": usable,
        "pages": {
            path: {
                "href": _url(page.redirect.target),
                "permanent": page.redirect.permanent,
                "sha256": page.sha256,
            }
            for path, page in sorted(pages.items())
        },
    }


def _url(href: str) -> str:
    # Quotation marks would end the address early (HTML, "shared declarative refresh steps").
    return href.replace('"', "%22").replace("'", "%27").replace(" ", "%20")


def redirect_rules(rules: object) -> list[dict[str, Any]]:
    """All valid rules as written, in order, for a server that supports them.

    ``:name`` matches a segment, ``:name*`` and ``*`` the rest of the path.
    """
    usable = []
    for rule in rules if isinstance(rules, list) else ():
        if not isinstance(rule, Mapping):
            continue
        source, destination = rule.get("source"), rule.get("destination")
        if not isinstance(source, str) or not isinstance(destination, str):
            continue
        if not source.strip() or targets.is_external(source) or not is_link(destination):
            continue
        usable.append(
            {
                "source": source.strip(),
                "destination": destination.strip(),
                "permanent": rule.get("permanent") is not False,
            }
        )
    return usable
