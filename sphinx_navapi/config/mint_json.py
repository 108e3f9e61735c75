"""``mint.json``, the older settings file of a hosted service, read as a ``docs.json``.

Its navigation is one list of groups. ``tabs`` and ``anchors`` have prefixes of paths, and take the
pages below them out of these groups; a page belongs to the longest prefix. ``versions`` are names,
which groups, tabs and anchors refer to. Keys that only have another name in ``docs.json`` are left
to `older_settings`. The rules follow the published schema of the file, and the converter beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.config.value_problems import ValueProblem, show
from sphinx_navapi.config.value_types import is_link
from sphinx_navapi.diagnostics import Level
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_mapping

#: Label of the pages outside all tabs or anchors, if the file sets none.
_PRIMARY: Final = "Documentation"

#: The key of an element in ``docs.json``, and of the element with all other pages, for each list.
_LABELS: Final = {"tabs": "tab", "anchors": "anchor"}
_PRIMARY_KEYS: Final = {"tabs": "primaryTab", "anchors": "topAnchor"}

_THEMES: Final = {"venus": "palm", "quill": "willow", "prism": "mint"}
_LAYOUTS: Final = {"topnav": "mint", "sidenav": "maple", "solidSidenav": "willow"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsJson:
    """The result of the translation.

    :ivar moved: JSON pointers of *value*, with those of the file; what is below one moved with it.
    :ivar problems: of parts that ``docs.json`` cannot have, with pointers of the file.
    """

    value: dict[str, Any]
    moved: Mapping[str, str]
    problems: tuple[ValueProblem, ...]


def is_mint_json(value: Any) -> bool:
    """Whether *value* has the form of a ``mint.json``: its navigation is a list of groups."""
    listed = as_mapping(value).get("navigation")
    return isinstance(listed, list) and any("group" in as_mapping(entry) for entry in listed)


def docs_from_mint(mint: Mapping[str, Any]) -> DocsJson:
    """*mint*, the value of a ``mint.json``, as that of a ``docs.json``.

    Only its navigation and what has another structure there changes; older names are kept.
    """
    translation = _Translation(mint)
    parts = {key: _Moved(value, f"/{escape_pointer(key)}") for key, value in mint.items()}
    parts.pop("$schema", None)
    parts["navigation"] = _Moved(translation.navigation(), "/navigation")
    for key in translation.used:
        parts.pop(key, None)
    parts |= _theme(mint) | _eyebrow(mint) | _integrations(mint) | _footer(mint)
    if any(mint.get("layout") == layout for layout in _LAYOUTS):
        parts.pop("layout")
    if isinstance(mint.get("analytics"), Mapping):
        parts.pop("analytics")
    moved: dict[str, str] = {}
    value = _plain(_Moved(parts, ""), "", moved)
    return DocsJson(value=value, moved=moved, problems=tuple(translation.problems))


@dataclass(frozen=True, slots=True)
class _Moved:
    """A part of the ``docs.json``: plain data, or an object or list of parts.

    :ivar pointer: of its source in the file.
    """

    value: Any
    pointer: str


def _plain(part: _Moved, pointer: str, moved: dict[str, str]) -> Any:
    """*part*, which is at *pointer*, as plain data."""
    if pointer != part.pointer:
        moved[pointer] = part.pointer
    if isinstance(part.value, dict) and any(isinstance(v, _Moved) for v in part.value.values()):
        return {
            key: _plain(inner, f"{pointer}/{escape_pointer(key)}", moved)
            for key, inner in part.value.items()
        }
    if isinstance(part.value, list) and any(isinstance(each, _Moved) for each in part.value):
        return [
            _plain(inner, f"{pointer}/{index}", moved) for index, inner in enumerate(part.value)
        ]
    return part.value


@dataclass(frozen=True, slots=True)
class _Division:
    """A tab or an anchor: an object of the file, and its pointer there."""

    value: Mapping[str, Any]
    pointer: str

    @property
    def url(self) -> str:
        url = self.value.get("url")
        return url.strip() if isinstance(url, str) else ""

    @property
    def is_external(self) -> bool:
        return is_link(self.url, absolute=True)

    @property
    def prefix(self) -> str:
        """``/api-reference/`` for ``api-reference``: no page of another folder starts with it."""
        return _folder(self.url)

    def part(self, key: str) -> _Moved:
        return _Moved(self.value.get(key), f"{self.pointer}/{key}")

    def takes(self, path: str) -> bool:
        return _folder(path).startswith(self.prefix)

    def is_in(self, version: str | None) -> bool:
        return version is None or self.value.get("version") in (None, version)


def _folder(path: str) -> str:
    inner = path.strip().strip("/")
    return f"/{inner}/" if inner else "/"


#: Whether a page, by its path, belongs to a part of the navigation.
_Takes = Callable[[str], bool]


class _Translation:
    """Creates the navigation.

    :ivar used: keys of the file that are in it.
    """

    def __init__(self, mint: Mapping[str, Any]) -> None:
        self.mint = mint
        self.problems: list[ValueProblem] = []
        self.used = {"versions", *_PRIMARY_KEYS.values()}
        self.divisions = {key: self.entries(key) for key in _LABELS}
        self.versions = self.named_versions()
        self.with_pages: set[str] = set()

    def navigation(self) -> dict[str, Any]:
        """The value of ``navigation``, of parts."""
        anchors = [each for each in self.divisions["anchors"] if each.is_external]
        self.divisions["anchors"] = [e for e in self.divisions["anchors"] if not e.is_external]
        links = [self.element("anchors", anchor) for anchor in anchors]
        navigation: dict[str, Any] = {}
        external = bool(self.versions) and all("url" in each.value for each in self.versions)
        if self.versions and not external:
            navigation |= self.of_versions()
        else:
            navigation |= self.content(["tabs", "anchors"], None, lambda _: True)
        around = {"anchors": _Moved(links, "/anchors")} if links else {}
        if external:
            around["versions"] = _Moved(self.mint["versions"], "/versions")
        if around:
            navigation["global"] = _Moved(around, "/navigation")
        self.report_without_pages()
        return navigation

    def entries(self, key: str) -> list[_Division]:
        """The objects in the list *key*."""
        listed = self.mint.get(key, [])
        if not isinstance(listed, list):
            self.report(f"/{key}", f"{show(listed)} is ignored: use a list")
            listed = []
        self.used.add(key)
        divisions = []
        for index, each in enumerate(listed):
            if isinstance(each, dict):
                divisions.append(_Division(each, f"/{key}/{index}"))
            else:
                wanted = 'an object with "name" and "url"'
                self.report(f"/{key}/{index}", f"{show(each)} is ignored: use {wanted}")
        return divisions

    def report(self, pointer: str, text: str, level: Level = Level.WARNING) -> None:
        self.problems.append(ValueProblem(pointer, text, level=level))

    def named_versions(self) -> list[_Division]:
        """The versions; one that is only a name, as an object."""
        listed = self.mint.get("versions", [])
        if not isinstance(listed, list):
            self.report("/versions", f"{show(listed)} is ignored: use a list")
        versions = []
        for index, each in enumerate(listed if isinstance(listed, list) else []):
            value = {"name": each} if isinstance(each, str) else as_mapping(each)
            if isinstance(value.get("name"), str):
                versions.append(_Division(value, f"/versions/{index}"))
            else:
                text = f'{show(each)} is ignored: use a string, or an object with "name"'
                self.report(f"/versions/{index}", text)
        return versions

    def of_versions(self) -> dict[str, Any]:
        """The navigation of a file with versions, which are languages if all have a locale."""
        names = {version.value["name"] for version in self.versions}
        self.report_unknown_versions(self.mint["navigation"], "/navigation", names)
        languages = all(isinstance(each.value.get("locale"), str) for each in self.versions)
        elements = []
        for version in self.versions:
            label = version.part("locale") if languages else version.part("name")
            if label.value == self.mint["versions"][int(version.pointer.rpartition("/")[2])]:
                label = _Moved(label.value, version.pointer)
            element = {"language" if languages else "version": label}
            if "default" in version.value:
                element["default"] = version.part("default")
            if "url" in version.value:
                element["href"] = version.part("url")
            else:
                name = version.value["name"]
                element |= self.content(["tabs", "anchors"], name, self.gate(name))
            elements.append(_Moved(element, version.pointer))
        return {"languages" if languages else "versions": _Moved(elements, "/versions")}

    def gate(self, version: str) -> _Takes:
        """Whether a page belongs to *version*: tabs and anchors of other versions keep theirs."""
        every = [each for divisions in self.divisions.values() for each in divisions]
        bound = [each for each in every if "version" in each.value and not each.is_external]

        def takes(path: str) -> bool:
            above = [each.value["version"] for each in bound if each.takes(path)]
            return not above or version in above

        return takes

    def report_unknown_versions(self, groups: list[Any], pointer: str, names: set[str]) -> None:
        """Report groups of versions that do not exist: no version has them."""
        for index, group in enumerate(groups):
            where, named = f"{pointer}/{index}", as_mapping(group).get("version")
            if named is not None and (not isinstance(named, str) or named not in names):
                text = f"{show(named)} is not in versions, so no version has this group: add it"
                self.report(f"{where}/version", text)
            pages = as_mapping(group).get("pages")
            if isinstance(pages, list):
                self.report_unknown_versions(pages, f"{where}/pages", names)

    def content(self, kinds: list[str], version: str | None, takes: _Takes) -> dict[str, Any]:
        """The content of an element with the pages, tabs and anchors that it *takes*.

        :param kinds: the lists of the file that may divide it, the outermost first.
        """
        if not kinds:
            groups = self.groups(self.mint["navigation"], "/navigation", version, takes)
            return {"groups": _Moved(groups, "/navigation")}
        kind, deeper = self.outermost(kinds)
        divisions = [
            each
            for each in self.divisions[kind]
            if each.is_in(version) and takes("" if each.is_external else each.url)
        ]
        if not divisions:
            return self.content(deeper, version, takes)
        local = sorted(
            (each for each in divisions if not each.is_external and each.url),
            key=lambda each: -len(each.prefix),
        )

        def taken_by(division: _Division | None) -> _Takes:
            def takes_here(path: str) -> bool:
                owner = next((each for each in local if each.takes(path)), None)
                return owner is division and takes(path)

            return takes_here

        elements = []
        rest = self.content(deeper, version, taken_by(None))
        if _has_pages(rest):
            elements.append(self.primary(kind, rest))
        for division in divisions:
            element = self.element(kind, division)
            if not division.is_external:
                inner = self.content(deeper, version, taken_by(division))
                element.value.update(inner if _has_pages(inner) else {})
            if element.value.keys() & {"href", "openapi", "groups", *_LABELS}:
                self.with_pages.add(division.pointer)
                elements.append(element)
        # One tab with everything divides nothing.
        if _has_pages(rest) and len(elements) == 1 and _PRIMARY_KEYS[kind] not in self.mint:
            return rest
        return {kind: _Moved(elements, f"/{kind}")}

    def outermost(self, kinds: list[str]) -> tuple[str, list[str]]:
        """The list that divides first, and the others: tabs, unless all are below anchors."""
        if len(kinds) == 2:
            tabs, anchors = ([e for e in self.divisions[k] if not e.is_external] for k in kinds)
            below = [any(a.url and t.prefix.startswith(a.prefix) for a in anchors) for t in tabs]
            same = {each.prefix for each in tabs} & {each.prefix for each in anchors}
            if tabs and all(below) and not same:
                return "anchors", ["tabs"]
        return kinds[0], kinds[1:]

    def primary(self, kind: str, content: dict[str, Any]) -> _Moved:
        """The element with the pages of no division."""
        key = _PRIMARY_KEYS[kind]
        division = _Division(as_mapping(self.mint.get(key)), f"/{key}")
        element: dict[str, Any] = {_LABELS[kind]: _Moved(_PRIMARY, "/navigation")}
        if isinstance(division.value.get("name"), str):
            element[_LABELS[kind]] = division.part("name")
        element |= _appearance(division)
        return _Moved({**element, **content}, division.pointer if division.value else "/navigation")

    def element(self, kind: str, division: _Division) -> _Moved:
        """A tab or an anchor without its pages; with ``href`` if it leads elsewhere."""
        element = {
            key: division.part(key)
            for key in division.value
            if key not in {"name", "url", "icon", "iconType", "color", "version", "openapi"}
            and key != "isDefaultHidden"
        }
        if "name" in division.value:
            element[_LABELS[kind]] = division.part("name")
        element |= _appearance(division)
        if division.is_external:
            element["href"] = _Moved(division.url, f"{division.pointer}/url")
        if "openapi" in division.value:
            source = division.part("openapi")
            element["openapi"] = source
            if not division.is_external and division.url:
                directory = _Moved(division.url.strip("/"), f"{division.pointer}/url")
                both = {"source": source, "directory": directory}
                element["openapi"] = _Moved(both, source.pointer)
        return _Moved(element, division.pointer)

    def groups(
        self, entries: list[Any], pointer: str, version: str | None, takes: _Takes
    ) -> list[_Moved]:
        """The groups of *entries* with the pages of a part; other entries are kept as they are."""
        groups = []
        for index, entry in enumerate(entries):
            where = f"{pointer}/{index}"
            if isinstance(entry, dict) and "group" in entry:
                group = self.group(_Division(entry, where), version, takes)
                if group is not None:
                    groups.append(group)
            elif takes(entry if isinstance(entry, str) else ""):
                groups.append(_Moved(entry, where))
        return groups

    def group(self, group: _Division, version: str | None, takes: _Takes) -> _Moved | None:
        if not group.is_in(version):
            return None
        renamed = {"pages", "version", "icon", "iconType"}
        element = {key: group.part(key) for key in group.value if key not in renamed}
        element |= _appearance(group)
        pages = group.value.get("pages")
        if isinstance(pages, list):
            kept = self.groups(pages, f"{group.pointer}/pages", version, takes)
            if pages and not kept:
                return None
            element["pages"] = _Moved(kept, f"{group.pointer}/pages")
        elif "pages" in group.value:
            element["pages"] = group.part("pages")
        return _Moved(element, group.pointer)

    def report_without_pages(self) -> None:
        """One note for each tab or anchor that is not in the navigation."""
        for kind, divisions in self.divisions.items():
            for each in divisions:
                if each.pointer in self.with_pages:
                    continue
                name = f"the {_LABELS[kind]} {show(each.value.get('name'))} is left out"
                why = f"no page of the navigation is below {show(each.url)}"
                if not each.url:
                    why = 'it has no "url"'
                self.report(each.pointer, f"{name}: {why}", Level.INFO)


def _has_pages(content: Mapping[str, _Moved]) -> bool:
    return any(part.value for part in content.values())


def _appearance(division: _Division) -> dict[str, _Moved]:
    """The icon, the color and the visibility of an element."""
    attributes = {}
    if "icon" in division.value:
        attributes["icon"] = division.part("icon")
        if "iconType" in division.value:
            both = {"name": division.part("icon"), "style": division.part("iconType")}
            attributes["icon"] = _Moved(both, f"{division.pointer}/icon")
    if "color" in division.value:
        color = division.part("color")
        if isinstance(color.value, Mapping):
            color = _Moved(color.value.get("from"), f"{color.pointer}/from")
        attributes["color"] = _Moved({"light": color, "dark": color}, color.pointer)
    if "isDefaultHidden" in division.value:
        attributes["hidden"] = division.part("isDefaultHidden")
    return attributes


def _theme(mint: Mapping[str, Any]) -> dict[str, _Moved]:
    """The theme; a layout was the other half of it, and decides."""
    for key, names in (("layout", _LAYOUTS), ("theme", _THEMES)):
        layout = mint.get(key)
        if isinstance(layout, str) and layout in names and layout != "topnav":
            return {"theme": _Moved(names[layout], f"/{key}")}
    return {}


def _eyebrow(mint: Mapping[str, Any]) -> dict[str, _Moved]:
    display = as_mapping(mint.get("eyebrow")).get("display")
    return {} if display is None else {"eyebrow": _Moved(display, "/eyebrow/display")}


def _integrations(mint: Mapping[str, Any]) -> dict[str, _Moved]:
    """``integrations`` with the services of ``analytics``."""
    analytics = mint.get("analytics")
    if not isinstance(analytics, Mapping):
        return {}
    services = {
        name: _Moved(value, f"/{key}/{escape_pointer(name)}")
        for key in ("analytics", "integrations")
        for name, value in as_mapping(mint.get(key)).items()
    }
    return {"integrations": _Moved(services, "/integrations")} if services else {}


def _footer(mint: Mapping[str, Any]) -> dict[str, _Moved]:
    """``footer`` with its columns of links in their newer form."""
    footer = mint.get("footer")
    columns = as_mapping(footer).get("links")
    if not isinstance(columns, list):
        return {}
    links = [
        _column(each, f"/footer/links/{index}")
        if isinstance(as_mapping(each).get("links"), list)
        else _Moved(each, f"/footer/links/{index}")
        for index, each in enumerate(columns)
    ]
    others = {
        key: _Moved(value, f"/footer/{escape_pointer(key)}")
        for key, value in as_mapping(footer).items()
    }
    return {"footer": _Moved({**others, "links": _Moved(links, "/footer/links")}, "/footer")}


def _column(column: Mapping[str, Any], pointer: str) -> _Moved:
    element = {
        key: _Moved(value, f"{pointer}/{escape_pointer(key)}")
        for key, value in column.items()
        if key != "links"
    }
    items = []
    for index, link in enumerate(column["links"]):
        where = f"{pointer}/links/{index}"
        item = {
            "href" if key == "url" else key: _Moved(value, f"{where}/{escape_pointer(key)}")
            for key, value in as_mapping(link).items()
        }
        items.append(_Moved(item or link, where))
    return _Moved({**element, "items": _Moved(items, f"{pointer}/links")}, pointer)
