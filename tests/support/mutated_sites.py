"""Sites, a configuration and MDX pages, mutated, and the invariants of all of them."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mutated_documents import count_calls, mutated, without_network
from write_files import write_files

from sphinx_navapi.asyncapi.load import load_any_document
from sphinx_navapi.config.site_config import read_site_config
from sphinx_navapi.diagnostics import Subtype
from sphinx_navapi.plan import LoadedDocument, PlanInputs, PlannedSite, resolve_site
from sphinx_navapi.plan.explain import explain_navigation

#: How much more work a mutated site may cause, and the amount that is not counted.
MOST_WORK, FREE_WORK = 10, 50_000

_TAG = re.compile(r"</?[A-Za-z][\w.]*")

_PIECES = [
    "<", ">", "/>", "{", "}", "{/*", "*/}", "```\n", "~~~\n", "`", "<Card", "</Card>", "<Note>\n",
    "</Note>", "<Tabs>\n", "export const a = ", "import A from '/b.mdx'\n", "\n\n", "    ", "- ",
    "> ", "| ", "---\n", "[x](/nowhere)", "![](nowhere.png)", "<!--", "$$", "\\", "\x00", "\u2028",
]  # fmt: skip


def mutated_page(text: str, draw: random.Random) -> tuple[str, str]:
    """*text* after one mutation, and a description of it."""
    lines = text.split("\n")
    start = draw.randrange(len(lines))
    end = min(len(lines), start + draw.randint(1, 8))
    at = draw.randrange(len(text) + 1)
    kind = draw.choice(["drop", "duplicate", "swap", "insert", "cut", "deepen", "rename", "remove"])
    if kind == "drop":
        return "\n".join(lines[:start] + lines[end:]), f"drop {start}:{end}"
    if kind == "duplicate":
        return "\n".join(lines[:end] + lines[start:]), f"duplicate {start}:{end}"
    if kind == "swap":
        rest = lines[:start] + lines[end:]
        other = draw.randrange(len(rest) + 1)
        return "\n".join(rest[:other] + lines[start:end] + rest[other:]), f"move {start}:{end}"
    if kind == "insert":
        piece = draw.choice(_PIECES)
        return text[:at] + piece + text[at:], f"insert {piece!r} at {at}"
    if kind == "cut":
        return text[:at], f"cut at {at}"
    if kind == "deepen":
        opening, closing = draw.choice(
            [("<Note>\n", "\n</Note>"), ("<div>", "</div>"), ("> ", ""), ("- ", ""), ("{", "}")]
        )
        levels = draw.choice([5, 30, 120])
        inner = opening * levels + lines[start] + closing * levels
        return "\n".join([*lines[:start], inner, *lines[start + 1 :]]), f"{levels} {opening!r}"
    tags = list(_TAG.finditer(text))
    if kind == "rename" and tags:
        tag = draw.choice(tags)
        name = draw.choice(["Nowhere", "div", "Card", "a.b", "T"])
        slash = "/" if tag[0].startswith("</") else ""
        return text[: tag.start()] + f"<{slash}{name}" + text[tag.end() :], f"rename {tag[0]}"
    return text[:at] + text[at + 1 :], f"remove {text[at : at + 1]!r} at {at}"


@dataclass(frozen=True)
class MutatedSite:
    """A configuration and pages by path."""

    config: Any
    pages: Mapping[str, str]
    changes: list[str]

    def __str__(self) -> str:
        return "; ".join(self.changes)


def mutate_site(config: Any, pages: Mapping[str, str], seed: str) -> MutatedSite:
    """The site of *config* and *pages*, mutated according to *seed*."""
    draw = random.Random(seed)
    config, changes = mutated(config, draw)
    changes.insert(0, seed)
    texts = dict(pages)
    for name in draw.sample(sorted(texts), min(2, len(texts))):
        texts[name], change = mutated_page(texts[name], draw)
        changes.append(f"{name}: {change}")
    return MutatedSite(config, texts, changes)


def plan_site(folder: Path, config: Any, pages: Mapping[str, str]) -> PlannedSite:
    """The plan of the site with all its output."""
    write_files(folder, {"docs.json": json.dumps(config, indent=1), **pages})

    def load(name: str, _overlays: object = ()) -> LoadedDocument:
        result = load_any_document(folder / name, name, folder)
        return LoadedDocument(document=result.document, diagnostics=result.diagnostics)

    site = resolve_site(
        PlanInputs(
            srcdir=folder,
            config=read_site_config(folder / "docs.json", folder),
            load=load,
            source_suffixes=(".rst", ".md", ".mdx"),
        )
    )
    for line in explain_navigation(site):
        assert line.isprintable()
    return site


def check_site(folder: Path, site: MutatedSite, usual: int) -> None:
    """Plan *site*, with at most ten times the *usual* calls."""
    try:
        _check_site(folder, site, usual)
    except BaseException as error:
        error.add_note(str(site))
        raise


def _check_site(folder: Path, site: MutatedSite, usual: int) -> None:
    with without_network():
        planned, calls = count_calls(lambda: plan_site(folder, site.config, site.pages))
    assert calls <= MOST_WORK * max(usual, FREE_WORK), f"{calls:,} calls instead of {usual:,}"
    for diagnostic in planned.plan.diagnostics:
        assert diagnostic.message.isprintable()
        assert diagnostic.place.file, diagnostic
        # For a page outside the navigation, the file is the only location.
        assert diagnostic.place.line or diagnostic.subtype is Subtype.NOT_IN_NAVIGATION, diagnostic
    said = [d for d in planned.plan.diagnostics if d.place.file == "docs.json"]
    for pointer, entry in entries(site.config):
        name = entry.strip("/")
        if name in planned.plan.pages or not name or "://" in name:
            continue
        assert any(
            f"{pointer}/".startswith(f"{d.place.pointer}/") or name[:40] in d.message for d in said
        ), f"nothing is said of {entry!r} at {pointer}: {[str(d.place) for d in said]}"


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def entries(config: Any) -> Iterator[tuple[str, str]]:
    """Pointers and texts of all entries of page lists in the navigation."""
    pending = [("/navigation", config.get("navigation") if isinstance(config, dict) else None)]
    while pending:
        pointer, part = pending.pop()
        members = part.items() if isinstance(part, dict) else enumerate(_list(part))
        for key, member in members:
            where = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
            if isinstance(member, dict | list):
                # Diagnostics write pointers with such keys in another form.
                if where.isprintable():
                    pending.append((where, member))
            elif isinstance(member, str) and isinstance(part, list) and pointer.endswith("/pages"):
                yield where, member


def cut_site(
    config: Any, pages: Mapping[str, str], draw: random.Random
) -> tuple[Any, dict[str, str]]:
    """The site of *config* with a few of its *pages* and a few entries of its lists."""
    config = copy.deepcopy(config)
    pending = [config.get("navigation")]
    while pending:
        part = pending.pop()
        if isinstance(part, list):
            del part[draw.randint(2, 4) :]
        if isinstance(part, dict | list):
            pending += part.values() if isinstance(part, dict) else part
    named = {entry.strip("/") for _, entry in entries(config)}
    shown = [name for name in sorted(pages) if name.removesuffix(".mdx") in named]
    chosen = draw.sample(shown, min(5, len(shown))) or sorted(pages)[:1]
    return config, {name: pages[name] for name in chosen}
