"""What a path leads to: a file, a redirect, or nothing."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sphinx_navapi.built_site.files import SiteFile, SiteFiles, is_path
from sphinx_navapi.links.targets import Redirects, is_external, split_href
from sphinx_navapi.links.urls import relative_url

#: Maximum length of a chain of redirects.
_MAX_STEPS = 20

#: Maximum length of a path matched against rules: with several ``*``, all ways to split it are
#: tried.
_RULED = 500

#: Characters allowed in a URL beside letters and digits, including a percent sign.
_SAFE = "/:?#[]@!$&'()*+,;=%~-._"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """:ivar location: as in the header, relative to the requested path."""

    location: str
    permanent: bool


class SiteLookup:
    """Finds the targets of paths of a site.

    A page is served at the path of its file, a folder as its ``index.html``. A path without a
    suffix leads to the page of that name, and the rules of ``redirects.json`` apply if there is no
    page.
    """

    def __init__(self, files: SiteFiles) -> None:
        self.files = files
        self._rules = _NO_RULES
        self._rules_of = -1

    def find(self, name: str) -> SiteFile | Moved | None:
        """The target of *name*, the decoded path without a leading slash."""
        folder = name.rstrip("/") if name == "" or name.endswith("/") else None
        if name and not is_path(name.removesuffix("/")):
            return None
        file = self.files.find(_join(folder, "index.html") if folder is not None else name)
        if file is not None:
            return self._moved(name, file) or file
        if folder is None and (index := self.files.find(f"{name}/index.html")) is not None:
            found = self._moved(name, index)
            return found or Moved(location=f"{_here(name)}/", permanent=True)
        return self._ruled(name) or self._renamed(name)

    def look(self, name: str) -> tuple[SiteFile | Moved | None, SiteFile | None]:
        """The result of `find`, and the Markdown file if it is a page."""
        found = self.find(name)
        return found, None if found is None or isinstance(found, Moved) else self._markdown(found)

    def _markdown(self, page: SiteFile) -> SiteFile | None:
        stem = page.name.removesuffix(".html")
        if stem == page.name:
            return None
        found = self.files.find(f"{stem}.md")
        if found is None and stem.endswith("/index"):
            # The builder `dirhtml` writes each page as the index of a folder.
            found = self.files.find(f"{stem.removesuffix('/index')}.md")
        return found

    def _moved(self, name: str, file: SiteFile) -> Moved | None:
        """The target of *file*, if it is a redirect page."""
        redirect = self._current_rules().pages.get(file.name)
        if redirect is None:
            return None
        href, permanent = redirect
        if is_external(href):
            return Moved(location=quote(href, safe=_SAFE), permanent=permanent)
        return Moved(location=relative_url(quote(name), href.lstrip("/")), permanent=permanent)

    def _renamed(self, name: str) -> Moved | None:
        """The same page in the other URL style: with a suffix, or as a folder."""
        plain = name.rstrip("/")
        if not plain:
            return None
        target = None
        if plain.endswith(".html") and self.files.find(f"{plain[:-5]}/index.html") is not None:
            target = f"{plain[:-5]}/"
        elif (file := self.files.find(f"{plain}.html")) is not None:
            if (found := self._moved(name, file)) is not None:
                return found
            target = f"{plain}.html"
        if target is None:
            return None
        return Moved(location=relative_url(quote(name), quote(target)), permanent=True)

    def _ruled(self, name: str) -> Moved | None:
        """The target of *name* according to the configured rules."""
        if len(name) > _RULED:
            return None
        rules = self._current_rules()
        destination = rules.all.follow(name)
        if destination is None:
            return None
        permanent = rules.is_permanent(name, destination)
        for _step in range(_MAX_STEPS):
            if is_external(destination):
                is_web = destination.lower().startswith(("https://", "http://"))
                location = quote(destination, safe=_SAFE)
                return Moved(location=location, permanent=permanent) if is_web else None
            path, anchor = split_href(destination)
            target = self._page_at(path.strip("/"))
            if target is not None:
                suffix = f"#{quote(anchor)}" if anchor else ""
                location = relative_url(quote(name), quote(target) + suffix)
                return Moved(location=location, permanent=permanent)
            following = rules.all.follow(path)
            if following is None:
                return None
            destination = following
        return None

    def _page_at(self, path: str) -> str | None:
        """The URL of the page for *path*, ``None`` if there is none."""
        rules = self._current_rules()
        stem = re.sub(r"\.(mdx?|rst|html?)\Z", "", path)
        for name in (f"{stem}.html", _join(path, "index.html"), _join(stem, "index.html"), path):
            file = self.files.find(name)
            if file is not None and file.name not in rules.pages:
                return name.removesuffix("index.html") if name.endswith("/index.html") else name
        return None

    def _current_rules(self) -> _Rules:
        path = self.files.root / "_navapi" / "redirects.json"
        try:
            mtime = path.stat().st_mtime_ns
        except OSError:
            return _NO_RULES
        if mtime != self._rules_of:
            self._rules, self._rules_of = _read_rules(path), mtime
        return self._rules


class _Rules:
    """The redirects of a site. Creating them costs more than serving many requests.

    :ivar pages: target of each redirect page, and whether it is permanent, by path.
    """

    def __init__(self, rules: list[dict[str, object]], pages: dict[str, tuple[str, bool]]) -> None:
        self.pages = pages
        self.all = Redirects(rules)
        self._each = [(Redirects([rule]), rule.get("permanent") is not False) for rule in rules]

    def is_permanent(self, name: str, destination: str) -> bool:
        """Whether the rule that leads from *name* to *destination* is permanent."""
        found = (permanent for one, permanent in self._each if one.follow(name) == destination)
        return next(found, True)


_NO_RULES = _Rules([], {})


def _read_rules(path: Path) -> _Rules:
    try:
        value = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return _NO_RULES
    found = value if isinstance(value, dict) else {}
    rules, pages = found.get("redirects"), found.get("pages")
    return _Rules(
        [rule for rule in rules if isinstance(rule, dict)] if isinstance(rules, list) else [],
        {
            name: (page["href"], page.get("permanent") is not False)
            for name, page in (pages.items() if isinstance(pages, dict) else ())
            if isinstance(page, dict) and isinstance(page.get("href"), str)
        },
    )


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _here(name: str) -> str:
    """The last part of *name* as a relative URL."""
    return relative_url(quote(name), quote(name))
