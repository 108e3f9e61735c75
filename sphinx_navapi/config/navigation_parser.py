"""Parsing of ``navigation`` into a model: invalid parts are reported, the rest is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx_navapi.config import hosted_keys
from sphinx_navapi.config.elements import (
    ASYNCAPI,
    CHILD_KINDS,
    FIELDS,
    FILLING_KEYS,
    GLOBAL_ANCHOR_FIELDS,
    OPENAPI,
    is_empty,
    valid_keys,
)
from sphinx_navapi.config.navigation import (
    CATALOG_PAGES,
    CONTENT_KEYS,
    Binding,
    EarlierDocument,
    ElementKind,
    Entry,
    NavigationElement,
    PageEntry,
)
from sphinx_navapi.config.settings import BASE_URL
from sphinx_navapi.config.value_problems import ValueProblem, show, unknown_key
from sphinx_navapi.config.value_types import UNUSABLE, check, check_key, is_link, wrong_type
from sphinx_navapi.diagnostics import Level
from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.locale.languages import is_language, meant_language

#: Maximum nesting of elements: far more than any site needs, and safe for the stack.
MAX_DEPTH = 60

_FIELD_TABLES = {kind: {field.name: field for field in fields} for kind, fields in FIELDS.items()}
_GLOBAL_TABLE = {field.name: field for field in GLOBAL_ANCHOR_FIELDS}
_GLOBAL_INERT = {field.name: field for field in hosted_keys.GLOBAL}
_LABEL_KEYS = {kind.value: kind for kind in ElementKind if kind is not ElementKind.ROOT}
_KEY_OF_KIND = {kind: key for key, kind in CHILD_KINDS.items()}


def parse_navigation(
    value: Any, pointer: str = "/navigation"
) -> tuple[NavigationElement, list[ValueProblem]]:
    """The root element of *value*, and its problems, with pointers in the configuration.

    A value of the wrong type gives an empty root.
    """
    parser = _Parser()
    if not isinstance(value, dict):
        parser.report(pointer, f'{show(value)} is ignored: use an object with "pages", "groups" …')
        return NavigationElement(kind=ElementKind.ROOT, pointer=pointer), parser.problems
    return parser.element(ElementKind.ROOT, value, pointer, 0), parser.problems


class _Parser:
    def __init__(self) -> None:
        self.problems: list[ValueProblem] = []

    def report(self, pointer: str, text: str, *, key: bool = False) -> None:
        self.problems.append(ValueProblem(pointer, text, key))

    def element(
        self, kind: ElementKind, value: dict[str, Any], pointer: str, depth: int
    ) -> NavigationElement:
        """The element that *value* describes."""
        table = _FIELD_TABLES[kind]
        attributes: dict[str, Any] = {}
        bound: dict[str, tuple[Binding, ...] | None] = {"openapi": None, "asyncapi": None}
        root: PageEntry | None = None
        label = self.label(kind, value, pointer)
        other = _other_label(kind, value)
        meant = _meant_keys(kind, value, other)
        for key, entry in value.items():
            where = f"{pointer}/{escape_pointer(key)}"
            if key in (kind.value, other) or key in CONTENT_KEYS:
                continue
            if key == "global" and kind is ElementKind.ROOT:
                continue
            if key in bound:
                bound[key] = self.bindings(key, entry, where)
            elif key in table:
                usable, problems = check_key(table[key], entry, where)
                self.problems += problems
                if usable is UNUSABLE or not table[key].effect:
                    continue
                if key == "root":
                    root = PageEntry(text=usable, pointer=where)
                else:
                    attributes[key] = usable
            else:
                self.problems.append(unknown_key(key, where, valid_keys(kind), meant.get(key)))
        content = self.content(value, pointer, depth)
        bindings, channels = bound["openapi"], bound["asyncapi"]
        self.drop_href(kind, label, attributes, bindings or channels, content, pointer)
        if kind is ElementKind.LANGUAGE and label and not is_language(label):
            near = meant_language(label)
            advice = f'did you mean "{near}"?' if near else "use one"
            self.report(
                f"{pointer}/language",
                f"{show(label)} is not a language tag (BCP 47: a code of two or three letters, then"
                f" script or region, such as en, fr, pt-BR or zh-Hant): {advice}",
            )
        if kind is not ElementKind.ROOT and not _is_filled(value) and not meant:
            self.report_empty(kind, label, content, pointer)
        anchors = value.get("global", {}) if kind is ElementKind.ROOT else {}
        return NavigationElement(
            kind=kind,
            label=label,
            pointer=pointer,
            attributes=attributes,
            bindings=bindings,
            channels=channels,
            root=root,
            content=content,
            global_anchors=self.global_anchors(anchors, f"{pointer}/global"),
        )

    def report_empty(
        self, kind: ElementKind, label: str, content: dict[str, Any], pointer: str
    ) -> None:
        """Report an element without a target. An empty list is allowed as a placeholder."""
        advice = '"pages"' if kind is ElementKind.GROUP else '"pages" or "href"'
        level = Level.INFO if content else Level.WARNING
        text = f"the {kind} {show(label)} is empty, so it leads nowhere: add {advice}, or remove it"
        self.problems.append(ValueProblem(pointer, text, level=level))

    def label(self, kind: ElementKind, value: dict[str, Any], pointer: str) -> str:
        """The label of an element; if it is missing or invalid, the best substitute in *value*."""
        if kind is ElementKind.ROOT:
            return ""
        label = value.get(kind.value)
        if isinstance(label, str) and label.strip():
            return " ".join(label.split())
        if isinstance(label, (int, float)) and not isinstance(label, bool):
            self.report(
                f"{pointer}/{kind}",
                f'{show(label)} is read as a string: write "{show(label)}", in quotation marks',
            )
            return show(label)
        if kind is ElementKind.GROUP and isinstance(label, str):
            # The element is replaced by its entries, without a heading.
            return ""
        other = _other_label(kind, value)
        if kind.value in value:
            self.report(f"{pointer}/{kind}", f"{show(label)} is not a label: use a string")
        elif other is not None:
            self.report(
                f"{pointer}/{other}",
                f'an entry of "{_KEY_OF_KIND[kind]}" has its label in "{kind}":'
                f' write that instead of "{other}"',
                key=True,
            )
            return " ".join(value[other].split()) or "Untitled"
        else:
            self.report(pointer, f'the label is missing: add "{kind}": "…"')
        return "Untitled"

    def content(
        self, value: dict[str, Any], pointer: str, depth: int
    ) -> dict[str, tuple[Entry, ...]]:
        """The content of *value*, by content key."""
        content: dict[str, list[Entry]] = {}
        for key in CONTENT_KEYS:
            if key not in value:
                continue
            entries, where = value[key], f"{pointer}/{key}"
            if not isinstance(entries, list):
                self.report(where, f"{show(entries)} is ignored: use a list")
                continue
            content.setdefault(key, [])
            for index, entry in enumerate(entries):
                self.entry(key, entry, f"{where}/{index}", depth, content)
        return {key: tuple(content[key]) for key in CONTENT_KEYS if key in content}

    def entry(
        self, key: str, entry: Any, pointer: str, depth: int, content: dict[str, list[Entry]]
    ) -> None:
        """Add *entry*, an item of the list *key*, to *content*."""
        if key == "pages" and isinstance(entry, str):
            if entry.strip():
                content[key].append(PageEntry(text=entry, pointer=pointer))
            else:
                self.report(pointer, 'a blank entry is ignored: use a page path or "METHOD /path"')
            return
        if not isinstance(entry, dict):
            wanted = 'a page path, "METHOD /path" or a group' if key == "pages" else "an object"
            if isinstance(entry, str):
                wanted += f' with "{CHILD_KINDS[key]}"; page paths go into "pages"'
            self.report(pointer, f"{show(entry)} is ignored: use {wanted}")
            return
        if key == "pages" and _is_page_object(entry):
            path = next((entry[name] for name in _PATH_KEYS if _is_text(entry.get(name))), None)
            advice = f"; for a page, write {show(path)}" if path is not None else ""
            wanted = 'a page path, "METHOD /path" or a group'
            self.report(pointer, f"an object is ignored: use {wanted}{advice}")
            return
        if depth >= MAX_DEPTH:
            self.report(
                pointer, f"elements are nested deeper than {MAX_DEPTH} levels; this one was ignored"
            )
            return
        kind, target = CHILD_KINDS.get(key, ElementKind.GROUP), key
        if key == "pages" and "group" not in entry:
            other = next((_LABEL_KEYS[name] for name in _LABEL_KEYS if name in entry), None)
            if other is not None:
                kind, target = other, _KEY_OF_KIND[other]
                self.report(
                    pointer,
                    f'"pages" may only contain pages and groups: this {kind} was read as an entry'
                    f' of "{target}"; move it there',
                )
        content.setdefault(target, []).append(self.element(kind, entry, pointer, depth + 1))

    def bindings(self, key: str, value: Any, pointer: str) -> tuple[Binding, ...] | None:
        """The documents listed in *key*; ``None`` if none of it is usable."""
        usable, problems = check(OPENAPI if key == "openapi" else ASYNCAPI, value, pointer)
        self.problems += problems
        if usable is UNUSABLE:
            return None
        listed = isinstance(usable, list)
        entries = value if listed else [value]
        bindings = []
        for index, entry in enumerate(entries):
            where = f"{pointer}/{index}" if listed else pointer
            if isinstance(entry, str) and entry.strip():
                bindings.append(Binding(source=entry.strip(), pointer=where))
            elif isinstance(entry, dict):
                source, directory = entry.get("source"), entry.get("directory")
                base, earlier = entry.get("baseUrl"), _earlier(entry.get("changes_from"))
                if isinstance(source, str) and source.strip():
                    kept = directory if isinstance(directory, str) and directory.strip() else None
                    bindings.append(
                        Binding(
                            source=source.strip(),
                            directory=kept,
                            base_url=base if BASE_URL.accepts(base) else None,
                            overlays=_texts(entry.get("overlays")),
                            changes_from=(as_text(earlier.get("source")) or "").strip() or None,
                            earlier_overlays=_texts(earlier.get("overlays")),
                            history=tuple(_history(entry.get("history"), f"{where}/history")),
                            history_tags=_tags(entry.get("history")),
                            overview=_flag(entry.get("overview")),
                            catalog=_catalog(entry.get("catalog")),
                            pointer=f"{where}/source",
                        )
                    )
        return tuple(bindings) or None

    def global_anchors(self, value: Any, pointer: str) -> tuple[NavigationElement, ...]:
        """The anchors of ``navigation.global`` that have an absolute address."""
        if not isinstance(value, dict):
            self.report(pointer, f'{show(value)} is ignored: use an object with "anchors"')
            return ()
        for key, entry in value.items():
            where = f"{pointer}/{escape_pointer(key)}"
            if key in _GLOBAL_INERT:
                self.problems += check_key(_GLOBAL_INERT[key], entry, where)[1]
            elif key != "anchors":
                self.problems.append(unknown_key(key, where, ("anchors",)))
        anchors = value.get("anchors", [])
        if not isinstance(anchors, list):
            self.report(f"{pointer}/anchors", f"{show(anchors)} is ignored: use a list")
            return ()
        parsed = (
            self.global_anchor(anchor, f"{pointer}/anchors/{index}")
            for index, anchor in enumerate(anchors)
        )
        return tuple(anchor for anchor in parsed if anchor is not None)

    def global_anchor(self, value: Any, pointer: str) -> NavigationElement | None:
        if not isinstance(value, dict):
            self.report(
                pointer, f'{show(value)} is ignored: use an object with "anchor" and "href"'
            )
            return None
        label = self.label(ElementKind.ANCHOR, value, pointer)
        other = _other_label(ElementKind.ANCHOR, value)
        meant = {
            key: word
            for key, word in _meant_keys(ElementKind.ANCHOR, value, other).items()
            if word == "href"
        }
        attributes: dict[str, Any] = {}
        for key, entry in value.items():
            where = f"{pointer}/{escape_pointer(key)}"
            if key in {"anchor", "href", other}:
                continue
            if key not in _GLOBAL_TABLE:
                self.problems.append(unknown_key(key, where, tuple(_GLOBAL_TABLE), meant.get(key)))
                continue
            usable, problems = check_key(_GLOBAL_TABLE[key], entry, where)
            self.problems += problems
            if usable is not UNUSABLE and _GLOBAL_TABLE[key].effect:
                attributes[key] = usable
        link, href = _GLOBAL_TABLE["href"].type, value.get("href")
        if "href" not in value:
            if not meant:
                text = f'the global anchor {show(label)} has no "href" and was ignored'
                self.report(pointer, text)
            return None
        if not isinstance(href, str) or not link.accepts(href):
            self.report(
                f"{pointer}/href",
                f"the global anchor {show(label)} was ignored: {wrong_type(href, link)}",
            )
            return None
        attributes["href"] = href.strip()
        return NavigationElement(
            kind=ElementKind.ANCHOR, label=label, pointer=pointer, attributes=attributes
        )

    def drop_href(
        self,
        kind: ElementKind,
        label: str,
        attributes: dict[str, Any],
        bindings: tuple[Binding, ...] | None,
        content: dict[str, tuple[Entry, ...]],
        pointer: str,
    ) -> None:
        """Remove ``href`` if there is content, which takes precedence."""
        if "href" not in attributes:
            return
        if bindings is None and all(is_empty(list(e)) for e in content.values()):
            attributes["href"] = attributes["href"].strip()
            return
        del attributes["href"]
        self.report(
            f"{pointer}/href",
            f'the {kind} {show(label)} has content, so its "href" is ignored: remove one',
            key=True,
        )


def _is_filled(value: dict[str, Any]) -> bool:
    """Whether an element has any content at all: errors in it have their own messages."""
    lists = [value[key] for key in CONTENT_KEYS if key in value]
    return any(each != [] for each in lists) or not FILLING_KEYS.isdisjoint(value)


#: Keys with the path of a page, where a page is an object.
_PATH_KEYS = ("page", "path", "file", "slug", "id", "link", "href", "url")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_page_object(entry: dict[str, Any]) -> bool:
    """Whether an entry of ``pages`` is not a group, but an object for a single page."""
    return _LABEL_KEYS.keys().isdisjoint(entry) and not any(
        isinstance(value, dict | list) or key in FILLING_KEYS - {"href"}
        for key, value in entry.items()
    )


def _other_label(kind: ElementKind, value: dict[str, Any]) -> str | None:
    """The key used as the label of an element that lacks its own: that of another kind, or an
    unknown one.
    """
    if kind is ElementKind.ROOT or kind.value in value:
        return None
    valid = valid_keys(kind)
    others = [key for key in _LABEL_KEYS if key not in CONTENT_KEYS]
    unknown = [key for key in value if key not in valid]
    near = [key for key in unknown if nearest_word(key, valid) == kind.value]
    usual = [key for key in unknown if key in _USUAL_LABELS]
    return next((key for key in (*others, *near, *usual) if isinstance(value.get(key), str)), None)


#: Keys of labels in other formats.
_USUAL_LABELS = frozenset({"name", "title", "label", "text"})


def _meant_keys(kind: ElementKind, value: dict[str, Any], label: str | None) -> dict[str, str]:
    """The key with content for which an unknown key of an element without any was written.

    One mistake is one message: such an element is not reported as empty, too.

    :param label: the key of its label, if that is unknown.
    """
    if _is_filled(value):
        return {}
    valid = valid_keys(kind)
    meant = {}
    for key, entry in value.items():
        if key in valid or key in _FIELD_TABLES[kind] or key == label:
            continue
        near = nearest_word(key, valid)
        if near in CONTENT_KEYS or near in FILLING_KEYS:
            meant[key] = near
        elif near is None and isinstance(entry, list) and entry:
            meant[key] = "pages"
        elif near is None and "href" in valid and _is_address(entry):
            meant[key] = "href"
    return meant


def _is_address(value: Any) -> bool:
    return isinstance(value, str) and is_link(value, absolute=True)


def _flag(value: Any) -> bool | None:
    """A boolean; ``None`` for anything else."""
    return value if isinstance(value, bool) else None


def _catalog(value: Any) -> tuple[str, ...]:
    """The pages that *value* of ``catalog`` names; ``True`` is all of them."""
    named = CATALOG_PAGES if value is True else _texts(value)
    return tuple(name for name in CATALOG_PAGES if name in named)


def _earlier(value: Any) -> dict[str, Any]:
    """*value* of ``changes_from`` as an object: a string is its source."""
    return value if isinstance(value, dict) else {"source": value}


def _history(value: Any, pointer: str) -> Iterator[EarlierDocument]:
    """The earlier versions in a list of *value* of ``history``."""
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        earlier, where = _earlier(entry), f"{pointer}/{index}"
        source = (as_text(earlier.get("source")) or "").strip()
        if source:
            has_overlays = "overlays" in earlier
            overlays = _texts(earlier["overlays"]) if has_overlays else None
            yield EarlierDocument(source, overlays, f"{where}/source" if has_overlays else where)


def _tags(value: Any) -> str:
    """The pattern of Git tags in *value* of ``history``."""
    return (as_text(as_mapping(value).get("git")) or "").strip()


def _texts(value: Any) -> tuple[str, ...]:
    """A string or the strings of a list, trimmed; other items are skipped."""
    listed = value if isinstance(value, list) else [value]
    return tuple(text.strip() for text in listed if isinstance(text, str) and text.strip())
